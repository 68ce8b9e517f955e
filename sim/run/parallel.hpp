// The one door to TBB: independent blocks over a stated number of threads.
#pragma once

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <cstddef>

namespace trialcost {

// Calls body(block) for every block number below `blocks`, in no order, at most `threads` at a
// time. Each block must write only what is its own: nothing is reduced here, so nothing depends on
// threads.
template <class Body>
void for_each_block(std::size_t blocks, int threads, const Body& body) {
    // Without it an arena gets no more threads than the machine has processors.
    const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    // TBB hands blocks over between threads out of a race detector's sight; these two show it the
    // order.
    std::atomic<std::size_t> begun{0}, done{0};
    begun.store(1, std::memory_order_release);
    arena.execute([&] {
        tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t block) {
            static_cast<void>(begun.load(std::memory_order_acquire));
            body(block);
            done.fetch_add(1, std::memory_order_release);
        });
    });
    static_cast<void>(done.load(std::memory_order_acquire));
}

}  // namespace trialcost
