// The distributions a scenario can name: constant, uniform, triangular, pert, normal, lognormal,
// gamma, weibull, beta, discrete, quantiles; each with its parameters as figures with units.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "models/distribution/distribution.hpp"
#include "models/units/measure.hpp"
#include "scenarios/document/complaints.hpp"
#include "scenarios/document/table_reader.hpp"

namespace trialcost {

struct ReadDistribution {
    Distribution distribution;
    Dimension dimension;  // of its figures
    std::string per;      // of the figures, where their dimension has one
};

std::span<const std::string_view> distribution_families();

// The key of `table` that names a family, if one does.
std::optional<std::string> family_named_in(const Node& table);

// Reads the family under `key` and the optional keys `lower` and `upper` of the same table. A
// distribution that could not be drawn from is a complaint.
std::optional<ReadDistribution> read_distribution(TableReader& table, std::string_view key,
                                                  std::initializer_list<Dimension> dimensions,
                                                  Complaints& complaints);

}  // namespace trialcost
