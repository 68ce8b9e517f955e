// Complaints on stderr, errors first come first served, at most twenty of them.
#pragma once

#include <vector>

#include "scenarios/document/complaints.hpp"
#include "tools/report/colors.hpp"

namespace trialcost {

void print_complaints(const std::vector<Complaint>& complaints, Colors colors);

}  // namespace trialcost
