#include <fmt/format.h>

#include "scenarios/build/read_option.hpp"
#include "scenarios/document/table_reader.hpp"

namespace trialcost {
namespace {

// Reads one table [option.NAME.migration].
class MigrationTable {
  public:
    MigrationTable(const Node& node, const std::string& currency, Complaints& complaints)
        : node_(node), table_(node, complaints), currency_(currency), complaints_(complaints) {}

    WrittenMigration read() {
        out_.where = node_.where();
        out_.path = node_.path();
        if (table_.has("none")) {
            out_.none_because = table_.text("none").value_or("");
            any_fault_ = out_.none_because.empty();
        }
        rate_ = hourly(table_, "rate");
        if (const Node* node = table_.any("compute"))
            add("compute", *node, {Dimension::node_time}, std::nullopt);
        read_compute_cost();
        if (table_.has("rate") && !rate_) any_fault_ = true;
        for (const Node& task : node_.children()) read_task(task);
        if (!out_.none_because.empty() && !out_.tasks.empty())
            table_.complain("none", "stands beside tasks", "none is none", "keep one of them");
        if (out_.none_because.empty() && out_.tasks.empty() && !any_fault_)
            table_.complain("", "names no task", "",
                            "write operator_rewrites = \"120 h\", say, or none = \"why\"");
        // Tasks have any name: what is left was asked for.
        return std::move(out_);
    }

  private:
    std::optional<Measure> hourly(TableReader& table, std::string_view key) {
        const auto rate = table.measure(key, Dimension::price);
        if (!rate) return std::nullopt;
        if (!table.check_currency(key, *rate, currency_)) return std::nullopt;
        if (rate->per != "h" && rate->per != "hour") {
            table.complain(key, "is no price of an hour of work", "it is " + rate->text,
                           "write it like \"140 USD/h\"");
            return std::nullopt;
        }
        return rate;
    }

    // What computing cost that was paid already, say.
    void read_compute_cost() {
        const Node* node = table_.any("compute_cost");
        if (node == nullptr) return;
        if (node->is(Node::Kind::table) && node->find("unknown") != nullptr) {
            add("compute_cost", *node, {Dimension::money}, std::nullopt);
            return;
        }
        const auto cost = table_.measure("compute_cost", Dimension::money);
        if (!cost || !table_.check_currency("compute_cost", *cost, currency_)) {
            any_fault_ = true;
            return;
        }
        InputValue amount;
        amount.where = node->where();
        amount.distribution = {Constant{cost->value}};
        amount.dimension = Dimension::money;
        amount.shown = cost->text;
        out_.tasks.push_back({"compute_cost", amount, 1, cost->text});
    }

    void read_task(const Node& task) {
        const std::string& name = task.key();
        if (name == "none" || name == "rate" || name == "compute" || name == "compute_cost") return;
        if (name.empty()) {
            any_fault_ = true;
            complaints_.error(task.key_where(), node_.path(), "has a task without a name");
        } else if (task.is(Node::Kind::table) && task.find("hours") != nullptr) {
            TableReader own(task, complaints_);
            const auto rate = hourly(own, "rate");
            const Node& hours = *own.any("hours");
            own.finish();
            if (own.has("rate") && !rate)
                any_fault_ = true;
            else
                add(name, hours, {Dimension::time}, rate ? rate : rate_);
        } else {
            add(name, task, {Dimension::time}, rate_);
        }
    }

    void add(const std::string& name, const Node& node, std::initializer_list<Dimension> dimensions,
             const std::optional<Measure>& rate) {
        const auto amount = read_input(node, dimensions, complaints_, {.finest = Varies::once});
        if (!amount) {
            any_fault_ = true;
            return;
        }
        WrittenMigrationTask task{.name = name, .amount = *amount};
        const bool is_time = *dimensions.begin() == Dimension::time;
        // What is unknown needs no rate; one that cannot be read has been complained about.
        if (is_time && !rate && amount->kind != InputValue::Kind::unknown) {
            any_fault_ = true;
            if (!table_.has("rate"))
                complaints_.error(node.where(), node.path(), "has no price",
                                  "hours alone cost nothing",
                                  "give rate = \"140 USD/h\" in the table, or for the task");
            return;
        }
        if (rate) {
            task.price = is_time ? rate->value / seconds_per_hour : rate->value;
            task.price_text = rate->text;
        }
        out_.tasks.push_back(std::move(task));
    }

    const Node& node_;
    TableReader table_;
    const std::string& currency_;
    Complaints& complaints_;
    WrittenMigration out_;
    std::optional<Measure> rate_;
    bool any_fault_ = false;
};

}  // namespace

WrittenMigration read_migration(const Node& node, const std::string& currency,
                                Complaints& complaints) {
    return MigrationTable(node, currency, complaints).read();
}

}  // namespace trialcost
