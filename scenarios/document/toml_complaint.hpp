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

// The key that a line of a broken document sets, with its table: "workload.runs". Empty where the
// line sets none, or names it in quotes.
std::string key_at_line(std::string_view text, int line);

// `description` is the parser's message.
TomlComplaint rephrase(std::string_view description);

}  // namespace trialcost
