#include "tools/slurm_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace trialcost {
namespace {

// What the submitting shell does. The number of a shard is told in full, as Slurm's own numbers
// start anew in each array, and its count is that of the array that was asked for last.
constexpr std::string_view submit = R"BASH(#!/usr/bin/env bash
# Submits a run of trialcost to Slurm: its @COUNT@ shards, and a job that merges them.
# Run it with bash where sbatch is. It asks for no account: set SBATCH_ACCOUNT where one is needed.
set -euo pipefail

@FACTS@
if [ -e "$result" ]; then
    printf '%s is there already; move it away, or name another by -o\n' "$result" >&2
    exit 73
fi
mkdir -p -- "$folder"
cd -- "$folder"

cat >run.sh.new <<'END_OF_JOB'
@RUN@END_OF_JOB
cat >merge.sh.new <<'END_OF_JOB'
@MERGE@END_OF_JOB

# Shards that are there already are not run again: they must be of the same run.
for job in run.sh merge.sh; do
    if [ -e "$job" ] && ! cmp -s -- "$job" "$job.new"; then
        rm -f -- run.sh.new merge.sh.new
        printf '%s has shards of another command; move it away, or name another result by -o\n' \
            "$folder" >&2
        exit 73
    fi
done
mv -f -- run.sh.new run.sh
mv -f -- merge.sh.new merge.sh

# These would overrule what the jobs say of themselves.
unset SBATCH_ARRAY_INX SBATCH_DEPENDENCY SBATCH_OPEN_MODE SBATCH_REQUEUE SBATCH_NO_REQUEUE \
    SBATCH_SIGNAL@UNSET@

arrays=()
for ((offset = 0; offset < count; offset += longest)); do
    last=$((offset + longest < count ? longest - 1 : count - offset - 1))
    # sbatch says `ID`, or `ID;CLUSTER`.
    if ! id=$(sbatch --parsable --array="0-$last" run.sh "$offset"); then
        printf 'shards %s to %s were not taken\n' "$offset" "$((count - 1))" >&2
        break
    fi
    arrays+=("${id%%;*}")
done
[ "${#arrays[@]}" -gt 0 ] || exit 1

after=$(IFS=: && printf '%s' "${arrays[*]}")
merge=$(sbatch --parsable --dependency="afterany:$after" merge.sh)
merge=${merge%%;*}
printf 'shards: job %s\n' "${arrays[*]}"
printf 'merge:  job %s, which says in %s what came of them\n' "$merge" "$folder/merge-$merge.log"
[ "$offset" -ge "$count" ] || exit 1
)BASH";

constexpr std::string_view run = R"BASH(#!/usr/bin/env bash
#SBATCH --job-name=trialcost
#SBATCH --nodes=1
#SBATCH --ntasks=1
@RESOURCES@#SBATCH --signal=B:TERM@60
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=shard-%A_%a.log
# `sbatch --array=NUMBERS run.sh OFFSET`, in this folder, runs the shards OFFSET + NUMBER.
set -uo pipefail

@FACTS@
shard=$((${1:?OFFSET is missing} + ${SLURM_ARRAY_TASK_ID:?it is to be an array job}))
if ((shard < 0 || shard >= count)); then
    printf 'there is no shard %s of %s\n' "$shard" "$count" >&2
    exit 2
fi
cd -- "$folder" || exit 73
printf 'shard %s of %s on %s\n' "$shard" "$count" "${HOSTNAME-}"
if [ -e "$shard" ]; then
    printf 'it is there already\n'
    exit 0
fi

# Slurm tells this shell that the time is nearly over; it is the program that has to know.
child=
asked=no
trap 'asked=yes; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null' TERM
"$program" run "$scenario" -o "$shard" --shard "$shard/$count" ${options[@]+"${options[@]}"} &
child=$!
[ "$asked" = no ] || kill -TERM "$child" 2>/dev/null

# The signal ends the waiting, not yet the program.
while true; do
    asked=no
    wait "$child"
    code=$?
    [ "$asked" = yes ] || break
done
# Told before it had drawn anything: what an earlier job of this shard saved is there still.
[ "$code" -ne 143 ] || code=75
exit "$code"
)BASH";

constexpr std::string_view merge = R"BASH(#!/usr/bin/env bash
#SBATCH --job-name=trialcost-merge
#SBATCH --nodes=1
#SBATCH --ntasks=1
@RESOURCES@#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=merge-%j.log
# Makes the result of the shards, or says which to run again (exit code 75).
set -uo pipefail

@FACTS@
cd -- "$folder" || exit 73

