#include "models/evidence/evidence.hpp"

#include <algorithm>

namespace trialcost {
namespace {

bool is_ceiling(const Gate& gate) {
    return gate.name.starts_with("ceiling.");
}

bool is_stability_or_port(const Gate& gate) {
    return gate.name.starts_with("port") || gate.name == "repeatable" || gate.name == "quality";
}

bool all_yes(const OptionEvidence& option) {
    return std::all_of(option.gates.begin(), option.gates.end(),
                       [](const Gate& gate) { return gate.answer == Answer::yes; });
}

bool fails(const OptionEvidence& option) {
    constexpr std::size_t trials_that_show_it = 2;
    return std::any_of(option.gates.begin(), option.gates.end(), [&](const Gate& gate) {
        if (gate.answer != Answer::no) return false;
        return is_ceiling(gate) ||
               (is_stability_or_port(gate) && option.target_load_trials >= trials_that_show_it);
    });
}

// The gates that stand between the option and *expand*.
std::vector<const Gate*> open_gates(const OptionEvidence& option) {
    std::vector<const Gate*> open;
    for (const Gate& gate : option.gates)
        if (gate.answer != Answer::yes) open.push_back(&gate);
    return open;
}

// Gates that people confirm by a statement: one clause names all that are open.
bool is_confirmed(const Gate& gate) {
    return gate.name == "quota" || gate.name == "network" || gate.name == "availability";
}

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
        text += parts[i];
    }
    return text;
}

std::string would_be(const std::vector<const Gate*>& open) {
    constexpr std::size_t few = 5;
    std::vector<std::string> clauses, confirmed;
    for (const Gate* gate : open) {
        if (is_confirmed(*gate))
            confirmed.push_back(gate->name);
        else if (gate->remedy.empty())
            return "";
        else if (std::find(clauses.begin(), clauses.end(), gate->remedy) == clauses.end())
            clauses.push_back(gate->remedy);
    }
    if (!confirmed.empty()) clauses.push_back(joined(confirmed) + " were confirmed");
    return clauses.empty() || clauses.size() > few ? "" : "EXPAND if " + joined(clauses);
}

// A ceiling that is known to break says most, then what else is known to fail, then what is open.
int weight(const Gate& gate) {
    if (gate.answer == Answer::no) return is_ceiling(gate) ? 2 : 1;
    return 0;
}

Verdict hold(const OptionEvidence& option) {
    Verdict verdict;
    const auto open = open_gates(option);
    const auto worst = std::max_element(open.begin(), open.end(), [](const Gate* a, const Gate* b) {
        return weight(*a) < weight(*b);
    });
    if (worst != open.end()) verdict.reason = (*worst)->evidence;
    verdict.would_be = would_be(open);
    auto by_weight = open;
    std::stable_sort(by_weight.begin(), by_weight.end(),
                     [](const Gate* a, const Gate* b) { return weight(*a) > weight(*b); });
    for (const Gate* gate : by_weight)
        if (std::find(verdict.missing.begin(), verdict.missing.end(), gate->evidence) ==
            verdict.missing.end())
            verdict.missing.push_back(gate->evidence);
    return verdict;
}

}  // namespace

std::string_view name_of(EvidenceClass evidence_class) {
    switch (evidence_class) {
        case EvidenceClass::measured:
            return "measured";
        case EvidenceClass::conservative:
            return "conservative";
        case EvidenceClass::assumed:
            return "assumed";
        case EvidenceClass::unknown:
            return "unknown";
    }
    return "";
}

bool is_paid_for(std::string_view input) {
    return input.starts_with("price.") || input.starts_with("cost.");
}

std::string_view name_of(Answer answer) {
    switch (answer) {
        case Answer::no:
            return "no";
        case Answer::unknown:
            return "unknown";
        case Answer::yes:
            return "yes";
    }
    return "";
}

std::string_view name_of(Decision decision) {
    switch (decision) {
        case Decision::hold:
            return "HOLD";
        case Decision::expand:
            return "EXPAND";
        case Decision::switch_away:
            return "SWITCH";
    }
    return "";
}

std::vector<Verdict> decide(const std::vector<OptionEvidence>& options) {
    std::vector<Verdict> verdicts;
    for (const OptionEvidence& option : options) {
        const auto other =
            std::find_if(options.begin(), options.end(), [&](const OptionEvidence& candidate) {
                return &candidate != &option && all_yes(candidate);
            });
        if (all_yes(option)) {
            verdicts.push_back({.decision = Decision::expand, .reason = "every gate is passed"});
        } else if (other != options.end() && fails(option)) {
            Verdict verdict = hold(option);
            verdict.decision = Decision::switch_away;
            verdict.switch_to = other->option;
            verdict.would_be.clear();
            verdicts.push_back(std::move(verdict));
        } else {
            verdicts.push_back(hold(option));
        }
    }
    return verdicts;
}

}  // namespace trialcost
