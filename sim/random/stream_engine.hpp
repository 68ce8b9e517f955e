// A uniform random bit generator (std and Boost.Random) that walks the events of one stream.
//
// For work whose bits need not outlive a library version, such as bootstraps and the oracles of
// tests: distributions of Boost and algorithms of std run on it. What decides a result draws from
// sim/random/stream.hpp directly.
//
// Randomness: the words of bits() for events first_event, first_event + 1, ..., four each.
// Errors: std::overflow_error once event 2^32 - 1 is used up; std::out_of_range for a draw
// beyond 48 bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "sim/random/stream.hpp"

namespace trialcost {

class StreamEngine {
  public:
    using result_type = std::uint32_t;

    StreamEngine(std::uint64_t seed, std::string_view name, std::uint16_t replicate = 0,
                 std::uint64_t draw = 0, std::uint32_t first_event = 0)
        : key_{seed, replicate, draw}, stream_(stream_of(name)), next_event_(first_event) {}

    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

    result_type operator()() {
        if (next_word_ == words_.size()) refill();
        return words_[next_word_++];
    }

  private:
    void refill() {
        constexpr std::uint64_t events = std::uint64_t{1} << 32;
        if (next_event_ == events) throw std::overflow_error("all events of a stream are used up");
        words_ = bits(key_, stream_, static_cast<std::uint32_t>(next_event_));
        ++next_event_;
        next_word_ = 0;
    }

    DrawKey key_;
    std::uint32_t stream_;
    std::uint64_t next_event_;
    std::array<std::uint32_t, 4> words_{};
    std::size_t next_word_ = 4;
};

}  // namespace trialcost
