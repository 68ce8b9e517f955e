// The content of a result file in memory: named arrays and attributes, as the schema names them.
//
// Arrays are row-major, the last dimension fastest. All arrays that share a dimension agree on its
// length, which may be 0. A missing value is NaN, a missing text empty; every NaN is stored as the
// one quiet NaN, and texts as valid UTF-8 (see utf8_text.hpp), so equal results have equal bytes.
// Each name is set once.
// Errors: std::logic_error for a name, type, shape or length the schema does not allow, and for
// getting what was not set. Randomness: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/results/schema.hpp"

namespace trialcost {

class ResultData {
  public:
    using Shape = std::vector<std::size_t>;
    // In the order of ElementType.
    using Values = std::variant<std::vector<double>, std::vector<std::uint64_t>,
                                std::vector<std::uint8_t>, std::vector<std::string>>;
    using AttributeValue = std::variant<double, std::uint64_t, std::string>;

    struct Array {
        Values values;
        Shape shape;
    };

    void set(std::string_view name, Values values, Shape shape);
    void set_attribute(std::string_view name, AttributeValue value);

    bool has(std::string_view name) const { return find(name) != nullptr; }
    bool has_attribute(std::string_view name) const { return find_attribute(name) != nullptr; }

    const std::vector<double>& reals(std::string_view name) const;
    const std::vector<std::uint64_t>& counts(std::string_view name) const;
    const std::vector<std::uint8_t>& flags(std::string_view name) const;
    const std::vector<std::string>& texts(std::string_view name) const;
    const Shape& shape(std::string_view name) const;

    double real_attribute(std::string_view name) const;
    std::uint64_t count_attribute(std::string_view name) const;
    const std::string& text_attribute(std::string_view name) const;

    // Empty if no array has that dimension yet.
    std::optional<std::size_t> length(std::string_view dimension) const;

    // std::logic_error that names everything required and not set.
    void check_complete() const;

    // Null if not set.
    const Array* find(std::string_view name) const;
    const AttributeValue* find_attribute(std::string_view name) const;

  private:
    const Array& get(std::string_view name) const;
    const AttributeValue& get_attribute(std::string_view name) const;

    std::map<std::string, Array, std::less<>> arrays_;
    std::map<std::string, AttributeValue, std::less<>> attributes_;
    std::map<std::string, std::size_t, std::less<>> lengths_;
};

}  // namespace trialcost
