// Counts and numbers as bytes and back: the state that shards, ranks and checkpoints hand on.
//
// Everything is a 64-bit word, low byte first, so a state has the same bytes on every machine.
// Errors: reading beyond the end, or a length that cannot be, is a StateError. No randomness.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace trialcost {

class StateError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

class StateWriter {
  public:
    void word(std::uint64_t value) {
        for (int shift = 0; shift < 64; shift += 8)
            bytes_.push_back(static_cast<std::byte>(value >> shift));
    }
    void number(double value) { word(std::bit_cast<std::uint64_t>(value)); }
    void numbers(std::span<const double> values) {
        word(values.size());
        for (const double value : values) number(value);
    }
    void words(std::span<const std::uint64_t> values) {
        word(values.size());
        for (const std::uint64_t value : values) word(value);
    }
    void text(const std::string& value) {
        word(value.size());
        for (const char character : value) bytes_.push_back(static_cast<std::byte>(character));
    }

    std::vector<std::byte> take() { return std::move(bytes_); }

  private:
    std::vector<std::byte> bytes_;
};

class StateReader {
  public:
    explicit StateReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    std::uint64_t word() {
        need(8);
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 8)
            value |= std::to_integer<std::uint64_t>(bytes_[at_++]) << shift;
        return value;
    }
    double number() { return std::bit_cast<double>(word()); }
    // How many things follow, each of at least `bytes_each` bytes.
    std::size_t length(std::size_t bytes_each) {
        const std::uint64_t count = word();
        if (count > (bytes_.size() - at_) / bytes_each) throw StateError("it is cut off");
        return count;
    }
    std::vector<double> numbers() {
        std::vector<double> values(length(8));
        for (double& value : values) value = number();
        return values;
    }
    std::vector<std::uint64_t> words() {
        std::vector<std::uint64_t> values(length(8));
        for (std::uint64_t& value : values) value = word();
        return values;
    }
    std::string text() {
        std::string value(length(1), '\0');
        for (char& character : value) character = std::to_integer<char>(bytes_[at_++]);
        return value;
    }
    bool at_end() const { return at_ == bytes_.size(); }

  private:
    void need(std::size_t count) const {
        if (count > bytes_.size() - at_) throw StateError("it is cut off");
    }

    std::span<const std::byte> bytes_;
    std::size_t at_ = 0;
};

}  // namespace trialcost
