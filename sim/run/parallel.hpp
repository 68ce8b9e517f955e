// The one door to TBB: independent blocks over a stated number of threads.
#pragma once

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <cstddef>

namespace trialcost {

// Calls body(block) for every block number below `blocks`, in no order, at most `threads` at a time.
// Each block must write only what is its own: nothing is reduced here, so nothing depends on threads.
template <class Body>
void for_each_block(std::size_t blocks, int threads, const Body& body) {
    tbb::task_arena arena(threads);
    arena.execute([&] {
        tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t block) { body(block); });
    });
}

}  // namespace trialcost
