// What the records of one option saw of its failures: counts and durations by class, where they
// struck, and how long each stage was exposed to them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/calibration/over_dispersion.hpp"
#include "models/job/attempt.hpp"
#include "scenarios/build/measured_runs.hpp"

namespace trialcost {

// The class of failures that name none.
inline constexpr const char* unclassified = "all";

struct SeenFailures {
    double events = 0;
    std::vector<std::optional<double>> downtime_s,
        restart_s;  // by event, or by run where it is a mean
    std::vector<Position> rows;
    bool any_billed = false;
    StageSet struck;             // stages that its rows name
    bool every_row_says = true;  // in which stage it struck
};

struct FailureHistory {
    std::map<std::string, SeenFailures> classes;
    // Of the runs that say whether they failed. The stages add up to the whole: what a run does not
    // tell apart counts as work.
    double exposure_node_h = 0;
    std::array<double, 5> stage_node_h{};  // startup, work, checkpoint, validation, restart
    double launches = 0;         // one for each of these runs, a half for each start that broke off
    std::vector<RunCount> runs;  // exposure in node hours
    std::size_t silent_runs = 0;  // that say nothing of failures

    double node_h(StageSet stages) const;
    const SeenFailures& of_class(const std::string& name) const;

    // Where the rows of a class say that it strikes. A class strikes in the stages that its rows
    // name if all rows name one, and if chance alone, striking anywhere in the exposure, would put
    // all of them there in at most one case of twenty; else anywhere. So a single failure in work,
    // which is most of the time, says little of where the next one strikes, and one in a short
    // startup says much.
    StageSet stages_of(const std::string& name) const;
};

FailureHistory failure_history(const MeasuredRuns& runs, std::uint32_t nodes);

// "startup", "work and restart".
std::string text_of(StageSet stages);

}  // namespace trialcost
