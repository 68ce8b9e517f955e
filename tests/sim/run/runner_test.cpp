// Blocks, rows and the checks of a run.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>

#include "tests/catch_compat.hpp"
#include "tests/sim/run/run_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

// Draws that use a coordinate, a bound by default, and streams of further attempts and events.
Plan full_plan(SamplingDesign sampling) {
    OptionPlan first = simple_option("a", {Lognormal{0, 0.1}}, 1);
    OptionPlan option = simple_option("b", {Constant{1}}, 3);
    option.nodes = 2;
    option.job.output_per_run = stated(option, "output", {Constant{5}});
    option.job.startup_warm =
        stated(option, "startup_warm", {Lognormal{5, 0.5}}, Varies::per_attempt);
    option.job.work = recorded(option, "records1", spaced_records(4, 2, 0.3));
    option.job.work.upper = 4;
    option.job.work.bound = Bound::by_default;
    option.job.pass_probability = stated(option, "pass_probability", {Beta{9, 4}});
    CostItemPlan item{.name = "logs", .driver = Driver::per_hour, .amount = {}, .price = 1};
    item.amount = stated(option, "logs", {Lognormal{0, 0.5}}, Varies::per_attempt);
    option.items.push_back(item);
    return plan_of({first, option}, 3, sampling);
}

// Row by row: the scores of one draw straight from the points, and the draw by itself.
void check_rows(const SamplingDesign& sampling, const std::vector<std::uint32_t>& draws) {
    const Plan plan = full_plan(sampling);
    const OptionPlan& option = plan.options[1];
    const Draws columns = draws_of(plan, 1, 2);
    const DrawFigures layout(plan, option);
    const CoordinateTable table = coordinate_table(plan);
    const Points points(sampling, table.names);
    const JobSampler sampler(option, table, sampling.seed, DrawRuns::most_runs(plan));
    DrawRuns draw_runs(plan, sampler);
    REQUIRE(columns.figures[0].size() == sampling.total());
    std::size_t held = 0;
    for (std::uint32_t replicate = 0; replicate < sampling.replicates; ++replicate)
        for (std::uint32_t draw : draws) {
            std::vector<double> scores(sampler.coordinates().size());
            for (std::size_t i = 0; i < scores.size(); ++i)
                points.scores(sampler.coordinates()[i], replicate, draw,
                              std::span(scores).subspan(i, 1));
            const std::size_t row = std::size_t{replicate} * sampling.draws_per_replicate + draw;
            const auto result = [&](double factor) {
                return draw_runs({scores.data(), 1}, static_cast<std::uint16_t>(replicate), draw,
                                 factor);
            };
            const DrawResult expected = result(1);
            INFO("replicate " << replicate << ", draw " << draw);
            const auto figures = figures_of(expected, option.nodes);
            for (std::size_t f = 0; f < figure_count; ++f)
                CHECK(columns.figures[f][row] == figures[f]);
            CHECK(columns.item_costs[1][row] == expected.item_costs[1]);
            CHECK(columns.output_units[row] == expected.output_units);
            const auto at = std::find_if(columns.held.begin(), columns.held.end(),
                                         [&](const Draws::Held& h) { return h.draw == row; });
            CHECK((at != columns.held.end()) == expected.held);
            if (at == columns.held.end()) continue;
            ++held;
            const DrawResult twin = result(2);
            CHECK(at->doubled[layout.of(Figure::wall_time_s)] == twin.wall_s);
            CHECK(at->doubled[layout.of(Figure::total_cost)] == twin.total_cost);
            CHECK(at->doubled[layout.output_units()] == twin.output_units);
            for (std::size_t i = 0; i < 2; ++i)
                CHECK(at->doubled[layout.item_cost(i)] == twin.item_costs[i]);
            for (std::size_t i = 0; i < time_part_count; ++i)
                CHECK(at->doubled[layout.part_s(i)] == twin.parts.seconds[i]);
        }
    CHECK(held > 0);
}

}  // namespace

