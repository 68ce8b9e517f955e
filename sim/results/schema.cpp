#include "sim/results/schema.hpp"

#include <algorithm>

#include "sim/results/schema_table.hpp"

namespace trialcost {

namespace {

constexpr std::string_view money = "{currency}";
constexpr std::string_view money_per_output = "{currency}/{output_unit}";
constexpr std::string_view none = "1";
constexpr std::string_view of_ceiling = "see ceiling_unit";

void add_questions(SchemaTable& t) {
    t.group("/", "what was asked and what came out");

    t.attribute("title", ElementType::text, "", "title of the scenario");
    t.attribute("currency", ElementType::text, "", "currency of every amount");
    t.attribute("output_unit", ElementType::text, "", "unit in which qualified output counts");
    t.attribute("as_of", ElementType::text, "", "date from which the age of quotes counts");
    t.attribute("seed", ElementType::count, "", "seed of every stream of chance");
    t.attribute("sampler", ElementType::text, "", "how the points of the draws were chosen");
    t.attribute("replicates", ElementType::count, "", "independent replicates of the points");
    t.attribute("draws_per_replicate", ElementType::count, "", "draws in each replicate");
    t.attribute("confidence", ElementType::real, "1",
                "probability with which a ceiling has to be kept");
    t.attribute("runs", ElementType::count, "", "qualified runs that were wanted",
                Requirement::optional);

    t.coordinate("option", ElementType::text, "", "name of the option");
    t.coordinate("quantile", ElementType::real, none, "share of draws at or below a percentile");
    t.coordinate("ceiling", ElementType::text, "",
                 "figure with a limit: total, total_with_migration, unit_cost, wall_time or "
                 "cost_per_month");
    t.coordinate("cost_item", ElementType::text, "", "name of the cost item");
    t.coordinate("time_part", ElementType::text, "", "name of the part of wall time");
    t.requirement(Requirement::optional);
    t.coordinate("failure_class", ElementType::text, "", "name of the failure class");
    t.requirement(Requirement::required);

    t.real("ceiling_value", {"ceiling"}, of_ceiling, "the limit");
    t.text("ceiling_unit", {"ceiling"}, "unit of the limit");
}

void add_figures(SchemaTable& t) {
    t.figure("total_cost", money, "total cost of the wanted runs, without migration");
    t.figure("unit_cost", money_per_output,
             "total cost / qualified output (the mean: sum of costs / sum of outputs)");
    t.figure("wall_time", "s", "wall time");
    t.figure("billed_time", "h", "billed time per node");
    t.figure("failures", none, "number of failures");
    t.figure("productive_share", none, "productive compute time / billed time");
    t.requirement(Requirement::optional);
    t.figure(
        "reruns_cost", money,
        "what failures and failed attempts cost: the total cost less that of the same runs had "
        "nothing failed and each first pass met the bar");
    t.figure("migration_cost", money,
             "what porting the job costs, once; in no figure but those named for it");
    t.figure("total_with_migration", money, "total cost and migration");
    t.figure("unit_cost_with_migration", money_per_output,
             "total cost and migration / qualified output");
    t.figure("cost_per_month", "{currency}/month", "total cost by month of the period");
    t.requirement(Requirement::required);

    t.flag("total_is_lower_bound", {"option"},
           "1 if an unknown input or item is left out, so that every amount is \"at least\"");
    t.flag("time_is_lower_bound", {"option"},
           "1 if an unknown input that takes time is left out, so that wall time is \"at least\"");
    t.flag("productive_share_is_upper_bound", {"option"},
           "1 if the share is \"at most\": the records do not tell data wait from compute, or time "
           "is left out");
    t.requirement(Requirement::optional);
    t.flag("migration_is_known", {"option"},
           "1 if there is a migration ledger, or nothing to port: the baseline has none");
    t.flag("migration_is_lower_bound", {"option"},
           "1 if a task of the ledger is unknown, so that every amount with migration is \"at "
           "least\"");
    t.real("break_even", {"option", "quantile"}, "{output_unit}",
           "qualified output after which the migration is paid back by what a unit costs less than "
           "with the baseline, by percentile; infinite: never");
    t.interval("p_break_even_never", {"option"}, none,
               "probability that the migration is never paid back");
    t.flag("data_wait_is_split", {"option"}, "1 if the records tell data wait from compute");
    t.requirement(Requirement::required);
    t.flag("price_is_unverified", {"option"},
           "1 if a price is undated, old, expired or unknown: every amount rests on it");
    t.text("stand_in", {"option"},
           "what the records were measured on, where they stand for another instance");
    t.real("cost_item_cost", {"option", "cost_item", "quantile"}, money,
           "cost of the item, by percentile");
    t.real("cost_item_cost_mean", {"option", "cost_item"}, money, "cost of the item, mean");
    t.real("time_part_time", {"option", "time_part", "quantile"}, "s",
           "wall time spent in the part, by percentile");
    t.real("time_part_time_mean", {"option", "time_part"}, "s",
           "wall time spent in the part, mean");
    t.requirement(Requirement::optional);
    t.real("cost_item_reruns", {"option", "cost_item", "quantile"}, money,
           "of the cost of the item, what failures and failed attempts caused, by percentile");
    t.real("cost_item_reruns_mean", {"option", "cost_item"}, money,
           "of the cost of the item, what failures and failed attempts caused, mean");
    t.real("failure_class_share", {"option", "failure_class", "quantile"}, none,
           "share of the billed time that failures of the class took, by percentile: what they "
           "discarded, and the downtime and restart after them");
    t.interval(
        "failure_class_share_mean", {"option", "failure_class"}, none,
        "share of the billed time that failures of the class took, mean; the classes add up");
    t.requirement(Requirement::required);
}

void add_answers(SchemaTable& t) {
    t.interval(
        "p_kept", {"option", "ceiling"}, none,
        "probability that the ceiling is kept; an upper bound where total_is_lower_bound (for "
        "wall_time: time_is_lower_bound)");
    t.interval("p_kept_all", {"option"}, none, "probability that all ceilings are kept together");
    t.requirement(Requirement::optional);
    const std::string band = " percentile, over what is not known, of the probability that ";
    t.real("p_kept_band_lo", {"option", "ceiling"}, none, "5 %" + band + "the ceiling is kept");
    t.real("p_kept_band_hi", {"option", "ceiling"}, none, "95 %" + band + "the ceiling is kept");
    t.real("p_kept_all_band_lo", {"option"}, none, "5 %" + band + "all ceilings are kept");
    t.real("p_kept_all_band_hi", {"option"}, none, "95 %" + band + "all ceilings are kept");
    t.interval("p_kept_knowledge_share", {"option", "ceiling"}, none,
               "share of the variance of keeping the ceiling that is lack of knowledge");
    t.interval("p_kept_all_knowledge_share", {"option"}, none,
               "share of the variance of keeping all ceilings that is lack of knowledge");
    for (const char* figure : {"total_cost", "unit_cost", "wall_time", "billed_time",
                               "total_with_migration", "unit_cost_with_migration"})
        t.interval(std::string(figure) + "_knowledge_share", {"option"}, none,
                   "share of the variance of its logarithm that is lack of knowledge");
    for (const char* figure : {"failures", "productive_share", "reruns_cost"})
        t.interval(std::string(figure) + "_knowledge_share", {"option"}, none,
                   "share of its variance that is lack of knowledge");
    t.requirement(Requirement::required);
    t.interval("expected_overrun", {"option", "ceiling"}, of_ceiling,
               "mean amount over the ceiling; a draw that keeps it counts as 0");
    t.interval("tail_mean_95", {"option"}, money, "mean total cost of the worst 5 % of draws");
    t.interval("p_no_qualified_output", {"option"}, none,
               "probability that no attempt meets the quality bar");
    t.interval("p_not_finished", {"option"}, none, "probability that an attempt is given up");
    t.real("p_cut", {"option"}, none,
           "share of draws in which an input was held at its default bound");
    t.real("p_any_failure", {"option"}, none, "share of draws in which something failed");
    t.real("downtime_hour_adds", {"option"}, money,
           "what an hour of downtime after each failure of unknown downtime would add to "
           "budget_to_ask");
    t.requirement(Requirement::optional);
    t.real("p_unknown_downtime", {"option"}, none,
           "share of draws with a failure whose downtime is unknown and would have to be paid");
    t.requirement(Requirement::required);
    t.real("carried_percentile", {"option"}, none,
           "highest percentile that the records carry: the largest of them lies beyond it with a "
           "probability of 90 %");
    t.real("failure_z", {"option"}, none,
           "failures less their expectation, in standard errors: beyond 6 the program is wrong");
    t.interval("budget_to_ask", {"option"}, money,
               "total cost kept with the probability `confidence`");
    t.real("runs_that_fit", {"option", "quantile"}, none,
           "qualified runs that fit under the total ceiling with the probability `quantile`");
    t.count("most_runs", {"option"},
            "the search for runs that fit ends here: a figure equal to it means at least so many");
    t.real("headroom", {"option", "ceiling"}, of_ceiling,
           "ceiling less the figure at the probability `confidence`");
    t.count("n_draws", {"option"}, "draws");
    t.count("n_not_finished", {"option"}, "draws with an attempt that was given up");
    t.count("n_no_output", {"option"}, "draws without qualified output");
    t.count("n_failures", {"option"}, "failures in all draws");
    t.text("verdict", {"option"}, "expand, switch or hold");
    t.text("verdict_reason", {"option"}, "why");
    t.text("would_be", {"option"}, "what a held option would be if its missing evidence came in");
    t.requirement(Requirement::optional);
    t.text("stage", {"option"},
           "latest stage of its trials: load definition, software check, minimal port, baseline, "
           "target load or bill reconciliation; empty where it has reached none");
    t.text("next_stage_needs", {"option"}, "what the next stage needs; empty after the last");
    t.text("preliminary", {"option"},
           "what the figures rest on where no trial is of target load; empty otherwise");
    t.requirement(Requirement::required);
}

void add_side_cases(SchemaTable& t) {
    t.group("/side_cases", "the same job taken other ways; no verdict rests on them");
    t.requirement(Requirement::optional);
    const std::string conservative =
        " in the conservative case, by percentile: conservative values and knowledge at its "
        "cautious 90 %; no probabilities";
    t.real("total_cost_conservative", {"option", "quantile"}, money, "total cost" + conservative);
    t.real("unit_cost_conservative", {"option", "quantile"}, money_per_output,
           "unit cost" + conservative);
    t.real("wall_time_conservative", {"option", "quantile"}, "s", "wall time" + conservative);
    t.coordinate("other_predictive", ElementType::text, "",
                 "another predictive of the same records");
    t.text("other_verdict", {"option", "other_predictive"}, "verdict under it");
    t.real("other_p_kept_all", {"option", "other_predictive"}, none,
           "probability under it that all ceilings are kept");
    t.real("other_budget_to_ask", {"option", "other_predictive"}, money,
           "total cost kept under it with the probability `confidence`");
    t.requirement(Requirement::required);
    t.rows("pending", "one row for each unknown of each option that a ceiling bounds");
    t.text("pending_option", {"pending"}, "option");
    t.text("pending_what", {"pending"}, "the unknown input");
    t.real("pending_most", {"pending"}, "see pending_unit",
           "largest value that keeps the ceilings with the probability `confidence`, if nothing "
           "else that is unknown costs anything; negative where they break without it");
    t.text("pending_unit", {"pending"}, "unit of pending_most");
    t.text("pending_sentence", {"pending"}, "the same in words");
}

void add_evidence(SchemaTable& t) {
    t.group("/evidence", "what the inputs, the gates and the refusals rest on");
    t.rows("evidence",
           "one row for each input of each option, then one for each of duplicates, "
           "unexplained_time, trend and drift of its records");
    t.text("evidence_option", {"evidence"}, "option");
    t.text("evidence_input", {"evidence"}, "input");
    t.text("evidence_class", {"evidence"}, "measured, conservative, assumed or unknown");
    t.text("evidence_value", {"evidence"}, "value or distribution, with its unit");
    t.count("evidence_n", {"evidence"}, "number of observations");
    t.text("evidence_source", {"evidence"}, "file and rows, or source and date");
    t.text("evidence_closeness", {"evidence"}, "how close the measurement is to the target");
    t.rows("gate", "one row for each gate of each option");
    t.text("gate_option", {"gate"}, "option");
    t.text("gate_name", {"gate"}, "gate of the decision");
    t.text("gate_answer", {"gate"}, "yes, no or unknown");
    t.text("gate_evidence", {"gate"}, "what the answer rests on");
    t.rows("missing", "one row for each piece of missing evidence");
    t.text("missing_option", {"missing"}, "option");
    t.text("missing_what", {"missing"}, "what is missing");
    t.rows("refusal", "one row for each figure that is not given");
    t.text("refusal_option", {"refusal"}, "option");
    t.text("refusal_figure", {"refusal"}, "figure; its value is NaN");
    t.text("refusal_reason", {"refusal"}, "why it is not given");
}

void add_lineage(SchemaTable& t) {
    t.group("/lineage", "where each cost line comes from");
    t.rows("line", "one row for each cost line of each option");
    t.text("line_option", {"line"}, "option");
    t.text("line_item", {"line"}, "cost item");
    t.text("line_driver", {"line"}, "what the amount is charged by");
    t.text("line_quote", {"line"}, "quote: file and row, source, date verified");
    t.text("line_price", {"line"}, "price as quoted, a decimal number");
    t.text("line_unit", {"line"}, "unit of the price");
    t.text("line_status", {"line"}, "verified, unverified or unknown");
    t.requirement(Requirement::optional);
    t.text("line_service", {"line"}, "service of the quote; empty where the price is given");
    t.text("line_quoted", {"line"},
           "item of the quote, for instances their type; empty where the price is given");
    t.requirement(Requirement::required);
}

void add_inputs(SchemaTable& t) {
    t.group("/inputs", "what was read, enough to run it again");
    t.coordinate("coordinate", ElementType::text, "",
                 "name whose knowledge or chance the coordinate of the points carries");
    t.rows("file", "one row for each file that was read");
    t.text("file_name", {"file"}, "name as given");
    t.text("file_sha256", {"file"}, "SHA-256 of the content, hexadecimal");
    t.text("scenario_text", {}, "the scenario file, as it was read");
}

void add_proof(SchemaTable& t) {
    t.group("/proof", "by which `trialcost verify` proves the draws");
    t.requirement(Requirement::optional);
    t.rows("checked_block", "blocks of draws that were noted");
    t.count("checked_block_number", {"checked_block"},
            "of the blocks of 1,024 draws, counted through the replicates");
    t.text("checked_block_digest", {"checked_block"},
           "SHA-256 of what happened in every draw of the block, in every option, bit for bit");
    t.requirement(Requirement::required);
}

void add_provenance(SchemaTable& t) {
    t.group("/provenance", "who ran it, where and when; left out of the digest");
    const auto text = ElementType::text;
    const auto optional = Requirement::optional;
    t.attribute("tool_version", text, "", "version of trialcost");
    t.attribute("compiler", text, "", "compiler and its version", optional);
    t.attribute("build_flags", text, "", "flags of the build", optional);
    t.attribute("libraries", text, "", "libraries and their versions", optional);
    t.attribute("host", text, "", "name of the machine", optional);
    t.attribute("os", text, "", "operating system", optional);
    t.attribute("started_at", text, "", "start, RFC 3339 in UTC", optional);
    t.attribute("finished_at", text, "", "end, RFC 3339 in UTC", optional);
    t.attribute("argv", text, "", "command line", optional);
    t.attribute("threads", ElementType::count, "", "threads", optional);
    t.attribute("ranks", ElementType::count, "", "processes that shared the run out", optional);
    t.attribute("scenario", text, "", "where the scenario was read from", optional);
    t.attribute("today", text, "", "date on which it was read", optional);
    t.attribute("wall_s", ElementType::real, "s", "seconds the simulation took", optional);
}

Schema make_schema() {
    SchemaTable t;
    add_questions(t);
    add_figures(t);
    add_answers(t);
    add_side_cases(t);
    add_evidence(t);
    add_lineage(t);
    add_inputs(t);
    add_proof(t);
    add_provenance(t);
    return t.take();
}

template <typename Entry>
const Entry* find(const std::vector<Entry>& entries, std::string_view name) {
    const auto at = std::find_if(entries.begin(), entries.end(),
                                 [name](const Entry& entry) { return entry.name == name; });
    return at == entries.end() ? nullptr : &*at;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

}  // namespace

const DatasetEntry* Schema::find_dataset(std::string_view name) const {
    return find(datasets, name);
}

const DimensionEntry* Schema::find_dimension(std::string_view name) const {
    return find(dimensions, name);
}

const AttributeEntry* Schema::find_attribute(std::string_view name) const {
    return find(attributes, name);
}

const Schema& result_schema() {
    static const Schema schema = make_schema();
    return schema;
}

std::string filled_unit(std::string_view unit, std::string_view currency,
                        std::string_view output_unit) {
    std::string filled(unit);
    replace_all(filled, "{currency}", currency);
    replace_all(filled, "{output_unit}", output_unit);
    return filled;
}

}  // namespace trialcost
