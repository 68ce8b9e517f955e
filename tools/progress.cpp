#include "tools/progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "scenarios/document/complaints.hpp"

namespace trialcost {
namespace {

using namespace std::chrono_literals;

double seconds(std::chrono::steady_clock::duration duration) {
    return std::chrono::duration<double>(duration).count();
}

}  // namespace

ProgressLine::ProgressLine(ProgressStyle style, std::uint64_t all, ProgressUnit unit)
    : unit_(std::move(unit)), all_(all), start_(Clock::now()), last_(start_) {
    const bool terminal = isatty(STDERR_FILENO) == 1;
    form_ = style == ProgressStyle::none                    ? Form::none
            : style == ProgressStyle::automatic && terminal ? Form::rewritten
                                                            : Form::plain;
}

ProgressLine::~ProgressLine() {
    if (form_ == Form::rewritten && shown_) fmt::print(stderr, "\r\033[K");
}

void ProgressLine::begin(const std::string& what) {
    what_ = printable(what);
}

void ProgressLine::update(std::uint64_t done) {
    if (form_ == Form::none) return;
    const std::lock_guard lock(mutex_);
    const auto pause = form_ == Form::rewritten ? 100ms : 10'000ms;
    const auto now = Clock::now();
    if (now - last_ < pause) return;
    last_ = now;
    print(finished_ + done);
}

void ProgressLine::finish(std::uint64_t draws) {
    finished_ += draws;
}

void ProgressLine::print(std::uint64_t done) {
    shown_ = true;
    const double elapsed_s = seconds(Clock::now() - start_);
    const double rate = elapsed_s > 0 ? static_cast<double>(done) / elapsed_s : 0;
    const double left_s = rate > 0 ? static_cast<double>(all_ - done) / rate : 0;
    const std::string line =
        fmt::format("{:3.0f} %  {}  {:.3g} {}/s  {:.0f} s left",
                    100.0 * static_cast<double>(done) / static_cast<double>(all_), what_,
                    rate / unit_.size, unit_.name, left_s);
    if (form_ == Form::rewritten)
        fmt::print(stderr, "\r\033[K{}", line);
    else
        fmt::print(stderr, "{}\n", line);
    std::fflush(stderr);
}

}  // namespace trialcost
