#include "tools/ranks.hpp"

namespace trialcost {

Ranks::Ranks(int*, char***) {}
Ranks::~Ranks() = default;

void Ranks::wait_for_all() const {}

std::vector<std::vector<std::byte>> Ranks::gather(std::span<const std::byte> bytes) const {
    return {{bytes.begin(), bytes.end()}};
}

bool Ranks::any(bool here) const {
    return here;
}

void Ranks::end_all(int) const {}

bool built_with_mpi() {
    return false;
}

}  // namespace trialcost
