// The quotes of a scenario as its options choose among them: each choice leaves its line of lineage
// and its row of evidence, and each price that is not to be had what it leaves out.
#pragma once

#include <string>
#include <vector>

#include "scenarios/build/build_option.hpp"

namespace trialcost {

class QuoteBook {
  public:
    QuoteBook(const Scenario& scenario, const WrittenOption& option, const QuoteShelf& shelf,
              InputBook& book, OptionPlan& plan, Complaints& complaints);

    // The quote that prices an item: its rows by tier. Empty: the price is unknown.
    std::vector<const QuoteRecord*> chosen_rows(const std::string& item, const std::string& driver,
                                                const QuoteKey& key);
    // Of what has one price: its row; null: it is unknown.
    const QuoteRecord* chosen(const std::string& item, const std::string& driver,
                              const QuoteKey& key);

    // The steps of a spot price, by time: all quotes of the key that say since when they hold, up
    // to `as_of`; or one that holds all the time. Empty: the price is unknown.
    std::vector<const QuoteRecord*> history(const std::string& item, const std::string& driver,
                                            const QuoteKey& key);

    // The key of the instances of the option, bought so.
    QuoteKey key_of_instances(PurchaseOption purchase) const;

  private:
    void leave_out(const std::string& item, const std::string& driver, const std::string& why);
    const QuoteRecord* newest(const QuoteKey& key) const;
    void warn_of_future(const QuoteKey& key);
    void warn_of_age(const QuoteRecord& quote, std::chrono::days max_age);
    void complain_of_currency(const std::string& item, QuoteKey key);
    std::string prices_of(const std::vector<std::size_t>& tiers) const;
    bool complain_of_two_prices(std::vector<const QuoteRecord*>& steps);
    void show_history(const std::string& item, const std::string& driver,
                      const std::vector<const QuoteRecord*>& steps);

    const Scenario& scenario_;
    const WrittenOption& option_;
    const QuoteShelf& shelf_;
    InputBook& book_;
    OptionPlan& plan_;
    Complaints& complaints_;
};

// The rows of the quotes as choose_quote() takes them.
std::vector<PricedQuote> priced_quotes(const Scenario& scenario,
                                       const std::vector<QuoteRecord>& rows);

// The price of the instances, by the option's purchase option.
void add_instance_price(const Scenario& scenario, const WrittenOption& option,
                        const QuoteShelf& shelf, QuoteBook& quotes, OptionPlan& plan,
                        Complaints& complaints);

}  // namespace trialcost
