// What must not matter: the order of rows and files, and the units in which a scenario is written.
// The inputs of the plan are compared bit for bit.
#include <algorithm>

#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

void check_same(const Source& one, const Source& other) {
    CHECK(one.kind == other.kind);
    CHECK(one.index == other.index);
    CHECK(one.field == other.field);
    CHECK(one.lower == other.lower);
    CHECK(one.upper == other.upper);
    CHECK(one.not_zero == other.not_zero);
}

void check_same_inputs(const OptionPlan& one, const OptionPlan& other) {
    REQUIRE(one.groups.size() == other.groups.size());
    for (std::size_t i = 0; i < one.groups.size(); ++i) {
        CHECK(one.groups[i].name == other.groups[i].name);
        CHECK(one.groups[i].predictive.records == other.groups[i].predictive.records);
        CHECK(one.groups[i].predictive.mean == other.groups[i].predictive.mean);
        CHECK(one.groups[i].predictive.loading == other.groups[i].predictive.loading);
    }
    REQUIRE(one.stated.size() == other.stated.size());
    for (std::size_t i = 0; i < one.stated.size(); ++i) {
        CHECK(one.stated[i].name == other.stated[i].name);
        for (const double score : {-1.0, 0.0, 1.0})
            CHECK(one.stated[i].marginal(score) == other.stated[i].marginal(score));
    }
    const JobPlan &a = one.job, &b = other.job;
    check_same(a.work, b.work);
    check_same(a.seconds_per_unit, b.seconds_per_unit);
    check_same(a.wait_ratio, b.wait_ratio);
    check_same(a.startup_cold, b.startup_cold);
    check_same(a.startup_warm, b.startup_warm);
    check_same(a.checkpoint_interval, b.checkpoint_interval);
    check_same(a.checkpoint_time, b.checkpoint_time);
    check_same(a.validation_time, b.validation_time);
    REQUIRE(a.failures.size() == b.failures.size());
    for (std::size_t i = 0; i < a.failures.size(); ++i) {
        CHECK(a.failures[i].name == b.failures[i].name);
        CHECK(a.failures[i].rate_scale == b.failures[i].rate_scale);
        check_same(a.failures[i].rate, b.failures[i].rate);
        check_same(a.failures[i].downtime, b.failures[i].downtime);
        check_same(a.failures[i].restart, b.failures[i].restart);
    }
    REQUIRE(one.instance_price.has_value() == other.instance_price.has_value());
    if (one.instance_price)
        CHECK(one.instance_price->per_node_hour == other.instance_price->per_node_hour);
}

const std::string columns =
    "count_basis,samples,cache,startup_s,in_training_s,data_wait_s,checkpoint_s,checkpoints,"
    "validation_s";
const std::vector<std::string> runs = {"r1,samples,3072,cold,101.3,611.1,17.7,13.1,3,31.9",
                                       "r2,samples,3456,warm,53.9,627.7,19.1,11.7,3,29.3",
                                       "r3,samples,3072,warm,57.1,641.3,0,12.9,3,30.7",
                                       "r4,samples,3840,warm,51.7,653.9,23.3,14.3,3,33.1"};
const std::vector<std::string> failures = {"r1,100,gpu,20.1,30.3", "r1,400,gpu,22.7,31.1",
                                           "r2,,gpu,19.3,33.7", "r2,,gpu,18.1,29.9",
                                           "r3,50,net,40.7,"};
const std::vector<std::string> quotes = {"r1,ec2,x8,on-demand,1,USD,instance-hour,2026-11-15\n",
                                         "r1,ec2,x8,on-demand,2,USD,instance-hour,2026-11-20\n",
                                         "r1,ec2,x8,on-demand,3,USD,instance-hour,\n"};

struct Order {
    std::vector<std::string> run_rows = runs, failure_rows = failures, quote_rows = quotes;

    OptionPlan option() const {
        ScratchScenario files;
        files.put("a.csv", trial_rows(columns, run_rows));
        std::string text = "run_id,at_s,class,downtime_s,restore_s\n";
        for (const std::string& row : failure_rows) text += row + "\n";
        files.put("f.csv", text);
        text = quote_header;
        for (const std::string& row : quote_rows) text += row;
        files.put("quotes.csv", text);
        files.put(ScenarioText{.option = "failures = [\"f.csv\"]"});
        return files.option();
    }
};

}  // namespace

TEST_CASE("the order of rows does not matter") {
    const OptionPlan expected = Order{}.option();
    CHECK(expected.groups.size() == 6);
    Order order;
    // All orders of each table, in step.
    std::sort(order.run_rows.begin(), order.run_rows.end());
    for (int i = 0; i < 24; ++i) {
        std::next_permutation(order.run_rows.begin(), order.run_rows.end());
        std::next_permutation(order.quote_rows.begin(), order.quote_rows.end());
        for (int j = 0; j < 5; ++j)
            std::next_permutation(order.failure_rows.begin(), order.failure_rows.end());
        check_same_inputs(order.option(), expected);
    }
}

TEST_CASE("the files among which records are spread do not matter") {
    ScratchScenario one, two;
    one.put("a.csv", trial_rows(columns, runs));
    two.put("a.csv", trial_rows(columns, {runs[3], runs[1]}));
    two.put("b.csv", trial_rows(columns, {runs[2], runs[0]}));
    std::string text = ScenarioText{}.text();
    text.replace(text.find("[\"a.csv\"]"), 9, "[\"b.csv\", \"a.csv\"]");
    two.put("scenario.toml", text);
    check_same_inputs(one.option(), two.option());
}

TEST_CASE("the units in which a scenario is written do not matter") {
    const auto option = [](const std::string& inputs, const std::string& cost) {
        ScratchScenario files;
        files.put("a.csv", trial_rows("count_basis,samples", {"r1,samples,900"}));
        files.put(
            ScenarioText{.tables = "[option.a.inputs]\n" + inputs + "[option.a.cost.c]\n" + cost});
        return files.option();
    };
    const OptionPlan one = option(
        "checkpoint_interval = \"30 min\"\nstartup = { pert = [\"4 min\", \"5 min\", \"9 min\"] }\n"
        "failure.x.rate = \"0.24 /node day\"\nfailure.y.rate = { events = 3, exposure = \"10 node "
        "d\" }\n"
        "failure.x.downtime = { lognormal = { p50 = \"1 h\", p90 = \"2 h\" } }\n"
        "utilization = \"70 %\"\nthroughput = \"3600 samples/h\"\n"
        "pass_probability = { uniform = [\"50 %\", \"75 %\"] }\n",
        "price = \"20 USD/TB-month\"\nstored = \"1.5 TB\"\n");
    const OptionPlan other = option(
        "checkpoint_interval = \"1800 s\"\nstartup = { pert = [\"240 s\", \"300 s\", \"0.15 h\"] "
        "}\n"
        "failure.x.rate = \"0.01 /node h\"\nfailure.y.rate = { events = 3, exposure = \"240 node "
        "h\" }\n"
        "failure.x.downtime = { lognormal = { p50 = \"60 min\", p90 = \"7200 s\" } }\n"
        "utilization = \"70 %\"\nthroughput = \"1 samples/s\"\n"
        "pass_probability = { uniform = [\"50 %\", \"75 %\"] }\n",
        "price = \"0.020 USD/GB-month\"\nstored = \"1500 GB\"\n");
    check_same_inputs(one, other);
    CHECK(value_at(one, one.items.at(0).amount) == value_at(other, other.items.at(0).amount));
    CHECK(one.items[0].price->ladder.tiers[0].price ==
          other.items.at(0).price->ladder.tiers[0].price);
}
