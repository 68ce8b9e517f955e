// What the TOML parser's messages mean to someone who writes a scenario.
#pragma once

#include <string>
#include <string_view>

namespace trialcost {

struct TomlComplaint {
    std::string problem;
    std::string why;
    std::string remedy;
};

// `description` is the parser's message.
TomlComplaint rephrase(std::string_view description);

}  // namespace trialcost
