// Complaints as one text that a test compares: per line "line:column field: problem (why); remedy",
// warnings with a leading "warning ".
#pragma once

#include <string>

#include "scenarios/document/complaints.hpp"

namespace trialcost {

inline std::string complaint_lines(const Complaints& complaints) {
    std::string out;
    for (const Complaint& c : complaints.all()) {
        if (c.severity == Complaint::Severity::warning) out += "warning ";
        out += std::to_string(c.where.line) + ":" + std::to_string(c.where.column) + " ";
        if (!c.field.empty()) out += c.field + ": ";
        out += c.problem;
        if (!c.why.empty()) out += " (" + c.why + ")";
        if (!c.remedy.empty()) out += "; " + c.remedy;
        out += "\n";
    }
    return out;
}

}  // namespace trialcost
