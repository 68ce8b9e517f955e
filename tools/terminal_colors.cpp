#include "tools/terminal_colors.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace trialcost {
namespace {

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string_view() : value;
}

}  // namespace

Colors colors_for(ColorChoice choice, Stream stream) {
    if (choice == ColorChoice::always) return Colors::on;
    if (choice == ColorChoice::never) return Colors::off;
    const bool terminal = isatty(stream == Stream::out ? STDOUT_FILENO : STDERR_FILENO) == 1;
    const bool wanted = environment("NO_COLOR").empty() && environment("TERM") != "dumb";
    return terminal && wanted ? Colors::on : Colors::off;
}

}  // namespace trialcost
