// A histogram of a sample for the terminal, with what a fitted distribution expects in each bin.
//
// At most 80 columns and 20 bins. Bins are half open, [from, to), and their width is 1, 2 or 5
// times a power of ten, near the rule of Freedman and Diaconis, Z. Wahrscheinlichkeitstheorie 57
// (1981) 453. Censored values stand in the bin at which their observation ended. No colours.
#pragma once

#include <string>

#include "models/distribution/distribution.hpp"
#include "models/fitting/sample.hpp"

namespace trialcost {

// `expected` may be null. Needs two different values.
std::string fit_plot(const Sample& sample, const Distribution* expected);

}  // namespace trialcost
