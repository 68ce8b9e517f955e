#include "tools/arguments/command_line.hpp"

#include <vector>

#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

Request parse(std::vector<const char*> words) {
    words.insert(words.begin(), "trialcost");
    return parse_command_line(static_cast<int>(words.size()), words.data());
}

std::string complaint(std::vector<const char*> words) {
    const Request request = parse(std::move(words));
    const auto* nothing = std::get_if<NothingToDo>(&request);
    REQUIRE(nothing != nullptr);
    CHECK(nothing->exit_code == 2);
    CHECK(nothing->out.empty());
    return nothing->err;
}

}  // namespace

TEST_CASE("run takes a scenario, a result and how to draw") {
    const Request request = parse({"run", "a.toml", "-o", "r.h5", "--draws=1e6", "--seed=0",
                                   "--sampler=mc", "--threads=3", "--force", "--progress=plain"});
    const auto& run = std::get<RunRequest>(request);
    CHECK(run.scenario == "a.toml");
    CHECK(run.output == "r.h5");
    CHECK(run.draws == 1'000'000u);
    CHECK(run.sampling.seed == 0);
    CHECK(run.sampling.sampler == Sampler::monte_carlo);
    CHECK(run.threads == 3);
    CHECK(run.force);
    CHECK(run.progress == ProgressStyle::plain);
}

