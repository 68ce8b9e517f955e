// From the node counts that were measured to one that was not (docs/methods.md, "Other node
// counts").
//
// The log of the seconds per unit is a straight line over the log of the nodes (a power law),
// fitted by least squares to the records: y = a + b x with n records, residual spread
// s^2 = SSE / (n - 2), Sxx = sum (x - mean x)^2. At X it is known to s sqrt(1/n + (X - mean x)^2 /
// Sxx), with Student's t of n - 2 degrees of freedom. Each record is moved along the line to X with
// its residual, so that the predictive of the moved records carries the first part; the second is
// left to a factor, exp(sigma z) with z standard normal once per draw.
//   Between two measured counts: the line through the records of these two; nothing else enters.
//   Beyond: the line through all, three counts at least, and Amdahl's law, A (q + (1 - q) / nodes),
//   0 <= q <= 1, fitted by least squares on the log. The estimate lies midway between the two on
//   the log, and sigma holds their whole difference: neither form is known to go on.
// Normal stands for t by its 95 % point. Units: seconds per unit of work, any; nodes, a number.
// Values decide draws: portable arithmetic alone. No randomness. Regression: Draper and Smith,
// Applied Regression Analysis, 3rd ed. 1998, 3; Amdahl 1967; the spread between forms as the
// error of the form: Draper, JRSS B 57 (1995) 45.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace trialcost {

struct CountedRecord {
    double nodes = 1, seconds_per_unit = 1;
};

// Between measured counts; beyond them, up to twice the largest or half the smallest; further.
enum class Reach { between, near, far };

// Node counts that speak for `nodes`, rising: the neighbours on both sides; else all, if there are
// three or more; else none. `measured`: in any order, repeated or not, without `nodes` itself.
std::vector<double> counts_for(std::vector<double> measured, double nodes);

struct NodeScaling {
    double nodes = 1;
    Reach reach = Reach::between;
    std::vector<double> counts;  // that it rests on, rising
    std::size_t records = 0;
    double slope = 0;  // of the log of the seconds per unit over the log of the nodes; -1: ideal
    double form_error = 0;  // difference of the two forms at `nodes`, on the log; 0 between
    double sigma = 0;       // of the log of the factor that is left open; 0: none is

    // The value at `nodes` of a record at `from` nodes. The moved records have the spread s, with
    // one degree of freedom less than their number says; where no count repeats, they are equal.
    double moved(double from, double seconds_per_unit) const;

    // Of the line.
    double mean_log_nodes = 0, mean_log = 0;
    double log_at_nodes = 0;  // the estimate: log of the seconds per unit at `nodes`
    double stretch = 0;       // of residuals, to s with n - 1 in place of n - 2
};

// Throws std::logic_error unless the counts of the records speak for `nodes` and all of them are
// needed; on values that are not positive and finite.
NodeScaling fit_node_scaling(std::span<const CountedRecord> records, double nodes);

}  // namespace trialcost
