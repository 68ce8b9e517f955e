// A scenario with failure rows, and what its classes should be, for tests of failures.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/distribution/distribution.hpp"
#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

namespace trialcost {

// Two nodes; runs of 1000 s billed with `columns`, failure rows of `failure_columns`.
struct Failures {
    std::string columns = "in_training_s";
    std::vector<std::string> runs;
    std::string failure_columns = "class";
    std::string rows;
    std::string tables;

    ScratchScenario files() const {
        ScratchScenario out;
        out.put("a.csv", trial_rows(columns, runs));
        out.put("f.csv", "run_id," + failure_columns + "\n" + rows);
        out.put(ScenarioText{.option = "nodes = 2\nfailures = [\"f.csv\"]", .tables = tables});
        return out;
    }
    OptionPlan option() const { return files().option(); }
};

inline std::map<std::string, FailureClassPlan> classes_of(const OptionPlan& option) {
    std::map<std::string, FailureClassPlan> out;
    for (const FailureClassPlan& failure : option.job.failures) out[failure.name] = failure;
    return out;
}

// Node hours of `runs` runs of 1000 s on two nodes.
inline double node_h(double runs) {
    return runs * 1000 / 3600 * 2;
}

inline void check_rate(const OptionPlan& option, const FailureClassPlan& failure, double shape,
                       double exposure) {
    INFO(failure.name);
    const Distribution expected{Gamma{shape, 1 / exposure}};
    for (const double score : {-1.0, 0.0, 1.0})
        CHECK(value_at(option, failure.rate, score) ==
              Approx(quantile_at_score(expected, score)).epsilon(1e-9));
    CHECK(failure.rate_scale == Approx(2 / 3600.0));
}

}  // namespace trialcost
