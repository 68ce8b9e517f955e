#include "sim/run/run_tally.hpp"

#include "sim/run/block_digest.hpp"

namespace trialcost {

RunTally::RunTally(const Plan& plan)
    : plan_(plan), options_(plan.options.size()), break_even_(plan.options.size()) {
    for (std::size_t i = 0; i < plan.options.size(); ++i) {
        const OptionPlan& option = plan.options[i];
        if (option.job.can_run()) options_[i].emplace(plan, option);
        if (BreakEvenTally::is_known(plan, option)) break_even_[i].emplace(plan);
    }
}

void RunTally::add(const BlockDraws& block) {
    const std::uint32_t replicate = block.block.replicate;
    for (std::size_t i = 0; i < options_.size(); ++i) {
        if (options_[i]) options_[i]->add(replicate, *block.options[i]);
        if (break_even_[i])
            break_even_[i]->add(replicate, *block.options[plan_.baseline], *block.options[i]);
    }
    const std::uint64_t number = number_of(plan_.sampling, block.block);
    if (!is_checked_block(plan_.sampling, number)) return;
    std::string digest = block_digest(block);
    const std::lock_guard lock(*lock_);
    checked_.emplace(number, std::move(digest));
}

void RunTally::merge(const RunTally& other) {
    for (std::size_t i = 0; i < options_.size(); ++i) {
        if (options_[i]) options_[i]->merge(*other.options_[i]);
        if (break_even_[i]) break_even_[i]->merge(*other.break_even_[i]);
    }
    checked_.insert(other.checked_.begin(), other.checked_.end());
}

void RunTally::finish() {
    for (std::size_t i = 0; i < options_.size(); ++i) {
        if (options_[i]) options_[i]->finish();
        if (break_even_[i]) break_even_[i]->finish();
    }
}

void RunTally::write(StateWriter& out) const {
    for (std::size_t i = 0; i < options_.size(); ++i) {
        if (options_[i]) options_[i]->write(out);
        if (break_even_[i]) break_even_[i]->write(out);
    }
    out.word(checked_.size());
    for (const auto& [number, digest] : checked_) {
        out.word(number);
        out.text(digest);
    }
}

void RunTally::read(StateReader& in) {
    for (std::size_t i = 0; i < options_.size(); ++i) {
        if (options_[i]) options_[i]->read(in);
        if (break_even_[i]) break_even_[i]->read(in);
    }
    const std::size_t checked = in.length(2 * 8);
    for (std::size_t i = 0; i < checked; ++i) {
        const std::uint64_t number = in.word();
        checked_.emplace(number, in.text());
    }
}

}  // namespace trialcost
