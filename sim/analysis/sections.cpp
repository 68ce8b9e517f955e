#include "sim/analysis/sections.hpp"

#include <cmath>
#include <stdexcept>

#include "models/distribution/special_functions.hpp"
#include "sim/analysis/estimate.hpp"

namespace trialcost {

double section_half_width(std::span<const double> section_values, double centre) {
    if (section_values.size() < 2) throw std::logic_error("one section has no spread");
    double squares = 0;
    for (const double value : section_values) squares += (value - centre) * (value - centre);
    const double sections = static_cast<double>(section_values.size());
    const double outside = (1 - interval_confidence) / 2;
    return student_t_quantile(sections - 1, outside, Tail::upper) *
           std::sqrt(squares / (sections * (sections - 1)));
}

}  // namespace trialcost
