// The table [option.NAME] of a scenario.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "scenarios/build/scenario.hpp"
#include "scenarios/document/table_reader.hpp"

namespace trialcost {

WrittenOption read_option(const Node& node, const std::string& currency, Complaints& complaints);

// A table of inputs. Failure classes (failure.CLASS.rate, ...) go to `failures`; where that is null
// they are not allowed.
std::map<std::string, InputValue> read_inputs(const Node& node,
                                              std::vector<WrittenFailureClass>* failures,
                                              Complaints& complaints);

// How the option is bought: `purchase`, and the table of that purchase option.
WrittenPurchase read_purchase(TableReader& option, Complaints& complaints);

// The entries [[correlation]] or [[option.NAME.correlation]] of a table.
std::vector<WrittenCorrelation> read_correlations(TableReader& table, Complaints& complaints);

// The tables [option.NAME.cost.ITEM]; each makes one or more cost lines.
std::vector<WrittenCostItem> read_cost_items(const Node& node, const std::string& currency,
                                             Complaints& complaints);

// The table [option.NAME.migration].
WrittenMigration read_migration(const Node& node, const std::string& currency,
                                Complaints& complaints);

// The table [option.NAME.gates].
std::vector<WrittenGate> read_gates(const Node& node, Complaints& complaints);

}  // namespace trialcost
