// The bound of the kernels: so many multiply-adds in as many lanes and chains as the processor
// takes at once.
#pragma once

#include <cstddef>

namespace trialcost {

void multiply_adds(std::size_t count);

}  // namespace trialcost
