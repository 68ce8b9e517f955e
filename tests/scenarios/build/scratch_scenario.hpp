// A scenario in a folder of its own, written piece by piece; what is not said is the shortest good
// one: one option `a` of one node "x8" in "r1", on demand, with its records in a.csv and its quote
// in quotes.csv (1 USD per instance-hour, verified 15 days before `as_of`).
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "scenarios/build/build_plan.hpp"
#include "tests/sim/results/scratch_folder.hpp"

namespace trialcost {

struct ScenarioText {
    std::string top;       // further keys at the top
    std::string workload;  // further keys of [workload]
    std::string budget = "total = \"1000 USD\"";
    std::string quotes = "files = [\"quotes.csv\"]";
    std::string option;  // further keys of [option.a]
    std::string tables;  // whatever follows: tables of option a, shared inputs, further options

    std::string text() const;
};

class ScratchScenario {
  public:
    ScratchScenario();

    void put(const std::string& name, const std::string& text);
    void put(const ScenarioText& scenario) { put("scenario.toml", scenario.text()); }

    const std::filesystem::path& folder() const { return folder_->path(); }
    BuiltPlan built(OtherReadings others = OtherReadings::left_out) const;
    OptionPlan option(std::size_t number = 0) const { return built().plan.options.at(number); }

    // One complaint per line, "file:line:column field: problem (why); remedy", in the order they
    // came; warnings with a leading "warning ". `complaints` is of a scenario that must be refused.
    std::string complaints() const;
    std::string warnings() const;

  private:
    std::unique_ptr<ScratchFolder> folder_ = std::make_unique<ScratchFolder>();
};

// Rows of trial records below a header; `columns` are those after the five required ones, and each
// row starts with its name alone: "r1,900,3072" gets instance x8, 1000 s billed, 1 unit, passed.
std::string trial_rows(const std::string& columns, const std::vector<std::string>& rows);

inline const std::string quote_header =
    "region,service,item,purchase,price,currency,unit,verified_on,valid_until,granularity_s,"
    "minimum_s,"
    "month_h,tier_from,tier_to,included,source\n";

inline const std::string good_quote = "r1,ec2,x8,on-demand,1.00,USD,instance-hour,2026-11-15\n";

// Value of a stated input at a normal score; the median of a recorded one, whatever the score.
double value_at(const OptionPlan& option, const Source& source, double score = 0);

const Evidence& evidence_of(const OptionPlan& option, const std::string& input);
bool has_evidence(const OptionPlan& option, const std::string& input);
const Gate& gate_of(const OptionPlan& option, const std::string& name);
const StatedInput& stated_of(const OptionPlan& option, const std::string& name);

}  // namespace trialcost
