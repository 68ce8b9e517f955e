#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/results/atomic_file.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/results/scratch_folder.hpp"

using namespace trialcost;
namespace fs = std::filesystem;

namespace {

std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

// Exit code that the command would give: 0, 73 or 74; 1 for any other exception.
int code_of(const std::function<void()>& write) {
    try {
        write();
        return 0;
    } catch (const OutputError& error) {
        return error.fault() == OutputFault::cannot_create ? 73 : 74;
    } catch (...) {
        return 1;
    }
}

// The same in a child process, after `prepare`.
int code_in_child(const std::function<void()>& prepare, const std::function<void()>& write) {
    const pid_t child = fork();
    if (child == 0) {
        prepare();
        _exit(code_of(write));
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void limit_file_size(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, bytes};
    setrlimit(RLIMIT_FSIZE, &limit);
}

std::string message_of(const std::function<void()>& write) {
    try {
        write();
    } catch (const OutputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a file is written and replaced, and nothing is left beside it") {
    const ScratchFolder folder;
    const fs::path target = folder / "run.h5";
    replace_file(target, bytes_of("first"));
    CHECK(file_text(target) == "first");
    replace_file(target, bytes_of(""));
    CHECK(file_text(target).empty());
    const std::string large(3'000'000, 'x');
    replace_file(target, bytes_of(large));
    CHECK(file_text(target) == large);
    CHECK(folder.n_entries() == 1);
}

TEST_CASE("a relative name goes to the working folder") {
    const ScratchFolder folder;
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    replace_file("run.h5", bytes_of("x"));
    fs::current_path(before);
    CHECK(file_text(folder / "run.h5") == "x");
}

TEST_CASE("the mode is 0644 less the umask") {
    const ScratchFolder folder;
    for (const auto& [mask, mode] : {std::pair(0U, 0644U), std::pair(027U, 0640U)}) {
        const mode_t before = umask(mask);
        replace_file(folder / "run.h5", bytes_of("x"));
        umask(before);
        struct stat status {};
        REQUIRE(stat((folder / "run.h5").c_str(), &status) == 0);
        CHECK((status.st_mode & 07777U) == mode);
    }
}

TEST_CASE("create_file does not touch a file that is there") {
    const ScratchFolder folder;
    const fs::path target = folder / "run.h5";
    create_file(target, bytes_of("first"));
    CHECK(code_of([&] { create_file(target, bytes_of("second")); }) == 73);
    CHECK(file_text(target) == "first");
    CHECK(folder.n_entries() == 1);
    fs::create_symlink("nowhere", folder / "link");
    CHECK(code_of([&] { create_file(folder / "link", bytes_of("x")); }) == 73);
    CHECK(code_of([&] { probe_writable(folder / "link", Overwrite::refuse); }) == 73);
    CHECK(fs::is_symlink(folder / "link"));
}

TEST_CASE("a symbolic link at the target is replaced, not followed") {
    const ScratchFolder folder;
    put_text(folder / "precious", "old");
    fs::create_symlink(folder / "precious", folder / "run.h5");
    replace_file(folder / "run.h5", bytes_of("new"));
    CHECK(file_text(folder / "precious") == "old");
    CHECK(file_text(folder / "run.h5") == "new");
    CHECK_FALSE(fs::is_symlink(folder / "run.h5"));
}

TEST_CASE("a link in the place of the temporary file is not followed") {
    const ScratchFolder folder;
    put_text(folder / "precious", "old");
    fs::create_symlink(folder / "precious", folder / (".run.h5.tmp." + std::to_string(getpid())));
    replace_file(folder / "run.h5", bytes_of("new"));
    CHECK(file_text(folder / "precious") == "old");
    CHECK(file_text(folder / "run.h5") == "new");
    CHECK(folder.n_entries() == 3);
}

TEST_CASE("what cannot be created is refused with path, call and reason") {
    const ScratchFolder folder;
    const fs::path missing = folder / "no/run.h5";
    CHECK(code_of([&] { replace_file(missing, bytes_of("x")); }) == 73);
    CHECK(code_of([&] { probe_writable(missing, Overwrite::replace); }) == 73);
    const std::string message = message_of([&] { replace_file(missing, bytes_of("x")); });
    CHECK_THAT(message, Catch::Matchers::StartsWith(missing.string() + ": cannot create (open "));
    CHECK_THAT(message, Catch::Matchers::Contains("No such file or directory"));

    put_text(folder / "file", "x");
    fs::create_directory(folder / "run.h5");
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    fs::create_symlink("/dev/null", folder / "null");
    for (const char* name : {"file/run.h5", "run.h5", "run.h5/", "pipe", "null", ""}) {
        INFO(name);
        const fs::path target = *name == '\0' ? fs::path() : folder / name;
        CHECK(code_of([&] { replace_file(target, bytes_of("x")); }) == 73);
        CHECK(code_of([&] { probe_writable(target, Overwrite::replace); }) == 73);
    }
    CHECK(folder.n_entries() == 4);
    CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("probing leaves nothing behind and touches nothing") {
    const ScratchFolder folder;
    const fs::path target = folder / "run.h5";
    CHECK(code_of([&] { probe_writable(target, Overwrite::refuse); }) == 0);
    CHECK(folder.n_entries() == 0);
    put_text(target, "old");
    CHECK(code_of([&] { probe_writable(target, Overwrite::replace); }) == 0);
    CHECK(code_of([&] { probe_writable(target, Overwrite::refuse); }) == 73);
    CHECK(file_text(target) == "old");
    CHECK(folder.n_entries() == 1);
}

// A file-size limit stands in for a full disk: write(2) comes back short, then fails.
TEST_CASE("a write that fails leaves the old file and nothing else") {
    const ScratchFolder folder;
    const fs::path target = folder / "run.h5";
    const std::string large(100'000, 'x');
    const auto write = [&] { replace_file(target, bytes_of(large)); };
    CHECK(code_in_child([] { limit_file_size(4096); }, write) == 74);
    CHECK(folder.n_entries() == 0);
    put_text(target, "old");
    CHECK(code_in_child([] { limit_file_size(4096); }, write) == 74);
    CHECK(file_text(target) == "old");
    CHECK(folder.n_entries() == 1);
    CHECK(code_in_child([] { limit_file_size(100'000); }, write) == 0);
    CHECK(file_text(target) == large);
}

// Needs another user than root, for whom no folder is read-only.
TEST_CASE("a folder without permission is refused") {
    const ScratchFolder folder;
    fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec |
                                       fs::perms::others_read | fs::perms::others_exec);
    const auto enter_without_rights = [&] {
        fs::current_path(folder.path());
        if (geteuid() == 0 && setuid(65534) != 0) _exit(2);
    };
    for (const fs::path& target : {folder / "run.h5", fs::path("run.h5")}) {
        INFO(target);
        CHECK(code_in_child(enter_without_rights,
                            [&] { probe_writable(target, Overwrite::replace); }) == 73);
    }
    fs::permissions(folder.path(), fs::perms::owner_all);
}
