#include "tools/report/fitted_column.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "models/distribution/distribution.hpp"

namespace trialcost {
namespace {

// Without a sign in the exponent, as a scenario takes numbers.
std::string number(double value) {
    const double size = std::fabs(value);
    return size >= 1e6 && size < 1e15 ? fmt::format("{:.0f}", value) : fmt::format("{:.6g}", value);
}

}  // namespace

const FamilyFit* FittedColumn::best() const {
    if (outcomes.empty() || !outcomes.front().fit) return nullptr;
    if (!outcomes.front().aicc && outcomes.size() > 1) return nullptr;
    return &*outcomes.front().fit;
}

std::string as_scenario_text(const FamilyFit& fit, const std::string& column) {
    const std::string unit = column.ends_with("_s") ? "s" : "UNIT";
    const auto measure = [&](double value) {
        return fmt::format("\"{} {}\"", number(value), unit);
    };
    const auto at = [&](double probability) {
        return measure(quantile(fit.estimated, probability));
    };
    const Family& family = fit.estimated.family;
    if (const auto* f = std::get_if<Normal>(&family))
        return fmt::format("{{ normal = {{ mean = {}, sd = {} }} }}", measure(f->mean),
                           measure(f->sd));
    if (std::holds_alternative<Lognormal>(family))
        return fmt::format("{{ lognormal = {{ p50 = {}, p90 = {} }} }}", at(0.5), at(0.9));
    if (const auto* f = std::get_if<Gamma>(&family))
        return fmt::format("{{ gamma = {{ shape = {}, scale = {} }} }}", number(f->shape),
                           measure(f->scale));
    if (const auto* f = std::get_if<Weibull>(&family))
        return fmt::format("{{ weibull = {{ shape = {}, scale = {} }} }}", number(f->shape),
                           measure(f->scale));
    if (const auto* f = std::get_if<Beta>(&family))
        return fmt::format("{{ beta = {{ a = {}, b = {} }} }}", number(f->a), number(f->b));
    throw std::logic_error("a fitted family that no scenario knows");
}

}  // namespace trialcost
