// Closed forms against published and independently simulated values (tests/data/*.csv, with their
// sources).
#include "models/job/renewal.hpp"

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

std::vector<std::map<std::string, std::string>> rows_of(const std::string& name) {
    std::ifstream file(TRIALCOST_SOURCE_DIR "/tests/data/" + name);
    REQUIRE(file);
    std::vector<std::string> head;
    std::vector<std::map<std::string, std::string>> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::vector<std::string> cells;
        std::stringstream cells_of(line);
        for (std::string cell; std::getline(cells_of, cell, ',');) cells.push_back(cell);
        if (head.empty()) {
            head = cells;
            continue;
        }
        std::map<std::string, std::string> row;
        for (std::size_t i = 0; i < head.size() && i < cells.size(); ++i) row[head[i]] = cells[i];
        rows.push_back(row);
    }
    return rows;
}

}  // namespace

TEST_CASE("mean, sd and failures of a checkpointed job have their closed forms") {
    for (auto& row : rows_of("closed_form_test_values.csv")) {
        const auto number = [&](const char* key) { return std::stod(row[key]); };
        const RenewalMoments moments = renewal_moments({.work = number("work"),
                                                        .checkpoint_interval = number("tau"),
                                                        .checkpoint_time = number("ckpt"),
                                                        .restart_time = number("restore"),
                                                        .downtime = number("downtime"),
                                                        .mtbf = number("mtbf")});
        INFO(row["id"]);
        CHECK(moments.mean == Approx(number("mean_T")).epsilon(5e-9));
        CHECK(moments.sd == Approx(number("sd_T")).epsilon(2e-8));
        CHECK(moments.failures == Approx(number("mean_failures")).epsilon(5e-9));
    }
}

TEST_CASE("the atom of no failure") {
    CHECK(renewal_moments({10, 1, 0.1, 0.2, 0.3, 5}).p_no_failure ==
          Approx(0.110803158).epsilon(1e-8));
    CHECK(renewal_moments({4, 4, 0, 0.1, 0.5, 3}).p_no_failure ==
          Approx(0.263597138).epsilon(1e-8));
    // Three whole segments and a tail of 1, each with its save: 10.4 of exposure.
    CHECK(renewal_moments({10, 3, 0.1, 0, 0, 5}).p_no_failure ==
          Approx(std::exp(-10.4 / 5)).epsilon(1e-12));
}

// The time until L passes without a failure: mean (e^x - 1) M, variance (e^2x - 2 x e^x - 1) M^2
// with x = L/M.
TEST_CASE("without restart time and downtime a segment is the wait for a gap") {
    const double x = 4.0 / 3;
    const RenewalMoments moments = renewal_moments({4, 4, 0, 0, 0, 3});
    CHECK(moments.mean == Approx(3 * std::expm1(x)).epsilon(1e-12));
    CHECK(moments.sd ==
          Approx(3 * std::sqrt(std::exp(2 * x) - 2 * x * std::exp(x) - 1)).epsilon(1e-12));
    CHECK(moments.failures == Approx(std::expm1(x)).epsilon(1e-12));
}

TEST_CASE("the best checkpoint interval: Young, Daly, exact") {
    for (auto& row : rows_of("optimal_interval_test_values.csv")) {
        const double mtbf = std::stod(row["mtbf_min"]), checkpoint = std::stod(row["ckpt_min"]);
        CHECK(young_interval(checkpoint, mtbf) == Approx(std::stod(row["young"])).epsilon(1e-7));
        CHECK(daly_interval(checkpoint, mtbf) == Approx(std::stod(row["daly"])).epsilon(1e-7));
        CHECK(best_interval(checkpoint, mtbf) ==
              Approx(std::stod(row["exact_lambert"])).epsilon(1e-7));
    }
}

// Daly 2006: the series holds below a checkpoint time of twice the MTBF, beyond it the interval is
// the MTBF.
TEST_CASE("a checkpoint as long as the time between failures") {
    CHECK(daly_interval(1.5, 1) ==
          Approx(std::sqrt(3.0) * (1 + std::sqrt(0.75) / 3 + 0.75 / 9) - 1.5));
    CHECK(daly_interval(2, 1) == 1);
    CHECK(daly_interval(9, 4) == 4);
}
