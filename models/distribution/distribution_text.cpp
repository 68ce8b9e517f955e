// What a distribution says about itself: its faults and its short description.
#include <fmt/format.h>

#include <cmath>

#include "models/distribution/distribution.hpp"
#include "models/distribution/portable_math.hpp"

namespace trialcost {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::string percentile_name(double probability) {
    return fmt::format("P{:.10g}", 100.0 * probability);
}

struct FaultsOf {
    std::vector<std::string> found;

    template <typename... Values>
    void add(fmt::format_string<const Values&...> text, const Values&... values) {
        found.push_back(fmt::format(text, values...));
    }

    bool finite(const char* name, double value) {
        if (std::isfinite(value)) return true;
        add("{} is {}, not a finite number", name, value);
        return false;
    }
    void not_negative(const char* name, double value) {
        if (finite(name, value) && value < 0.0)
            add("{} is {}, but cannot be negative", name, value);
    }
    void positive(const char* name, double value) {
        if (finite(name, value) && value <= 0.0)
            add("{} is {}, but has to be above 0", name, value);
    }
    // Beyond it the quantiles cannot be computed, and the spread is nothing to speak of.
    void shape(const char* name, double value) {
        constexpr double largest = 1e9;
        positive(name, value);
        if (std::isfinite(value) && value > largest)
            add("{} is {}, more than {}: write a constant", name, value, largest);
    }
    void range(double low, double high) {
        const bool both = finite("low", low) && finite("high", high);
        if (both && low > high) add("low {} is above high {}", low, high);
        if (both && low == high) add("low and high are both {}: write a constant", low);
    }
    void range_with_mode(double low, double mode, double high) {
        range(low, high);
        if (!finite("mode", mode)) return;
        if (low > mode) add("low {} is above mode {}", low, mode);
        if (mode > high) add("mode {} is above high {}", mode, high);
    }
    // Both lists usable: as long as each other, and long enough.
    bool lists(const char* first_name, const std::vector<double>& first, const char* second_name,
               const std::vector<double>& second, std::size_t fewest) {
        if (first.size() != second.size())
            add("{} {} but {} {}", first.size(), first_name, second.size(), second_name);
        else if (first.size() < fewest)
            add("{} {} given, at least {} needed", first.size(), first_name, fewest);
        else
            return true;
        return false;
    }

    void operator()(const Constant& f) { finite("the value", f.value); }
    void operator()(const Uniform& f) { range(f.low, f.high); }
    void operator()(const Triangular& f) { range_with_mode(f.low, f.mode, f.high); }
    void operator()(const Pert& f) { range_with_mode(f.low, f.mode, f.high); }
    void operator()(const Normal& f) {
        finite("the mean", f.mean);
        not_negative("the standard deviation", f.sd);
    }
    void operator()(const Lognormal& f) {
        finite("mu", f.mu);
        not_negative("sigma", f.sigma);
    }
    void operator()(const Gamma& f) {
        shape("the shape", f.shape);
        positive("the scale", f.scale);
    }
    void operator()(const Weibull& f) {
        shape("the shape", f.shape);
        positive("the scale", f.scale);
    }
    void operator()(const Beta& f) {
        shape("a", f.a);
        shape("b", f.b);
        range(f.low, f.high);
    }
    void operator()(const Discrete& f) {
        for (const double value : f.values) finite("a value", value);
        for (const double weight : f.weights) positive("a weight", weight);
        lists("values", f.values, "weights", f.weights, 1);
    }
    void operator()(const Quantiles& f) {
        for (const double value : f.values) finite("a value", value);
        for (const double p : f.probabilities)
            if (!(p > 0.0 && p < 1.0)) add("probability {} is not between 0 and 1", p);
        if (!lists("probabilities", f.probabilities, "values", f.values, 2)) return;
        for (std::size_t i = 0; i + 1 < f.values.size(); ++i) {
            const double p = f.probabilities[i], next = f.probabilities[i + 1];
            if (p >= next)
                add("the probabilities have to increase, but {} follows {}", next, p);
            else if (f.values[i] > f.values[i + 1])
                add("{} is {}, above {} which is {}", percentile_name(p), f.values[i],
                    percentile_name(next), f.values[i + 1]);
        }
    }

    void bounds(double lower, double upper) {
        if (lower != lower || lower == infinity) add("the lower bound is {}", lower);
        if (upper != upper || upper == -infinity) add("the upper bound is {}", upper);
        if (lower > upper) add("the lower bound {} is above the upper bound {}", lower, upper);
    }
};

struct DescriptionOf {
    std::string operator()(const Constant& f) const { return fmt::format("{:.4g}", f.value); }
    std::string operator()(const Uniform& f) const {
        return fmt::format("uniform({:.4g} to {:.4g})", f.low, f.high);
    }
    std::string operator()(const Triangular& f) const {
        return fmt::format("triangular({:.4g}, {:.4g}, {:.4g})", f.low, f.mode, f.high);
    }
    std::string operator()(const Pert& f) const {
        return fmt::format("PERT({:.4g}, {:.4g}, {:.4g})", f.low, f.mode, f.high);
    }
    std::string operator()(const Normal& f) const {
        return fmt::format("normal(mean {:.4g}, sd {:.4g})", f.mean, f.sd);
    }
    std::string operator()(const Lognormal& f) const {
        return fmt::format("lognormal(median {:.4g}, sigma {:.4g})", portable::exp(f.mu), f.sigma);
    }
    std::string operator()(const Gamma& f) const {
        return fmt::format("gamma(shape {:.4g}, mean {:.4g})", f.shape, f.shape * f.scale);
    }
    std::string operator()(const Weibull& f) const {
        return fmt::format("Weibull(shape {:.4g}, scale {:.4g})", f.shape, f.scale);
    }
    std::string operator()(const Beta& f) const {
        std::string text = fmt::format("beta({:.4g}, {:.4g})", f.a, f.b);
        if (f.low == 0.0 && f.high == 1.0) return text;
        return fmt::format("{} on {:.4g} to {:.4g}", text, f.low, f.high);
    }
    std::string operator()(const Discrete& f) const {
        return fmt::format("discrete({} values, mean {:.4g})", f.values.size(), mean(f));
    }
    std::string operator()(const Quantiles& f) const {
        std::string text;
        for (std::size_t i = 0; i < f.values.size(); ++i)
            text += fmt::format("{}{} {:.4g}", i == 0 ? "" : ", ",
                                percentile_name(f.probabilities[i]), f.values[i]);
        return fmt::format("quantiles({})", text);
    }
};

}  // namespace

std::vector<std::string> faults(const Distribution& distribution) {
    FaultsOf faults_of;
    std::visit([&](const auto& family) { faults_of(family); }, distribution.family);
    faults_of.bounds(distribution.lower, distribution.upper);
    return faults_of.found;
}

std::string describe(const Distribution& distribution) {
    std::string text = std::visit(DescriptionOf{}, distribution.family);
    if (distribution.lower > -infinity)
        text += fmt::format(", at least {:.4g}", distribution.lower);
    if (distribution.upper < infinity) text += fmt::format(", at most {:.4g}", distribution.upper);
    return text;
}

}  // namespace trialcost
