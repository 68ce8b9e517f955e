// The objects of a large JSON file that matter, one at a time: each as a list of its plain values,
// whatever it nests. Objects that are of no use cost no memory.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/document/json_events.hpp"
#include "scenarios/document/table_reader.hpp"

namespace trialcost {

struct JsonField {
    std::string path;  // below the record: "attributes/instanceType"
    JsonKind kind;     // objects and lists are fields too, without text
    std::string text;
    int line;
};

struct JsonRecord {
    Position where;                 // of its beginning
    std::vector<std::string> keys;  // from the root
    std::vector<JsonField> fields;

    const JsonField* find(std::string_view path) const;
    std::string path() const;  // "products.X", for messages
};

class JsonRecords : public JsonListener {
  public:
    using Keys = std::vector<std::string>;
    using Take = std::function<void(const JsonRecord&)>;
    using Wanted = std::function<bool(const Keys&)>;

    // Objects at these keys from the root, where "*" is any key. They are handed over at their end.
    void on(std::vector<std::string_view> pattern, Take take, Wanted wanted = {});
    // The plain values of the root itself, and what kinds its other members are.
    const JsonRecord& root() const { return root_; }

    void opens(const JsonPlace& place, JsonKind kind) override;
    void closes(const JsonPlace& place, JsonKind kind) override;
    void value(const JsonPlace& place, JsonKind kind, std::string_view text) override;

  private:
    struct Pattern {
        std::vector<std::string_view> keys;
        Take take;
        Wanted wanted;
    };
    struct Open {
        const Pattern* pattern;
        JsonRecord record;
    };

    void add(const JsonPlace& place, JsonKind kind, std::string_view text);

    std::vector<Pattern> patterns_;
    std::vector<Open> open_;   // the innermost last
    std::size_t skipped_ = 0;  // depth of the object that nobody wants; 0: none
    JsonRecord root_;
};

// Asks a record for its fields, complaining where they are.
class FieldReader {
  public:
    FieldReader(const JsonRecord& record, Complaints& complaints)
        : record_(record), complaints_(complaints) {}

    // Empty after a complaint, or where an optional one is missing or null.
    std::string text(std::string_view path, Presence presence = Presence::required);
    std::string number(std::string_view path, Presence presence = Presence::required);
    Position where(std::string_view path) const;  // of the record where it is missing
    void complain(std::string_view path, std::string problem, std::string why = {},
                  std::string remedy = {});

  private:
    std::string plain(std::string_view path, JsonKind kind, Presence presence);

    const JsonRecord& record_;
    Complaints& complaints_;
};

}  // namespace trialcost
