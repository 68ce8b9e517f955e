#include "sim/results/summary_arrays.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "sim/results/evidence_arrays.hpp"
#include "sim/results/side_arrays.hpp"

namespace trialcost {
namespace {

class FigureArrays {
  public:
    FigureArrays(const Plan& plan, const std::vector<OptionSummary>& summaries,
                 const std::vector<JudgedOption>& judged, ArrayWriter& out)
        : plan_(plan), summaries_(summaries), judged_(judged), out_(out) {}

    void add() {
        add_questions();
        add_figures();
        add_parts();
        add_ceilings();
        add_answers();
    }

  private:
    using Texts = std::vector<std::string>;

    void add_questions() {
        out_.data().set_attribute("title", plan_.title);
        out_.data().set_attribute("currency", plan_.currency);
        out_.data().set_attribute("output_unit", plan_.output_unit);
        out_.data().set_attribute("as_of", plan_.as_of);
        out_.data().set_attribute("seed", plan_.sampling.seed);
        out_.data().set_attribute("sampler", std::string(name_of(plan_.sampling.sampler)));
        out_.data().set_attribute("replicates", std::uint64_t{plan_.sampling.replicates});
        out_.data().set_attribute("draws_per_replicate",
                                  std::uint64_t{plan_.sampling.draws_per_replicate});
        out_.data().set_attribute("confidence", plan_.confidence);
        out_.data().set_attribute("runs", std::uint64_t{plan_.runs});

        out_.set_texts("option", out_.options(),
                       [&](std::size_t i) { return summaries_[i].option; });
        out_.data().set(
            "quantile",
            std::vector<double>(reported_percentiles.begin(), reported_percentiles.end()),
            {quantile_count});
        const std::size_t count = plan_.ceilings.size();
        out_.set_texts("ceiling", count,
                       [&](std::size_t i) { return name_of(plan_.ceilings[i].figure); });
        out_.set_texts("ceiling_unit", count,
                       [&](std::size_t i) { return unit_of(plan_.ceilings[i].figure); });
        std::vector<double> values;
        for (const BudgetCeiling& ceiling : plan_.ceilings) values.push_back(ceiling.value);
        out_.data().set("ceiling_value", std::move(values), {count});
    }

    std::string unit_of(CeilingFigure figure) const {
        switch (figure) {
            case CeilingFigure::total:
            case CeilingFigure::total_with_migration:
                return plan_.currency;
            case CeilingFigure::unit_cost:
                return plan_.currency + "/" + plan_.output_unit;
            case CeilingFigure::wall_time:
                return "s";
            case CeilingFigure::cost_per_month:
                return plan_.currency + "/month";
        }
        return "";
    }

    void add_figures() {
        for (std::size_t f = 0; f < figure_count; ++f) add_figure(static_cast<Figure>(f));
        if (plan_.period_s > 0)
            add_summary("cost_per_month", [](const OptionSummary& summary) {
                return summary.cost_per_month ? &*summary.cost_per_month : nullptr;
            });
    }

    void add_figure(Figure figure) {
        const std::string name(figure_names[static_cast<std::size_t>(figure)]);
        add_summary(name, [figure](const OptionSummary& summary) -> const FigureSummary* {
            if (!summary.gives(figure)) return nullptr;
            return &summary.figure(figure);
        });
    }

    void add_summary(const std::string& name,
                     const std::function<const FigureSummary*(const OptionSummary&)>& of) {
        std::vector<Estimate> percentiles, means;
        std::vector<double> sd, least, most;
        for (const OptionSummary& summary : summaries_) {
            const FigureSummary* column = of(summary);
            for (std::size_t q = 0; q < quantile_count; ++q) {
                percentiles.push_back(column ? column->percentiles[q] : unknown_estimate());
                if (column)
                    out_.note(summary.option,
                              name + " P" +
                                  std::to_string(
                                      static_cast<int>(std::lround(100 * reported_percentiles[q]))),
                              percentiles.back());
            }
            means.push_back(column ? column->mean : unknown_estimate());
            if (column) out_.note(summary.option, name + " mean", column->mean);
            sd.push_back(column ? column->sd.value : no_value);
            least.push_back(column ? column->min : no_value);
            most.push_back(column ? column->max : no_value);
        }
        out_.set_estimates(name, percentiles, {out_.options(), quantile_count});
        out_.set_estimates(name + "_mean", means, {out_.options()});
        out_.data().set(name + "_sd", std::move(sd), {out_.options()});
        out_.data().set(name + "_min", std::move(least), {out_.options()});
        out_.data().set(name + "_max", std::move(most), {out_.options()});
    }

