#include "tests/sim/results/example_result.hpp"

#include <cstdint>
#include <limits>
#include <map>
#include <vector>

namespace trialcost {

namespace {

std::size_t length_of(const std::string& dimension) {
    static const std::map<std::string, std::size_t> lengths = {
        {"option", 2},       {"quantile", 3},  {"ceiling", 2},
        {"cost_item", 3},    {"time_part", 4}, {"failure_class", 2},
        {"line", 5},         {"evidence", 6},  {"gate", 2},
        {"missing", 0},      {"refusal", 1},   {"coordinate", 7},
        {"file", 2},         {"pending", 2},   {"other_predictive", 2},
        {"checked_block", 2}};
    return lengths.at(dimension);
}

std::vector<double> real_values(const std::string& name, std::size_t n, double first) {
    if (name == "quantile") return {0.05, 0.5, 0.95};
    std::vector<double> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = first + 0.1 * static_cast<double>(i);
    if (name == "unit_cost") values[2] = std::numeric_limits<double>::infinity();
    if (name == "unit_cost_mean") values[1] = -std::numeric_limits<double>::quiet_NaN();
    return values;
}

std::vector<std::string> text_values(const std::string& name, std::size_t n) {
    if (name == "option") return {"spot", "réservé 1 an"};
    if (name == "scenario_text") return {"title = \"x\"\n# " + std::string(100000, '.') + "\n"};
    std::vector<std::string> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = name + " " + std::to_string(i);
    if (name == "evidence_value") values[1].clear();
    return values;
}

ResultData::Values values_of(const DatasetEntry& entry, std::size_t n, double first) {
    const auto serial = static_cast<std::uint64_t>(first);
    switch (entry.type) {
        case ElementType::real:
            return real_values(entry.name, n, first);
        case ElementType::count:
            return std::vector<std::uint64_t>(n, (std::uint64_t{1} << 33U) + serial);
        case ElementType::flag:
            return std::vector<std::uint8_t>(n, 1);
        case ElementType::text:
            break;
    }
    return text_values(entry.name, n);
}

ResultData::AttributeValue attribute_of(const AttributeEntry& entry,
                                        const ExampleOptions& options) {
    if (entry.name == "currency") return "USD";
    if (entry.name == "output_unit") return "1e9 token";
    if (entry.name == "host") return options.host;
    if (entry.name == "seed") return std::numeric_limits<std::uint64_t>::max();
    if (entry.type == ElementType::real) return 0.9;
    if (entry.type == ElementType::count) return std::uint64_t{16};
    return entry.name == "sampler" ? std::string() : "the " + entry.name;
}

}  // namespace

ResultData example_result(const ExampleOptions& options) {
    ResultData data;
    for (const AttributeEntry& entry : result_schema().attributes) {
        if (entry.name == options.left_out) continue;
        data.set_attribute(entry.name, attribute_of(entry, options));
    }
    double first = 0.0;
    for (const DatasetEntry& entry : result_schema().datasets) {
        first += 1000.0;
        if (entry.name == options.left_out) continue;
        ResultData::Shape shape;
        std::size_t n = 1;
        for (const std::string& dimension : entry.dimensions) {
            shape.push_back(length_of(dimension));
            n *= shape.back();
        }
        const bool is_total = entry.name == "total_cost";
        data.set(entry.name, values_of(entry, n, is_total ? options.first_total_cost : first),
                 shape);
    }
    return data;
}

}  // namespace trialcost
