// A column of a file with the families that were fitted to it: what `trialcost fit` reports.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "models/fitting/sample.hpp"
#include "sim/fitting/fit_families.hpp"

namespace trialcost {

struct FittedColumn {
    std::string file, column;
    std::size_t left_out = 0;  // rows with a blank cell
    Sample sample;
    std::vector<FamilyOutcome> outcomes;  // as fit_families() orders them

    // The first of those that can be ranked, or the only one that was asked for; else null.
    const FamilyFit* best() const;
};

// The fit with its estimates as a distribution that a scenario understands:
// `{ gamma = { shape = 2.5, scale = "3.1 s" } }`. The unit is s if the name of the column ends with
// _s; elsewhere it says UNIT where the unit of the input belongs.
std::string as_scenario_text(const FamilyFit& fit, const std::string& column);

}  // namespace trialcost
