#include <fmt/core.h>

#include "sim/results/result_file.hpp"
#include "tools/commands.hpp"

namespace trialcost {

int show_command(const ShowRequest& request) {
    fmt::print("{}", terminal_report(read_result(request.result), request.detail));
    return 0;
}

}  // namespace trialcost
