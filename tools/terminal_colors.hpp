// Which stream gets colours.
#pragma once

#include "tools/arguments/command_line.hpp"
#include "tools/report/colors.hpp"

namespace trialcost {

enum class Stream { out, err };

// `automatic`: on a terminal, unless NO_COLOR is set (https://no-color.org) or TERM is "dumb".
Colors colors_for(ColorChoice choice, Stream stream);

}  // namespace trialcost
