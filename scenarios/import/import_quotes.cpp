#include "scenarios/import/import_quotes.hpp"

#include <array>
#include <span>

#include "models/units/counted.hpp"
#include "scenarios/document/input_file.hpp"
#include "scenarios/import/answers.hpp"
#include "scenarios/import/price_list.hpp"
#include "scenarios/import/quote_collector.hpp"

namespace trialcost {
namespace {

// JSON begins with a brace or a bracket, whatever is not.
bool looks_like_json(const std::filesystem::path& path) {
    std::array<char, 256> start{};
    InputFile file(path);
    std::string_view text(start.data(), file.read(start));
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const std::size_t at = text.find_first_not_of(" \t\r\n");
    return at == std::string_view::npos || text[at] == '{' || text[at] == '[';
}

void read_file(const std::filesystem::path& path, InputFile& file, QuoteCollector& collector) {
    switch (collector.request().format) {
        case QuoteFormat::aws_price_list:
            if (looks_like_json(path))
                read_price_list_json(file, collector);
            else
                read_price_list_csv(file, collector);
            return;
        case QuoteFormat::aws_savings_plan:
            return read_savings_plan(file, collector);
        case QuoteFormat::aws_spot_history:
            return read_spot_history(file, collector);
        case QuoteFormat::aws_capacity_blocks:
            return read_capacity_blocks(file, collector);
    }
}

std::string noun_of(QuoteFormat format) {
    constexpr std::array<std::string_view, 4> nouns{"product", "rate", "price", "offering"};
    return std::string(nouns[static_cast<std::size_t>(format)]);
}

std::string filters_of(const QuoteRequest& request) {
    std::string text = "Linux, shared tenancy, " + request.currency;
    for (const std::string& region : request.regions) text += ", region " + region;
    for (const std::string& item : request.items) text += ", item " + item;
    return text;
}

void warn_of_odd_units(const QuoteCollector& collector, const std::string& file,
                       Complaints& complaints) {
    for (const auto& [unit, quotes] : collector.odd_units())
        complaints.warning({file, 0, 0}, {}, "the unit `" + unit + "` is not one trialcost knows",
                           counted(quotes, "quote") + " with it",
                           "it is kept as it is, and prices nothing");
}

}  // namespace

QuoteImport import_quotes(const QuoteRequest& request, Complaints& complaints,
                          const std::function<void(std::uint64_t)>& progress) {
    QuoteCollector collector(request, complaints);
    collector.name_things(noun_of(request.format));
    std::uint64_t done = 0;
    for (const std::filesystem::path& path : request.files) {
        InputFile file(path, [&](std::uint64_t bytes) {
            if (progress) progress(done + bytes);
        });
        collector.begin_file(path.string());
        read_file(path, file, collector);
        done += file.size();
    }
    complaints.throw_if_any_error();
    if (request.format == QuoteFormat::aws_spot_history) sort_spot_history(collector);
    collector.complain_if_empty();
    complaints.throw_if_any_error();
    warn_of_odd_units(collector, request.files[0].string(), complaints);
    if (request.format == QuoteFormat::aws_capacity_blocks && !request.verified_on)
        complaints.warning(
            {request.files[0].string(), 0, 0}, {}, "does not say when the offerings were looked up",
            "quotes without verified_on are not verified", "give --verified-on DATE");
    std::string note = "Imported by trialcost from files of the format " +
                       std::string(word_of(request.format)) + "; kept: " + filters_of(request) +
                       ".";
    return {quotes_csv(collector.quotes(), {note}), collector.quotes().size(), collector.left_out(),
            collector.left_out_text()};
}

}  // namespace trialcost
