#include "models/pricing/quote_choice.hpp"

#include "tests/catch_compat.hpp"

using namespace trialcost;
using namespace std::chrono;

namespace {

const Day today = sys_days{2026y / November / 30};
const QuoteKey key{"us-east-1", "ec2", "p5.48xlarge", "on-demand", "USD"};

PricedQuote quote(std::optional<double> price, std::optional<Day> verified = {},
                  std::optional<Day> until = {}) {
    static int row = 1;
    return {key, price, verified, until, "quotes.csv:" + std::to_string(++row)};
}

}  // namespace

TEST_CASE("the newest quote not later than the day holds") {
    const std::vector<PricedQuote> quotes{quote(50, today - days{20}), quote(55, today - days{3}),
                                          quote(60, today + days{1}), quote(70)};
    const QuoteChoice choice = choose_quote(quotes, key, today, days{30});
    REQUIRE(choice.quote);
    CHECK(*choice.quote == 1);
    CHECK(choice.standing == QuoteStanding::verified);
    CHECK(choice.remark.empty());
}

TEST_CASE("a verified quote comes before one that only says until when it holds") {
    const std::vector<PricedQuote> quotes{quote(10, today), quote(20, {}, today + days{400})};
    const QuoteChoice choice = choose_quote(quotes, key, today, days{30});
    CHECK(choice.quote == 0u);
    CHECK(choice.standing == QuoteStanding::verified);
    // Among those that do not, the one that holds longer.
    CHECK(choose_quote({quote(10, {}, today - days{9}), quote(20, {}, today - days{3})}, key, today,
                       days{30})
              .quote == 1u);
}

TEST_CASE("a quote for another region, instance, purchase option or currency never serves") {
    const std::vector<PricedQuote> quotes{quote(50, today)};
    for (auto change : {&QuoteKey::region, &QuoteKey::service, &QuoteKey::item, &QuoteKey::purchase,
                        &QuoteKey::currency}) {
        QuoteKey other = key;
        other.*change = "other";
        const QuoteChoice choice = choose_quote(quotes, other, today, days{30});
        CHECK_FALSE(choice.quote);
        CHECK(choice.remark.find("no quote") == 0);
    }
}

TEST_CASE("an old, undated or expired quote prices and is not verified") {
    const auto standing = [](PricedQuote q) {
        return choose_quote({std::move(q)}, key, today, days{30});
    };
    CHECK(standing(quote(50, today - days{30})).standing == QuoteStanding::verified);
    CHECK(standing(quote(50, today - days{31})).standing == QuoteStanding::stale);
    CHECK(standing(quote(50)).standing == QuoteStanding::undated);
    CHECK(standing(quote(50, {}, today - days{1})).standing == QuoteStanding::expired);
    CHECK(standing(quote(50, today, today)).standing == QuoteStanding::verified);
    CHECK(standing(quote(50, {}, today - days{1})).quote == 0u);
    CHECK_FALSE(standing(quote(50, today + days{1})).quote);
}

TEST_CASE("unknown stays unknown: blank prices and quotes of one date that disagree") {
    CHECK_FALSE(choose_quote({quote({}, today)}, key, today, days{30}).quote);
    const QuoteChoice conflict =
        choose_quote({quote(50, today), quote(51, today)}, key, today, days{30});
    CHECK_FALSE(conflict.quote);
    CHECK(conflict.conflict.size() == 2);
    CHECK(choose_quote({quote(50, today), quote(50, today)}, key, today, days{30}).quote);
}

TEST_CASE("the quote that was chosen is judged, not one beside it") {
    const QuoteChoice choice = choose_quote(
        {quote(50, today - days{90}), quote(55, today - days{3}), quote(60)}, key, today, days{30});
    CHECK(choice.quote == 1u);
    CHECK(choice.standing == QuoteStanding::verified);
}

TEST_CASE("a key without a service takes that of any, one with a service no other") {
    QuoteKey any = key;
    any.service.clear();
    CHECK(choose_quote({quote(50, today)}, any, today, days{30}).quote == 0u);
    PricedQuote nameless = quote(50, today);
    nameless.key.service.clear();
    CHECK_FALSE(choose_quote({nameless}, key, today, days{30}).quote);
}

TEST_CASE("quotes verified on one day disagree, however long they are valid") {
    const QuoteChoice choice =
        choose_quote({quote(50, today, today + days{10}), quote(51, today, today + days{20})}, key,
                     today, days{30});
    CHECK_FALSE(choice.quote);
    CHECK(choice.conflict.size() == 2);
    CHECK(choice.remark.find("disagree") != std::string::npos);
    // A dispute among old quotes does not touch a newer one.
    CHECK(choose_quote({quote(50, today - days{2}), quote(51, today - days{2}), quote(52, today)},
                       key, today, days{30})
              .quote == 2u);
}

TEST_CASE("quotes that are all later than the day are named as such") {
    const QuoteChoice choice = choose_quote({quote(50, today + days{1})}, key, today, days{30});
    CHECK_FALSE(choice.quote);
    CHECK(choice.standing == QuoteStanding::from_the_future);
    CHECK(choice.remark.find("later than 2026-11-30") != std::string::npos);
}

// Rows of one price in different terms (per request and per 1000 requests, say) are not one price.
TEST_CASE("quotes of one date agree in their terms, too") {
    PricedQuote per_request = quote(0.005, today), per_thousand = quote(0.005, today);
    per_request.terms = "request";
    per_thousand.terms = "1000 requests";
    CHECK(choose_quote({per_request, per_thousand}, key, today, days{30}).conflict.size() == 2);
    CHECK(choose_quote({per_request, per_request}, key, today, days{30}).quote == 0u);
    per_request.tier_to = per_thousand.tier_from = 10;
    CHECK_FALSE(choose_quote({per_request, per_thousand}, key, today, days{30}).quote);
    per_thousand.terms = per_request.terms;
    CHECK(choose_quote({per_request, per_thousand}, key, today, days{30}).tiers.size() == 2);
}

TEST_CASE("a key that leaves open whose quotes it means is not answered by any of several") {
    const auto remark = [](std::string QuoteKey::*part, const std::string& one,
                           const std::string& other, const std::string& asked) {
        PricedQuote first = quote(50, today - days{2}), second = quote(60, today);
        first.key.*part = one;
        second.key.*part = other;
        QuoteKey open = key;
        open.*part = asked;
        const QuoteChoice choice = choose_quote({first, second}, open, today, days{30});
        CHECK(choice.conflict.size() == (choice.quote ? 0u : 2u));
        return choice.remark;
    };
    CHECK(remark(&QuoteKey::provider, "aws", "lab", "") ==
          "its quotes are of several providers: write provider = \"aws\" or \"lab\"");
    CHECK(remark(&QuoteKey::plan, "3 years", "1 year", "") ==
          "its quotes are of several plans: write plan = \"1 year\" or \"3 years\"");
    CHECK(remark(&QuoteKey::service, "ec2", "sagemaker", "") ==
          "its quotes are of several services: write service = \"ec2\" or \"sagemaker\"");
    CHECK(remark(&QuoteKey::provider, "aws", "lab", "aws").empty());
    CHECK(remark(&QuoteKey::provider, "aws", "", "").empty());  // that of any serves for aws
    // A contract that holds leaves no choice.
    PricedQuote open = quote(50, today), own = quote(40, today);
    open.key.provider = "aws";
    own.key.provider = "lab";
    own.contract = true;
    CHECK(choose_quote({open, own}, key, today, days{30}).quote == 1u);
}
