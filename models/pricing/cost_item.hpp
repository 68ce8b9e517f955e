// Cost lines: each is an amount per unit of its driver, times the driver, priced by a ladder.
// What the driver counts comes from the usage of one draw; the price from a quote or as given.
#pragma once

#include <string_view>

#include "models/pricing/price_ladder.hpp"

namespace trialcost {

// What a draw used, all runs together. Node hours: hours times nodes.
struct Usage {
    double billed_node_h = 0;
    double wall_h = 0;
    double wall_node_h = 0;
    double checkpoints = 0;
    double failures = 0;
    double attempts = 0;
    double runs = 0;
    double output_units = 0;  // qualified

    Usage& operator+=(const Usage& other);
};

enum class Driver {
    fixed,
    held,      // all the time, idle too
    per_hour,  // of wall time
    per_node_hour,
    per_billed_node_hour,
    per_checkpoint,  // each completed save
    per_restart,     // each failure is followed by one
    per_attempt,
    per_run,
    per_output_unit,
    held_checkpoint,  // the latest checkpoints, all the time
};

// How long what is held is paid for.
enum class HeldFor { the_longer, wall_time, period };

std::string_view name_of(Driver driver);

// How the amounts of a driver are metered.
Metered metered(Driver driver);

// Units of the driver in one draw; of what is held, the level. `keep`: checkpoints retained, for
// held_checkpoint only.
double driver_units(Driver driver, const Usage& usage, double keep);

}  // namespace trialcost
