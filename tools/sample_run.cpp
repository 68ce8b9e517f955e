#include "tools/sample_run.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <vector>

#include "sim/results/atomic_file.hpp"
#include "tools/interruption.hpp"
#include "tools/state_file.hpp"

namespace trialcost {
namespace {

using Clock = std::chrono::steady_clock;

// What a checkpoint says, put into the sample; nothing if there is none.
void take_up(SampleOfRun& sample, RunTally& tally) {
    if (!std::filesystem::exists(sample.checkpoint)) return;
    const std::vector<std::byte> bytes = read_state_file(sample.checkpoint);
    const StateHeader found = header_of(sample.checkpoint, bytes);
    if (found.identity != sample.header.identity || found.shard != sample.header.shard ||
        found.shards != sample.header.shards)
        throw std::invalid_argument(
            fmt::format("{} was left by another run (of another scenario, record, quote, seed, "
                        "number of draws, "
                        "shard or version); remove it to begin anew, or choose another output",
                        sample.checkpoint.string()));
    read_tally(bytes, tally);
    sample.header.done = found.done;
}

BlockRange blocks_of(const SampleOfRun& sample) {
    const BlockRange shard =
        part_of(all_blocks(sample.plan.sampling), sample.header.shard, sample.header.shards);
    return part_of(shard, static_cast<std::uint64_t>(sample.ranks.rank()),
                   static_cast<std::uint64_t>(sample.ranks.size()));
}

double share_done(const BlockRange& all, const std::vector<BlockRange>& missing) {
    std::uint64_t left = 0;
    for (const BlockRange& range : missing) left += range.size();
    return 1 - static_cast<double>(left) / static_cast<double>(all.size());
}

}  // namespace

std::filesystem::path checkpoint_path(const std::filesystem::path& base, const Ranks& ranks) {
    std::filesystem::path path = base;
    path += ".checkpoint";
    if (ranks.size() > 1) path += fmt::format(".{}-of-{}", ranks.rank(), ranks.size());
    return path;
}

RunTally run_sample(SampleOfRun& sample, const Progress& progress) {
    const Interruption interruption;
    RunTally tally(sample.plan);
    take_up(sample, tally);
    const BlockRange all = blocks_of(sample);
    const BlockSink sink = [&](const BlockDraws& block) { tally.add(block); };
    auto saved = Clock::now();
    const auto is_over = [&] {
        return interruption.asked() || (sample.latest && Clock::now() >= *sample.latest);
    };
    const Stop stop = [&] { return is_over() || Clock::now() - saved >= sample.checkpoint_every; };
    const auto missing = [&] { return missing_of(all, sample.header.done); };
    bool stopped = false;
    while (!stopped && !missing().empty()) {
        const BlockRange next = missing().front();
        const BlockRange done = sample.runner.run(next, sink, progress, stop);
        sample.header.done = with_range(std::move(sample.header.done), done);
        if (done == next) continue;
        stopped = is_over();
        if (!stopped) replace_file(sample.checkpoint, state_bytes(sample.header, tally));
        saved = Clock::now();
    }
    // One that is done has to keep what it has, too, if another one is not.
    if (!sample.ranks.any(stopped)) return tally;
    replace_file(sample.checkpoint, state_bytes(sample.header, tally));
    sample.ranks.wait_for_all();
    throw StoppedEarly(
        fmt::format("stopped with {:.0f} % of the draws done; the same command goes "
                    "on from {}",
                    100 * share_done(all, missing()), sample.checkpoint.string()));
}

std::optional<RunTally> gather_sample(SampleOfRun& sample, RunTally tally) {
    if (sample.ranks.size() == 1) return tally;
    const auto states = sample.ranks.gather(state_bytes(sample.header, tally));
    if (states.empty()) return std::nullopt;
    for (std::size_t i = 1; i < states.size(); ++i) {
        RunTally other(sample.plan);
        read_tally(states[i], other);
        tally.merge(other);
        for (const BlockRange& range : read_header(states[i]).done)
            sample.header.done = with_range(std::move(sample.header.done), range);
    }
    return tally;
}

void remove_checkpoint(const SampleOfRun& sample) {
    std::error_code ignored;
    std::filesystem::remove(sample.checkpoint, ignored);
}

}  // namespace trialcost
