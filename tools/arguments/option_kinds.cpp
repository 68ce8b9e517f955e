#include "tools/arguments/option_kinds.hpp"

#include "tools/arguments/count_text.hpp"

namespace trialcost {

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
