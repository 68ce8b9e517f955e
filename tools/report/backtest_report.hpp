// What `trialcost backtest` prints: text of at most 80 columns, or JSON (RFC 8259) with all digits.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/backtest/backtest.hpp"

namespace trialcost {

// Rows count whose cell in the column says this.
struct RowFilter {
    std::string column, value;
};

struct BacktestReport {
    std::string file;
    std::vector<std::string> group_columns, value_columns;
    std::vector<RowFilter> where;
    std::size_t min_runs = 0;
    BacktestDesign design;

    std::size_t runs = 0;  // in the groups that count
    std::size_t filtered_rows = 0, blank_rows = 0;
    std::size_t small_groups = 0, runs_of_small_groups = 0;

    BacktestSummary all;
    struct Part {
        std::string value;
        BacktestSummary summary;
    };
    std::string by;  // the column that parts are told by; empty: none
    std::vector<Part> parts;
};

// As the command line and JSON name it: "ranked", "log_t", "inverse_t".
std::string_view word_of(PredictiveKind kind);

std::string backtest_text(const BacktestReport& report);
std::string backtest_json(const BacktestReport& report);

}  // namespace trialcost
