#include "sim/results/root_digest.hpp"

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "sim/digest/sha256.hpp"

namespace trialcost {

namespace {

// Every part is preceded by its length, so no two results give the same stream of bytes.
class Walk {
  public:
    void add(std::uint64_t number) { hash_.add(std::as_bytes(std::span(&number, 1))); }
    void add(double number) { hash_.add(std::as_bytes(std::span(&number, 1))); }
    void add(const std::string& text) {
        add(std::uint64_t{text.size()});
        hash_.add(std::as_bytes(std::span(text)));
    }

    template <typename Element>
    void add(const std::vector<Element>& elements) {
        add(std::uint64_t{elements.size()});
        hash_.add(std::as_bytes(std::span(elements)));
    }
    void add(const std::vector<std::string>& texts) {
        add(std::uint64_t{texts.size()});
        for (const std::string& text : texts) add(text);
    }

    std::string finish() { return hexadecimal(hash_.finish()); }

  private:
    Sha256 hash_;
};

}  // namespace

std::string root_digest(const ResultData& data) {
    Walk walk;
    for (const AttributeEntry& entry : result_schema().attributes) {
        const auto* value = data.find_attribute(entry.name);
        if (entry.group == "/provenance" || value == nullptr) continue;
        walk.add(entry.name);
        std::visit([&walk](const auto& held) { walk.add(held); }, *value);
    }
    for (const DatasetEntry& entry : result_schema().datasets) {
        const auto* array = data.find(entry.name);
        if (entry.group == "/provenance" || array == nullptr) continue;
        walk.add(entry.name);
        walk.add(array->shape);
        std::visit([&walk](const auto& elements) { walk.add(elements); }, array->values);
    }
    return walk.finish();
}

}  // namespace trialcost
