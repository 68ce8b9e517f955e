// What stands behind each input, and the gates of the decision (docs/model.md, "Evidence").
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trialcost {

enum class EvidenceClass { measured, conservative, assumed, unknown };

std::string_view name_of(EvidenceClass evidence_class);

// One input of one option, as shown to people.
struct Evidence {
    std::string input;  // "throughput", "failure.hardware.rate", "price.instances"
    EvidenceClass evidence_class = EvidenceClass::unknown;
    std::string value;  // with its unit, for reading
    std::size_t observations = 0;
    std::string source;     // files and rows, a quote and its date, or the reason given
    std::string closeness;  // how close the measurement is to the target; empty: the same
};

// Whether the input is a price or an amount to be paid for, by its name: it takes no time.
bool is_paid_for(std::string_view input);

enum class Answer { no, unknown, yes };

std::string_view name_of(Answer answer);

struct Gate {
    std::string name;
    Answer answer = Answer::unknown;
    std::string evidence;  // one sentence for people
    std::string remedy;  // a clause, "its price were known": what would turn it to yes; empty when
                         // nothing can
};

// Target-load trials of an option (R17): what the stability and port gates of *switch* rest on.
struct OptionEvidence {
    std::string option;
    std::vector<Gate> gates;
    std::size_t target_load_trials = 0;
};

enum class Decision { hold, expand, switch_away };

std::string_view name_of(Decision decision);

struct Verdict {
    Decision decision = Decision::hold;
    std::string switch_to;  // the option to use instead
    std::string reason;     // one sentence
    std::string
        would_be;  // "EXPAND if ..."; empty when it is, or when no few gates stand in the way
    std::vector<std::string> missing;  // evidence to collect: what fails before what is open
};

// Expand: all gates yes. Switch: a ceiling says no, or port or stability say no in at least two
// target-load trials, while another option is all yes. Hold: anything else, with what is missing.
std::vector<Verdict> decide(const std::vector<OptionEvidence>& options);

}  // namespace trialcost
