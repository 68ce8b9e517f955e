// Kinds of options that several commands take.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tools/arguments/command_line.hpp"

namespace trialcost {

// "1000000", "1e6", "10M"
void count_option(CLI::App& app, const std::string& name, const std::string& help,
                  const std::function<void(std::uint64_t)>& set);

// A share above 0 and below 1: "0.5 %", "0.5%", "0.005".
void share_option(CLI::App& app, const std::string& name, const std::string& help,
                  const std::function<void(double)>& set);

// A time above 0 in seconds: "90", "90 s", "10 min", "8 h"; "10m" is ten minutes.
void time_option(CLI::App& app, const std::string& name, const std::string& help,
                 const std::function<void(double)>& set);

// May be given several times, with one value each.
CLI::Option* repeated_option(CLI::App& app, const std::string& name, const std::string& help,
                             const std::function<void(const std::string&)>& add);

// One of a few words.
template <class Value>
void word_option(CLI::App& app, const std::string& name, const std::string& help,
                 const std::map<std::string, Value>& words, const std::function<void(Value)>& set) {
    app.add_option_function<std::string>(
           name,
           [name, help, words, set](const std::string& text) {
               const auto at = words.find(text);
               if (at == words.end())
                   throw CLI::ValidationError(name, "`" + text + "` is none of: " + help);
               set(at->second);
           },
           help)
        ->type_name("WORD");
}

// --color and --progress.
void add_color(CLI::App& command, ColorChoice& color);
void add_progress(CLI::App& command, ProgressStyle& progress);

}  // namespace trialcost