# Those of the array at offset $1 that are not there, as sbatch wants them: 2,5-7
missing_after() {
    local offset=$1 list='' first='' i
    local end=$((offset + longest < count ? offset + longest : count))
    for ((i = offset; i <= end; ++i)); do
        if ((i < end)) && [ ! -e "$i" ]; then
            first=${first:-$((i - offset))}
        elif [ -n "$first" ]; then
            list+=${list:+,}$first
            ((i - 1 - offset == first)) || list+=-$((i - 1 - offset))
            first=''
        fi
    done
    printf '%s' "$list"
}

commands=''
again=''
for ((offset = 0; offset < count; offset += longest)); do
    list=$(missing_after "$offset")
    [ -n "$list" ] || continue
    name=again_$offset
    commands+="$name=\$(sbatch --parsable --array=$list run.sh $offset)"$'\n'
    again+=":\${$name%%;*}"
done
if [ -n "$commands" ]; then
    printf 'shards are missing; the logs in this folder say why. Run them again, and merge:\n\n'
    printf 'cd -- %q\n%ssbatch --dependency=afterany%s merge.sh\n' "$folder" "$commands" "$again"
    exit 75
fi

shards=()
for ((i = 0; i < count; ++i)); do shards+=("$i"); done
# A long list of names needs room, which the system measures by the stack.
ulimit -S -s "$(ulimit -H -s)" 2>/dev/null
exec "$program" merge "$result" "${shards[@]}" --scenario "$scenario"
)BASH";

// `@NAME@` for each name, in one pass: what is put in is not looked at again.
std::string filled(std::string_view text,
                   const std::vector<std::pair<std::string_view, std::string>>& values) {
    std::string out;
    while (!text.empty()) {
        const auto found = std::find_if(values.begin(), values.end(), [&](const auto& value) {
            return text.starts_with('@') && text.substr(1).starts_with(value.first) &&
                   text.substr(1 + value.first.size()).starts_with('@');
        });
        if (found == values.end()) {
            out += text.front();
            text.remove_prefix(1);
        } else {
            out += found->second;
            text.remove_prefix(found->first.size() + 2);
        }
    }
    return out;
}

std::string assigned(std::string_view name, const std::string& text) {
    return fmt::format("{}={}\n", name, bash_word(text));
}

// Slurm's own form: days, hours, minutes, seconds.
std::string slurm_time(std::uint64_t minutes) {
    return fmt::format("{}-{:02}:{:02}:00", minutes / 1440, minutes / 60 % 24, minutes % 60);
}

std::string resources(const SlurmRequest& request) {
    // Said even of one: a job that is submitted from within another would else inherit that one's.
    std::string lines = fmt::format("#SBATCH --cpus-per-task={}\n", request.cpus);
    if (request.time_min) lines += "#SBATCH --time=" + slurm_time(*request.time_min) + "\n";
    if (request.partition) lines += "#SBATCH --partition=" + *request.partition + "\n";
    return lines;
}

}  // namespace

std::string bash_word(const std::string& text) {
    const auto is_plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("%+,-./:=@_").find(c) != std::string_view::npos;
    };
    if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return text;
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
    return word + "'";
}

std::string slurm_script(const SlurmRequest& request, const std::filesystem::path& program) {
    constexpr std::uint64_t longest_array = 1000;  // Slurm's MaxArraySize is 1001 unless set
    const std::filesystem::path result =
        std::filesystem::absolute(request.output).lexically_normal();
    const std::string place =
        assigned("folder", result.string() + ".shards") + fmt::format("count={}\n", request.shards);
    const std::string longest = fmt::format("longest={}\n", longest_array);
    const std::string result_line = assigned("result", result.string());
    const std::string inputs =
        assigned("program", program.string()) +
        assigned("scenario",
                 std::filesystem::absolute(request.scenario).lexically_normal().string());
    std::string options = "options=(";
    for (const std::string& option : request.run_options)
        options += (options.ends_with('(') ? "" : " ") + bash_word(option);
    options += ")\n";
    const std::string needs = resources(request);

    std::string unset = " SBATCH_CPUS_PER_TASK";
    if (request.time_min) unset += " SBATCH_TIMELIMIT";
    if (request.partition) unset += " SBATCH_PARTITION";
    return filled(
        submit, {{"COUNT", fmt::format("{}", request.shards)},
                 {"FACTS", result_line + place + longest},
                 {"RUN", filled(run, {{"RESOURCES", needs}, {"FACTS", inputs + options + place}})},
                 {"MERGE", filled(merge, {{"RESOURCES", needs},
                                          {"FACTS", inputs + result_line + place + longest}})},
                 {"UNSET", unset}});
}

}  // namespace trialcost
