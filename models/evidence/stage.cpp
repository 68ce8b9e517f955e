#include "models/evidence/stage.hpp"

#include <algorithm>

#include "models/units/counted.hpp"

namespace trialcost {
namespace {

const PortStep* open_step(const StageEvidence& evidence) {
    // What fails says more than what is open.
    for (const Answer answer : {Answer::no, Answer::unknown})
        for (const PortStep& step : evidence.port)
            if (step.answer == answer && !step.evidence.empty()) return &step;
    return nullptr;
}

bool passed(const StageEvidence& evidence, std::string_view name) {
    return std::any_of(evidence.port.begin(), evidence.port.end(), [&](const PortStep& step) {
        return step.name == name && step.answer == Answer::yes;
    });
}

bool all_passed(const StageEvidence& evidence) {
    return !evidence.port.empty() &&
           std::all_of(evidence.port.begin(), evidence.port.end(),
                       [](const PortStep& step) { return step.answer == Answer::yes; });
}

// The latest stage that the option's own records show.
std::optional<TrialStage> shown_by_records(const StageEvidence& evidence) {
    if (evidence.stand_in || evidence.records == 0) return std::nullopt;
    std::optional<TrialStage> shown;
    if (evidence.passed > 0) shown = TrialStage::minimal_port;
    if (!evidence.last_stage) return shown;
    TrialStage last = *evidence.last_stage;
    const bool falls_short = !evidence.at_target_load || evidence.passed == 0;
    if (last >= TrialStage::target_load && falls_short) last = TrialStage::baseline;
    return shown ? std::max(*shown, last) : last;
}

std::optional<TrialStage> shown_by_statements(const StageEvidence& evidence) {
    if (all_passed(evidence)) return TrialStage::minimal_port;
    if (passed(evidence, "load") && passed(evidence, "compile")) return TrialStage::software_check;
    if (evidence.quality_bar_is_stated) return TrialStage::load_definition;
    return std::nullopt;
}

// std::optional orders nothing before everything.
std::optional<TrialStage> reached(const StageEvidence& evidence) {
    const auto latest = std::max(shown_by_records(evidence), shown_by_statements(evidence));
    if (latest > TrialStage::software_check && open_step(evidence) != nullptr)
        return TrialStage::software_check;
    return latest;
}

std::string port_needs(const StageEvidence& evidence) {
    if (const PortStep* step = open_step(evidence)) {
        const std::string is = step->answer == Answer::no ? " fails: " : " is unknown: ";
        return "port." + step->name + " to pass; it" + is + step->evidence;
    }
    std::string steps;
    for (const PortStep& step : evidence.port)
        if (step.answer != Answer::yes) steps += (steps.empty() ? "" : ", ") + step.name;
    return "a record of stage minimal-port, or these steps of the port stated as passed: " + steps;
}

std::string target_needs(const StageEvidence& evidence) {
    if (evidence.stand_in)
        return "a target-load trial on " + evidence.instance +
               " itself; its records are of another instance";
    if (!evidence.at_target_load || evidence.last_stage < TrialStage::target_load)
        return "a trial of stage target-load on " + evidence.instance +
               " that does at least a tenth of the target's work and meets the quality bar";
    return "a target-load trial that meets the quality bar; " + counted(evidence.records, "trial") +
           " did not";
}

std::string next_needs(const StageEvidence& evidence, std::optional<TrialStage> stage) {
    if (!stage) return "the quality bar of the workload";
    switch (*stage) {
        case TrialStage::load_definition:
            return "a record of stage software-check, or port.load and port.compile stated as "
                   "passed";
        case TrialStage::software_check:
            return port_needs(evidence);
        case TrialStage::minimal_port:
            if (evidence.without_stage > 0 && !evidence.stand_in)
                return "the stage of its trials recorded; " +
                       counted(evidence.without_stage, "trial") +
                       (evidence.without_stage == 1 ? " does" : " do") + " not say it";
            return "a record of stage baseline on " + evidence.instance;
        case TrialStage::baseline:
            return target_needs(evidence);
        case TrialStage::target_load:
            return "a record of stage bill-reconciliation: a run whose billed time was compared "
                   "with the bill";
        case TrialStage::bill_reconciliation:
            return "";
    }
    return "";
}

}  // namespace

std::string_view name_of(TrialStage stage) {
    switch (stage) {
        case TrialStage::load_definition:
            return "load definition";
        case TrialStage::software_check:
            return "software check";
        case TrialStage::minimal_port:
            return "minimal port";
        case TrialStage::baseline:
            return "baseline";
        case TrialStage::target_load:
            return "target load";
        case TrialStage::bill_reconciliation:
            return "bill reconciliation";
    }
    return "";
}

StageReached stage_reached(const StageEvidence& evidence) {
    const std::optional<TrialStage> stage = reached(evidence);
    return {stage, next_needs(evidence, stage)};
}

}  // namespace trialcost
