#include "scenarios/build/read_option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "scenarios/document/table_reader.hpp"

namespace trialcost {
namespace {

struct InputForm {
    std::string_view name;
    Dimension dimension;
    InputRule rule;
};

constexpr InputRule positive{.range = Range::positive};
constexpr InputRule per_event{.finest = Varies::per_event};

constexpr std::array<InputForm, 14> input_forms = {{
    {"work", Dimension::count, positive},
    {"throughput", Dimension::throughput, positive},
    {"transfer", Dimension::fraction, positive},
    {"utilization", Dimension::fraction, {.range = Range::positive_share}},
    {"startup", Dimension::time, {}},
    {"startup_cold", Dimension::time, {}},
    {"startup_warm", Dimension::time, {}},
    {"checkpoint_interval", Dimension::time, positive},
    {"checkpoint_time", Dimension::time, {}},
    {"validation_time", Dimension::time, {}},
    {"restart_time", Dimension::time, per_event},
    {"downtime", Dimension::time, per_event},
    {"pass_probability", Dimension::fraction, {.range = Range::share}},
    {"rerun_share", Dimension::fraction, {.range = Range::positive_share}},
}};

constexpr std::array<std::pair<std::string_view, Stage>, 5> stages = {
    {{"startup", Stage::startup},
     {"work", Stage::work},
     {"checkpoint", Stage::checkpoint},
     {"validation", Stage::validation},
     {"restart", Stage::restart}}};

std::optional<StageSet> read_stages(TableReader& table) {
    if (!table.has("stages")) return std::nullopt;
    StageSet set;
    for (const Node* word : table.texts("stages")) {
        const auto at = std::find_if(stages.begin(), stages.end(),
                                     [&](const auto& s) { return s.first == word->text(); });
        if (at == stages.end())
            table.complain("stages", "`" + word->text() + "` is not a stage", "",
                           "use startup, work, checkpoint, validation or restart");
        else
            set = set.with(at->second);
    }
    if (table.array("stages").empty() && table.has("stages"))
        table.complain("stages", "names no stage", "the class would never strike",
                       "leave it out for all stages");
    return set;
}

// Times between failures are Weibull where a shape is given; of a rate by time alone.
void read_clock(TableReader& table, WrittenFailureClass& out, Complaints& complaints) {
    if (const Node* given = table.any("shape"))
        out.shape = read_input(*given, {Dimension::number}, complaints,
                               {.range = Range::positive, .finest = Varies::once});
    if (const auto renew = table.choice("renew", {"struck", "all"}))
        out.renews = *renew == "all" ? Renews::all : Renews::struck;
    if (out.shape && out.rate && out.rate->per == "launch")
        table.complain("shape", "has no time to run in", "the rate is per launch",
                       "give the rate per node h or per h, or leave the shape out");
    if (!out.shape || out.shape->kind != InputValue::Kind::distribution) return;
    // Beyond, lives span more orders of magnitude than any record tells of.
    constexpr double least = 0.1, most = 20, outermost = 8.5;
    if (quantile_at_score(out.shape->distribution, -outermost) < least ||
        quantile_at_score(out.shape->distribution, outermost) > most)
        table.complain("shape", "must lie between 0.1 and 20", "it is " + out.shape->shown,
                       "keep it in the range, with lower = ... and upper = ... say");
}

// What becomes of the instances of the job, and who takes them.
void read_instances(TableReader& table, WrittenFailureClass& out) {
    if (const auto fate = table.choice("instances", {"kept", "relaunched"}))
        out.instances = *fate == "kept" ? Instances::kept : Instances::relaunched;
    if (const auto by = table.choice("by", {"job", "provider"}))
        out.by = *by == "job" ? EndedBy::job : EndedBy::provider;
    if (const auto notice = table.measure("notice", Dimension::time)) out.notice_s = notice->value;
    out.common_cause = table.boolean("common_cause").value_or(false);
    if (out.by == EndedBy::provider && out.instances == Instances::kept)
        table.complain("instances", "cannot be kept", "the provider takes them back",
                       "leave `instances` out");
    if (out.common_cause && out.shape)
        table.complain("shape", "is none of a common cause", "its outages come at any time alike",
                       "leave it out");
    if (out.common_cause && out.rate && out.rate->per == "launch")
        table.complain("rate", "is per launch", "the outages of a common cause come by the clock",
                       "give them per h");
}

WrittenFailureClass read_failure_class(const Node& node, Complaints& complaints) {
    TableReader table(node, complaints);
    WrittenFailureClass out;
    out.name = node.key();
    const auto input = [&](std::string_view key, Dimension dimension, const InputRule& rule) {
        const Node* given = table.any(key);
        return given != nullptr ? read_input(*given, {dimension}, complaints, rule) : std::nullopt;
    };
    out.rate = input("rate", Dimension::rate, {.finest = Varies::once});
    out.downtime = input("downtime", Dimension::time, per_event);
    out.restart_time = input("restart_time", Dimension::time, per_event);
    out.stages = read_stages(table);
    read_clock(table, out, complaints);
    if (const auto rule = table.choice("lost_work", {"since checkpoint", "none", "all"}))
        out.lost_work = *rule == "none"  ? LostWork::none
                        : *rule == "all" ? LostWork::all
                                         : LostWork::since_checkpoint;
    out.downtime_billed = table.boolean("downtime_billed");
    read_instances(table, out);
    table.finish();
    return out;
}

WrittenLimits read_limits(const Node& node, const std::string& currency, Complaints& complaints) {
    TableReader table(node, complaints);
    WrittenLimits out;
    const auto timeout =
        table.measure("timeout", Dimension::time, Presence::optional, Bounds::positive);
    const auto attempt =
        table.measure("max_attempt_time", Dimension::time, Presence::optional, Bounds::positive);
    if (timeout && attempt)
        table.complain("max_attempt_time", "and `timeout` are two names of one limit", "",
                       "keep one of them");
    if (timeout) out.timeout_s = timeout->value;
    if (attempt) out.timeout_s = attempt->value;
    if (const auto deadline =
            table.measure("deadline", Dimension::time, Presence::optional, Bounds::positive))
        out.deadline_s = deadline->value;
    if (const Node* stop = table.any("stop_at_deadline")) out.stop_where = stop->where();
    out.stop_at_deadline = table.boolean("stop_at_deadline").value_or(false);
    if (out.deadline_s && !out.stop_at_deadline)
        complaints.warning(table.any("deadline")->where(), member_path(node.path(), "deadline"),
                           "no job stops at it", "stop_at_deadline is not true");
    if (const auto money =
            table.measure("max_cost", Dimension::money, Presence::optional, Bounds::positive)) {
        table.check_currency("max_cost", *money, currency);
        out.most_spent = money->value;
    }
    out.max_attempts = static_cast<std::uint32_t>(
        table.integer("max_attempts", Presence::optional, 1, 1'000).value_or(10));
    out.max_failures = static_cast<std::uint64_t>(
        table.integer("max_failures", Presence::optional, 1, 100'000'000).value_or(10'000));
    table.finish();
    return out;
}

void read_how_it_runs(TableReader& table, WrittenOption& option, const std::string& currency,
                      Complaints& complaints) {
    if (const auto when = table.choice(
            "cold_start", {"never", "first launch", "every launch", "every node replacement"}))
        option.cold_start = *when == "never"          ? ColdStart::never
                            : *when == "first launch" ? ColdStart::first_launch
                            : *when == "every launch" ? ColdStart::every_launch
                                                      : ColdStart::node_replacement;
    if (const auto last = table.choice("last_checkpoint", {"paid", "skipped"}))
        option.last_save = *last == "paid" ? LastSave::paid : LastSave::skipped;
    option.restart_failure = table.boolean("restart_can_fail").value_or(true)
                                 ? RestartFailure::possible
                                 : RestartFailure::impossible;
    if (const Node* limits = table.table("limits"))
        option.limits = read_limits(*limits, currency, complaints);
}

void read_files(TableReader& table, std::string_view key, std::vector<NamedFile>& files) {
    for (const Node* node : table.texts(key)) {
        const bool known = std::any_of(files.begin(), files.end(), [&](const NamedFile& file) {
            return file.name == node->text();
        });
        if (known)
            table.complain(key, "names `" + node->text() + "` twice", "", "name each file once");
        else
            files.push_back({node->text(), node->where()});
    }
}

void read_records(TableReader& table, WrittenOption& option, Complaints& complaints) {
    read_files(table, "trials", option.trials);
    read_files(table, "failures", option.failure_files);
    read_files(table, "blocks", option.block_files);
    const Node* node = table.table("records_stand_for");
    if (node == nullptr) return;
    TableReader stand_in(*node, complaints);
    const auto instance = stand_in.text("instance", Presence::required);
    const auto because = stand_in.text("because", Presence::required);
    stand_in.finish();
    if (instance && because) option.records_stand_for = StandIn{*instance, *because};
    if (instance && !option.instance.empty() && *instance != option.instance)
        stand_in.complain(
            "instance",
            fmt::format("is `{}`, the option's instance `{}`", *instance, option.instance),
            "the records can stand for the option's instance only", "make the two equal");
}

}  // namespace

std::map<std::string, InputValue> read_inputs(const Node& node,
                                              std::vector<WrittenFailureClass>* failures,
                                              Complaints& complaints) {
    TableReader table(node, complaints);
    std::map<std::string, InputValue> out;
    for (const InputForm& form : input_forms)
        if (const Node* given = table.any(form.name))
            if (auto value = read_input(*given, {form.dimension}, complaints, form.rule))
                out.emplace(form.name, std::move(*value));
    const Node* classes = failures != nullptr ? table.table("failure") : nullptr;
    if (classes != nullptr)
        for (const Node& child : classes->children()) {
            if (child.is(Node::Kind::table))
                failures->push_back(read_failure_class(child, complaints));
            else if (!child.is(Node::Kind::refused))
                complaints.error(child.where(), child.path(), "is not a failure class", "",
                                 "write failure.CLASS.rate = ...");
        }
    table.finish();
    return out;
}

WrittenOption read_option(const Node& node, const std::string& currency, Complaints& complaints) {
    TableReader table(node, complaints);
    WrittenOption option;
    option.name = node.key();
    option.path = node.path();
    option.where = node.key_where();
    option.instance = table.text("instance", Presence::required).value_or("");
    option.region = table.text("region", Presence::required).value_or("");
    option.provider = table.text("provider").value_or("");
    option.zone = table.text("zone").value_or("");
    option.service = table.text("service").value_or("");
    option.software = table.text("software").value_or("");
    option.purchase = read_purchase(table, complaints);
    option.nodes = static_cast<std::uint32_t>(
        table.integer("nodes", Presence::optional, 1, 1'000'000).value_or(1));
    read_records(table, option, complaints);
    read_how_it_runs(table, option, currency, complaints);
    if (const Node* inputs = table.table("inputs"))
        option.inputs = read_inputs(*inputs, &option.failures, complaints);
    option.correlations = read_correlations(table, complaints);
    if (const Node* cost = table.table("cost"))
        option.cost_items = read_cost_items(*cost, currency, complaints);
    if (const Node* gates = table.table("gates")) option.gates = read_gates(*gates, complaints);
    if (const Node* migration = table.table("migration"))
        option.migration = read_migration(*migration, currency, complaints);
    table.finish();
    return option;
}

}  // namespace trialcost
