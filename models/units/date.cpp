#include "models/units/date.hpp"

#include <cassert>

namespace trialcost {
namespace {

std::chrono::year_month_day calendar_day(const Date& date) {
    return std::chrono::year(date.year) / date.month / date.day;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Takes exactly `digits` digits off the front of `text`.
std::optional<int> take_digits(std::string_view& text, std::size_t digits) {
    if (text.size() < digits) return std::nullopt;
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
        if (!is_digit(text[i])) return std::nullopt;
        value = value * 10 + (text[i] - '0');
    }
    text.remove_prefix(digits);
    return value;
}

bool take(std::string_view& text, char expected) {
    if (text.empty() || text.front() != expected) return false;
    text.remove_prefix(1);
    return true;
}

std::optional<Date> take_date(std::string_view& text) {
    const auto year = take_digits(text, 4);
    if (!year || !take(text, '-')) return std::nullopt;
    const auto month = take_digits(text, 2);
    if (!month || !take(text, '-')) return std::nullopt;
    const auto day = take_digits(text, 2);
    if (!day) return std::nullopt;
    const Date date{*year, *month, *day};
    if (!is_valid(date)) return std::nullopt;
    return date;
}

// hh:mm:ss with an optional fraction.
std::optional<std::chrono::microseconds> take_time_of_day(std::string_view& text) {
    const auto hour = take_digits(text, 2);
    if (!hour || *hour > 23 || !take(text, ':')) return std::nullopt;
    const auto minute = take_digits(text, 2);
    if (!minute || *minute > 59 || !take(text, ':')) return std::nullopt;
    const auto second = take_digits(text, 2);
    if (!second || *second > 60) return std::nullopt;
    std::chrono::microseconds time =
        std::chrono::hours(*hour) + std::chrono::minutes(*minute) + std::chrono::seconds(*second);
    if (take(text, '.')) {
        if (text.empty() || !is_digit(text.front())) return std::nullopt;
        for (int unit_us = 100'000; !text.empty() && is_digit(text.front()); unit_us /= 10) {
            time += std::chrono::microseconds((text.front() - '0') * unit_us);
            text.remove_prefix(1);
        }
    }
    return time;
}

// "Z" or "+hh:mm": how far the written time is ahead of UTC.
std::optional<std::chrono::minutes> take_offset(std::string_view& text) {
    if (take(text, 'Z') || take(text, 'z')) return std::chrono::minutes(0);
    const bool ahead = take(text, '+');
    if (!ahead && !take(text, '-')) return std::nullopt;
    const auto hours = take_digits(text, 2);
    if (!hours || *hours > 23 || !take(text, ':')) return std::nullopt;
    const auto minutes = take_digits(text, 2);
    if (!minutes || *minutes > 59) return std::nullopt;
    const std::chrono::minutes offset = std::chrono::hours(*hours) + std::chrono::minutes(*minutes);
    return ahead ? offset : -offset;
}

void write_digits(int value, char* to, int digits) {
    for (int i = digits - 1; i >= 0; --i, value /= 10) to[i] = static_cast<char>('0' + value % 10);
}

}  // namespace

bool is_valid(const Date& date) {
    return date.year >= 1 && date.year <= 9999 && date.month >= 1 && date.month <= 12 &&
           date.day >= 1 && calendar_day(date).ok();
}

std::optional<Date> parse_date(std::string_view text) {
    const auto date = take_date(text);
    if (!text.empty()) return std::nullopt;
    return date;
}

std::string format_date(const Date& date) {
    assert(is_valid(date));
    std::string text = "0000-00-00";
    write_digits(date.year, &text[0], 4);
    write_digits(date.month, &text[5], 2);
    write_digits(date.day, &text[8], 2);
    return text;
}

int days_between(const Date& from, const Date& to) {
    assert(is_valid(from) && is_valid(to));
    return static_cast<int>((to_day(to) - to_day(from)).count());
}

std::chrono::sys_days to_day(const Date& date) {
    return std::chrono::sys_days(calendar_day(date));
}

Date date_of(Moment moment) {
    const std::chrono::year_month_day day(std::chrono::floor<std::chrono::days>(moment));
    return {static_cast<int>(day.year()), static_cast<int>(static_cast<unsigned>(day.month())),
            static_cast<int>(static_cast<unsigned>(day.day()))};
}

std::string format_moment(Moment moment) {
    const auto in_day = moment - std::chrono::floor<std::chrono::days>(moment);
    const std::chrono::hh_mm_ss time(in_day);
    std::string clock = "T00:00:00";
    write_digits(static_cast<int>(time.hours().count()), &clock[1], 2);
    write_digits(static_cast<int>(time.minutes().count()), &clock[4], 2);
    write_digits(static_cast<int>(time.seconds().count()), &clock[7], 2);
    if (const auto fraction = time.subseconds().count(); fraction != 0) {
        clock += ".000000";
        write_digits(static_cast<int>(fraction), &clock[10], 6);
    }
    return format_date(date_of(moment)) + clock + "Z";
}

std::optional<Moment> parse_moment(std::string_view text) {
    const auto date = take_date(text);
    if (!date || !(take(text, 'T') || take(text, 't') || take(text, ' '))) return std::nullopt;
    const auto time = take_time_of_day(text);
    if (!time) return std::nullopt;
    const auto offset = take_offset(text);
    if (!offset || !text.empty()) return std::nullopt;
    return to_day(*date) + *time - *offset;
}

}  // namespace trialcost
