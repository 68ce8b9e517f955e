#include "scenarios/build/distribution_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <utility>
#include <vector>

#include "models/distribution/marginal.hpp"

namespace trialcost {
namespace {

constexpr std::array<std::string_view, 11> families = {
    "constant", "uniform", "triangular", "pert",     "normal",   "lognormal",
    "gamma",    "weibull", "beta",       "discrete", "quantiles"};

// "p99.5" -> 99.5
std::optional<double> percent_of(std::string_view key) {
    if (key.size() < 2 || key[0] != 'p') return std::nullopt;
    double percent = 0;
    const char* end = key.data() + key.size();
    const auto [at, error] = std::from_chars(key.data() + 1, end, percent);
    if (error != std::errc{} || at != end) return std::nullopt;
    return percent;
}

struct Percentile {
    double probability, value;
};

// A unit as it was written, and what one of it is in base units.
struct WrittenUnit {
    std::string text;
    double size = 1;
};

// Of a figure like "30 min"; base units where that does not say one.
WrittenUnit unit_of(const Measure& measure) {
    std::string_view text = measure.text;
    text.remove_prefix(std::min(text.find_first_not_of("+ "), text.size()));
    double number = 0;
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{}) return {};
    text.remove_prefix(static_cast<std::size_t>(at - text.data()));
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const auto one = parse_measure("1 " + std::string(text));
    const auto* size = std::get_if<Measure>(&one);
    if (text.empty() || size == nullptr || !(size->value > 0)) return {};
    return {std::string(text), size->value};
}

// Reads the parameters of one family; all its figures must have the same unit.
class Parameters {
  public:
    // `dimensions` must outlive it, as a parameter of the caller does. Figures come in base units
    // divided by `unit`.
    Parameters(const Node& node, std::initializer_list<Dimension> dimensions,
               Complaints& complaints, double unit = 1)
        : node_(node), dimensions_(dimensions), complaints_(complaints), unit_(unit) {}

    std::optional<double> figure(const Node& node) {
        const auto measure = read_measure(node, dimensions_, complaints_, Bounds::any);
        if (!measure) return std::nullopt;
        if (first_ && (first_->per != measure->per || first_->dimension != measure->dimension)) {
            const std::string found = measure->text.empty() ? "it" : "`" + measure->text + "`";
            complaints_.error(node.where(), node.path(),
                              found + " has another unit than the figure before it", "",
                              "give all figures of one distribution in the same unit");
            return std::nullopt;
        }
        if (!first_) first_ = *measure;
        return unit_ == 1 ? measure->value : in_unit(measure->value);
    }

    // `count` figures of an array.
    std::optional<std::vector<double>> figures(std::size_t count) {
        if (!node_.is(Node::Kind::array) || node_.children().size() != count) {
            complaints_.error(node_.where(), node_.path(),
                              "needs " + std::to_string(count) + " figures", "",
                              count == 2 ? "write [low, high]" : "write [low, most likely, high]");
            return std::nullopt;
        }
        std::vector<double> out;
        for (const Node& child : node_.children())
            if (const auto value = figure(child)) out.push_back(*value);
        if (out.size() != count) return std::nullopt;
        return out;
    }

    // A plain number under a key, without unit (shape, a, b).
    static std::optional<double> plain(TableReader& table, std::string_view key) {
        const auto measure =
            table.measure(key, Dimension::number, Presence::required, Bounds::positive);
        return measure ? std::optional(measure->value) : std::nullopt;
    }

    std::optional<double> figure(TableReader& table, std::string_view key) {
        const Node* node = table.any(key, Presence::required);
        return node != nullptr ? figure(*node) : std::nullopt;
    }

    // Percentiles written as p10, p50, p99.5, by their probability; nothing after a complaint.
    std::optional<std::vector<Percentile>> percentiles(TableReader& table) {
        std::vector<Percentile> out;
        bool good = true;
        for (const Node& child : node_.children()) {
            const auto percent = percent_of(child.key());
            if (!percent) continue;
            table.any(child.key());
            const auto value = figure(child);
            if (value)
                out.push_back({*percent / 100, *value});
            else
                good = false;
        }
        if (!good) return std::nullopt;
        std::stable_sort(out.begin(), out.end(), [](const Percentile& a, const Percentile& b) {
            return a.probability < b.probability;
        });
        return out;
    }

    bool fits(Dimension dimension) const {
        return std::find(dimensions_.begin(), dimensions_.end(), dimension) != dimensions_.end();
    }
    const Node& node() const { return node_; }
    std::initializer_list<Dimension> dimensions() const { return dimensions_; }
    Complaints& complaints() { return complaints_; }
    std::string per() const { return first_ ? first_->per : ""; }
    WrittenUnit first_unit() const { return first_ ? unit_of(*first_) : WrittenUnit{}; }
    Dimension dimension() const { return first_ ? first_->dimension : *dimensions_.begin(); }

