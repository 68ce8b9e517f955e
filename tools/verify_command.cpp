#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "scenarios/build/build_plan.hpp"
#include "sim/results/result_file.hpp"
#include "sim/run/block_digest.hpp"
#include "sim/run/run_state.hpp"
#include "sim/run/threads.hpp"
#include "tools/commands.hpp"
#include "tools/provenance.hpp"
#include "tools/report/text_layout.hpp"

namespace trialcost {
namespace {

std::string text_of(const ResultData& result, const char* name) {
    if (!result.has_attribute(name))
        throw ResultFileError(fmt::format(
            "the result does not say its `{}`: it is of an older version; run it again", name));
    return result.text_attribute(name);
}

SamplingDesign sampling_of(const ResultData& result) {
    const auto sampler = sampler_named(text_of(result, "sampler"));
    if (!sampler) throw ResultFileError("the sampler of the result is unknown to this version");
    return {*sampler, result.count_attribute("seed"),
            static_cast<std::uint32_t>(result.count_attribute("replicates")),
            static_cast<std::uint32_t>(result.count_attribute("draws_per_replicate"))};
}

// What the result says of its files has to be so still.
void check_files(const ResultData& result, const Plan& plan, const std::string& scenario) {
    const auto& names = result.texts("file_name");
    const auto& digests = result.texts("file_sha256");
    bool same = names.size() == plan.files.size();
    for (std::size_t i = 0; same && i < names.size(); ++i)
        same = names[i] == plan.files[i].name && digests[i] == plan.files[i].sha256;
    if (!same || text_of(result, "as_of") != plan.as_of)
        throw std::invalid_argument(scenario +
                                    " or a file that it names has changed since the run; its "
                                    "result cannot be computed again from them");
}

// Which of the noted blocks are computed again: others with every result, the same for the same
// one.
std::vector<std::size_t> chosen(std::size_t noted, std::uint64_t wanted, std::uint64_t seed) {
    std::vector<std::size_t> order(noted);
    for (std::size_t i = 0; i < noted; ++i) order[i] = i;
    for (std::size_t i = 0; i + 1 < noted; ++i) {
        const std::uint32_t word = philox4x32(
            {static_cast<std::uint32_t>(i), 0, 0, 0},
            {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)})[0];
        std::swap(order[i], order[i + word % (noted - i)]);
    }
    order.resize(std::min<std::uint64_t>(noted, wanted));
    return order;
}

}  // namespace

int verify_command(const VerifyRequest& request) {
    // Reading it has checked its checksum, its schema and its shapes.
    const ResultData result = read_result(request.result);
    const std::string scenario =
        request.scenario ? request.scenario->string() : text_of(result, "scenario");
    const auto today = parse_date(text_of(result, "today"));
    if (!today) throw ResultFileError("the date of the run is none");
    Plan plan = build_plan(scenario, *today).plan;
    plan.sampling = sampling_of(result);
    check_files(result, plan, scenario);

    if (!result.has("checked_block_number"))
        throw ResultFileError(
            "no block of draws was noted in the result: it is of an older version");
    const auto& numbers = result.counts("checked_block_number");
    const auto& digests = result.texts("checked_block_digest");
    const Runner runner(plan, request.threads.value_or(available_threads()));
    const auto order = chosen(numbers.size(), request.blocks, plan.sampling.seed);
    for (const std::size_t i : order)
        if (block_digest(runner.block(numbers[i])) != digests[i])
            throw SelfCheckError(fmt::format(
                "block {} of {} is not what it was: version {} of the program made other draws of "
                "it than version {}",
                numbers[i], request.result.string(), program_version(),
                text_of(result, "tool_version")));
    fmt::print(
        "{}: file and schema are sound; {} of {} noted blocks of {} draws computed again, "
        "bit for bit the same\n",
        printable(request.result.string()), order.size(), numbers.size(), draws_per_block);
    return 0;
}

}  // namespace trialcost
