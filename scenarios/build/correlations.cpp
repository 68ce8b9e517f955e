#include "scenarios/build/correlations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "models/dependence/nearest_correlation.hpp"
#include "scenarios/build/places.hpp"
#include "scenarios/document/words.hpp"

namespace trialcost {
namespace {

constexpr const char* shared_prefix = "shared/";

const Evidence* evidence_of(const OptionPlan& option, const std::string& input) {
    const auto at = std::find_if(option.evidence.begin(), option.evidence.end(),
                                 [&](const Evidence& row) { return row.input == input; });
    return at == option.evidence.end() ? nullptr : &*at;
}

// An input that one distribution draws, under the name that its evidence has.
struct DrawnInput {
    std::string name;
    const StatedInput* stated;
};

// Those whose full name is `prefix` + name, each once, in the order of the plan.
std::vector<DrawnInput> drawn_inputs(std::span<const OptionPlan> options,
                                     const std::string& prefix) {
    std::vector<DrawnInput> out;
    for (const OptionPlan& option : options)
        for (const StatedInput& stated : option.stated) {
            if (!stated.name.starts_with(prefix)) continue;
            std::string name = stated.name.substr(prefix.size());
            const bool known = std::any_of(out.begin(), out.end(),
                                           [&](const auto& input) { return input.name == name; });
            if (!known && evidence_of(option, name) != nullptr)
                out.push_back({std::move(name), &stated});
        }
    return out;
}

bool is_one_value(const StatedInput& input) {
    constexpr double far_out = 8;
    return input.marginal(-far_out) == input.marginal(far_out);
}

struct Unfit {
    std::string problem, why, remedy;
};

// Why a name is none of the inputs that can be correlated.
Unfit unknown_name(const std::string& name, const std::vector<DrawnInput>& inputs) {
    std::vector<std::string> names, uncertain;
    for (const DrawnInput& input : inputs) {
        names.push_back(input.name);
        if (!is_one_value(*input.stated)) uncertain.push_back(input.name);
    }
    const std::string problem = "`" + name + "` is no input that is drawn here";
    const std::string meant = nearest(name, names);
    if (!meant.empty()) return {problem, "", "did you mean `" + meant + "`?"};
    return {problem,
            uncertain.empty() ? "none is" : fmt::format("there are {}", fmt::join(uncertain, ", ")),
            "name inputs as `trialcost check` lists them"};
}

Unfit explain_own(const OptionPlan& option, const std::vector<DrawnInput>& inputs,
                  const std::string& name) {
    const bool shared =
        std::any_of(option.stated.begin(), option.stated.end(),
                    [&](const StatedInput& input) { return input.name == shared_prefix + name; });
    if (shared)
        return {"`" + name + "` is shared: it has one value in all options", "",
                "correlate it with shared inputs, in [[correlation]]"};
    const Evidence* evidence = evidence_of(option, name);
    if (evidence == nullptr) return unknown_name(name, inputs);
    if (evidence->evidence_class == EvidenceClass::unknown)
        return {"`" + name + "` is unknown: nothing of it is drawn", "",
                "give the input, or leave its correlation out"};
    if (evidence->observations > 0 && !name.starts_with("price."))
        return {"`" + name + "` is measured: it keeps the dependence that the records show",
                "what was recorded in the same runs is drawn together",
                "leave the correlation out, or give the input, which replaces the records"};
    return {"`" + name + "` is not drawn by itself", "",
            "name inputs that are given as distributions"};
}

class Correlator {
  public:
    struct Pair {
        const WrittenCorrelation* written;
        std::size_t first, second;  // numbers of the inputs
        double drawn;               // Spearman's correlation, repaired where that was needed
    };

    Correlator(std::vector<DrawnInput> inputs, Complaints& complaints)
        : inputs_(std::move(inputs)), complaints_(complaints), group_of_(inputs_.size()) {
        std::iota(group_of_.begin(), group_of_.end(), std::size_t{0});
    }

