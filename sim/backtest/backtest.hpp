// Are predictions from the first runs of a group right about its later ones? Over all groups, each
// with equal weight.
//
// Standard errors: 1,000 bootstrap samples of the groups (Efron, Annals of Statistics 7 (1979) 1),
// since runs of one group are alike; nothing from a single group.
//
// Randomness: that of backtest_group(), and stream "backtest/bootstrap", one draw for each sample.
// Groups in another order change the bootstrap samples. Threads change no bit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/backtest/group_backtest.hpp"

namespace trialcost {

// Groups of more than design.first runs, all with the same number of fields. Scores in the order of
// the groups.
std::vector<GroupScore> backtest(std::span<const BacktestGroup> groups,
                                 const BacktestDesign& design, int threads);

struct OverGroups {
    double value = 0;
    std::optional<double> standard_error;
};

struct BacktestSummary {
    std::size_t groups = 0;
    std::array<OverGroups, predicted_probabilities.size()> coverage;
    OverGroups interval_score_ratio;  // geometric mean over groups, to the Student-t on the log
    std::array<double, 10> places{};  // the share of later runs in each tenth of the prediction
    double largest_place_gap = 0;     // from uniform places, looked at by hundredths
};

// At least one group; `seed` of the bootstrap.
BacktestSummary summarize(std::span<const GroupScore> scores, std::uint64_t seed);

}  // namespace trialcost
