#include "tools/arguments/option_kinds.hpp"

#include <variant>

#include "models/units/measure.hpp"
#include "tools/arguments/count_text.hpp"

namespace trialcost {
namespace {

// "10min" -> "10 min"
std::string spaced(const std::string& text) {
    const std::size_t unit = text.find_first_not_of("0123456789._+-eE ");
    if (unit == std::string::npos || unit == 0 || text[unit - 1] == ' ') return text;
    return text.substr(0, unit) + " " + text.substr(unit);
}

}  // namespace

void count_option(CLI::App& app, const std::string& name, const std::string& help,
                  const std::function<void(std::uint64_t)>& set) {
    app.add_option_function<std::string>(
           name,
           [name, set](const std::string& text) {
               const auto value = parse_count(text);
               if (!value)
                   throw CLI::ValidationError(
                       name, "`" + text + "` is not a count; write 1000000, 1e6 or 10M");
               set(*value);
           },
           help)
        ->type_name("COUNT");
}

void share_option(CLI::App& app, const std::string& name, const std::string& help,
                  const std::function<void(double)>& set) {
    app.add_option_function<std::string>(
           name,
           [name, set](const std::string& text) {
               const auto parsed = parse_measure(spaced(text));
               const Measure* share = std::get_if<Measure>(&parsed);
               if (share == nullptr ||
                   (share->dimension != Dimension::fraction &&
                    share->dimension != Dimension::number) ||
                   !(share->value > 0 && share->value < 1))
                   throw CLI::ValidationError(
                       name, "`" + text + "` is no share between 0 and 1; write 0.5 % or 0.005");
               set(share->value);
           },
           help)
        ->type_name("SHARE");
}

void time_option(CLI::App& app, const std::string& name, const std::string& help,
                 const std::function<void(double)>& set) {
    app.add_option_function<std::string>(
           name,
           [name, set](const std::string& text) {
               const std::string words = spaced(text);
               const auto parsed = parse_measure(words.ends_with(" m") ? words + "in" : words);
               const Measure* time = std::get_if<Measure>(&parsed);
               if (time == nullptr ||
                   (time->dimension != Dimension::time && time->dimension != Dimension::number) ||
                   !(time->value > 0))
                   throw CLI::ValidationError(
                       name, "`" + text + "` is no time; write 90 s, 10 min or 8 h");
               set(time->value);
           },
           help)
        ->type_name("TIME");
}

CLI::Option* repeated_option(CLI::App& app, const std::string& name, const std::string& help,
                             const std::function<void(const std::string&)>& add) {
    return app
        .add_option_function<std::vector<std::string>>(
            name,
            [add](const std::vector<std::string>& texts) {
                for (const std::string& text : texts) add(text);
            },
            help)
        ->allow_extra_args(false);
}

void add_color(CLI::App& command, ColorChoice& color) {
    word_option<ColorChoice>(command, "--color", "auto (default), always or never",
                             {{"auto", ColorChoice::automatic},
                              {"always", ColorChoice::always},
                              {"never", ColorChoice::never}},
                             [&color](ColorChoice choice) { color = choice; });
}

void add_progress(CLI::App& command, ProgressStyle& progress) {
    word_option<ProgressStyle>(command, "--progress", "auto (default), plain or none",
                               {{"auto", ProgressStyle::automatic},
                                {"plain", ProgressStyle::plain},
                                {"none", ProgressStyle::none}},
                               [&progress](ProgressStyle style) { progress = style; });
}

}  // namespace trialcost
