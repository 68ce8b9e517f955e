// Which column, unit and reason each figure of an option's summary has.
#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/analysis/percentile.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/run/run_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

const SamplingDesign design{Sampler::sobol, 1, 16, 256};
constexpr std::size_t p90 = 7;  // in reported_percentiles

// Two runs of a lognormal length on two nodes, five units each: total, unit cost, hours and cost
// per month all differ. Three months.
Plan ceiling_plan() {
    OptionPlan option = simple_option("a", {Lognormal{0, 0.4}}, 3);
    option.nodes = 2;
    option.job.output_per_run = stated(option, "output", {Constant{5}});
    Plan plan = plan_of({option}, 2, design);
    plan.period_s = 3 * 730 * 3600.0;
    return plan;
}

Draws columns_of(const Plan& plan) {
    return draws_of(plan, 0, 1);
}

double share_kept(std::span<const double> figure, double limit) {
    return share_at_most(figure, limit);
}

double mean_excess(std::span<const double> figure, double limit) {
    double sum = 0;
    for (double value : figure) sum += std::max(0.0, value - limit);
    return sum / static_cast<double>(figure.size());
}

CostItemPlan logs(OptionPlan& option) {
    CostItemPlan item{.name = "logs", .driver = Driver::per_hour, .amount = {}, .price = 0.5};
    item.amount = stated(option, "logs", {Lognormal{0, 0.2}});
    return item;
}

void add_failures(OptionPlan& option, double per_hour) {
    FailureClassPlan failures;
    failures.name = "all";
    failures.rate = stated(option, "failure.all.rate", {Constant{per_hour}});
    failures.rate_scale = 1.0 / 3600;
    option.job.failures.push_back(failures);
}

}  // namespace

TEST_CASE("each ceiling is measured on its own figure, in its own unit") {
    Plan plan = ceiling_plan();
    plan.ceilings = {{CeilingFigure::cost_per_month, 5},
                     {CeilingFigure::total, 14},
                     {CeilingFigure::unit_cost, 1.5},
                     {CeilingFigure::wall_time, 2.5 * 3600}};
    const Draws columns = columns_of(plan);
    const OptionSummary summary = summary_of(plan, 0);
    REQUIRE(summary.ceilings.size() == 4);
    const double months = 3;
    const struct {
        Figure figure;
        double limit, per_unit;
    } rows[] = {{Figure::total_cost, 5 * months, 1 / months},
                {Figure::total_cost, 14, 1},
                {Figure::unit_cost, 1.5, 1},
                {Figure::wall_time_s, 2.5 * 3600, 1}};
    for (std::size_t i = 0; i < 4; ++i) {
        INFO("ceiling " << i);
        const auto figure = columns.column(rows[i].figure);
        const CeilingSummary& out = summary.ceilings[i];
        CHECK(out.p_kept.value == share_kept(figure, rows[i].limit));
        CHECK(out.expected_overrun.value ==
              Approx(mean_excess(figure, rows[i].limit) * rows[i].per_unit));
        CHECK(out.headroom ==
              Approx((rows[i].limit - summary.figure(rows[i].figure).percentiles[p90].value) *
                     rows[i].per_unit));
    }
    double together = 0;
    for (std::size_t i = 0; i < design.total(); ++i)
        together += columns.figures[0][i] <= 14 && columns.figures[2][i] <= 2.5 * 3600;
    CHECK(summary.p_kept_all.value == Approx(together / static_cast<double>(design.total())));
}

TEST_CASE("the cost per month is the total over the months of the period") {
    Plan plan = ceiling_plan();
    const OptionSummary summary = summary_of(plan, 0);
    REQUIRE(summary.cost_per_month);
    const FigureSummary& month = *summary.cost_per_month;
    const FigureSummary& total = summary.figure(Figure::total_cost);
    const auto check = [](const Estimate& a, const Estimate& b) {
        CHECK(a.value == Approx(b.value / 3));
        CHECK(a.low == Approx(b.low / 3));
        CHECK(a.high == Approx(b.high / 3));
    };
    for (std::size_t i = 0; i < reported_percentiles.size(); ++i)
        check(month.percentiles[i], total.percentiles[i]);
    check(month.mean, total.mean);
    check(month.sd, total.sd);
    check(month.tail_mean, total.tail_mean);
    CHECK(month.min == Approx(total.min / 3));
    CHECK(month.max == Approx(total.max / 3));
    plan.period_s = 0;
    CHECK_FALSE(summary_of(plan, 0).cost_per_month);
}

