#include "models/units/measure.hpp"

#include <string>
#include <vector>

#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

Measure read(const std::string& text) {
    const auto parsed = parse_measure(text);
    if (const auto* fault = std::get_if<MeasureFault>(&parsed)) {
        FAIL(text << ": " << fault->problem << "; " << fault->remedy);
    }
    return std::get<Measure>(parsed);
}

MeasureFault refused(const std::string& text) {
    const auto parsed = parse_measure(text);
    if (std::holds_alternative<Measure>(parsed)) FAIL(text << " was accepted");
    return std::get<MeasureFault>(parsed);
}

}  // namespace

TEST_CASE("a figure comes out in the base unit of its dimension") {
    struct Row {
        std::string text;
        Dimension dimension;
        double value;  // the double nearest to the exact value
        std::string per;
    };
    const std::vector<Row> rows{
        {"40", Dimension::number, 40, ""},
        {"180_000", Dimension::number, 180000, ""},
        {"-2.5e-3", Dimension::number, -0.0025, ""},
        {"0.9", Dimension::number, 0.9, ""},
        {"90 %", Dimension::fraction, 0.9, ""},
        {"90%", Dimension::fraction, 0.9, ""},
        {"57 %", Dimension::fraction, 0.57, ""},  // 57 · 0.01 is another double
        {"12.5 s", Dimension::time, 12.5, ""},
        {"30 min", Dimension::time, 1800, ""},
        {"30min", Dimension::time, 1800, ""},
        {"8 h", Dimension::time, 28800, ""},
        {"  8   h ", Dimension::time, 28800, ""},
        {"2 hours", Dimension::time, 7200, ""},
        {"30 d", Dimension::time, 2592000, ""},
        {"1 week", Dimension::time, 604800, ""},
        {"1 month", Dimension::time, 2628000, ""},  // 730 h
        {"412 node h", Dimension::node_time, 412, ""},
        {"412 node-h", Dimension::node_time, 412, ""},
        {"3 node d", Dimension::node_time, 72, ""},
        {"90 node min", Dimension::node_time, 1.5, ""},
        {"1.4 TB", Dimension::data, 1400, ""},
        {"250 MB", Dimension::data, 0.25, ""},
        {"512 MiB", Dimension::data, 0.536870912, ""},
        {"3 GiB", Dimension::data, 3.221225472, ""},
        {"1 B", Dimension::data, 1e-9, ""},
        {"1040 USD", Dimension::money, 1040, ""},
        {"26 USD/run", Dimension::price, 26, "run"},
        {"140 USD/h", Dimension::price, 140, "h"},
        {"0.023 USD/GB-month", Dimension::price, 0.023, "GB-month"},
        {"0.50 EUR / GB", Dimension::price, 0.5, "GB"},
        {"0.005 USD/1000 requests", Dimension::price, 0.005, "1000 requests"},
        {"0.02 /node h", Dimension::rate, 0.02, "node h"},
        {"3 /node d", Dimension::rate, 0.125, "node h"},
        {"0.1 /h", Dimension::rate, 0.1, "h"},
        {"1/min", Dimension::rate, 60, "h"},
        {"0.01 /launch", Dimension::rate, 0.01, "launch"},
        {"3072 samples", Dimension::count, 3072, "samples"},
        {"1.2e9 tokens", Dimension::count, 1.2e9, "tokens"},
        {"5e8 token", Dimension::count, 5e8, "tokens"},
        {"500 steps", Dimension::count, 500, "steps"},
        {"410 samples/s", Dimension::throughput, 410, "samples"},
        {"7.2e6 tokens/h", Dimension::throughput, 2000, "tokens"},
    };
    for (const Row& row : rows) {
        INFO(row.text);
        const Measure measure = read(row.text);
        CHECK(measure.dimension == row.dimension);
        CHECK(measure.value == row.value);
        CHECK(measure.per == row.per);
        CHECK(measure.text == row.text);
    }
    CHECK(read("1040 USD").currency == "USD");
    CHECK(read("0.50 EUR / GB").currency == "EUR");
    CHECK(read("30 min").currency.empty());
}

