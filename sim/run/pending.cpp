#include "sim/run/pending.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "models/units/measure.hpp"
#include "sim/run/figure_limit.hpp"

namespace trialcost {
namespace {

// The largest x that is at most the room in a share `confidence` of the draws, under the tightest
// of the ceilings; nothing without a ceiling of the kind. `room_of(ceiling)`: its column.
template <class IsMeant, class RoomOf>
std::optional<double> most_that_fits(const Plan& plan, const OptionTally& tally,
                                     const IsMeant& is_meant, const RoomOf& room_of) {
    std::optional<double> least;
    const std::vector<FigureLimit>& limits = tally.figures().limits();
    for (std::size_t i = 0; i < limits.size(); ++i) {
        if (!is_meant(limits[i].figure)) continue;
        const DrawTally& room = tally.column(room_of(i)).pooled();
        const std::uint64_t wanted = percentile_rank(room.size(), plan.confidence);
        const double most = room.at_rank(room.size() - wanted + 1, UnknownDraws::lowest);
        least = least ? std::fmin(*least, most) : most;
    }
    return least;
}

bool is_of_time(Figure figure) {
    return figure == Figure::wall_time_s;
}
bool is_of_cost(Figure figure) {
    return !is_of_time(figure);
}

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
                                             const OptionTally* tally) {
    std::vector<PendingUnknown> out;
    if (plan.ceilings.empty()) return out;
    for (const Evidence& evidence : option.evidence) {
        if (!is_pending(evidence)) continue;
        const std::string& what = evidence.input;
        if (tally == nullptr) {
            out.push_back({what, std::numeric_limits<double>::quiet_NaN(), "",
                           what + ": how large it may be cannot be said, as no run has a length"});
            continue;
        }
        const DrawFigures& figures = tally->figures();
        const auto room = [&](std::size_t ceiling) { return figures.room(ceiling); };
        const bool by_hour =
            what == "price.instances" && option.purchase == PurchaseOption::on_demand;
        const auto money = [&](std::size_t ceiling) {
            return by_hour ? figures.room_per_node_hour(ceiling) : room(ceiling);
        };
        if (const auto most = most_that_fits(plan, *tally, is_of_cost, money))
            out.push_back(said(what, *most, by_hour ? plan.currency + "/node h" : plan.currency,
                               plan.confidence));
        if (is_paid_for(what)) continue;
        if (const auto most = most_that_fits(plan, *tally, is_of_time, room))
            out.push_back(said(what, *most, "s", plan.confidence));
    }
    return out;
}

}  // namespace trialcost
