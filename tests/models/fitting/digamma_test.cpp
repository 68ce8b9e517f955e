#include "models/fitting/digamma.hpp"

#include "tests/catch_compat.hpp"

using namespace trialcost;
using Catch::Matchers::WithinRel;

// SciPy: log(x) - digamma(x), polygamma(1, x) - 1/x.
TEST_CASE("derivatives of log Gamma") {
    struct Row {
        double x, log_minus_digamma, trigamma_excess;
    };
    for (const Row& row :
         {Row{.02, 46.632766305028, 2451.59811819187}, Row{.5, 1.27036284546148, 2.93480220054468},
          Row{3, .175827953569642, .0616007335148931},
          Row{11.9, .0426048632349461, .00362958774462603},
          Row{40, .0125520800790935, .000315103841291031}}) {
        CAPTURE(row.x);
        CHECK_THAT(log_minus_digamma(row.x), WithinRel(row.log_minus_digamma, 3e-13));
        CHECK_THAT(trigamma_excess(row.x), WithinRel(row.trigamma_excess, 3e-13));
    }
    // Where the plain differences have no digits left: 1/(2x) + 1/(12x^2), 1/(2x^2) + 1/(6x^3).
    CHECK_THAT(log_minus_digamma(1e12), WithinRel(5e-13 * (1 + 1e-12 / 6), 1e-14));
    CHECK_THAT(trigamma_excess(1e12), WithinRel(5e-25 * (1 + 1e-12 / 3), 1e-14));
}
