#include "scenarios/document/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

#include "scenarios/document/complaints.hpp"
#include "scenarios/document/text_file.hpp"

namespace trialcost {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& reason) {
    throw UnreadableInput(printable(name) + ": " + reason);
}

[[noreturn]] void refuse_by_errno(const std::string& name, int code) {
    refuse(name, "cannot be read: " + std::generic_category().message(code));
}

std::string_view kind_of_file(mode_t mode) {
    if (S_ISDIR(mode)) return "a folder";
    if (S_ISFIFO(mode)) return "a pipe";
    if (S_ISSOCK(mode)) return "a socket";
    return "a device";
}

// The size of an open file that is an ordinary one.
std::uint64_t size_of(int descriptor, const std::string& name) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) refuse_by_errno(name, errno);
    if (!S_ISREG(status.st_mode))
        refuse(name, "is " + std::string(kind_of_file(status.st_mode)) + ", not a file");
    return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace

InputFile::InputFile(const std::filesystem::path& path, Progress progress)
    : name_(path.string()), progress_(std::move(progress)) {
    // O_NONBLOCK: opening a pipe nobody writes to would wait for ever.
    descriptor_ = ::open(name_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor_ < 0) refuse_by_errno(name_, errno);
    try {
        size_ = size_of(descriptor_, name_);
    } catch (...) {
        ::close(descriptor_);
        throw;
    }
}

InputFile::~InputFile() {
    ::close(descriptor_);
}

std::size_t InputFile::read(std::span<char> piece) {
    for (;;) {
        const ssize_t got = ::read(descriptor_, piece.data(), piece.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) refuse_by_errno(name_, errno);
        const auto count = static_cast<std::size_t>(got);
        done_ += count;
        if (progress_ && count > 0) progress_(done_);
        return count;
    }
}

}  // namespace trialcost
