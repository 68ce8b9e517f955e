#include <algorithm>
#include <cmath>
#include <optional>

#include "scenarios/document/document.hpp"
#include "scenarios/document/toml_complaint.hpp"
#include "scenarios/document/toml_guarded.hpp"

namespace trialcost {
namespace {

// toml++ limits how deep values nest but not how many parts a dotted key has; it destroys what it
// built by recursion, so that a key of a hundred thousand parts would end the stack. What is
// allowed here is far beyond any scenario and far below that.
constexpr int most_key_parts = 32;
constexpr int deepest_level = 32;
constexpr std::size_t longest_key = 200;

// Passes over one string, returns the index behind it. `text[at]` is its opening quote.
std::size_t behind_string(std::string_view text, std::size_t at) {
    const char quote = text[at];
    const std::string three(3, quote);
    const bool multiline = text.substr(at).starts_with(three);
    at += multiline ? 3 : 1;
    while (at < text.size()) {
        if (multiline && text.substr(at).starts_with(three)) return at + 3;
        if (!multiline && (text[at] == quote || text[at] == '\n')) return at + 1;
        at += quote == '"' && text[at] == '\\' ? 2 : 1;
    }
    return text.size();
}

// Where a key (or something that reads like one) has too many dotted parts.
std::optional<std::size_t> find_endless_key(std::string_view text) {
    int parts = 1;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '"' || c == '\'') {
            at = behind_string(text, at);
            continue;
        }
        if (c == '#') {
            at = std::min(text.find('\n', at), text.size());
            continue;
        }
        if (c == '.' && ++parts > most_key_parts) return at;
        if (c == '\n' || c == '=' || c == ',' || c == '{' || c == '[') parts = 1;
        ++at;
    }
    return std::nullopt;
}

class Converter {
  public:
    Converter(std::string file, Complaints& complaints)
        : file_(std::move(file)), complaints_(complaints) {}

    Position position(const toml::source_region& region) const {
        return {file_, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
    }

    Node convert(const toml::node& node, Node::Place place, int level) {
        if (level > deepest_level) {
            return refuse(std::move(place), "is nested too deeply",
                          "more than " + std::to_string(deepest_level) + " levels", {});
        }
        if (const auto* table = node.as_table()) return table_of(*table, std::move(place), level);
        if (const auto* array = node.as_array()) return array_of(*array, std::move(place), level);
        if (const auto* text = node.as_string()) return Node::scalar(std::move(place), text->get());
        if (const auto* whole = node.as_integer()) {
            return Node::scalar(std::move(place), whole->get());
        }
        if (const auto* real = node.as_floating_point())
            return real_of(real->get(), std::move(place));
        if (const auto* truth = node.as_boolean())
            return Node::scalar(std::move(place), truth->get());
        if (const auto* date = node.as_date()) return date_of(date->get(), std::move(place));
        return refuse(std::move(place), "is a time of day", "only dates have a meaning here",
                      "write the date alone: 2026-11-30");
    }

  private:
    Node table_of(const toml::table& table, Node::Place place, int level) {
        std::vector<Node> members;
        members.reserve(table.size());
        for (const auto& [key, value] : table) {
            const std::string_view name = key.str();
            if (name.size() > longest_key) {
                complaints_.error(position(key.source()), place.path, "a key is too long",
                                  "more than " + std::to_string(longest_key) + " bytes");
                continue;
            }
            members.push_back(convert(value,
                                      {position(value.source()), position(key.source()),
                                       std::string(name), member_path(place.path, name)},
                                      level + 1));
        }
        // toml++ sorts by name; people expect the order they wrote.
        std::stable_sort(members.begin(), members.end(), [](const Node& a, const Node& b) {
            const auto order = [](const Node& n) {
                return std::pair(n.key_where().line, n.key_where().column);
            };
            return order(a) < order(b);
        });
        return Node::table(std::move(place), std::move(members));
    }

    Node array_of(const toml::array& array, Node::Place place, int level) {
        std::vector<Node> elements;
        elements.reserve(array.size());
        for (const toml::node& value : array) {
            const Position where = position(value.source());
            const std::string path = place.path + "[" + std::to_string(elements.size()) + "]";
            elements.push_back(convert(value, {where, where, {}, path}, level + 1));
        }
        return Node::array(std::move(place), std::move(elements));
    }

    Node real_of(double number, Node::Place place) {
        if (std::isfinite(number)) return Node::scalar(std::move(place), number);
        return refuse(std::move(place), "is not a finite number", {},
                      "write a finite number, or leave it out if it is not known");
    }

    Node date_of(const toml::date& written, Node::Place place) {
        const Date date{written.year, written.month, written.day};
        if (is_valid(date)) return Node::scalar(std::move(place), date);
        return refuse(std::move(place), "is not a day of the calendar", {}, "write 2026-11-30");
    }

    Node refuse(Node::Place place, std::string problem, std::string why, std::string remedy) {
        complaints_.error(place.where, place.path, std::move(problem), std::move(why),
                          std::move(remedy));
        return Node::scalar(std::move(place), std::monostate());
    }

    std::string file_;
    Complaints& complaints_;
};

// TOML knows LF and CRLF only; a lone CR ends a line here as it does in the tables.
std::string with_line_feeds(std::string_view text) {
    std::string out(text);
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (out[i] == '\r' && (i + 1 == out.size() || out[i + 1] != '\n')) out[i] = '\n';
    }
    return out;
}

}  // namespace

Node parse_toml(const TextFile& file, Complaints& complaints) {
    const Position start{file.name(), 1, 1};
    const Node::Place root{start, start, {}, {}};
    const std::string text = with_line_feeds(file.text());
    if (const auto at = find_endless_key(text)) {
        const auto line = static_cast<int>(
            1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(*at), '\n'));
        complaints.error({file.name(), line, 0}, {}, "a key has too many parts",
                         "more than " + std::to_string(most_key_parts));
        return Node::scalar(root, std::monostate());
    }
    try {
        const toml::table table = toml::parse(std::string_view(text));
        return Converter(file.name(), complaints).convert(table, root, 0);
    } catch (const toml::parse_error& fault) {
        const Position where{file.name(), static_cast<int>(fault.source().begin.line),
                             static_cast<int>(fault.source().begin.column)};
        const TomlComplaint words = rephrase(fault.description());
        complaints.error(where, key_at_line(text, where.line), words.problem, words.why,
                         words.remedy);
        return Node::scalar(root, std::monostate());
    }
}

}  // namespace trialcost
