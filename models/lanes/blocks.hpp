// Elementary functions of whole blocks, in the widest vectors the processor has.
//
// The same bits on every processor and wherever a value stands in its block. Accuracy and special
// values: exp_log.inl and normal.inl. `out` must have the length of `in` (std::invalid_argument
// otherwise) and may be the same block. Randomness: none.
#pragma once

#include <span>

namespace trialcost::lanes {

void exps(std::span<const double> in, std::span<double> out);
void logs(std::span<const double> in, std::span<double> out);
void normal_quantiles(std::span<const double> in, std::span<double> out);
void normal_cdfs(std::span<const double> in, std::span<double> out);

}  // namespace trialcost::lanes
