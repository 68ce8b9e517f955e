#include "models/pricing/cost_item.hpp"

#include <algorithm>

namespace trialcost {

Usage& Usage::operator+=(const Usage& other) {
    billed_node_h += other.billed_node_h;
    wall_h += other.wall_h;
    wall_node_h += other.wall_node_h;
    checkpoints += other.checkpoints;
    failures += other.failures;
    attempts += other.attempts;
    runs += other.runs;
    output_units += other.output_units;
    return *this;
}

std::string_view name_of(Driver driver) {
    switch (driver) {
        case Driver::fixed:
            return "fixed";
        case Driver::held:
            return "per month held";
        case Driver::per_hour:
            return "per hour of wall time";
        case Driver::per_node_hour:
            return "per node hour of wall time";
        case Driver::per_billed_node_hour:
            return "per billed node hour";
        case Driver::per_checkpoint:
            return "per checkpoint";
        case Driver::per_restart:
            return "per restart";
        case Driver::per_attempt:
            return "per attempt";
        case Driver::per_run:
            return "per run";
        case Driver::per_output_unit:
            return "per qualified output unit";
        case Driver::held_checkpoint:
            return "per kept checkpoint and month";
    }
    return "";
}

Metered metered(Driver driver) {
    const bool held = driver == Driver::held || driver == Driver::held_checkpoint;
    return held ? Metered::held : Metered::used;
}

double driver_units(Driver driver, const Usage& usage, double keep) {
    switch (driver) {
        case Driver::fixed:
            return 1;
        case Driver::held:
            return 1;
        case Driver::per_hour:
            return usage.wall_h;
        case Driver::per_node_hour:
            return usage.wall_node_h;
        case Driver::per_billed_node_hour:
            return usage.billed_node_h;
        case Driver::per_checkpoint:
            return usage.checkpoints;
        case Driver::per_restart:
            return usage.failures;
        case Driver::per_attempt:
            return usage.attempts;
        case Driver::per_run:
            return usage.runs;
        case Driver::per_output_unit:
            return usage.output_units;
        case Driver::held_checkpoint:
            return std::min(keep, usage.checkpoints);
    }
    return 0;
}

}  // namespace trialcost
