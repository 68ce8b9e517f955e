// Which stage an option has reached, and what its next one needs.
#include "models/evidence/stage.hpp"

#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

std::vector<PortStep> steps(Answer answer) {
    std::vector<PortStep> out;
    for (const char* name : {"load", "compile", "optimizer"})
        out.push_back({name, answer, answer == Answer::yes ? "ci run" : ""});
    return out;
}

// Three records of the stage, of the option's own instance, that met the bar.
StageEvidence after(TrialStage stage) {
    return {.quality_bar_is_stated = true,
            .port = steps(Answer::unknown),
            .instance = "x8",
            .stand_in = false,
            .records = 3,
            .without_stage = 0,
            .passed = 3,
            .at_target_load = stage >= TrialStage::target_load,
            .last_stage = stage};
}

StageEvidence without_records() {
    StageEvidence out = after(TrialStage::load_definition);
    out.records = out.passed = 0;
    out.last_stage.reset();
    return out;
}

void check(const StageEvidence& evidence, std::optional<TrialStage> stage,
           const std::string& next_needs) {
    const StageReached reached = stage_reached(evidence);
    CHECK(reached.stage == stage);
    CHECK(reached.next_needs == next_needs);
}

}  // namespace

TEST_CASE("without any evidence no stage is reached") {
    StageEvidence nothing = without_records();
    nothing.quality_bar_is_stated = false;
    check(nothing, std::nullopt, "the quality bar of the workload");
}

TEST_CASE("a record reaches its stage, and so those before it") {
    StageEvidence checked = after(TrialStage::software_check);
    checked.passed = 0;
    check(checked, TrialStage::software_check,
          "a record of stage minimal-port, or these steps of the port stated as passed: load, "
          "compile, optimizer");
    StageEvidence ported = after(TrialStage::minimal_port);
    ported.passed = 0;
    check(ported, TrialStage::minimal_port, "a record of stage baseline on x8");
    check(after(TrialStage::baseline), TrialStage::baseline,
          "a trial of stage target-load on x8 that does at least a tenth of the target's work and "
          "meets the quality bar");
    check(after(TrialStage::target_load), TrialStage::target_load,
          "a record of stage bill-reconciliation: a run whose billed time was compared with the "
          "bill");
    check(after(TrialStage::bill_reconciliation), TrialStage::bill_reconciliation, "");
}

TEST_CASE("statements about the port reach up to the minimal port") {
    StageEvidence stated = without_records();
    check(stated, TrialStage::load_definition,
          "a record of stage software-check, or port.load and port.compile stated as passed");
    stated.port[0].answer = stated.port[1].answer = Answer::yes;
    check(stated, TrialStage::software_check,
          "a record of stage minimal-port, or these steps of the port stated as passed: optimizer");
    stated.port = steps(Answer::yes);
    check(stated, TrialStage::minimal_port, "a record of stage baseline on x8");
}

TEST_CASE("a step of the port that fails or is open holds every later stage") {
    for (const TrialStage stage : {TrialStage::minimal_port, TrialStage::target_load}) {
        StageEvidence failed = after(stage);
        failed.port[1] = {"compile", Answer::unknown, "not tried"};
        check(failed, TrialStage::software_check, "port.compile to pass; it is unknown: not tried");
        failed.port[2] = {"optimizer", Answer::no, "out of memory"};
        check(failed, TrialStage::software_check,
              "port.optimizer to pass; it fails: out of memory");
    }
}

TEST_CASE("target-load trials that fall short are a baseline") {
    StageEvidence failed = after(TrialStage::target_load);
    failed.passed = 0;
    check(failed, TrialStage::baseline,
          "a target-load trial that meets the quality bar; 3 trials did not");
    StageEvidence shorter = after(TrialStage::target_load);
    shorter.at_target_load = false;
    CHECK(stage_reached(shorter).stage == TrialStage::baseline);
}

TEST_CASE("trials that do not say their stage show the port, no more") {
    StageEvidence blank = after(TrialStage::target_load);
    blank.last_stage.reset();
    blank.without_stage = 3;
    check(blank, TrialStage::minimal_port,
          "the stage of its trials recorded; 3 trials do not say it");
    blank.passed = 0;
    CHECK(stage_reached(blank).stage == TrialStage::load_definition);
}

TEST_CASE("records of another instance reach no stage") {
    StageEvidence other = after(TrialStage::target_load);
    other.stand_in = true;
    CHECK(stage_reached(other).stage == TrialStage::load_definition);
    other.port = steps(Answer::yes);
    check(other, TrialStage::minimal_port, "a record of stage baseline on x8");
}
