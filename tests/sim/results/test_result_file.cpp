#include <bit>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include <sys/stat.h>

#include "sim/results/result_file.hpp"
#include "sim/results/root_digest.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/results/example_result.hpp"
#include "tests/sim/results/scratch_folder.hpp"

using namespace trialcost;
namespace fs = std::filesystem;

namespace {

// Why the file is refused; "" if it is not.
std::string refusal_of(const fs::path& path) {
    try {
        read_result(path);
    } catch (const ResultFileError& error) {
        return error.what();
    }
    return "";
}

// Exit status of a Python script of this folder.
int run_python(const std::string& script, const std::string& arguments) {
    const std::string command = std::string("/usr/bin/python3 '") + TRIALCOST_SOURCE_DIR +
                                "/tests/sim/results/" + script + "' " + arguments;
    return std::system(command.c_str());
}

bool same_bits(const ResultData::Values& a, const ResultData::Values& b) {
    const auto* reals = std::get_if<std::vector<double>>(&a);
    if (reals == nullptr) return a == b;
    const auto& others = std::get<std::vector<double>>(b);
    return std::equal(reals->begin(), reals->end(), others.begin(), others.end(),
                      [](double x, double y) {
                          return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
                      });
}

}  // namespace

TEST_CASE("what is written is read back, bit for bit") {
    const ScratchFolder folder;
    const ResultData data = example_result();
    write_result(data, folder / "run.h5", Overwrite::refuse);
    const ResultData back = read_result(folder / "run.h5");
    for (const auto& entry : result_schema().datasets) {
        INFO(entry.name);
        const auto* array = back.find(entry.name);
        REQUIRE(array != nullptr);
        CHECK(array->shape == data.shape(entry.name));
        CHECK(same_bits(data.find(entry.name)->values, array->values));
    }
    for (const auto& entry : result_schema().attributes) {
        INFO(entry.name);
        REQUIRE(back.has_attribute(entry.name));
        CHECK(*back.find_attribute(entry.name) == *data.find_attribute(entry.name));
    }
    CHECK(folder.n_entries() == 1);
}

TEST_CASE("optional parts may be left out") {
    const ScratchFolder folder;
    for (const char* name : {"cost_per_month", "host"}) {
        write_result(example_result({.left_out = name}), folder / "run.h5", Overwrite::replace);
        const ResultData back = read_result(folder / "run.h5");
        CHECK_FALSE(back.has(name));
        CHECK_FALSE(back.has_attribute(name));
    }
    CHECK_THROWS_AS(write_result(example_result({.left_out = "verdict"}), folder / "other.h5",
                                 Overwrite::replace),
                    std::logic_error);
    CHECK(folder.n_entries() == 1);
}

TEST_CASE("the same data gives the same bytes") {
    const ScratchFolder folder;
    write_result(example_result(), folder / "a.h5", Overwrite::refuse);
    // Times in HDF5 files count seconds.
    REQUIRE(std::system("sleep 1.1") == 0);
    write_result(example_result(), folder / "b.h5", Overwrite::refuse);
    CHECK(file_text(folder / "a.h5") == file_text(folder / "b.h5"));
}

TEST_CASE("the digest covers everything but the provenance") {
    const std::string digest = root_digest(example_result());
    CHECK(digest.size() == 64);
    CHECK(root_digest(example_result({.host = "another"})) == digest);
    CHECK(root_digest(example_result({.left_out = "argv"})) == digest);
    CHECK(root_digest(example_result({.first_total_cost = 100.00000000000001})) != digest);
    for (const auto& entry : result_schema().datasets) {
        INFO(entry.name);
        CHECK(root_digest(example_result({.left_out = entry.name})) != digest);
    }
    CHECK(root_digest(example_result({.left_out = "seed"})) != digest);
    const ScratchFolder folder;
    write_result(example_result({.host = "another"}), folder / "run.h5", Overwrite::refuse);
    CHECK(root_digest(read_result(folder / "run.h5")) == digest);
}

// FIPS 180-4 example and the empty message.
TEST_CASE("an existing file is overwritten only on request") {
    const ScratchFolder folder;
    put_text(folder / "run.h5", "precious");
    CHECK_THROWS_AS(write_result(example_result(), folder / "run.h5", Overwrite::refuse),
                    OutputError);
    CHECK(file_text(folder / "run.h5") == "precious");
    write_result(example_result(), folder / "run.h5", Overwrite::replace);
    CHECK(refusal_of(folder / "run.h5").empty());
}

TEST_CASE("Python opens the file: h5py, pandas, xarray with both engines") {
    const ScratchFolder folder;
    write_result(example_result(), folder / "run.h5", Overwrite::refuse);
    CHECK(run_python("open_result.py", "'" + (folder / "run.h5").string() + "'") == 0);
}

