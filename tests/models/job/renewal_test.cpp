// Closed forms against published and independently simulated values (tests/data/*.csv, with their
// sources).
#include "models/job/renewal.hpp"

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "models/job/attempt.hpp"
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

TEST_CASE("segments and saves of a pass") {
    const auto shape = [](double work, double interval, LastSave last) {
        return AttemptShape{.work_s = work,
                            .checkpoint_interval_s = interval,
                            .checkpoint_s = 2,
                            .last_save = last};
    };
    CHECK(shape(10, 3, LastSave::paid).saves() == 4);
    CHECK(shape(10, 3, LastSave::skipped).saves() == 3);
    CHECK(shape(9, 3, LastSave::paid).saves() == 3);
    CHECK(shape(0.3, 0.1, LastSave::paid).saves() == 3);  // 0.3 / 0.1 is a little under 3 in binary
    CHECK(shape(0.1 + 0.2, 0.1, LastSave::paid).saves() == 3);
    CHECK(shape(10, 0, LastSave::paid).saves() == 0);
    CHECK(shape(10, 3, LastSave::paid).failure_free_s() == 18);
}
