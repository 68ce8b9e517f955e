#include "scenarios/build/distribution_reader.hpp"

#include <array>
#include <charconv>
#include <stdexcept>
#include <tuple>
#include <vector>

namespace trialcost {
namespace {

constexpr std::array<std::string_view, 11> families = {"constant", "uniform", "triangular", "pert",
                                                       "normal",   "lognormal", "gamma",    "weibull",
                                                       "beta",     "discrete",  "quantiles"};

// Reads the parameters of one family; every figure must have the same unit noun (`per`).
class Parameters {
  public:
    // `dimensions` must outlive it, as a parameter of the caller does.
    Parameters(const Node& node, std::initializer_list<Dimension> dimensions, Complaints& complaints)
        : node_(node), dimensions_(dimensions), complaints_(complaints) {}

    std::optional<double> figure(const Node& node) {
        const auto measure = read_measure(node, dimensions_, complaints_, Bounds::any);
        if (!measure) return std::nullopt;
        if (per_ && *per_ != measure->per) {
            complaints_.error(node.where(), node.path(), "`" + measure->text + "` has another unit than the figure before it",
                              "", "give all figures of one distribution in the same unit");
            return std::nullopt;
        }
        per_ = measure->per;
        return measure->value;
    }

    // `count` figures of an array.
    std::optional<std::vector<double>> figures(std::size_t count) {
        if (!node_.is(Node::Kind::array) || node_.children().size() != count) {
            complaints_.error(node_.where(), node_.path(), "needs " + std::to_string(count) + " figures", "",
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
        const auto measure = table.measure(key, Dimension::number, Presence::required, Bounds::positive);
        return measure ? std::optional(measure->value) : std::nullopt;
    }

    std::optional<double> figure(TableReader& table, std::string_view key) {
        const Node* node = table.any(key, Presence::required);
        return node != nullptr ? figure(*node) : std::nullopt;
    }

    // Percentiles written as p10, p50, p99.5, in order of their probability.
    bool percentiles(TableReader& table, std::vector<double>& probabilities, std::vector<double>& values) {
        for (const Node& child : node_.children()) {
            double percent = 0;
            const std::string& key = child.key();
            const char* end = key.data() + key.size();
            const auto [at, error] = std::from_chars(key.data() + 1, end, percent);
            if (key.size() < 2 || key[0] != 'p' || error != std::errc{} || at != end) continue;
            table.any(key);
            const auto value = figure(child);
            if (!value) return false;
            probabilities.push_back(percent / 100);
            values.push_back(*value);
        }
        return true;
    }

    void require_table() {
        if (node_.is(Node::Kind::table)) return;
        complaints_.error(node_.where(), node_.path(), "needs a table of parameters", "",
                          "write { p50 = \"12 min\", p90 = \"40 min\" }, say");
        throw std::invalid_argument("");
    }

    const Node& node() const { return node_; }
    Complaints& complaints() { return complaints_; }
    std::string per() const { return per_.value_or(""); }

  private:
    const Node& node_;
    std::initializer_list<Dimension> dimensions_;
    Complaints& complaints_;
    std::optional<std::string> per_;
};

// A family whose parameters are mean and sd, two percentiles, or its own; what is given decides.
std::optional<Family> by_table(std::string_view family, Parameters& parameters) {
    parameters.require_table();
    TableReader table(parameters.node(), parameters.complaints());
    std::vector<double> probabilities, values;
    if (!parameters.percentiles(table, probabilities, values)) return std::nullopt;
    std::optional<Family> out;
    if (family == "quantiles") {
        out = Quantiles{probabilities, values};
    } else if (probabilities.size() == 2 && family == "normal") {
        out = normal_from_quantiles(probabilities[0], values[0], probabilities[1], values[1]);
    } else if (probabilities.size() == 2 && family == "lognormal") {
        out = lognormal_from_quantiles(probabilities[0], values[0], probabilities[1], values[1]);
    } else if (!probabilities.empty()) {
        table.complain("", "takes two percentiles for normal and lognormal only", "",
                       "use quantiles = { p10 = ..., p50 = ..., p90 = ... } for more of them");
    } else if (family == "gamma" && table.has("shape")) {
        const auto shape = Parameters::plain(table, "shape"), scale = parameters.figure(table, "scale");
        if (shape && scale) out = Gamma{*shape, *scale};
    } else if (family == "weibull") {
        const auto shape = Parameters::plain(table, "shape"), scale = parameters.figure(table, "scale");
        if (shape && scale) out = Weibull{*shape, *scale};
    } else if (family == "beta" && table.has("a")) {
        const auto a = Parameters::plain(table, "a"), b = Parameters::plain(table, "b");
        if (a && b) out = Beta{*a, *b};
    } else {
        const auto mean = parameters.figure(table, "mean"), sd = parameters.figure(table, "sd");
        if (mean && sd) {
            if (family == "normal") out = Normal{*mean, *sd};
            if (family == "lognormal") out = lognormal_from_mean_sd(*mean, *sd);
            if (family == "gamma") out = gamma_from_mean_sd(*mean, *sd);
            if (family == "beta") out = beta_from_mean_sd(*mean, *sd);
        }
    }
    table.finish();
    return out;
}

std::optional<Family> discrete(Parameters& parameters) {
    Discrete out;
    for (const Node& pair : parameters.node().children()) {
        const bool is_pair = pair.is(Node::Kind::array) && pair.children().size() == 2;
        const auto value = is_pair ? parameters.figure(pair.children()[0]) : std::nullopt;
        const auto weight = is_pair ? read_measure(pair.children()[1], {Dimension::number, Dimension::fraction},
                                                   parameters.complaints(), Bounds::positive)
                                    : std::nullopt;
        if (!value || !weight) {
            parameters.complaints().error(pair.where(), pair.path(), "is not a pair of value and weight", "",
                                          "write [[\"4 min\", 0.7], [\"9 min\", 0.3]]");
            return std::nullopt;
        }
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
        const auto& [low, mode, high] = std::tie((*three)[0], (*three)[1], (*three)[2]);
        return family == "pert" ? Family(Pert{low, mode, high}) : Family(Triangular{low, mode, high});
    }
    if (family == "discrete") return discrete(parameters);
    return by_table(family, parameters);
}

}  // namespace

std::optional<std::string> family_named_in(const Node& table) {
    for (std::string_view family : families)
        if (table.find(family) != nullptr) return std::string(family);
    return std::nullopt;
}

std::optional<ReadDistribution> read_distribution(TableReader& table, std::string_view key,
                                                  std::initializer_list<Dimension> dimensions,
                                                  Complaints& complaints) {
    const Node* node = table.any(key, Presence::required);
    if (node == nullptr) return std::nullopt;
    Parameters parameters(*node, dimensions, complaints);
    std::optional<Family> family;
    try {
        family = read_family(key, parameters);
    } catch (const std::invalid_argument& fault) {
        // There is no such distribution: the sentence says which figures disagree.
        if (*fault.what() != '\0') complaints.error(node->where(), node->path(), fault.what());
    }
    if (!family) return std::nullopt;
    ReadDistribution out{{*family}, parameters.per()};
    if (const Node* lower = table.any("lower"))
        if (const auto value = parameters.figure(*lower)) out.distribution.lower = *value;
    if (const Node* upper = table.any("upper"))
        if (const auto value = parameters.figure(*upper)) out.distribution.upper = *value;
    const auto wrong = faults(out.distribution);
    for (const std::string& fault : wrong) complaints.error(node->where(), node->path(), fault);
    if (!wrong.empty()) return std::nullopt;
    return out;
}

}  // namespace trialcost
