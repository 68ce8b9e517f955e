// Codes of the regions of Amazon Web Services, as its reference "AWS Regions and Availability
// Zones" lists them (read November 2026). A code that nobody knows is a slip of the pen; one that
// is known and has no quote has an unknown price.
#pragma once

#include <span>
#include <string_view>

namespace trialcost {

std::span<const std::string_view> known_regions();

}  // namespace trialcost
