// Keys, units and ranges that are wrong: each is a complaint with its place, its field and a
// remedy.
#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

struct Case {
    ScenarioText scenario;
    std::string complaint;  // all of what is complained about
};

void check(const Case& given) {
    ScratchScenario files;
    files.put(given.scenario);
    CHECK(files.complaints() == given.complaint);
}

}  // namespace

TEST_CASE("a misspelt key of any table is an error with a suggestion") {
    const std::string line = "scenario.toml:";
    // Line 5 follows the head, 8 the workload, 10 the budget, 12 the quotes, 18 the option; tables
    // start in line 19.
    check(
        {{.top = "comparee = 1"}, line + "5:1 unknown key `comparee`; did you mean `compare`?\n"});
    check({{.workload = "perod = \"1 d\""},
           line + "8:1 workload: unknown key `perod`; did you mean `period`?\n"});
    check({{.budget = "total = \"1 USD\"\nwalltime = \"1 d\""},
           line + "11:1 budget: unknown key `walltime`; did you mean `wall_time`?\n"});
    check({{.quotes = "files = [\"quotes.csv\"]\nmaxage = \"1 d\""},
           line + "13:1 quotes: unknown key `maxage`; did you mean `max_age`?\n"});
    check({{.option = "node = 1"},
           line + "18:1 option.a: unknown key `node`; did you mean `nodes`?\n"});
    check({{.option = "records_stand_for = { instance = \"x8\", because = \"b\", why = 1 }"},
           line + "18:55 option.a.records_stand_for: unknown key `why` (known here: because, "
                  "instance)\n"});
    check({{.tables = "[compare]\nbase = \"a\""},
           line + "20:1 compare: unknown key `base`; did you mean `baseline`?\n"});
    check({{.tables = "[shared]\ninput = {}"},
           line + "20:1 shared: unknown key `input`; did you mean `inputs`?\n"});
    check({{.tables = "[shared.inputs]\nstart_up = \"1 s\""},
           line + "20:1 shared.inputs: unknown key `start_up`; did you mean `startup`?\n"});
    check(
        {{.tables = "[option.a.inputs]\nutilisation = \"70 %\""},
         line + "20:1 option.a.inputs: unknown key `utilisation`; did you mean `utilization`?\n"});
    check({{.tables = "[option.a.inputs]\nfailure.gpu.down_time = \"1 s\""},
           line + "20:13 option.a.inputs.failure.gpu: unknown key `down_time`; did you mean "
                  "`downtime`?\n"});
    check({{.tables = "[option.a.limits]\ntime_out = \"1 h\""},
           line + "20:1 option.a.limits: unknown key `time_out`; did you mean `timeout`?\n"});
    check({{.tables = "[option.a.capacity_block]\nsteps = \"1 h\""},
           line +
               "20:1 option.a.capacity_block: unknown key `steps`; did you mean `step`?\nwarning " +
               line +
               "19:1 option.a.capacity_block: has no effect (the option is not bought as "
               "capacity-block)\n"});
    check({{.tables = "[option.a.cost.x]\nfixed_cost = \"1 USD\"\nservce = \"s\""},
           line + "21:1 option.a.cost.x: unknown key `servce`; did you mean `service`?\n"});
    check(
        {{.tables =
              "[option.a.cost.x]\nservice = \"s\"\nstored = { per_checkpoint = \"1 GB\", keep = 1, "
              "keeps = 1 }"},
         line + "21:47 option.a.cost.x.stored: unknown key `keeps`; did you mean `keep`?\n"});
    check(
        {{.tables = "[option.a.cost.x]\nservice = \"s\"\namount = { per_run = 1, per_rum = 1 }"},
         line + "21:25 option.a.cost.x.amount: unknown key `per_rum`; did you mean `per_run`?\n"});
    check({{.tables = "[option.a.gates]\nquta = { unknown = \"u\" }"},
           line + "20:1 option.a.gates.quta: unknown gate `quta`; did you mean `quota`?\n"});
    check({{.tables = "[option.a.gates]\nport.compil = { unknown = \"u\" }"},
           line + "20:6 option.a.gates.port.compil: unknown gate `port.compil`; did you mean "
                  "`port.compile`?\n"});
    check({{.tables = "[option.a.gates]\nquota = { passed = true, evidence = \"e\", dated = 1 }"},
           line + "20:42 option.a.gates.quota: unknown key `dated`; did you mean `date`?\n"});
}

