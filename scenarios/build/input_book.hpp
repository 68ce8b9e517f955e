// Collects the inputs of one option: each gets a source in the plan and a row of evidence.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
    RecordedFields add_groups(CalibratedFields fields, std::string_view name, Varies varies,
                              std::string source);

    // A value or distribution given by the scenario. `natural`: how often it is drawn unless
    // stated. `owner`: empty where the quantity is shared between options.
    Source given(const std::string& input, const InputValue& value, Varies natural,
                 std::string_view owner);

    // A field of the trial records, or of others; nothing where no run recorded it. `unit` is for
    // showing it.
    std::optional<Source> recorded(const std::string& input, const std::string& field,
                                   std::string_view unit);
    std::optional<Source> recorded(const RecordedFields& from, const std::string& input,
                                   const std::string& field, std::string_view unit);

    // A distribution or value that follows from counts or sums over the trial records; its evidence
    // is that of the records.
    Source derived(const std::string& input, const Distribution& distribution, std::string value,
                   std::size_t observations, Varies varies = Varies::once);

    // A conservative value of an input that the records measure: the conservative case takes it.
    void set_aside(const std::string& input, const InputValue& value);

    // What nothing measured and nobody gave; the first is shown alone, it takes part in no draw.
    void assumed(const std::string& input, std::string shown, std::string source);
    Source assumed_value(const std::string& input, double value, std::string shown,
                         std::string source);

    // Left out of every draw; `consequence` is listed as missing unless it is empty. An input that
    // is known to be unknown already stays as it is.
    void unknown(const std::string& input, const std::string& note, const std::string& consequence);
    bool is_unknown(const std::string& input) const;

    // Whether the trial records have a field.
    bool is_recorded(const std::string& field) const {
        return trials_.fields.find(field) != nullptr;
    }

    // Inputs whose spread no record shows: they block a decision to expand.
    bool spread_unmeasured() const { return spread_unmeasured_; }

    const RecordedFields& trials() const { return trials_; }

    // Standard deviation of a field of the trial records on the log scale.
    double spread_of(const std::string& field) const;

  private:
    Source stated(const std::string& name, const Distribution& distribution, Varies varies);
    void show_pooled(const CalibratedField& field, Evidence& evidence) const;
    void bound(const CalibratedField& field, std::string_view unit, Source& source,
               Evidence& evidence);
    bool is_bounded_by_timeout(const std::string& input) const;

    const Scenario& scenario_;
    OptionPlan& plan_;
    const MeasuredRuns& runs_;
    RecordedFields trials_;
    bool spread_unmeasured_ = false;
};

// "12.3 s", "4.5 min", "2.1 h".
std::string show_seconds(double seconds);

}  // namespace trialcost
