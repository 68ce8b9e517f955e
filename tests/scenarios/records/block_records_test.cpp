#include "scenarios/records/block_records.hpp"

#include <string>

#include "tests/catch_compat.hpp"
#include "tests/scenarios/records/complaint_lines.hpp"

using namespace trialcost;

namespace {

BlockRecords read(const std::string& text, const std::string& expected_complaints) {
    Complaints complaints;
    const auto file = check_text("b.csv", text, complaints);
    REQUIRE(file);
    BlockRecords records = read_block_records(*file, complaints);
    CHECK(complaint_lines(complaints) == expected_complaints);
    return records;
}

}  // namespace

TEST_CASE("blocks are read as written; a blank is unknown") {
    const auto records = read(
        "run_id,block,kind,duration_s,units\n"
        "r1,0,train,142.634,192\nr1,1,eval,6.61,\nr1,2,,,48\nr1,3,train,35.8,\n",
        "");
    REQUIRE(records.rows.size() == 4);
    CHECK(records.rows[0].where == Position{"b.csv", 2, 0});
    CHECK(records.rows[0].run_id == "r1");
    CHECK(records.rows[0].block == 0);
    CHECK(records.rows[0].kind == BlockRecord::Kind::train);
    CHECK(records.rows[0].duration_s == 142.634);
    CHECK(records.rows[0].units == 192);
    CHECK(records.rows[1].kind == BlockRecord::Kind::eval);
    CHECK(records.rows[2].kind == BlockRecord::Kind::train);
    CHECK_FALSE(records.rows[2].duration_s);
    CHECK_FALSE(records.rows[3].units);
}

TEST_CASE("what is wrong with blocks is complained about, each at its cell") {
    CHECK(read("run_id,block\n",
               "1:0 duration_s: the column is missing (needed: run_id, block, duration_s, units)\n"
               "1:0 units: the column is missing (needed: run_id, block, duration_s, units)\n")
              .rows.empty());
    const auto records = read(
        "run_id,block,kind,duration_s,units,color\n"
        ",1,train,5,3,red\nr1,,train,5,3,\nr1,1.5,train,5,3,\nr1,2,trian,0,-3,\nr1,3,eval,5,0,\n",
        "warning 1:36 column `color` is not one trialcost knows (it is not used)\n"
        "2:1 run_id: is blank (every row needs it)\n"
        "3:4 block: is blank (every row needs it)\n"
        "4:4 block: must be a whole number; number the blocks of a run in their order\n"
        "5:6 kind: `trian` is not one of its words (train, eval); did you mean `train`?\n"
        "5:12 duration_s: must be more than zero (it is 0); leave the cell blank if it is not "
        "known\n"
        "5:14 units: must be more than zero (it is -3); leave the cell blank if it is not known\n");
    REQUIRE(records.rows.size() == 1);
    CHECK(records.rows[0].block == 3);  // the work of an evaluation does not matter
}