TEST_CASE("a misspelt key of an input is an error with a suggestion") {
    const auto input = [](const std::string& text) {
        return ScenarioText{.tables = "[option.a.inputs]\ndowntime = " + text};
    };
    const std::string at = "scenario.toml:20:";
    const std::string table = " option.a.inputs.downtime: ";
    check({input("{ pert = [\"1 s\", \"2 s\", \"3 s\"], sorce = \"s\" }"),
           at + "44" + table + "unknown key `sorce`; did you mean `source`?\n"});
    check({input("{ prt = [\"1 s\", \"2 s\", \"3 s\"] }"),
           at + "14" + table + "`prt` does not say a value here; did you mean `pert`?\n"});
    check({input("{ conservative = \"1 s\", becaus = \"b\" }"),
           at + "12" + table.substr(0, table.size() - 2) +
               ".because: is missing; write because = \"…\"\n" + at + "36" + table +
               "unknown key `becaus`; did you mean `because`?\n"});
    check({input("{ normal = { mean = \"9 s\", std = \"1 s\" } }"),
           at + "23 option.a.inputs.downtime.normal.sd: is missing; write sd = …\n" + at +
               "39 option.a.inputs.downtime.normal: unknown key `std`; did you mean `sd`?\n"});
    check({input("{ maybe = \"9 s\" }"),
           at + "12" + table +
               "says neither a value nor that it is unknown; write { conservative = ..., because = "
               "\"...\" }, { pert = [...] }, { unknown = \"why\" } or a plain value with its "
               "unit\n"});
}

TEST_CASE("figures of the workload and the budget must have the right unit") {
    check({{.workload = "period = \"3 USD\""},
           "scenario.toml:8:10 workload.period: must be a time (`3 USD` is an amount of money); "
           "write it like "
           "\"30 min\"\n"});
    check({{.workload = "runs = 0"},
           "scenario.toml:8:8 workload.runs: is out of range; write a whole number from 1 to "
           "100000\n"});
    check({{.workload = "work = \"0 samples\""},
           "scenario.toml:8:8 workload.work: must be more than zero (it is 0 samples)\n"});
    check({{.workload = "value = \"1 EUR\""},
           "scenario.toml:8:9 workload.value: is in EUR, the scenario in USD (one currency "
           "throughout); "
           "convert it\n"});
    check({{.budget = "total = \"1040 EUR\""},
           "scenario.toml:10:9 budget.total: is in EUR, the scenario in USD (one currency "
           "throughout); "
           "convert it\n"});
    check({{.budget = "total = \"0 USD\""},
           "scenario.toml:10:9 budget.total: must be more than zero\n"});
    check({{.budget = "total = 1040"},
           "scenario.toml:10:9 budget.total: must be an amount of money (it has no unit); write it "
           "like "
           "\"1040 USD\"\n"});
    check({{.budget = "unit_cost = \"26 USD/token\""},
           "scenario.toml:10:13 budget.unit_cost: is per `token`; write it in USD/run\n"});
    check({{.budget = "cost_per_month = \"26 USD/month\""},
           "scenario.toml:10:18 budget.cost_per_month: needs to know over which time the runs are "
           "spread; give "
           "workload.period, \"1 month\" say\n"});
    check({{.budget = "total = \"1 USD\"\nconfidence = \"40 %\""},
           "scenario.toml:11:14 budget.confidence: must lie between 50 % and 99.9 %; 90 % is "
           "usual\n"});
    check({{.budget = "confidence = \"90 %\""},
           "scenario.toml:9:1 budget: names no ceiling (a budget without a limit decides nothing); "
           "give total, total_with_migration, "
           "unit_cost, wall_time or cost_per_month\n"});
    check({{.quotes = "files = [\"quotes.csv\"]\nmax_age = \"36 h\""},
           "scenario.toml:13:11 quotes.max_age: must be a number of whole days (quotes carry dates "
           "alone); "
           "\"30 d\" is usual\n"});
    check({{.quotes = "files = [\"quotes.csv\"]\nmax_age = \"1e300 d\""},
           "scenario.toml:13:11 quotes.max_age: must be a number of whole days (quotes carry dates "
           "alone); "
           "\"30 d\" is usual\n"});
}