    template <class Explain>
    void add(const WrittenCorrelation& written, const Explain& explain) {
        const auto first = find(written, written.first, explain);
        const auto second = find(written, written.second, explain);
        if (!first || !second || !can_go_together(written, *first, *second)) return;
        pairs_.push_back({&written, *first, *second, written.spearman});
        const std::size_t from = group_of_[*second], to = group_of_[*first];
        std::replace(group_of_.begin(), group_of_.end(), from, to);
    }

    // Inputs that correlations connect, directly or through others, form one group.
    std::vector<CorrelatedInputs> groups() {
        std::vector<CorrelatedInputs> out;
        for (std::size_t group = 0; group < inputs_.size(); ++group) {
            std::vector<std::size_t> members;
            for (std::size_t i = 0; i < inputs_.size(); ++i)
                if (group_of_[i] == group) members.push_back(i);
            if (members.size() < 2) continue;
            CorrelatedInputs inputs;
            for (std::size_t member : members) inputs.names.push_back(inputs_[member].stated->name);
            inputs.factor = factor_of(members);
            out.push_back(std::move(inputs));
        }
        return out;
    }

    const std::vector<Pair>& pairs() const { return pairs_; }
    const DrawnInput& input(std::size_t number) const { return inputs_[number]; }

  private:
    template <class Explain>
    std::optional<std::size_t> find(const WrittenCorrelation& written, const std::string& name,
                                    const Explain& explain) {
        const auto at = std::find_if(inputs_.begin(), inputs_.end(),
                                     [&](const DrawnInput& input) { return input.name == name; });
        if (at != inputs_.end()) return static_cast<std::size_t>(at - inputs_.begin());
        complain(written, explain(inputs_, name));
        return std::nullopt;
    }

    void complain(const WrittenCorrelation& written, Unfit unfit) {
        complaints_.error(written.where, written.path, std::move(unfit.problem),
                          std::move(unfit.why), std::move(unfit.remedy));
    }

    bool can_go_together(const WrittenCorrelation& written, std::size_t first, std::size_t second) {
        const bool again = std::any_of(pairs_.begin(), pairs_.end(), [&](const Pair& pair) {
            return std::minmax(pair.first, pair.second) == std::minmax(first, second);
        });
        if (again) {
            complain(written, {"states the correlation of these inputs a second time", "",
                               "keep one of them"});
            return false;
        }
        for (std::size_t number : {first, second}) {
            const DrawnInput& input = inputs_[number];
            if (is_one_value(*input.stated)) {
                complaints_.warning(written.where, written.path, "has no effect",
                                    "`" + input.name + "` is one value");
                return false;
            }
            if (input.stated->varies == Varies::per_event) {
                complain(written, {"`" + input.name + "` is drawn for each failure", "",
                                   "give it varies = \"once\" or \"per attempt\""});
                return false;
            }
        }
        if (inputs_[first].stated->varies == inputs_[second].stated->varies) return true;
        complain(written, {"one of the inputs is drawn once, the other for each attempt", "",
                           "give both the same `varies`"});
        return false;
    }

    SquareMatrix factor_of(const std::vector<std::size_t>& members) {
        const auto place = [&](std::size_t input) {
            return static_cast<std::size_t>(std::find(members.begin(), members.end(), input) -
                                            members.begin());
        };
        SquareMatrix stated = SquareMatrix::identity(members.size());
        std::vector<Pair*> pairs;
        for (Pair& pair : pairs_) {
            const std::size_t i = place(pair.first), j = place(pair.second);
            if (i == members.size()) continue;
            stated(i, j) = stated(j, i) = score_correlation(pair.written->spearman);
            pairs.push_back(&pair);
        }
        if (auto factor = lower_factor(stated)) return *factor;
        const NearestCorrelation nearest = nearest_correlation(stated);
        for (Pair* pair : pairs)
            pair->drawn =
                spearman_correlation(nearest.matrix(place(pair->first), place(pair->second)));
        warn_of_repair(*pairs.front()->written, members, stated, nearest);
        return lower_factor(nearest.matrix).value();
    }

