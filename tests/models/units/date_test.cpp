#include "models/units/date.hpp"

#include "tests/catch_compat.hpp"

using namespace trialcost;

TEST_CASE("dates are read in one form and written back the same") {
    for (const char* text : {"2026-11-30", "2024-02-29", "0001-01-01", "9999-12-31"}) {
        const auto date = parse_date(text);
        REQUIRE(date);
        CHECK(format_date(*date) == text);
    }
    CHECK(parse_date("2026-11-30") == Date{2026, 11, 30});
    for (const char* text :
         {"", "2026-11-3", "2026-11-031", "26-11-30", "2026/11/30", "30.11.2026", "2026-11-30 ",
          " 2026-11-30", "2026-11-30T00:00:00Z", "2026-13-01", "2026-00-01", "2026-02-29",
          "2026-11-31", "0000-01-01", "2026-11-00"}) {
        INFO(text);
        CHECK_FALSE(parse_date(text));
    }
    CHECK(is_valid({2024, 2, 29}));
    CHECK_FALSE(is_valid({2100, 2, 29}));
    CHECK(is_valid({2000, 2, 29}));
    CHECK_FALSE(is_valid({10000, 1, 1}));
    CHECK_FALSE(is_valid({2026, 1, 256}));  // would wrap in a byte
}

TEST_CASE("dates compare and count days") {
    CHECK(Date{2026, 1, 31} < Date{2026, 2, 1});
    CHECK(Date{2025, 12, 31} < Date{2026, 1, 1});
    CHECK(days_between({2026, 11, 30}, {2026, 11, 30}) == 0);
    CHECK(days_between({2026, 10, 30}, {2026, 11, 30}) == 31);
    CHECK(days_between({2026, 11, 30}, {2026, 10, 30}) == -31);
    CHECK(days_between({2024, 1, 1}, {2025, 1, 1}) == 366);
    CHECK(days_between({2000, 3, 1}, {2100, 3, 1}) ==
          36524);  // 2100 has no leap day, 2000-02 is out
}

TEST_CASE("moments need their offset") {
    // Seconds since 1970 from `date -u -d … +%s`.
    const auto seconds = [](const char* text) {
        const auto moment = parse_moment(text);
        REQUIRE(moment);
        return static_cast<double>(moment->time_since_epoch().count()) / 1e6;
    };
    CHECK(seconds("1970-01-01T00:00:00Z") == 0);
    CHECK(seconds("2026-11-30T08:15:00+01:00") == 1796022900);
    CHECK(seconds("2026-11-30T07:15:00Z") == 1796022900);
    CHECK(seconds("2026-11-30 07:15:00z") == 1796022900);
    CHECK(seconds("2026-11-30T01:45:00-05:30") == 1796022900);
    CHECK(seconds("2026-11-30T07:15:00.25Z") == 1796022900.25);
    CHECK(seconds("2026-11-30T07:15:00.1234567890Z") == 1796022900.123456);
    CHECK(seconds("2016-12-31T23:59:60Z") == 1483228800);  // a leap second
    for (const char* text :
         {"", "2026-11-30", "2026-11-30T07:15:00", "2026-11-30T07:15Z", "2026-11-30T24:00:00Z",
          "2026-11-30T07:60:00Z", "2026-11-30T07:15:61Z", "2026-11-30T07:15:00+1:00",
          "2026-11-30T07:15:00+0100", "2026-11-30T07:15:00.Z", "2026-11-31T07:15:00Z",
          "2026-11-30T07:15:00Zulu", "2026-11-30T07:15:00+24:00"}) {
        INFO(text);
        CHECK_FALSE(parse_moment(text));
    }
}

TEST_CASE("moments are written in UTC, and lie on a day of it") {
    for (const char* text : {"2026-11-03T07:12:44Z", "1969-12-31T23:59:59Z", "2024-02-29T00:00:00Z",
                             "2026-11-03T07:12:44.250000Z"})
        CHECK(format_moment(*parse_moment(text)) == text);
    CHECK(format_moment(*parse_moment("2026-12-01T00:30:00+01:00")) == "2026-11-30T23:30:00Z");
    CHECK(date_of(*parse_moment("2026-12-01T00:30:00+01:00")) == Date{2026, 11, 30});
    CHECK(date_of(*parse_moment("1969-12-31T23:59:59Z")) == Date{1969, 12, 31});
    CHECK(date_of(to_day({2026, 11, 30})) == Date{2026, 11, 30});
}
