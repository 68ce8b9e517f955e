#include "tools/state_file.hpp"

#include <array>
#include <stdexcept>
#include <string>

#include "scenarios/document/input_file.hpp"

namespace trialcost {

std::vector<std::byte> read_state_file(const std::filesystem::path& path) {
    InputFile file(path);
    std::vector<std::byte> bytes;
    std::array<char, 1 << 16> piece;
    for (std::size_t count = file.read(piece); count > 0; count = file.read(piece)) {
        const auto read = std::as_bytes(std::span(piece).first(count));
        bytes.insert(bytes.end(), read.begin(), read.end());
    }
    return bytes;
}

StateHeader header_of(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    try {
        return read_header(bytes);
    } catch (const StateError& error) {
        throw std::invalid_argument(path.string() + " cannot be used: " + error.what());
    }
}

}  // namespace trialcost
