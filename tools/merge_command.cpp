#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "scenarios/build/build_plan.hpp"
#include "sim/run/runner.hpp"
#include "sim/run/threads.hpp"
#include "tools/commands.hpp"
#include "tools/finish_run.hpp"
#include "tools/sample_run.hpp"
#include "tools/state_file.hpp"

namespace trialcost {
namespace {

struct Shard {
    std::filesystem::path path;
    StateHeader header;
};

// The files are read one at a time: a shard may be large.
std::vector<Shard> read_headers(const std::vector<std::filesystem::path>& paths) {
    std::vector<Shard> shards;
    for (const std::filesystem::path& path : paths)
        shards.push_back({path, header_of(path, read_state_file(path))});
    return shards;
}

bool is_whole(const StateHeader& header) {
    const BlockRange part = part_of(all_blocks(header.sampling), header.shard, header.shards);
    return part.size() == 0 ? header.done.empty() : header.done == std::vector{part};
}

void refuse_foreign(const std::vector<Shard>& shards) {
    const Shard& first = shards.front();
    for (const Shard& shard : shards) {
        if (shard.header.identity != first.header.identity)
            throw std::invalid_argument(
                fmt::format("{} is of another run than {}: scenario, record, quote, date, seed, "
                            "number of draws "
                            "or version differ; merge what was run together",
                            shard.path.string(), first.path.string()));
        if (shard.header.shards != first.header.shards)
            throw std::invalid_argument(fmt::format(
                "{} is one of {} shards, {} one of {}: their draws overlap; merge shards of one "
                "count",
                shard.path.string(), shard.header.shards, first.path.string(),
                first.header.shards));
        if (!is_whole(shard.header))
            throw std::invalid_argument(
                fmt::format("{} is not finished; run shard {}/{} again, which goes on from it",
                            shard.path.string(), shard.header.shard, shard.header.shards));
    }
}

void refuse_duplicates(std::vector<Shard> shards) {
    std::stable_sort(shards.begin(), shards.end(), [](const Shard& a, const Shard& b) {
        return a.header.shard < b.header.shard;
    });
    for (std::size_t i = 1; i < shards.size(); ++i)
        if (shards[i].header.shard == shards[i - 1].header.shard)
            throw std::invalid_argument(fmt::format(
                "{} and {} are the same shard {}/{}; name one", shards[i - 1].path.string(),
                shards[i].path.string(), shards[i].header.shard, shards[i].header.shards));
}

// "2,5-7"
std::string number_list(const std::vector<std::uint64_t>& numbers) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t end = i + 1;
        while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
        text += text.empty() ? "" : ",";
        text += std::to_string(numbers[i]);
        if (end - i > 1) text += "-" + std::to_string(numbers[end - 1]);
        i = end;
    }
    return text;
}

void refuse_missing(const std::vector<Shard>& shards) {
    const std::uint64_t count = shards.front().header.shards;
    std::vector<bool> there(count, false);
    for (const Shard& shard : shards) there[shard.header.shard] = true;
    std::vector<std::uint64_t> missing;
    for (std::uint64_t i = 0; i < count; ++i)
        if (!there[i]) missing.push_back(i);
    if (missing.empty()) return;
    throw StoppedEarly(
        fmt::format("{} of {} shards are missing: {}; run them with --shard I/{}, "
                    "and merge again",
                    missing.size(), count, number_list(missing), count));
}

BuiltPlan rebuilt_plan(const MergeRequest& request, const StateHeader& header) {
    const std::filesystem::path scenario = request.scenario.value_or(header.scenario);
    BuiltPlan built =
        build_plan(scenario, parse_date(header.today).value(), readings_for(header.sampling));
    built.plan.sampling = header.sampling;
    if (run_identity(built.plan, program_version()) != header.identity)
        throw std::invalid_argument(fmt::format(
            "{} or a file that it names has changed since the shards were run (or the program is "
            "of another version); put it back, or run the shards again",
            scenario.string()));
    return built;
}

}  // namespace

int merge_command(const MergeRequest& request) {
    const auto start = std::chrono::steady_clock::now();
    const std::string started_at = timestamp();
    const std::vector<Shard> shards = read_headers(request.shards);
    refuse_foreign(shards);
    refuse_duplicates(shards);
    refuse_missing(shards);
    const BuiltPlan built = rebuilt_plan(request, shards.front().header);
    check_request(built.plan, request);

    const int threads = request.threads.value_or(available_threads());
    const Runner runner(built.plan, threads);
    RunTally tally(built.plan);
    for (const Shard& shard : shards) {
        RunTally part(built.plan);
        read_tally(read_state_file(shard.path), part);
        tally.merge(part);
    }
    Simulation simulation(built, runner, threads, request.progress);
    Provenance provenance;
    provenance.scenario = shards.front().header.scenario;
    provenance.today = shards.front().header.today;
    provenance.threads = threads;
    provenance.started_at = started_at;
    provenance.wall_s =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return finish_run(request, built.plan, simulation, tally, provenance);
}

}  // namespace trialcost
