#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/pricing/multipart.hpp"

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
    {"per_month", Driver::held},
    {"fixed", Driver::fixed},
}};

constexpr std::initializer_list<Dimension> amounts = {
    Dimension::data, Dimension::number, Dimension::count, Dimension::time, Dimension::node_time};

// What these count is settled when the runs are over: no attempt has an amount of its own.
bool is_settled_at_the_end(Driver driver) {
    return driver == Driver::fixed || driver == Driver::held || driver == Driver::held_checkpoint ||
           driver == Driver::per_billed_node_hour;
}

// Reads one table [option.NAME.cost.ITEM].
class CostTable {
  public:
    CostTable(const Node& node, const std::string& currency, Complaints& complaints)
        : table_(node, complaints), currency_(currency), complaints_(complaints) {
        line_.name = node.key();
        line_.path = node.path();
        line_.where = node.where();
        if (line_.name == "instances")
            table_.complain("", "`instances` is the line of the instances themselves", "",
                            "use another name");
    }

    std::vector<WrittenCostItem> read() {
        if (table_.has("fixed_cost")) {
            read_fixed_cost();
        } else {
            read_price();
            read_amounts();
        }
        table_.finish();
        return std::move(lines_);
    }

  private:
    // A sum of money alone, once.
    void read_fixed_cost() {
        for (const char* key : {"service", "item", "price", "stored", "amount", "requests"})
            if (table_.any(key) != nullptr)
                table_.complain(key, "goes not with `fixed_cost`, which is a whole line by itself",
                                "", "make a cost table of its own for it");
        const auto cost = table_.measure("fixed_cost", Dimension::money);
        if (!cost || !table_.check_currency("fixed_cost", *cost, currency_)) return;
        line_.price = cost->value;
        line_.price_per = "fixed";
        line_.price_text = cost->text;
        line_.price_where = table_.any("fixed_cost")->where();
        InputValue once;
        once.where = line_.where;
        once.distribution = {Constant{1}};
        once.shown = "1";
        add(line_.name, Driver::fixed, once, "");
    }

    void read_price() {
        line_.service = table_.text("service").value_or("");
        line_.item = table_.text("item").value_or("");
        if (const auto purchase =
                table_.choice("purchase", {"on-demand", "spot", "commitment", "capacity-block"}))
            line_.purchase = purchase_from(*purchase);
        if (const auto held = table_.choice("held", {"wall time", "period"}))
            line_.held_for = *held == "period" ? HeldFor::period : HeldFor::wall_time;
        const auto price = table_.measure("price", Dimension::price);
        if (!table_.has("service") && !table_.has("price"))
            table_.complain("", "has no price", "",
                            "name the service of its quotes, or give price = \"0.5 USD/GB\"");
        if (table_.has("service") && table_.has("price"))
            table_.complain("price", "stands beside a service, which has its own quotes", "",
                            "keep one of them");
        if (!price || !table_.check_currency("price", *price, currency_)) return;
        line_.price = price->value;
        line_.price_per = price->per;
        line_.price_text = price->text;
        line_.price_where = table_.any("price")->where();
    }

    void read_amounts() {
        const Node* stored = table_.any("stored");
        const Node* amount = table_.table("amount");
        const Node* requests = table_.table("requests");
        const Node* volume = table_.table("volume");
        if (stored != nullptr) read_stored(*stored);
        if (volume != nullptr) read_volume(*volume);
        if (amount != nullptr && stored == nullptr) read_amount(*amount, line_.name, line_.item);
        if (amount != nullptr && stored != nullptr)
            table_.complain("amount", "stands beside `stored`: one line has one amount", "",
                            "make a cost table of its own for it");
        if (requests != nullptr)
            for (const Node& kind : requests->children()) {
                if (kind.is(Node::Kind::table))
                    read_amount(kind, line_.name + "." + kind.key(), kind.key());
                else if (!kind.is(Node::Kind::refused))
                    complaints_.error(kind.where(), kind.path(), "is not a table", "",
                                      "write requests = { put = { per_checkpoint = 180 } }");
            }
        if (volume != nullptr && (stored != nullptr || amount != nullptr || requests != nullptr))
            table_.complain("volume", "has lines of its own", "",
                            "make a cost table of its own for the rest");
        if (!table_.has("stored") && !table_.has("amount") && !table_.has("requests") &&
            volume == nullptr)
            table_.complain("", "says no amount", "",
                            "give stored, volume, requests, amount or fixed_cost");
        const bool holds = std::any_of(lines_.begin(), lines_.end(), [](const auto& line) {
            return metered(line.driver) == Metered::held;
        });
        if (table_.has("held") && !holds && !lines_.empty())
            table_.complain("held", "has nothing to hold", "",
                            "it goes with stored, volume or per_month");
    }

    void add(const std::string& name, Driver driver, InputValue amount, const std::string& item,
             double keep = 0) {
        WrittenCostItem line = line_;
        line.name = name;
        line.driver = driver;
        line.amount = std::move(amount);
        line.keep = keep;
        line.item = item;
        lines_.push_back(std::move(line));
    }

