#include "scenarios/build/block_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace trialcost {
namespace {

// Sums of rounded times may pass the whole by this much.
constexpr double rounding_s = 1, rounding_share = 0.01;

void check_numbers(const std::vector<const BlockRecord*>& rows, Complaints& complaints) {
    for (std::size_t i = 1; i < rows.size(); ++i)
        if (rows[i]->block == rows[i - 1]->block)
            complaints.error(
                rows[i]->where, "block",
                fmt::format("run `{}` has two blocks {}", rows[i]->run_id, rows[i]->block),
                fmt::format("the other is in line {}", rows[i - 1]->where.line),
                "number the blocks of a run in their order");
}

void check_length(const MeasuredRun& run, const std::vector<const BlockRecord*>& rows,
                  double blocks_s, Complaints& complaints) {
    const double whole_s = run.in_training_s.value_or(run.billed_s);
    if (blocks_s <= whole_s + rounding_s + rounding_share * whole_s) return;
    complaints.error(
        rows.front()->where, "duration_s",
        fmt::format("the training blocks of `{}` add up to {:.1f} s, more than its {} of {:.1f} s",
                    run.run_id, blocks_s, run.in_training_s ? "in_training_s" : "billed_s",
                    whole_s),
        "blocks are parts of their run", "give blocks of evaluation the kind eval");
}

}  // namespace

BlocksOfRun blocks_of_run(const MeasuredRun& run, std::vector<const BlockRecord*> rows,
                          Complaints& complaints) {
    // Of two with one number, the place decides which comes first.
    std::sort(rows.begin(), rows.end(), [](const BlockRecord* a, const BlockRecord* b) {
        return std::tie(a->block, a->where.file, a->where.line) <
               std::tie(b->block, b->where.file, b->where.line);
    });
    check_numbers(rows, complaints);
    BlocksOfRun out;
    double blocks_s = 0;
    for (const BlockRecord* row : rows) {
        out.rows.push_back(row->where);
        if (row->kind != BlockRecord::Kind::train) continue;
        blocks_s += row->duration_s.value_or(0);
        if (row->duration_s && row->units)
            out.train.push_back({*row->duration_s, *row->units});
        else
            out.are_known = false;
    }
    check_length(run, rows, blocks_s, complaints);
    return out;
}

}  // namespace trialcost
