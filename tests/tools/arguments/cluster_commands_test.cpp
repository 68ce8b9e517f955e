#include "tools/arguments/cluster_commands.hpp"

#include <vector>

#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

Request parse(std::vector<const char*> words) {
    words.insert(words.begin(), {"trialcost", "slurm", "a.toml", "--shards"});
    return parse_command_line(static_cast<int>(words.size()), words.data());
}

SlurmRequest slurm(std::vector<const char*> words) {
    const Request request = parse(std::move(words));
    REQUIRE(std::holds_alternative<SlurmRequest>(request));
    return std::get<SlurmRequest>(request);
}

std::string complaint(std::vector<const char*> words) {
    const Request request = parse(std::move(words));
    const auto* nothing = std::get_if<NothingToDo>(&request);
    REQUIRE(nothing != nullptr);
    CHECK(nothing->exit_code == 2);
    CHECK(nothing->out.empty());
    return nothing->err;
}

bool says(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("slurm takes a scenario, a number of shards and what each job may have") {
    const SlurmRequest request =
        slurm({"100", "-o", "r.h5", "--time", "8 h", "--partition=cpu,long", "--cpus=16"});
    CHECK(request.scenario == "a.toml");
    CHECK(request.shards == 100);
    CHECK(request.output == "r.h5");
    CHECK(request.time_min == 480u);
    CHECK(request.partition == "cpu,long");
    CHECK(request.cpus == 16);
    CHECK(request.run_options.empty());
}

TEST_CASE("what slurm is not told is left to the cluster") {
    const SlurmRequest request = slurm({"1"});
    CHECK(request.output == "result.h5");
    CHECK_FALSE(request.time_min);
    CHECK_FALSE(request.partition);
    CHECK(request.cpus == 1);
}

TEST_CASE("options of run go after `--`, and are read at once") {
    const SlurmRequest request =
        slurm({"3", "--", "--draws", "1G", "--seed=7", "--sampler=mc", "--checkpoint", "5 min"});
    CHECK(request.run_options == std::vector<std::string>{"--draws", "1G", "--seed=7",
                                                          "--sampler=mc", "--checkpoint", "5 min"});
    CHECK(says(complaint({"3", "--draws", "1G"}), "options of run go after `--`"));
    CHECK(says(complaint({"3", "--", "--drws=5"}), "did you mean `--draws`"));
    CHECK(says(complaint({"3", "--", "--draws=many"}), "`many` is not a count"));
    CHECK(says(complaint({"3", "--", "elsewhere.toml"}), "elsewhere.toml"));
}

TEST_CASE("options that a shard cannot have") {
    for (const char* own : {"--shard=0/3", "--output=x", "-o"})
        CHECK(says(complaint({"3", "--", own}), "the script gives each shard its own"));
    CHECK(says(complaint({"3", "--", "--force"}), "--force is no use to shards"));
    CHECK(says(complaint({"3", "--", "--md=x"}), "give them to merge"));
    CHECK(says(complaint({"3", "--", "--fail-if", "p_kept(total) < 0.9"}), "give them to merge"));
    CHECK(says(complaint({"3", "--", "--target-error=1%"}), "--target-error"));
    RunRequest run;
    CHECK(fault_of_shard(run).empty());
}

TEST_CASE("between 1 and 100,000 shards") {
    CHECK(slurm({"100000"}).shards == 100'000);
    CHECK(slurm({"1e5"}).shards == 100'000);
    for (const char* wrong : {"0", "100001", "1e9"})
        CHECK(says(complaint({wrong}), "must lie between 1 and 100000"));
    for (const char* wrong : {"-1", "1.5", "many", ""}) CHECK(says(complaint({wrong}), "--shards"));
    const std::vector<const char*> none{"trialcost", "slurm", "a.toml"};
    const Request request = parse_command_line(3, none.data());
    CHECK(says(std::get<NothingToDo>(request).err, "--shards is required"));
}

TEST_CASE("time limits with a unit, or as Slurm writes them, in whole minutes") {
    const auto minutes = [](const char* text) { return slurm({"3", "--time", text}).time_min; };
    CHECK(minutes("90 min") == 90u);
    CHECK(minutes("2h") == 120u);
    CHECK(minutes("1 d") == 1440u);
    CHECK(minutes("121 s") == 3u);  // no shorter than was asked for
    CHECK(minutes("01:30:00") == 90u);
    CHECK(minutes("100:00:01") == 6001u);
    CHECK(minutes("1-02:03:00") == 1563u);
    // Alone, Slurm reads minutes and --time-limit seconds.
    CHECK(says(complaint({"3", "--time", "90"}), "`90` has no unit; write 90 min"));
    // Slurm's short forms are minutes and seconds, or days and hours.
    for (const char* wrong : {"90:00", "1-12", "1-12:30", "1:60:00", "1:00:60", "::", "-1:00:00",
                              "1:2:3:4", "a:00:00", "8 GB", "", "-5 h", "1000-00:00:00"})
        CHECK(says(complaint({"3", "--time", wrong}), "--time"));
    // The job is told a minute before its end.
    CHECK(says(complaint({"3", "--time", "60 s"}), "between 2 min and 365 d"));
    CHECK(says(complaint({"3", "--time", "366 d"}), "between 2 min and 365 d"));
    CHECK(minutes("365 d") == 525'600u);
}

TEST_CASE("nothing but names gets into the lines that Slurm reads") {
    for (const char* wrong : {"", "a b", "a\n#SBATCH --uid=0", "a;b", "$(id)"})
        CHECK(says(complaint({"3", "--partition", wrong}), "no name of a partition"));
    CHECK(says(complaint({"3", "-o", "a\nb.h5"}), "control character"));
    CHECK(says(complaint({"3", "-o", "folder/"}), "names a folder"));
    CHECK(says(complaint({"3", "-o", "100%a/r.h5"}), "would not put the logs"));
    CHECK(says(complaint({"3", "-o", "a\\b.h5"}), "would not put the logs"));
    CHECK(slurm({"3", "-o", "it's a \"b\" $c.h5"}).output == "it's a \"b\" $c.h5");
    CHECK(says(complaint({"3", "--cpus=0"}), "between 1 and 1024"));
    CHECK(says(complaint({"3", "--cpus=2000"}), "between 1 and 1024"));
}

TEST_CASE("a shard is run with its options as they stand") {
    SlurmRequest request;
    request.scenario = "/job/a b.toml";
    request.shards = 9;
    request.output = "r.h5";
    request.run_options = {"--seed", "7"};
    CHECK(shard_words(request) == std::vector<std::string>{"trialcost", "run", "/job/a b.toml",
                                                           "-o", "r.h5", "--shard=0/9", "--seed",
                                                           "7"});
}
