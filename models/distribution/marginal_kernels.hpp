// The arithmetic of Marginal for a block of scores, in the widest vectors the processor has.
//
// out[i] is the value of scores[i], held in the bounds: lower if it is below it, upper if it is
// above. The same bits on every processor and wherever a score stands in its block. The blocks have
// one length, and may be one block. Randomness and errors: none.
#pragma once

#include <span>

#include "models/distribution/central_polynomial.hpp"
#include "models/distribution/distribution.hpp"
#include "models/distribution/piecewise_polynomial.hpp"

namespace trialcost::detail {

struct Bounds {
    double lower, upper;
};

// offset + slope z, and exp of it.
void linear_values(double offset, double slope, Bounds bounds, std::span<const double> scores,
                   std::span<double> out);
void exp_linear_values(double offset, double slope, Bounds bounds, std::span<const double> scores,
                       std::span<double> out);

void uniform_values(const Uniform& family, Bounds bounds, std::span<const double> scores,
                    std::span<double> out);
void triangular_values(const Triangular& family, Bounds bounds, std::span<const double> scores,
                       std::span<double> out);

// A polynomial in the middle, if there is one, and a table for all scores.
struct Tabulated {
    enum class Of { value, log_value };

    const CentralPolynomial* centre;  // none: null
    Of centre_of;
    const PiecewisePolynomial* table;
    Of table_of;
};

void tabulated_values(const Tabulated& function, Bounds bounds, std::span<const double> scores,
                      std::span<double> out);
// low + (high - low) times the function, which is held in [0, 1].
void share_values(const Tabulated& function, double low, double high, Bounds bounds,
                  std::span<const double> scores, std::span<double> out);

}  // namespace trialcost::detail