TEST_CASE("without a price of instances no ceiling on cost is judged, one on time is") {
    Plan plan = ceiling_plan();
    OptionPlan& option = plan.options[0];
    option.items.push_back(logs(option));
    option.instance_price.reset();
    option.missing = {"price of instances: no quote"};
    plan.ceilings = {{CeilingFigure::wall_time, 3 * 3600}};
    const OptionSummary time = summary_of(plan, 0);
    CHECK_FALSE(time.ceilings[0].p_kept.refused());
    CHECK_FALSE(time.ceilings[0].expected_overrun.refused());
    CHECK_FALSE(time.p_kept_all.refused());
    for (CeilingFigure figure :
         {CeilingFigure::total, CeilingFigure::unit_cost, CeilingFigure::cost_per_month}) {
        plan.ceilings = {{CeilingFigure::wall_time, 3 * 3600}, {figure, 9}};
        const OptionSummary cost = summary_of(plan, 0);
        CHECK_FALSE(cost.ceilings[0].p_kept.refused());
        CHECK(cost.ceilings[1].p_kept.refused());
        CHECK(cost.ceilings[1].expected_overrun.refused());
        CHECK(cost.p_kept_all.refused());
        CHECK(cost.priced);
        CHECK(cost.total_is_lower_bound);
        CHECK_FALSE(cost.budget_to_ask.refused());
    }
}

TEST_CASE("what is left out makes the total a lower bound, and nothing fits under it") {
    Plan plan = ceiling_plan();
    plan.ceilings = {{CeilingFigure::total, 14}, {CeilingFigure::wall_time, 3 * 3600}};
    const OptionSummary whole = summary_of(plan, 0);
    CHECK_FALSE(whole.total_is_lower_bound);
    CHECK(whole.runs_that_fit.size() == reported_percentiles.size());
    plan.options[0].missing = {"logs: unknown"};
    const OptionSummary part = summary_of(plan, 0);
    CHECK(part.total_is_lower_bound);
    CHECK(part.runs_that_fit.empty());
    CHECK_FALSE(part.ceilings[0].p_kept.refused());
    CHECK(part.ceilings[0].expected_overrun.refused());
    CHECK_FALSE(part.ceilings[1].expected_overrun.refused());
}

TEST_CASE("without any known cost there is no budget to ask for") {
    Plan plan = ceiling_plan();
    plan.options[0].instance_price.reset();
    plan.ceilings = {{CeilingFigure::total, 14}};
    const OptionSummary summary = summary_of(plan, 0);
    CHECK_FALSE(summary.priced);
    CHECK(summary.budget_to_ask.refused());
    CHECK_FALSE(summary.cost_per_month);
    CHECK(summary.runs_that_fit.empty());
}

// At confidence q the number that fits is that of the draw which q of all draws reach.
TEST_CASE("runs that fit are given for each reported percentile as confidence") {
    Plan plan = ceiling_plan();
    plan.ceilings = {{CeilingFigure::total, 100}};
    const Draws columns = columns_of(plan);
    const OptionSummary summary = summary_of(plan, 0);
    REQUIRE(summary.runs_that_fit.size() == reported_percentiles.size());
    const double draws = static_cast<double>(design.total());
    for (std::size_t i = 0; i < reported_percentiles.size(); ++i) {
        const double fit = summary.runs_that_fit[i].value;
        const auto reach = [&](double runs) {
            return static_cast<double>(
                       std::count_if(columns.runs_that_fit.begin(), columns.runs_that_fit.end(),
                                     [&](std::uint32_t own) { return own >= runs; })) /
                   draws;
        };
        CHECK(reach(fit) >= reported_percentiles[i]);
        CHECK(reach(fit + 1) < reported_percentiles[i]);
    }
    CHECK(summary.runs_that_fit.front().value > summary.runs_that_fit.back().value);
    CHECK(summary.most_runs == 3 * 2 + 20);
}