    // Items by name over all options; an item that an option does not have is NaN there.
    void add_parts() {
        Texts items{"instances"};
        for (const OptionPlan& option : plan_.options)
            for (const CostItemPlan& item : option.items)
                if (std::find(items.begin(), items.end(), item.name) == items.end())
                    items.push_back(item.name);
        out_.data().set("cost_item", items, {items.size()});
        set_parts("cost_item_cost", items,
                  [&](std::size_t i, const std::string& name) -> const PartSummary* {
                      if (!is_priced(plan_.options[i], name)) return nullptr;
                      return find_part(summaries_[i].items, name);
                  });
        set_parts("cost_item_reruns", items,
                  [&](std::size_t i, const std::string& name) -> const PartSummary* {
                      if (!is_priced(plan_.options[i], name)) return nullptr;
                      return find_part(summaries_[i].item_reruns, name);
                  });
        Texts parts(time_part_names.begin(), time_part_names.end());
        out_.data().set("time_part", parts, {parts.size()});
        set_parts("time_part_time", parts, [&](std::size_t i, const std::string& name) {
            return find_part(summaries_[i].time_parts, name);
        });
        add_failure_classes();
    }

    // Classes by name over all options; a class that an option does not have is NaN there.
    void add_failure_classes() {
        Texts classes;
        for (const OptionPlan& option : plan_.options)
            for (const FailureClassPlan& failure : option.job.failures)
                if (std::find(classes.begin(), classes.end(), failure.name) == classes.end())
                    classes.push_back(failure.name);
        if (classes.empty()) return;
        out_.data().set("failure_class", classes, {classes.size()});
        std::vector<double> percentiles;
        std::vector<Estimate> means;
        for (const OptionSummary& summary : summaries_)
            for (const std::string& name : classes) {
                const PartSummary* part = find_part(summary.failure_classes, name);
                for (std::size_t q = 0; q < quantile_count; ++q)
                    percentiles.push_back(part ? part->percentiles[q].value : no_value);
                means.push_back(part ? part->mean : unknown_estimate());
                out_.note(summary.option, "failure_class_share mean of " + name, means.back());
            }
        out_.data().set("failure_class_share", std::move(percentiles),
                        {out_.options(), classes.size(), quantile_count});
        out_.set_estimates("failure_class_share_mean", means, {out_.options(), classes.size()});
    }

    static bool is_priced(const OptionPlan& option, const std::string& item) {
        if (item == "instances") return option.instance_price.has_value();
        for (const CostItemPlan& plan : option.items)
            if (plan.name == item) return plan.price && plan.amount.present();
        return false;
    }

    static const PartSummary* find_part(const std::vector<PartSummary>& parts,
                                        const std::string& name) {
        for (const PartSummary& part : parts)
            if (part.name == name) return &part;
        return nullptr;
    }

    void set_parts(const std::string& name, const Texts& parts,
                   const std::function<const PartSummary*(std::size_t, const std::string&)>& of) {
        std::vector<double> percentiles, means;
        for (std::size_t i = 0; i < out_.options(); ++i)
            for (const std::string& part : parts) {
                const PartSummary* summary = of(i, part);
                for (std::size_t q = 0; q < quantile_count; ++q)
                    percentiles.push_back(summary ? summary->percentiles[q].value : no_value);
                means.push_back(summary ? summary->mean.value : no_value);
            }
        out_.data().set(name, std::move(percentiles),
                        {out_.options(), parts.size(), quantile_count});
        out_.data().set(name + "_mean", std::move(means), {out_.options(), parts.size()});
    }

    void add_ceilings() {
        const std::size_t count = plan_.ceilings.size();
        std::vector<Estimate> kept, overrun;
        std::vector<double> headroom;
        for (const OptionSummary& summary : summaries_)
            for (std::size_t c = 0; c < count; ++c) {
                kept.push_back(summary.ceilings[c].p_kept);
                overrun.push_back(summary.ceilings[c].expected_overrun);
                headroom.push_back(summary.ceilings[c].headroom);
                out_.note(summary.option, "p_kept " + name_of(plan_.ceilings[c].figure),
                          kept.back());
                out_.note(summary.option,
                          "expected overrun of " + name_of(plan_.ceilings[c].figure),
                          overrun.back());
            }
        out_.set_estimates("p_kept", kept, {out_.options(), count});
        out_.set_estimates("expected_overrun", overrun, {out_.options(), count});
        out_.data().set("headroom", std::move(headroom), {out_.options(), count});
    }

    void add_break_even() {
        std::vector<double> units;
        for (const OptionSummary& summary : summaries_)
            for (std::size_t q = 0; q < quantile_count; ++q) {
                units.push_back(summary.break_even ? summary.break_even->units[q].value : no_value);
                if (!summary.break_even) continue;
                const auto percent = std::lround(100 * reported_percentiles[q]);
                out_.note(summary.option, "break_even P" + std::to_string(percent),
                          summary.break_even->units[q]);
            }
        out_.data().set("break_even", std::move(units), {out_.options(), quantile_count});
        out_.set_option_estimates("p_break_even_never", [](const OptionSummary& s) {
            return s.break_even ? s.break_even->p_never : unknown_estimate();
        });
    }

