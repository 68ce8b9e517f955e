#include <array>
#include <map>
#include <optional>

#include "scenarios/import/price_list.hpp"
#include "scenarios/records/csv_stream.hpp"

namespace trialcost {
namespace {

constexpr std::array<std::string_view, 12> needed_columns{
    "SKU",  "OfferTermCode", "RateCode", "TermType",  "StartingRange",  "EndingRange",
    "Unit", "PricePerUnit",  "Currency", "usageType", "Product Family", "serviceCode"};

class PriceListCsv {
  public:
    PriceListCsv(InputFile& file, QuoteCollector& collector)
        : file_(file),
          collector_(collector),
          list_(collector),
          rows_(file, collector.complaints()) {}

    void read() {
        if (!read_metadata()) return;
        while (auto row = rows_.next())
            if (rows_.fits(*row, columns_.size())) add(*row);
        if (collector_.complaints().any_error()) return;
        for (const auto& [sku, term] : terms_) list_.add(sku, term);
        list_.finish();
        collector_.end_file(rows_.sha256());
    }

  private:
    // Rows of a name and its value, up to the header.
    bool read_metadata() {
        std::string published;
        Position where{file_.name(), 0, 0};
        std::optional<CsvRow> row;
        while ((row = rows_.next()) && row->cells.size() <= 2) {
            if (row->cells.size() < 2 || attribute_name(row->cells[0].text) != "publicationdate")
                continue;
            where.line = row->line;
            published = row->cells[1].text;
        }
        if (!row) {
            if (!collector_.complaints().any_error())
                collector_.complaints().error(
                    {file_.name(), 0, 0}, {}, "has no header of a price list",
                    "there are rows of two cells at most", "is it cut off, or the wrong file?");
            return false;
        }
        if (!read_header(*row)) return false;
        if (collector_.request().verified_on) return true;
        if (published.empty()) {
            collector_.complaints().error({file_.name(), row->line, 0}, "Publication Date",
                                          "is missing among the rows above the header", {},
                                          "fetch the file again, or give --verified-on DATE");
            return false;
        }
        const std::string day = collector_.day(published, where, "Publication Date");
        list_.published_on(day);
        return !day.empty();
    }

    bool read_header(const CsvRow& header) {
        for (const CsvCell& cell : header.cells) columns_.push_back(attribute_name(cell.text));
        bool all = true;
        for (const std::string_view column : needed_columns) {
            const std::string name = attribute_name(column);
            for (std::size_t i = 0; i < columns_.size() && !places_.contains(name); ++i)
                if (columns_[i] == name) places_[name] = i;
            if (places_.contains(name)) continue;
            collector_.complaints().error({file_.name(), header.line, 0}, std::string(column),
                                          "the column is missing", {}, "fetch the file again");
            all = false;
        }
        return all;
    }

    const CsvCell& cell(const CsvRow& row, const std::string& column) const {
        return row.cells[places_.at(column)];
    }
    // Complains where the cell is blank.
    std::string needed(const CsvRow& row, const std::string& column) {
        const CsvCell& found = cell(row, column);
        if (found.text.empty())
            collector_.complaints().error({file_.name(), found.line, found.column}, column,
                                          "is blank", {}, "fetch the file again");
        return found.text;
    }

    void add(const CsvRow& row) {
        const std::string sku = needed(row, "sku");
        // The rows of a product follow each other.
        if (sku != last_sku_) add_product(row, sku);
        last_sku_ = sku;
        if (!list_.knows(sku)) return;
        const std::string type = needed(row, "termtype");
        if (type != "OnDemand" && type != "Reserved") return;
        const CsvCell& currency = cell(row, "currency");
        PriceTerm& term = term_of(row, sku, type);
        if (currency.text != collector_.request().currency) {
            term.other_currency = needed(row, "currency");
            return;
        }
        PriceRate rate;
        rate.where = {file_.name(), row.line, 0};
        rate.code = needed(row, "ratecode");
        rate.unit = needed(row, "unit");
        rate.begins = edge(row, "startingrange");
        rate.ends = edge(row, "endingrange");
        const CsvCell& price = cell(row, "priceperunit");
        rate.price = collector_.decimal(price.text, {file_.name(), price.line, price.column},
                                        "PricePerUnit");
        term.rates.push_back(std::move(rate));
    }

    void add_product(const CsvRow& row, const std::string& sku) {
        PriceProduct product{{file_.name(), row.line, 0}, sku, cell(row, "productfamily").text, {}};
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (!row.cells[i].text.empty()) product.attributes[columns_[i]] = row.cells[i].text;
        needed(row, "usagetype");
        needed(row, "servicecode");
        list_.add(product);
    }

    std::string edge(const CsvRow& row, const std::string& column) {
        const CsvCell& found = cell(row, column);
        if (found.text.empty() || found.text == "Inf") return found.text;
        return collector_.decimal(found.text, {file_.name(), found.line, found.column}, column);
    }

    PriceTerm& term_of(const CsvRow& row, const std::string& sku, const std::string& type) {
        const std::string code = sku + "." + needed(row, "offertermcode");
        const auto [at, is_new] = index_.try_emplace(type + " " + code, terms_.size());
        if (is_new) {
            PriceTerm term{{file_.name(), row.line, 0}, {}, code, {}, {}, {}, {}, {}};
            if (type == "Reserved") term.kind = PriceTerm::Kind::reserved;
            term.lease = optional(row, "leasecontractlength");
            term.payment = optional(row, "purchaseoption");
            term.offering = optional(row, "offeringclass");
            terms_.emplace_back(sku, std::move(term));
        }
        return terms_[at->second].second;
    }

    // Of a column that may be missing.
    std::string optional(const CsvRow& row, const std::string& column) const {
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (columns_[i] == column) return row.cells[i].text;
        return "";
    }

    InputFile& file_;
    QuoteCollector& collector_;
    PriceList list_;
    CsvStream rows_;
    std::vector<std::string> columns_;
    std::map<std::string, std::size_t> places_;  // of the columns that are needed
    std::string last_sku_;
    std::vector<std::pair<std::string, PriceTerm>> terms_;  // with their SKU, in order
    std::map<std::string, std::size_t> index_;
};

}  // namespace

void read_price_list_csv(InputFile& file, QuoteCollector& collector) {
    PriceListCsv(file, collector).read();
}

}  // namespace trialcost
