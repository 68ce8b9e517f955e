// Any bytes as price quotes: read or complained about, never worse.
#include <cstddef>
#include <cstdint>
#include <string>

#include "scenarios/records/quotes.hpp"
#include "tests/fuzz/every_complaint.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace trialcost;
    Complaints complaints;
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    if (const auto file = check_text("quotes.csv", bytes, complaints)) {
        read_quotes(*file, complaints);
    }
    require_sound(complaints);
    return 0;
}
