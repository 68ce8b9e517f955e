#include "tests/fuzz/every_complaint.hpp"

#include <algorithm>
#include <string>

namespace trialcost {
namespace {

bool is_control(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n') || byte == 0x7F;
}

}  // namespace

void require_sound(const Complaints& complaints) {
    for (const Complaint& complaint : complaints.all()) {
        const std::string text = render(complaint);
        const bool sound = !complaint.problem.empty() && !complaint.where.file.empty() &&
                           complaint.where.line >= 0 && complaint.where.column >= 0 &&
                           text.ends_with('\n') &&
                           std::none_of(text.begin(), text.end(), is_control);
        if (!sound) __builtin_trap();
    }
}

}  // namespace trialcost
