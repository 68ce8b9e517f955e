// The scenario as written, with positions: what the file says, before anything is made of it.
// Times in s, money in the scenario's currency, node time in node h.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/calibration/field_scale.hpp"
#include "models/pricing/cost_item.hpp"
#include "models/pricing/purchase.hpp"
#include "models/units/date.hpp"
#include "scenarios/build/input_value.hpp"
#include "scenarios/document/complaints.hpp"

namespace trialcost {

struct WrittenWorkload {
    std::string name, output_unit = "run", quality;
    std::uint32_t runs = 1;
    std::uint32_t parallel = 1;
    Position runs_where;             // of the table where it does not say them
    double period_s = 0;             // 0: not said
    bool pool_spread = false;        // of measured fields, over all options
    std::optional<InputValue> work;  // where it is given; else the records have measured it
    std::optional<double> value;     // of a qualified run

    // There are no more jobs side by side than runs.
    std::uint32_t jobs_at_once() const { return std::min(parallel, runs); }
};

struct WrittenFailureClass {
    std::string name;
    std::optional<InputValue> rate, downtime, restart_time;
    std::optional<InputValue> shape;  // of Weibull times between failures
    Renews renews = Renews::struck;
    std::optional<StageSet> stages;
    std::optional<Instances> instances;
    std::optional<EndedBy> by;
    std::optional<double> notice_s;
    bool common_cause = false;
    LostWork lost_work = LostWork::since_checkpoint;
    std::optional<bool> downtime_billed;
};

struct WrittenCostItem {
    std::string name;  // of the line
    std::string path;  // of its table, for messages
    Position where;
    Driver driver = Driver::fixed;
    InputValue amount;
    double keep = 0;
    HeldFor held_for = HeldFor::the_longer;
    double count = 1;                        // so many of it: volumes
    bool per_node = false;                   // on each node
    std::optional<PurchaseOption> purchase;  // of a quote for instances
    std::string service, item;    // of the quote; without an item, the only one of the service
    std::optional<double> price;  // given in the scenario
    std::string price_per, price_text;
    Position price_where;
};

struct WrittenGate {
    std::string name;
    Answer answer = Answer::unknown;
    std::string evidence;
};

// The steps of a port, each a gate "port.STEP".
inline constexpr std::array<std::string_view, 7> port_steps = {
    "load",        "compile",         "forward_backward",  "optimizer",
    "distributed", "checkpoint_save", "checkpoint_restore"};

struct WrittenLimits {
    std::optional<double> timeout_s, deadline_s;
    std::optional<double> most_spent;
    bool stop_at_deadline = false;
    Position stop_where;
    std::uint32_t max_attempts = 10;
    std::uint64_t max_failures = 10'000;
};

struct StandIn {
    std::string instance, because;
};

// How the instances are bought. What is not said comes from the quote.
struct WrittenPurchase {
    PurchaseOption option = PurchaseOption::on_demand;
    CapacityBlock block;
    std::optional<double> block_step_s;
    std::uint64_t interruptions_before_fallback = std::numeric_limits<std::uint64_t>::max();
    std::string plan;  // of a commitment
    std::optional<double> committed_nodes, committed_span_s;
    Outlasted commitment_outlasted = Outlasted::on_demand;
};

// Work of porting, in hours at a rate; computing in node hours; or a sum of money.
struct WrittenMigrationTask {
    std::string name;
    InputValue amount;
    std::optional<double> price = {};  // of its base unit; absent: the option's node hour
    std::string price_text = {};
};

struct WrittenMigration {
    Position where;
    std::string path;
    std::vector<WrittenMigrationTask> tasks;
    std::string none_because;  // there is nothing to port; empty: there is
};

struct WrittenCorrelation {
    std::string first, second;  // inputs, as their evidence names them
    double spearman = 0;
    std::string source;  // where it is known from; empty: not said
    std::string path;    // "option.h100.correlation[0]", for messages
    Position where;
};

struct NamedFile {
    std::string name;  // as written, relative to the folder of the scenario
    Position where;    // that names it
};

struct WrittenOption {
    std::string name;
    std::string path;  // "option.h100", for messages
    Position where;
    std::string instance, provider, region, zone, service, software;
    WrittenPurchase purchase;
    std::uint32_t nodes = 1;
    std::vector<NamedFile> trials, failure_files, block_files;
    std::optional<StandIn> records_stand_for;
    std::optional<ColdStart> cold_start;
    LastSave last_save = LastSave::paid;
    RestartFailure restart_failure = RestartFailure::possible;
    std::map<std::string, InputValue> inputs;   // by name
    std::vector<WrittenFailureClass> failures;  // in file order
    std::vector<WrittenCorrelation> correlations;
    std::vector<WrittenCostItem> cost_items;
    std::vector<WrittenGate> gates;
    WrittenLimits limits;
    std::optional<WrittenMigration> migration;
};

// How what is written and measured becomes inputs: as the verdict takes it, or another way beside
// it. Where records measure an input that also has a conservative value, the baseline follows the
// records and the conservative case the value.
enum class InputCase { baseline, conservative };

struct Reading {
    PredictiveKind predictive = PredictiveKind::ranked;
    InputCase inputs = InputCase::baseline;
};

// How old a quote may be and still count as verified, in days, by what it is for. Prices that move
// from day to day are soon old; those of a year's commitment are not.
struct QuoteAges {
    int on_demand = 30, spot = 7, commitment = 90, capacity_block = 30, other = 30;
};

struct Scenario {
    std::filesystem::path folder;  // of the file: names in the plan are relative to it
    std::string title, currency;
    std::optional<Date> as_of;
    WrittenWorkload workload;
    double confidence = 0.9;
    std::vector<BudgetCeiling> ceilings;
    std::vector<NamedFile> quote_files;
    QuoteAges quote_ages;
    std::string baseline;
    std::map<std::string, InputValue> shared_inputs;
    std::vector<WrittenCorrelation> correlations;  // of shared inputs
    std::vector<WrittenOption> options;
    Reading reading;
};

// Reads the whole document; what is wrong becomes complaints, and the rest is read all the same.
Scenario read_scenario(const Node& root, Complaints& complaints);

// The columns of trial records that cost items of these options count by, each once.
std::vector<std::string> amount_columns(std::span<const WrittenOption> options);

// The work of a run where the scenario gives it: the option's own, else the workload's.
const InputValue* given_work(const Scenario& scenario, const WrittenOption& option);

}  // namespace trialcost