TEST_CASE("items and time parts carry their own names and columns") {
    Plan plan = ceiling_plan();
    OptionPlan& option = plan.options[0];
    option.items.push_back(logs(option));
    option.items.push_back(option.items[0]);
    option.items[1].name = "twice";
    option.items[1].price = 1;
    option.job.startup_warm = stated(option, "startup", {Constant{60}});
    option.job.validation_time = stated(option, "validation", {Constant{90}});
    const OptionSummary summary = summary_of(plan, 0);
    REQUIRE(summary.items.size() == 3);
    CHECK(summary.items[0].name == "instances");
    CHECK(summary.items[1].name == "logs");
    CHECK(summary.items[2].name == "twice");
    CHECK(summary.items[2].mean.value == Approx(2 * summary.items[1].mean.value));
    CHECK(summary.items[2].percentiles[4].value ==
          Approx(2 * summary.items[1].percentiles[4].value));
    CHECK(summary.items[0].mean.value + 3 * summary.items[1].mean.value ==
          Approx(summary.figure(Figure::total_cost).mean.value));
    REQUIRE(summary.time_parts.size() == time_part_count);
    for (std::size_t i = 0; i < time_part_count; ++i)
        CHECK(summary.time_parts[i].name == time_part_names[i]);
    CHECK(summary.time_parts[static_cast<std::size_t>(TimePart::startup)].mean.value ==
          Approx(120));
    CHECK(summary.time_parts[static_cast<std::size_t>(TimePart::validation)].mean.value ==
          Approx(180));
    CHECK(summary.time_parts[static_cast<std::size_t>(TimePart::restart)].mean.value == 0);
}

// An hour more after each failure: in each draw an hour of both nodes for each, or what the block
// grows by; then the same percentile as the budget.
TEST_CASE("the weight of an unknown downtime") {
    Plan plan = ceiling_plan();
    OptionPlan& option = plan.options[0];
    option.job.checkpoint_interval = stated(option, "interval", {Constant{600}});
    add_failures(option, 1);
    option.instance_price->block = {7200, 1800};
    for (PurchaseOption purchase : {PurchaseOption::on_demand, PurchaseOption::capacity_block}) {
        option.instance_price->purchase = purchase;
        const Draws columns = columns_of(plan);
        const OptionSummary summary = summary_of(plan, 0);
        std::vector<double> total;
        double failed = 0, all = 0, expected = 0;
        for (std::size_t i = 0; i < design.total(); ++i) {
            const double failures = columns.column(Figure::failures)[i];
            failed += failures > 0;
            all += failures;
            expected += columns.expected_failures[i];
            const double hours = columns.column(Figure::wall_time_s)[i] / 3600;
            const double billed_h = purchase == PurchaseOption::capacity_block
                                        ? 2 * std::ceil((hours + failures + 0.5) / 2)
                                        : hours + failures;
            total.push_back(billed_h * 2 * 3);
        }
        std::sort(total.begin(), total.end());
        const double asked = total[static_cast<std::size_t>(std::ceil(0.9 * 4096)) - 1];
        CHECK(summary.downtime_hour_adds ==
              Approx(asked - summary.budget_to_ask.value).epsilon(1e-6));
        CHECK(summary.p_any_failure == failed / 4096);
        CHECK(summary.p_any_failure > 0.2);
        CHECK(static_cast<double>(summary.failures) == all);
        CHECK(summary.failure_z == Approx((all - expected) / std::sqrt(expected)));
        CHECK(summary.failure_z != 0);
    }
}

// Work measured in three runs is held at a bound by default in some draws. What moves with the
// bound is refused, part by part; what does not stands.
TEST_CASE("parts, items and unit cost are refused where a bound by default decides them") {
    Plan plan = ceiling_plan();
    OptionPlan& option = plan.options[0];
    option.job.work = recorded(option, "records1", spaced_records(3, 1, 0.3));
    option.job.work.upper = 10;
    option.job.work.bound = Bound::by_default;
    option.job.startup_warm = stated(option, "startup_warm", {Lognormal{5, 0.5}});
    option.items.push_back(logs(option));
    option.items.push_back(logs(option));
    option.items[1].driver = Driver::fixed;
    const OptionSummary summary = summary_of(plan, 0);
    CHECK(summary.p_held > 0);
    CHECK(summary.figure(Figure::unit_cost).mean.refused());
    CHECK(summary.items[0].mean.refused());
    CHECK(summary.items[1].mean.refused());
    CHECK_FALSE(summary.items[2].mean.refused());
    for (TimePart part : {TimePart::productive, TimePart::startup})
        CHECK(summary.time_parts[static_cast<std::size_t>(part)].mean.refused() ==
              (part == TimePart::productive));
    option.job.work.bound = Bound::stated;
    CHECK_FALSE(summary_of(plan, 0).figure(Figure::unit_cost).mean.refused());
}

