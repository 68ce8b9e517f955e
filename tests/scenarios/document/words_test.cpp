#include "scenarios/document/words.hpp"

#include <string>
#include <vector>

#include "tests/catch_compat.hpp"

using namespace trialcost;

TEST_CASE("the word that was meant is found") {
    const std::vector<std::string> keys{"trials", "failures", "instance",
                                        "nodes",  "region",   "as_of"};
    CHECK(nearest("trails", keys) == "trials");           // neighbours swapped
    CHECK(nearest("instanse", keys) == "instance");       // one letter changed
    CHECK(nearest("node", keys) == "nodes");              // one letter missing
    CHECK(nearest("reggion", keys) == "region");          // one letter too many
    CHECK(nearest("Failures", keys) == "failures");       // case
    CHECK(nearest("as-of", keys) == "as_of");             // hyphen for underscore
    CHECK(nearest("instance_type", keys) == "instance");  // the beginning of it
}

TEST_CASE("a word with nothing near gets no suggestion") {
    const std::vector<std::string> keys{"trials", "put", "h"};
    CHECK(nearest("budget", keys).empty());
    CHECK(nearest("xyz", keys).empty());
    CHECK(nearest("a", keys).empty());  // one change turns any letter into any other
    CHECK(nearest("", keys).empty());
    CHECK(nearest(std::string(100'000, 't'), keys).empty());
    CHECK(nearest("trials", std::vector<std::string>{}).empty());
}

TEST_CASE("words match however they are spelt") {
    const std::vector<std::string_view> words{"on-demand", "end_to_end", "every launch"};
    CHECK(find_word("on_demand", words) == 0);
    CHECK(find_word("On-Demand", words) == 0);
    CHECK(find_word("end-to-end", words) == 1);
    CHECK(find_word("every_launch", words) == 2);
    CHECK_FALSE(find_word("ondemand", words));
    CHECK_FALSE(find_word("", words));
    CHECK(listed(words) == "on-demand, end_to_end, every launch");
}
