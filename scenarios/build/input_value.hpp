// One input as the scenario gives it: a value, a distribution, a conservative value with its
// reason, counts of events, a measured column, or unknown with a note. Values are in base units
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
    Dimension dimension = Dimension::number;  // of the distribution
    std::string per;      // of rates: "node h", "h" or "launch"; of counts: the noun
    std::string shown;    // as people read it, with its unit
    std::string because;  // why it is conservative, or what is known of the unknown
    std::string source;
    std::optional<Varies> varies;  // where the scenario says how often it is drawn

    double events = 0;  // Kind::events
    double exposure_node_h = 0;
    std::size_t classes = 1;  // that share the exposure
    std::string column;       // Kind::measured_column
};

// Which values an input can have.
enum class Range { non_negative, positive, share, positive_share };

struct InputRule {
    Range range = Range::non_negative;
    Varies finest = Varies::per_attempt;  // the most often that it can be drawn afresh
};

// Reads the forms above at `node`. `dimensions`: those that fit the input; counts of events are for
// rates, measured columns for amounts (whatever may be data). A distribution without ends (normal,
// quantiles) is held at 0 or at 100 %. nullopt after a complaint.
std::optional<InputValue> read_input(const Node& node, std::initializer_list<Dimension> dimensions,
                                     Complaints& complaints, const InputRule& rule = {});

}  // namespace trialcost
