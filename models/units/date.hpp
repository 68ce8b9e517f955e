// Calendar dates (ISO 8601, proleptic Gregorian, years 0001 to 9999) and moments (RFC 3339).
// No clock is read here: what "today" is, the caller says.
#pragma once

#include <chrono>
#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace trialcost {

struct Date {
    int year = 0;
    int month = 0;
    int day = 0;

    friend auto operator<=>(const Date&, const Date&) = default;
};

bool is_valid(const Date& date);

// "2026-11-30" and nothing else; nullopt for another form or a day that does not exist.
std::optional<Date> parse_date(std::string_view text);

std::string format_date(const Date& date);

// Days from `from` to `to`, negative when `to` is earlier. Both must be valid.
int days_between(const Date& from, const Date& to);

using Moment = std::chrono::sys_time<std::chrono::microseconds>;  // UTC

std::chrono::sys_days to_day(const Date& date);
// The day on which a moment lies, in UTC.
Date date_of(Moment moment);

// "2026-11-30T07:15:00Z", with a fraction of six digits where it has one.
std::string format_moment(Moment moment);

// "2026-11-30T08:15:00+01:00", "2026-11-30T07:15:00.25Z". The offset is required: a time without
// one is nullopt, as is anything else that is not RFC 3339. Fractions beyond 1 us are cut; leap
// seconds
// (":60") count as the second after.
std::optional<Moment> parse_moment(std::string_view text);

}  // namespace trialcost
