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

TEST_CASE("help shows examples first") {
    const Request request = parse({"run", "--help"});
    const auto& help = std::get<NothingToDo>(request);
    CHECK(help.exit_code == 0);
    CHECK(help.out.find("Examples:") < help.out.find("Options:"));
}
