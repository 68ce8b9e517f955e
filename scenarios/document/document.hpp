// A scenario file as written: a tree of values that know where they stand. No meaning is added
// here.
//
// Tables keep the order of the file, not of the alphabet. Dotted keys are nested tables.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "models/units/date.hpp"
#include "scenarios/document/complaints.hpp"

namespace trialcost {

class Node {
  public:
    // refused: the parser has complained about the value already; readers pass over it in silence.
    enum class Kind { table, array, string, integer, real, boolean, date, refused };
    using Value = std::variant<std::monostate, std::string, std::int64_t, double, bool, Date>;

    // Where a node stands and what it is called from the root.
    struct Place {
        Position where;      // of the value
        Position key_where;  // of the key; of the value in an array
        std::string key;     // empty in an array and at the root
        std::string path;    // "option.h100.trials[0]"; root: empty
    };

    // A table (or array) with its members (or elements) in the order of the file.
    static Node table(Place place, std::vector<Node> members);
    static Node array(Place place, std::vector<Node> elements);
    // The kind follows from the value; std::monostate is refused.
    static Node scalar(Place place, Value value);

    Kind kind() const { return kind_; }
    bool is(Kind kind) const { return kind_ == kind; }
    const Position& where() const { return place_.where; }
    const Position& key_where() const { return place_.key_where; }
    const std::string& key() const { return place_.key; }
    const std::string& path() const { return place_.path; }

    // Of the kind it is; asking for another is a std::logic_error.
    const std::string& text() const;
    std::int64_t integer() const;
    double number() const;  // integer or real; finite
    bool boolean() const;
    Date date() const;

    const std::vector<Node>& children() const { return children_; }
    const Node* find(std::string_view key) const;  // null when there is no such member

  private:
    Node(Kind kind, Place place) : kind_(kind), place_(std::move(place)) {}

    Kind kind_;
    Place place_;
    Value value_;
    std::vector<Node> children_;
};

// "a table", "a text in quotes", "a whole number", … for messages.
std::string_view name_of(Node::Kind kind);

// `key` below `path`, quoted where it is not a bare key: `option."a.b"`.
std::string member_path(std::string_view path, std::string_view key);

// The whole file as one table. nan, inf and times of day become complaints and refused nodes; after
// a syntax error, which is one complaint, the whole is a refused node.
Node parse_toml(const TextFile& file, Complaints& complaints);

}  // namespace trialcost