    void warn_of_repair(const WrittenCorrelation& written, const std::vector<std::size_t>& members,
                        const SquareMatrix& stated, const NearestCorrelation& nearest) {
        constexpr double least_worth_saying = 1e-6;
        double change = 0, before = 0, after = 0;
        std::string between;
        for (std::size_t i = 0; i < members.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const double was = spearman_correlation(stated(i, j)),
                             is = spearman_correlation(nearest.matrix(i, j));
                if (std::fabs(is - was) <= change) continue;
                change = std::fabs(is - was);
                before = was;
                after = is;
                between = inputs_[members[j]].name + " and " + inputs_[members[i]].name;
            }
        if (change < least_worth_saying) return;
        complaints_.warning(
            written.where, written.path, "and the correlations connected with it cannot all hold",
            fmt::format("the smallest eigenvalue of their matrix is {:.3g}",
                        nearest.smallest_eigenvalue),
            fmt::format("the nearest that can are drawn; the largest change is {:.2g}, between {}: "
                        "{:.3g} becomes {:.3g}",
                        change, between, before, after));
    }

    std::vector<DrawnInput> inputs_;
    Complaints& complaints_;
    std::vector<std::size_t> group_of_;  // by input
    std::vector<Pair> pairs_;
};

void add_evidence(const Scenario& scenario, const Correlator& correlator,
                  const Correlator::Pair& pair, OptionPlan& plan) {
    const WrittenCorrelation& written = *pair.written;
    constexpr double least_worth_saying = 1e-6;
    std::string value = fmt::format("Spearman {:g}", written.spearman);
    if (std::fabs(pair.drawn - written.spearman) >= least_worth_saying)
        value += fmt::format(", drawn as {:.3g}", pair.drawn);
    plan.evidence.push_back(
        {.input = fmt::format("correlation {}, {}", correlator.input(pair.first).name,
                              correlator.input(pair.second).name),
         .evidence_class = EvidenceClass::assumed,
         .value = std::move(value),
         .observations = 0,
         .source = written.source.empty() ? place(scenario, written.where) : written.source,
         .closeness = ""});
}

bool draws(const OptionPlan& option, const std::string& name) {
    return std::any_of(option.stated.begin(), option.stated.end(),
                       [&](const StatedInput& input) { return input.name == name; });
}

}  // namespace

void add_correlations(const Scenario& scenario, const WrittenOption& option, OptionPlan& plan,
                      Complaints& complaints) {
    Correlator correlator(drawn_inputs({&plan, 1}, plan.name + "/"), complaints);
    for (const WrittenCorrelation& written : option.correlations)
        correlator.add(written, [&](const auto& inputs, const std::string& name) {
            return explain_own(plan, inputs, name);
        });
    plan.correlated = correlator.groups();
    for (const Correlator::Pair& pair : correlator.pairs())
        add_evidence(scenario, correlator, pair, plan);
}

void add_shared_correlations(const Scenario& scenario, Plan& plan, Complaints& complaints) {
    Correlator correlator(drawn_inputs(plan.options, shared_prefix), complaints);
    for (const WrittenCorrelation& written : scenario.correlations)
        correlator.add(written, [&](const auto& inputs, const std::string& name) {
            for (const OptionPlan& option : plan.options)
                if (draws(option, option.name + "/" + name))
                    return Unfit{
                        "`" + name + "` is not shared: option " + option.name + " has its own", "",
                        "write it in [[option." + option.name +
                            ".correlation]], or give the input in [shared.inputs] alone"};
            return unknown_name(name, inputs);
        });
    const std::vector<CorrelatedInputs> groups = correlator.groups();
    for (OptionPlan& option : plan.options) {
        for (const CorrelatedInputs& group : groups)
            if (std::any_of(group.names.begin(), group.names.end(),
                            [&](const std::string& name) { return draws(option, name); }))
                option.correlated.push_back(group);
        for (const Correlator::Pair& pair : correlator.pairs())
            if (draws(option, correlator.input(pair.first).stated->name) &&
                draws(option, correlator.input(pair.second).stated->name))
                add_evidence(scenario, correlator, pair, option);
    }
}

}  // namespace trialcost
