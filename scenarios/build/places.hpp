// Where something stands, as plans and reports show it: relative to the folder of the scenario, so
// that it reads the same wherever the scenario was opened from.
#pragma once

#include <string>
#include <vector>

#include "scenarios/build/scenario.hpp"

namespace trialcost {

// "trials/h100.csv"
std::string place_of_file(const Scenario& scenario, const std::string& file);

// "trials/h100.csv:5"
std::string place(const Scenario& scenario, const Position& where);

// "trials/a.csv:5-14, trials/b.csv:3": from the first to the last row of each file.
std::string place_of_rows(const Scenario& scenario, const std::vector<Position>& rows);

}  // namespace trialcost
