#!/usr/bin/env bash
# Submits a run of trialcost to Slurm: its 2500 shards, and a job that merges them.
# Run it with bash where sbatch is. It asks for no account: set SBATCH_ACCOUNT where one is needed.
set -euo pipefail

result='/some place/out/r.h5'
folder='/some place/out/r.h5.shards'
count=2500
longest=1000

if [ -e "$result" ]; then
    printf '%s is there already; move it away, or name another by -o\n' "$result" >&2
    exit 73
fi
mkdir -p -- "$folder"
cd -- "$folder"

cat >run.sh.new <<'END_OF_JOB'
#!/usr/bin/env bash
#SBATCH --job-name=trialcost
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --time=0-08:00:00
#SBATCH --partition=cpu
#SBATCH --signal=B:TERM@60
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=shard-%A_%a.log
# `sbatch --array=NUMBERS run.sh OFFSET`, in this folder, runs the shards OFFSET + NUMBER.
set -uo pipefail

program=/usr/bin/trialcost
scenario='/some place/scenario.toml'
options=(--draws=1G --checkpoint '5 min')
folder='/some place/out/r.h5.shards'
count=2500

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
END_OF_JOB
cat >merge.sh.new <<'END_OF_JOB'
#!/usr/bin/env bash
#SBATCH --job-name=trialcost-merge
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --time=0-08:00:00
#SBATCH --partition=cpu
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=merge-%j.log
# Makes the result of the shards, or says which to run again (exit code 75).
set -uo pipefail

program=/usr/bin/trialcost
scenario='/some place/scenario.toml'
result='/some place/out/r.h5'
folder='/some place/out/r.h5.shards'
count=2500
longest=1000

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
END_OF_JOB

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
    SBATCH_SIGNAL SBATCH_CPUS_PER_TASK SBATCH_TIMELIMIT SBATCH_PARTITION

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
