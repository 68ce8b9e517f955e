#include <array>
#include <utility>

#include "scenarios/bills/bill_cells.hpp"
#include "scenarios/import/answers.hpp"
#include "scenarios/import/file_kind.hpp"
#include "scenarios/import/json_records.hpp"

namespace trialcost {
namespace {

// As the offer names the kind of plan, and as people do.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> plan_names{
    {{"ComputeSavingsPlans", "Compute Savings Plan"},
     {"EC2InstanceSavingsPlans", "EC2 Instance Savings Plan"},
     {"MachineLearningSavingsPlans", "SageMaker Savings Plan"}}};

class SavingsPlanFile {
  public:
    SavingsPlanFile(InputFile& file, QuoteCollector& collector)
        : file_(file), collector_(collector) {
        records_.on({"products", json_element}, [this](const JsonRecord& r) { add_plan(r); });
        records_.on({"terms", "savingsPlan", json_element},
                    [this](const JsonRecord& r) { add_term(r); });
        records_.on({"terms", "savingsPlan", json_element, "rates", json_element},
                    [this](const JsonRecord& r) { add_rate(r); });
    }

    void read() {
        Complaints& complaints = collector_.complaints();
        const auto sha256 = read_json(file_, records_, complaints);
        if (!sha256 ||
            !is_of_format(records_.root(), file_.name(), QuoteFormat::aws_savings_plan, complaints))
            return;
        FieldReader root(records_.root(), complaints);
        const std::string region = root.text("regionCode");
        std::string day;
        if (!collector_.request().verified_on) {
            const std::string published = root.text("publicationDate");
            if (!published.empty())
                day = collector_.day(published, root.where("publicationDate"), "publicationDate");
        }
        for (auto& [quote, id, term] : rates_) {
            quote.region = region;
            quote.verified_on = day;
            quote.term_h = terms_[term].hours;
            const auto plan = plans_.find(terms_[term].sku);
            if (plan != plans_.end())
                quote.plan = plan->second;
            else
                complaints.error(terms_[term].where, "terms.savingsPlan.sku",
                                 "names a plan that the file does not have",
                                 "`" + terms_[term].sku + "`", "fetch the file again");
            if (collector_.passes_region(region)) collector_.add(std::move(quote), id);
        }
        collector_.end_file(*sha256);
    }

  private:
    struct Term {
        Position where;
        std::string sku, hours;
    };
    struct Rate {
        ImportedQuote quote;
        std::string id;
        std::size_t term;  // among `terms_`: the one that it stands in
    };

    void add_plan(const JsonRecord& record) {
        FieldReader fields(record, collector_.complaints());
        const std::string family = fields.text("productFamily");
        std::string name = family;
        for (const auto& [written, plan] : plan_names)
            if (family == written) name = plan;
        for (const std::string_view part : {"attributes/purchaseTerm", "attributes/purchaseOption"})
            name += " " + fields.text(part);
        plans_.insert_or_assign(fields.text("sku"), name);
    }

    // A term ends behind its rates.
    void add_term(const JsonRecord& record) {
        FieldReader fields(record, collector_.complaints());
        const std::string duration = fields.number("leaseContractLength/duration");
        const std::string unit = fields.text("leaseContractLength/unit");
        Term term{record.where, fields.text("sku"), ""};
        if (unit == "year" || unit == "years") term.hours = hours_of_years(duration);
        if (term.hours.empty() && !duration.empty() && !unit.empty())
            fields.complain("leaseContractLength", "is no length of a plan",
                            "it is " + duration + " " + unit, "there are 1 and 3 years");
        terms_.push_back(std::move(term));
    }

    static std::string hours_of_years(const std::string& years) {
        // Of 365 days.
        return years == "1" ? "8760" : years == "3" ? "26280" : "";
    }

    void add_rate(const JsonRecord& record) {
        FieldReader fields(record, collector_.complaints());
        const std::string service = fields.text("discountedServiceCode");
        const std::string usage_type = fields.text("discountedUsageType");
        const std::string operation = fields.text("discountedOperation", Presence::optional);
        const std::string code = fields.text("rateCode");
        const std::string unit = fields.text("unit");
        const std::string price = fields.text("discountedRate/price");
        const std::string currency = fields.text("discountedRate/currency");
        if (service.empty() || usage_type.empty() || code.empty() || unit.empty() ||
            price.empty() || currency.empty())
            return;
        const std::string_view usage = without_region(usage_type);
        constexpr std::string_view box = "BoxUsage:";
        // The operation of Linux has no suffix (Amazon EC2 user guide, "AMI billing information").
        if (!collector_.passes("service", service == "AmazonEC2") ||
            !collector_.passes("usage type", usage.starts_with(box)) ||
            !collector_.passes("operating system", operation == "RunInstances"))
            return;
        ImportedQuote quote;
        quote.item = usage.substr(box.size());
        if (!collector_.passes_item(quote.item) || !collector_.passes_currency(currency)) return;
        quote.service = "ec2";
        quote.purchase = "commitment";
        quote.price = collector_.decimal(price, fields.where("discountedRate/price"), code);
        quote.currency = currency;
        quote.unit = collector_.unit(unit, true);
        quote.granularity_s = "1";
        quote.minimum_s = "60";
        rates_.push_back({std::move(quote), "rateCode " + code, terms_.size()});
    }

    InputFile& file_;
    QuoteCollector& collector_;
    JsonRecords records_;
    std::map<std::string, std::string> plans_;  // names by SKU
    std::vector<Term> terms_;
    std::vector<Rate> rates_;
};

}  // namespace

void read_savings_plan(InputFile& file, QuoteCollector& collector) {
    SavingsPlanFile(file, collector).read();
}

}  // namespace trialcost
