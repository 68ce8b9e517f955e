// Time per value of the vector kernels and of what is made of them, beside what they cannot beat: a
// multiply-add per lane.
#include "bench/interleaved.hpp"
#include "bench/models/lanes/multiply_add.hpp"
#include "models/distribution/marginal.hpp"
#include "models/lanes/blocks.hpp"
#include "models/lanes/targets.hpp"
#include "sim/sampling/points.hpp"

using namespace trialcost;

namespace {

constexpr std::size_t block = 1024;
constexpr int repeats = 200;

Timed kernel(const std::string& name, void (*function)(std::span<const double>, std::span<double>),
             double low, double high) {
    std::vector<double> in(block), out(block);
    for (std::size_t i = 0; i < block; ++i)
        in[i] = low + (high - low) * (static_cast<double>((i * 421) % block) + 0.5) / block;
    return {name, double{block} * repeats, [=]() mutable {
                for (int i = 0; i < repeats; ++i) function(in, out);
            }};
}

Timed marginal(const std::string& name, const Family& family) {
    const Marginal compiled = Marginal::compile({family});
    std::vector<double> scores(block), out(block);
    for (std::size_t i = 0; i < block; ++i)
        scores[i] = (static_cast<double>((i * 421) % block) + 0.5) / block;
    lanes::normal_quantiles(scores, scores);
    return {name, double{block} * repeats, [=]() mutable {
                for (int i = 0; i < repeats; ++i) compiled.values(scores, out);
            }};
}

Timed marginal_singly(const std::string& name, const Family& family) {
    const Marginal compiled = Marginal::compile({family});
    return {name, 100'000, [=] {
                double score = 0.0;  // each waits for the one before
                for (int i = 0; i < 100'000; ++i) score = compiled(score) * 1e-3;
                if (score > 1e9) fmt::print("never\n");
            }};
}

Timed points(const std::string& name, Sampler sampler, bool scores) {
    constexpr std::uint32_t draws = 1 << 17;
    const Points sample({sampler, 1, 1, draws}, {"a", "b", "c"});
    return {name, draws, [=, out = std::vector<double>(block)]() mutable {
                for (std::uint32_t first = 0; first < draws; first += block)
                    scores ? sample.scores(2, 0, first, out) : sample.uniforms(2, 0, first, out);
            }};
}

}  // namespace

int main() {
    for (const lanes::Target& target : lanes::available_targets()) {
        const lanes::OnlyTarget only(target);
        fmt::print("{}, ns per value\n", target.name);
        time_in_turn({{"multiply-add", 1e6, [] { multiply_adds(1'000'000); }},
                      kernel("exp", lanes::exps, -10.0, 10.0),
                      kernel("log", lanes::logs, 0.0, 1.0),
                      kernel("normal quantile", lanes::normal_quantiles, 0.0, 1.0),
                      kernel("normal cdf", lanes::normal_cdfs, -4.0, 4.0),
                      points("Sobol' uniform", Sampler::sobol, false),
                      points("Sobol' score", Sampler::sobol, true),
                      points("Monte Carlo uniform", Sampler::monte_carlo, false),
                      points("Monte Carlo score", Sampler::monte_carlo, true),
                      marginal("normal", Normal{1.0, 2.0}),
                      marginal("lognormal", Lognormal{0.0, 0.4}),
                      marginal("uniform", Uniform{1.0, 2.0}),
                      marginal("triangular", Triangular{1.0, 2.0, 4.0}),
                      marginal("gamma 7.5 (degree 17)", Gamma{7.5, 2.0}),
                      marginal("PERT (degree 17)", Pert{1.0, 3.0, 5.0}),
                      marginal("beta 1, 1 (degree 27)", Beta{1.0, 1.0}),
                      marginal("Weibull 0.7 (degree 27, exp)", Weibull{0.7, 1.0}),
                      marginal("gamma 0.25 (table)", Gamma{0.25, 1.0}),
                      marginal_singly("gamma 7.5, one at a time", Gamma{7.5, 2.0})},
                     9);
    }
}
