#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenarios/build/read_option.hpp"
#include "scenarios/build/scenario.hpp"
#include "scenarios/document/table_reader.hpp"
#include "scenarios/document/words.hpp"

namespace trialcost {
namespace {

bool is_currency(const std::string& text) {
    return text.size() == 3 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

// Money, or money per something, must be in the scenario's currency and per the right thing.
std::optional<double> money(TableReader& table, const Scenario& scenario, std::string_view key,
                            Dimension dimension, const std::string& per, Bounds bounds) {
    const auto amount = table.measure(key, dimension, Presence::optional, bounds);
    if (!amount) return std::nullopt;
    if (!table.check_currency(key, *amount, scenario.currency)) return std::nullopt;
    if (amount->per != per) {
        table.complain(key, fmt::format("is per `{}`", amount->per), "",
                       fmt::format("write it in {}/{}", scenario.currency, per));
        return std::nullopt;
    }
    return amount->value;
}

void read_workload(const Node& node, Scenario& scenario, Complaints& complaints) {
    TableReader table(node, complaints);
    WrittenWorkload& workload = scenario.workload;
    workload.name = table.text("name", Presence::required).value_or("");
    workload.output_unit = table.text("output_unit").value_or("run");
    workload.quality = table.text("quality").value_or("");
    constexpr std::int64_t most_runs = 100'000;
    workload.runs = static_cast<std::uint32_t>(
        table.integer("runs", Presence::optional, 1, most_runs).value_or(1));
    workload.parallel = static_cast<std::uint32_t>(
        table.integer("parallel", Presence::optional, 1, most_runs).value_or(1));
    const Node* runs = node.find("runs");
    workload.runs_where = runs != nullptr ? runs->where() : node.where();
    if (const auto period =
            table.measure("period", Dimension::time, Presence::optional, Bounds::positive))
        workload.period_s = period->value;
    workload.pool_spread = table.boolean("pool_spread").value_or(false);
    workload.value = money(table, scenario, "value", Dimension::money, "", Bounds::non_negative);
    const Node* work = table.any("work");
    const bool is_measured =
        work == nullptr || (work->is(Node::Kind::string) && work->text() == "measured");
    if (!is_measured)
        workload.work =
            read_input(*work, {Dimension::count}, complaints, {.range = Range::positive});
    table.finish();
}

void read_budget(const Node& node, Scenario& scenario, Complaints& complaints) {
    TableReader table(node, complaints);
    const auto add = [&](CeilingFigure figure, std::optional<double> limit) {
        if (limit) scenario.ceilings.push_back({figure, *limit});
    };
    add(CeilingFigure::total,
        money(table, scenario, "total", Dimension::money, "", Bounds::positive));
    add(CeilingFigure::total_with_migration,
        money(table, scenario, "total_with_migration", Dimension::money, "", Bounds::positive));
    add(CeilingFigure::unit_cost, money(table, scenario, "unit_cost", Dimension::price,
                                        scenario.workload.output_unit, Bounds::positive));
    if (const auto limit =
            table.measure("wall_time", Dimension::time, Presence::optional, Bounds::positive))
        add(CeilingFigure::wall_time, limit->value);
    const auto per_month =
        money(table, scenario, "cost_per_month", Dimension::price, "month", Bounds::positive);
    add(CeilingFigure::cost_per_month, per_month);
    if (per_month && !(scenario.workload.period_s > 0))
        table.complain("cost_per_month", "needs to know over which time the runs are spread", "",
                       "give workload.period, \"1 month\" say");
    if (const auto confidence =
            table.measure("confidence", Dimension::fraction, Presence::optional, Bounds::any)) {
        scenario.confidence = confidence->value;
        if (!(confidence->value >= 0.5 && confidence->value <= 0.999))
            table.complain("confidence", "must lie between 50 % and 99.9 %", "", "90 % is usual");
    }
    const bool any_written = table.has("total") || table.has("total_with_migration") ||
                             table.has("unit_cost") || table.has("wall_time") ||
                             table.has("cost_per_month");
    if (!any_written && !node.is(Node::Kind::refused))
        complaints.error(node.where(), node.path(), "names no ceiling",
                         "a budget without a limit decides nothing",
                         "give total, total_with_migration, unit_cost, wall_time or "
                         "cost_per_month");
    table.finish();
}

// "30 d" for all, or a table with one for each kind of quote.
void read_ages(const Node& node, QuoteAges& ages, Complaints& complaints) {
    const auto days = [&](const Node& given) -> std::optional<int> {
        constexpr double longest_d = 36'500, day_s = 24 * seconds_per_hour;
        const auto age = read_measure(given, {Dimension::time}, complaints, Bounds::positive);
        if (!age) return std::nullopt;
        const double in_days = age->value / day_s;
        if (in_days <= longest_d && in_days == std::floor(in_days))
            return static_cast<int>(in_days);
        complaints.error(given.where(), given.path(), "must be a number of whole days",
                         "quotes carry dates alone", "\"30 d\" is usual");
        return std::nullopt;
    };
    if (!node.is(Node::Kind::table)) {
        if (const auto all = days(node)) ages = {*all, *all, *all, *all, *all};
        return;
    }
    TableReader table(node, complaints);
    for (const auto& [key, age] :
         {std::pair{"on_demand", &ages.on_demand}, std::pair{"spot", &ages.spot},
          std::pair{"commitment", &ages.commitment},
          std::pair{"capacity_block", &ages.capacity_block}, std::pair{"other", &ages.other}})
        if (const Node* given = table.any(key)) *age = days(*given).value_or(*age);
    table.finish();
}

void read_quote_files(const Node& node, Scenario& scenario, Complaints& complaints) {
    TableReader table(node, complaints);
    for (const Node* file : table.texts("files", Presence::required))
        scenario.quote_files.push_back({file->text(), file->where()});
    if (const Node* age = table.any("max_age")) read_ages(*age, scenario.quote_ages, complaints);
    table.finish();
}

void read_shared(const Node& node, Scenario& scenario, Complaints& complaints) {
    TableReader table(node, complaints);
    if (const Node* inputs = table.table("inputs"))
        scenario.shared_inputs = read_inputs(*inputs, nullptr, complaints);
    const auto work = scenario.shared_inputs.find("work");
    if (work != scenario.shared_inputs.end() && scenario.workload.work)
        complaints.error(work->second.where, "shared.inputs.work",
                         "is given in the workload already", "", "keep one of them");
    table.finish();
}

// Names of options become names of their inputs and of figures in the result.
std::string fault_of_name(const std::string& name) {
    constexpr std::size_t longest = 200;
    if (name.empty()) return "the name is empty";
    if (name.size() > longest) return "the name is longer than 200 characters";
    if (name.find('/') != std::string::npos) return "the name has a `/` in it";
    if (name == "shared") return "`shared` is no option: it stands for what options share";
    return "";
}

void read_options(const Node& options, Scenario& scenario, Complaints& complaints) {
    for (const Node& node : options.children()) {
        if (node.is(Node::Kind::refused)) continue;
        if (!node.is(Node::Kind::table)) {
            complaints.error(node.where(), node.path(), "is not a table", "",
                             "write [option.NAME]");
            continue;
        }
        if (const std::string fault = fault_of_name(node.key()); !fault.empty())
            complaints.error(node.key_where(), node.path(), fault, "", "use another name");
        scenario.options.push_back(read_option(node, scenario.currency, complaints));
    }
    if (options.children().empty())
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
            table.complain(
                "baseline", "names no option: `" + *baseline + "`", "",
                near.empty() ? "name one of the options" : "did you mean `" + near + "`?");
        }
    }
    table.finish();
}

}  // namespace

