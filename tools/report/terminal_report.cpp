#include "tools/report/terminal_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scenarios/document/complaints.hpp"
#include "tools/report/evidence_text.hpp"
#include "tools/report/migration_text.hpp"
#include "tools/report/option_table.hpp"
#include "tools/report/result_view.hpp"
#include "tools/report/text_layout.hpp"

namespace trialcost {
namespace {

std::string headline(const ResultView& result) {
    const ResultData& data = result.data();
    const std::string title = data.text_attribute("title");
    const std::string stamp = fmt::format("as of {}, seed {}", data.text_attribute("as_of"),
                                          data.count_attribute("seed"));
    if (width(title) + 3 + width(stamp) > terminal_width) return wrapped(title, 0) + stamp + "\n";
    return title + std::string(terminal_width - width(title) - width(stamp), ' ') + stamp + "\n";
}

std::string verdicts(const ResultView& result) {
    std::size_t widest_verdict = 0, widest_name = 0;
    for (std::size_t i = 0; i < result.options().size(); ++i) {
        widest_verdict = std::max(widest_verdict, width(result.text("verdict", i)));
        widest_name = std::max(widest_name, width(result.options()[i]));
    }
    const auto padded = [](const std::string& text, std::size_t wide) {
        return text + std::string(wide - width(text) + 2, ' ');
    };
    std::string out;
    for (std::size_t i = 0; i < result.options().size(); ++i) {
        const std::string& would_be = result.text("would_be", i);
        // What it would be names all that stands in the way; otherwise the first of it.
        const std::string why =
            would_be.empty() ? result.text("verdict_reason", i) : "would be " + would_be;
        out += wrapped(padded(result.text("verdict", i), widest_verdict) +
                           padded(result.options()[i], widest_name) + why,
                       widest_verdict + widest_name + 4);
    }
    return out;
}

// Names come from files: nothing in them may act on the terminal.
std::string without_controls(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        out += printable(text.substr(0, end)) + "\n";
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

std::string_view color_of(std::string_view verdict) {
    return verdict == "EXPAND" ? color::green : verdict == "SWITCH" ? color::cyan : color::yellow;
}

// The verdict at the beginning of each line that has one; a name cannot be taken for it, as it is
// indented, or so long that nothing fits behind it.
std::string with_colored_verdicts(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        for (const std::string_view verdict : {"EXPAND", "SWITCH", "HOLD"})
            if (line.starts_with(std::string(verdict) + " ")) {
                out.append(color_of(verdict)).append(verdict).append(color::end);
                line.remove_prefix(verdict.size());
                break;
            }
        out.append(line).append("\n");
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

std::string percent(double p) {
    return fmt::format("{:g} %", 100 * p);
}

std::string runs(const ResultView& result, std::size_t option, double count) {
    const bool search_ended =
        count >= static_cast<double>(result.data().counts("most_runs")[option]);
    return fmt::format("{}{:.0f}", search_ended ? "at least " : "", count);
}

// The inverse figures of the options whose cost is known.
std::string budgets(const ResultView& result) {
    const double confidence = result.data().real_attribute("confidence");
    const std::string& currency = result.data().text_attribute("currency");
    const auto& names = result.ceilings();
    const auto total = std::find(names.begin(), names.end(), "total");
    std::string out;
    for (std::size_t i = 0; i < result.options().size(); ++i) {
        const double ask = result.of("budget_to_ask", i);
        if (std::isnan(ask) && total == names.end()) continue;
        std::string line = result.options()[i] + ": ";
        if (!std::isnan(ask))
            line += fmt::format("{}{} {} for {}", result.lower_bound(i) ? "at least " : "",
                                amount(ask), currency, percent(confidence));
        const auto at = static_cast<std::size_t>(total - names.begin());
        if (result.lower_bound(i) && total != names.end()) {
            // An unknown is never filled in: how large it may become is all that can be said.
            const double headroom = result.of_ceiling("headroom", i, at);
            line += std::isnan(ask) ? "unknown; " : "; ";
            line += std::isnan(headroom) ? "nothing is known of its cost"
                    : headroom > 0       ? fmt::format("what is unknown may cost up to {} {}",
                                                       amount(headroom), currency)
                                         : "over the ceiling even without what is unknown";
        }
        const double sure = result.at("runs_that_fit", i, confidence),
                     even = result.at("runs_that_fit", i, 0.5);
        if (total != names.end() && !std::isnan(sure))
            line += fmt::format("; under {} {} run{} at {}, {} at 50 %", ceiling_text(result, at),
                                runs(result, i, sure), sure == 1 ? "" : "s", percent(confidence),
                                runs(result, i, even));
        out += wrapped("  " + line + ".", 4);
    }
    return out.empty() ? "" : "Budget to ask for\n" + out;
}

std::string ceilings(const ResultView& result) {
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> head{"kept in % of cases"};
    for (std::size_t c = 0; c < result.ceilings().size(); ++c)
        head.push_back("≤ " + ceiling_text(result, c));
    head.emplace_back("all");
    rows.push_back(head);
    for (std::size_t i = 0; i < result.options().size(); ++i) {
        std::vector<std::string> row{"  " + result.options()[i]};
        for (std::size_t c = 0; c <= result.ceilings().size(); ++c)
            row.push_back(kept_text(result, i, c));
        rows.push_back(std::move(row));
    }
    return aligned(rows);
}

// The cases side by side: what the verdict rests on, and all that is known at its cautious side.
std::string cases(const ResultView& result) {
    if (!result.data().has("total_cost_conservative")) return "";
    const std::string& currency = result.data().text_attribute("currency");
    std::vector<std::vector<std::string>> rows{
        {"cases, total cost in " + currency, "baseline P50", "P90", "conservative P50", "P90"}};
    for (std::size_t i = 0; i < result.options().size(); ++i) {
        std::vector<std::string> row{"  " + result.options()[i]};
        for (const char* figure : {"total_cost", "total_cost_conservative"})
            for (double p : {0.5, 0.9}) {
                const double value = result.at(figure, i, p);
                row.push_back(std::isnan(value)
                                  ? "unknown"
                                  : (result.lower_bound(i) ? "≥ " : "") + amount(value));
            }
        rows.push_back(std::move(row));
    }
    return aligned(rows) +
           wrapped("The conservative case is a stress case: its P90 is no probability.", 0);
}

// In one line, whether the verdicts hang on how records become a distribution.
std::string other_predictives(const ResultView& result) {
    if (!result.data().has("other_verdict")) return "";
    const auto& names = result.data().texts("other_predictive");
    const auto& verdicts = result.data().texts("other_verdict");
    std::string differs;
    for (std::size_t k = 0; k < names.size(); ++k)
        for (std::size_t i = 0; i < result.options().size(); ++i) {
            const std::string& other = verdicts[i * names.size() + k];
            if (other == result.text("verdict", i)) continue;
            differs += fmt::format("{}{} {} under {}", differs.empty() ? "" : "; ",
                                   result.options()[i], other, names[k]);
        }
    const std::string asked =
        fmt::format("Under other predictives of the records ({}): ", fmt::join(names, ", "));
    return wrapped(asked + (differs.empty() ? "the same verdicts" : differs) + ".", 2);
}

// How much of the spread more measurements would take away.
std::string knowledge(const ResultView& result) {
    if (!result.data().has("total_cost_knowledge_share")) return "";
    std::vector<std::vector<std::string>> rows{
        {"lack of knowledge in the spread", "total cost", "unit cost", "wall time"}};
    for (std::size_t i = 0; i < result.options().size(); ++i) {
        std::vector<std::string> row{"  " + result.options()[i]};
        for (const char* figure : {"total_cost", "unit_cost", "wall_time"}) {
            const std::string name = std::string(figure) + "_knowledge_share";
            const double value = result.of(name, i);
            row.push_back(!std::isnan(value)                ? share(value)
                          : result.refusal(i, name).empty() ? "unknown"
                                                            : "refused");
        }
        rows.push_back(std::move(row));
    }
    return aligned(rows);
}

// Mean hours by part of the options that ran.
std::string time_parts(const ResultView& result) {
    const auto& parts = result.data().texts("time_part");
    const auto& means = result.data().reals("time_part_time_mean");
    std::vector<std::vector<std::string>> rows{{"where the time goes, mean"}};
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < result.options().size(); ++i)
        if (!std::isnan(result.at("wall_time", i, 0.5))) shown.push_back(i);
    if (shown.empty()) return "";
    for (std::size_t i : shown) rows[0].push_back(result.options()[i]);
    // A mean may be refused where the median is known.
    const auto hours = [](double mean_s, double median_s) {
        return std::isnan(median_s) ? "unknown"
               : std::isnan(mean_s) ? "refused"
                                    : fmt::format("{:.2f} h", mean_s / 3600);
    };
    const auto& quantiles = result.data().reals("quantile");
    const auto& percentiles = result.data().reals("time_part_time");
    const auto median = static_cast<std::size_t>(
        std::find(quantiles.begin(), quantiles.end(), 0.5) - quantiles.begin());
    for (std::size_t p = 0; p < parts.size(); ++p) {
        std::string name = "  " + parts[p];
        std::replace(name.begin(), name.end(), '_', ' ');
        std::vector<std::string> row{name};
        for (std::size_t i : shown) {
            const bool split = !result.data().has("data_wait_is_split") ||
                               result.data().flags("data_wait_is_split")[i] != 0;
            const std::size_t cell = i * parts.size() + p;
            row.push_back(parts[p] == "data_wait" && !split
                              ? "not split"
                              : hours(means[cell], percentiles[cell * quantiles.size() + median]));
        }
        rows.push_back(std::move(row));
    }
    rows.push_back({"  productive share, median"});
    for (std::size_t i : shown)
        rows.back().push_back(
            bounded_share(result.at("productive_share", i, 0.5),
                          result.data().flags("productive_share_is_upper_bound")[i] != 0));
    rows.push_back({"  failures, P50 / P90"});
    for (std::size_t i : shown)
        rows.back().push_back(std::isnan(result.at("failures", i, 0.5))
                                  ? "unknown"
                                  : fmt::format("{:g} / {:g}", result.at("failures", i, 0.5),
                                                result.at("failures", i, 0.9)));
    return aligned(rows);
}

// Rows by option: all of them, or in brief the first few of each.
std::string listed(const ResultView& result, const std::string& heading, const std::string& owner,
                   const std::string& first, const std::string& second, Detail detail) {
    constexpr std::size_t few = 3;
    const auto& options = result.data().texts(owner);
    if (options.empty()) return "";
    std::string out = heading + "\n";
    std::size_t of_option = 0;
    for (std::size_t i = 0; i < options.size(); ++i) {
        const bool begins = i == 0 || options[i] != options[i - 1];
        of_option = begins ? 1 : of_option + 1;
        if (begins) out += "  " + options[i] + "\n";
        if (detail == Detail::brief && of_option > few) {
            const auto more =
                static_cast<std::size_t>(std::count(options.begin(), options.end(), options[i])) -
                few;
            if (of_option == few + 1) out += fmt::format("    - and {} more (show --full)\n", more);
            continue;
        }
        std::string line = "    - " + result.data().texts(first)[i];
        if (!second.empty()) line += ": " + result.data().texts(second)[i];
        out += wrapped(line, 6);
    }
    return out;
}

std::string costs(const ResultView& result) {
    const std::string& currency = result.data().text_attribute("currency");
    const auto& items = result.data().texts("cost_item");
    const auto& medians = result.data().reals("cost_item_cost");
    const std::size_t quantiles = result.data().reals("quantile").size();
    const auto& q = result.data().reals("quantile");
    const auto median = static_cast<std::size_t>(std::find(q.begin(), q.end(), 0.5) - q.begin());
    std::vector<std::vector<std::string>> rows{{"where the money goes, median " + currency}};
    for (const std::string& option : result.options()) rows[0].push_back(option);
    for (std::size_t item = 0; item < items.size(); ++item) {
        std::vector<std::string> row{"  " + items[item]};
        for (std::size_t i = 0; i < result.options().size(); ++i) {
            const double value = medians[(i * items.size() + item) * quantiles + median];
            row.push_back(!std::isnan(value)                ? amount(value)
                          : result.has_item(i, items[item]) ? "unknown"
                                                            : "-");
        }
        rows.push_back(std::move(row));
    }
    if (result.data().has("reruns_cost")) {
        rows.push_back({"  of it for reruns"});
        for (std::size_t i = 0; i < result.options().size(); ++i) {
            const double value = result.at("reruns_cost", i, 0.5);
            rows.back().push_back(std::isnan(value) ? "unknown" : amount(value));
        }
    }
    return aligned(rows);
}

// The mean share of the billed time that failures take, the largest classes first.
std::string time_lost(const ResultView& result, std::size_t option) {
    constexpr std::size_t few = 4;
    if (!result.data().has("failure_class_share_mean")) return "";
    const auto& classes = result.data().texts("failure_class");
    const auto& means = result.data().reals("failure_class_share_mean");
    std::vector<std::pair<double, std::string>> shares;
    double all = 0;
    for (std::size_t i = 0; i < classes.size(); ++i) {
        const double mean = means[option * classes.size() + i];
        if (!result.refusal(option, "failure_class_share mean of " + classes[i]).empty()) return "";
        if (std::isnan(mean)) continue;
        shares.emplace_back(mean, classes[i]);
        all += mean;
    }
    if (shares.empty()) return "";
    std::stable_sort(shares.begin(), shares.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    const bool open = result.of("p_unknown_downtime", option) > 0;
    std::string line = fmt::format("{}: failures take {}{} of the billed time",
                                   result.options()[option], open ? "at least " : "", share(all));
    double rest = all;
    for (std::size_t i = 0; shares.size() > 1 && i < std::min(few, shares.size()); ++i) {
        line +=
            fmt::format("{} {} {}", i == 0 ? ":" : ",", shares[i].second, share(shares[i].first));
        rest -= shares[i].first;
    }
    if (shares.size() > few) line += ", others " + share(rest);
    return wrapped(line + ".", 2);
}

std::string table(const ResultView& result) {
    std::string out = aligned(option_rows(result));
    for (std::size_t i = 0; i < result.options().size(); ++i) out += time_lost(result, i);
    for (const std::string& note : option_notes(result)) out += wrapped(note, 2);
    return out;
}

}  // namespace

std::string terminal_report(const ResultData& data, Detail detail, Colors colors) {
    const ResultView result(data);
    constexpr std::size_t of_verdicts = 1;
    std::vector<std::string> sections{headline(result), verdicts(result), table(result),
                                      budgets(result), migration(result)};
    if (detail == Detail::full) {
        sections.push_back(ceilings(result));
        sections.push_back(knowledge(result));
        sections.push_back(cases(result));
        sections.push_back(costs(result));
        sections.push_back(time_parts(result));
        sections.push_back(listed(result, "Figures not given", "refusal_option", "refusal_figure",
                                  "refusal_reason", detail));
        sections.push_back(evidence_section(result));
    }
    sections.push_back(listed(result, "Unknown, and how large it may be", "pending_option",
                              "pending_sentence", "", detail));
    sections.push_back(listed(result, "Missing", "missing_option", "missing_what", "", detail));
    sections.push_back(other_predictives(result));
    std::string out;
    for (std::size_t i = 0; i < sections.size(); ++i) {
        if (sections[i].empty()) continue;
        const std::string text = without_controls(sections[i]);
        const bool colored = colors == Colors::on && i == of_verdicts;
        out += (out.empty() ? "" : "\n") + (colored ? with_colored_verdicts(text) : text);
    }
    return out;
}

}  // namespace trialcost
