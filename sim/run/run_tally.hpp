// All draws of a sample of a plan, tallied: by option, and what is told from two options together.
// What a run is summarised from, and what shards, ranks and checkpoints hand on (run_state.hpp).
//
// Blocks may be added in any order, from several threads at a time, and tallies of the same plan
// merged in any order: the same bits. Errors: those of FigureTally. No randomness.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "sim/plan/plan.hpp"
#include "sim/run/break_even.hpp"
#include "sim/run/option_tally.hpp"
#include "sim/run/runner.hpp"

namespace trialcost {

class RunTally {
  public:
    // The plan outlives it.
    explicit RunTally(const Plan& plan);

    void add(const BlockDraws& block);
    void merge(const RunTally& other);
    // To be called once all draws are in, before anything is read.
    void finish();

    const std::optional<OptionTally>& option(std::size_t number) const { return options_[number]; }
    const std::optional<BreakEvenTally>& break_even(std::size_t number) const {
        return break_even_[number];
    }

    // Digests of some blocks, by number (block_digest.hpp).
    const std::map<std::uint64_t, std::string>& checked_blocks() const { return checked_; }

    void write(StateWriter& out) const;
    // Into a tally of no draws.
    void read(StateReader& in);

  private:
    const Plan& plan_;
    std::vector<std::optional<OptionTally>> options_;        // absent: it cannot run
    std::vector<std::optional<BreakEvenTally>> break_even_;  // absent: it cannot be told
    std::map<std::uint64_t, std::string> checked_;
    std::unique_ptr<std::mutex> lock_ = std::make_unique<std::mutex>();  // of checked_
};

}  // namespace trialcost
