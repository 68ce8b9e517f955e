// Tallies of a figure: the same whatever the order, the blocks and the parts.
#include "sim/analysis/figure_tally.hpp"

#include <cmath>
#include <stdexcept>

#include "sim/analysis/figure_summary.hpp"
#include "sim/analysis/moment.hpp"
#include "sim/analysis/percentile.hpp"
#include "sim/analysis/sections.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/analysis/tally_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

// Replicates of 30,000 draws: five of them are more than are kept as they are.
const SamplingDesign design{Sampler::sobol, 1, 5, 30'000};

std::vector<double> column() {
    std::vector<double> draws(design.total());
    for (std::size_t i = 0; i < draws.size(); ++i)
        draws[i] = 100 + std::sqrt(static_cast<double>(i * 7919 % draws.size()));
    return draws;
}

std::vector<std::byte> bytes_of(const FigureTally& tally) {
    StateWriter out;
    tally.write(out);
    return out.take();
}

// Blocks of 1,000 draws from number `first`, `step` apart.
FigureTally part_of(const std::vector<double>& draws, std::size_t first, std::size_t step) {
    FigureTally tally(design, all_figures());
    for (std::size_t block = first; block < draws.size() / 1000; block += step) {
        const auto values = std::span(draws).subspan(block * 1000, 1000);
        tally.add(static_cast<std::uint32_t>(block / 30), values);
        if (block % 4 != 0) continue;
        std::vector<double> doubled(values.begin(), values.begin() + 10);
        for (double& value : doubled) value *= 2;
        tally.add_doubled(values.first(10), doubled);
    }
    return tally;
}

}  // namespace

TEST_CASE("blocks of several tallies make the same tally as those of one") {
    const std::vector<double> draws = column();
    FigureTally whole = part_of(draws, 0, 1);
    for (const std::size_t parts : {2, 3, 7}) {
        FigureTally merged(design, all_figures());
        for (std::size_t i = parts; i-- > 0;) {
            // Through bytes, as shards go.
            const auto bytes = bytes_of(part_of(draws, i, parts));
            StateReader in(bytes);
            FigureTally part(design, all_figures());
            part.read(in);
            CHECK(in.at_end());
            merged.merge(part);
        }
        CHECK(merged.is_complete());
        CHECK(bytes_of(merged) == bytes_of(whole));
    }
    whole.finish();
    CHECK_FALSE(whole.pooled().is_exact());
    REQUIRE(whole.doubled() != nullptr);
    CHECK(whole.doubled()->max() > 1.5 * whole.pooled().max());
}

TEST_CASE("a replicate that is closed takes no more draws") {
    const std::vector<double> draws = column();
    FigureTally whole = part_of(draws, 0, 1);
    CHECK_THROWS_AS(whole.add(0, std::span(draws).first(1)), std::logic_error);
    CHECK_THROWS_AS(whole.merge(part_of(draws, 0, 2)), std::logic_error);
    CHECK_FALSE(part_of(draws, 0, 2).is_complete());
}

// The interval of a percentile from a histogram is wider by the error of its bin at either end.
TEST_CASE("what a histogram may be off by is in the interval") {
    std::vector<double> draws = column();
    const FigureTally histogram = tally_of(draws, design);
    const Estimate from_histogram = percentile(histogram, 0.95);
    const SamplingDesign fewer{Sampler::sobol, 1, 5, 10'000};
    const Estimate exact = percentile(tally_of(std::span(draws).first(50'000), fewer), 0.95);
    CHECK(from_histogram.value == Approx(exact.value).epsilon(1e-3));
    const double error = histogram.pooled().percentile_error(0.95);
    CHECK(error > 0);
    CHECK(error < 0x1p-12 * from_histogram.value);
    std::vector<double> sections;
    for (const Section& section : histogram.sections())
        sections.push_back(section.highest[10]);
    CHECK(from_histogram.high - from_histogram.value ==
          Approx(section_half_width(sections, from_histogram.value) + error).epsilon(1e-9));
}
