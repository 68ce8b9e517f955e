// One input as the scenario gives it: a value, a distribution, a conservative value with its reason,
// counts of events, a measured column, or unknown with a note. Values are in base units
// (models/units/measure.hpp).
#pragma once

#include <initializer_list>
#include <optional>
#include <string>

#include "models/distribution/distribution.hpp"
#include "models/evidence/evidence.hpp"
#include "models/units/measure.hpp"
#include "scenarios/document/complaints.hpp"
#include "scenarios/document/document.hpp"
#include "sim/plan/plan.hpp"

namespace trialcost {

struct InputValue {
    enum class Kind { distribution, events, measured_column, unknown };

    Kind kind = Kind::distribution;
    Position where;
    EvidenceClass evidence_class = EvidenceClass::assumed;
    Distribution distribution;
    std::string shown;            // as people read it: the text of the scenario where it is one value
    std::string per;              // of rates: "node h", "h" or "launch"; of counts: the noun
    std::string because;          // why it is conservative, or what is known of the unknown
    std::string source;
    std::optional<Varies> varies; // where the scenario says how often it is drawn

    double events = 0;            // Kind::events
    double exposure_node_h = 0;
    std::string column;           // Kind::measured_column
};

// Reads the forms above at `node`. `dimensions`: those that fit the input. nullopt after a complaint.
std::optional<InputValue> read_input(const Node& node, std::initializer_list<Dimension> dimensions,
                                     Complaints& complaints);

}  // namespace trialcost
