#include <fmt/format.h>

#include "tools/report/fit_report.hpp"
#include "tools/report/json_text.hpp"

namespace trialcost {
namespace {

std::string parameters(const FamilyFit& fit) {
    std::string out;
    for (const FittedParameter& p : fit.parameters)
        out += fmt::format(
            "{}{{\"name\": {}, \"estimate\": {}, \"low\": {}, \"high\": {}, \"likeliest\": {}, "
            "\"standard_error\": {}}}",
            out.empty() ? "" : ", ", json_string(p.name), p.estimate, p.low, p.high, p.likeliest,
            p.standard_error);
    return "[" + out + "]";
}

std::string covariance(const FamilyFit& fit) {
    const Covariance& c = fit.covariance;
    if (fit.parameters.size() == 1) return fmt::format("[[{}]]", c[0][0]);
    return fmt::format("[[{}, {}], [{}, {}]]", c[0][0], c[0][1], c[1][0], c[1][1]);
}

std::string family(const FamilyOutcome& outcome, const std::string& column) {
    std::string out = fmt::format("{{\"family\": {}", json_string(name_of(outcome.family)));
    if (!outcome.fit) return out + fmt::format(", \"why_not\": {}}}", json_string(outcome.why_not));
    out += fmt::format(
        ", \"parameters\": {}, \"covariance\": {}, \"log_likelihood\": {}, \"aicc\": {}",
        parameters(*outcome.fit), covariance(*outcome.fit), outcome.fit->log_likelihood,
        json_number(outcome.aicc));
    if (const auto& goodness = outcome.goodness)
        out += fmt::format(", \"ks\": {{\"d\": {}, \"p\": {}}}, \"ad\": {{\"a2\": {}, \"p\": {}}}",
                           goodness->agreement.largest_gap, goodness->largest_gap_p,
                           goodness->agreement.anderson_darling, goodness->anderson_darling_p);
    else
        out += ", \"ks\": null, \"ad\": null";
    return out +
           fmt::format(", \"scenario\": {}}}", json_string(as_scenario_text(*outcome.fit, column)));
}

}  // namespace

std::string fit_json(const FittedColumn& fitted) {
    std::string families;
    for (const FamilyOutcome& outcome : fitted.outcomes)
        families += (families.empty() ? "\n  " : ",\n  ") + family(outcome, fitted.column);
    const FamilyFit* best = fitted.best();
    return fmt::format(
        "{{\"file\": {}, \"column\": {}, \"values\": {}, \"censored\": {}, \"left_out\": {},\n"
        " \"best\": {},\n \"families\": [{}]}}\n",
        json_string(fitted.file), json_string(fitted.column), fitted.sample.size(),
        fitted.sample.censored.size(), fitted.left_out,
        best != nullptr ? json_string(name_of(best->family)) : "null", families);
}

}  // namespace trialcost
