// In how many draws of each replicate something happened. Counts may come in any order, in any
// parts. Errors: a replicate outside the design is a std::out_of_range; counts beyond its draws are
// a std::logic_error. No randomness.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "sim/analysis/probability.hpp"
#include "sim/analysis/state_bytes.hpp"

namespace trialcost {

class EventTally {
  public:
    explicit EventTally(const SamplingDesign& design) : counts_(design.replicates) {}

    void add(std::uint32_t replicate, std::uint64_t draws) { counts_.at(replicate) += draws; }
    void merge(const EventTally& other) {
        for (std::size_t r = 0; r < counts_.size(); ++r) counts_[r] += other.counts_.at(r);
    }

    std::uint64_t count() const {
        return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
    }
    Estimate probability(const SamplingDesign& design) const {
        return trialcost::probability(counts_, design);
    }

    void write(StateWriter& out) const { out.words(counts_); }
    void read(StateReader& in) {
        const std::vector<std::uint64_t> counts = in.words();
        if (counts.size() != counts_.size())
            throw StateError("it has another number of replicates");
        counts_ = counts;
    }

    bool operator==(const EventTally&) const = default;

  private:
    std::vector<std::uint64_t> counts_;  // by replicate
};

}  // namespace trialcost
