// The draws of one figure in ascending order, to read percentiles from.
//
// A column holds replicates x draws_per_replicate values, replicate after replicate. +infinity is a
// value; NaN and -infinity are unknown draws: kept apart, and placed below or above all others as
// the reader asks. Percentiles are the inverse of the empirical distribution function, so ties and
// atoms come out as they are. Errors: a column of another length than the design's, an empty one,
// or a rank or percentile outside its range is a std::logic_error. No randomness.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/sampling/points.hpp"

namespace trialcost {

// Rank, from 1, of the p-percentile of `draws` draws: the smallest k with k/draws >= p.
std::uint64_t percentile_rank(std::uint64_t draws, double p);

enum class UnknownDraws { lowest, highest };

class SortedDraws {
  public:
    explicit SortedDraws(std::span<const double> draws);

    std::uint64_t size() const { return known_.size() + unknown_; }
    std::uint64_t unknown() const { return unknown_; }

    // The draws that are known, in ascending order.
    std::span<const double> known() const { return known_; }

    // Rank from 1 to size(); an unknown draw reads as -infinity or +infinity by its place.
    double at_rank(std::uint64_t rank, UnknownDraws place) const;

  private:
    std::vector<double> known_;
    std::uint64_t unknown_;
};

class SortedColumn {
  public:
    SortedColumn(std::span<const double> column, const SamplingDesign& design);

    const SamplingDesign& design() const { return design_; }
    const SortedDraws& pooled() const { return pooled_; }

    // One per replicate; empty where nothing is read from single replicates: under plain Monte
    // Carlo, and for a single replicate.
    std::span<const SortedDraws> replicates() const { return replicates_; }

  private:
    SamplingDesign design_;
    SortedDraws pooled_;
    std::vector<SortedDraws> replicates_;
};

}  // namespace trialcost
