// A bill from text, with the complaints that are expected.
#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "scenarios/bills/bill_cells.hpp"
#include "scenarios/bills/bill_file.hpp"
#include "tests/catch_compat.hpp"
#include "tests/scenarios/records/complaint_lines.hpp"
#include "tests/sim/results/scratch_folder.hpp"

namespace trialcost {

struct ReadBill {
    BillFile file;
    std::vector<BillRow> rows;
};

inline ReadBill read_text(const std::string& text, const std::string& expected_complaints = "") {
    const ScratchFolder folder;
    put_text(folder / "bill.csv", text);
    InputFile file(folder / "bill.csv");
    Complaints complaints;
    ReadBill out;
    out.file = read_bill(file, complaints, [&out](const BillRow& row) { out.rows.push_back(row); });
    CHECK(complaint_lines(complaints) == expected_complaints);
    return out;
}

inline std::string bill_text(const std::string& name) {
    std::ifstream file(std::string(TRIALCOST_SOURCE_DIR) + "/tests/scenarios/bills/data/" + name);
    REQUIRE(file);
    return {std::istreambuf_iterator<char>(file), {}};
}

// The text with the first `from` replaced.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

}  // namespace trialcost
