#include "sim/run/option_tally.hpp"

#include <algorithm>
#include <numeric>

#include "sim/analysis/figure_summary.hpp"

namespace trialcost {
namespace {

std::uint64_t count_of(const std::vector<std::uint8_t>& events) {
    return std::accumulate(events.begin(), events.end(), std::uint64_t{0});
}

}  // namespace

OptionTally::OptionTally(const Plan& plan, const OptionPlan& option)
    : figures_(std::make_unique<DrawFigures>(plan, option)),
      columns_(figures_->columns(), {plan.sampling, reported_figures(plan.confidence)}),
      ceilings_(figures_->limits().size() + 1, CeilingTally(plan.sampling)),
      not_finished_(plan.sampling),
      no_output_(plan.sampling),
      any_failure_(plan.sampling),
      open_failures_(plan.sampling),
      held_(plan.sampling),
      locks_(std::make_unique<std::mutex[]>(figures_->columns() + 1)) {}

void OptionTally::add(std::uint32_t replicate, const SampleColumns& block) {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        const SampleColumns::HeldValues held = block.held(c);
        const std::lock_guard lock(locks_[c]);
        columns_[c].add(replicate, block.column(c));
        columns_[c].add_doubled(held.drawn, held.doubled);
    }
    const std::lock_guard lock(locks_[columns_.size()]);
    count_events(replicate, block);
}

void OptionTally::count_events(std::uint32_t replicate, const SampleColumns& block) {
    not_finished_.add(replicate, count_of(block.not_finished));
    no_output_.add(replicate, count_of(block.no_output));
    open_failures_.add(replicate, count_of(block.open_failures));
    held_.add(replicate, block.held_rows().size());
    const auto failures = block.column(Figure::failures);
    any_failure_.add(
        replicate, static_cast<std::uint64_t>(std::count_if(
                       failures.begin(), failures.end(), [](double count) { return count > 0; })));
    const std::vector<FigureLimit>& limits = figures_->limits();
    for (std::size_t row = 0; row < block.draws(); ++row) {
        Kept together = Kept::yes;
        for (std::size_t i = 0; i < limits.size(); ++i) {
            const Kept kept = kept_in(block.column(limits[i].figure)[row], limits[i].limit);
            ceilings_[i].add(replicate, kept);
            together = std::max(together, kept);
        }
        ceilings_.back().add(replicate, together);
    }
}

const std::array<EventTally OptionTally::*, 5> OptionTally::events_ = {
    &OptionTally::not_finished_, &OptionTally::no_output_, &OptionTally::any_failure_,
    &OptionTally::open_failures_, &OptionTally::held_};

void OptionTally::merge(const OptionTally& other) {
    for (std::size_t c = 0; c < columns_.size(); ++c) columns_[c].merge(other.columns_[c]);
    for (std::size_t i = 0; i < ceilings_.size(); ++i) ceilings_[i].merge(other.ceilings_[i]);
    for (const auto event : events_) (this->*event).merge(other.*event);
}

void OptionTally::finish() {
    for (FigureTally& column : columns_) column.finish();
}

void OptionTally::write(StateWriter& out) const {
    for (const FigureTally& column : columns_) column.write(out);
    for (const CeilingTally& ceiling : ceilings_) ceiling.write(out);
    for (const auto event : events_) (this->*event).write(out);
}

void OptionTally::read(StateReader& in) {
    for (FigureTally& column : columns_) column.read(in);
    for (CeilingTally& ceiling : ceilings_) ceiling.read(in);
    for (const auto event : events_) (this->*event).read(in);
}

}  // namespace trialcost
