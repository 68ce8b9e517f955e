#include <fmt/format.h>

#include <array>

#include "scenarios/build/read_option.hpp"
#include "scenarios/document/table_reader.hpp"

namespace trialcost {
namespace {

constexpr std::array<std::pair<std::string_view, Driver>, 10> drivers = {{
    {"per_hour", Driver::per_hour},
    {"per_node_hour", Driver::per_node_hour},
    {"per_billed_node_hour", Driver::per_billed_node_hour},
    {"per_checkpoint", Driver::per_checkpoint},
    {"per_restart", Driver::per_restart},
    {"per_attempt", Driver::per_attempt},
    {"per_run", Driver::per_run},
    {"per_output_unit", Driver::per_output_unit},
    {"per_month", Driver::per_month},
    {"fixed", Driver::fixed},
}};

constexpr std::initializer_list<Dimension> amounts = {Dimension::data, Dimension::number, Dimension::count,
                                                      Dimension::time, Dimension::node_time};

// What one cost table says of the price of its lines.
struct PriceOfLines {
    std::string service;
    std::optional<double> price;
    std::string per, text;
};

class CostTable {
  public:
    CostTable(const Node& node, const std::string& currency, Complaints& complaints)
        : table_(node, complaints), complaints_(complaints), name_(node.key()), where_(node.where()) {
        price_.service = table_.text("service").value_or("");
        item_ = table_.text("item").value_or("");
        if (const auto price = table_.measure("price", Dimension::price)) {
            price_.price = price->value;
            price_.per = price->per;
            price_.text = price->text;
            if (price->currency != currency)
                table_.complain("price", fmt::format("is in {}, the scenario in {}", price->currency, currency),
                                "one currency throughout", "convert it");
        }
        if (price_.service.empty() && !price_.price && !table_.has("fixed_cost"))
            table_.complain("", "has no price", "", "name the service of its quotes, or give price = \"0.5 USD/GB\"");
    }

    std::vector<WrittenCostItem> read(const std::string& currency) {
        if (const auto fixed = table_.measure("fixed_cost", Dimension::money)) {
            if (fixed->currency != currency)
                table_.complain("fixed_cost", fmt::format("is in {}, the scenario in {}", fixed->currency, currency));
            price_ = {"", fixed->value, "fixed", fixed->text};
            InputValue once;
            once.distribution = {Constant{1}};
            once.shown = "1";
            add(name_, Driver::fixed, once, item_);
        }
        if (const Node* stored = table_.any("stored")) read_stored(*stored);
        if (const Node* amount = table_.table("amount")) read_amount(*amount, name_, item_);
        if (const Node* requests = table_.table("requests"))
            for (const Node& kind : requests->children()) {
                if (kind.is(Node::Kind::table))
                    read_amount(kind, name_ + "." + kind.key(), kind.key());
                else
                    complaints_.error(kind.where(), kind.path(), "is not a table", "",
                                      "write requests = { put = { per_checkpoint = 180 } }");
            }
        if (lines_.empty())
            table_.complain("", "says no amount", "", "give stored, requests, amount or fixed_cost");
        table_.finish();
        return std::move(lines_);
    }

  private:
    void add(const std::string& name, Driver driver, InputValue amount, const std::string& item, double keep = 0) {
        WrittenCostItem line{.name = name, .where = where_, .driver = driver, .amount = std::move(amount), .keep = keep};
        line.service = price_.service;
        line.item = item;
        line.price = price_.price;
        line.price_per = price_.per;
        line.price_text = price_.text;
        lines_.push_back(std::move(line));
    }

    // stored = "2 TB" is held all the time; per_checkpoint and keep hold the latest checkpoints.
    void read_stored(const Node& node) {
        const std::string item = item_.empty() ? "stored" : item_;
        if (!node.is(Node::Kind::table) || node.find("per_checkpoint") == nullptr) {
            if (const auto amount = read_input(node, {Dimension::data}, complaints_))
                add(name_, Driver::per_month, *amount, item);
            return;
        }
        TableReader stored(node, complaints_);
        const auto keep = stored.integer("keep", Presence::required, 1, 1'000'000);
        const auto amount = read_input(*stored.any("per_checkpoint"), {Dimension::data}, complaints_);
        stored.finish();
        if (keep && amount)
            add(name_, Driver::kept_checkpoint_month, *amount, item, static_cast<double>(*keep));
    }

    void read_amount(const Node& node, const std::string& name, const std::string& item) {
        TableReader amount(node, complaints_);
        bool any = false;
        for (const auto& [key, driver] : drivers) {
            const Node* given = amount.any(key);
            if (given == nullptr) continue;
            if (any) amount.complain(key, "is a second driver of one amount", "", "make a cost table of its own for it");
            any = true;
            if (const auto value = read_input(*given, amounts, complaints_)) add(name, driver, *value, item);
        }
        if (!any)
            amount.complain("", "names no driver", "",
                            "write per_hour, per_node_hour, per_checkpoint, per_restart, per_attempt, per_run, "
                            "per_output_unit, per_month or fixed");
        amount.finish();
    }

    TableReader table_;
    Complaints& complaints_;
    std::string name_, item_;
    Position where_;
    PriceOfLines price_;
    std::vector<WrittenCostItem> lines_;
};

}  // namespace

std::vector<WrittenCostItem> read_cost_items(const Node& node, const std::string& currency, Complaints& complaints) {
    std::vector<WrittenCostItem> out;
    for (const Node& child : node.children()) {
        if (!child.is(Node::Kind::table)) {
            complaints.error(child.where(), child.path(), "is not a table", "", "write [option.NAME.cost.ITEM]");
            continue;
        }
        auto lines = CostTable(child, currency, complaints).read(currency);
        out.insert(out.end(), lines.begin(), lines.end());
    }
    return out;
}

}  // namespace trialcost