TEST_CASE("each row of the columns is the draw of its replicate and number") {
    std::vector<std::uint32_t> draws;
    for (std::uint32_t draw = 0; draw < 2048; draw += 31) draws.push_back(draw);
    for (std::uint32_t draw : {1023u, 1024u, 1025u, 2047u}) draws.push_back(draw);
    check_rows({Sampler::sobol, 7, 3, 2048}, draws);
}

TEST_CASE("the last block of a replicate may be shorter") {
    check_rows({Sampler::monte_carlo, 7, 3, 1500}, {0, 1, 500, 1023, 1024, 1025, 1400, 1498, 1499});
}

TEST_CASE("a draw that used and made nothing has no share and no finite unit cost") {
    const auto figures = figures_of(DrawResult{}, 2);
    CHECK(figures[static_cast<std::size_t>(Figure::productive_share)] == 0);
    CHECK(std::isinf(figures[static_cast<std::size_t>(Figure::unit_cost)]));
}

TEST_CASE("held draws are listed in order") {
    const Plan plan = full_plan({Sampler::sobol, 7, 16, 2048});
    const Draws columns = draws_of(plan, 1, 4);
    REQUIRE(columns.held.size() > 100);
    CHECK(
        std::is_sorted(columns.held.begin(), columns.held.end(),
                       [](const Draws::Held& a, const Draws::Held& b) { return a.draw < b.draw; }));
}

TEST_CASE("progress counts draws up to all of them") {
    const Plan plan = full_plan({Sampler::sobol, 7, 2, 2048});
    std::atomic<std::uint64_t> most{0}, calls{0};
    const auto count = [&](std::uint64_t done) {
        CHECK(done > most);
        most = done;
        ++calls;
    };
    Runner(plan, 1).run(
        all_blocks(plan.sampling), [](const BlockDraws&) {}, count);
    CHECK(most == 2 * 2 * 2048);
    CHECK(calls == 4);
}

// Waiting less than nothing makes more time productive than there was: no input file says so, and
// the identities of the model notice.
TEST_CASE("a draw whose time does not add up stops the run and is named") {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    option.job.wait_ratio = stated(option, "wait_ratio", {Constant{-0.5}});
    option.job.wait_ratio.lower = -1;
    const Plan plan = plan_of({option}, 1, {Sampler::sobol, 1, 2, 2048});
    CHECK_THROWS_AS(draws_of(plan, 0, 1), SelfCheckError);
    CHECK_THROWS_WITH(draws_of(plan, 0, 1),
                      "option a, draw 0: the parts of its time do not add up");
}

TEST_CASE("one attempt out of balance puts the draw out of balance") {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    option.job.wait_ratio =
        stated(option, "wait_ratio", {Discrete{{-0.5, 0}, {1, 1}}}, Varies::per_attempt);
    option.job.wait_ratio.lower = -1;
    const Plan plan = plan_of({option}, 40, {Sampler::sobol, 1, 2, 64});
    const CoordinateTable table = coordinate_table(plan);
    const JobSampler sampler(plan.options[0], table, 1, 40);
    DrawRuns draw_runs(plan, sampler);
    const std::vector<double> scores(table.names.size(), 0.0);
    for (std::uint64_t draw = 0; draw < 64; ++draw)
        CHECK_FALSE(draw_runs({scores.data(), 1}, 0, draw, 1).balanced);
}

TEST_CASE("two names that share a stream are refused") {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    stated(option, "input1659", {Lognormal{0, 1}});
    stated(option, "input20080", {Lognormal{0, 1}}, Varies::per_event);
    const Plan plan = plan_of({option}, 1, {Sampler::sobol, 1, 2, 64});
    CHECK_THROWS_AS(Runner(plan, 1), std::invalid_argument);
}

// Followed beyond the wanted runs, a draw needs events for 23 of them.
TEST_CASE("the events of the runs that may fit are counted before the run") {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    option.job.max_failures = 99'999'998;
    option.job.max_attempts = 10;
    Plan plan = plan_of({option}, 1, {Sampler::sobol, 1, 2, 64});
    CHECK_NOTHROW(Runner(plan, 1));
    plan.ceilings = {{CeilingFigure::total, 1e9}};
    CHECK_THROWS_AS(Runner(plan, 1), std::invalid_argument);
}
