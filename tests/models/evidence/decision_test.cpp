#include "models/evidence/evidence.hpp"

#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

Gate gate(const char* name, Answer answer) {
    return {name, answer, std::string(name) + " evidence", std::string(name) + " were mended"};
}

OptionEvidence option(const char* name, Answer port, Answer price, Answer ceiling,
                      std::size_t trials = 3) {
    return {
        name, {gate("port", port), gate("price", price), gate("ceiling.total", ceiling)}, trials};
}

constexpr Answer yes = Answer::yes, no = Answer::no, open = Answer::unknown;

}  // namespace

TEST_CASE("expand when every gate says yes") {
    const auto verdicts = decide({option("a", yes, yes, yes)});
    CHECK(verdicts[0].decision == Decision::expand);
    CHECK(verdicts[0].missing.empty());
}

TEST_CASE("one gate that is not yes holds, and says what it would be") {
    const Verdict open_price = decide({option("a", yes, open, yes)})[0];
    CHECK(open_price.decision == Decision::hold);
    CHECK(open_price.would_be == "EXPAND if price were mended");
    CHECK(open_price.missing == std::vector<std::string>{"price evidence"});
    // What fails says more than what is open, a broken ceiling most.
    CHECK(decide({option("a", no, no, no)})[0].reason == "ceiling.total evidence");
    CHECK(decide({option("a", open, no, yes)})[0].reason == "price evidence");
    CHECK(decide({option("a", open, yes, no)})[0].reason == "ceiling.total evidence");
    CHECK(decide({option("a", open, open, yes)})[0].would_be ==
          "EXPAND if port were mended and price were mended");
}

TEST_CASE("confirmations share a clause, and what no remedy can turn is not promised") {
    const auto gates = [](Gate last) {
        return OptionEvidence{
            "a",
            {gate("quota", open), gate("network", open), gate("price", no), std::move(last)},
            3};
    };
    CHECK(decide({gates(gate("port", yes))})[0].would_be ==
          "EXPAND if price were mended and quota and network were confirmed");
    CHECK(decide({gates({"ceiling.total", no, "too dear", ""})})[0].would_be.empty());
    CHECK(decide({gates({"availability", open, "not confirmed", ""})})[0].would_be ==
          "EXPAND if price were mended and quota, network and availability were confirmed");
}

TEST_CASE("what would have to happen is said once each, and only if it is little") {
    const auto would_be = [](std::initializer_list<const char*> remedies) {
        OptionEvidence evidence{"a", {}, 3};
        for (const char* remedy : remedies)
            evidence.gates.push_back({std::string("price of ") + remedy, open, remedy, remedy});
        return decide({evidence})[0].would_be;
    };
    CHECK(would_be({"x", "y", "x"}) == "EXPAND if x and y");
    CHECK(would_be({"a", "b", "c", "d", "e"}) == "EXPAND if a, b, c, d and e");
    CHECK(would_be({"a", "b", "c", "d", "e", "f"}).empty());
}

TEST_CASE("evidence that two gates share is missing once") {
    const OptionEvidence twice{
        "a", {{"price", open, "no quote", "x"}, {"unknown costs", no, "no quote", "y"}}, 3};
    CHECK(decide({twice})[0].missing == std::vector<std::string>{"no quote"});
}

TEST_CASE("switch needs a failure that counts and another option that is all yes") {
    const OptionEvidence good = option("good", yes, yes, yes);
    CHECK(decide({option("a", yes, yes, no), good})[0].decision == Decision::switch_away);
    CHECK(decide({option("a", yes, yes, no), good})[0].switch_to == "good");
    CHECK(decide({option("a", yes, yes, no), option("b", yes, open, yes)})[0].decision ==
          Decision::hold);
    CHECK(decide({option("a", no, yes, yes, 2), good})[0].decision == Decision::switch_away);
    CHECK(decide({option("a", no, yes, yes, 1), good})[0].decision == Decision::hold);
    CHECK(decide({option("a", yes, no, yes), good})[0].decision == Decision::hold);
    CHECK(decide({option("a", yes, yes, no), good})[1].decision == Decision::expand);
    // What is not known breaks nothing.
    CHECK(decide({option("a", yes, yes, open), good})[0].decision == Decision::hold);
    CHECK(decide({option("a", open, yes, yes), good})[0].decision == Decision::hold);
    CHECK(decide({option("a", yes, yes, no), good})[0].would_be.empty());
}

TEST_CASE("what counts as a failure: any ceiling; port and stability from two trials on") {
    const OptionEvidence good = option("good", yes, yes, yes);
    const auto decision = [&](const char* failed, std::size_t trials) {
        const OptionEvidence bad{"bad", {gate("port", yes), gate(failed, no)}, trials};
        return decide({bad, good})[0].decision;
    };
    for (const char* ceiling : {"ceiling.total", "ceiling.unit_cost", "ceiling.all"})
        CHECK(decision(ceiling, 0) == Decision::switch_away);
    for (const char* shown : {"port.functional", "repeatable", "quality"}) {
        CHECK(decision(shown, 2) == Decision::switch_away);
        CHECK(decision(shown, 1) == Decision::hold);
    }
    for (const char* other : {"price", "quota", "finishing"})
        CHECK(decision(other, 9) == Decision::hold);
}

TEST_CASE("names of classes, answers and decisions") {
    CHECK(name_of(EvidenceClass::measured) == "measured");
    CHECK(name_of(EvidenceClass::conservative) == "conservative");
    CHECK(name_of(EvidenceClass::assumed) == "assumed");
    CHECK(name_of(EvidenceClass::unknown) == "unknown");
    CHECK(name_of(Answer::no) == "no");
    CHECK(name_of(Answer::unknown) == "unknown");
    CHECK(name_of(Answer::yes) == "yes");
    CHECK(name_of(Decision::hold) == "HOLD");
    CHECK(name_of(Decision::expand) == "EXPAND");
    CHECK(name_of(Decision::switch_away) == "SWITCH");
}