TEST_CASE("figures of an option must have the right unit and range") {
    const auto input = [](const std::string& text) {
        return ScenarioText{.tables = "[option.a.inputs]\n" + text};
    };
    const std::string at = "scenario.toml:20:";
    check({input("utilization = \"150 %\""),
           at + "15 option.a.inputs.utilization: must be more than 0 % and at "
                "most 100 % (it is 150 %)\n"});
    check({input("utilization = \"0 %\""),
           at + "15 option.a.inputs.utilization: must be more than 0 % and at "
                "most 100 % (it is 0 %)\n"});
    check({input("pass_probability = \"101 %\""), at +
                                                      "20 option.a.inputs.pass_probability: must "
                                                      "lie between 0 % and 100 % (it is 101 %)\n"});
    check({input("pass_probability = 0.9"), at + "20 option.a.inputs.pass_probability: must be a "
                                                 "percentage (it has no unit); write it like "
                                                 "\"90 %\"\n"});
    check({input("throughput = \"0 samples/s\""),
           at + "14 option.a.inputs.throughput: must be more than zero (it is 0 samples/s)\n"});
    check({input("checkpoint_interval = \"0 min\""),
           at + "23 option.a.inputs.checkpoint_interval: must be more than zero (it is 0 min)\n"});
    check({input("startup = \"-1 s\""),
           at + "11 option.a.inputs.startup: must not be negative (it is -1 s)\n"});
    check({input("failure.gpu.rate = \"-1 /h\""),
           at + "20 option.a.inputs.failure.gpu.rate: must not be negative (it is -1 /h)\n"});
    check(
        {input("failure.gpu.rate = \"5 min\""), at + "20 option.a.inputs.failure.gpu.rate: must be "
                                                     "a rate (`5 min` is a time); write it like "
                                                     "\"0.02 /node h\"\n"});
    check({input("failure.gpu.stages = [\"work\", \"lunch\"]"),
           at + "22 option.a.inputs.failure.gpu.stages: `lunch` is not a stage; use startup, work, "
                "checkpoint, "
                "validation or restart\n"});
    check({input("failure.gpu.stages = []"), at + "22 option.a.inputs.failure.gpu.stages: names no "
                                                  "stage (the class would never strike); leave it "
                                                  "out for all stages\n"});
    check({input("failure.gpu = 3"), at + "15 option.a.inputs.failure.gpu: is not a failure class; "
                                          "write failure.CLASS.rate = ...\n"});
    check({{.tables = "[option.a.limits]\ntimeout = \"1 h\"\nmax_attempt_time = \"2 h\""},
           "scenario.toml:21:20 option.a.limits.max_attempt_time: and `timeout` are two names of "
           "one limit; keep "
           "one of them\n"});
    check({{.tables = "[option.a.limits]\nstop_at_deadline = true"},
           at + "20 option.a.limits.stop_at_deadline: there is no deadline to stop at; give "
                "limits.deadline or "
                "budget.wall_time\n"});
    check({{.option = "cold_start = \"sometimes\""},
           "scenario.toml:18:14 option.a.cold_start: `sometimes` is not one of its words (never, "
           "first launch, "
           "every launch, every node replacement)\n"});
}

TEST_CASE("the option must be one that can be priced and named") {
    const std::string tail = "instance = \"x8\"\nregion = \"r1\"\npurchase = \"";
    check({{.tables = "[option.shared]\n" + tail + "on-demand\""},
           "scenario.toml:19:9 option.shared: `shared` is no option: it stands for what options "
           "share; use "
           "another name\n"});
    check({{.tables = "[option.\"b/c\"]\n" + tail + "on-demand\""},
           "scenario.toml:19:9 option.\"b/c\": the name has a `/` in it; use another name\n"});
    check({{.tables = "[compare]\nbaseline = \"demnd\"\n[option.demand]\n" + tail + "on-demand\""},
           "scenario.toml:20:12 compare.baseline: names no option: `demnd`; did you mean "
           "`demand`?\n"});
    check({{.option = "records_stand_for = { instance = \"x9\", because = \"b\" }"},
           "scenario.toml:18:34 option.a.records_stand_for.instance: is `x9`, the option's "
           "instance `x8` (the "
           "records can stand for the option's instance only); make the two equal\n"});
    check({{.tables = "[option.b]\n" + tail + "on-demand\"\ntrials = [\"a.csv\", \"a.csv\"]"},
           "scenario.toml:23:10 option.b.trials: names `a.csv` twice; name each file once\n"});
}

TEST_CASE("a scenario without its parts says which ones are missing") {
    ScratchScenario files;
    files.put("scenario.toml", "format = 2\ncurrency = \"usd\"\n");
    CHECK(files.complaints() ==
          "scenario.toml:1:10 format: is out of range; write a whole number from 1 to 1\n"
          "scenario.toml:1:1 title: is missing; write title = \"…\"\n"
          "scenario.toml:2:12 currency: is not a currency code (it is `usd`); write three capital "
          "letters, "
          "\"USD\" say\n"
          "scenario.toml:1:1 workload: is missing; write workload = { … }\n"
          "scenario.toml:1:1 budget: is missing; write budget = { … }\n"
          "scenario.toml:1:1 option: is missing; write option = { … }\n");
}
