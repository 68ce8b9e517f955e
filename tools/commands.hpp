// The commands. Each returns its exit code; what goes wrong is thrown and caught in one place.
#pragma once

#include "tools/arguments/command_line.hpp"
#include "tools/ranks.hpp"

namespace trialcost {

int run_command(const RunRequest& request, const Ranks& ranks);
int merge_command(const MergeRequest& request);
int verify_command(const VerifyRequest& request);
int slurm_command(const SlurmRequest& request);
int check_command(const CheckRequest& request);
int show_command(const ShowRequest& request);
int init_command(const InitRequest& request);
int fit_command(const FitRequest& request);
int backtest_command(const BacktestRequest& request);
int import_command(const ImportQuotesRequest& request);
int reconcile_command(const ReconcileRequest& request);

}  // namespace trialcost
