#include "tools/simulation.hpp"

#include <algorithm>

#include "sim/run/break_even_study.hpp"

namespace trialcost {
namespace {

constexpr std::uint64_t least_draws_with_studies = 16 * 1024;
constexpr std::uint32_t conservative_draws_per_replicate = 1024;

// The conservative case decides nothing: fewer draws do.
Plan with_few_draws(Plan plan, const SamplingDesign& design) {
    plan.sampling = design;
    plan.sampling.draws_per_replicate =
        std::min(design.draws_per_replicate, conservative_draws_per_replicate);
    return plan;
}

}  // namespace

OtherReadings readings_for(const SamplingDesign& design) {
    return design.total() >= least_draws_with_studies ? OtherReadings::built
                                                      : OtherReadings::left_out;
}

Simulation::Simulation(const BuiltPlan& built, int threads, ProgressStyle style)
    : plan_(built.plan),
      threads_(threads),
      with_studies_(readings_for(plan_.sampling) == OtherReadings::built),
      conservative_(with_few_draws(built.conservative, plan_.sampling)),
      progress_(style, all_draws(built.other_predictives.size())) {
    // Verdicts are compared: they take as many draws as those they are compared with.
    others_ = built.other_predictives;
    for (OtherReading& other : others_) other.plan.sampling = plan_.sampling;
}

std::vector<OptionSummary> Simulation::main() {
    std::vector<OptionSummary> summaries = simulate(plan_, RunsDrawn::that_fit, "");
    if (!with_studies_) return summaries;
    for (std::size_t i = 0; i < summaries.size(); ++i) {
        const OptionPlan& option = plan_.options[i];
        progress_.begin(option.name + ", what is not known");
        if (summaries[i].simulated)
            summaries[i].knowledge = study_knowledge(plan_, option, threads_, update());
        progress_.finish_option(knowledge_study_draws);
    }
    return summaries;
}

SideCases Simulation::beside() {
    SideCases side;
    if (!with_studies_) return side;
    side.conservative = simulate(conservative_, RunsDrawn::wanted, ", conservative");
    for (const OtherReading& other : others_) {
        auto summaries = simulate(other.plan, RunsDrawn::wanted, ", " + other.name);
        auto judged = judge(other.plan, summaries);
        side.other_predictives.push_back({other.name, std::move(summaries), std::move(judged)});
    }
    return side;
}

std::uint64_t Simulation::all_draws(std::size_t others) const {
    const std::uint64_t studies = with_studies_
                                      ? knowledge_study_draws + conservative_.sampling.total() +
                                            others * plan_.sampling.total()
                                      : 0;
    return (plan_.sampling.total() + studies) * plan_.options.size();
}

Progress Simulation::update() {
    return [this](std::uint64_t draws) { progress_.update(draws); };
}

std::vector<OptionSummary> Simulation::simulate(const Plan& plan, RunsDrawn drawn,
                                                const std::string& what) {
    const Runner runner(plan, threads_, drawn);
    std::vector<OptionSummary> summaries(plan.options.size());
    BreakEvenStudy break_even(plan);
    for (const std::size_t i : break_even.order()) {
        const OptionPlan& option = plan.options[i];
        progress_.begin(option.name + what);
        if (option.job.can_run()) {
            const SampleColumns columns = runner.run(option, update());
            summaries[i] = summarise_option(plan, option, columns);
            break_even.add(i, columns, summaries[i]);
        } else {
            summaries[i] = unknown_summary(plan, option);
        }
        progress_.finish_option(plan.sampling.total());
    }
    return summaries;
}

}  // namespace trialcost
