#include "scenarios/build/input_book.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "models/calibration/posterior.hpp"
#include "scenarios/build/other_nodes.hpp"
#include "scenarios/build/places.hpp"

namespace trialcost {
namespace {

// With a timeout every attempt is: what holds its inputs must only be finite.
constexpr double far_beyond_any_timeout = 1e6;

std::string show(double value, std::string_view unit) {
    return unit == "s" ? show_seconds(value)
                       : fmt::format("{:.5g}{}{}", value, unit.empty() ? "" : " ", unit);
}

std::string show_field(const CalibratedField& field, double median, std::string_view unit) {
    if (field.always_zero()) return show(0, unit);
    if (field.least == field.largest) return show(field.least, unit);
    return fmt::format("median {}, records {} to {}", show(median, unit), show(field.least, unit),
                       show(field.largest, unit));
}

std::string source_of(const Scenario& scenario, const InputValue& value) {
    std::string text = value.source.empty() ? place(scenario, value.where) : value.source;
    if (!value.because.empty()) text += ": " + value.because;
    return text;
}

}  // namespace

std::string show_seconds(double seconds) {
    if (seconds < 120) return fmt::format("{:.4g} s", seconds);
    if (seconds < 7200) return fmt::format("{:.4g} min", seconds / 60);
    return fmt::format("{:.4g} h", seconds / seconds_per_hour);
}

InputBook::InputBook(const Scenario& scenario, OptionPlan& plan, const MeasuredRuns& runs,
                     const std::vector<std::string>& amount_columns)
    : scenario_(scenario),
      plan_(plan),
      runs_(runs),
      trials_(add_groups(calibrate_fields(measured_fields(runs, amount_columns),
                                          scenario.reading.predictive, runs.pooled),
                         "records", Varies::per_attempt, runs.source)) {}

RecordedFields InputBook::add_groups(CalibratedFields fields, std::string_view name, Varies varies,
                                     std::string source) {
    const std::size_t first_group = plan_.groups.size();
    for (std::size_t i = 0; i < fields.groups.size(); ++i) {
        const JointPredictive& predictive = fields.groups[i].predictive;
        plan_.groups.push_back(
            {.name = fmt::format("{}/{}{}", plan_.name, name, i + 1),
             .varies = varies,
             .predictive = predictive,
             .chi_square = Marginal::compile({Gamma{predictive.degrees / 2, 2}})});
    }
    return {std::move(fields), first_group, std::move(source)};
}

Source InputBook::stated(const std::string& name, const Distribution& distribution, Varies varies) {
    plan_.stated.push_back({name, Marginal::compile(distribution), varies});
    Source source;
    source.kind = Source::Kind::stated;
    source.index = plan_.stated.size() - 1;
    source.lower = -std::numeric_limits<double>::infinity();
    return source;
}

Source InputBook::given(const std::string& input, const InputValue& value, Varies natural,
                        std::string_view owner) {
    if (value.kind == InputValue::Kind::unknown) {
        unknown(input, value.because, input + ": " + value.because);
        return {};
    }
    const std::string name = owner.empty() ? "shared/" + input : fmt::format("{}/{}", owner, input);
    if (value.kind == InputValue::Kind::events) {
        plan_.evidence.push_back(
            {.input = input,
             .evidence_class = value.evidence_class,
             .value = fmt::format("{:g} in {:.5g} node h", value.events, value.exposure_node_h),
             .observations = static_cast<std::size_t>(value.events),
             .source = source_of(scenario_, value),
             .closeness = ""});
        return stated(name, {rate_posterior(value.events, value.classes, value.exposure_node_h)},
                      Varies::once);
    }
    plan_.evidence.push_back({.input = input,
                              .evidence_class = value.evidence_class,
                              .value = value.shown,
                              .observations = 0,
                              .source = source_of(scenario_, value),
                              .closeness = ""});
    return stated(name, value.distribution, value.varies.value_or(natural));
}

Source InputBook::derived(const std::string& input, const Distribution& distribution,
                          std::string value, std::size_t observations, Varies varies) {
    plan_.evidence.push_back({.input = input,
                              .evidence_class = runs_.class_of(input),
                              .value = std::move(value),
                              .observations = observations,
                              .source = runs_.source,
                              .closeness = runs_.closeness});
    return stated(fmt::format("{}/{}", plan_.name, input), distribution, varies);
}

void InputBook::set_aside(const std::string& input, const InputValue& value) {
    plan_.evidence.push_back({.input = input + ", conservative case",
                              .evidence_class = EvidenceClass::conservative,
                              .value = value.shown,
                              .observations = 0,
                              .source = source_of(scenario_, value),
                              .closeness = ""});
}

void InputBook::assumed(const std::string& input, std::string shown, std::string source) {
    plan_.evidence.push_back({.input = input,
                              .evidence_class = EvidenceClass::assumed,
                              .value = std::move(shown),
                              .observations = 0,
                              .source = std::move(source),
                              .closeness = ""});
}

Source InputBook::assumed_value(const std::string& input, double value, std::string shown,
                                std::string source) {
    assumed(input, std::move(shown), std::move(source));
    return stated(fmt::format("{}/{}", plan_.name, input), {Constant{value}}, Varies::once);
}

// An attempt ends at the timeout, however long its parts; what it costs beside them does not.
bool InputBook::is_bounded_by_timeout(const std::string& input) const {
    return plan_.job.timeout_s.has_value() && !input.starts_with("cost.") &&
           input != "output_per_run";
}

double InputBook::spread_of(const std::string& field_name) const {
    const CalibratedField* field = trials_.fields.find(field_name);
    if (field == nullptr || field->always_zero()) return 0;
    return field->sd_of_log;
}

std::optional<Source> InputBook::recorded(const std::string& input, const std::string& field,
                                          std::string_view unit) {
    return recorded(trials_, input, field, unit);
}

// The centre is measured; that the options vary alike is not.
void InputBook::show_pooled(const CalibratedField& field, Evidence& evidence) const {
    evidence.evidence_class = EvidenceClass::assumed;
    evidence.value +=
        fmt::format(", spread pooled over options {} ({:g} degrees of freedom)",
                    fmt::join(runs_.pooled.at(field.name).sets, ", "), field.pooled_degrees);
    if (!(field.sd_of_log > 0)) evidence.value += ", drawn apart from the other inputs";
}

// Where the values of a field end, and what is not known of their spread.
void InputBook::bound(const CalibratedField& field, std::string_view unit, Source& source,
                      Evidence& evidence) {
    source.upper = default_bound_factor * field.largest;
    source.bound = Bound::by_default;
    const bool pooled = field.pooled_degrees > 0;
    if (!pooled && (field.runs_above_zero < 3 || !(field.sd_of_log > 0))) {
        spread_unmeasured_ = true;
        evidence.value += field.runs_above_zero == 1 ? ", one record: its spread is unknown"
                          : field.runs_above_zero == 2
                              ? ", two records: nothing beyond them is drawn"
                              : ", all equal: their spread is not measured";
    } else if (is_bounded_by_timeout(evidence.input)) {
        source.upper = far_beyond_any_timeout * field.largest;
        source.bound = Bound::stated;
        evidence.value += ", bounded by the timeout";
    } else {
        evidence.value += fmt::format(", held at {}", show(source.upper, unit));
    }
    if (!pooled && field.runs_above_zero == 2) {
        source.lower = field.least_above_zero;
        source.upper = field.largest;
        source.bound = Bound::stated;
    }
}

std::optional<Source> InputBook::recorded(const RecordedFields& from, const std::string& input,
                                          const std::string& field_name, std::string_view unit) {
    const CalibratedField* field = from.fields.find(field_name);
    if (field == nullptr) return std::nullopt;
    Evidence evidence{.input = input,
                      .evidence_class = runs_.class_of(input),
                      .value = show_field(*field, field->median, unit),
                      .observations = field->runs,
                      .source = from.source,
                      .closeness = runs_.closeness};
    if (field->always_zero()) {
        plan_.evidence.push_back(std::move(evidence));
        return stated(fmt::format("{}/{}", plan_.name, input), {Constant{0}}, Varies::once);
    }
    Source source;
    source.kind = Source::Kind::recorded;
    source.index = from.first_group + field->group;
    source.field = field->place;
    if (input == "seconds_per_unit" && runs_.scaling)
        evidence.value += ", " + text_of(*runs_.scaling);
    if (field->pooled_degrees > 0) show_pooled(*field, evidence);
    bound(*field, unit, source, evidence);
    if (field->sometimes_zero()) {
        const auto above = static_cast<double>(field->runs_above_zero),
                   runs = static_cast<double>(field->runs);
        evidence.value +=
            fmt::format(", not zero in {} of {}", field->runs_above_zero, field->runs);
        stated(fmt::format("{}/{}/not_zero", plan_.name, input), {share_posterior(above, runs)},
               Varies::once);
        source.not_zero = plan_.stated.size() - 1;
    }
    plan_.evidence.push_back(std::move(evidence));
    return source;
}

bool InputBook::is_unknown(const std::string& input) const {
    return std::any_of(plan_.evidence.begin(), plan_.evidence.end(), [&](const Evidence& row) {
        return row.input == input && row.evidence_class == EvidenceClass::unknown;
    });
}

void InputBook::unknown(const std::string& input, const std::string& note,
                        const std::string& consequence) {
    if (is_unknown(input)) return;
    plan_.evidence.push_back({.input = input,
                              .evidence_class = EvidenceClass::unknown,
                              .value = "unknown",
                              .observations = 0,
                              .source = note,
                              .closeness = ""});
    if (consequence.empty()) return;
    plan_.missing.push_back(consequence);
    if (!is_paid_for(input)) plan_.time_is_complete = false;
}

}  // namespace trialcost
