// SHA-256 (FIPS 180-4), in one pass or piece by piece.
// Errors: std::runtime_error if the library has no SHA-256. Randomness: none.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace trialcost {

using Sha256Digest = std::array<std::byte, 32>;

class Sha256 {
  public:
    Sha256();
    ~Sha256();
    Sha256(const Sha256&) = delete;
    Sha256& operator=(const Sha256&) = delete;

    void add(std::span<const std::byte> bytes);
    // Once, after the last piece.
    Sha256Digest finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

Sha256Digest sha256(std::span<const std::byte> bytes);

// 64 lower-case hexadecimal digits.
std::string hexadecimal(const Sha256Digest& digest);

}  // namespace trialcost
