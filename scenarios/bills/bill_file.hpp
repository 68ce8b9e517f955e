// Bills as the clouds export them: FOCUS 1.0 to 1.2 (FinOps Open Cost and Usage Specification) and
// AWS CUR 2.0, as CSV. Which of them a file is, its columns say; columns that neither names are
// ignored.
//
// Covered usage in CUR 2.0 is listed at its on-demand price, and a row of its own, without resource
// or tags, cancels it. Here both are billed as 0, as FOCUS has it. The effective cost is that of
// the fees (AWS Data Exports user guide, columns of CUR 2.0; AWS CUR Query Library, "amortized cost
// by charge type").
// Errors: complaints at file, line and column; UnreadableInput.
#pragma once

#include <functional>
#include <string>

#include "scenarios/bills/bill_row.hpp"
#include "scenarios/document/input_file.hpp"

namespace trialcost {

struct BillFile {
    std::string name, sha256;
    std::string format;  // "FOCUS 1.1 or 1.2", "AWS CUR 2.0"; empty: it is neither
    std::size_t rows = 0;
};

// Hands over each good row, in the order of the file; only the piece around it is in memory.
BillFile read_bill(InputFile& file, Complaints& complaints,
                   const std::function<void(const BillRow&)>& take);

}  // namespace trialcost
