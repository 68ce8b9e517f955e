// The table of what a result file holds, as it is written down entry by entry.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/results/schema.hpp"

namespace trialcost {

// Appends entries to the table; `group` is where they go.
class SchemaTable {
  public:
    void group(std::string path, std::string description) {
        group_ = path;
        schema_.groups.push_back({std::move(path), std::move(description)});
    }

    void coordinate(std::string_view name, ElementType type, std::string_view unit,
                    std::string_view what) {
        dimension(name, Coordinate::given, what);
        add(type, name, {std::string(name)}, unit, what);
    }

    void rows(std::string_view name, std::string_view what) {
        dimension(name, Coordinate::row_number, what);
    }

    void real(std::string_view name, std::vector<std::string> dimensions, std::string_view unit,
              std::string_view what) {
        add(ElementType::real, name, std::move(dimensions), unit, what);
    }

    void count(std::string_view name, std::vector<std::string> dimensions, std::string_view what) {
        add(ElementType::count, name, std::move(dimensions), "1", what);
    }

    void flag(std::string_view name, std::vector<std::string> dimensions, std::string_view what) {
        add(ElementType::flag, name, std::move(dimensions), "1", what);
    }

    void text(std::string_view name, std::vector<std::string> dimensions, std::string_view what) {
        add(ElementType::text, name, std::move(dimensions), "", what);
    }

    // A value with the ends of its Monte Carlo interval.
    void interval(const std::string& name, const std::vector<std::string>& dimensions,
                  std::string_view unit, const std::string& what) {
        real(name, dimensions, unit, what);
        real(name + "_lo", dimensions, unit, "lower end of the Monte Carlo interval of " + name);
        real(name + "_hi", dimensions, unit, "upper end of the Monte Carlo interval of " + name);
    }

    // The distribution of one figure over the draws.
    void figure(const std::string& name, std::string_view unit, const std::string& what) {
        interval(name, {"option", "quantile"}, unit, what + ", by percentile");
        interval(name + "_mean", {"option"}, unit, what + ", mean");
        real(name + "_sd", {"option"}, unit, what + ", standard deviation");
        real(name + "_min", {"option"}, unit, what + ", smallest draw");
        real(name + "_max", {"option"}, unit, what + ", largest draw");
    }

    void attribute(std::string_view name, ElementType type, std::string_view unit,
                   std::string_view what, Requirement requirement = Requirement::required) {
        schema_.attributes.push_back(
            {std::string(name), group_, type, std::string(unit), std::string(what), requirement});
    }

    // What is added until the next call is required, or not.
    void requirement(Requirement requirement) { requirement_ = requirement; }

    Schema take() { return std::move(schema_); }

  private:
    void dimension(std::string_view name, Coordinate coordinate, std::string_view what) {
        schema_.dimensions.push_back({std::string(name), group_, coordinate, std::string(what)});
    }

    void add(ElementType type, std::string_view name, std::vector<std::string> dimensions,
             std::string_view unit, std::string_view what) {
        schema_.datasets.push_back({std::string(name), group_, type, std::move(dimensions),
                                    std::string(unit), std::string(what), requirement_});
    }

    Schema schema_;
    std::string group_;
    Requirement requirement_ = Requirement::required;
};

}  // namespace trialcost
