#include "sim/results/summary_arrays.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "sim/plan/coordinates.hpp"

namespace trialcost {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t quantiles = reported_percentiles.size();

struct Refusal {
    std::string option, figure, reason;
};

// Fills the arrays of one result; every refused estimate that passes through is noted.
class Arrays {
  public:
    Arrays(const Plan& plan, const std::vector<OptionSummary>& summaries,
           const std::vector<JudgedOption>& judged)
        : plan_(plan), summaries_(summaries), judged_(judged) {}

    ResultData take() {
        add_questions();
        add_figures();
        add_parts();
        add_ceilings();
        add_answers();
        add_evidence();
        add_lineage();
        add_inputs();
        add_refusals();
        return std::move(data_);
    }

  private:
    using Texts = std::vector<std::string>;
    std::size_t options() const { return summaries_.size(); }

    void add_questions() {
        data_.set_attribute("title", plan_.title);
        data_.set_attribute("currency", plan_.currency);
        data_.set_attribute("output_unit", plan_.output_unit);
        data_.set_attribute("as_of", plan_.as_of);
        data_.set_attribute("seed", plan_.sampling.seed);
        data_.set_attribute("sampler", plan_.sampling.sampler == Sampler::sobol
                                           ? std::string("sobol")
                                           : "monte carlo");
        data_.set_attribute("replicates", std::uint64_t{plan_.sampling.replicates});
        data_.set_attribute("draws_per_replicate",
                            std::uint64_t{plan_.sampling.draws_per_replicate});
        data_.set_attribute("confidence", plan_.confidence);

        set_texts("option", options(), [&](std::size_t i) { return summaries_[i].option; });
        data_.set("quantile",
                  std::vector<double>(reported_percentiles.begin(), reported_percentiles.end()),
                  {quantiles});
        const std::size_t count = plan_.ceilings.size();
        set_texts("ceiling", count,
                  [&](std::size_t i) { return name_of(plan_.ceilings[i].figure); });
        set_texts("ceiling_unit", count,
                  [&](std::size_t i) { return unit_of(plan_.ceilings[i].figure); });
        std::vector<double> values;
        for (const BudgetCeiling& ceiling : plan_.ceilings) values.push_back(ceiling.value);
        data_.set("ceiling_value", std::move(values), {count});
    }

    std::string unit_of(CeilingFigure figure) const {
        switch (figure) {
            case CeilingFigure::total:
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
        add_figure("total_cost", Figure::total_cost);
        add_figure("unit_cost", Figure::unit_cost);
        add_figure("wall_time", Figure::wall_time_s);
        add_figure("billed_time", Figure::billed_time_h);
        add_figure("failures", Figure::failures);
        add_figure("productive_share", Figure::productive_share);
        if (plan_.period_s > 0)
            add_summary("cost_per_month", [](const OptionSummary& summary) {
                return summary.cost_per_month ? &*summary.cost_per_month : nullptr;
            });
    }

    void add_figure(const std::string& name, Figure figure) {
        const bool cost = figure == Figure::total_cost || figure == Figure::unit_cost;
        add_summary(name, [figure, cost](const OptionSummary& summary) -> const ColumnSummary* {
            if (!summary.simulated || (cost && !summary.priced)) return nullptr;
            return &summary.figure(figure);
        });
    }

    void add_summary(const std::string& name,
                     const std::function<const ColumnSummary*(const OptionSummary&)>& of) {
        std::vector<Estimate> percentiles, means;
        std::vector<double> sd, least, most;
        for (const OptionSummary& summary : summaries_) {
            const ColumnSummary* column = of(summary);
            for (std::size_t q = 0; q < quantiles; ++q) {
                percentiles.push_back(column ? column->percentiles[q] : unknown());
                if (column)
                    note(summary.option,
                         name + " P" +
                             std::to_string(
                                 static_cast<int>(std::lround(100 * reported_percentiles[q]))),
                         percentiles.back());
            }
            means.push_back(column ? column->mean : unknown());
            if (column) note(summary.option, name + " mean", column->mean);
            sd.push_back(column ? column->sd.value : none);
            least.push_back(column ? column->min : none);
            most.push_back(column ? column->max : none);
        }
        set_estimates(name, percentiles, {options(), quantiles});
        set_estimates(name + "_mean", means, {options()});
        data_.set(name + "_sd", std::move(sd), {options()});
        data_.set(name + "_min", std::move(least), {options()});
        data_.set(name + "_max", std::move(most), {options()});
    }

    // Items by name over all options; an item that an option does not have is NaN there.
    void add_parts() {
        Texts items{"instances"};
        for (const OptionPlan& option : plan_.options)
            for (const CostItemPlan& item : option.items)
                if (std::find(items.begin(), items.end(), item.name) == items.end())
                    items.push_back(item.name);
        data_.set("cost_item", items, {items.size()});
        set_parts("cost_item_cost", items,
                  [&](std::size_t i, const std::string& name) -> const PartSummary* {
                      if (!is_priced(plan_.options[i], name)) return nullptr;
                      return find_part(summaries_[i].items, name);
                  });
        Texts parts(time_part_names.begin(), time_part_names.end());
        data_.set("time_part", parts, {parts.size()});
        set_parts("time_part_time", parts, [&](std::size_t i, const std::string& name) {
            return find_part(summaries_[i].time_parts, name);
        });
    }

    static bool is_priced(const OptionPlan& option, const std::string& item) {
        if (item == "instances") return option.instance_price.has_value();
        for (const CostItemPlan& plan : option.items)
            if (plan.name == item) return plan.unit_price && plan.amount.present();
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
        for (std::size_t i = 0; i < options(); ++i)
            for (const std::string& part : parts) {
                const PartSummary* summary = of(i, part);
                for (std::size_t q = 0; q < quantiles; ++q)
                    percentiles.push_back(summary ? summary->percentiles[q].value : none);
                means.push_back(summary ? summary->mean.value : none);
            }
        data_.set(name, std::move(percentiles), {options(), parts.size(), quantiles});
        data_.set(name + "_mean", std::move(means), {options(), parts.size()});
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
                note(summary.option, "p_kept " + name_of(plan_.ceilings[c].figure), kept.back());
                note(summary.option, "expected overrun of " + name_of(plan_.ceilings[c].figure),
                     overrun.back());
            }
        set_estimates("p_kept", kept, {options(), count});
        set_estimates("expected_overrun", overrun, {options(), count});
        data_.set("headroom", std::move(headroom), {options(), count});
    }

