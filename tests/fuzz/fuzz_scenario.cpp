// Any bytes as a scenario: read or complained about, never worse.
#include <cstddef>
#include <cstdint>
#include <string>

#include "scenarios/build/scenario.hpp"
#include "scenarios/document/document.hpp"
#include "tests/fuzz/every_complaint.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace trialcost;
    Complaints complaints;
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    if (const auto file = check_text("scenario.toml", bytes, complaints)) {
        const Node root = parse_toml(*file, complaints);
        if (root.is(Node::Kind::table)) read_scenario(root, complaints);
    }
    require_sound(complaints);
    return 0;
}
