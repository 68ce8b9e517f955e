// One spread for all options, where the scenario asks for it.
#include "scenarios/build/pool_options.hpp"

#include <cmath>

#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

std::string rows(const std::string& prefix, const std::vector<int>& training_s) {
    std::string text =
        "run_id,instance,billed_s,output_units,quality_passed,stage,nodes,"
        "in_training_s,startup_s\n";
    for (std::size_t i = 0; i < training_s.size(); ++i)
        text += prefix + std::to_string(i) + ",x8," + std::to_string(training_s[i] + 100) +
                ",1,true,target-load,1," + std::to_string(training_s[i]) + ",100\n";
    return text;
}

// Options a (4 records), b (3) and c (1); c with a's records if `shared`.
std::vector<OptionPlan> options(const std::string& workload, const std::string& of_c = "c.csv") {
    ScratchScenario files;
    files.put("a.csv", rows("a", {900, 1000, 1100, 1000}));
    files.put("b.csv", rows("b", {500, 520, 570}));
    files.put("c.csv", rows("c", {300}));
    const auto further = [](const std::string& name, const std::string& trials) {
        return "[option." + name +
               "]\ninstance = \"x8\"\nregion = \"r1\"\npurchase = \"on-demand\"\ntrials = [\"" +
               trials + "\"]\n";
    };
    files.put({.workload = workload, .tables = further("b", "b.csv") + further("c", of_c)});
    return files.built().plan.options;
}

double sd_of_log(const std::vector<double>& values) {
    double mean = 0, squares = 0;
    const auto n = static_cast<double>(values.size());
    for (double value : values) mean += std::log(value) / n;
    for (double value : values) squares += std::pow(std::log(value) - mean, 2);
    return std::sqrt(squares / (n - 1));
}

const JointPredictive& pace(const OptionPlan& option) {
    return option.groups.at(option.job.seconds_per_unit.index).predictive;
}
double sd_of_pace(const OptionPlan& option) {
    return pace(option).sd(option.job.seconds_per_unit.field);
}

}  // namespace

TEST_CASE("with pool_spread each option has the spread of all, and a single record has one, too") {
    const double a = sd_of_log({900, 1000, 1100, 1000}), b = sd_of_log({500, 520, 570});
    const auto pooled = options("pool_spread = true");
    for (const OptionPlan& option : pooled) {
        INFO(option.name);
        CHECK(sd_of_pace(option) == Approx(std::sqrt((3 * a * a + 2 * b * b) / 5)).epsilon(1e-9));
        CHECK(pace(option).degrees == 5);
        const Evidence& evidence = evidence_of(option, "seconds_per_unit");
        CHECK(evidence.evidence_class == EvidenceClass::assumed);
        CHECK(evidence.value.find("spread pooled over options a, b (5 degrees of freedom)") !=
              std::string::npos);
        CHECK(option.job.seconds_per_unit.bound == Bound::by_default);
    }
    CHECK(value_at(pooled[2], pooled[2].job.seconds_per_unit) == Approx(300).epsilon(1e-12));
    CHECK(pooled[2].job.seconds_per_unit.upper == Approx(3000));
    CHECK(evidence_of(pooled[2], "seconds_per_unit").value.find("one record") == std::string::npos);
    CHECK(evidence_of(pooled[2], "seconds_per_unit").value.find("drawn apart") !=
          std::string::npos);
    // Equal everywhere: no spread to pool.
    CHECK(evidence_of(pooled[2], "startup").evidence_class == EvidenceClass::measured);
    CHECK(evidence_of(pooled[2], "startup").value.find("one record") != std::string::npos);
}

TEST_CASE("without pool_spread each option has its own") {
    for (const std::string workload : {"", "pool_spread = false"}) {
        const auto own = options(workload);
        CHECK(pace(own[0]).degrees == 3);
        CHECK(pace(own[1]).degrees == 2);
        CHECK(pace(own[2]).rank == 0);
        CHECK(evidence_of(own[0], "seconds_per_unit").evidence_class == EvidenceClass::measured);
    }
}

TEST_CASE("records that two options share count once") {
    const auto pooled = options("pool_spread = true", "a.csv");
    for (const OptionPlan& option : pooled) CHECK(pace(option).degrees == 5);
    CHECK(evidence_of(pooled[2], "seconds_per_unit").value.find("over options a, b (5 degrees") !=
          std::string::npos);
}

TEST_CASE("a column that two options charge by is pooled once") {
    ScratchScenario files;
    const std::string head = "run_id,instance,billed_s,output_units,quality_passed,log_gb\n";
    files.put("a.csv", head + "a1,x8,1000,1,true,4\na2,x8,1000,1,true,5\na3,x8,1000,1,true,6\n");
    files.put("b.csv", head + "b1,x8,1000,1,true,7\nb2,x8,1000,1,true,8\nb3,x8,1000,1,true,9\n");
    const auto logs = [](const std::string& option) {
        return "[option." + option +
               ".cost.logs]\nprice = \"1 USD/GB\"\namount = { per_run = { measured = \"log_gb\" } "
               "}\n";
    };
    files.put({.workload = "pool_spread = true",
               .tables = logs("a") +
                         "[option.b]\ninstance = \"x8\"\nregion = \"r1\"\npurchase = "
                         "\"on-demand\"\ntrials = [\"b.csv\"]\n" +
                         logs("b")});
    CHECK(evidence_of(files.option(), "cost.logs")
              .value.find("pooled over options a, b (4 degrees of freedom)") != std::string::npos);
}
