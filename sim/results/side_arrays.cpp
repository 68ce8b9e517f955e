#include "sim/results/side_arrays.hpp"

#include <algorithm>
#include <array>

namespace trialcost {
namespace {

class SideArrays {
  public:
    SideArrays(const Plan& plan, const std::vector<OptionSummary>& summaries, const SideCases& side,
               ArrayWriter& out)
        : plan_(plan), summaries_(summaries), side_(side), out_(out) {}

    void add() {
        if (is_studied()) add_knowledge();
        if (!side_.conservative.empty()) add_conservative();
        if (!side_.other_predictives.empty()) add_other_predictives();
        add_pending();
    }

  private:
    struct Bands {
        std::vector<double> low, high;
        std::vector<Estimate> shares;
        void add(const KeptByKnowledge& kept) {
            low.push_back(kept.band.low);
            high.push_back(kept.band.high);
            shares.push_back(kept.share);
        }
    };

    void set_bands(const std::string& name, Bands& bands, const ResultData::Shape& shape) {
        out_.data().set(name + "_band_lo", std::move(bands.low), shape);
        out_.data().set(name + "_band_hi", std::move(bands.high), shape);
        out_.set_estimates(name + "_knowledge_share", bands.shares, shape);
    }

    bool is_studied() const {
        return std::any_of(summaries_.begin(), summaries_.end(),
                           [](const OptionSummary& summary) { return summary.knowledge; });
    }

    // Of a ceiling whose probability is unknown the band is unknown, too.
    static KeptByKnowledge kept_by_knowledge(const OptionSummary& summary, const Estimate& p_kept,
                                             std::size_t ceiling) {
        if (!summary.knowledge || p_kept.refused())
            return {{no_value, no_value}, unknown_estimate()};
        return ceiling < summary.knowledge->ceilings.size() ? summary.knowledge->ceilings[ceiling]
                                                            : summary.knowledge->all_ceilings;
    }

    void add_knowledge() {
        const std::size_t count = plan_.ceilings.size();
        Bands each, all;
        for (const OptionSummary& summary : summaries_) {
            for (std::size_t c = 0; c < count; ++c)
                each.add(kept_by_knowledge(summary, summary.ceilings[c].p_kept, c));
            all.add(count > 0 ? kept_by_knowledge(summary, summary.p_kept_all, count)
                              : KeptByKnowledge{{no_value, no_value}, unknown_estimate()});
        }
        set_bands("p_kept", each, {out_.options(), count});
        set_bands("p_kept_all", all, {out_.options()});
        for (std::size_t f = 0; f < figure_count; ++f) {
            const auto figure = static_cast<Figure>(f);
            if (figure == Figure::migration_cost) continue;  // all of it is knowledge
            out_.set_option_estimates(
                std::string(figure_names[f]) + "_knowledge_share", [&](const OptionSummary& s) {
                    return s.knowledge && s.gives(figure) ? s.knowledge->shares[f]
                                                          : unknown_estimate();
                });
        }
    }

    void add_conservative() {
        const auto set = [&](const std::string& name, Figure figure) {
            std::vector<double> values;
            for (const OptionSummary& summary : side_.conservative)
                for (std::size_t q = 0; q < quantile_count; ++q)
                    values.push_back(summary.gives(figure)
                                         ? summary.figure(figure).percentiles[q].value
                                         : no_value);
            out_.data().set(name + "_conservative", std::move(values),
                            {out_.options(), quantile_count});
        };
        set("total_cost", Figure::total_cost);
        set("unit_cost", Figure::unit_cost);
        set("wall_time", Figure::wall_time_s);
    }

    void add_other_predictives() {
        const std::size_t count = side_.other_predictives.size();
        std::vector<std::string> names, all_verdicts;
        std::vector<double> kept, p90;
        for (const OtherPredictive& other : side_.other_predictives) names.push_back(other.name);
        for (std::size_t i = 0; i < out_.options(); ++i)
            for (const OtherPredictive& other : side_.other_predictives) {
                all_verdicts.push_back(verdict_text(other.judged[i].verdict));
                kept.push_back(other.summaries[i].p_kept_all.value);
                p90.push_back(other.summaries[i].budget_to_ask.value);
            }
        out_.data().set("other_predictive", std::move(names), {count});
        out_.data().set("other_verdict", std::move(all_verdicts), {out_.options(), count});
        out_.data().set("other_p_kept_all", std::move(kept), {out_.options(), count});
        out_.data().set("other_budget_to_ask", std::move(p90), {out_.options(), count});
    }

    void add_pending() {
        TextTable rows({"option", "what", "unit", "sentence"});
        std::vector<double> most;
        for (const OptionSummary& summary : summaries_)
            for (const PendingUnknown& unknown : summary.pending) {
                rows.add({summary.option, unknown.what, unknown.unit, unknown.sentence});
                most.push_back(unknown.most);
            }
        rows.store("pending", out_.data());
        const std::size_t count = most.size();
        out_.data().set("pending_most", std::move(most), {count});
    }

    const Plan& plan_;
    const std::vector<OptionSummary>& summaries_;
    const SideCases& side_;
    ArrayWriter& out_;
};

}  // namespace

void add_side_arrays(const Plan& plan, const std::vector<OptionSummary>& summaries,
                     const SideCases& side, ArrayWriter& out) {
    SideArrays(plan, summaries, side, out).add();
}

}  // namespace trialcost
