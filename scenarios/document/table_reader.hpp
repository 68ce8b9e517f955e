// Asks one table for the keys its reader knows, and complains about every other one.
//
//   TableReader workload(*root.table("workload", Presence::required), complaints);
//   auto period = workload.measure("period", Dimension::time);
//   workload.finish();                       // unknown key `trails`, did you mean `trials`?
//
// An absent key, and a value of the wrong form (after a complaint), are both nullopt or null: the
// reader can go on and find the other faults. Pointers live as long as the document.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "models/units/measure.hpp"
#include "scenarios/document/bounds.hpp"
#include "scenarios/document/complaints.hpp"
#include "scenarios/document/document.hpp"
#include "scenarios/document/words.hpp"

namespace trialcost {

enum class Presence { optional, required };

class TableReader {
  public:
    // `table` must be a table, or refused: then everything is absent and nothing is complained
    // about.
    TableReader(const Node& table, Complaints& complaints);

    std::optional<std::string> text(std::string_view key, Presence = Presence::optional);
    // One of a few words, however it is spelt (case, - or _); comes back as it is given here.
    std::optional<std::string> choice(std::string_view key,
                                      std::initializer_list<std::string_view> words,
                                      Presence = Presence::optional);
    std::optional<Measure> measure(std::string_view key, Dimension dimension,
                                   Presence = Presence::optional, Bounds = Bounds::non_negative);
    std::optional<std::int64_t> integer(std::string_view key, Presence = Presence::optional,
                                        std::int64_t least = 0,
                                        std::int64_t most = std::numeric_limits<int>::max());
    std::optional<bool> boolean(std::string_view key, Presence = Presence::optional);
    std::optional<Date> date(std::string_view key, Presence = Presence::optional);

    const Node* table(std::string_view key, Presence = Presence::optional);
    std::vector<const Node*> array(std::string_view key, Presence = Presence::optional);
    // An array of texts (file names): each element a string node.
    std::vector<const Node*> texts(std::string_view key, Presence = Presence::optional);
    // Whatever stands there, for forms that the reader tells apart itself.
    const Node* any(std::string_view key, Presence = Presence::optional);

    bool has(std::string_view key) const { return table_.find(key) != nullptr; }
    const Node& node() const { return table_; }

    // Complains at the value of `key`; at the table when it is absent, and about it when `key` is
    // empty.
    void complain(std::string_view key, std::string problem, std::string why = {},
                  std::string remedy = {});

    // Complains at the key of an amount of money, or a price, that is in another currency.
    bool check_currency(std::string_view key, const Measure& money, const std::string& currency);

    // Complains about every key that was not asked for.
    void finish();

  private:
    const Node* ask(std::string_view key, Presence presence, std::string_view example);
    const Node* ask_for(Node::Kind kind, std::string_view key, Presence presence,
                        std::string_view example);

    const Node& table_;
    Complaints& complaints_;
    std::set<std::string, std::less<>> asked_;
};

// A figure with its unit at any node (an element of an array, a value of several forms).
// `dimensions`: those that fit; numbers without quotes are read where Dimension::number fits.
std::optional<Measure> read_measure(const Node& node, std::initializer_list<Dimension> dimensions,
                                    Complaints& complaints, Bounds = Bounds::non_negative);

}  // namespace trialcost
