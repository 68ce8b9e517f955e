// The commands that simulate nothing: they fit, test, import and compare data.
#pragma once

#include <string>

#include "tools/arguments/command_line.hpp"

namespace CLI {
class App;
}

namespace trialcost {

void add_fit(CLI::App& app, FitRequest& fit);
void add_backtest(CLI::App& app, BacktestRequest& backtest);
void add_import(CLI::App& app, ImportQuotesRequest& quotes);
void add_reconcile(CLI::App& app, ReconcileRequest& reconcile);

// Options that contradict each other; empty where none do.
std::string fault_of(const BacktestRequest& backtest);
std::string fault_of(const ReconcileRequest& reconcile);

}  // namespace trialcost
