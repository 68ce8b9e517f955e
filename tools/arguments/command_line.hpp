// What the user asked for on the command line. CLI11 is known to this folder alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "models/calibration/field_scale.hpp"
#include "models/fitting/likelihood.hpp"
#include "models/units/date.hpp"
#include "scenarios/bills/bill_row.hpp"
#include "scenarios/import/quote_request.hpp"
#include "sim/sampling/points.hpp"
#include "tools/report/backtest_report.hpp"
#include "tools/report/fail_condition.hpp"
#include "tools/report/terminal_report.hpp"

namespace trialcost {

enum class ProgressStyle { automatic, plain, none };
enum class ColorChoice { automatic, always, never };

// What becomes of a result, and how it is made.
struct ResultRequest {
    std::filesystem::path output;
    bool force = false;
    std::optional<std::filesystem::path> markdown;  // a summary beside the result
    std::vector<FailCondition> fail_if;
    std::optional<int> threads;
    ProgressStyle progress = ProgressStyle::automatic;
    ColorChoice color = ColorChoice::automatic;
    std::string argv;
};

// The part of a run that is asked for, from 0.
struct ShardNumber {
    std::uint64_t index = 0, count = 1;
};

struct RunRequest : ResultRequest {
    std::filesystem::path scenario;
    SamplingDesign sampling;
    std::optional<std::uint64_t> draws;  // in all
    std::optional<double> target_error;  // relative half-width
    std::optional<double> time_limit_s;
    double checkpoint_every_s = 60;
    std::optional<ShardNumber> shard;
};

struct MergeRequest : ResultRequest {
    std::vector<std::filesystem::path> shards;
    std::optional<std::filesystem::path> scenario;  // otherwise where the shards read it
};

struct VerifyRequest {
    std::filesystem::path result;
    std::optional<std::filesystem::path> scenario;  // otherwise where the result's run read it
    std::uint64_t blocks = 8;
    std::optional<int> threads;
};

// The printed script has a shard in each job; `run_options` are words of `run`.
struct SlurmRequest {
    std::filesystem::path scenario;
    std::uint64_t shards = 1;
    std::filesystem::path output = "result.h5";
    std::optional<std::uint64_t> time_min;  // of each job
    std::optional<std::string> partition;
    int cpus = 1;
    std::vector<std::string> run_options;
};

struct CheckRequest {
    std::filesystem::path scenario;
    bool strict = false;
    ColorChoice color = ColorChoice::automatic;
};

struct ShowRequest {
    std::filesystem::path result;
    Detail detail = Detail::brief;
    ColorChoice color = ColorChoice::automatic;
};

struct InitRequest {
    std::filesystem::path folder = ".";
};

enum class ReportFormat { text, json };

struct FitRequest {
    std::filesystem::path records;
    std::string column;
    std::optional<std::string> censored;  // the column that says which values are
    std::optional<FitFamily> family;      // all of them without it
    ReportFormat format = ReportFormat::text;
};

struct BacktestRequest {
    std::filesystem::path records;
    std::vector<std::string> group, value;  // columns; values are added up
    std::size_t first = 0;
    std::size_t shuffles = 200;
    std::size_t min_runs = 9;
    std::uint64_t seed = 1;
    std::vector<RowFilter> where;
    PredictiveKind predictive = PredictiveKind::ranked;
    std::optional<std::string> by;  // one of `group`
    ReportFormat format = ReportFormat::text;
};

struct ImportQuotesRequest {
    QuoteRequest quotes;
    std::filesystem::path output;
    bool force = false;
    ProgressStyle progress = ProgressStyle::automatic;
    ColorChoice color = ColorChoice::automatic;
};

struct ReconcileRequest {
    using Pairs = std::vector<std::pair<std::string, std::string>>;

    std::filesystem::path result;
    std::vector<std::filesystem::path> bills;
    std::optional<std::string> option;    // the only one of the result without it
    Pairs tags;                           // of the job, in the bill
    std::optional<Moment> from, to;       // of the job: both or none
    std::optional<std::string> instance;  // type in the bill; that of the option without it
    Pairs map;                            // item of the prediction, text of charges that are its
    CostView view = CostView::billed;
    ReportFormat format = ReportFormat::text;
    ColorChoice color = ColorChoice::automatic;
};

struct VersionRequest {};

// Help was asked for, or the line is wrong (exit code 2): text for stdout or stderr.
struct NothingToDo {
    int exit_code = 0;
    std::string out, err;
};

using Request = std::variant<RunRequest, MergeRequest, VerifyRequest, SlurmRequest, CheckRequest,
                             ShowRequest, InitRequest, FitRequest, BacktestRequest,
                             ImportQuotesRequest, ReconcileRequest, VersionRequest, NothingToDo>;

Request parse_command_line(int argc, const char* const* argv);

}  // namespace trialcost
