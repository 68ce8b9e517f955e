#include "models/evidence/evidence.hpp"

#include <algorithm>

namespace trialcost {
namespace {

bool is_ceiling(const Gate& gate) { return gate.name.starts_with("ceiling."); }

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

std::string would_be(const std::vector<const Gate*>& open) {
    constexpr std::size_t few = 4;
    if (open.empty() || open.size() > few) return "";
    if (std::any_of(open.begin(), open.end(), [](const Gate* gate) { return gate->remedy.empty(); })) return "";
    std::string text = "EXPAND if ";
    for (std::size_t i = 0; i < open.size(); ++i) {
        if (i > 0) text += i + 1 == open.size() ? " and " : ", ";
        text += open[i]->remedy;
    }
    return text;
}

Verdict hold(const OptionEvidence& option) {
    Verdict verdict;
    const auto open = open_gates(option);
    // What is known to fail says more than what is not known yet.
    const auto worst = std::find_if(open.begin(), open.end(), [](const Gate* g) { return g->answer == Answer::no; });
    if (!open.empty()) verdict.reason = (worst == open.end() ? open.front() : *worst)->evidence;
    verdict.would_be = would_be(open);
    for (const Gate* gate : open) verdict.missing.push_back(gate->evidence);
    return verdict;
}

}  // namespace

std::string_view name_of(EvidenceClass evidence_class) {
    switch (evidence_class) {
        case EvidenceClass::measured: return "measured";
        case EvidenceClass::conservative: return "conservative";
        case EvidenceClass::assumed: return "assumed";
        case EvidenceClass::unknown: return "unknown";
    }
    return "";
}

std::string_view name_of(Answer answer) {
    switch (answer) {
        case Answer::no: return "no";
        case Answer::unknown: return "unknown";
        case Answer::yes: return "yes";
    }
    return "";
}

std::string_view name_of(Decision decision) {
    switch (decision) {
        case Decision::hold: return "HOLD";
        case Decision::expand: return "EXPAND";
        case Decision::switch_away: return "SWITCH";
    }
    return "";
}

std::vector<Verdict> decide(const std::vector<OptionEvidence>& options) {
    std::vector<Verdict> verdicts;
    for (const OptionEvidence& option : options) {
        const auto other = std::find_if(options.begin(), options.end(), [&](const OptionEvidence& candidate) {
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
