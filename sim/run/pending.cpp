#include "sim/run/pending.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "models/units/measure.hpp"
#include "sim/run/figure_limit.hpp"

namespace trialcost {
namespace {

// The largest x with x <= room in at least a share `confidence` of the draws.
double most_that_fits(std::vector<double> room, double confidence) {
    const double draws = static_cast<double>(room.size());
    const auto needed = static_cast<std::size_t>(std::fmax(std::ceil(confidence * draws), 1.0));
    const auto at = room.begin() + static_cast<std::ptrdiff_t>(needed - 1);
    std::nth_element(room.begin(), at, room.end(), std::greater<>{});
    return *at;
}

class Pending {
  public:
    Pending(const Plan& plan, const OptionPlan& option, const SampleColumns& columns)
        : plan_(plan), option_(option), columns_(columns) {}

    // Money that may be added in every draw; nothing without a ceiling on cost.
    std::optional<double> money() const {
        return least_over_cost_ceilings([](std::size_t) { return 1.0; });
    }

    std::optional<double> price_per_node_hour() const {
        const auto hours = columns_.column(Figure::billed_time_h);
        return least_over_cost_ceilings(
            [&](std::size_t draw) { return hours[draw] * option_.nodes; });
    }

    std::optional<double> seconds() const {
        const BudgetCeiling* ceiling = plan_.ceiling(CeilingFigure::wall_time);
        if (ceiling == nullptr) return std::nullopt;
        std::vector<double> room;
        for (double wall_s : columns_.column(Figure::wall_time_s))
            room.push_back(ceiling->value - wall_s);
        return most_that_fits(std::move(room), plan_.confidence);
    }

  private:
    // `per_unit(draw)`: what one unit of the unknown costs in the draw.
    template <class PerUnit>
    std::optional<double> least_over_cost_ceilings(const PerUnit& per_unit) const {
        std::optional<double> least;
        for (const FigureLimit& limit : figure_limits(plan_)) {
            if (limit.figure == Figure::wall_time_s) continue;
            const auto known = columns_.column(
                limit.figure == Figure::total_with_migration ? limit.figure : Figure::total_cost);
            std::vector<double> room(known.size());
            for (std::size_t i = 0; i < known.size(); ++i) {
                const double allowed = limit.figure == Figure::unit_cost
                                           ? limit.limit * columns_.output_units[i]
                                           : limit.limit;
                room[i] = (allowed - known[i]) / per_unit(i);
            }
            const double most = most_that_fits(std::move(room), plan_.confidence);
            least = least ? std::fmin(*least, most) : most;
        }
        return least;
    }

    const Plan& plan_;
    const OptionPlan& option_;
    const SampleColumns& columns_;
};

std::string amount_text(double amount, const std::string& unit) {
    return unit == "s" ? fmt::format("{:.3g} h", amount / seconds_per_hour)
                       : fmt::format("{:.4g} {}", amount, unit);
}

PendingUnknown said(const std::string& what, double most, const std::string& unit,
                    double confidence) {
    const std::string ceilings = unit == "s" ? "ceilings on wall time" : "ceilings on cost";
    const std::string sentence =
        most > 0 ? fmt::format("{}: at up to {} {} hold in {:g} % of cases", what,
                               amount_text(most, unit), ceilings, 100 * confidence)
                 : fmt::format("{}: {} are broken already without it", what, ceilings);
    return {what, most, unit, sentence};
}

// Downtime is weighed by the hour (OptionSummary::downtime_hour_adds).
bool is_pending(const Evidence& evidence) {
    return evidence.evidence_class == EvidenceClass::unknown && evidence.input != "records" &&
           !evidence.input.ends_with(".downtime") && !evidence.input.starts_with("migration.");
}

}  // namespace

std::vector<PendingUnknown> pending_unknowns(const Plan& plan, const OptionPlan& option,
                                             const SampleColumns* columns) {
    std::vector<PendingUnknown> out;
    if (plan.ceilings.empty()) return out;
    for (const Evidence& evidence : option.evidence) {
        if (!is_pending(evidence)) continue;
        const std::string& what = evidence.input;
        if (columns == nullptr) {
            out.push_back({what, std::numeric_limits<double>::quiet_NaN(), "",
                           what + ": how large it may be cannot be said, as no run has a length"});
            continue;
        }
        const Pending pending(plan, option, *columns);
        const bool by_hour =
            what == "price.instances" && option.purchase == PurchaseOption::on_demand;
        if (const auto most = by_hour ? pending.price_per_node_hour() : pending.money())
            out.push_back(said(what, *most, by_hour ? plan.currency + "/node h" : plan.currency,
                               plan.confidence));
        if (is_paid_for(what)) continue;
        if (const auto most = pending.seconds())
            out.push_back(said(what, *most, "s", plan.confidence));
    }
    return out;
}

}  // namespace trialcost