TEST_CASE("what is not said has its default") {
    const Request request = parse({"run", "a.toml", "-o", "r.h5"});
    const auto& run = std::get<RunRequest>(request);
    CHECK_FALSE(run.draws);
    CHECK(run.sampling.seed == 1);
    CHECK(run.sampling.replicates == 16);
    CHECK(run.sampling.total() == 65'536);
    CHECK_FALSE(run.threads);
}

TEST_CASE("the other commands") {
    CHECK(std::get<CheckRequest>(parse({"check", "a.toml", "--strict"})).strict);
    CHECK(std::get<ShowRequest>(parse({"show", "r.h5", "--full"})).detail == Detail::full);
    CHECK(std::holds_alternative<VersionRequest>(parse({"version"})));
    CHECK(std::holds_alternative<VersionRequest>(parse({"--version"})));
}

TEST_CASE("a wrong line is answered, not guessed") {
    CHECK(complaint({"chekc", "a.toml"}).find("did you mean `check`") != std::string::npos);
    CHECK(
        complaint({"run", "a.toml", "-o", "r.h5", "--draws=many"}).find("`many` is not a count") !=
        std::string::npos);
    CHECK(complaint({"run", "a.toml", "-o", "r.h5", "--threads=0"}).find("--threads") !=
          std::string::npos);
    CHECK(complaint({"run", "a.toml"}).find("--output") != std::string::npos);
    CHECK_FALSE(complaint({}).empty());
}

TEST_CASE("a misspelt option is answered with the nearest") {
    const auto meant = [](std::vector<const char*> words) { return complaint(std::move(words)); };
    const std::string unknown = "trialcost: unknown option `";
    CHECK(meant({"run", "a.toml", "-o", "r.h5", "--drws=5"}) ==
          unknown + "--drws`, did you mean `--draws`?\n");
    // Whatever else is missing because of it.
    CHECK(meant({"run", "a.toml", "--otput", "r.h5"}) ==
          unknown + "--otput`, did you mean `--output`?\n");
    CHECK(meant({"run", "a.toml", "-o", "r.h5", "-draws", "5"}) ==
          unknown + "-draws`, did you mean `--draws`?\n");
    CHECK(meant({"check", "a.toml", "--Strct"}) ==
          unknown + "--Strct`, did you mean `--strict`?\n");
    CHECK(meant({"--verison"}) == unknown + "--verison`, did you mean `--version`?\n");
    CHECK(meant({"show", "r.h5", "--draws=5"}) == unknown + "--draws`; see trialcost --help\n");
    // Values that look like options are none.
    CHECK(meant({"run", "a.toml", "-o", "r.h5", "--seed", "-5"}).find("unknown option") ==
          std::string::npos);
    CHECK(meant({"run", "a.toml", "-or.h5", "more.toml"}).find("unknown option") ==
          std::string::npos);
}

TEST_CASE("colours are wanted, or not, or it depends") {
    CHECK(std::get<ShowRequest>(parse({"show", "r.h5"})).color == ColorChoice::automatic);
    CHECK(std::get<ShowRequest>(parse({"show", "r.h5", "--color=always"})).color ==
          ColorChoice::always);
    CHECK(std::get<CheckRequest>(parse({"check", "a.toml", "--color", "never"})).color ==
          ColorChoice::never);
    CHECK(std::get<RunRequest>(parse({"run", "a.toml", "-o", "r.h5", "--color=auto"})).color ==
          ColorChoice::automatic);
    CHECK(complaint({"show", "r.h5", "--color=red"}).find("`red` is none of") != std::string::npos);
}

TEST_CASE("backtest: columns, sums of columns, filters") {
    const Request request =
        parse({"backtest", "runs.csv", "--group", "machine,workload", "--value=init_s+train_s",
               "--first=5", "--where", "status=success", "--where=note=a=b", "--by=workload",
               "--min-runs=12", "--shuffles=1k", "--seed=7", "--predictive=inverse_t", "--json"});
    const auto& backtest = std::get<BacktestRequest>(request);
    CHECK(backtest.records == "runs.csv");
    CHECK(backtest.group == std::vector<std::string>{"machine", "workload"});
    CHECK(backtest.value == std::vector<std::string>{"init_s", "train_s"});
    REQUIRE(backtest.where.size() == 2);
    CHECK(backtest.where[1].column == "note");
    CHECK(backtest.where[1].value == "a=b");
    CHECK(backtest.first == 5);
    CHECK(backtest.min_runs == 12);
    CHECK(backtest.shuffles == 1000);
    CHECK(backtest.seed == 7);
    CHECK(backtest.by == "workload");
    CHECK(backtest.predictive == PredictiveKind::inverse_t);
    CHECK(backtest.format == ReportFormat::json);
}

TEST_CASE("import quotes: a format, files, filters") {
    const Request request =
        parse({"import", "quotes", "aws-spot-history", "1.json", "2.json", "-o", "q.csv",
               "--region=us-east-1", "--region", "us-east-2", "--item=p5.48xlarge",
               "--currency=EUR", "--verified-on=2026-11-30", "--force"});
    const auto& import = std::get<ImportQuotesRequest>(request);
    CHECK(import.quotes.format == QuoteFormat::aws_spot_history);
    CHECK(import.quotes.files == std::vector<std::filesystem::path>{"1.json", "2.json"});
    CHECK(import.quotes.regions == std::vector<std::string>{"us-east-1", "us-east-2"});
    CHECK(import.quotes.items == std::vector<std::string>{"p5.48xlarge"});
    CHECK(import.quotes.currency == "EUR");
    CHECK(import.quotes.verified_on == Date{2026, 11, 30});
    CHECK(import.output == "q.csv");
    CHECK(import.force);
    CHECK(complaint({"import", "quotes", "aws-spots", "1.json", "-o", "q.csv"})
              .find("`aws-spots` is none of") != std::string::npos);
    CHECK(complaint({"import", "quotes", "aws-price-list", "1", "-o", "q", "--verified-on=today"})
              .find("`today` is no date") != std::string::npos);
}

TEST_CASE("reconcile: a result, bills, and which charges are the job's") {
    const Request request =
        parse({"reconcile", "r.h5", "1.csv", "2.csv", "--option=h100", "--tag", "job=a=b",
               "--tag=team=x", "--from=2026-11-03T10:00:00Z", "--to=2026-11-03T15:00:00+01:00",
               "--instance=p5.48xlarge", "--map=checkpoints=S3", "--view=effective", "--json"});
    const auto& reconcile = std::get<ReconcileRequest>(request);
    CHECK(reconcile.result == "r.h5");
    CHECK(reconcile.bills == std::vector<std::filesystem::path>{"1.csv", "2.csv"});
    CHECK(reconcile.option == "h100");
    CHECK(reconcile.tags == ReconcileRequest::Pairs{{"job", "a=b"}, {"team", "x"}});
    REQUIRE((reconcile.from && reconcile.to));
    CHECK(*reconcile.to - *reconcile.from == std::chrono::hours{4});
    CHECK(reconcile.instance == "p5.48xlarge");
    CHECK(reconcile.map == ReconcileRequest::Pairs{{"checkpoints", "S3"}});
    CHECK(reconcile.view == CostView::effective);
    CHECK(reconcile.format == ReportFormat::json);
    CHECK(complaint({"reconcile", "r.h5", "1.csv", "--from=2026-11-03T10:00:00Z"}).find("--to") !=
          std::string::npos);
    CHECK(complaint({"reconcile", "r.h5", "1.csv", "--tag=job"}).find("KEY=VALUE") !=
          std::string::npos);
}

TEST_CASE("help shows examples first") {
    const Request request = parse({"run", "--help"});
    const auto& help = std::get<NothingToDo>(request);
    CHECK(help.exit_code == 0);
    CHECK(help.out.find("Examples:") < help.out.find("Options:"));
}
