#include <fmt/format.h>

#include <algorithm>

#include "scenarios/build/build_option.hpp"
#include "scenarios/build/places.hpp"

namespace trialcost {
namespace {

// What an hour of a node costs while porting: as the option pays it.
std::optional<double> node_hour_price(const OptionPlan& plan) {
    if (!plan.instance_price) return std::nullopt;
    const InstancePrice& price = *plan.instance_price;
    if (price.spot) return price.spot->mean(0, price.spot->length_h());
    return price.per_node_hour;
}

void leave_out(const std::string& input, const std::string& why, MigrationPlan& migration,
               InputBook& book) {
    book.unknown(input, why, "");  // of what the total leaves out it is no part
    migration.unknown.push_back(input + ": " + why);
}

}  // namespace

void add_migration(const Scenario& scenario, const WrittenOption& option, InputBook& book,
                   OptionPlan& plan, Complaints& complaints) {
    // The current solution is where one is.
    if (option.name == scenario.baseline) {
        plan.migration.emplace();
        if (option.migration && !option.migration->tasks.empty())
            complaints.warning(option.migration->where, option.migration->path, "is not used",
                               "it is that of the baseline: nothing is ported to where one is");
        return;
    }
    if (!option.migration) {
        // What differs in how it is bought alone is the current solution, too.
        const auto baseline = std::find_if(
            scenario.options.begin(), scenario.options.end(),
            [&](const WrittenOption& other) { return other.name == scenario.baseline; });
        if (baseline != scenario.options.end() && option.instance == baseline->instance &&
            option.nodes == baseline->nodes && option.software == baseline->software) {
            plan.migration.emplace();
            book.assumed("migration", "none",
                         "instance, nodes and software are those of the baseline");
        }
        return;
    }
    const WrittenMigration& written = *option.migration;
    MigrationPlan& migration = plan.migration.emplace();
    if (!written.none_because.empty()) book.assumed("migration", "none", written.none_because);
    for (const WrittenMigrationTask& task : written.tasks) {
        const std::string input = "migration." + task.name;
        if (task.amount.kind == InputValue::Kind::unknown) {
            leave_out(input, task.amount.because, migration, book);
            continue;
        }
        const std::optional<double> price = task.price ? task.price : node_hour_price(plan);
        if (!price) {
            leave_out(input, "the price of instances is unknown", migration, book);
            continue;
        }
        const Source amount = book.given(input, task.amount, Varies::once, option.name);
        migration.tasks.push_back({task.name, amount, *price});
        plan.lineage.push_back(
            {input, "once, while porting", "given at " + place(scenario, task.amount.where),
             task.price_text.empty() ? fmt::format("{}", *price) : task.price_text,
             task.price ? "" : scenario.currency + "/node h", "assumed"});
    }
}

}  // namespace trialcost
