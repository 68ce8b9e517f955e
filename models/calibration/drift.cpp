#include "models/calibration/drift.hpp"

#include <algorithm>
#include <cmath>

#include "models/calibration/student_test.hpp"
#include "models/distribution/portable_math.hpp"

namespace trialcost {
namespace {

constexpr std::size_t least_runs = 4;
constexpr double least_blocks = 30, least_effective = 12;
constexpr double largest_correlation = 0.99;

using Blocks = std::vector<MeasuredBlock>;

// Over the runs: squared differences of the logs of blocks one and two places apart.
struct Sums {
    double blocks = 0;
    double near_squares = 0, near_pairs = 0, far_squares = 0, far_pairs = 0;
    double weights = 0;  // squared, of the blocks in both thirds
};

struct Thirds {
    double log_change = 0;
    double squared_weights = 0;
};

double length_of(const Blocks& blocks) {
    double length_s = 0;
    for (const MeasuredBlock& block : blocks) length_s += block.duration_s;
    return length_s;
}

Thirds compare_thirds(const Blocks& blocks) {
    const double length_s = length_of(blocks), third_s = length_s / 3;
    double early = 0, late = 0, start_s = 0;
    Thirds out;
    for (const MeasuredBlock& block : blocks) {
        const double end_s = start_s + block.duration_s;
        const double early_s = std::max(0.0, std::min(end_s, third_s) - start_s);
        const double late_s =
            std::min(block.duration_s, std::max(0.0, end_s - (length_s - third_s)));
        early += block.units / block.duration_s * early_s;
        late += block.units / block.duration_s * late_s;
        out.squared_weights += (early_s * early_s + late_s * late_s) / (third_s * third_s);
        start_s = end_s;
    }
    out.log_change = portable::log(late / early);
    return out;
}

void add(const Blocks& blocks, Sums& sums) {
    std::vector<double> logs;
    for (const MeasuredBlock& block : blocks)
        logs.push_back(portable::log(block.units / block.duration_s));
    const auto squared = [&](std::size_t i, std::size_t apart) {
        return (logs[i] - logs[i - apart]) * (logs[i] - logs[i - apart]);
    };
    for (std::size_t i = 1; i < logs.size(); ++i) sums.near_squares += squared(i, 1);
    for (std::size_t i = 2; i < logs.size(); ++i) sums.far_squares += squared(i, 2);
    const auto n = static_cast<double>(logs.size());
    sums.blocks += n;
    sums.near_pairs += n - 1;
    sums.far_pairs += n - 2;
}

// Scatter of the blocks of a run that does not drift.
struct Scatter {
    double variance = 0;     // of the log of a block
    double correlation = 0;  // of neighbours, at most likely
};

Scatter scatter_of(const Sums& sums) {
    const double near = sums.near_squares / sums.near_pairs,
                 far = sums.far_squares / sums.far_pairs;
    if (!(near > 0)) return {};
    const double r = std::clamp(far / near - 1, 0.0, largest_correlation);
    const double raised = std::min(r + std::sqrt((1 - r * r) / sums.blocks), largest_correlation);
    return {near / 2 / (1 - raised), raised};
}

void judge_by_runs(const std::vector<double>& changes, double mean, Drift& out) {
    const auto runs = static_cast<double>(changes.size());
    double squares = 0;
    for (const double change : changes) squares += (change - mean) * (change - mean);
    const StudentTest test = student_test(mean, std::sqrt(squares / (runs - 1) / runs), runs - 1);
    out.rests_on = DriftRestsOn::runs;
    out.low = test.low, out.high = test.high, out.p_value = test.p_value;
}

void judge_by_blocks(const Sums& sums, double variance, double mean, Drift& out) {
    const auto runs = static_cast<double>(out.runs);
    const double each = sums.blocks / out.effective_blocks;
    const StudentTest test = student_test(mean, std::sqrt(variance * each * sums.weights) / runs,
                                          out.effective_blocks - 2 * runs);
    out.rests_on = DriftRestsOn::blocks;
    out.low = test.low, out.high = test.high, out.p_value = test.p_value;
}

}  // namespace

std::optional<Drift> drift_inside(std::span<const std::vector<MeasuredBlock>> runs) {
    Sums sums;
    std::vector<double> changes;
    double mean = 0;
    for (const Blocks& blocks : runs) {
        if (blocks.size() < least_blocks_of_run) continue;
        const Thirds thirds = compare_thirds(blocks);
        changes.push_back(thirds.log_change);
        mean += thirds.log_change;
        sums.weights += thirds.squared_weights;
        add(blocks, sums);
    }
    if (changes.empty()) return std::nullopt;
    mean /= static_cast<double>(changes.size());

    Drift out;
    out.runs = changes.size();
    out.blocks = static_cast<std::size_t>(sums.blocks);
    const Scatter scatter = scatter_of(sums);
    // No run counts for less than one block.
    out.effective_blocks =
        std::max(sums.blocks * (1 - scatter.correlation) / (1 + scatter.correlation),
                 static_cast<double>(out.runs));
    if (changes.size() >= least_runs)
        judge_by_runs(changes, mean, out);
    else if (sums.blocks >= least_blocks && out.effective_blocks >= least_effective)
        judge_by_blocks(sums, scatter.variance, mean, out);
    out.change = portable::expm1(mean);
    out.low = portable::expm1(out.low);
    out.high = portable::expm1(out.high);
    return out;
}

}  // namespace trialcost
