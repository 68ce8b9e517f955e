// Philox on vectors: the published known answers, and the scalar function on other counters.
#include <random>
#include <vector>

#include "models/lanes/targets.hpp"
#include "sim/random/stream.hpp"
#include "tests/catch_compat.hpp"
#include "tests/models/lanes/random_kernels.hpp"

namespace {

using namespace trialcost;

TEST_CASE("Philox on vectors gives the published known answers on every target") {
    // Random123 1.14, tests/kat_vectors.
    for (const lanes::Target& target : lanes::available_targets()) {
        CAPTURE(target.name);
        const lanes::OnlyTarget only(target);
        const auto words = [](PhiloxCounter counter, std::array<std::uint32_t, 2> key) {
            PhiloxCounter out;
            philox_words({&counter, 1}, key, {&out, 1});
            return out;
        };
        CHECK(words({0, 0, 0, 0}, {0, 0}) ==
              PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
        CHECK(words({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}) ==
              PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
        CHECK(words({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
              PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
    }
}

TEST_CASE("Philox and its uniforms on vectors have the bits of the scalar functions") {
    std::mt19937_64 source(20261201);
    std::vector<PhiloxCounter> counters(1003);
    for (PhiloxCounter& counter : counters)
        for (std::uint32_t& word : counter) word = static_cast<std::uint32_t>(source());
    const std::array<std::uint32_t, 2> key{0x12345678, 0x9abcdef0};
    // The ends of the range of uniforms too.
    counters[7] = {0, 0, 0, 0};
    counters[8] = {0xffffffff, 0xffffffff, 0, 0};
    for (const lanes::Target& target : lanes::available_targets()) {
        CAPTURE(target.name);
        const lanes::OnlyTarget only(target);
        std::vector<PhiloxCounter> words(counters.size());
        std::vector<double> uniforms(counters.size());
        philox_words(counters, key, words);
        uniforms_of(counters, uniforms);
        for (std::size_t i = 0; i < counters.size(); ++i) {
            REQUIRE(words[i] == philox4x32(counters[i], key));
            REQUIRE(uniforms[i] == uniform_of(counters[i][0], counters[i][1]));
        }
    }
}

}  // namespace
