// Several families fitted to one sample, the best one first.
//
// Order: by Akaike's corrected criterion; without it, as the families were asked for; those that
// cannot be fitted last. Randomness: that of goodness_of_fit().
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/fitting/family_fit.hpp"
#include "models/fitting/sample.hpp"
#include "sim/fitting/goodness_of_fit.hpp"

namespace trialcost {

struct FamilyOutcome {
    FitFamily family;
    std::optional<FamilyFit> fit;
    std::string why_not;  // if there is no fit
    std::optional<double> aicc;
    std::optional<GoodnessOfFit> goodness;
};

std::vector<FamilyOutcome> fit_families(std::span<const FitFamily> families, const Sample& sample,
                                        std::uint64_t seed, BootstrapSize size = {});

}  // namespace trialcost
