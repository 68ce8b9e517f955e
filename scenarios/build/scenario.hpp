// The scenario as written, with positions: what the file says, before anything is made of it.
// Times in s, money in the scenario's currency, node time in node h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/pricing/cost_item.hpp"
#include "models/pricing/purchase.hpp"
#include "models/units/date.hpp"
#include "scenarios/build/input_value.hpp"
#include "scenarios/document/complaints.hpp"

namespace trialcost {

struct WrittenWorkload {
    std::string name, output_unit = "run", quality;
    std::uint32_t runs = 1;
    double period_s = 0;                 // 0: not said
    bool work_is_measured = true;
    std::optional<InputValue> work;      // where it is given
    std::optional<double> value;         // of a qualified run
};

struct WrittenFailureClass {
    std::string name;
    Position where;
    std::optional<InputValue> rate, downtime, restart_time;
    StageSet stages = StageSet::all();
    LostWork lost_work = LostWork::since_checkpoint;
    bool downtime_billed = true;
};

struct WrittenCostItem {
    std::string name;          // of the line
    Position where;
    Driver driver = Driver::fixed;
    InputValue amount;
    double keep = 0;
    std::string service, item; // of the quote
    std::optional<double> price;           // given in the scenario
    std::string price_per, price_text;
    EvidenceClass price_class = EvidenceClass::assumed;
};

struct WrittenGate {
    std::string name;
    Answer answer = Answer::unknown;
    std::string evidence;
};

struct WrittenLimits {
    std::optional<double> timeout_s, deadline_s;
    bool stop_at_deadline = false;
    std::uint32_t max_attempts = 10;
    std::uint64_t max_failures = 10'000;
};

struct StandIn {
    std::string instance, because;
};

struct WrittenOption {
    std::string name;
    Position where;
    std::string instance, region, service, software;
    PurchaseOption purchase = PurchaseOption::on_demand;
    std::uint32_t nodes = 1;
    std::vector<std::pair<std::string, Position>> trials, failure_files;
    std::optional<StandIn> records_stand_for;
    std::optional<ColdStart> cold_start;
    LastSave last_save = LastSave::paid;
    RestartFailure restart_failure = RestartFailure::possible;
    std::map<std::string, InputValue> inputs;       // by name
    std::vector<WrittenFailureClass> failures;      // in file order
    std::vector<WrittenCostItem> cost_items;
    std::vector<WrittenGate> gates;
    WrittenLimits limits;
    CapacityBlock block;
};

struct Scenario {
    std::filesystem::path folder;  // of the file: names in the plan are relative to it
    std::string title, currency;
    std::optional<Date> as_of;
    WrittenWorkload workload;
    double confidence = 0.9;
    std::vector<BudgetCeiling> ceilings;
    std::vector<std::pair<std::string, Position>> quote_files;
    double quote_max_age_d = 30;
    std::string baseline;
    Position baseline_where;
    std::map<std::string, InputValue> shared_inputs;
    std::vector<WrittenOption> options;
};

// "trials/h100.csv:5": where something stands, wherever the scenario was opened from.
std::string place(const Scenario& scenario, const Position& where);
std::string place_of_file(const Scenario& scenario, const std::string& file);

// Reads the whole document; what is wrong becomes complaints, and the rest is read all the same.
Scenario read_scenario(const Node& root, Complaints& complaints);

// Names of the inputs that [option.NAME.inputs] can give, for messages and for docs.
std::vector<std::string> known_inputs();

}  // namespace trialcost
