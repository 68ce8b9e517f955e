// Time of one normal score of the points, for both samplers.
#include "sim/sampling/points.hpp"

#include "bench/interleaved.hpp"

using namespace trialcost;

namespace {

Timed scores(const std::string& name, Sampler sampler) {
    constexpr std::uint32_t draws = 1 << 16;
    const auto run = [sampler] {
        const Points points({sampler, 1, 1, draws}, {"a", "b", "c", "d"});
        std::vector<double> block(1024);
        double sum = 0;
        for (std::size_t coordinate = 0; coordinate < 4; ++coordinate)
            for (std::uint32_t first = 0; first < draws; first += 1024) {
                points.scores(coordinate, 0, first, block);
                sum += block[0];
            }
        if (sum == 0)
            fmt::print("nothing was drawn\n");  // keeps the work from being optimised away
    };
    return {name, 4.0 * draws, run};
}

}  // namespace

int main() {
    time_in_turn(
        {scores("Sobol' score", Sampler::sobol), scores("Monte Carlo score", Sampler::monte_carlo)},
        7);
}