Scenario read_scenario(const Node& root_node, Complaints& complaints) {
    Scenario scenario;
    TableReader root(root_node, complaints);
    root.integer("format", Presence::required, 1, 1);
    scenario.title = root.text("title", Presence::required).value_or("");
    const auto currency = root.text("currency", Presence::required);
    scenario.currency = currency.value_or("USD");
    if (currency && !is_currency(*currency))
        root.complain("currency", "is not a currency code", "it is `" + *currency + "`",
                      "write three capital letters, \"USD\" say");
    scenario.as_of = root.date("as_of");

    if (const Node* workload = root.table("workload", Presence::required))
        read_workload(*workload, scenario, complaints);
    if (const Node* budget = root.table("budget", Presence::required))
        read_budget(*budget, scenario, complaints);
    if (const Node* quotes = root.table("quotes")) read_quote_files(*quotes, scenario, complaints);
    if (const Node* shared = root.table("shared")) read_shared(*shared, scenario, complaints);
    scenario.correlations = read_correlations(root, complaints);
    if (const Node* options = root.table("option", Presence::required))
        read_options(*options, scenario, complaints);
    read_compare(root, scenario, complaints);
    root.finish();
    return scenario;
}

std::vector<std::string> amount_columns(std::span<const WrittenOption> options) {
    std::vector<std::string> columns;
    for (const WrittenOption& option : options)
        for (const WrittenCostItem& item : option.cost_items) {
            const std::string& column = item.amount.column;
            const bool is_new = std::find(columns.begin(), columns.end(), column) == columns.end();
            if (item.amount.kind == InputValue::Kind::measured_column && is_new)
                columns.push_back(column);
        }
    return columns;
}

const InputValue* given_work(const Scenario& scenario, const WrittenOption& option) {
    const auto own = option.inputs.find("work");
    if (own != option.inputs.end()) return &own->second;
    if (scenario.workload.work) return &*scenario.workload.work;
    const auto shared = scenario.shared_inputs.find("work");
    return shared == scenario.shared_inputs.end() ? nullptr : &shared->second;
}

}  // namespace trialcost
