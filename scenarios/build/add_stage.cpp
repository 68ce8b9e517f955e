#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "models/evidence/stage.hpp"
#include "scenarios/build/build_option.hpp"

namespace trialcost {
namespace {

std::vector<PortStep> steps_of(const WrittenOption& option) {
    std::vector<PortStep> steps;
    for (const std::string_view name : port_steps) {
        PortStep step{std::string(name), Answer::unknown, ""};
        for (const WrittenGate& gate : option.gates)
            if (gate.name == "port." + step.name) {
                step.answer = gate.answer;
                step.evidence = gate.evidence;
            }
        steps.push_back(std::move(step));
    }
    return steps;
}

StageEvidence evidence_of(const Scenario& scenario, const WrittenOption& option,
                          const MeasuredRuns& runs) {
    StageEvidence out{.quality_bar_is_stated = !scenario.workload.quality.empty(),
                      .port = steps_of(option),
                      .instance = option.instance,
                      .stand_in = !runs.stand_in.empty(),
                      .records = runs.runs.size(),
                      .without_stage = 0,
                      .passed = runs.passed,
                      .at_target_load = runs.target_load,
                      .last_stage = std::nullopt};
    for (const MeasuredRun& run : runs.runs) {
        if (!run.stage) {
            ++out.without_stage;
            continue;
        }
        // Nothing comes before everything.
        out.last_stage = std::max(out.last_stage, run.stage);
    }
    return out;
}

// What the estimate rests on where no trial is of target load.
std::string preliminary(const MeasuredRuns& runs) {
    if (runs.runs.empty() || runs.target_load) return "";
    if (!runs.other_nodes.empty()) return "preliminary: " + runs.other_nodes;
    std::vector<std::string> kinds;
    const auto add = [&](std::string kind) {
        if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
            kinds.push_back(std::move(kind));
    };
    for (const MeasuredRun& run : runs.runs) {
        if (run.stage && *run.stage < TrialStage::target_load)
            add(std::string(name_of(*run.stage)));
        else
            add("short");
    }
    return fmt::format("preliminary: rests on {} trials", fmt::join(kinds, " and "));
}

}  // namespace

void add_stage(const Scenario& scenario, const WrittenOption& option, const MeasuredRuns& runs,
               OptionPlan& plan) {
    const StageReached reached = stage_reached(evidence_of(scenario, option, runs));
    if (reached.stage) plan.stage = name_of(*reached.stage);
    plan.next_stage_needs = reached.next_needs;
    plan.preliminary = preliminary(runs);
}

}  // namespace trialcost
