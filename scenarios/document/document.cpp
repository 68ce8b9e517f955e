#include "scenarios/document/document.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <stdexcept>

namespace trialcost {
namespace {

[[noreturn]] void refuse_kind(const Node& node, std::string_view wanted) {
    throw std::logic_error(node.path() + " was read as " + std::string(wanted) + " but is " +
                           std::string(name_of(node.kind())));
}

bool is_bare_key(std::string_view key) {
    return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    });
}

}  // namespace

Node Node::table(Place place, std::vector<Node> members) {
    Node node(Kind::table, std::move(place));
    node.children_ = std::move(members);
    return node;
}

Node Node::array(Place place, std::vector<Node> elements) {
    Node node(Kind::array, std::move(place));
    node.children_ = std::move(elements);
    return node;
}

Node Node::scalar(Place place, Value value) {
    constexpr std::array kinds{Kind::refused, Kind::string,  Kind::integer,
                               Kind::real,    Kind::boolean, Kind::date};
    static_assert(kinds.size() == std::variant_size_v<Value>);
    Node node(kinds[value.index()], std::move(place));
    node.value_ = std::move(value);
    return node;
}

const std::string& Node::text() const {
    if (!is(Kind::string)) refuse_kind(*this, "a text");
    return std::get<std::string>(value_);
}

std::int64_t Node::integer() const {
    if (!is(Kind::integer)) refuse_kind(*this, "a whole number");
    return std::get<std::int64_t>(value_);
}

double Node::number() const {
    if (is(Kind::integer)) return static_cast<double>(std::get<std::int64_t>(value_));
    if (!is(Kind::real)) refuse_kind(*this, "a number");
    return std::get<double>(value_);
}

bool Node::boolean() const {
    if (!is(Kind::boolean)) refuse_kind(*this, "true or false");
    return std::get<bool>(value_);
}

Date Node::date() const {
    if (!is(Kind::date)) refuse_kind(*this, "a date");
    return std::get<Date>(value_);
}

const Node* Node::find(std::string_view key) const {
    if (!is(Kind::table)) return nullptr;
    const auto child = std::find_if(children_.begin(), children_.end(),
                                    [key](const Node& node) { return node.key() == key; });
    return child == children_.end() ? nullptr : &*child;
}

std::string_view name_of(Node::Kind kind) {
    switch (kind) {
        case Node::Kind::table:
            return "a table";
        case Node::Kind::array:
            return "a list";
        case Node::Kind::string:
            return "a text";
        case Node::Kind::integer:
            return "a whole number";
        case Node::Kind::real:
            return "a number";
        case Node::Kind::boolean:
            return "true or false";
        case Node::Kind::date:
            return "a date";
        case Node::Kind::refused:
            return "not a value";
    }
    return "not a value";
}

std::string member_path(std::string_view path, std::string_view key) {
    std::string out(path);
    if (!out.empty()) out += '.';
    if (is_bare_key(key)) return out.append(key);
    return out.append("\"").append(key).append("\"");
}

}  // namespace trialcost
