// A figure as a user writes it, with its unit: "30 min", "90 %", "0.023 USD/GB-month".
//
// The table of units is closed: what is not in it is a fault, never a guess. Values come out in the
// base unit of their dimension:
//
//   number     as it is              "40", "1e6", "180_000"
//   fraction   share                 "90 %" = 0.9 (a bare 0.9 is a number)
//   time       s                     "12.5 s", "30 min", "8 h", "30 d", "2 weeks", "1 month" = 730
//   h node_time  node h                "412 node h", "3 node d" data       GB (1e9 B) "1.4 TB",
//   "512 MiB" = 0.536870912 GB; upper and lower case count money      its currency          "1040
//   USD" price      its currency per unit "26 USD/run", "0.005 USD/1000 requests": `per` is kept as
//   written rate       events per node h, per job h or per launch
//                                    "0.02 /node h", "0.1 /h", "0.01 /launch"; `per` names which
//   count      1                     "3072 samples", "5e8 token"; `per` is the noun, in the plural
//   throughput count per s           "410 samples/s", "9e6 tokens/h"; `per` is the noun, in the
//   plural
//
// A month is 730 h (8760 h / 12) wherever a text says "month" alone; a quote may state its own.
// Errors are values: MeasureFault says what is wrong and what to write. Nothing here throws.
#pragma once

#include <string>
#include <string_view>
#include <variant>

namespace trialcost {

inline constexpr double seconds_per_hour = 3600;
inline constexpr double hours_per_month = 730;

enum class Dimension {
    number,
    fraction,
    time,
    node_time,
    data,
    money,
    price,
    rate,
    count,
    throughput,
};

struct Measure {
    double value = 0;
    Dimension dimension = Dimension::number;
    std::string currency;  // of money and price, else empty
    std::string per;       // of price, rate, count, throughput, else empty
    std::string text;      // as it was written
};

struct MeasureFault {
    std::string problem;  // "`1,5` is not a number"
    std::string remedy;   // "decimal comma? write 1.5"
};

std::variant<Measure, MeasureFault> parse_measure(std::string_view text);

// A number alone: digits with `_` between them, decimal point, exponent, sign; blanks around it.
// Finite always: nan, inf and what overflows (or underflows to nothing) are faults.
std::variant<double, MeasureFault> parse_number(std::string_view text);

// "a time", "money", … for the sentence "`period` must be a time".
std::string_view name_of(Dimension dimension);

// What such a figure looks like: `"30 min"`, with quotes, as it stands in a scenario.
std::string_view example_of(Dimension dimension);

}  // namespace trialcost
