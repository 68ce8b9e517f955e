// What an option rests on, as `check` and `show --full` print it: the stage of its trials, and a
// row for each input and for what the records say of themselves.
#pragma once

#include <string>
#include <vector>

#include "tools/report/result_view.hpp"

namespace trialcost {

struct EvidenceRow {
    std::string input, evidence_class, value, source, closeness;
};

// Names from files are made printable.
std::string evidence_table(const std::vector<EvidenceRow>& rows);

// "  stage: baseline; next needs: a trial of stage target-load ..."; what is empty is left out.
std::string stage_text(const std::string& stage, const std::string& next_needs,
                       const std::string& preliminary);

// All options of a result.
std::string evidence_section(const ResultView& result);

}  // namespace trialcost
