// Knowledge against chance on plans whose answers have closed forms.
#include "sim/run/knowledge_study.hpp"

#include <cmath>

#include "tests/catch_compat.hpp"
#include "tests/sim/run/run_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

void add_cost(OptionPlan& option, const std::string& name, const Distribution& amount,
              Varies varies) {
    CostItemPlan item{.name = name, .driver = Driver::per_attempt, .amount = {}, .price = 1};
    item.amount = stated(option, name, amount, varies);
    option.items.push_back(item);
}

// C | mu ~ N(mu, 20^2), mu ~ N(100, 10^2).
Plan normal_costs(SamplingDesign design) {
    OptionPlan option = simple_option("a", {Constant{1e-9}}, 1);
    add_cost(option, "known", {Normal{100, 10}}, Varies::once);
    add_cost(option, "by chance", {Normal{0, 20}}, Varies::per_attempt);
    Plan plan = plan_of({option}, 1, design);
    plan.ceilings = {{CeilingFigure::total, 120}, {CeilingFigure::wall_time, 1e9}};
    return plan;
}

double inside(const Estimate& estimate, double truth) {
    return std::fabs(estimate.value - truth) / ((estimate.high - estimate.low) / 2);
}

}  // namespace

// P(kept | mu) at the 5 and 95 % percentiles of mu: .5705 and .9658; the share of knowledge in
// 1{C <= 120} from the bivariate normal: .10237 (SciPy). 256 knowledge draws leave the place of a
// 5 % percentile a standard error of .0136, which is .026 in the low end and .010 in the high one
// (less with Sobol' points); 4 of them. Chance that was frozen too would say 0 to 1, knowledge
// drawn afresh .81 to .81.
TEST_CASE("the band of a probability lies over the knowledge alone") {
    const auto sampler = GENERATE(Sampler::sobol, Sampler::monte_carlo);
    const Plan plan = normal_costs({sampler, 20261130, 16, 64});
    const KnowledgeStudy study = study_knowledge(plan, plan.options[0], 2, {});
    const KeptByKnowledge& total = study.ceilings.at(0);
    CHECK(total.band.low == Approx(0.57047).margin(0.104));
    CHECK(total.band.high == Approx(0.96580).margin(0.04));
    CHECK(total.share.high - total.share.low < 0.16);
    CHECK(inside(total.share, 0.10237) < 2);
    // Kept in every draw: the band is a point and there is nothing to share out.
    CHECK(study.ceilings.at(1).band.low == 1);
    CHECK(study.ceilings.at(1).share.refused());
    CHECK(study.all_ceilings.band.low == total.band.low);
    CHECK(study.all_ceilings.band.high == total.band.high);
}

// log C = N(0, .1^2) known once + N(0, .2^2) in each run: 1/5 of the variance of log C for one run.
// Over 16 runs chance averages out: about 16/20 (a sum of lognormals, to .02).
TEST_CASE("the share of knowledge grows with the runs") {
    OptionPlan option = simple_option("a", {Lognormal{0, 0.1}}, 1);
    option.job.seconds_per_unit =
        stated(option, "speed", {Lognormal{std::log(3600), 0.2}}, Varies::per_attempt);
    const auto share_of = [&](std::uint32_t runs) {
        const Plan plan = plan_of({option}, runs, {Sampler::sobol, 5, 16, 64});
        return study_knowledge(plan, plan.options[0], 2, {})
            .shares[static_cast<std::size_t>(Figure::total_cost)];
    };
    const Estimate one = share_of(1), many = share_of(16);
    CHECK(one.high - one.low < 0.1);
    CHECK(inside(one, 0.2) < 2);
    CHECK(many.value == Approx(0.8).margin(0.06));
}

TEST_CASE("a study is the same on any number of threads and repeats no draw of the run") {
    const Plan plan = normal_costs({Sampler::sobol, 3, 16, 64});
    const KnowledgeStudy one = study_knowledge(plan, plan.options[0], 1, {});
    const KnowledgeStudy two = study_knowledge(plan, plan.options[0], 2, {});
    CHECK(one.ceilings[0].band.low == two.ceilings[0].band.low);
    CHECK(one.shares[0].value == two.shares[0].value);
    Plan too_many = plan;
    too_many.sampling.replicates = most_replicates + 1;
    CHECK_THROWS_AS(Runner(too_many, 1), std::invalid_argument);
}

TEST_CASE("a figure that is infinite in some draws has no share") {
    OptionPlan option = simple_option("a", {Lognormal{0, 0.1}}, 1);
    option.job.max_attempts = 1;
    option.job.pass_probability = stated(option, "pass", {Constant{0.5}});
    const Plan plan = plan_of({option}, 1, {Sampler::sobol, 1, 16, 64});
    const KnowledgeStudy study = study_knowledge(plan, plan.options[0], 2, {});
    CHECK(study.shares[static_cast<std::size_t>(Figure::unit_cost)].refused());
    CHECK_FALSE(study.shares[static_cast<std::size_t>(Figure::total_cost)].refused());
}
