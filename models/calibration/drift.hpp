// Does the throughput change inside a run? The last third of its training time against the first,
// by the blocks into which the run was measured.
//
// Change of a run: throughput of the last third over that of the first, a block at the border
// shared between thirds by time; of several runs: the geometric mean. How sure it is:
//   - from four runs on, the scatter of the runs gives the interval (t with runs - 1 degrees of
//     freedom). Runs are independent, so no assumption on the blocks of one is needed;
//   - fewer runs: blocks are not independent. The logs of their throughput are taken as an
//     autoregression of order 1, one coefficient r for all runs. N blocks then count as
//     N (1 - r) / (1 + r): the effective number (Bayley and Hammersley 1946). r is d2 / d1 - 1 with
//     the mean squared differences d1 of neighbours and d2 of blocks two places apart, which a
//     slope or a step of the run hardly moves (as with the mean square successive difference of von
//     Neumann et al. 1941), raised by its standard error √((1 - r²) / N). Told from 30 blocks
//     and 12 effective ones on.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace trialcost {

struct MeasuredBlock {
    double duration_s = 0;  // > 0
    double units = 0;       // of any one unit of work, > 0
};

// What decides how sure a drift is.
enum class DriftRestsOn { runs, blocks, too_little };

struct Drift {
    std::size_t runs = 0, blocks = 0;  // that tell of it
    double effective_blocks = 0;
    double change = 0;  // of the throughput, from early to late: -0.07 falls by 7 %
    DriftRestsOn rests_on = DriftRestsOn::too_little;
    double low = 0, high = 0;  // 95 % interval of the change; not where it rests on too little
    double p_value = 1;
};

inline constexpr std::size_t least_blocks_of_run = 3;

// Blocks of each run in the order in which they ran. Runs of fewer than three tell nothing; nothing
// where no run tells.
std::optional<Drift> drift_inside(std::span<const std::vector<MeasuredBlock>> runs);

}  // namespace trialcost
