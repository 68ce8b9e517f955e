#include "sim/run/run_state.hpp"

#include <algorithm>

#include "sim/digest/sha256.hpp"

namespace trialcost {
namespace {

constexpr std::uint64_t magic = 0x5341'544e'5552'4354;  // "TCRUNTAS"
constexpr std::uint64_t format = 1;
constexpr std::size_t digest_bytes = std::tuple_size_v<Sha256Digest>;

void write_sampling(const SamplingDesign& sampling, StateWriter& out) {
    for (const std::uint64_t word :
         {static_cast<std::uint64_t>(sampling.sampler), sampling.seed,
          std::uint64_t{sampling.replicates}, std::uint64_t{sampling.draws_per_replicate}})
        out.word(word);
}

SamplingDesign read_sampling(StateReader& in) {
    SamplingDesign sampling;
    sampling.sampler = static_cast<Sampler>(in.word());
    sampling.seed = in.word();
    sampling.replicates = static_cast<std::uint32_t>(in.word());
    sampling.draws_per_replicate = static_cast<std::uint32_t>(in.word());
    return sampling;
}

StateHeader read_header(StateReader& in) {
    if (in.word() != magic) throw StateError("it is no part of a run");
    if (const std::uint64_t found = in.word(); found != format)
        throw StateError("its format is " + std::to_string(found) + ", not " +
                         std::to_string(format) + ": it is of another version");
    StateHeader header;
    header.identity = in.text();
    header.scenario = in.text();
    header.today = in.text();
    header.sampling = read_sampling(in);
    header.shard = in.word();
    header.shards = in.word();
    const std::size_t ranges = in.length(2 * 8);
    for (std::size_t i = 0; i < ranges; ++i) {
        const std::uint64_t first = in.word(), end = in.word();
        header.done.push_back({first, end});
    }
    return header;
}

// The state without its digest, which fits it.
std::span<const std::byte> checked(std::span<const std::byte> state) {
    // What it is comes first: another file is no damaged state.
    if (state.size() < 8 + digest_bytes || StateReader(state).word() != magic)
        throw StateError("it is no part of a run");
    const auto content = state.first(state.size() - digest_bytes);
    const Sha256Digest digest = sha256(content);
    if (!std::equal(digest.begin(), digest.end(), state.last(digest_bytes).begin()))
        throw StateError("it is cut off or damaged");
    return content;
}

}  // namespace

std::string run_identity(const Plan& plan, const std::string& version) {
    StateWriter out;
    out.text(version);
    out.text(plan.scenario_text);
    for (const FileDigest& file : plan.files) {
        out.text(file.name);
        out.text(file.sha256);
    }
    out.text(plan.as_of);
    write_sampling(plan.sampling, out);
    return hexadecimal(sha256(out.take()));
}

std::vector<std::byte> state_bytes(const StateHeader& header, const RunTally& tally) {
    StateWriter out;
    out.word(magic);
    out.word(format);
    out.text(header.identity);
    out.text(header.scenario);
    out.text(header.today);
    write_sampling(header.sampling, out);
    out.word(header.shard);
    out.word(header.shards);
    out.word(header.done.size());
    for (const BlockRange& range : header.done) {
        out.word(range.first);
        out.word(range.end);
    }
    tally.write(out);
    std::vector<std::byte> bytes = out.take();
    const Sha256Digest digest = sha256(bytes);
    bytes.insert(bytes.end(), digest.begin(), digest.end());
    return bytes;
}

StateHeader read_header(std::span<const std::byte> state) {
    StateReader in(checked(state));
    return read_header(in);
}

void read_tally(std::span<const std::byte> state, RunTally& tally) {
    StateReader in(checked(state));
    read_header(in);
    tally.read(in);
    if (!in.at_end()) throw StateError("it is of another plan");
}

std::vector<BlockRange> with_range(std::vector<BlockRange> ranges, const BlockRange& added) {
    if (added.size() == 0) return ranges;
    ranges.push_back(added);
    std::sort(ranges.begin(), ranges.end(),
              [](const BlockRange& a, const BlockRange& b) { return a.first < b.first; });
    std::vector<BlockRange> joined;
    for (const BlockRange& range : ranges) {
        if (!joined.empty() && range.first < joined.back().end)
            throw StateError("it has draws that are there already");
        if (!joined.empty() && range.first == joined.back().end)
            joined.back().end = range.end;
        else
            joined.push_back(range);
    }
    return joined;
}

std::vector<BlockRange> missing_of(const BlockRange& whole, const std::vector<BlockRange>& ranges) {
    std::vector<BlockRange> missing;
    std::uint64_t next = whole.first;
    for (const BlockRange& range : ranges) {
        if (range.first > next) missing.push_back({next, std::min(range.first, whole.end)});
        next = std::max(next, range.end);
    }
    if (next < whole.end) missing.push_back({next, whole.end});
    return missing;
}

}  // namespace trialcost
