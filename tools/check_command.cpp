#include <fmt/format.h>

#include <algorithm>

#include "scenarios/build/build_plan.hpp"
#include "sim/run/option_summary.hpp"
#include "sim/run/runner.hpp"
#include "tools/commands.hpp"
#include "tools/exit_codes.hpp"
#include "tools/print_complaints.hpp"
#include "tools/report/text_layout.hpp"
#include "tools/today.hpp"

namespace trialcost {
namespace {

// A name that is wider than the column stands on a line of its own.
std::string evidence_table(const OptionPlan& option) {
    constexpr std::size_t widest_column = 28;
    std::size_t column = 0;
    for (const Evidence& evidence : option.evidence)
        column = std::max(column, std::min(width(evidence.input), widest_column));
    std::string out;
    for (const Evidence& evidence : option.evidence) {
        std::string line = "  " + evidence.input;
        if (width(evidence.input) > column) {
            out += printable(line) + "\n";
            line = "  ";
        }
        line += std::string(column + 2 - width(line) + 2, ' ');
        line += fmt::format("{:<12}  {}", name_of(evidence.evidence_class), evidence.value);
        if (evidence.observations > 1)
            line += fmt::format(" (n = {}, carries P{:.0f})", evidence.observations,
                                100 * carried_percentile(evidence.observations));
        line += "; " + evidence.source;
        if (!evidence.closeness.empty()) line += "; " + evidence.closeness;
        out += wrapped(printable(line), column + 18);
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
    fmt::print("{}", wrapped(fmt::format("{}: ok, {}, as of {}", request.scenario.string(),
                                         counted(plan.options.size(), "option"), plan.as_of),
                             2));
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
