// What the machine allows, timed in turn with what counts the costs, and printed in one line, ns:
// p one Philox double, f one lane of a fused multiply-add, memcpy 8 bytes from and to memory, w0
// the bound 12 p + 500 f; histogram and counts: one cost into LogHistogram and into CostHistogram.
#pragma once

namespace trialcost::bench {

void print_bounds();

}  // namespace trialcost::bench