    void add_answers() {
        set_option_estimates("p_kept_all", [](const OptionSummary& s) { return s.p_kept_all; });
        set_option_estimates("tail_mean_95", [](const OptionSummary& s) {
            return s.simulated && s.priced ? s.figure(Figure::total_cost).tail_mean : unknown();
        });
        set_option_estimates("p_no_qualified_output",
                             [](const OptionSummary& s) { return s.p_no_qualified_output; });
        set_option_estimates("p_not_finished",
                             [](const OptionSummary& s) { return s.p_not_finished; });
        set_option_estimates("budget_to_ask",
                             [](const OptionSummary& s) { return s.budget_to_ask; });
        set_option_reals("p_cut", [](const OptionSummary& s) { return s.p_held; });
        set_option_reals("p_any_failure", [](const OptionSummary& s) { return s.p_any_failure; });
        set_option_reals("downtime_hour_adds",
                         [](const OptionSummary& s) { return s.downtime_hour_adds; });
        set_option_reals("carried_percentile",
                         [](const OptionSummary& s) { return s.carried_percentile; });
        set_option_reals("failure_z", [](const OptionSummary& s) { return s.failure_z; });
        std::vector<double> fit;
        for (const OptionSummary& summary : summaries_)
            for (std::size_t q = 0; q < quantiles; ++q)
                fit.push_back(summary.runs_that_fit.empty() ? none
                                                            : summary.runs_that_fit[q].value);
        data_.set("runs_that_fit", std::move(fit), {options(), quantiles});
        set_option_counts("most_runs",
                          [](const OptionSummary& s) { return std::uint64_t{s.most_runs}; });
        set_option_counts("n_draws", [](const OptionSummary& s) { return s.draws; });
        set_option_counts("n_not_finished", [](const OptionSummary& s) { return s.not_finished; });
        set_option_counts("n_no_output", [](const OptionSummary& s) { return s.no_output; });
        set_option_counts("n_failures", [](const OptionSummary& s) { return s.failures; });
        set_flags("total_is_lower_bound",
                  [&](std::size_t i) { return summaries_[i].total_is_lower_bound; });
        set_flags("time_is_lower_bound",
                  [&](std::size_t i) { return !plan_.options[i].time_is_complete; });
        set_flags("productive_share_is_upper_bound",
                  [&](std::size_t i) { return !plan_.options[i].waiting_is_split; });
        set_flags("price_is_unverified",
                  [&](std::size_t i) { return !plan_.options[i].unverified_prices.empty(); });
        set_texts("stand_in", options(), [&](std::size_t i) { return plan_.options[i].stand_in; });
        set_texts("verdict", options(), [&](std::size_t i) {
            const Verdict& verdict = judged_[i].verdict;
            return std::string(name_of(verdict.decision)) +
                   (verdict.switch_to.empty() ? "" : " to " + verdict.switch_to);
        });
        set_texts("verdict_reason", options(),
                  [&](std::size_t i) { return judged_[i].verdict.reason; });
        set_texts("would_be", options(),
                  [&](std::size_t i) { return judged_[i].verdict.would_be; });
    }

