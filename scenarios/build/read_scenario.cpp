#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "scenarios/build/read_option.hpp"
#include "scenarios/build/scenario.hpp"
#include "scenarios/document/table_reader.hpp"
#include "scenarios/document/words.hpp"

namespace trialcost {
namespace {

bool is_currency(const std::string& text) {
    return text.size() == 3 && std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

std::vector<std::pair<std::string, Position>> file_names(TableReader& table, std::string_view key,
                                                         Presence presence) {
    std::vector<std::pair<std::string, Position>> out;
    for (const Node* node : table.texts(key, presence)) out.emplace_back(node->text(), node->where());
    return out;
}

void read_workload(const Node& node, Scenario& scenario, Complaints& complaints) {
    TableReader table(node, complaints);
    WrittenWorkload& workload = scenario.workload;
    workload.name = table.text("name", Presence::required).value_or("");
    workload.output_unit = table.text("output_unit").value_or("run");
    workload.quality = table.text("quality").value_or("");
    constexpr std::int64_t most_runs = 100'000;
    workload.runs = static_cast<std::uint32_t>(table.integer("runs", Presence::optional, 1, most_runs).value_or(1));
    if (const auto period = table.measure("period", Dimension::time, Presence::optional, Bounds::positive))
        workload.period_s = period->value;
    if (const auto value = table.measure("value", Dimension::money)) workload.value = value->value;
    if (const Node* work = table.any("work");
        work != nullptr && !(work->is(Node::Kind::string) && work->text() == "measured")) {
        workload.work_is_measured = false;
        workload.work = read_input(*work, {Dimension::count}, complaints);
    }
    table.finish();
}

// A limit in money per something must name the scenario's currency and the right thing.
std::optional<double> money_limit(TableReader& table, const Scenario& scenario, std::string_view key,
                                  Dimension dimension, const std::string& per) {
    const auto limit = table.measure(key, dimension, Presence::optional, Bounds::positive);
    if (!limit) return std::nullopt;
    if (limit->currency != scenario.currency) {
        table.complain(key, fmt::format("is in {}, the scenario in {}", limit->currency, scenario.currency),
                       "one currency throughout", "convert it");
        return std::nullopt;
    }
    if (limit->per != per) {
        table.complain(key, fmt::format("is per `{}`", limit->per), "", fmt::format("write it in {}/{}", scenario.currency, per));
        return std::nullopt;
    }
    return limit->value;
}

void read_budget(const Node& node, Scenario& scenario, Complaints& complaints) {
    TableReader table(node, complaints);
    const auto add = [&](CeilingFigure figure, std::optional<double> limit) {
        if (limit) scenario.ceilings.push_back({figure, *limit});
    };
    add(CeilingFigure::total, money_limit(table, scenario, "total", Dimension::money, ""));
    add(CeilingFigure::unit_cost,
        money_limit(table, scenario, "unit_cost", Dimension::price, scenario.workload.output_unit));
    if (const auto limit = table.measure("wall_time", Dimension::time, Presence::optional, Bounds::positive))
        scenario.ceilings.push_back({CeilingFigure::wall_time, limit->value});
    const auto per_month = money_limit(table, scenario, "cost_per_month", Dimension::price, "month");
    if (per_month && !(scenario.workload.period_s > 0))
        table.complain("cost_per_month", "needs to know over which time the runs are spread", "",
                       "give workload.period, \"1 month\" say");
    else
        add(CeilingFigure::cost_per_month, per_month);
    if (const auto confidence = table.measure("confidence", Dimension::fraction, Presence::optional, Bounds::share)) {
        scenario.confidence = confidence->value;
        if (!(confidence->value >= 0.5 && confidence->value <= 0.999))
            table.complain("confidence", "must lie between 50 % and 99.9 %", "", "90 % is usual");
    }
    if (scenario.ceilings.empty())
        complaints.error(node.where(), "budget", "names no ceiling", "a budget without a limit decides nothing",
                         "give total, unit_cost, wall_time or cost_per_month");
    table.finish();
}

void read_options(const Node& options, Scenario& scenario, Complaints& complaints) {
    for (const Node& node : options.children()) {
        if (!node.is(Node::Kind::table)) {
            complaints.error(node.where(), node.path(), "is not a table", "", "write [option.NAME]");
            continue;
        }
        scenario.options.push_back(read_option(node, scenario.currency, complaints));
    }
    if (scenario.options.empty())
        complaints.error(options.where(), "option", "the scenario has no option", "",
                         "add a table [option.NAME] with instance, region, purchase and trials");
}

void read_compare(TableReader& root, Scenario& scenario, Complaints& complaints) {
    if (!scenario.options.empty()) scenario.baseline = scenario.options.front().name;
    const Node* node = root.table("compare");
    if (node == nullptr) return;
    TableReader table(*node, complaints);
    if (const auto baseline = table.text("baseline")) {
        scenario.baseline = *baseline;
        std::vector<std::string> names;
        for (const WrittenOption& option : scenario.options) names.push_back(option.name);
        if (std::find(names.begin(), names.end(), *baseline) == names.end()) {
            const std::string near = nearest(*baseline, names);
            table.complain("baseline", "names no option: `" + *baseline + "`", "",
                           near.empty() ? "name one of the options" : "did you mean `" + near + "`?");
        }
    }
    table.finish();
}

}  // namespace

std::string place_of_file(const Scenario& scenario, const std::string& file) {
    return std::filesystem::path(file).lexically_relative(scenario.folder).generic_string();
}

std::string place(const Scenario& scenario, const Position& where) {
    return fmt::format("{}:{}", place_of_file(scenario, where.file), where.line);
}

Scenario read_scenario(const Node& root_node, Complaints& complaints) {
    Scenario scenario;
    TableReader root(root_node, complaints);
    root.integer("format", Presence::required, 1, 1);
    scenario.title = root.text("title", Presence::required).value_or("");
    scenario.currency = root.text("currency", Presence::required).value_or("USD");
    if (!is_currency(scenario.currency))
        root.complain("currency", "is not a currency code", "", "write three capital letters, \"USD\" say");
    scenario.as_of = root.date("as_of");

    if (const Node* workload = root.table("workload", Presence::required))
        read_workload(*workload, scenario, complaints);
    if (const Node* budget = root.table("budget", Presence::required)) read_budget(*budget, scenario, complaints);
    if (const Node* quotes = root.table("quotes")) {
        TableReader table(*quotes, complaints);
        scenario.quote_files = file_names(table, "files", Presence::required);
        if (const auto age = table.measure("max_age", Dimension::time, Presence::optional, Bounds::positive))
            scenario.quote_max_age_d = age->value / (24 * seconds_per_hour);
        table.finish();
    }
    if (const Node* shared = root.table("shared")) {
        TableReader table(*shared, complaints);
        if (const Node* inputs = table.table("inputs"))
            scenario.shared_inputs = read_inputs(*inputs, nullptr, complaints);
        table.finish();
    }
    if (const Node* options = root.table("option", Presence::required)) read_options(*options, scenario, complaints);
    read_compare(root, scenario, complaints);
    root.finish();
    return scenario;
}

}  // namespace trialcost
