// Text that every reader of a result file can take: valid UTF-8 (RFC 3629) without NUL.
//
// File names and command lines are bytes and may be neither. Each byte that does not belong is
// replaced by U+FFFD, so writing a finished result cannot fail for the sake of a label.
// Errors: none. Randomness: none.
#pragma once

#include <string>
#include <string_view>

namespace trialcost {

std::string utf8_text(std::string_view bytes);

}  // namespace trialcost
