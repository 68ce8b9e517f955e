#include "tools/simulation.hpp"

#include <algorithm>
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

Simulation::Simulation(const BuiltPlan& built, const Runner& runner, int threads,
                       ProgressStyle style)
    : plan_(built.plan),
      runner_(runner),
      threads_(threads),
      with_studies_(readings_for(plan_.sampling) == OtherReadings::built),
      conservative_(with_few_draws(built.conservative, plan_.sampling)),
      progress_(style, all_draws(built.other_predictives.size())) {
    // Verdicts are compared: they take as many draws as those they are compared with.
    others_ = built.other_predictives;
    for (OtherReading& other : others_) other.plan.sampling = plan_.sampling;
}

Progress Simulation::main_progress() {
    progress_.begin("all options");
    return update();
}

std::vector<OptionSummary> Simulation::summarise(RunTally& tally) {
    progress_.finish(plan_.sampling.total() * plan_.options.size());
    tally.finish();
    std::vector<OptionSummary> summaries = summarise_run(plan_, runner_, tally);
    if (!with_studies_) return summaries;
    for (std::size_t i = 0; i < summaries.size(); ++i) {
        const OptionPlan& option = plan_.options[i];
        progress_.begin(option.name + ", what is not known");
        if (summaries[i].simulated)
            summaries[i].knowledge = study_knowledge(plan_, option, threads_, update());
        progress_.finish(knowledge_study_draws);
    }
    return summaries;
}

SideCases Simulation::beside() {
    SideCases side;
    if (!with_studies_) return side;
    side.conservative = simulate(conservative_, "conservative case");
    for (const OtherReading& other : others_) {
        auto summaries = simulate(other.plan, other.name);
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

std::vector<OptionSummary> Simulation::simulate(const Plan& plan, const std::string& what) {
    const Runner runner(plan, threads_, RunsDrawn::wanted);
    RunTally tally(plan);
    progress_.begin(what);
    runner.run(
        all_blocks(plan.sampling), [&](const BlockDraws& block) { tally.add(block); }, update());
    progress_.finish(plan.sampling.total() * plan.options.size());
    tally.finish();
    return summarise_run(plan, runner, tally);
}

}  // namespace trialcost
