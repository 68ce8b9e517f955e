#include <algorithm>

#include "tools/arguments/data_commands.hpp"
#include "tools/arguments/option_kinds.hpp"

namespace trialcost {
namespace {

constexpr const char* import_examples = R"(Examples:
  trialcost import quotes aws-price-list offer.json -o quotes.csv --region us-east-1
)";

constexpr const char* import_quotes_examples = R"(Examples:
  trialcost import quotes aws-price-list offer.json -o on_demand.csv --region us-east-1 --item p5.48xlarge
  trialcost import quotes aws-savings-plan plan.json -o plan.csv --item p5.48xlarge
  trialcost import quotes aws-spot-history page1.json page2.json -o spot.csv
  trialcost import quotes aws-capacity-blocks offerings.json -o blocks.csv --verified-on 2026-11-30
)";

constexpr const char* reconcile_examples = R"(Examples:
  trialcost reconcile result.h5 focus.csv --tag job=lora-70b
  trialcost reconcile result.h5 cur.csv --from 2026-11-03T10:00:00Z --to 2026-11-03T14:00:00Z
  trialcost reconcile result.h5 cur.csv --tag job=lora-70b --map checkpoints=S3 --view effective
)";

// "KEY=VALUE", both there; the value may hold `=`.
std::pair<std::string, std::string> pair_of(const std::string& option, const std::string& text,
                                            const std::string& form) {
    const std::size_t at = text.find('=');
    if (at == std::string::npos || at == 0 || at + 1 == text.size())
        throw CLI::ValidationError(option, "`" + text + "` is not " + form);
    return {text.substr(0, at), text.substr(at + 1)};
}

void moment_option(CLI::App& command, const std::string& name, const std::string& help,
                   std::optional<Moment>& moment) {
    command
        .add_option_function<std::string>(
            name,
            [name, &moment](const std::string& text) {
                moment = parse_moment(text);
                if (!moment)
                    throw CLI::ValidationError(name, "`" + text +
                                                         "` is not a time with offset; write "
                                                         "2026-11-03T10:00:00Z");
            },
            help)
        ->type_name("TIME");
}

}  // namespace

void add_import(CLI::App& app, ImportQuotesRequest& request) {
    CLI::App* import = app.add_subcommand("import", "Turn files of other tools into our own");
    import->footer(import_examples);
    import->require_subcommand(1);
    CLI::App* command = import->add_subcommand("quotes", "Turn price files into a file of quotes");
    command->footer(import_quotes_examples);
    QuoteRequest& quotes = request.quotes;
    command
        ->add_option_function<std::string>(
            "format",
            [&quotes](const std::string& text) {
                const auto at =
                    std::find(quote_format_words.begin(), quote_format_words.end(), text);
                if (at == quote_format_words.end())
                    throw CLI::ValidationError(
                        "format", "`" + text +
                                      "` is none of: aws-price-list, aws-savings-plan, "
                                      "aws-spot-history, aws-capacity-blocks");
                quotes.format = static_cast<QuoteFormat>(at - quote_format_words.begin());
            },
            "aws-price-list, aws-savings-plan, aws-spot-history or aws-capacity-blocks")
        ->required();
    command->add_option("files", quotes.files, "price files")->required();
    command->add_option("-o,--output", request.output, "the file of quotes (CSV)")->required();
    command->add_flag("--force", request.force, "replace an existing file");
    repeated_option(*command, "--region", "only this region; may be given several times",
                    [&quotes](const std::string& region) { quotes.regions.push_back(region); })
        ->type_name("CODE");
    repeated_option(*command, "--item",
                    "only this instance type or item; may be given several times",
                    [&quotes](const std::string& item) { quotes.items.push_back(item); })
        ->type_name("ITEM");
    command->add_option("--currency", quotes.currency, "of the prices (default USD)")
        ->type_name("CODE");
    command
        ->add_option_function<std::string>(
            "--verified-on",
            [&quotes](const std::string& text) {
                quotes.verified_on = parse_date(text);
                if (!quotes.verified_on)
                    throw CLI::ValidationError("--verified-on",
                                               "`" + text + "` is no date; write 2026-11-30");
            },
            "the day when the prices were looked up (default: what the files say)")
        ->type_name("DATE");
    add_progress(*command, request.progress);
    add_color(*command, request.color);
}

void add_reconcile(CLI::App& app, ReconcileRequest& request) {
    CLI::App* command = app.add_subcommand("reconcile", "Compare a bill with what was predicted");
    command->footer(reconcile_examples);
    command->add_option("result", request.result, "the result file (HDF5)")->required();
    command->add_option("bills", request.bills, "exports of the bill (CSV)")->required();
    const auto text_option = [command](const std::string& name, const std::string& help,
                                       std::optional<std::string>& text) {
        return command->add_option_function<std::string>(
            name, [&text](const std::string& value) { text = value; }, help);
    };
    text_option("--option", "the option that ran (default: the only one)", request.option)
        ->type_name("NAME");
    repeated_option(*command, "--tag", "the charges of the job have it; may be given several times",
                    [&request](const std::string& text) {
                        request.tags.push_back(pair_of("--tag", text, "KEY=VALUE"));
                    })
        ->type_name("KEY=VALUE");
    moment_option(*command, "--from", "when the job began", request.from);
    moment_option(*command, "--to", "when it ended", request.to);
    text_option("--instance", "its instance type in the bill (default: that of the option)",
                request.instance)
        ->type_name("TYPE");
    repeated_option(*command, "--map",
                    "charges with this text belong to the item; may be given several times",
                    [&request](const std::string& text) {
                        request.map.push_back(pair_of("--map", text, "ITEM=TEXT"));
                    })
        ->type_name("ITEM=TEXT");
    std::map<std::string, CostView> views;
    for (std::size_t i = 0; i < cost_view_words.size(); ++i)
        views[std::string(cost_view_words[i])] = static_cast<CostView>(i);
    word_option<CostView>(*command, "--view", "billed (default), effective, contracted or list",
                          views, [&request](CostView view) { request.view = view; });
    command->add_flag_callback(
        "--json", [&request] { request.format = ReportFormat::json; },
        "print JSON, with all digits");
    add_color(*command, request.color);
}

std::string fault_of(const ReconcileRequest& request) {
    if (request.from.has_value() != request.to.has_value())
        return std::string(request.from ? "--to" : "--from") +
               " is missing: the time of a job has two ends";
    if (request.from && *request.from >= *request.to) return "--to is not after --from";
    if (request.tags.empty() && !request.from)
        return "nothing says which charges are the job's: give --tag, or --from and --to";
    return "";
}

}  // namespace trialcost
