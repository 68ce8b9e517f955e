#include "sim/random/stream.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

namespace trialcost {

std::uint32_t stream_of(std::string_view name) {
    std::uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a offset basis
    for (const char character : name) {
        hash ^= static_cast<unsigned char>(character);
        hash *= 0x100000001b3U;  // FNV-1a prime
    }
    // The last characters of a name barely reach the high bits of FNV-1a: mix before folding.
    hash ^= hash >> 33;
    hash *= 0xff51afd7ed558ccdU;
    hash ^= hash >> 33;
    hash *= 0xc4ceb9fe1a85ec53U;
    hash ^= hash >> 33;
    return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

void assert_distinct_streams(std::span<const std::string> names) {
    std::vector<std::pair<std::uint32_t, std::string_view>> streams;
    streams.reserve(names.size());
    for (const std::string& name : names) streams.emplace_back(stream_of(name), name);
    std::sort(streams.begin(), streams.end());
    const auto same_stream = [](const auto& a, const auto& b) { return a.first == b.first; };
    const auto clash = std::adjacent_find(streams.begin(), streams.end(), same_stream);
    if (clash == streams.end()) return;
    const std::string first(clash->second);
    const std::string second(std::next(clash)->second);
    if (first == second) throw std::invalid_argument("the name '" + first + "' is used twice");
    throw std::invalid_argument("the names '" + first + "' and '" + second +
                                "' hash to the same random stream; rename one of them");
}

void throw_draw_out_of_range(std::uint64_t draw) {
    throw std::out_of_range("draw " + std::to_string(draw) + " does not fit in 48 bits");
}

}  // namespace trialcost
