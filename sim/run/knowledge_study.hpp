// Knowledge against chance, for one option: how much of the spread of each figure, and of keeping
// each ceiling, is lack of knowledge; and the band of every probability over that knowledge.
//
// A nested sample apart from the main one: 16 replicates of 16 knowledge draws, and for each of
// the 256 a sample of 1,024 chance draws. With fewer chance draws their noise widens the band.
// Shares of costs and times are those of the logarithm, whose variance exists where that of a
// measured cost does not; shares of counts and probabilities are those of the value.
// Randomness: the plan's seed and names, in replicates of their own.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/analysis/knowledge_share.hpp"
#include "sim/plan/plan.hpp"
#include "sim/run/runner.hpp"
#include "sim/run/sample_columns.hpp"

namespace trialcost {

struct KeptByKnowledge {
    Band band;
    Estimate share;
};

struct KnowledgeStudy {
    std::array<Estimate, figure_count> shares;  // by Figure
    std::vector<KeptByKnowledge> ceilings;      // in the order of the plan
    KeptByKnowledge all_ceilings;               // where the plan has any
};

inline constexpr std::uint64_t knowledge_study_draws = 256 * 1024;

// The option must be able to run. Throws as Runner does.
KnowledgeStudy study_knowledge(const Plan& plan, const OptionPlan& option, int threads,
                               const Progress& progress);

}  // namespace trialcost
