// What a result predicts of one option, item by item, as a bill is compared with it.
//
// Money in the currency of the result. Errors: std::invalid_argument for an option that is not
// there, or not named where there are several.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/results/result_data.hpp"

namespace trialcost {

struct PredictedItem {
    std::string name;
    std::string service, quoted;      // of its quote; empty where its price is given
    std::vector<double> percentiles;  // one for each share; NaN throughout: unknown

    bool is_known() const;
};

struct PredictedOption {
    std::string title, option, currency;
    std::string instance_type;          // of the quote for instances; may be empty
    std::optional<std::uint64_t> runs;  // qualified runs that it is for
    std::vector<double> shares;         // of draws at or below a percentile, ascending
    std::vector<PredictedItem> items;
    PredictedItem total;
    bool total_is_lower_bound = false;
};

PredictedOption prediction_of(const ResultData& result, const std::optional<std::string>& option);

// Where an amount lies among percentiles, interpolated between those that are reported.
struct Standing {
    enum class Kind { unknown, below, inside, above };
    Kind kind = Kind::unknown;
    // Shares of draws: equal, unless several percentiles are this very amount. Below and above: of
    // the percentile that it lies beyond.
    double from = 0, to = 0;
};

Standing standing_of(double amount, const PredictedItem& item, const std::vector<double>& shares);

// The amount at the reported share nearest to `share`.
double percentile_of(const PredictedItem& item, const std::vector<double>& shares, double share);

}  // namespace trialcost
