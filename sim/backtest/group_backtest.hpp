// How the later runs of one group fall into what its first runs predict, over many shuffles.
//
// In each shuffle `first` runs predict the others. The order of the runs does not matter.
// Coverage: the share of later runs at or below a predicted percentile. Interval score, lower is
// better: with (low, high) = (P5, P95), high - low + 20 times what a run lies outside of it
// (Gneiting and Raftery, JASA 102 (2007) 359). Place of a run: the share of the prediction below
// it, uniform if the prediction is right; one that equals an atom gets a uniform place within it
// (randomised probability integral transform: Czado, Gneiting and Held, Biometrics 65 (2009) 1254).
//
// Units: those of the fields. Randomness: streams "backtest/NAME" (shuffles) and
// "backtest/NAME/place", one draw for each shuffle. Errors: std::logic_error for fewer than two
// first runs, or none later.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/backtest/prediction.hpp"

namespace trialcost {

struct BacktestGroup {
    std::string name;
    std::vector<std::vector<double>> runs;  // [run][field], >= 0 and finite
};

struct BacktestDesign {
    std::size_t first = 3, shuffles = 200;
    PredictiveKind kind = PredictiveKind::ranked;
    std::uint64_t seed = 1;
};

struct GroupScore {
    PredictedPercentiles coverage{};
    double interval_score = 0, log_t_interval_score = 0;
    std::array<double, 100>
        places{};  // the share of later runs in each hundredth of the prediction
};

GroupScore backtest_group(const BacktestGroup& group, const BacktestDesign& design,
                          const Predictor& predictor);

}  // namespace trialcost
