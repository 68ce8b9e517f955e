// What the user asked for on the command line. CLI11 is known to command_line.cpp alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sim/sampling/points.hpp"
#include "tools/report/fail_condition.hpp"
#include "tools/report/terminal_report.hpp"

namespace trialcost {

enum class ProgressStyle { automatic, plain, none };

struct RunRequest {
    std::filesystem::path scenario, output;
    bool force = false;
    SamplingDesign sampling;
    std::optional<std::uint64_t> draws;  // in all
    std::optional<int> threads;
    std::optional<std::filesystem::path> markdown;  // a summary beside the result
    std::vector<FailCondition> fail_if;
    ProgressStyle progress = ProgressStyle::automatic;
    std::string argv;
};

struct CheckRequest {
    std::filesystem::path scenario;
    bool strict = false;
};

struct ShowRequest {
    std::filesystem::path result;
    Detail detail = Detail::brief;
};

struct InitRequest {
    std::filesystem::path folder = ".";
};

struct VersionRequest {};

// Help was asked for, or the line is wrong (exit code 2): text for stdout or stderr.
struct NothingToDo {
    int exit_code = 0;
    std::string out, err;
};

using Request =
    std::variant<RunRequest, CheckRequest, ShowRequest, InitRequest, VersionRequest, NothingToDo>;

Request parse_command_line(int argc, const char* const* argv);

}  // namespace trialcost
