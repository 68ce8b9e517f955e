#include "scenarios/records/failure_records.hpp"

#include <string>

#include "tests/catch_compat.hpp"
#include "tests/scenarios/records/complaint_lines.hpp"

using namespace trialcost;

namespace {

FailureRecords read(const std::string& text, const std::string& expected_complaints) {
    Complaints complaints;
    const auto file = check_text("f.csv", text, complaints);
    REQUIRE(file);
    FailureRecords records = read_failure_records(*file, complaints);
    CHECK(complaint_lines(complaints) == expected_complaints);
    return records;
}

}  // namespace

TEST_CASE("failures are read as written") {
    const auto records = read(
        "run_id,at_s,stage,class,cause,lost_s,downtime_s,restore_s,billed,log\n"
        "r1,1200,work,hardware,gpu lost,300,60,120,yes,a.log\n"
        "r1,,,,,,,,,\n",
        "");
    REQUIRE(records.rows.size() == 2);
    const FailureRecord& first = records.rows[0];
    CHECK(first.where == Position{"f.csv", 2, 0});
    CHECK(first.run_id == "r1");
    CHECK(first.at_s == 1200);
    CHECK(first.stage == FailureRecord::Stage::work);
    CHECK(first.failure_class == "hardware");
    CHECK(first.cause == "gpu lost");
    CHECK(first.lost_s == 300);
    CHECK(first.downtime_s == 60);
    CHECK(first.restore_s == 120);
    CHECK(first.billed == true);
    CHECK(first.log == "a.log");
    const FailureRecord& second = records.rows[1];
    CHECK_FALSE(second.at_s);
    CHECK_FALSE(second.stage);
    CHECK_FALSE(second.failure_class);
    CHECK_FALSE(second.lost_s);
    CHECK_FALSE(second.billed);
    CHECK(to_text(FailureRecord::Stage::restart) == "restart");
}

TEST_CASE("no failures is a good file; what is wrong is complained about") {
    CHECK(read("run_id,class\n", "").rows.empty());
    CHECK(read("class\nhardware\n", "1:0 run_id: the column is missing (needed: run_id)\n")
              .rows.empty());
    const auto records = read(
        "run_id,stage,lost_s,billed,color\n,work,1,1,\nr1,wrok,-1,2,red\nr2,restart,,,\n",
        "warning 1:28 column `color` is not one trialcost knows (it is not used)\n"
        "2:1 run_id: is blank (every row needs it)\n"
        "3:4 stage: `wrok` is not one of its words (startup, work, checkpoint, validation, "
        "restart); did you mean `work`?\n"
        "3:9 lost_s: must not be negative (it is -1); leave the cell blank if it is not known\n"
        "3:12 billed: must be true or false (it is `2`); write true or false (or yes, no, 1, 0)\n");
    REQUIRE(records.rows.size() == 1);
    CHECK(records.rows[0].run_id == "r2");
}
