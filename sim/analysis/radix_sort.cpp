#include "sim/analysis/radix_sort.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace trialcost {

namespace {

constexpr int byte_count = 8;
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

using ByteCounts = std::array<std::array<std::size_t, 256>, byte_count>;

// Unsigned keys in the order of the doubles: positive values gain the sign bit, negative ones are
// complemented.
std::uint64_t key_of(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    return (bits & sign_bit) ? ~bits : bits | sign_bit;
}

double value_of(std::uint64_t key) {
    return std::bit_cast<double>((key & sign_bit) ? key ^ sign_bit : ~key);
}

std::size_t byte_of(std::uint64_t key, int byte) {
    return (key >> (8 * byte)) & 0xff;
}

}  // namespace

void radix_sort(std::vector<double>& values) {
    if (values.empty()) return;
    std::vector<std::uint64_t> keys(values.size());
    std::vector<std::uint64_t> target(values.size());
    ByteCounts counts{};
    for (std::size_t i = 0; i < values.size(); ++i) {
        keys[i] = key_of(values[i]);
        for (int byte = 0; byte < byte_count; ++byte) ++counts[byte][byte_of(keys[i], byte)];
    }
    for (int byte = 0; byte < byte_count; ++byte) {
        auto& offsets = counts[byte];
        if (offsets[byte_of(keys[0], byte)] == keys.size()) continue;  // all alike
        std::size_t next = 0;
        for (std::size_t& offset : offsets) {
            const std::size_t count = offset;
            offset = next;
            next += count;
        }
        for (const std::uint64_t key : keys) target[offsets[byte_of(key, byte)]++] = key;
        keys.swap(target);
    }
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = value_of(keys[i]);
}

}  // namespace trialcost
