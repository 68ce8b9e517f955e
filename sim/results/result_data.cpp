#include "sim/results/result_data.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "sim/results/utf8_text.hpp"

namespace trialcost {

namespace {

ElementType type_of(const ResultData::Values& values) {
    return static_cast<ElementType>(values.index());
}

ElementType type_of(const ResultData::AttributeValue& value) {
    if (std::holds_alternative<double>(value)) return ElementType::real;
    if (std::holds_alternative<std::uint64_t>(value)) return ElementType::count;
    return ElementType::text;
}

std::size_t size_of(const ResultData::Values& values) {
    return std::visit([](const auto& elements) { return elements.size(); }, values);
}

bool holds(const ResultData::Shape& shape, std::size_t n_values) {
    std::size_t product = 1;
    for (const std::size_t extent : shape) {
        if (extent != 0 && product > std::numeric_limits<std::size_t>::max() / extent) return false;
        product *= extent;
    }
    return product == n_values;
}

[[noreturn]] void refuse(std::string_view name, std::string_view why) {
    throw std::logic_error(fmt::format("result data: {}: {}", name, why));
}

double canonical(double value) {
    return std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value;
}

void make_canonical(std::string_view name, ResultData::Values& values) {
    if (auto* reals = std::get_if<std::vector<double>>(&values)) {
        std::transform(reals->begin(), reals->end(), reals->begin(), canonical);
    } else if (auto* texts = std::get_if<std::vector<std::string>>(&values)) {
        for (std::string& text : *texts) text = utf8_text(text);
    } else if (const auto* flags = std::get_if<std::vector<std::uint8_t>>(&values)) {
        if (std::any_of(flags->begin(), flags->end(), [](std::uint8_t flag) { return flag > 1; })) {
            refuse(name, "a flag is neither 0 nor 1");
        }
    }
}

template <typename Wanted, typename Variant>
const Wanted& as(std::string_view name, const Variant& value) {
    if (const auto* wanted = std::get_if<Wanted>(&value)) return *wanted;
    refuse(name, "is of another type");
}

}  // namespace

void ResultData::set(std::string_view name, Values values, Shape shape) {
    const DatasetEntry* entry = result_schema().find_dataset(name);
    if (entry == nullptr) refuse(name, "the schema has no such dataset");
    if (has(name)) refuse(name, "set twice");
    if (type_of(values) != entry->type) refuse(name, "wrong element type");
    if (shape.size() != entry->dimensions.size()) refuse(name, "wrong number of dimensions");
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        const std::optional<std::size_t> known = length(entry->dimensions[axis]);
        if (known && *known != shape[axis]) {
            refuse(name, fmt::format("{} has length {}, not {}", entry->dimensions[axis], *known,
                                     shape[axis]));
        }
    }
    if (!holds(shape, size_of(values))) refuse(name, "number of values does not fit the shape");
    make_canonical(name, values);

    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        lengths_.emplace(entry->dimensions[axis], shape[axis]);
    }
    arrays_.emplace(name, Array{std::move(values), std::move(shape)});
}

void ResultData::set_attribute(std::string_view name, AttributeValue value) {
    const AttributeEntry* entry = result_schema().find_attribute(name);
    if (entry == nullptr) refuse(name, "the schema has no such attribute");
    if (has_attribute(name)) refuse(name, "set twice");
    if (type_of(value) != entry->type) refuse(name, "wrong type");
    if (auto* real = std::get_if<double>(&value)) *real = canonical(*real);
    if (auto* text = std::get_if<std::string>(&value)) *text = utf8_text(*text);
    attributes_.emplace(name, std::move(value));
}

const std::vector<double>& ResultData::reals(std::string_view name) const {
    return as<std::vector<double>>(name, get(name).values);
}

const std::vector<std::uint64_t>& ResultData::counts(std::string_view name) const {
    return as<std::vector<std::uint64_t>>(name, get(name).values);
}

const std::vector<std::uint8_t>& ResultData::flags(std::string_view name) const {
    return as<std::vector<std::uint8_t>>(name, get(name).values);
}

const std::vector<std::string>& ResultData::texts(std::string_view name) const {
    return as<std::vector<std::string>>(name, get(name).values);
}

const ResultData::Shape& ResultData::shape(std::string_view name) const {
    return get(name).shape;
}

double ResultData::real_attribute(std::string_view name) const {
    return as<double>(name, get_attribute(name));
}

std::uint64_t ResultData::count_attribute(std::string_view name) const {
    return as<std::uint64_t>(name, get_attribute(name));
}

const std::string& ResultData::text_attribute(std::string_view name) const {
    return as<std::string>(name, get_attribute(name));
}

std::optional<std::size_t> ResultData::length(std::string_view dimension) const {
    const auto at = lengths_.find(dimension);
    if (at == lengths_.end()) return std::nullopt;
    return at->second;
}

void ResultData::check_complete() const {
    std::string missing;
    for (const AttributeEntry& entry : result_schema().attributes) {
        if (entry.requirement == Requirement::required && !has_attribute(entry.name)) {
            missing += " " + entry.name;
        }
    }
    for (const DatasetEntry& entry : result_schema().datasets) {
        if (entry.requirement == Requirement::required && !has(entry.name))
            missing += " " + entry.name;
    }
    if (!missing.empty()) throw std::logic_error("result data: not set:" + missing);
}

const ResultData::Array* ResultData::find(std::string_view name) const {
    const auto at = arrays_.find(name);
    return at == arrays_.end() ? nullptr : &at->second;
}

const ResultData::AttributeValue* ResultData::find_attribute(std::string_view name) const {
    const auto at = attributes_.find(name);
    return at == attributes_.end() ? nullptr : &at->second;
}

const ResultData::Array& ResultData::get(std::string_view name) const {
    if (const Array* array = find(name)) return *array;
    refuse(name, "not set");
}

const ResultData::AttributeValue& ResultData::get_attribute(std::string_view name) const {
    if (const AttributeValue* value = find_attribute(name)) return *value;
    refuse(name, "attribute not set");
}

}  // namespace trialcost