TEST_CASE("every example of a dimension is of that dimension") {
    for (int i = 0; i <= static_cast<int>(Dimension::throughput); ++i) {
        const auto dimension = static_cast<Dimension>(i);
        std::string example(example_of(dimension));
        std::erase(example, '"');
        INFO(example);
        CHECK(read(example).dimension == dimension);
        CHECK_FALSE(name_of(dimension).empty());
    }
}

TEST_CASE("a figure that is not understood is refused with what to write") {
    struct Row {
        std::string text;
        std::string problem;  // part of it
        std::string remedy;   // part of it
    };
    const std::vector<Row> rows{
        {"", "empty", "30 min"},
        {"soon", "does not start with a number", "30 min"},
        {"1,5 h", "has a comma in its number", "decimal comma? write 1.5"},
        {"12,75 USD", "comma", "decimal comma? write 12.75"},
        {"1,234 USD", "comma", "decimal comma? write 1.234; thousands? write 1234"},
        {"1,234.5 USD", "comma", "leave out the marks between thousands"},
        {"1 040 USD", "has a gap in its number", "write 1_040"},
        {"1\u2009040 USD", "has a gap in its number", "write 1_040"},
        {"1'040 CHF", "has a gap in its number", "write 1_040"},
        {"nan", "is not a finite number", "leave it out if it is not known"},
        {"-inf", "is not a finite number", "finite"},
        {"1e400 h", "is out of range", "1.7e308"},
        {"1e308 month", "is out of range", "1.7e308"},
        {"3 m", "`m`", "write min for minutes or month for months"},
        {"3 Mb", "`Mb`", "write MB"},
        {"26 $", "`$`", "26 USD"},
        {"$26", "does not start with a number", "26 USD"},
        {"26 usd", "`usd`", "write USD"},
        {"26 USD/", "is not known", "units are"},
        {"3 parsec", "`parsec`", "units are %, s, min"},
        {"3 samples/USD", "is not known", "units are"},
        {"0.1 /GB", "is not known", "units are"},
        {"1_ h", "is not known", "units are"},
        {"1__0 h", "is not known", "units are"},
        {"0x10", "is not known", "units are"},
    };
    for (const Row& row : rows) {
        INFO(row.text);
        const MeasureFault fault = refused(row.text);
        CAPTURE(fault.problem, fault.remedy);
        CHECK(fault.problem.find(row.problem) != std::string::npos);
        CHECK(fault.remedy.find(row.remedy) != std::string::npos);
    }
    CHECK(refused(std::string(5000, 'x')).problem.size() < 120);
}

TEST_CASE("numbers alone") {
    const auto value = [](const char* text) { return std::get<double>(parse_number(text)); };
    CHECK(value("1.5") == 1.5);
    CHECK(value(" +2e6\t") == 2e6);
    CHECK(value("1_000_000") == 1e6);
    CHECK(value("-0.25") == -0.25);
    CHECK(value(".5") == 0.5);
    CHECK(value("5.") == 5);
    CHECK(value("98.32") == 98.32);  // nearest double of the decimal text
    CHECK(value("1.7976931348623157e308") == 1.7976931348623157e308);

    const auto remedy = [](const char* text) {
        return std::get<MeasureFault>(parse_number(text)).remedy;
    };
    CHECK(remedy("1,5") == "decimal comma? write 1.5");
    CHECK(remedy("1 234") == "thousands are not set apart, or by `_`: write 1_234");
    for (const char* text : {"", " ", "abc", "nan", "inf", "-Infinity", "1e400", "1e", "0x10", "1_",
                             "_1", "1__0", "--1", "1.5.2", "12 s", "."}) {
        INFO(text);
        CHECK(std::holds_alternative<MeasureFault>(parse_number(text)));
    }
}