TEST_CASE("what is not a result file is refused") {
    const ScratchFolder folder;
    using Catch::Matchers::Contains;
    CHECK_THAT(refusal_of(folder / "none.h5"), Contains("No such file"));
    CHECK_THAT(refusal_of(folder.path()), Contains("not a regular file"));
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    CHECK_THAT(refusal_of(folder / "pipe"), Contains("not a regular file"));
    CHECK_THAT(refusal_of("/dev/zero"), Contains("not a regular file"));
    put_text(folder / "empty", "");
    CHECK_THAT(refusal_of(folder / "empty"), Contains("not an HDF5 file"));
    put_text(folder / "text", std::string(1000, 'x'));
    CHECK_THAT(refusal_of(folder / "text"), Contains("not an HDF5 file"));
    put_text(folder / "short", "\x89HDF\r\n\x1a\n");
    CHECK_THAT(refusal_of(folder / "short"), Contains("truncated"));
    put_text(folder / "huge", "");
    fs::resize_file(folder / "huge", (std::uintmax_t{1} << 30U) + 1);
    CHECK_THAT(refusal_of(folder / "huge"), Contains("larger than 1 GiB"));
}

TEST_CASE("a truncated or damaged file is refused before HDF5 sees it") {
    const ScratchFolder folder;
    write_result(example_result(), folder / "run.h5", Overwrite::refuse);
    const std::string good = file_text(folder / "run.h5");
    REQUIRE(good.size() > 1000);
    const fs::path bad = folder / "bad.h5";
    for (std::size_t size = 0; size < good.size(); size += 1009) {
        put_text(bad, good.substr(0, size));
        CHECK_FALSE(refusal_of(bad).empty());
    }
    for (std::size_t at = 0; at < good.size(); at += 997) {
        std::string damaged = good;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
        put_text(bad, damaged);
        CHECK_FALSE(refusal_of(bad).empty());
    }
    put_text(bad, good + "x");
    CHECK_THAT(refusal_of(bad), Catch::Matchers::Contains("no checksum"));
    std::string damaged = good;
    damaged[good.size() / 2] = static_cast<char>(damaged[good.size() / 2] ^ 1);
    put_text(bad, damaged);
    CHECK_THAT(refusal_of(bad), Catch::Matchers::Contains("damaged"));
}

TEST_CASE("crafted files with a right checksum are refused, with the reason") {
    const ScratchFolder folder;
    write_result(example_result(), folder / "run.h5", Overwrite::refuse);
    REQUIRE(run_python("craft_hostile.py", "'" + (folder / "run.h5").string() + "' '" +
                                               folder.path().string() + "'") == 0);
    const std::map<std::string, std::string> reasons = {
        {"external_storage", "total_cost: external storage"},
        {"virtual", "total_cost: virtual storage"},
        {"filtered", "total_cost: filtered storage"},
        {"chunked", "total_cost: storage is not contiguous"},
        {"soft_link", "total_cost: not a hard link"},
        {"external_link", "total_cost: not a hard link"},
        {"external_group", "evidence: not a hard link"},
        {"group_for_dataset", "total_cost: H5Dopen2"},
        {"dataset_for_group", "evidence: H5Gopen2"},
        {"big_endian", "total_cost: wrong element type"},
        {"single_precision", "total_cost: wrong element type"},
        {"integer", "total_cost: wrong element type"},
        {"fixed_text", "option: wrong element type"},
        {"ascii_text", "option: wrong element type"},
        {"other_rank", "total_cost: wrong number of dimensions"},
        {"other_length", "total_cost: quantile has length 3, not 4"},
        {"shape_bomb", "total_cost: declares more than the file holds"},
        {"shape_overflow", "total_cost: declares more than the file holds"},
        {"text_bomb", "evidence_option: H5Dread"},
        {"flag_of_two", "total_is_lower_bound: a flag is neither 0 nor 1"},
        {"missing_dataset", "total_cost: not in the file"},
        {"missing_group", "evidence: group not in the file"},
        {"missing_attribute", "seed: attribute not in the file"},
        {"attribute_type", "seed: attribute of another type"},
        {"attribute_array", "title: attribute of another type"},
        {"other_filetype", "filetype: not trialcost-results"},
        {"no_filetype", "filetype: not trialcost-results"},
        {"newer_major", "format_version: 2.0, this program reads 1.x"},
        {"version_type", "format_version: attribute of another type"},
        {"not_complete", "complete: the result is not complete"}};
    for (const auto& [name, reason] : reasons) {
        INFO(name);
        CHECK_THAT(refusal_of(folder / (name + ".h5")), Catch::Matchers::Contains(reason));
    }
    // One good file, the crafted ones and two that are taken: a newer minor version with objects
    // this program does not know, and no change but a new checksum.
    CHECK(folder.n_entries() == static_cast<std::ptrdiff_t>(reasons.size()) + 3);
    const std::string digest = root_digest(example_result());
    CHECK(root_digest(read_result(folder / "accepted_minor.h5")) == digest);
    CHECK(root_digest(read_result(folder / "accepted_unchanged.h5")) == digest);
}
