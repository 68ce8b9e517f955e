// Complaints on stderr, errors first come first served, at most twenty of them.
#pragma once

#include <vector>

#include "scenarios/document/complaints.hpp"

namespace trialcost {

void print_complaints(const std::vector<Complaint>& complaints);

}  // namespace trialcost
