#include <fmt/core.h>

#include "sim/results/result_file.hpp"
#include "tools/commands.hpp"
#include "tools/terminal_colors.hpp"

namespace trialcost {

int show_command(const ShowRequest& request) {
    fmt::print("{}", terminal_report(read_result(request.result), request.detail,
                                     colors_for(request.color, Stream::out)));
    return 0;
}

}  // namespace trialcost
