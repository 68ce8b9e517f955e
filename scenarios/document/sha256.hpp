// SHA-256 of some bytes as 64 lower-case hex digits: says later which input a result came from.
#pragma once

#include <string>
#include <string_view>

namespace trialcost {

std::string sha256_hex(std::string_view bytes);

}  // namespace trialcost
