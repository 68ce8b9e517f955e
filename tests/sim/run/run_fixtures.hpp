// Summaries of small plans (tests/sim/plan/plan_fixtures.hpp), for tests of the run.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/run/option_summary.hpp"
#include "sim/run/runner.hpp"
#include "tests/sim/plan/plan_fixtures.hpp"

namespace trialcost::fixtures {

// For what is the same in every draw.
inline constexpr SamplingDesign few{Sampler::sobol, 1, 2, 64};

// All draws of one option, replicate after replicate: columns as DrawFigures names them.
struct Draws {
    std::array<std::vector<double>, figure_count> figures;
    std::array<std::vector<double>, time_part_count> parts_s;
    std::vector<std::vector<double>> item_costs, item_reruns, class_shares;
    std::vector<double> expected_failures, output_units, runs_that_fit;
    std::vector<std::uint8_t> not_finished, no_output, open_failures;
    // Of the draws in which a bound by default held: all columns with those bounds doubled.
    struct Held {
        std::size_t draw;
        std::vector<double> doubled;
    };
    std::vector<Held> held;

    std::span<const double> column(Figure figure) const {
        return figures[static_cast<std::size_t>(figure)];
    }
};

Draws draws_of(const Plan& plan, std::size_t option, int threads = 1);

// The draws of the first option.
Draws run(const Plan& plan);

OptionSummary summary_of(const Plan& plan, std::size_t option, int threads = 2);

// Of all options, held against the baseline.
std::vector<OptionSummary> summaries_of(const Plan& plan, int threads = 2);

// P(value at or below) of a column.
double share_at_most(std::span<const double> column, double limit);

}  // namespace trialcost::fixtures
