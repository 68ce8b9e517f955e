#include <fmt/format.h>

#include <algorithm>

#include "scenarios/build/build_plan.hpp"
#include "sim/run/runner.hpp"
#include "tools/commands.hpp"
#include "tools/exit_codes.hpp"
#include "tools/print_complaints.hpp"
#include "tools/report/text_layout.hpp"
#include "tools/today.hpp"

namespace trialcost {
namespace {

std::string evidence_table(const OptionPlan& option) {
    std::vector<std::vector<std::string>> rows;
    std::size_t widest = 0;
    for (const Evidence& evidence : option.evidence)
        widest = std::max(widest, width(evidence.input));
    std::string out;
    for (const Evidence& evidence : option.evidence) {
        std::string line = fmt::format("  {}{}  {:<12}  {}", evidence.input,
                                       std::string(widest - width(evidence.input), ' '),
                                       name_of(evidence.evidence_class), evidence.value);
        if (evidence.observations > 1) line += fmt::format(" (n = {})", evidence.observations);
        line += "; " + evidence.source;
        if (!evidence.closeness.empty()) line += "; " + evidence.closeness;
        out += wrapped(printable(line), widest + 18);
    }
    return out;
}

std::string gate_table(const OptionPlan& option) {
    std::string out;
    for (const Gate& gate : option.gates)
        out += wrapped(printable(fmt::format("  {:<14} {:<8} {}", gate.name, name_of(gate.answer),
                                             gate.evidence)),
                       26);
    return out;
}

}  // namespace

int check_command(const CheckRequest& request) {
    const BuiltPlan built = build_plan(request.scenario, today());
    print_complaints(built.warnings);
    const Plan& plan = built.plan;
    const Runner can_be_drawn(plan, 1);
    fmt::print("{}: ok, {}, as of {}\n", request.scenario.string(),
               counted(plan.options.size(), "option"), plan.as_of);
    for (const OptionPlan& option : plan.options) {
        fmt::print("\n{}: {}\n{}", printable(option.name), counted(option.records, "record"),
                   evidence_table(option));
        fmt::print("  gates\n{}", gate_table(option));
        for (const std::string& missing : option.missing)
            fmt::print("{}", wrapped("  left out: " + printable(missing), 4));
    }
    const bool refused = request.strict && !built.warnings.empty();
    return static_cast<int>(refused ? ExitCode::wrong_input : ExitCode::done);
}

}  // namespace trialcost
