#include "sim/analysis/radix_sort.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "tests/catch_compat.hpp"

using namespace trialcost;

TEST_CASE("radix sort gives the order of a comparison sort") {
    std::mt19937_64 bits(7);
    std::vector<double> values;
    for (int i = 0; i < 5000; ++i) {
        // Doubles of every size and sign, and many ties.
        const double value = std::ldexp(static_cast<double>(bits()), int(bits() % 600) - 300);
        values.push_back(bits() % 2 ? value : -value);
        values.push_back(static_cast<double>(bits() % 10) - 5);
    }
    values.push_back(std::numeric_limits<double>::infinity());
    values.push_back(-std::numeric_limits<double>::infinity());
    values.push_back(std::numeric_limits<double>::denorm_min());
    std::vector<double> expected = values;
    std::sort(expected.begin(), expected.end());
    radix_sort(values);
    CHECK(values == expected);
}

TEST_CASE("radix sort of nothing, of one value and of equal values") {
    std::vector<double> none;
    radix_sort(none);
    CHECK(none.empty());
    std::vector<double> one{3};
    radix_sort(one);
    CHECK(one == std::vector<double>{3});
    std::vector<double> equal(100, -2.5);
    radix_sort(equal);
    CHECK(equal == std::vector<double>(100, -2.5));
}
