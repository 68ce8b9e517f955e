#include "scenarios/document/table_reader.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>

namespace trialcost {
namespace {

void complain_about_form(const Node& node, Complaints& complaints, std::string_view wanted,
                         std::string why, std::string_view example) {
    complaints.error(node.where(), node.path(), "must be " + std::string(wanted), std::move(why),
                     "write it like " + std::string(example));
}

std::string as_found(const Node& node) {
    return "it is " + std::string(name_of(node.kind()));
}

bool fits(Dimension dimension, std::initializer_list<Dimension> dimensions) {
    return std::find(dimensions.begin(), dimensions.end(), dimension) != dimensions.end();
}

std::string names_of(std::initializer_list<Dimension> dimensions) {
    std::string text;
    for (const Dimension dimension : dimensions) {
        text += (text.empty() ? "" : " or ") + std::string(name_of(dimension));
    }
    return text;
}

// A number written without quotes as a figure; nothing for other kinds.
std::optional<Measure> bare_number(const Node& node) {
    if (!node.is(Node::Kind::integer) && !node.is(Node::Kind::real)) return std::nullopt;
    return Measure{node.number(), Dimension::number, {}, {}, {}};
}

std::optional<Measure> measure_of(const Node& node, std::string_view wanted,
                                  std::string_view example, Complaints& complaints) {
    if (auto number = bare_number(node)) return number;
    if (!node.is(Node::Kind::string)) {
        complain_about_form(node, complaints, wanted, as_found(node), example);
        return std::nullopt;
    }
    auto parsed = parse_measure(node.text());
    if (auto* fault = std::get_if<MeasureFault>(&parsed)) {
        complaints.error(node.where(), node.path(), "must be " + std::string(wanted),
                         std::move(fault->problem), std::move(fault->remedy));
        return std::nullopt;
    }
    return std::get<Measure>(std::move(parsed));
}

}  // namespace

std::optional<Measure> read_measure(const Node& node, std::initializer_list<Dimension> dimensions,
                                    Complaints& complaints, Bounds bounds) {
    assert(dimensions.size() > 0);
    if (node.is(Node::Kind::refused)) return std::nullopt;
    const std::string wanted = names_of(dimensions);
    const std::string_view example = example_of(*dimensions.begin());
    auto measure = measure_of(node, wanted, example, complaints);
    if (!measure) return std::nullopt;
    if (!fits(measure->dimension, dimensions)) {
        const bool bare = measure->dimension == Dimension::number;
        const std::string found = measure->text.empty() ? "it" : "`" + measure->text + "`";
        complain_about_form(
            node, complaints, wanted,
            found + (bare ? " has no unit" : " is " + std::string(name_of(measure->dimension))),
            example);
        return std::nullopt;
    }
    if (const std::string_view fault = fault_of(measure->value, bounds); !fault.empty()) {
        complaints.error(node.where(), node.path(), std::string(fault));
        return std::nullopt;
    }
    return measure;
}

TableReader::TableReader(const Node& table, Complaints& complaints)
    : table_(table), complaints_(complaints) {
    assert(table.is(Node::Kind::table) || table.is(Node::Kind::refused));
}

const Node* TableReader::ask(std::string_view key, Presence presence, std::string_view example) {
    asked_.emplace(key);
    const Node* node = table_.find(key);
    const bool missing = node == nullptr && !table_.is(Node::Kind::refused);
    if (missing && presence == Presence::required) {
        complaints_.error(table_.where(), member_path(table_.path(), key), "is missing", {},
                          "write " + std::string(key) + " = " + std::string(example));
    }
    if (node != nullptr && node->is(Node::Kind::refused)) return nullptr;
    return node;
}

const Node* TableReader::ask_for(Node::Kind kind, std::string_view key, Presence presence,
                                 std::string_view example) {
    const Node* node = ask(key, presence, example);
    if (node == nullptr || node->is(kind)) return node;
    complain_about_form(*node, complaints_, name_of(kind), as_found(*node), example);
    return nullptr;
}

std::optional<std::string> TableReader::text(std::string_view key, Presence presence) {
    const Node* node = ask_for(Node::Kind::string, key, presence, "\"…\"");
    if (node == nullptr) return std::nullopt;
    if (node->text().empty()) {
        complaints_.error(node->where(), node->path(), "is empty", {},
                          presence == Presence::required ? "write a text" : "leave the key out");
        return std::nullopt;
    }
    return node->text();
}

std::optional<std::string> TableReader::choice(std::string_view key,
                                               std::initializer_list<std::string_view> words,
                                               Presence presence) {
    assert(words.size() > 0);
    const std::string example = "\"" + std::string(*words.begin()) + "\"";
    const Node* node = ask_for(Node::Kind::string, key, presence, example);
    if (node == nullptr) return std::nullopt;
    const std::span<const std::string_view> known(words.begin(), words.size());
    if (const auto index = find_word(node->text(), known)) return std::string(known[*index]);
    const std::string meant = nearest(node->text(), known);
    complaints_.error(node->where(), node->path(), "`" + node->text() + "` is not one of its words",
                      listed(known), meant.empty() ? "" : "did you mean `" + meant + "`?");
    return std::nullopt;
}

std::optional<Measure> TableReader::measure(std::string_view key, Dimension dimension,
                                            Presence presence, Bounds bounds) {
    const Node* node = ask(key, presence, example_of(dimension));
    if (node == nullptr) return std::nullopt;
    return read_measure(*node, {dimension}, complaints_, bounds);
}

std::optional<std::int64_t> TableReader::integer(std::string_view key, Presence presence,
                                                 std::int64_t least, std::int64_t most) {
    const std::string example = std::to_string(std::max<std::int64_t>(least, 1));
    const Node* node = ask(key, presence, example);
    if (node == nullptr) return std::nullopt;
    std::optional<std::int64_t> value;
    if (node->is(Node::Kind::integer)) value = node->integer();
    // People write a million draws as 1e6, which TOML takes for a real.
    constexpr double exact = 9007199254740992;  // 2^53
    if (node->is(Node::Kind::real) && std::abs(node->number()) <= exact &&
        std::trunc(node->number()) == node->number()) {
        value = static_cast<std::int64_t>(node->number());
    }
    if (!value) {
        complain_about_form(*node, complaints_, "a whole number", as_found(*node), example);
        return std::nullopt;
    }
    if (*value < least || *value > most) {
        complaints_.error(
            node->where(), node->path(), "is out of range", {},
            "write a whole number from " + std::to_string(least) + " to " + std::to_string(most));
        return std::nullopt;
    }
    return value;
}

std::optional<bool> TableReader::boolean(std::string_view key, Presence presence) {
    const Node* node = ask_for(Node::Kind::boolean, key, presence, "true");
    if (node == nullptr) return std::nullopt;
    return node->boolean();
}

std::optional<Date> TableReader::date(std::string_view key, Presence presence) {
    const Node* node = ask_for(Node::Kind::date, key, presence, "2026-11-30 (without quotes)");
    if (node == nullptr) return std::nullopt;
    return node->date();
}

const Node* TableReader::table(std::string_view key, Presence presence) {
    return ask_for(Node::Kind::table, key, presence, "{ … }");
}

std::vector<const Node*> TableReader::array(std::string_view key, Presence presence) {
    const Node* node = ask_for(Node::Kind::array, key, presence, "[ … ]");
    std::vector<const Node*> elements;
    if (node == nullptr) return elements;
    for (const Node& element : node->children()) {
        if (!element.is(Node::Kind::refused)) elements.push_back(&element);
    }
    return elements;
}

std::vector<const Node*> TableReader::texts(std::string_view key, Presence presence) {
    std::vector<const Node*> elements = array(key, presence);
    std::erase_if(elements, [this](const Node* element) {
        if (element->is(Node::Kind::string) && !element->text().empty()) return false;
        complain_about_form(*element, complaints_, "a text",
                            element->is(Node::Kind::string) ? "it is empty" : as_found(*element),
                            "\"…\"");
        return true;
    });
    return elements;
}

const Node* TableReader::any(std::string_view key, Presence presence) {
    return ask(key, presence, "…");
}

void TableReader::complain(std::string_view key, std::string problem, std::string why,
                           std::string remedy) {
    const Node* node = table_.find(key);
    complaints_.error(node == nullptr ? table_.where() : node->where(),
                      key.empty() ? table_.path() : member_path(table_.path(), key),
                      std::move(problem), std::move(why), std::move(remedy));
}

bool TableReader::check_currency(std::string_view key, const Measure& money,
                                 const std::string& currency) {
    if (money.currency == currency) return true;
    complain(key, "is in " + money.currency + ", the scenario in " + currency,
             "one currency throughout", "convert it");
    return false;
}

void TableReader::finish() {
    const std::vector<std::string_view> known(asked_.begin(), asked_.end());
    for (const Node& child : table_.children()) {
        if (asked_.contains(child.key())) continue;
        const std::string meant = nearest(child.key(), known);
        complaints_.error(child.key_where(), table_.path(), "unknown key `" + child.key() + "`",
                          meant.empty() && !known.empty() ? "known here: " + listed(known) : "",
                          meant.empty() ? "" : "did you mean `" + meant + "`?");
    }
}

}  // namespace trialcost
