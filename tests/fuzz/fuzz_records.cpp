// Any bytes as trial, failure and block records: read or complained about, never worse.
#include <cstddef>
#include <cstdint>
#include <string>

#include "scenarios/records/block_records.hpp"
#include "scenarios/records/failure_records.hpp"
#include "scenarios/records/trial_records.hpp"
#include "tests/fuzz/every_complaint.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace trialcost;
    Complaints complaints;
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    if (const auto file = check_text("records.csv", bytes, complaints)) {
        read_trial_records(*file, complaints);
        read_failure_records(*file, complaints);
        read_block_records(*file, complaints);
    }
    require_sound(complaints);
    return 0;
}