TEST_CASE("draws without output and draws not finished are counted apart") {
    Plan plan = ceiling_plan();
    OptionPlan& option = plan.options[0];
    option.job.pass_probability = stated(option, "pass_probability", {Constant{0.5}});
    option.job.max_attempts = 2;
    option.job.timeout_s = 2 * 3600;
    const Draws columns = columns_of(plan);
    const OptionSummary summary = summary_of(plan, 0);
    const auto count = [](const std::vector<std::uint8_t>& flags) {
        return static_cast<std::uint64_t>(std::count(flags.begin(), flags.end(), 1));
    };
    CHECK(summary.draws == 4096);
    CHECK(summary.not_finished == count(columns.not_finished));
    CHECK(summary.no_output == count(columns.no_output));
    CHECK(summary.not_finished != summary.no_output);
    CHECK(summary.p_not_finished.value == Approx(static_cast<double>(summary.not_finished) / 4096));
    CHECK(summary.p_no_qualified_output.value ==
          Approx(static_cast<double>(summary.no_output) / 4096));
    CHECK(summary.failure_z == 0);
    for (std::size_t i = 0; i < 4096; ++i)
        CHECK(std::isinf(columns.figures[1][i]) == (columns.no_output[i] == 1));
}

TEST_CASE("a run that makes no output has none, though it met the bar") {
    Plan plan = ceiling_plan();
    plan.options[0].job.output_per_run = stated(plan.options[0], "none", {Constant{0}});
    const OptionSummary summary = summary_of(plan, 0);
    CHECK(summary.p_no_qualified_output.value == 1);
    CHECK(std::isinf(summary.figure(Figure::unit_cost).min));
}

// A unit cost may be infinite, where there is no output; a total may not.
TEST_CASE("a draw that is not a number stops the run and is named") {
    Plan plan = ceiling_plan();
    plan.options[0].job.output_per_run =
        stated(plan.options[0], "output", {Discrete{{0, 1}, {1, 1}}});
    CHECK_NOTHROW(summary_of(plan, 0));
    plan.options[0].instance_price->per_node_hour = 1e308;
    std::string message;
    try {
        summary_of(plan, 0);
    } catch (const SelfCheckError& fault) {
        message = fault.what();
    }
    CHECK(message.starts_with("option a, draw 0: its total_cost is not finite; "));
    CHECK(message.find("price of instances 1e+308") != std::string::npos);
}

// n records reach beyond their 0.1^(1/n) percentile with 90 % confidence: 22 carry the P90.
TEST_CASE("the percentile that the records carry") {
    Plan plan = ceiling_plan();
    plan.options[0].target_load_trials = 3;
    CHECK(summary_of(plan, 0).carried_percentile == 0);
    plan.options[0].records = 22;
    CHECK(summary_of(plan, 0).carried_percentile == Approx(std::pow(0.1, 1.0 / 22)));
    plan.options[0].records = 1;
    CHECK(summary_of(plan, 0).carried_percentile == Approx(0.1));
}

TEST_CASE("an option that cannot run has no figures, only reasons") {
    Plan plan = ceiling_plan();
    plan.ceilings = {{CeilingFigure::total, 14}, {CeilingFigure::wall_time, 3600}};
    const OptionSummary summary = unknown_summary(plan, plan.options[0]);
    CHECK(summary.option == "a");
    CHECK_FALSE(summary.simulated);
    CHECK(summary.total_is_lower_bound);
    REQUIRE(summary.ceilings.size() == 2);
    for (const CeilingSummary& ceiling : summary.ceilings) {
        CHECK(ceiling.p_kept.refused());
        CHECK(ceiling.expected_overrun.refused());
        CHECK(std::isnan(ceiling.headroom));
    }
    for (const Estimate& estimate : {summary.p_kept_all, summary.budget_to_ask,
                                     summary.p_no_qualified_output, summary.p_not_finished})
        CHECK(estimate.refused());
}
