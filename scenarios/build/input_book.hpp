// Collects the inputs of one option: each gets a source in the plan and a row of evidence.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "models/calibration/field_groups.hpp"
#include "scenarios/build/input_value.hpp"
#include "scenarios/build/measured_runs.hpp"
#include "sim/plan/plan.hpp"

namespace trialcost {

// Fields whose groups stand in the plan.
struct RecordedFields {
    CalibratedFields fields;
    std::size_t first_group = 0;  // in the plan
    std::string source;           // files and rows
};

class InputBook {
  public:
    // Calibrates the fields of the trial records and adds their groups to the plan.
    InputBook(const Scenario& scenario, OptionPlan& plan, const MeasuredRuns& runs,
              const std::vector<std::string>& amount_columns);

    // Adds the groups of further fields, those of failures say, drawn per event.
    RecordedFields add_groups(CalibratedFields fields, std::string_view name, Varies varies, std::string source);

    // A value or distribution given by the scenario. `natural`: how often it is drawn unless stated.
    // `owner`: empty where the quantity is shared between options.
    Source given(const std::string& input, const InputValue& value, Varies natural, std::string_view owner);

    // A field of the trial records, or of others; nothing where no run recorded it. `unit` is for
    // showing it.
    std::optional<Source> recorded(const std::string& input, const std::string& field, std::string_view unit);
    std::optional<Source> recorded(const RecordedFields& from, const std::string& input, const std::string& field,
                                   std::string_view unit);

    // A posterior drawn once per draw.
    Source posterior(const std::string& input, const Distribution& distribution, Evidence evidence);

    // Left out of every draw; `consequence` is listed as missing unless it is empty.
    void unknown(const std::string& input, const std::string& note, const std::string& consequence);

    // Inputs whose spread no record shows: they block a decision to expand.
    bool spread_unmeasured() const { return spread_unmeasured_; }

  private:
    Source stated(const std::string& name, const Distribution& distribution, Varies varies);

    const Scenario& scenario_;
    OptionPlan& plan_;
    const MeasuredRuns& runs_;
    RecordedFields trials_;
    bool spread_unmeasured_ = false;
};

// "12.3 s", "4.5 min", "2.1 h".
std::string show_seconds(double seconds);

}  // namespace trialcost
