#include <algorithm>

#include "scenarios/import/file_kind.hpp"
#include "scenarios/import/json_records.hpp"
#include "scenarios/import/price_list.hpp"

namespace trialcost {
namespace {

class PriceListJson {
  public:
    PriceListJson(InputFile& file, QuoteCollector& collector)
        : file_(file), collector_(collector), list_(collector) {
        records_.on({"products", "*"}, [this](const JsonRecord& record) { add_product(record); });
        records_.on(
            {"terms", "*", "*", "*"}, [this](const JsonRecord& record) { add_term(record); },
            [this](const JsonRecords::Keys& keys) { return is_wanted(keys); });
    }

    void read() {
        const std::size_t first = collector_.quotes().size();
        const auto sha256 = read_json(file_, records_, collector_.complaints());
        if (!sha256 || !is_of_format(records_.root(), file_.name(), QuoteFormat::aws_price_list,
                                     collector_.complaints()))
            return;
        if (terms_came_first_) {
            collector_.complaints().error({file_.name(), 0, 0}, "terms", "come before the products",
                                          "AWS writes the products first", "fetch the file again");
            return;
        }
        list_.finish();
        set_day(first);
        collector_.end_file(*sha256);
    }

  private:
    bool is_wanted(const JsonRecords::Keys& keys) {
        if (records_.root().find("products") == nullptr) terms_came_first_ = true;
        return (keys[1] == "OnDemand" || keys[1] == "Reserved") && list_.knows(keys[2]);
    }

    // The publication of the offer, wherever in the file it stands.
    void set_day(std::size_t first) {
        if (collector_.request().verified_on) return;
        FieldReader root(records_.root(), collector_.complaints());
        const std::string published = root.text("publicationDate");
        if (published.empty()) return;
        const std::string day =
            collector_.day(published, root.where("publicationDate"), "publicationDate");
        auto& quotes = collector_.quotes();
        for (std::size_t i = first; i < quotes.size(); ++i) quotes[i].verified_on = day;
    }

    void add_product(const JsonRecord& record) {
        FieldReader fields(record, collector_.complaints());
        PriceProduct product{record.where, record.keys[1], "", {}};
        const std::string sku = fields.text("sku");
        if (!sku.empty() && sku != product.sku)
            fields.complain("sku", "is not that of the product", "it is `" + sku + "`");
        product.family = fields.text("productFamily", Presence::optional);
        constexpr std::string_view attributes = "attributes/";
        if (const JsonField* field = record.find("attributes"); field == nullptr)
            fields.complain("attributes", "is missing", {}, "fetch the file again");
        else if (field->kind != JsonKind::object)
            fields.complain("attributes", "must be an object",
                            "it is " + std::string(name_of(field->kind)));
        for (const JsonField& field : record.fields) {
            if (!field.path.starts_with(attributes)) continue;
            const std::string_view name = std::string_view(field.path).substr(attributes.size());
            if (field.kind == JsonKind::text)
                product.attributes.insert_or_assign(attribute_name(name), field.text);
            else if (field.kind != JsonKind::null)
                fields.complain(field.path, "must be a text in quotes",
                                "it is " + std::string(name_of(field.kind)));
        }
        fields.text("attributes/usagetype");
        fields.text("attributes/servicecode");
        list_.add(product);
    }

    void add_term(const JsonRecord& record) {
        FieldReader fields(record, collector_.complaints());
        PriceTerm term;
        term.where = record.where;
        term.code = record.keys[3];
        if (record.keys[1] == "Reserved") {
            term.kind = PriceTerm::Kind::reserved;
            term.lease = fields.text("termAttributes/LeaseContractLength");
            term.offering = fields.text("termAttributes/OfferingClass", Presence::optional);
            term.payment = fields.text("termAttributes/PurchaseOption", Presence::optional);
            if (term.lease.empty()) return;
        }
        const std::string dimensions = "priceDimensions/";
        bool any = false;
        for (const JsonField& field : record.fields) {
            const bool is_dimension = field.path.starts_with(dimensions) &&
                                      field.path.find('/', dimensions.size()) == std::string::npos;
            if (!is_dimension) continue;
            any = true;
            add_rate(record, fields, field.path, term);
        }
        if (!any) fields.complain("priceDimensions", "is missing", {}, "fetch the file again");
        list_.add(record.keys[2], term);
    }

    void add_rate(const JsonRecord& record, FieldReader& fields, const std::string& path,
                  PriceTerm& term) {
        PriceRate rate;
        rate.where = fields.where(path);
        rate.code = fields.text(path + "/rateCode");
        rate.unit = fields.text(path + "/unit");
        rate.begins = edge(fields, path + "/beginRange");
        rate.ends = edge(fields, path + "/endRange");
        const std::string prices = path + "/pricePerUnit";
        const std::string price = prices + "/" + collector_.request().currency;
        if (record.find(price) == nullptr && has_members(record, prices)) {
            term.other_currency = currency_in(record, prices);
            return;
        }
        const std::string written = fields.text(price);
        if (written.empty() || rate.code.empty() || rate.unit.empty()) return;
        rate.price = collector_.decimal(written, fields.where(price), rate.code);
        if (!rate.price.empty()) term.rates.push_back(std::move(rate));
    }

    // Where a tier begins or ends; a price without tiers has neither, or goes from 0 to Inf.
    std::string edge(FieldReader& fields, const std::string& path) {
        const std::string written = fields.text(path, Presence::optional);
        if (written.empty() || written == "Inf") return written;
        return collector_.decimal(written, fields.where(path), path.substr(path.find('/') + 1));
    }

    static bool has_members(const JsonRecord& record, const std::string& path) {
        return !currency_in(record, path).empty();
    }

    static std::string currency_in(const JsonRecord& record, const std::string& prices) {
        const auto at = std::find_if(
            record.fields.begin(), record.fields.end(),
            [&](const JsonField& field) { return field.path.starts_with(prices + "/"); });
        return at == record.fields.end() ? "" : at->path.substr(prices.size() + 1);
    }

    InputFile& file_;
    QuoteCollector& collector_;
    PriceList list_;
    JsonRecords records_;
    bool terms_came_first_ = false;
};

}  // namespace

void read_price_list_json(InputFile& file, QuoteCollector& collector) {
    PriceListJson(file, collector).read();
}

}  // namespace trialcost
