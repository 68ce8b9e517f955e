#include <fmt/format.h>

#include <algorithm>

#include "scenarios/build/places.hpp"
#include "scenarios/build/price_units.hpp"
#include "scenarios/build/quote_book.hpp"

namespace trialcost {
namespace {

class InstancePrices {
  public:
    InstancePrices(const Scenario& scenario, const WrittenOption& option, const QuoteShelf& shelf,
                   QuoteBook& quotes, OptionPlan& plan, Complaints& complaints)
        : scenario_(scenario),
          option_(option),
          shelf_(shelf),
          quotes_(quotes),
          plan_(plan),
          complaints_(complaints) {}

    void add() {
        price_.purchase = option_.purchase.option;
        const bool known = [&] {
            switch (price_.purchase) {
                case PurchaseOption::spot:
                    return add_spot();
                case PurchaseOption::commitment:
                    return add_commitment();
                case PurchaseOption::capacity_block:
                    return add_block();
                case PurchaseOption::on_demand:
                    break;
            }
            return add_on_demand();
        }();
        if (known) plan_.instance_price = price_;
    }

  private:
    std::uint32_t nodes() const { return option_.nodes * scenario_.workload.jobs_at_once(); }

    std::string nodes_by(std::string_view what) const {
        return fmt::format("{} nodes x {}", nodes(), what);
    }

    bool add_on_demand() {
        const QuoteRecord* quote =
            quotes_.chosen("instances", nodes_by("billed hours"),
                           quotes_.key_of_instances(PurchaseOption::on_demand));
        return quote != nullptr && set_hourly(*quote);
    }

    // Of the price of an hour, with the rule by which hours are billed.
    bool set_hourly(const QuoteRecord& quote) {
        const auto per_hour = price_of_hour(quote);
        if (!per_hour) return false;
        price_.per_node_hour = *per_hour;
        set_rule(quote);
        return true;
    }

    void set_rule(const QuoteRecord& quote) {
        price_.billing.granularity_s = quote.granularity_s.value_or(price_.billing.granularity_s);
        price_.billing.minimum_s = quote.minimum_s.value_or(price_.billing.minimum_s);
    }

    std::optional<double> price_of_hour(const QuoteRecord& quote) {
        const auto hours = instance_hours(quote.unit, quote.month_h.value_or(hours_per_month));
        if (hours) return *quote.price / *hours;
        complaints_.error(quote.where, "unit", "`" + quote.unit + "` is no unit of instance time",
                          "it prices the instances of option " + option_.name,
                          "write instance-hour");
        return std::nullopt;
    }

    // What the purchase option leaves over goes at the on-demand price.
    void add_rest(const std::string& what) {
        const QuoteRecord* quote =
            quotes_.chosen("instances " + what, nodes_by("billed hours " + what),
                           quotes_.key_of_instances(PurchaseOption::on_demand));
        if (quote == nullptr) return;
        price_.on_demand_per_node_hour = price_of_hour(*quote);
        set_rule(*quote);
    }

    // A block is quoted whole, or by the hour of an instance.
    bool add_block() {
        price_.block = option_.purchase.block;
        const QuoteRecord* quote =
            quotes_.chosen("instances", nodes_by("hours of whole blocks"),
                           quotes_.key_of_instances(PurchaseOption::capacity_block));
        if (quote == nullptr) return false;
        if (const auto step = option_.purchase.block_step_s)
            price_.block.step_s = *step;
        else if (quote->term_h)
            price_.block.step_s = *quote->term_h * seconds_per_hour;
        if (price_.block.step_s <= price_.block.unusable_end_s && !price_.block.length_s)
            complaints_.error(option_.where, option_.path + ".capacity_block",
                              "has steps that its unusable end fills", "no job fits into one step",
                              "make the step longer");
        if (price_.block.outlasted == Outlasted::on_demand) add_rest("after the block");
        if (quote->unit != "block") return set_hourly(*quote);
        if (!quote->term_h || !quote->instances) {
            complaints_.error(quote->where, "unit", "is a whole block of unknown size",
                              "it prices the instances of option " + option_.name,
                              "give its hours in term_h and its number of instances in instances");
            return false;
        }
        price_.per_node_hour = *quote->price / (*quote->term_h * *quote->instances);
        set_rule(*quote);
        return true;
    }

