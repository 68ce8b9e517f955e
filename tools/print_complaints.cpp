#include "tools/print_complaints.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

namespace trialcost {

namespace {

LabelMarks marks_of(const Complaint& complaint, Colors colors) {
    if (colors == Colors::off) return {};
    const bool is_error = complaint.severity == Complaint::Severity::error;
    return {is_error ? color::red : color::magenta, color::end};
}

}  // namespace

void print_complaints(const std::vector<Complaint>& complaints, Colors colors) {
    constexpr std::ptrdiff_t most = 20;
    std::vector<Complaint> ordered = complaints;
    std::stable_partition(ordered.begin(), ordered.end(), [](const Complaint& c) {
        return c.severity == Complaint::Severity::error;
    });
    const auto shown = std::min<std::ptrdiff_t>(most, static_cast<std::ptrdiff_t>(ordered.size()));
    for (auto at = ordered.begin(); at != ordered.begin() + shown; ++at)
        fmt::print(stderr, "{}", render(*at, marks_of(*at, colors)));
    const auto more = static_cast<std::ptrdiff_t>(ordered.size()) - shown;
    if (more > 0) fmt::print(stderr, "... and {} more\n", more);
}

}  // namespace trialcost
