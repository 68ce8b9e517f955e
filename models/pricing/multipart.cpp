#include "models/pricing/multipart.hpp"

#include <cmath>

namespace trialcost {

std::optional<double> put_requests(double object, double part) {
    constexpr double rounding = 1e-12;  // of sizes that are multiples of each other
    const double parts = std::ceil(object / part * (1 - rounding));
    if (parts > most_parts) return std::nullopt;
    return parts <= 1 ? 1 : parts + 2;
}

}  // namespace trialcost
