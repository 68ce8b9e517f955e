#include "models/distribution/portable_math.hpp"

namespace trialcost::portable {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// A number as the unevaluated sum high + low, about 106 bits (Dekker 1971).
struct Double2 {
    double high, low;
};

Double2 two_sum(double a, double b) {
    const double sum = a + b;
    const double shadow = sum - a;
    return {sum, (a - (sum - shadow)) + (b - shadow)};
}

Double2 fast_two_sum(double large, double small) {
    const double sum = large + small;
    return {sum, small - (sum - large)};
}

Double2 two_product(double a, double b) {
    constexpr double splitter = 134217729.0;  // 2^27 + 1
    const double ca = splitter * a, cb = splitter * b;
    const double a_high = ca - (ca - a), b_high = cb - (cb - b);
    const double a_low = a - a_high, b_low = b - b_high;
    const double product = a * b;
    return {product,
            ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

// log x to about 70 bits: as log_near_one, with s, s^2 and the first terms carried in two parts.
Double2 log_in_two_parts(double x) {
    const detail::Split split = detail::split_at_root_two(x);
    const double f = split.fraction - 1.0;
    const Double2 divisor = fast_two_sum(2.0, f);
    const double s = f / divisor.high;
    const Double2 back = two_product(s, divisor.high);
    const double s_low = (((f - back.high) - back.low) - s * divisor.low) / divisor.high;

    const Double2 square = two_product(s, s);
    const double s2 = square.high;
    const double s2_low = square.low + 2.0 * s * s_low;
    const Double2 cube = two_product(s2, s);
    const double cube_low = cube.low + s2_low * s + s2 * s_low;
    double series = 2.0 / 21;
    for (int odd = 19; odd >= 5; odd -= 2) series = 2.0 / odd + s2 * series;
    // 2/3 in two parts times s^3, plus the rest of the series.
    constexpr double third = 2.0 / 3, third_low = 0x1.5555555555555p-55;
    const Double2 first = two_product(cube.high, third);
    const double first_low =
        first.low + cube.high * third_low + cube_low * third + cube.high * (s2 * series);

    const double k = static_cast<double>(split.exponent);
    const Double2 a = two_sum(k * detail::ln2_high, 2.0 * s);
    const Double2 b = two_sum(a.high, first.high);
    const Double2 c = two_sum(b.high, k * detail::ln2_low);
    const double low = c.low + (b.low + (a.low + (2.0 * s_low + first_low)));
    return fast_two_sum(c.high, low);
}

}  // namespace

double detail::exp_at_the_edges(double x) {
    if (x != x) return x;
    if (x > 709.79) return infinity;
    if (x < -745.2) return 0.0;
    const ExpReduction reduction = reduce_for_exp(x);
    // Two exact steps towards the edge, so that only the last product rounds.
    const std::int64_t half = reduction.exponent / 2;
    return (1.0 + expm1_reduced(reduction)) * power_of_two(half) *
           power_of_two(reduction.exponent - half);
}

double detail::log_at_the_edges(double x) {
    if (x != x || x == infinity) return x;
    if (x == 0.0) return -infinity;
    if (x < 0.0) return not_a_number;
    const Split split = split_at_root_two(x * 0x1p54);
    const double k = static_cast<double>(split.exponent - 54);
    return k * ln2_high + log_near_one(split.fraction - 1.0, k * ln2_low);
}

double expm1(double x) {
    if (!(x > -40.0 && x < 40.0)) return exp(x) - 1.0;
    if (x > -0x1p-54 && x < 0x1p-54) return x;  // keeps the sign of zero
    const detail::ExpReduction reduction = detail::reduce_for_exp(x);
    const double scale = detail::power_of_two(reduction.exponent);
    return scale * detail::expm1_reduced(reduction) + (scale - 1.0);
}

double log1p(double x) {
    if (x > -0.29 && x < 0.41) {
        if (x > -0x1p-54 && x < 0x1p-54) return x;
        return detail::log_near_one(x, 0.0);
    }
    const double sum = 1.0 + x;
    if (!(sum > 0.0 && sum < 0x1p60)) return log(sum);
    const double lost = x > 1.0 ? 1.0 - (sum - x) : x - (sum - 1.0);
    return log(sum) + lost / sum;
}

double pow(double base, double exponent) {
    if (exponent == 0.0 || base == 1.0) return 1.0;
    if (base != base || exponent != exponent || base < 0.0) return not_a_number;
    if (base == 0.0) return exponent > 0.0 ? 0.0 : infinity;
    if (base == infinity) return exponent > 0.0 ? infinity : 0.0;
    if (exponent == infinity || exponent == -infinity)
        return (base > 1.0) == (exponent > 0.0) ? infinity : 0.0;

    const bool subnormal = base < std::numeric_limits<double>::min();
    Double2 logarithm = log_in_two_parts(subnormal ? base * 0x1p54 : base);
    if (subnormal) {
        const Double2 shifted = two_sum(-54.0 * detail::ln2_high, logarithm.high);
        logarithm =
            fast_two_sum(shifted.high, shifted.low + (logarithm.low - 54.0 * detail::ln2_low));
    }
    const double rough = exponent * logarithm.high;
    if (!(rough > -800.0 && rough < 800.0)) return rough > 0.0 ? infinity : 0.0;
    // A huge exponent comes with a tiny logarithm here; scaling by 2^-60 keeps the split in range.
    const bool huge = exponent > 0x1p900 || exponent < -0x1p900;
    const Double2 product = huge ? two_product(exponent * 0x1p-60, logarithm.high * 0x1p60)
                                 : two_product(exponent, logarithm.high);
    const double correction = product.low + exponent * logarithm.low;
    const double power = exp(product.high);
    if (power == infinity || power == 0.0) return power;
    return power + power * correction;
}

}  // namespace trialcost::portable
