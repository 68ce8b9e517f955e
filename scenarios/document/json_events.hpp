// JSON of any size, read event by event: what is kept of it, the listener decides.
//
// At most 64 containers inside each other, at most 1 MiB between two events. Texts come without
// their escapes, numbers as they are written (whole ones without leading signs of plus), true and
// false as such, null as an empty text. A byte order mark is passed over. What is not JSON, or not
// UTF-8, is one complaint with line and column. Errors: UnreadableInput. Randomness: none.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scenarios/document/complaints.hpp"
#include "scenarios/document/input_file.hpp"

namespace trialcost {

enum class JsonKind { object, array, text, number, boolean, null };

// "an object", "a text in quotes", … for messages.
std::string_view name_of(JsonKind kind);

// The key of all elements of an array.
inline constexpr std::string_view json_element = "[]";

// Where an event is. Valid during the event.
struct JsonPlace {
    const std::vector<std::string>& keys;  // from the root; empty: the root itself
    const std::function<Position()>& position;
};

// Told what comes. A listener that has heard enough may throw.
class JsonListener {
  public:
    virtual ~JsonListener() = default;
    virtual void opens(const JsonPlace& place, JsonKind kind) = 0;   // an object or array
    virtual void closes(const JsonPlace& place, JsonKind kind) = 0;  // the same
    virtual void value(const JsonPlace& place, JsonKind kind, std::string_view text) = 0;
};

// Reads the whole file, and gives its SHA-256 in hexadecimal; nothing after a complaint.
std::optional<std::string> read_json(InputFile& file, JsonListener& listener,
                                     Complaints& complaints);

// The members of a text that is one object of plain values (a cell with tags, say), in their order.
// Nothing if it is anything else.
std::optional<std::vector<std::pair<std::string, std::string>>> flat_json(std::string_view text);

}  // namespace trialcost
