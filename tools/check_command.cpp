#include <fmt/format.h>

#include <string>
#include <vector>

#include "models/units/counted.hpp"
#include "scenarios/build/build_plan.hpp"
#include "sim/run/option_summary.hpp"
#include "sim/run/runner.hpp"
#include "tools/commands.hpp"
#include "tools/exit_codes.hpp"
#include "tools/print_complaints.hpp"
#include "tools/report/evidence_text.hpp"
#include "tools/report/text_layout.hpp"
#include "tools/terminal_colors.hpp"
#include "tools/today.hpp"

namespace trialcost {
namespace {

// The inputs, then what the records say of themselves.
std::vector<EvidenceRow> rows_of(const OptionPlan& option) {
    std::vector<EvidenceRow> rows;
    for (const std::vector<Evidence>* each : {&option.evidence, &option.ledger})
        for (const Evidence& evidence : *each) {
            std::string value = evidence.value;
            const bool is_input = each == &option.evidence;
            if (is_input && evidence.observations > 1)
                value += fmt::format(" (n = {}, carries P{:.0f})", evidence.observations,
                                     100 * carried_percentile(evidence.observations));
            rows.push_back({evidence.input, std::string(name_of(evidence.evidence_class)), value,
                            evidence.source, evidence.closeness});
        }
    return rows;
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
    print_complaints(built.warnings, colors_for(request.color, Stream::err));
    const Plan& plan = built.plan;
    const Runner can_be_drawn(plan, 1);
    fmt::print("{}",
               wrapped(fmt::format("{}: ok, {}, as of {}", printable(request.scenario.string()),
                                   counted(plan.options.size(), "option"), plan.as_of),
                       2));
    for (const OptionPlan& option : plan.options) {
        fmt::print("\n{}: {}\n{}", printable(option.name), counted(option.records, "record"),
                   stage_text(option.stage, option.next_stage_needs, option.preliminary) +
                       evidence_table(rows_of(option)));
        fmt::print("  gates\n{}", gate_table(option));
        for (const std::string& missing : option.missing)
            fmt::print("{}", wrapped("  left out: " + printable(missing), 4));
    }
    const bool refused = request.strict && !built.warnings.empty();
    return static_cast<int>(refused ? ExitCode::wrong_input : ExitCode::done);
}

}  // namespace trialcost
