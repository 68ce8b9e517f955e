#include "models/units/quantity.hpp"

#include <concepts>
#include <type_traits>

#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

template <class A, class B>
concept adds = requires(A a, B b) {
    a + b;
};
template <class A, class B>
concept subtracts = requires(A a, B b) {
    a - b;
};
template <class A, class B>
concept compares = requires(A a, B b) {
    a < b;
};
template <class A, class B>
concept equates = requires(A a, B b) {
    a == b;
};
template <class A, class B>
concept multiplies = requires(A a, B b) {
    a* b;
};
template <class A, class B>
concept divides = requires(A a, B b) {
    a / b;
};

static_assert(adds<Seconds, Seconds> && subtracts<Seconds, Seconds>);
static_assert(compares<Seconds, Seconds> && equates<Seconds, Seconds>);
static_assert(multiplies<Seconds, double> && multiplies<double, Seconds>);
static_assert(divides<Seconds, double>);

// Across units, and with plain numbers, nothing of this compiles.
static_assert(!adds<Seconds, Hours> && !subtracts<Seconds, Hours> && !adds<Hours, NodeHours>);
static_assert(!adds<Money, Seconds> && !adds<Money, double> && !adds<double, Money>);
static_assert(!compares<Seconds, Hours> && !equates<Seconds, Hours> && !equates<Hours, double>);
static_assert(!multiplies<Hours, Money> && !multiplies<Seconds, Seconds>);
static_assert(!divides<Money, Hours> && !divides<double, Seconds>);
static_assert(!std::convertible_to<double, Seconds> && !std::convertible_to<Seconds, double>);
static_assert(!std::is_constructible_v<Seconds, Hours> && !std::is_assignable_v<Seconds&, Hours>);

// Nothing is added to the number at run time.
static_assert(sizeof(Seconds) == sizeof(double) && std::is_trivially_copyable_v<Seconds>);

}  // namespace

TEST_CASE("quantities of one unit compute like numbers") {
    CHECK((Seconds(90) + Seconds(30)).value() == 120);
    CHECK((Seconds(90) - Seconds(30)).value() == 60);
    CHECK((Money(1.5) * 4).value() == 6);
    CHECK((4 * Money(1.5)).value() == 6);
    CHECK((Money(6) / 4).value() == 1.5);
    CHECK(Seconds(90) / Seconds(30) == 3);
    CHECK(Seconds(30) < Seconds(90));
    CHECK(Seconds(30) == Seconds(30));
    CHECK(Seconds().value() == 0);
    CHECK(to_hours(Seconds(5400)).value() == 1.5);
    CHECK(to_seconds(Hours(1.5)).value() == 5400);
}