    // stored = "2 TB" is held all the time; per_checkpoint and keep hold the latest checkpoints.
    void read_stored(const Node& node) {
        const std::string item = line_.item.empty() ? "stored" : line_.item;
        if (!node.is(Node::Kind::table) || node.find("per_checkpoint") == nullptr) {
            if (const auto amount = read_amount_of(node, Driver::held, {Dimension::data}))
                add(line_.name, Driver::held, *amount, item);
            return;
        }
        TableReader stored(node, complaints_);
        const auto keep = stored.integer("keep", Presence::required, 1, 1'000'000);
        const auto amount = read_amount_of(*stored.any("per_checkpoint"), Driver::held_checkpoint,
                                           {Dimension::data});
        stored.finish();
        if (keep && amount)
            add(line_.name, Driver::held_checkpoint, *amount, item, static_cast<double>(*keep));
    }

    // Block storage: size, operations and throughput are provisioned, and each is a line.
    void read_volume(const Node& node) {
        TableReader volume(node, complaints_);
        line_.count = static_cast<double>(
            volume.integer("count", Presence::optional, 1, 1'000'000).value_or(1));
        line_.per_node = volume.boolean("per_node").value_or(false);
        const auto add_part = [&](std::string_view key, Dimension dimension, Presence presence,
                                  const std::string& name, const std::string& item) {
            const Node* given = volume.any(key, presence);
            if (given == nullptr) return;
            if (const auto amount = read_amount_of(*given, Driver::held, {dimension}))
                add(name, Driver::held, *amount, item);
        };
        add_part("size", Dimension::data, Presence::required, line_.name, "stored");
        add_part("iops", Dimension::number, Presence::optional, line_.name + ".iops", "iops");
        add_part("throughput_mib_per_s", Dimension::number, Presence::optional,
                 line_.name + ".throughput", "throughput");
        volume.finish();
        if (!line_.item.empty())
            table_.complain("item", "goes not with `volume`",
                            "its lines are quoted as stored, iops and throughput", "leave it out");
    }

    // Requests by which files of a size are put in parts.
    std::optional<InputValue> read_multipart(const Node& node) {
        TableReader table(node, complaints_);
        const auto part =
            table.measure("multipart", Dimension::data, Presence::required, Bounds::positive);
        const auto size =
            table.measure("of", Dimension::data, Presence::required, Bounds::positive);
        const auto files = static_cast<double>(
            table.integer("files", Presence::optional, 1, 1'000'000'000).value_or(1));
        table.finish();
        if (!part || !size) return std::nullopt;
        const auto requests = put_requests(size->value / files, part->value);
        if (!requests) {
            table.complain("multipart", "makes more than 10,000 parts of a file",
                           "an upload may have no more", "make the parts larger");
            return std::nullopt;
        }
        InputValue amount;
        amount.where = node.where();
        amount.distribution = {Constant{files * *requests}};
        amount.dimension = Dimension::number;
        amount.shown = fmt::format("{:g}, to put {} in parts of {}", files * *requests, size->text,
                                   part->text);
        return amount;
    }

    void read_amount(const Node& node, const std::string& name, const std::string& item) {
        TableReader amount(node, complaints_);
        bool any = false;
        for (const auto& [key, driver] : drivers) {
            const Node* given = amount.any(key);
            if (given == nullptr) continue;
            if (any) {
                amount.complain(key, "is a second driver of one amount", "",
                                "make a cost table of its own for it");
                continue;
            }
            any = true;
            if (const auto value = read_amount_of(*given, driver, amounts))
                add(name, driver, *value, item);
        }
        if (!any)
            amount.complain(
                "", "names no driver", "",
                "write per_hour, per_node_hour, per_billed_node_hour, per_checkpoint, "
                "per_restart, per_attempt, per_run, per_output_unit, per_month or fixed");
        amount.finish();
    }

    std::optional<InputValue> read_amount_of(const Node& node, Driver driver,
                                             std::initializer_list<Dimension> dimensions) {
        if (node.is(Node::Kind::table) && node.find("multipart") != nullptr)
            return read_multipart(node);
        const bool settled = is_settled_at_the_end(driver);
        const auto amount = read_input(node, dimensions, complaints_,
                                       {.finest = settled ? Varies::once : Varies::per_attempt});
        if (amount && amount->kind == InputValue::Kind::measured_column && settled)
            complaints_.error(node.where(), node.path(),
                              "a measured amount needs a driver that each run counts", "",
                              "use per_run, per_attempt, per_hour or per_checkpoint");
        return amount;
    }

    TableReader table_;
    const std::string& currency_;
    Complaints& complaints_;
    WrittenCostItem line_;  // what all lines of the table have in common
    std::vector<WrittenCostItem> lines_;
};

}  // namespace

std::vector<WrittenCostItem> read_cost_items(const Node& node, const std::string& currency,
                                             Complaints& complaints) {
    std::vector<WrittenCostItem> out;
    for (const Node& child : node.children()) {
        if (child.is(Node::Kind::refused)) continue;
        if (!child.is(Node::Kind::table)) {
            complaints.error(child.where(), child.path(), "is not a table", "",
                             "write [option.NAME.cost.ITEM]");
            continue;
        }
        for (WrittenCostItem& line : CostTable(child, currency, complaints).read()) {
            const bool known =
                std::any_of(out.begin(), out.end(),
                            [&](const WrittenCostItem& other) { return other.name == line.name; });
            if (known)
                complaints.error(child.where(), child.path(),
                                 "makes a second line `" + line.name + "`", "", "use another name");
            out.push_back(std::move(line));
        }
    }
    return out;
}

}  // namespace trialcost
