#include "sim/analysis/ceiling.hpp"

#include <cmath>

#include "sim/analysis/replicate_spread.hpp"

namespace trialcost {

Kept kept_in(double figure, double limit) {
    if (is_unknown(figure)) return Kept::unknown;
    return std::isfinite(figure) && figure <= limit ? Kept::yes : Kept::no;
}

void CeilingTally::merge(const CeilingTally& other) {
    surely_.merge(other.surely_);
    perhaps_.merge(other.perhaps_);
}

Estimate CeilingTally::p_kept(const SamplingDesign& design) const {
    const Estimate cautious = surely_.probability(design);
    if (surely_ == perhaps_) return cautious;
    return {cautious.value, cautious.low, perhaps_.probability(design).high};
}

void CeilingTally::write(StateWriter& out) const {
    surely_.write(out);
    perhaps_.write(out);
}

void CeilingTally::read(StateReader& in) {
    surely_.read(in);
    perhaps_.read(in);
}

}  // namespace trialcost
