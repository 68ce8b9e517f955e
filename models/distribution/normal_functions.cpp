#include <cmath>
#include <limits>

#include "models/distribution/portable_math.hpp"
#include "models/distribution/special_functions.hpp"

namespace trialcost {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double one_over_root_two_pi = 0.39894228040143267794;

// exp(-x^2 / 2) with x^2 in two parts, so that its rounding does not count in the far tail.
double exp_of_minus_half_square(double x) {
    const double coarse = static_cast<double>(static_cast<int>(x * 16.0)) / 16.0;
    const double exact_part = -0.5 * coarse * coarse;
    const double rest = -0.5 * (x - coarse) * (x + coarse);
    const double sum = exact_part + rest;
    return portable::exp(sum) * (1.0 + ((exact_part - sum) + rest));
}

// P(Z > y) for y >= 0.66; up to 4 sqrt(2) by the rational approximation of Cody (1969).
double upper_tail(double y) {
    if (y > 38.6) return 0.0;
    if (y <= 5.656854249492380195) {
        constexpr double numerator[] = {6848.1904505362823326, 11602.651437647350124,
                                        9842.7148383839780218};
        double top = 1.0765576773720192317e-8, bottom = 1.0;
        constexpr double c[] = {.39894151208813466764, 8.8831497943883759412, 93.506656132177855979,
                                597.27027639480026226, 2494.5375852903726711};
        constexpr double d[] = {22.266688044328115691, 235.38790178262499861, 1519.377599407554805,
                                6485.558298266760755,  18615.571640885098091, 34900.952721145977266,
                                38912.003286093271411, 19685.429676859990727};
        for (const double coefficient : c) top = top * y + coefficient;
        for (const double coefficient : numerator) top = top * y + coefficient;
        for (const double coefficient : d) bottom = bottom * y + coefficient;
        return exp_of_minus_half_square(y) * (top / bottom);
    }
    // Laplace's continued fraction y + 1 / (y + 2 / (y + ...)), over-converged from here on.
    double fraction = y;
    for (int k = 24; k >= 1; --k) fraction = y + k / fraction;
    return exp_of_minus_half_square(y) * one_over_root_two_pi / fraction;
}

// Phi(x) - 1/2 for |x| < 0.67 (Cody 1969).
double central_part(double x) {
    constexpr double a[] = {2.2352520354606839287, 161.02823106855587881, 1067.6894854603709582,
                            18154.981253343561249};
    constexpr double b[] = {47.20258190468824187, 976.09855173777669322, 10260.932208618978205,
                            45507.789335026729956};
    const double w = x * x;
    double top = .065682337918207449113, bottom = 1.0;
    for (const double coefficient : a) top = top * w + coefficient;
    for (const double coefficient : b) bottom = bottom * w + coefficient;
    return x * (top / bottom);
}

template <int terms>
double polynomial(const double (&coefficients)[terms], double x) {
    double sum = coefficients[terms - 1];
    for (int i = terms - 2; i >= 0; --i) sum = sum * x + coefficients[i];
    return sum;
}

// Algorithm AS 241, PPND16 (Wichura 1988): |p - 1/2| <= 0.425.
double central_quantile(double q) {
    constexpr double a[] = {3.3871328727963666080,   1.3314166789178437745e2,
                            1.9715909503065514427e3, 1.3731693765509461125e4,
                            4.5921953931549871457e4, 6.7265770927008700853e4,
                            3.3430575583588128105e4, 2.5090809287301226727e3};
    constexpr double b[] = {1.0,
                            4.2313330701600911252e1,
                            6.8718700749205790830e2,
                            5.3941960214247511077e3,
                            2.1213794301586595867e4,
                            3.9307895800092710610e4,
                            2.8729085735721942674e4,
                            5.2264952788528545610e3};
    const double r = 0.180625 - q * q;
    return q * polynomial(a, r) / polynomial(b, r);
}

// The same algorithm in the tails: z > 0 with P(Z > z) = tail <= 0.075.
double tail_quantile(double tail) {
    const double r = std::sqrt(-portable::log(tail));
    if (r <= 5.0) {
        constexpr double c[] = {1.42343711074968357734,    4.63033784615654529590,
                                5.76949722146069140550,    3.64784832476320460504,
                                1.27045825245236838258,    2.41780725177450611770e-1,
                                2.27238449892691845833e-2, 7.74545014278341407640e-4};
        constexpr double d[] = {1.0,
                                2.05319162663775882187,
                                1.67638483018380384940,
                                6.89767334985100004550e-1,
                                1.48103976427480074590e-1,
                                1.51986665636164571966e-2,
                                5.47593808499534494600e-4,
                                1.05075007164441684324e-9};
        return polynomial(c, r - 1.6) / polynomial(d, r - 1.6);
    }
    constexpr double e[] = {6.65790464350110377720,    5.46378491116411436990,
                            1.78482653991729133580,    2.96560571828504891230e-1,
                            2.65321895265761230930e-2, 1.24266094738807843860e-3,
                            2.71155556874348757815e-5, 2.01033439929228813265e-7};
    constexpr double f[] = {1.0,
                            5.99832206555887937690e-1,
                            1.36929880922735805310e-1,
                            1.48753612908506148525e-2,
                            7.86869131145613259100e-4,
                            1.84631831751005468180e-5,
                            1.42151175831644588870e-7,
                            2.04426310338993978564e-15};
    return polynomial(e, r - 5.0) / polynomial(f, r - 5.0);
}

}  // namespace

double normal_density(double x) {
    if (x != x) return x;
    const double y = std::abs(x);
    return y > 38.6 ? 0.0 : one_over_root_two_pi * exp_of_minus_half_square(y);
}

double normal_cdf(double x) {
    if (x != x) return x;
    const double y = std::abs(x);
    if (y <= 0.67448975) return 0.5 + central_part(x);
    return x < 0.0 ? upper_tail(y) : 1.0 - upper_tail(y);
}

double normal_quantile(double probability, Tail tail) {
    if (!(probability >= 0.0 && probability <= 1.0)) return not_a_number;
    const double sign = tail == Tail::lower ? 1.0 : -1.0;
    if (probability == 0.0) return -sign * infinity;
    if (probability == 1.0) return sign * infinity;
    const double q = probability - 0.5;
    if (std::abs(q) <= 0.425) return sign * central_quantile(q);
    return q < 0.0 ? -sign * tail_quantile(probability) : sign * tail_quantile(1.0 - probability);
}

}  // namespace trialcost
