#include "sim/run/block_digest.hpp"

#include "sim/analysis/state_bytes.hpp"
#include "sim/digest/sha256.hpp"

namespace trialcost {

std::string block_digest(const BlockDraws& draws) {
    StateWriter out;
    for (const auto& option : draws.options) {
        if (!option) continue;
        for (std::size_t c = 0; c < option->figures().columns_of_draw(); ++c)
            for (const double value : option->column(c)) out.number(value);
    }
    return hexadecimal(sha256(out.take()));
}

bool is_checked_block(const SamplingDesign& design, std::uint64_t number) {
    constexpr std::uint64_t most = 64;
    const std::uint64_t stride = (all_blocks(design).size() + most - 1) / most;
    return number % stride == 0;
}

}  // namespace trialcost