    void add_evidence() {
        Table evidence({"option", "input", "class", "value", "source", "closeness"});
        std::vector<std::uint64_t> observations;
        for (const OptionPlan& option : plan_.options)
            for (const Evidence& e : option.evidence) {
                evidence.add({option.name, e.input, std::string(name_of(e.evidence_class)), e.value,
                              e.source, e.closeness});
                observations.push_back(e.observations);
            }
        evidence.store("evidence", data_);
        data_.set("evidence_n", observations, {observations.size()});
        Table gates({"option", "name", "answer", "evidence"}), missing({"option", "what"});
        for (std::size_t i = 0; i < options(); ++i) {
            for (const Gate& gate : judged_[i].gates)
                gates.add({summaries_[i].option, gate.name, std::string(name_of(gate.answer)),
                           gate.evidence});
            for (const std::string& what : judged_[i].verdict.missing)
                missing.add({summaries_[i].option, what});
        }
        gates.store("gate", data_);
        missing.store("missing", data_);
    }

    void add_lineage() {
        Table lines({"option", "item", "driver", "quote", "price", "unit", "status"});
        for (const OptionPlan& option : plan_.options)
            for (const Lineage& line : option.lineage)
                lines.add({option.name, line.item, line.driver, line.quote, line.price, line.unit,
                           line.status});
        lines.store("line", data_);
    }

    void add_inputs() {
        const CoordinateTable table = coordinate_table(plan_);
        data_.set("coordinate", table.names, {table.names.size()});
        Table files({"name", "sha256"});
        for (const InputFile& file : plan_.files) files.add({file.name, file.sha256});
        files.store("file", data_);
        data_.set("scenario_text", Texts{plan_.scenario_text}, {});
    }

    void add_refusals() {
        Table refusals({"option", "figure", "reason"});
        for (const Refusal& refusal : refusals_)
            refusals.add({refusal.option, refusal.figure, refusal.reason});
        refusals.store("refusal", data_);
    }

    // Columns of text with the names "<row>_<column>".
    class Table {
      public:
        explicit Table(std::vector<std::string> columns)
            : names_(std::move(columns)), columns_(names_.size()) {}
        void add(const Texts& row) {
            for (std::size_t i = 0; i < row.size(); ++i) columns_[i].push_back(row[i]);
        }
        void store(const std::string& row, ResultData& data) const {
            for (std::size_t i = 0; i < names_.size(); ++i)
                data.set(row + "_" + names_[i], columns_[i], {columns_[i].size()});
        }

      private:
        Texts names_;
        std::vector<Texts> columns_;
    };

    static Estimate unknown() { return {none, none, none}; }

    void note(const std::string& option, const std::string& figure, const Estimate& estimate) {
        if (estimate.refused()) refusals_.push_back({option, figure, estimate.refusal});
    }

    void set_estimates(const std::string& name, const std::vector<Estimate>& estimates,
                       ResultData::Shape shape) {
        std::vector<double> value, low, high;
        for (const Estimate& estimate : estimates) {
            value.push_back(estimate.value);
            low.push_back(estimate.low);
            high.push_back(estimate.high);
        }
        data_.set(name, std::move(value), shape);
        data_.set(name + "_lo", std::move(low), shape);
        data_.set(name + "_hi", std::move(high), shape);
    }

    void set_option_estimates(const std::string& name,
                              const std::function<Estimate(const OptionSummary&)>& get) {
        std::vector<Estimate> estimates;
        for (const OptionSummary& summary : summaries_) {
            estimates.push_back(get(summary));
            note(summary.option, name, estimates.back());
        }
        set_estimates(name, estimates, {options()});
    }

    void set_option_reals(const std::string& name,
                          const std::function<double(const OptionSummary&)>& get) {
        std::vector<double> values;
        for (const OptionSummary& summary : summaries_)
            values.push_back(summary.simulated ? get(summary) : none);
        data_.set(name, std::move(values), {options()});
    }

    void set_option_counts(const std::string& name,
                           const std::function<std::uint64_t(const OptionSummary&)>& get) {
        std::vector<std::uint64_t> values;
        for (const OptionSummary& summary : summaries_) values.push_back(get(summary));
        data_.set(name, std::move(values), {options()});
    }

    void set_flags(const std::string& name, const std::function<bool(std::size_t)>& get) {
        std::vector<std::uint8_t> flags;
        for (std::size_t i = 0; i < options(); ++i) flags.push_back(get(i) ? 1 : 0);
        data_.set(name, std::move(flags), {options()});
    }

    void set_texts(const std::string& name, std::size_t count,
                   const std::function<std::string(std::size_t)>& get) {
        Texts texts;
        for (std::size_t i = 0; i < count; ++i) texts.push_back(get(i));
        data_.set(name, std::move(texts), {count});
    }

    const Plan& plan_;
    const std::vector<OptionSummary>& summaries_;
    const std::vector<JudgedOption>& judged_;
    ResultData data_;
    std::vector<Refusal> refusals_;
};

}  // namespace

ResultData result_of(const Plan& plan, const std::vector<OptionSummary>& summaries,
                     const std::vector<JudgedOption>& judged) {
    return Arrays(plan, summaries, judged).take();
}

}  // namespace trialcost
