#include "tools/report/migration_text.hpp"

#include <limits>

#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

using Texts = std::vector<std::string>;
using Reals = std::vector<double>;

constexpr double never = std::numeric_limits<double>::infinity();
constexpr double none = std::numeric_limits<double>::quiet_NaN();

// One option; its ledger has one known task unless `items` says otherwise.
struct Told {
    bool known = true, at_least = false;
    Reals cost{16'800, 30'000};
    double most = 40'000;
    Reals units{210, 640};
    double p_never = 0.04;
    Texts items{"migration.kernels"};
    std::string output_unit = "run";

    Texts lines() const {
        ResultData data;
        data.set_attribute("output_unit", output_unit);
        data.set_attribute("currency", std::string("USD"));
        data.set("option", Texts{"trn3"}, {1});
        data.set("quantile", Reals{0.5, 0.9}, {2});
        data.set("migration_is_known", std::vector<std::uint8_t>{known}, {1});
        data.set("migration_is_lower_bound", std::vector<std::uint8_t>{at_least}, {1});
        data.set("migration_cost", cost, {1, 2});
        data.set("migration_cost_max", Reals{most}, {1});
        data.set("break_even", units, {1, 2});
        data.set("p_break_even_never", Reals{p_never}, {1});
        data.set("line_option", Texts(items.size(), "trn3"), {items.size()});
        data.set("line_item", items, {items.size()});
        return migration_lines(ResultView(data));
    }
};

}  // namespace

TEST_CASE("a migration is told with its end") {
    CHECK(Told{}.lines() ==
          Texts{"Migration to trn3: 16 800 USD (P50; P90 30 000), paid back after 210 runs (P50; "
                "P90 640 runs), never in 4 % of cases."});
    CHECK(Told{.units = {1, 10'476.2}}.lines()[0].find(
              "paid back after 1 run (P50; P90 10 477 runs)") != std::string::npos);
    CHECK(Told{.units = {12, never}}.lines()[0].find("12 runs (P50; P90 never)") !=
          std::string::npos);
    CHECK(Told{.units = {never, never}, .p_never = 0.7}.lines()[0].find(
              "never paid back in 70 % of cases") != std::string::npos);
    CHECK(Told{.units = {12, 13}, .output_unit = "1e9 token"}.lines()[0].find("12 x 1e9 token") !=
          std::string::npos);
    CHECK(Told{.units = {210, none}}.lines()[0].find("210 runs (P50; P90 refused)") !=
          std::string::npos);
}

TEST_CASE("what is not known of a migration is said, and none is not") {
    CHECK(Told{.known = false}.lines() == Texts{"Migration unknown, for want of a ledger: trn3."});
    CHECK(Told{.at_least = true, .units = {none, none}, .p_never = none}.lines() ==
          Texts{"Migration to trn3: at least 16 800 USD (P50; P90 30 000), when it is paid back is "
                "unknown."});
    CHECK(Told{.at_least = true, .cost = {0, 0}, .most = 0, .items = {}}.lines() ==
          Texts{"Migration to trn3: unknown, as is each task of its ledger."});
    CHECK(Told{.cost = {none, none}, .most = none}.lines() ==
          Texts{"Migration to trn3: not drawn, as no run has a length."});
    CHECK(Told{.cost = {0, 0}, .most = 0, .items = {}}.lines().empty());
    CHECK(migration_lines(ResultView(ResultData{})).empty());
}