    void add_answers() {
        add_break_even();
        out_.set_option_estimates("p_kept_all",
                                  [](const OptionSummary& s) { return s.p_kept_all; });
        out_.set_option_estimates("tail_mean_95", [](const OptionSummary& s) {
            return s.simulated && s.priced ? s.figure(Figure::total_cost).tail_mean
                                           : unknown_estimate();
        });
        out_.set_option_estimates("p_no_qualified_output",
                                  [](const OptionSummary& s) { return s.p_no_qualified_output; });
        out_.set_option_estimates("p_not_finished",
                                  [](const OptionSummary& s) { return s.p_not_finished; });
        out_.set_option_estimates("budget_to_ask",
                                  [](const OptionSummary& s) { return s.budget_to_ask; });
        out_.set_option_reals("p_cut", [](const OptionSummary& s) { return s.p_held; });
        out_.set_option_reals("p_any_failure",
                              [](const OptionSummary& s) { return s.p_any_failure; });
        out_.set_option_reals("p_unknown_downtime",
                              [](const OptionSummary& s) { return s.p_unknown_downtime; });
        out_.set_option_reals("downtime_hour_adds",
                              [](const OptionSummary& s) { return s.downtime_hour_adds; });
        out_.set_option_reals("carried_percentile",
                              [](const OptionSummary& s) { return s.carried_percentile; });
        out_.set_option_reals("failure_z", [](const OptionSummary& s) { return s.failure_z; });
        std::vector<double> fit;
        for (const OptionSummary& summary : summaries_)
            for (std::size_t q = 0; q < quantile_count; ++q)
                fit.push_back(summary.runs_that_fit.empty() ? no_value
                                                            : summary.runs_that_fit[q].value);
        out_.data().set("runs_that_fit", std::move(fit), {out_.options(), quantile_count});
        out_.set_option_counts("most_runs",
                               [](const OptionSummary& s) { return std::uint64_t{s.most_runs}; });
        out_.set_option_counts("n_draws", [](const OptionSummary& s) { return s.draws; });
        out_.set_option_counts("n_not_finished",
                               [](const OptionSummary& s) { return s.not_finished; });
        out_.set_option_counts("n_no_output", [](const OptionSummary& s) { return s.no_output; });
        out_.set_option_counts("n_failures", [](const OptionSummary& s) { return s.failures; });
        out_.set_flags("migration_is_known",
                       [&](std::size_t i) { return summaries_[i].has_migration; });
        out_.set_flags("migration_is_lower_bound",
                       [&](std::size_t i) { return summaries_[i].migration_is_lower_bound; });
        out_.set_flags("total_is_lower_bound",
                       [&](std::size_t i) { return summaries_[i].total_is_lower_bound; });
        out_.set_flags("time_is_lower_bound",
                       [&](std::size_t i) { return !plan_.options[i].time_is_complete; });
        out_.set_flags("productive_share_is_upper_bound", [&](std::size_t i) {
            return !plan_.options[i].waiting_is_split || !plan_.options[i].time_is_complete;
        });
        out_.set_flags("data_wait_is_split",
                       [&](std::size_t i) { return plan_.options[i].waiting_is_split; });
        out_.set_flags("price_is_unverified",
                       [&](std::size_t i) { return !plan_.options[i].unverified_prices.empty(); });
        out_.set_texts("stand_in", out_.options(),
                       [&](std::size_t i) { return plan_.options[i].stand_in; });
        out_.set_texts("verdict", out_.options(),
                       [&](std::size_t i) { return verdict_text(judged_[i].verdict); });
        out_.set_texts("verdict_reason", out_.options(),
                       [&](std::size_t i) { return judged_[i].verdict.reason; });
        out_.set_texts("would_be", out_.options(),
                       [&](std::size_t i) { return judged_[i].verdict.would_be; });
        out_.set_texts("stage", out_.options(),
                       [&](std::size_t i) { return plan_.options[i].stage; });
        out_.set_texts("next_stage_needs", out_.options(),
                       [&](std::size_t i) { return plan_.options[i].next_stage_needs; });
        out_.set_texts("preliminary", out_.options(),
                       [&](std::size_t i) { return plan_.options[i].preliminary; });
    }

    const Plan& plan_;
    const std::vector<OptionSummary>& summaries_;
    const std::vector<JudgedOption>& judged_;
    ArrayWriter& out_;
};

}  // namespace

ResultData result_of(const Plan& plan, const std::vector<OptionSummary>& summaries,
                     const std::vector<JudgedOption>& judged, const SideCases& side) {
    ArrayWriter out(summaries);
    FigureArrays(plan, summaries, judged, out).add();
    add_side_arrays(plan, summaries, side, out);
    add_evidence_arrays(plan, judged, out);
    return out.take();
}

void set_checked_blocks(const std::map<std::uint64_t, std::string>& digests, ResultData& result) {
    std::vector<std::uint64_t> numbers;
    std::vector<std::string> texts;
    for (const auto& [number, digest] : digests) {
        numbers.push_back(number);
        texts.push_back(digest);
    }
    const ResultData::Shape shape{numbers.size()};
    result.set("checked_block_number", std::move(numbers), shape);
    result.set("checked_block_digest", std::move(texts), shape);
}

}  // namespace trialcost
