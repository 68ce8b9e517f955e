#include "sim/results/result_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <span>
#include <string_view>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/digest/sha256.hpp"
#include "sim/results/image_reader.hpp"
#include "sim/results/image_writer.hpp"
#include "sim/results/root_digest.hpp"

namespace trialcost {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view trailer_mark = "trialcostSHA256\n";
constexpr std::size_t trailer_bytes = trailer_mark.size() + std::tuple_size_v<Sha256Digest>;
constexpr std::size_t max_file_bytes = std::size_t{1} << 30U;

std::array<std::byte, trailer_bytes> trailer_of(std::span<const std::byte> image) {
    std::array<std::byte, trailer_bytes> trailer{};
    const auto mark = std::as_bytes(std::span(trailer_mark));
    const Sha256Digest digest = sha256(image);
    std::copy(digest.begin(), digest.end(), std::copy(mark.begin(), mark.end(), trailer.begin()));
    return trailer;
}

void verify_image(const ResultData& data, std::span<const std::byte> image) {
    if (root_digest(parse_image(image)) != root_digest(data)) {
        throw std::runtime_error("the image read back differs from the data");
    }
}

[[noreturn]] void refuse(const fs::path& path, std::string_view why) {
    throw ResultFileError(fmt::format("{}: {}", path.string(), why));
}

[[noreturn]] void refuse(const fs::path& path, std::string_view call, int error) {
    throw UnreadableResult(fmt::format("{}: cannot read ({}: {})", path.string(), call,
                                       std::generic_category().message(error)));
}

class Descriptor {
  public:
    // Not blocking, so that a pipe is opened and then refused.
    explicit Descriptor(const fs::path& path)
        : number_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
        if (number_ < 0) refuse(path, "open", errno);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close(number_); }
    int number() const { return number_; }

  private:
    int number_;
};

std::vector<std::byte> read_bytes(const fs::path& path) {
    const Descriptor file(path);
    struct stat status {};
    if (fstat(file.number(), &status) != 0) refuse(path, "fstat", errno);
    if (!S_ISREG(status.st_mode)) refuse(path, "not a regular file");
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size > max_file_bytes) refuse(path, "larger than 1 GiB, not a result file");
    std::vector<std::byte> bytes(size);
    std::size_t done = 0;
    while (done < size) {
        const ssize_t got = read(file.number(), bytes.data() + done, size - done);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) refuse(path, "read", errno);
        if (got == 0) refuse(path, "became shorter while it was read");
        done += static_cast<std::size_t>(got);
    }
    return bytes;
}

// The HDF5 part, if the checksum behind it is right.
std::span<const std::byte> checked_image(const fs::path& path, std::span<const std::byte> bytes) {
    constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";
    const auto starts = std::as_bytes(std::span(signature));
    if (bytes.size() < starts.size() || !std::equal(starts.begin(), starts.end(), bytes.begin())) {
        refuse(path, "not an HDF5 file");
    }
    if (bytes.size() < trailer_bytes) refuse(path, "truncated");
    const auto image = bytes.first(bytes.size() - trailer_bytes);
    const auto trailer = bytes.last(trailer_bytes);
    const auto mark = std::as_bytes(std::span(trailer_mark));
    if (!std::equal(mark.begin(), mark.end(), trailer.begin())) {
        refuse(path, "no checksum at its end: truncated, changed since, or not a result file");
    }
    const auto expected = trailer_of(image);
    if (!std::equal(expected.begin(), expected.end(), trailer.begin())) {
        refuse(path, "damaged: its checksum does not match");
    }
    return image;
}

}  // namespace

void write_result(const ResultData& data, const fs::path& path, Overwrite overwrite) {
    std::vector<std::byte> bytes;
    try {
        bytes = build_image(data);
        verify_image(data, bytes);
    } catch (const std::runtime_error& failure) {
        throw OutputError(OutputFault::write_failed,
                          fmt::format("{}: write failed ({})", path.string(), failure.what()));
    }
    const auto trailer = trailer_of(bytes);
    bytes.insert(bytes.end(), trailer.begin(), trailer.end());
    if (overwrite == Overwrite::replace) {
        replace_file(path, bytes);
    } else {
        create_file(path, bytes);
    }
}

ResultData read_result(const fs::path& path) {
    const std::vector<std::byte> bytes = read_bytes(path);
    const std::span<const std::byte> image = checked_image(path, bytes);
    try {
        return parse_image(image);
    } catch (const std::runtime_error& failure) {
        refuse(path, failure.what());
    }
}

}  // namespace trialcost