    bool add_commitment() {
        const WrittenPurchase& written = option_.purchase;
        const QuoteRecord* quote =
            quotes_.chosen("instances", "committed node hours, used or not",
                           quotes_.key_of_instances(PurchaseOption::commitment));
        if (quote == nullptr || !set_hourly(*quote)) return false;
        Commitment& commitment = price_.commitment;
        commitment.nodes = written.committed_nodes.value_or(nodes());
        commitment.outlasted = written.commitment_outlasted;
        if (written.committed_span_s) {
            commitment.span_s = *written.committed_span_s;
        } else if (quote->term_h) {
            commitment.span_s = *quote->term_h * seconds_per_hour;
        } else {
            complaints_.error(option_.where, option_.path + ".commitment", "has no length",
                              "neither the option nor its quote says it",
                              "write commitment = { span = \"1 month\" }, or term_h in the quote");
            return false;
        }
        add_upfront(*quote);
        if (commitment.outlasted == Outlasted::on_demand)
            add_rest("beyond the commitment");
        else if (commitment.nodes < nodes())
            complaints_.error(option_.where, option_.path + ".commitment.nodes",
                              fmt::format("are fewer than the {} that run", nodes()),
                              "with outlasted = \"end\" nothing runs beyond the commitment",
                              "commit as many, or write outlasted = \"on-demand\"");
        return true;
    }

    // Paid for the whole term; a commitment of a part of it bears its part.
    void add_upfront(const QuoteRecord& quote) {
        if (!quote.upfront) return;
        const double term_s =
            quote.term_h ? *quote.term_h * seconds_per_hour : price_.commitment.span_s;
        price_.upfront_per_node = *quote.upfront * price_.commitment.span_s / term_s;
        plan_.lineage.push_back(
            {"instances", "committed nodes, up front", place(scenario_, quote.where),
             fmt::format("{}", *quote.upfront),
             fmt::format("{}/instance for {:g} h", quote.currency, term_s / seconds_per_hour),
             plan_.lineage.back().status});
    }

    bool add_spot() {
        const std::vector<const QuoteRecord*> history =
            quotes_.history("instances", nodes_by("billed hours of spot"),
                            quotes_.key_of_instances(PurchaseOption::spot));
        if (history.empty()) return false;
        std::vector<SpotStep> steps;
        for (const QuoteRecord* quote : history) {
            const auto per_hour = price_of_hour(*quote);
            if (!per_hour) return false;
            const double from_h = quote->starts_at
                                      ? std::chrono::duration<double, std::ratio<3600>>(
                                            *quote->starts_at - *history[0]->starts_at)
                                            .count()
                                      : 0;
            steps.push_back({from_h, *per_hour});
        }
        price_.spot = SpotPath(std::move(steps), length_of(history));
        set_rule(*history.back());
        if (option_.purchase.interruptions_before_fallback !=
            std::numeric_limits<std::uint64_t>::max())
            add_rest("after the fallback");
        return true;
    }

    // The last price is known to have held until the day when it was looked up was over.
    double length_of(const std::vector<const QuoteRecord*>& history) const {
        if (!history[0]->starts_at) return 1;
        Moment end = shelf_.as_of + std::chrono::days{1};
        if (const auto looked_up = history.back()->verified_on)
            end = std::min<Moment>(end, to_day(*looked_up) + std::chrono::days{1});
        const Moment last = *history.back()->starts_at;
        end = std::max<Moment>(end, last + std::chrono::hours{1});
        return std::chrono::duration<double, std::ratio<3600>>(end - *history[0]->starts_at)
            .count();
    }

    const Scenario& scenario_;
    const WrittenOption& option_;
    const QuoteShelf& shelf_;
    QuoteBook& quotes_;
    OptionPlan& plan_;
    Complaints& complaints_;
    InstancePrice price_;
};

}  // namespace

void add_instance_price(const Scenario& scenario, const WrittenOption& option,
                        const QuoteShelf& shelf, QuoteBook& quotes, OptionPlan& plan,
                        Complaints& complaints) {
    InstancePrices(scenario, option, shelf, quotes, plan, complaints).add();
}

}  // namespace trialcost
