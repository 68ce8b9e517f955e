#include "scenarios/build/input_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "scenarios/build/distribution_reader.hpp"
#include "scenarios/document/table_reader.hpp"

namespace trialcost {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Ends {
    double least, most;
    bool least_itself;
    std::string_view sentence;
};

Ends ends_of(Range range) {
    switch (range) {
        case Range::non_negative:
            return {0, infinity, true, "must not be negative"};
        case Range::positive:
            return {0, infinity, false, "must be more than zero"};
        case Range::share:
            return {0, 1, true, "must lie between 0 % and 100 %"};
        case Range::positive_share:
            return {0, 1, false, "must be more than 0 % and at most 100 %"};
    }
    return {0, infinity, true, ""};
}

// Families that end nowhere are held at the edge of the range; the others must lie in it.
bool fit_to_range(Distribution& distribution, Range range) {
    const Ends ends = ends_of(range);
    if (lower_end(distribution) == -infinity && ends.least_itself) distribution.lower = ends.least;
    if (upper_end(distribution) == infinity && ends.most < infinity) distribution.upper = ends.most;
    // No draw lies further out than this score.
    constexpr double outermost = 8.5;
    const bool above_least = ends.least_itself
                                 ? lower_end(distribution) >= ends.least
                                 : quantile_at_score(distribution, -outermost) > ends.least;
    return above_least && upper_end(distribution) <= ends.most;
}

std::string unit_of(Dimension dimension, const std::string& per) {
    switch (dimension) {
        case Dimension::time:
            return "s";
        case Dimension::node_time:
            return "node h";
        case Dimension::data:
            return "GB";
        case Dimension::rate:
            return "1/" + per;
        case Dimension::count:
            return per;
        case Dimension::throughput:
            return per + "/s";
        default:
            return "";
    }
}

std::string with_unit(std::string text, const InputValue& value) {
    const std::string unit = unit_of(value.dimension, value.per);
    return unit.empty() ? text : std::move(text) + " in " + unit;
}

class InputReader {
  public:
    InputReader(const Node& node, std::initializer_list<Dimension> dimensions,
                Complaints& complaints, const InputRule& rule)
        : node_(node), dimensions_(dimensions), complaints_(complaints), rule_(rule) {}

    std::optional<InputValue> read() {
        std::optional<InputValue> out;
        if (node_.is(Node::Kind::table)) {
            TableReader table(node_, complaints_);
            const bool is_known_form = find_form(table);
            if (is_known_form) out = read_form(table);
            if (const auto source = table.text("source"); source && out) out->source = *source;
            if (const auto varies = read_varies(table); varies && out)
                keep_varies(table, *varies, *out);
            // Where the form itself is wrong, its parameters would be called unknown keys.
            if (is_known_form) table.finish();
        } else {
            out = single_value();
        }
        if (out) out->where = node_.where();
        return out;
    }

  private:
    bool fits(Dimension dimension) const {
        return std::find(dimensions_.begin(), dimensions_.end(), dimension) != dimensions_.end();
    }

    std::optional<InputValue> single_value() {
        const auto measure = read_measure(node_, dimensions_, complaints_, Bounds::any);
        if (!measure) return std::nullopt;
        InputValue out;
        out.distribution = {Constant{measure->value}};
        out.dimension = measure->dimension;
        out.per = measure->per;
        out.shown = measure->text.empty() ? fmt::format("{}", measure->value) : measure->text;
        return in_range(std::move(out), node_);
    }

    std::optional<InputValue> in_range(InputValue value, const Node& at) {
        if (fit_to_range(value.distribution, rule_.range)) return value;
        const bool one = std::holds_alternative<Constant>(value.distribution.family);
        complaints_.error(
            at.where(), at.path(), std::string(ends_of(rule_.range).sentence),
            "it is " + (one ? value.shown : with_unit(describe(value.distribution), value)),
            one ? "" : "keep it in the range, with lower = ... or upper = ... say");
        return std::nullopt;
    }

    // Which form the table has; a complaint where it has none.
    bool find_form(const TableReader& table) {
        const bool known =
            table.has("unknown") || table.has("conservative") ||
            (fits(Dimension::rate) && (table.has("events") || table.has("exposure"))) ||
            (fits(Dimension::data) && table.has("measured")) || family_named_in(table.node());
        if (!known) complain_about_form();
        return known;
    }

    std::optional<InputValue> read_form(TableReader& table) {
        if (table.has("unknown")) return unknown(table);
        if (table.has("conservative")) return conservative(table);
        if (const auto family = family_named_in(table.node())) return distribution(table, *family);
        return fits(Dimension::rate) ? events(table) : measured_column(table);
    }

