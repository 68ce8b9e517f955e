// Progress on stderr, of a run or of a long file: a line that is rewritten on a terminal, a line
// every ten seconds elsewhere, with rate and time left.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

#include "tools/arguments/command_line.hpp"

namespace trialcost {

// What is counted, and how it is shown.
struct ProgressUnit {
    std::string name = "draws";
    double size = 1;
};

class ProgressLine {
  public:
    ProgressLine(ProgressStyle style, std::uint64_t all, ProgressUnit unit = {});
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void begin(const std::string& what);
    // Draws of what was begun last, or bytes; from any thread.
    void update(std::uint64_t done);
    void finish(std::uint64_t draws);

  private:
    using Clock = std::chrono::steady_clock;
    enum class Form { rewritten, plain, none };

    void print(std::uint64_t done);

    Form form_;
    ProgressUnit unit_;
    std::uint64_t all_, finished_ = 0;
    std::string what_;
    Clock::time_point start_, last_;
    std::mutex mutex_;
    bool shown_ = false;
};

}  // namespace trialcost