  private:
    // For reading: a figure of another unit has endless digits in this one.
    double in_unit(double value) const {
        const std::string digits = fmt::format("{:.6g}", value / unit_);
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return value;
    }

    const Node& node_;
    std::initializer_list<Dimension> dimensions_;
    Complaints& complaints_;
    double unit_;
    std::optional<Measure> first_;
};

// Parameters of the family alone: shape and scale, a and b.
bool has_own_parameters(std::string_view family, const TableReader& table) {
    return family == "weibull" || (family == "gamma" && table.has("shape")) ||
           (family == "beta" && table.has("a"));
}

std::optional<Family> by_own_parameters(std::string_view family, Parameters& parameters,
                                        TableReader& table) {
    if (family == "beta") {
        const auto a = Parameters::plain(table, "a"), b = Parameters::plain(table, "b");
        return a && b ? std::optional<Family>(Beta{*a, *b}) : std::nullopt;
    }
    const auto shape = Parameters::plain(table, "shape"), scale = parameters.figure(table, "scale");
    if (!shape || !scale) return std::nullopt;
    return family == "gamma" ? Family(Gamma{*shape, *scale}) : Family(Weibull{*shape, *scale});
}

std::optional<Family> by_mean(std::string_view family, Parameters& parameters, TableReader& table) {
    const auto mean = parameters.figure(table, "mean"), sd = parameters.figure(table, "sd");
    if (!mean || !sd) return std::nullopt;
    if (family == "normal") return Normal{*mean, *sd};
    if (family == "lognormal") return lognormal_from_mean_sd(*mean, *sd);
    if (family == "gamma") return gamma_from_mean_sd(*mean, *sd);
    return beta_from_mean_sd(*mean, *sd);
}

std::optional<Family> by_percentiles(std::string_view family, const std::vector<Percentile>& given,
                                     TableReader& table) {
    if (family == "quantiles") {
        Quantiles out;
        for (const Percentile& percentile : given) {
            out.probabilities.push_back(percentile.probability);
            out.values.push_back(percentile.value);
        }
        return out;
    }
    if (given.size() != 2 || (family != "normal" && family != "lognormal")) {
        table.complain("", "takes two percentiles, and for normal and lognormal only", "",
                       "use quantiles = { p10 = ..., p50 = ..., p90 = ... } for more of them");
        return std::nullopt;
    }
    const auto [p1, x1] = given[0];
    const auto [p2, x2] = given[1];
    if (family == "normal") return normal_from_quantiles(p1, x1, p2, x2);
    return lognormal_from_quantiles(p1, x1, p2, x2);
}

// A family whose parameters are mean and sd, two percentiles, or its own; what is given decides.
std::optional<Family> by_table(std::string_view family, Parameters& parameters) {
    const Node& node = parameters.node();
    if (!node.is(Node::Kind::table)) {
        parameters.complaints().error(
            node.where(), node.path(), "needs a table of parameters", "",
            family == "weibull" ? "write { shape = 1.5, scale = \"12 min\" }, say"
            : family == "beta"  ? "write { mean = \"70 %\", sd = \"5 %\" }, say"
            : family == "gamma" ? "write { mean = \"12 min\", sd = \"5 min\" }, say"
                                : "write { p50 = \"12 min\", p90 = \"40 min\" }, say");
        return std::nullopt;
    }
    TableReader table(node, parameters.complaints());
    const auto percentiles = parameters.percentiles(table);
    if (!percentiles) return std::nullopt;
    if (family == "beta" && !parameters.fits(Dimension::fraction)) {
        table.complain("", "is a distribution of shares", "",
                       "use pert = [low, most likely, high] between other ends");
        return std::nullopt;
    }
    std::optional<Family> out;
    if (family == "quantiles" || !percentiles->empty())
        out = by_percentiles(family, *percentiles, table);
    else if (has_own_parameters(family, table))
        out = by_own_parameters(family, parameters, table);
    else
        out = by_mean(family, parameters, table);
    table.finish();
    return out;
}

std::optional<Family> discrete(Parameters& parameters) {
    Discrete out;
    for (const Node& pair : parameters.node().children()) {
        const bool is_pair = pair.is(Node::Kind::array) && pair.children().size() == 2;
        if (!is_pair) {
            parameters.complaints().error(pair.where(), pair.path(),
                                          "is not a pair of value and weight", "",
                                          "write [[\"4 min\", 0.7], [\"9 min\", 0.3]]");
            return std::nullopt;
        }
        const auto value = parameters.figure(pair.children()[0]);
        const auto weight =
            read_measure(pair.children()[1], {Dimension::number, Dimension::fraction},
                         parameters.complaints(), Bounds::positive);
        if (!value || !weight) return std::nullopt;
        out.values.push_back(*value);
        out.weights.push_back(weight->value);
    }
    return out;
}

std::optional<Family> read_family(std::string_view family, Parameters& parameters) {
    if (family == "constant") {
        const auto value = parameters.figure(parameters.node());
        return value ? std::optional<Family>(Constant{*value}) : std::nullopt;
    }
    if (family == "uniform") {
        const auto ends = parameters.figures(2);
        return ends ? std::optional<Family>(Uniform{(*ends)[0], (*ends)[1]}) : std::nullopt;
    }
    if (family == "triangular" || family == "pert") {
        const auto three = parameters.figures(3);
        if (!three) return std::nullopt;
        const double low = (*three)[0], mode = (*three)[1], high = (*three)[2];
        return family == "pert" ? Family(Pert{low, mode, high})
                                : Family(Triangular{low, mode, high});
    }
    if (family == "discrete") return discrete(parameters);
    return by_table(family, parameters);
}

// What is wrong with a distribution, extreme shapes that no table can hold included.
std::vector<std::string> all_faults(const Distribution& distribution) {
    std::vector<std::string> found = faults(distribution);
    if (!found.empty()) return found;
    try {
        Marginal::compile(distribution);
    } catch (const std::runtime_error& fault) {
        found.emplace_back(fault.what());
    }
    return found;
}

// A family with the bounds beside it, and what is wrong with it.
struct Reading {
    std::optional<Distribution> distribution;
    std::vector<std::string> faults;
};

Reading read_with(Parameters& parameters, std::string_view family_name, const Node* lower,
                  const Node* upper) {
    Reading out;
    std::optional<Family> family;
    try {
        family = read_family(family_name, parameters);
    } catch (const std::invalid_argument& fault) {
        // There is no such distribution: the sentence says which figures disagree.
        out.faults.emplace_back(fault.what());
    }
    const std::size_t errors = parameters.complaints().error_count();
    Distribution distribution;
    if (lower != nullptr) distribution.lower = parameters.figure(*lower).value_or(0);
    if (upper != nullptr) distribution.upper = parameters.figure(*upper).value_or(0);
    if (!family || parameters.complaints().error_count() > errors) return out;
    distribution.family = *family;
    out.faults = all_faults(distribution);
    out.distribution = std::move(distribution);
    return out;
}

// The sentences speak of figures, so these are read once more as they were written. Shares have
// ends of their own and stay what they are.
void complain(const Reading& reading, std::string_view family, const Node* lower, const Node* upper,
              const Parameters& parameters, Complaints& complaints) {
    if (reading.faults.empty()) return;
    const Node& node = parameters.node();
    WrittenUnit unit;
    if (!parameters.fits(Dimension::fraction)) unit = parameters.first_unit();
    Complaints said_already;
    Parameters as_written(node, parameters.dimensions(), said_already, unit.size);
    const Reading again = read_with(as_written, family, lower, upper);
    const bool same = again.faults.size() == reading.faults.size();
    for (std::size_t i = 0; i < reading.faults.size(); ++i) {
        const bool has_figures = same && again.faults[i] != reading.faults[i];
        complaints.error(node.where(), node.path(), (same ? again : reading).faults[i],
                         has_figures ? "in " + unit.text : "");
    }
}

}  // namespace

std::span<const std::string_view> distribution_families() {
    return families;
}

std::optional<std::string> family_named_in(const Node& table) {
    for (std::string_view family : families)
        if (table.find(family) != nullptr) return std::string(family);
    return std::nullopt;
}

std::optional<ReadDistribution> read_distribution(TableReader& table, std::string_view key,
                                                  std::initializer_list<Dimension> dimensions,
                                                  Complaints& complaints) {
    const Node* node = table.any(key, Presence::required);
    const Node* lower = table.any("lower");
    const Node* upper = table.any("upper");
    if (node == nullptr) return std::nullopt;
    Parameters parameters(*node, dimensions, complaints);
    const Reading reading = read_with(parameters, key, lower, upper);
    complain(reading, key, lower, upper, parameters, complaints);
    if (!reading.distribution || !reading.faults.empty()) return std::nullopt;
    return ReadDistribution{*reading.distribution, parameters.dimension(), parameters.per()};
}

}  // namespace trialcost
