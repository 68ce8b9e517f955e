#include "scenarios/build/places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace trialcost {

std::string place_of_file(const Scenario& scenario, const std::string& file) {
    const auto relative = std::filesystem::path(file).lexically_relative(scenario.folder);
    // There is no relative name of an absolute one.
    return relative.empty() ? file : relative.generic_string();
}

std::string place(const Scenario& scenario, const Position& where) {
    return fmt::format("{}:{}", place_of_file(scenario, where.file), where.line);
}

std::string place_of_rows(const Scenario& scenario, const std::vector<Position>& rows) {
    std::map<std::string, std::vector<int>> lines;
    for (const Position& row : rows) lines[place_of_file(scenario, row.file)].push_back(row.line);
    std::string text;
    for (const auto& [file, numbers] : lines) {
        const auto [first, last] = std::minmax_element(numbers.begin(), numbers.end());
        text += fmt::format("{}{}:{}{}", text.empty() ? "" : ", ", file, *first,
                            *first == *last ? "" : fmt::format("-{}", *last));
    }
    return text;
}

}  // namespace trialcost
