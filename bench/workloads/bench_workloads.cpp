// Times the reference workloads and prints the line of bench/workloads.md:
//
//     bench_workloads W0|W1|W1E|SOBOL S|M|L DRAWS ROUNDS [SEED] [--sampler mc|sobol] [--threads N]
//     bench_workloads bounds
//
// Round r has the seed SEED + r. Sobol' (the default) rounds draws up to a power of two. The
// indices of SOBOL are found by one thread. `bounds` is in bench/workloads/bounds.hpp.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/workloads/bounds.hpp"
#include "bench/workloads/rounds.hpp"
#include "bench/workloads/sobol_indices.hpp"

using namespace trialcost;
using namespace trialcost::bench;

namespace {

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    return 0.5 * (values[(n - 1) / 2] + values[n / 2]);
}

struct Command {
    std::vector<std::string> words;
    Sampler sampler = Sampler::sobol;
    unsigned threads = 1;
    bool is_wrong = false;
};

Command parse(int argc, char** argv) {
    Command command;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (!word.starts_with("--")) {
            command.words.push_back(word);
            continue;
        }
        const std::string value = ++i < argc ? argv[i] : "";
        if (word == "--threads" && std::atoi(value.c_str()) > 0)
            command.threads = static_cast<unsigned>(std::atoi(value.c_str()));
        else if (word == "--sampler" && (value == "mc" || value == "sobol"))
            command.sampler = value == "mc" ? Sampler::monte_carlo : Sampler::sobol;
        else
            command.is_wrong = true;
    }
    return command;
}

void print_rounds(const Command& command, Round round, int rounds) {
    std::vector<double> seconds, percentile_seconds;
    Figures sum;
    for (int r = 0; r < rounds; ++r) {
        const Figures one = run_round(round);
        seconds.push_back(one.seconds);
        percentile_seconds.push_back(one.percentile_seconds);
        sum.mean += one.mean / rounds;
        sum.p50 += one.p50 / rounds;
        sum.p95 += one.p95 / rounds;
        sum.p99 += one.p99 / rounds;
        sum.over += one.over / rounds;
        ++round.seed;
    }
    const double taken = median(seconds);
    std::printf(
        "peer=trialcost workload=%s scale=%s draws=%llu seconds=%.6f draws_per_s=%.5g mean=%.8g "
        "p50=%.8g p95=%.8g p99=%.8g p_over=%.7f pct_seconds=%.6f\n",
        command.words[0].c_str(), command.words[1].c_str(),
        static_cast<unsigned long long>(round.draws), taken,
        static_cast<double>(round.draws) / taken, sum.mean, sum.p50, sum.p95, sum.p99, sum.over,
        median(percentile_seconds));
}

void print_list(const char* name, const std::array<double, input_count>& values, int rounds) {
    std::printf(" %s", name);
    for (std::size_t i = 0; i < input_count; ++i)
        std::printf("%c%.7f", i == 0 ? '=' : ',', values[i] / rounds);
}

void print_indices(const Command& command, const Scale& scale, std::uint64_t points,
                   std::uint64_t seed, int rounds) {
    std::vector<double> seconds;
    SobolIndices sum;
    for (int r = 0; r < rounds; ++r) {
        const SobolIndices one = sobol_indices(scale, command.sampler, points, seed++);
        seconds.push_back(one.seconds);
        for (std::size_t i = 0; i < input_count; ++i) {
            sum.first[i] += one.first[i];
            sum.total[i] += one.total[i];
        }
    }
    const double taken = median(seconds);
    std::printf("peer=trialcost workload=SOBOL scale=%s draws=%llu seconds=%.6f draws_per_s=%.5g",
                command.words[1].c_str(), static_cast<unsigned long long>(points), taken,
                static_cast<double>(points) / taken);
    print_list("first", sum.first, rounds);
    print_list("total", sum.total, rounds);
    std::printf("\n");
}

int wrong() {
    std::fprintf(stderr,
                 "usage: bench_workloads W0|W1|W1E|SOBOL S|M|L DRAWS ROUNDS [SEED] "
                 "[--sampler mc|sobol] [--threads N]\n       bench_workloads bounds\n");
    return 64;
}

}  // namespace

int main(int argc, char** argv) {
    const Command command = parse(argc, argv);
    const auto& words = command.words;
    if (!command.is_wrong && words.size() == 1 && words[0] == "bounds") {
        print_bounds();
        return 0;
    }
    if (command.is_wrong || words.size() < 4 || words.size() > 5) return wrong();
    const auto workload = workload_named(words[0]);
    const auto scale = scale_named(words[1]);
    const double draws = std::atof(words[2].c_str());
    const int rounds = std::atoi(words[3].c_str());
    const std::uint64_t seed = words.size() > 4 ? std::strtoull(words[4].c_str(), nullptr, 10) : 1;
    const bool is_indices = words[0] == "SOBOL" || words[0] == "sobol-indices";
    if ((!workload && !is_indices) || !scale || !(draws >= 1) || rounds < 1) return wrong();
    auto count = static_cast<std::uint64_t>(draws);
    if (command.sampler == Sampler::sobol) count = std::bit_ceil(count);
    if (is_indices) {
        print_indices(command, *scale, (count + 7) / 8 * 8, seed, rounds);
        return 0;
    }
    print_rounds(command, {*workload, *scale, command.sampler, count, seed, command.threads},
                 rounds);
}
