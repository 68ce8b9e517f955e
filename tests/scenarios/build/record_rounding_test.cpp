// What is no time of a pass: what billing rounded up, and what the last segment lacks of an
// interval. Expected values by hand.
#include "scenarios/build/measured_runs.hpp"
#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

QuoteRecord quote_of(const std::string& instance, double granularity_s, double minimum_s) {
    QuoteRecord quote;
    quote.item = instance;
    quote.granularity_s = granularity_s;
    quote.minimum_s = minimum_s;
    return quote;
}

// 50 s of startup and 800 s of training, of which 30 s were lost.
MeasuredRun billed_run(double billed_s) {
    MeasuredRun run;
    run.instance = "x8";
    run.billed_s = billed_s;
    run.output_units = 1;
    run.startup_s = 50;
    run.in_training_s = 800;
    run.lost_s = 30;
    return run;
}

double rounded_up_of(MeasuredRun run, const std::vector<QuoteRecord>& quotes) {
    std::vector<MeasuredRun> runs{std::move(run)};
    find_rounding(runs, quotes);
    return rounded_up_s(runs[0]);
}

MeasuredRun saved_run(double in_training_s, double lost_s, int saves) {
    MeasuredRun run;
    run.in_training_s = in_training_s;
    run.lost_s = lost_s;
    run.checkpoints = saves;
    return run;
}

}  // namespace

TEST_CASE("what billing rounded up is no time that was used") {
    const std::vector<QuoteRecord> by_minute{quote_of("x8", 60, 60)};
    SECTION("where one step fills what the parts leave, it does") {
        CHECK(rounded_up_of(billed_run(900), by_minute) == 50);
        CHECK(rounded_up_of(billed_run(900), {quote_of("x8", 1, 900)}) == 50);
        // Parts that were rounded themselves leave up to a second more than a step.
        MeasuredRun run = billed_run(900);
        run.in_training_s = 789.5;
        CHECK(rounded_up_of(run, by_minute) == 60.5);
    }
    SECTION("where it does not, half a step was rounded up on average") {
        std::vector<MeasuredRun> runs{billed_run(960)};
        find_rounding(runs, by_minute);
        CHECK(rounded_up_s(runs[0]) == 30);
        CHECK(unexplained_s(runs[0]) == 80);
        CHECK(startup_with_rest_s(runs[0]) == 50 + 80.0);
        CHECK(exposure_node_h(runs[0], 2) == Approx(2 * 930.0 / 3600));
    }
    SECTION("where a part is not told, what it took lies between nothing and the rest") {
        MeasuredRun run = billed_run(900);
        run.startup_s.reset();
        std::vector<MeasuredRun> runs{run};
        find_rounding(runs, by_minute);
        CHECK(startup_with_rest_s(runs[0]) == 70.0);
        runs[0].in_training_s = 870;
        CHECK(startup_with_rest_s(runs[0]) == 15.0);
        // Only billed time: 30 s of it are lost, 30 s rounding.
        runs[0].in_training_s.reset();
        runs[0].startup_s = 50;
        CHECK(seconds_per_unit(runs[0], RunBasis::billed) == 840.0);
    }
    SECTION("a rule that would round the billed time up did not bill these runs") {
        std::vector<MeasuredRun> runs{billed_run(900), billed_run(900.5)};
        find_rounding(runs, by_minute);
        CHECK(rounded_up_s(runs[0]) == 0);
        CHECK(unexplained_s(runs[1]) == 50.5);
        CHECK(rounded_up_of(billed_run(900), {quote_of("x8", 60, 960)}) == 0);
        CHECK(rounded_up_of(billed_run(900), {quote_of("x9", 60, 60)}) == 0);
        CHECK(rounded_up_of(billed_run(900), {quote_of("x8", 3600, 60)}) == 0);
        CHECK(rounded_up_of(billed_run(960), {quote_of("x8", 3600, 60), quote_of("x8", 60, 60),
                                              quote_of("x8", 1, 60)}) == 30);
    }
    SECTION("the second is the rounding of the records themselves; parts may pass the whole") {
        CHECK(rounded_up_of(billed_run(900), {quote_of("x8", 1, 60)}) == 0);
        CHECK(rounded_up_of(billed_run(840), by_minute) == 0);
    }
}

TEST_CASE("the quotes of the measured instance tell how its runs were billed") {
    // 1000 s billed, 50 s of startup and 900 s of training; quotes by 100 s.
    ScratchScenario files;
    files.put("a.csv", trial_rows("in_training_s,startup_s", {"r1,900,50"}));
    const auto startup_s = [&] {
        return value_at(files.option(), files.option().job.startup_warm);
    };
    CHECK(startup_s() == Approx(100));
    files.put("quotes.csv",
              quote_header + "r1,ec2,x8,on-demand,1.00,USD,instance-hour,2026-11-15,,100\n");
    CHECK(startup_s() == Approx(50));
    CHECK_FALSE(has_evidence(files.option(), "unexplained time"));
    // Records that stand in for the option's were not billed by its quote.
    files.put(
        ScenarioText{.option = "records_stand_for = { instance = \"x8\", because = \"alike\" }"});
    files.put("a.csv",
              "run_id,instance,billed_s,output_units,quality_passed,in_training_s,startup_s\n"
              "r1,x9,1000,1,true,900,50\n");
    CHECK(startup_s() == Approx(100));
}

TEST_CASE("the checkpoint interval: the last segment is half of one on average") {
    const auto interval_s = [](std::vector<MeasuredRun> runs, LastSave last = LastSave::paid) {
        MeasuredRuns measured;
        measured.runs = std::move(runs);
        return measured_interval(measured, last).value_or(SaveInterval{-1}).interval_s;
    };
    // Kept training over K - 1/2: as many saves again, in a run as long.
    CHECK(interval_s({saved_run(900, 60, 4)}) == 240);
    CHECK(interval_s({saved_run(900, 0, 1)}) == 1800);
    CHECK(interval_s({saved_run(900, 60, 4), saved_run(510, 0, 2)}) == 270);
    // Without a save at the end the last segment is counted by none.
    CHECK(interval_s({saved_run(900, 0, 4)}, LastSave::skipped) == 200);
    CHECK(interval_s({saved_run(900, 0, 4), saved_run(100, 0, 0)}) == 250);
    CHECK(interval_s({saved_run(900, 0, 0)}) == -1);
    CHECK(interval_s({saved_run(900, 900, 1)}) == -1);
    CHECK(interval_s({}) == -1);
    // Runs of every length from 1 to 9 intervals of 100 s, evenly: on average it is the truth.
    for (const LastSave last : {LastSave::paid, LastSave::skipped}) {
        std::vector<MeasuredRun> runs;
        for (int hundredths = 50; hundredths < 80'000; hundredths += 100) {
            const int segments = 2 + hundredths / 10'000;
            runs.push_back(saved_run(100 + hundredths / 100.0, 0,
                                     last == LastSave::paid ? segments : segments - 1));
        }
        CHECK(interval_s(runs, last) == Approx(100));
    }
}
