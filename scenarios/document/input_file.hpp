// A file from outside, read from begin to end in pieces: a file larger than memory is no trouble.
//
// Regular files only. Errors: UnreadableInput. Randomness: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

namespace trialcost {

class InputFile {
  public:
    // Told how many bytes of the file have been read.
    using Progress = std::function<void(std::uint64_t)>;

    explicit InputFile(const std::filesystem::path& path, Progress progress = {});
    ~InputFile();
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    const std::string& name() const { return name_; }  // as messages show it
    std::uint64_t size() const { return size_; }       // when it was opened

    // The next bytes, at most as many as `piece` takes; 0 at the end of the file.
    std::size_t read(std::span<char> piece);

  private:
    std::string name_;
    Progress progress_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0, done_ = 0;
};

}  // namespace trialcost
