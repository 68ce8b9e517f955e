#include "sim/analysis/figure_tally.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace trialcost {

double tail_mean_of(const DrawTally& draws, double p) {
    const double percentile = draws.percentile(p);
    return percentile + draws.mean_overrun(percentile) / (1 - p);
}

FigureTally::FigureTally(const SamplingDesign& design, SectionFigures asked)
    : design_(design),
      asked_(std::move(asked)),
      sections_(design.replicates),
      is_closed_(design.replicates, false) {}

void FigureTally::add(std::uint32_t replicate, std::span<const double> draws) {
    if (replicate >= design_.replicates || is_closed_[replicate])
        throw std::logic_error("these draws are not missing in the sample");
    DrawTally& open = open_[replicate];
    open.add(draws);
    if (open.size() > design_.draws_per_replicate)
        throw std::logic_error("a replicate has more draws than its design");
    if (open.size() == design_.draws_per_replicate) {
        close(replicate, open);
        open_.erase(replicate);
    }
}

void FigureTally::close(std::uint32_t replicate, DrawTally& draws) {
    draws.finish();
    Section& section = sections_[replicate];
    for (const double p : asked_.percentiles) {
        section.highest.push_back(draws.percentile(p, UnknownDraws::highest));
        section.lowest.push_back(draws.percentile(p, UnknownDraws::lowest));
    }
    section.mean = draws.mean();
    section.variance = draws.variance();
    section.tail_mean = tail_mean_of(draws, asked_.tail);
    is_closed_[replicate] = true;
    pooled_.merge(draws);
}

void FigureTally::add_doubled(std::span<const double> drawn, std::span<const double> doubled) {
    held_.add(drawn);
    held_doubled_.add(doubled);
    any_doubled_ =
        any_doubled_ || !std::equal(drawn.begin(), drawn.end(), doubled.begin(), doubled.end());
}

void FigureTally::merge(const FigureTally& other) {
    for (std::uint32_t r = 0; r < design_.replicates; ++r) {
        if (!other.is_closed_[r]) continue;
        if (is_closed_[r] || open_.contains(r))
            throw std::logic_error("a replicate is in two tallies");
        sections_[r] = other.sections_[r];
        is_closed_[r] = true;
    }
    pooled_.merge(other.pooled_);
    for (const auto& [replicate, draws] : other.open_) {
        if (is_closed_[replicate]) throw std::logic_error("a replicate is in two tallies");
        DrawTally& open = open_[replicate];
        open.merge(draws);
        if (open.size() < design_.draws_per_replicate) continue;
        close(replicate, open);
        open_.erase(replicate);
    }
    held_.merge(other.held_);
    held_doubled_.merge(other.held_doubled_);
    any_doubled_ = any_doubled_ || other.any_doubled_;
}

bool FigureTally::is_complete() const {
    return std::all_of(is_closed_.begin(), is_closed_.end(), [](bool closed) { return closed; });
}

void FigureTally::finish() {
    if (!is_complete()) throw std::logic_error("draws of the sample are missing");
    if (any_doubled_) {
        doubled_ = pooled_;
        doubled_.subtract(held_);
        doubled_.merge(held_doubled_);
        doubled_.finish();
    }
    pooled_.finish();
}

void FigureTally::write(StateWriter& out) const {
    out.word(open_.size());
    for (const auto& [replicate, draws] : open_) {
        out.word(replicate);
        draws.write(out);
    }
    for (std::uint32_t r = 0; r < design_.replicates; ++r) {
        out.word(is_closed_[r] ? 1 : 0);
        if (!is_closed_[r]) continue;
        const Section& section = sections_[r];
        out.numbers(section.highest);
        out.numbers(section.lowest);
        for (const double value : {section.mean, section.variance, section.tail_mean})
            out.number(value);
    }
    pooled_.write(out);
    held_.write(out);
    held_doubled_.write(out);
    out.word(any_doubled_ ? 1 : 0);
}

void FigureTally::read(StateReader& in) {
    const std::size_t open = in.length(8);
    for (std::size_t i = 0; i < open; ++i) {
        const std::uint64_t replicate = in.word();
        if (replicate >= design_.replicates) throw StateError("it has a replicate too many");
        open_[static_cast<std::uint32_t>(replicate)] = DrawTally::read(in);
    }
    for (std::uint32_t r = 0; r < design_.replicates; ++r) {
        is_closed_[r] = in.word() == 1;
        if (!is_closed_[r]) continue;
        Section& section = sections_[r];
        section.highest = in.numbers();
        section.lowest = in.numbers();
        if (section.highest.size() != asked_.percentiles.size() ||
            section.lowest.size() != asked_.percentiles.size())
            throw StateError("it has other percentiles");
        section.mean = in.number();
        section.variance = in.number();
        section.tail_mean = in.number();
    }
    pooled_ = DrawTally::read(in);
    held_ = DrawTally::read(in);
    held_doubled_ = DrawTally::read(in);
    any_doubled_ = in.word() == 1;
}

}  // namespace trialcost
