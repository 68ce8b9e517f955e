// Parts of a run as bytes: what belongs together, what is missing, what is damaged.
#include "sim/run/run_state.hpp"

#include "tests/catch_compat.hpp"
#include "tests/sim/run/run_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

// Two options, one that cannot run, and a migration that is paid back.
Plan two_options_and_none() {
    Plan plan = plan_of({simple_option("old", {Lognormal{1, 0.3}}, 10),
                         simple_option("new", {Lognormal{0.5, 0.3}}, 9)},
                        2, {Sampler::sobol, 1, 3, 2048});
    OptionPlan& ported = plan.options[1];
    ported.migration =
        MigrationPlan{{{"all", stated(ported, "migration.all", {Constant{100}}), 1}}, {}};
    OptionPlan none;
    none.name = "none";
    plan.options.push_back(none);
    plan.ceilings = {{CeilingFigure::total, 60}, {CeilingFigure::wall_time, 4 * 3600}};
    return plan;
}

RunTally tally_of_blocks(const Plan& plan, const std::vector<BlockRange>& ranges) {
    const Runner runner(plan, 2);
    RunTally tally(plan);
    for (const BlockRange& range : ranges)
        runner.run(range, [&](const BlockDraws& block) { tally.add(block); });
    return tally;
}

StateHeader header_of(const Plan& plan, std::vector<BlockRange> done) {
    return {run_identity(plan, "1"), "scenario.toml", "2026-11-30", plan.sampling, 0, 1,
            std::move(done)};
}

}  // namespace

TEST_CASE("parts of a run, handed on as bytes, are the run") {
    const Plan plan = two_options_and_none();
    const BlockRange all = all_blocks(plan.sampling);
    REQUIRE(all == BlockRange{0, 6});
    const auto whole = state_bytes(header_of(plan, {all}), tally_of_blocks(plan, {all}));
    // A replicate has two blocks: parts of three cut through it.
    for (const std::uint64_t count : {1, 2, 3, 4, 9}) {
        RunTally merged(plan);
        std::vector<BlockRange> done;
        for (std::uint64_t i = count; i-- > 0;) {
            const BlockRange part = part_of(all, i, count);
            const auto bytes = state_bytes(header_of(plan, {part}), tally_of_blocks(plan, {part}));
            RunTally read(plan);
            read_tally(bytes, read);
            merged.merge(read);
            done = with_range(done, read_header(bytes).done[0]);
        }
        CHECK(done == std::vector{all});
        CHECK(state_bytes(header_of(plan, done), merged) == whole);
    }
}

TEST_CASE("a part that is there already cannot be added again") {
    const Plan plan = two_options_and_none();
    RunTally tally = tally_of_blocks(plan, {{0, 2}});
    CHECK_THROWS_AS(tally.merge(tally_of_blocks(plan, {{0, 2}})), std::logic_error);
    CHECK_THROWS_AS(with_range({{0, 2}}, {1, 3}), StateError);
    CHECK_THROWS_AS(with_range({{0, 2}, {4, 6}}, {3, 5}), StateError);
}

TEST_CASE("ranges of blocks") {
    CHECK(with_range({}, {2, 2}).empty());
    CHECK(with_range({{0, 2}, {4, 6}}, {2, 4}) == std::vector<BlockRange>{{0, 6}});
    CHECK(missing_of({0, 6}, {}) == std::vector<BlockRange>{{0, 6}});
    CHECK(missing_of({0, 6}, {{1, 2}, {4, 6}}) == std::vector<BlockRange>{{0, 1}, {2, 4}});
    CHECK(missing_of({2, 4}, {{2, 4}}).empty());
    // Parts are as equal as they can be, adjoin, and cover all.
    std::uint64_t next = 3;
    for (std::uint64_t i = 0; i < 7; ++i) {
        const BlockRange part = part_of({3, 26}, i, 7);
        CHECK(part.first == next);
        CHECK((part.size() == 3 || part.size() == 4));
        next = part.end;
    }
    CHECK(next == 26);
}

TEST_CASE("an identity is that of everything that decides the draws") {
    const Plan plan = two_options_and_none();
    const std::string identity = run_identity(plan, "1");
    CHECK(identity == run_identity(two_options_and_none(), "1"));
    CHECK(identity != run_identity(plan, "2"));
    const auto changed = [&](auto change) {
        Plan other = plan;
        change(other);
        return run_identity(other, "1") != identity;
    };
    CHECK(changed([](Plan& p) { p.scenario_text += " "; }));
    CHECK(changed([](Plan& p) { p.files.push_back({"trials.csv", "0"}); }));
    CHECK(changed([](Plan& p) { p.as_of = "2026-12-01"; }));
    CHECK(changed([](Plan& p) { p.sampling.seed = 2; }));
    CHECK(changed([](Plan& p) { p.sampling.sampler = Sampler::monte_carlo; }));
    CHECK(changed([](Plan& p) { p.sampling.draws_per_replicate = 4096; }));
    CHECK(changed([](Plan& p) { p.sampling.replicates = 4; }));
}

TEST_CASE("bytes that are cut off, changed or of something else are refused") {
    const Plan plan = two_options_and_none();
    const auto bytes = state_bytes(header_of(plan, {{0, 1}}), tally_of_blocks(plan, {{0, 1}}));
    CHECK(read_header(bytes).scenario == "scenario.toml");
    for (std::size_t i = 0; i < bytes.size(); i += bytes.size() / 97 + 1) {
        auto changed = bytes;
        changed[i] ^= std::byte{1};
        CHECK_THROWS_AS(read_header(changed), StateError);
        CHECK_THROWS_AS(read_header(std::span(bytes).first(i)), StateError);
    }
    Plan other = plan;
    other.ceilings.pop_back();
    RunTally tally(other);
    CHECK_THROWS_AS(read_tally(bytes, tally), StateError);
}

TEST_CASE("a run that is told to stop has done its first blocks") {
    const Plan plan = two_options_and_none();
    const Runner runner(plan, 3);
    RunTally tally(plan);
    int asked = 0;
    const BlockRange done = runner.run(
        {0, 6}, [&](const BlockDraws& block) { tally.add(block); }, {},
        [&] { return ++asked > 4; });
    CHECK(done == BlockRange{0, 4});
    CHECK(state_bytes(header_of(plan, {done}), tally) ==
          state_bytes(header_of(plan, {done}), tally_of_blocks(plan, {{0, 4}})));
}
