// Exit codes (docs/commands.md). 65 to 74 are those of sysexits.h.
#pragma once

namespace trialcost {

enum class ExitCode : int {
    done = 0,
    internal_error = 1,
    wrong_command_line = 2,
    condition_is_true = 3,  // of --fail-if; the result is complete
    wrong_input = 65,
    unreadable_input = 66,
    self_check_failed = 70,
    cannot_create_output = 73,
    write_failed = 74,
    stopped_early = 75,  // what is done is saved, or shards are missing: run again
};

}  // namespace trialcost
