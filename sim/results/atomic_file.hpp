// Files that appear whole or not at all.
//
// The bytes go to `.<name>.tmp.<pid>` in the target's folder, are synced, and then take the
// target's place in one step, so a reader sees the old file or the new one, and a failure leaves
// the old one as it was and nothing else behind. A symbolic link at the target is replaced, not
// followed. A target that is, or links to, something other than a regular file (a folder, a device)
// is refused. The mode is 0644 less the umask. A file-size limit fails cleanly only if the process
// ignores SIGXFSZ. Errors: OutputError. Randomness: none.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>

namespace trialcost {

enum class OutputFault {
    cannot_create,  // no folder, no permission, in the way, exists (EX_CANTCREAT, 73)
    write_failed    // disk full, quota, input/output error (EX_IOERR, 74)
};

class OutputError : public std::runtime_error {
  public:
    OutputError(OutputFault fault, const std::string& message)
        : std::runtime_error(message), fault_(fault) {}
    OutputFault fault() const { return fault_; }

  private:
    OutputFault fault_;
};

enum class Overwrite { refuse, replace };

// Puts the bytes at `path`, over a file that may be there.
void replace_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

// The same for a file that must not be there yet.
void create_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

// Whether `path` could be written now: to be asked before hours of work. Leaves nothing behind.
void probe_writable(const std::filesystem::path& path, Overwrite overwrite);

}  // namespace trialcost