    static std::optional<InputValue> unknown(TableReader& table) {
        const auto note = table.text("unknown", Presence::required);
        if (!note) return std::nullopt;
        InputValue out;
        out.kind = InputValue::Kind::unknown;
        out.evidence_class = EvidenceClass::unknown;
        out.because = *note;
        return out;
    }

    std::optional<InputValue> conservative(TableReader& table) {
        const Node* node = table.any("conservative", Presence::required);
        const auto because = table.text("because", Presence::required);
        if (node == nullptr) return std::nullopt;
        auto out = read_input(*node, dimensions_, complaints_, rule_);
        if (!out || !because) return std::nullopt;
        if (out->kind != InputValue::Kind::distribution) {
            complaints_.error(node->where(), node->path(), "is not a value", "",
                              "write a value with its unit, or a distribution");
            return std::nullopt;
        }
        out->evidence_class = EvidenceClass::conservative;
        out->because = *because;
        return out;
    }

    // Events counted elsewhere are taken for this job with care; a bare claim is an assumption.
    static std::optional<InputValue> events(TableReader& table) {
        constexpr std::int64_t most = 1'000'000'000;
        const auto count = table.integer("events", Presence::required, 0, most);
        const auto exposure =
            table.measure("exposure", Dimension::node_time, Presence::required, Bounds::positive);
        const auto because = table.text("because");
        if (!count || !exposure) return std::nullopt;
        InputValue out;
        out.kind = InputValue::Kind::events;
        out.dimension = Dimension::rate;
        out.per = "node h";
        out.events = static_cast<double>(*count);
        out.exposure_node_h = exposure->value;
        out.because = because.value_or("");
        out.evidence_class =
            because || table.has("source") ? EvidenceClass::conservative : EvidenceClass::assumed;
        return out;
    }

    static std::optional<InputValue> measured_column(TableReader& table) {
        const auto column = table.text("measured", Presence::required);
        if (!column) return std::nullopt;
        InputValue out;
        out.kind = InputValue::Kind::measured_column;
        out.evidence_class = EvidenceClass::measured;
        out.column = *column;
        return out;
    }

    std::optional<InputValue> distribution(TableReader& table, const std::string& family) {
        const auto read = read_distribution(table, family, dimensions_, complaints_);
        if (!read) return std::nullopt;
        InputValue out;
        out.distribution = read->distribution;
        out.dimension = read->dimension;
        out.per = read->per;
        const auto* constant = std::get_if<Constant>(&out.distribution.family);
        const Node& written = *table.node().find(family);
        if (constant != nullptr)
            out.shown = written.is(Node::Kind::string)
                            ? written.text()
                            : with_unit(fmt::format("{}", constant->value), out);
        auto fitting = in_range(std::move(out), written);
        if (fitting && fitting->shown.empty())
            fitting->shown = with_unit(describe(fitting->distribution), *fitting);
        return fitting;
    }

    static std::optional<Varies> read_varies(TableReader& table) {
        const auto word = table.choice("varies", {"once", "per attempt", "per event"});
        if (!word) return std::nullopt;
        return *word == "once"          ? Varies::once
               : *word == "per attempt" ? Varies::per_attempt
                                        : Varies::per_event;
    }

    void keep_varies(TableReader& table, Varies varies, InputValue& value) {
        const bool is_drawn = value.kind == InputValue::Kind::distribution;
        const Varies finest = is_drawn ? rule_.finest : Varies::once;
        if (varies > finest)
            table.complain("varies", "is more often than this input can be drawn", "",
                           finest == Varies::once ? "leave it out" : "write once or per attempt");
        else
            value.varies = varies;
    }

    void complain_about_form() {
        std::vector<std::string_view> forms = {"unknown", "conservative"};
        if (fits(Dimension::rate)) forms.insert(forms.end(), {"events", "exposure"});
        if (fits(Dimension::data)) forms.emplace_back("measured");
        const auto families = distribution_families();
        forms.insert(forms.end(), families.begin(), families.end());
        for (const Node& child : node_.children()) {
            const std::string meant = nearest(child.key(), forms);
            if (meant.empty()) continue;
            complaints_.error(child.key_where(), node_.path(),
                              "`" + child.key() + "` does not say a value here", "",
                              "did you mean `" + meant + "`?");
            return;
        }
        complaints_.error(node_.where(), node_.path(),
                          "says neither a value nor that it is unknown", "",
                          "write { conservative = ..., because = \"...\" }, { pert = [...] }, { "
                          "unknown = \"why\" } or "
                          "a plain value with its unit");
    }

    const Node& node_;
    std::initializer_list<Dimension> dimensions_;
    Complaints& complaints_;
    const InputRule& rule_;
};

}  // namespace

std::optional<InputValue> read_input(const Node& node, std::initializer_list<Dimension> dimensions,
                                     Complaints& complaints, const InputRule& rule) {
    return InputReader(node, dimensions, complaints, rule).read();
}

}  // namespace trialcost
