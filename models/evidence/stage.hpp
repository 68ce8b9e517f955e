// The stages of a trial: how far an option has come, and what its next stage needs (docs/model.md,
// "Stages").
//
// A stage is reached by evidence of its own or of a later one, except that no stage beyond the
// software check is reached while a step of the port is stated as failed or unknown:
//   load definition      the workload says its quality bar
//   software check       a record of that stage; or loading and compiling stated as passed
//   minimal port         a record of that stage; a run to the bar; or all steps stated as passed
//   baseline             a record of that stage, or one of target load that fell short of it: too
//                        little of the work, or below the quality bar
//   target load          a record of that stage that met the bar
//   bill reconciliation  a record of that stage
// Records of another instance show none of them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/evidence/evidence.hpp"

namespace trialcost {

enum class TrialStage {
    load_definition,
    software_check,
    minimal_port,
    baseline,
    target_load,
    bill_reconciliation,
};

std::string_view name_of(TrialStage stage);  // "load definition", …

// A step of the port, as it is stated; unknown with an empty reason: not stated at all.
struct PortStep {
    std::string name;
    Answer answer = Answer::unknown;
    std::string evidence;
};

struct StageEvidence {
    bool quality_bar_is_stated = false;
    std::vector<PortStep> port;  // all steps, in their order
    std::string instance;        // of the option
    bool stand_in = false;       // the records are of another instance
    std::size_t records = 0;     // that speak for the option
    std::size_t without_stage = 0;
    std::size_t passed = 0;                // met the quality bar
    bool at_target_load = false;           // records cover enough of the work
    std::optional<TrialStage> last_stage;  // the latest that a record names
};

struct StageReached {
    std::optional<TrialStage> stage;
    std::string next_needs;  // a clause in plain words; empty after the last stage
};

StageReached stage_reached(const StageEvidence& evidence);

}  // namespace trialcost
