// Numbers that carry their unit in the type: adding seconds to hours does not compile.
//
// A quantity adds to and compares with its own kind, scales by a plain number, and divided by its
// own kind gives a plain number. Everything else is written out through value(), where the reader
// sees it.
#pragma once

#include <compare>

namespace trialcost {

template <class Tag>
class Quantity {
  public:
    constexpr Quantity() = default;
    constexpr explicit Quantity(double value) : value_(value) {}

    constexpr double value() const { return value_; }

    constexpr Quantity& operator+=(Quantity other) {
        value_ += other.value_;
        return *this;
    }
    constexpr Quantity& operator-=(Quantity other) {
        value_ -= other.value_;
        return *this;
    }
    friend constexpr Quantity operator+(Quantity a, Quantity b) { return a += b; }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return a -= b; }
    friend constexpr Quantity operator*(Quantity a, double factor) {
        return Quantity(a.value_ * factor);
    }
    friend constexpr Quantity operator*(double factor, Quantity a) { return a * factor; }
    friend constexpr Quantity operator/(Quantity a, double divisor) {
        return Quantity(a.value_ / divisor);
    }
    friend constexpr double operator/(Quantity a, Quantity b) { return a.value_ / b.value_; }
    friend constexpr auto operator<=>(Quantity, Quantity) = default;

  private:
    double value_ = 0;
};

using Seconds = Quantity<struct SecondsTag>;
using Hours = Quantity<struct HoursTag>;
using NodeHours = Quantity<struct NodeHoursTag>;
using Money = Quantity<struct MoneyTag>;  // in the one currency of the plan
using Gigabytes = Quantity<struct GigabytesTag>;
using GigabyteMonths = Quantity<struct GigabyteMonthsTag>;

constexpr Hours to_hours(Seconds time) {
    return Hours(time.value() / 3600);
}
constexpr Seconds to_seconds(Hours time) {
    return Seconds(time.value() * 3600);
}

}  // namespace trialcost
