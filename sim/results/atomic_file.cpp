#include "sim/results/atomic_file.hpp"

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace trialcost {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(OutputFault fault, const fs::path& path, std::string_view call, int error) {
    const std::string_view what =
        fault == OutputFault::cannot_create ? "cannot create" : "write failed";
    throw OutputError(fault, fmt::format("{}: {} ({}: {})", path.string(), what, call,
                                         std::generic_category().message(error)));
}

[[noreturn]] void refuse(const fs::path& path, std::string_view why) {
    throw OutputError(OutputFault::cannot_create,
                      fmt::format("{}: cannot create ({})", path.string(), why));
}

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

void check_target(const fs::path& path, Overwrite overwrite) {
    if (!path.has_filename()) refuse(path, "names a folder");
    std::error_code ignored;  // an unreadable folder shows when the temporary file is made
    const fs::file_status target = fs::status(path, ignored);
    if (fs::exists(target) && !fs::is_regular_file(target)) {
        refuse(path, "is there, and not a regular file");
    }
    if (overwrite == Overwrite::refuse && fs::exists(fs::symlink_status(path, ignored))) {
        refuse(path, "exists already");
    }
}

// A file beside the target, removed unless it takes the target's place.
class TemporaryFile {
  public:
    explicit TemporaryFile(const fs::path& target);
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile();

    void write(std::span<const std::byte> bytes);
    void sync_and_close();
    void take_place(Overwrite overwrite);

  private:
    fs::path target_;
    fs::path path_;
    int descriptor_ = -1;
    bool exists_ = false;
};

TemporaryFile::TemporaryFile(const fs::path& target) : target_(target) {
    // A killed process may have left its file, and process numbers come again.
    constexpr int max_leftovers = 100;
    const std::string base =
        fmt::format(".{}.tmp.{}", target.filename().string(), static_cast<long>(getpid()));
    for (int k = 0; descriptor_ < 0; ++k) {
        path_ = folder_of(target) / (k == 0 ? base : fmt::format("{}.{}", base, k));
        descriptor_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (descriptor_ >= 0 || (errno == EEXIST && k < max_leftovers)) continue;
        fail(OutputFault::cannot_create, target_, "open " + path_.string(), errno);
    }
    exists_ = true;
}

TemporaryFile::~TemporaryFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (exists_) unlink(path_.c_str());
}

void TemporaryFile::write(std::span<const std::byte> bytes) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t written = ::write(descriptor_, bytes.data() + done, bytes.size() - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            fail(OutputFault::write_failed, target_,
                 fmt::format("write after {} of {} bytes", done, bytes.size()),
                 written < 0 ? errno : EIO);
        }
        done += static_cast<std::size_t>(written);
    }
}

void TemporaryFile::sync_and_close() {
    if (fsync(descriptor_) != 0) fail(OutputFault::write_failed, target_, "fsync", errno);
    if (close(std::exchange(descriptor_, -1)) != 0) {
        fail(OutputFault::write_failed, target_, "close", errno);
    }
}

void TemporaryFile::take_place(Overwrite overwrite) {
    if (overwrite == Overwrite::replace) {
        if (rename(path_.c_str(), target_.c_str()) != 0) {
            fail(OutputFault::write_failed, target_, "rename", errno);
        }
        exists_ = false;
        return;
    }
    // Unlike rename, link fails if another process was faster. Some file systems have no links.
    if (link(path_.c_str(), target_.c_str()) == 0) return;
    if (errno == EEXIST) fail(OutputFault::cannot_create, target_, "link", errno);
    check_target(target_, overwrite);
    take_place(Overwrite::replace);
}

// So that the new name itself survives a power failure.
void sync_folder(const fs::path& target) {
    const int descriptor = open(folder_of(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) fail(OutputFault::write_failed, target, "open of its folder", errno);
    const int error = fsync(descriptor) == 0 ? 0 : errno;
    close(descriptor);
    const bool unsupported = error == EINVAL;  // by the file system, which then needs no sync
    if (error != 0 && !unsupported) {
        fail(OutputFault::write_failed, target, "fsync of its folder", error);
    }
}

void put_file(const fs::path& path, std::span<const std::byte> bytes, Overwrite overwrite) {
    check_target(path, overwrite);
    {
        TemporaryFile temporary(path);
        temporary.write(bytes);
        temporary.sync_and_close();
        temporary.take_place(overwrite);
    }
    sync_folder(path);
}

}  // namespace

void replace_file(const fs::path& path, std::span<const std::byte> bytes) {
    put_file(path, bytes, Overwrite::replace);
}

void create_file(const fs::path& path, std::span<const std::byte> bytes) {
    put_file(path, bytes, Overwrite::refuse);
}

void probe_writable(const fs::path& path, Overwrite overwrite) {
    check_target(path, overwrite);
    const TemporaryFile temporary(path);
}

}  // namespace trialcost
