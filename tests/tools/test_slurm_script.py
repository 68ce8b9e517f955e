"""The script that `slurm` prints, with stand-ins for sbatch and for the program: what is submitted, what each
job does, and what happens when something is missing. tests/tools/test_slurm.py has a real Slurm.

TRIALCOST_UPDATE_GOLDEN=1 rewrites tests/tools/golden/slurm.sh.
"""

import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from command_case import COMMAND, PROJECT, CommandCase, main

GOLDEN = PROJECT / "tests/tools/golden/slurm.sh"

# Keeps what it is given, and numbers it. From the number REFUSED on it takes no arrays.
SBATCH = """#!/bin/bash
number=$(($(cat count 2>/dev/null || echo 0) + 1))
[ "$number" -lt "${REFUSED:-9999}" ] || [[ $* == *merge.sh ]] || { echo 'limit reached' >&2; exit 1; }
echo "$number" >count
printf '%s\\n' "${SBATCH_ARRAY_INX-}$*" >>submitted
echo "$number;cluster"
"""

# Of `run` it writes the file after -o; where SLEEP says so, it works until it is told to end, and then saves.
PROGRAM = """#!/bin/bash
printf '<%s>' "$@" >>"${LOG:-/dev/null}"
[ "$1" = run ] || exit 0
trap 'sleep 0.1; echo half >"$4.saved"; exit 42' TERM
echo up >&2
while [ "${SLEEP:-0}" = yes ]; do sleep 0.01; done
echo data >"$4"
"""


class SlurmScript(CommandCase):
    def setUp(self):
        super().setUp()
        # A path that bash would take to pieces.
        self.place = self.folder / "it's a $HOME `b` \"c\" & d"
        shutil.copytree(self.scenario.parent, self.place)
        self.result = self.place / "r.h5"
        self.shards = self.place / "r.h5.shards"
        tools = self.folder / "bin"
        tools.mkdir()
        for name, text in (("sbatch", SBATCH), ("program", PROGRAM)):
            (tools / name).write_text(text)
            (tools / name).chmod(0o755)
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith(("SLURM_", "SBATCH_"))}
        self.environment |= {"PATH": f"{tools}:{os.environ['PATH']}"}

    def script(self, *options):
        text = self.trialcost("slurm", self.place / "scenario.toml", "-o", self.result, *options).stdout
        # The stand-in for the program.
        changed = re.sub(r"^program=.*$", f"program={self.folder}/bin/program", text, flags=re.MULTILINE)
        self.assertNotEqual(changed, text)
        file = self.folder / "jobs.sh"
        file.write_text(changed)
        return file

    def bash(self, *words, code=0, cwd=None, **environment):
        done = subprocess.run(["bash", *map(str, words)], env=self.environment | environment, cwd=cwd, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
        self.assertEqual(done.returncode, code, done.stdout)
        return done.stdout

    def submit(self, *options, code=0, **environment):
        return self.bash(self.script(*options), code=code, **environment)

    def submitted(self):
        return (self.shards / "submitted").read_text().splitlines()

    def test_text(self):
        text = self.trialcost("slurm", "scenario.toml", "--shards=2500", "-o", "out/r.h5", "--time=8 h", "--partition=cpu",
                              "--cpus=4", "--", "--draws=1G", "--checkpoint", "5 min", cwd=self.place).stdout
        place = str(self.place).replace("'", "'\\''")
        self.assertIn(f"program={COMMAND}\n", text)
        text = text.replace(f"program={COMMAND}\n", "program=/usr/bin/trialcost\n").replace(place, "/some place")
        if os.environ.get("TRIALCOST_UPDATE_GOLDEN") == "1":
            GOLDEN.write_text(text)
        self.assertEqual(GOLDEN.read_text(), text)

    def test_bash_reads_it(self):
        self.assertEqual(self.bash("-n", self.script("--shards=3", "--", "--seed", "7")), "")
        self.submit("--shards=3")
        for job in ("run.sh", "merge.sh"):
            self.assertEqual(self.bash("-n", self.shards / job), "")
            # Slurm reads these lines up to the first command.
            head = (self.shards / job).read_text().split("\nset ")[0]
            for line in ("--ntasks=1", "--nodes=1", "--cpus-per-task=1", "--requeue", "--open-mode=append"):
                self.assertIn(f"\n#SBATCH {line}\n", head)
            self.assertNotIn("--time", head)
            self.assertNotIn("--partition", head)
        self.assertIn("\n#SBATCH --signal=B:TERM@60\n", (self.shards / "run.sh").read_text())

    def test_submits_one_array_and_a_merge(self):
        said = self.submit("--shards=3", SBATCH_ARRAY_INX="0-99")
        self.assertEqual(self.submitted(), ["--parsable --array=0-2 run.sh 0", "--parsable --dependency=afterany:1 merge.sh"])
        self.assertIn("job 1\n", said)
        self.assertIn(f"{self.shards}/merge-2.log", said)

    def test_no_array_is_longer_than_a_thousand(self):
        for count, arrays in ((1000, ["0-999 run.sh 0"]), (1001, ["0-999 run.sh 0", "0-0 run.sh 1000"]),
                              (2500, ["0-999 run.sh 0", "0-999 run.sh 1000", "0-499 run.sh 2000"])):
            with self.subTest(count=count):
                shutil.rmtree(self.shards, ignore_errors=True)
                self.submit(f"--shards={count}")
                *runs, merge = self.submitted()
                self.assertEqual(runs, [f"--parsable --array={each}" for each in arrays])
                self.assertTrue(merge.endswith(":".join(["afterany", *map(str, range(1, len(runs) + 1))]) + " merge.sh"))

    def test_what_is_not_taken_is_said(self):
        said = self.submit("--shards=2500", code=1, REFUSED="3")
        self.assertIn("shards 2000 to 2499 were not taken", said)
        # The merge of the others names them.
        self.assertEqual(self.submitted()[-1], "--parsable --dependency=afterany:1:2 merge.sh")
        shutil.rmtree(self.shards)
        said = self.submit("--shards=2500", code=1, REFUSED="1")
        self.assertNotIn("merge:", said)
        self.assertFalse((self.shards / "submitted").exists())

    def test_each_element_runs_its_shard(self):
        self.submit("--shards=1003", "--", "--draws=1M", "--checkpoint", "5 min")
        log = self.folder / "log"
        for number, offset, shard in ((0, 0, 0), (7, 0, 7), (2, 1000, 1002)):
            # Of an array that was asked for again Slurm says other lengths.
            self.bash(self.shards / "run.sh", offset, LOG=str(log), SLURM_ARRAY_TASK_ID=str(number),
                      SLURM_ARRAY_TASK_COUNT="1", SLURM_ARRAY_TASK_MIN=str(number))
            self.assertEqual((self.shards / str(shard)).read_text(), "data\n")
            words = ["run", f"{self.place}/scenario.toml", "-o", shard, "--shard", f"{shard}/1003", "--draws=1M", "--checkpoint",
                     "5 min"]
            self.assertEqual(log.read_text(), "".join(f"<{word}>" for word in words))
            log.unlink()
        said = self.bash(self.shards / "run.sh", 0, LOG=str(log), SLURM_ARRAY_TASK_ID="7")
        self.assertIn("there already", said)
        self.assertFalse(log.exists())
        self.bash(self.shards / "run.sh", 1000, SLURM_ARRAY_TASK_ID="3", code=2)
        self.bash(self.shards / "run.sh", 1000, code=1)
        self.bash(self.shards / "run.sh", SLURM_ARRAY_TASK_ID="3", code=1)

    def test_what_the_program_ends_with_is_what_the_job_ends_with(self):
        self.submit("--shards=3")
        for end, code in (("exit 65", 65), ("kill -9 $$", 137), ("kill -15 $$", 75), ("exit 0", 0)):
            (self.folder / "bin/program").write_text(f"#!/bin/bash\n{end}\n")
            self.bash(self.shards / "run.sh", 0, SLURM_ARRAY_TASK_ID="1", code=code)

    def begin(self):
        return subprocess.Popen(["bash", self.shards / "run.sh", "0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                env=self.environment | {"SLURM_ARRAY_TASK_ID": "1", "SLEEP": "yes"}, text=True)

    def check_end(self, job, codes):
        """With the code of the program, and not before it has saved."""
        try:
            code = job.wait(timeout=20)
            self.assertIn(code, codes)
            self.assertEqual((self.shards / "1.saved").exists(), code == 42)
        finally:
            job.kill()
            job.stdout.close()
            (self.shards / "1.saved").unlink(missing_ok=True)
        self.assertFalse((self.shards / "1").exists())

    def test_a_signal_goes_to_the_program(self):
        self.submit("--shards=3")
        for signals in (1, 1, 2, 3):
            job = self.begin()
            while job.stdout.readline() != "up\n":
                pass
            for _ in range(signals):
                job.send_signal(signal.SIGTERM)
                time.sleep(0.02)
            self.check_end(job, (42,))

    def wait_until_caught(self, process, number):
        """Until the process has a handler for the signal."""
        while True:
            status = Path(f"/proc/{process.pid}/status").read_text()
            caught = int(re.search(r"^SigCgt:\s*([0-9a-f]+)$", status, re.MULTILINE)[1], 16)
            if caught >> (number - 1) & 1:
                return
            time.sleep(0.001)

    def test_a_signal_may_come_before_the_program_awaits_it(self):
        self.submit("--shards=3")
        for i in range(10):
            job = self.begin()
            self.wait_until_caught(job, signal.SIGTERM)
            time.sleep(random.Random(i).random() * 0.01)
            job.send_signal(signal.SIGTERM)
            self.check_end(job, (42, 75))
        # Or while the shell does not know yet whom to tell.
        text = (self.shards / "run.sh").read_text()
        (self.shards / "run.sh").write_text(text.replace("\nchild=$!\n", "\nkill -TERM $$; child=$!\n"))
        self.check_end(self.begin(), (42, 75))

    def test_merge_names_what_to_run_again(self):
        self.submit("--shards=2500")
        gone = {0, 3, 4, 5, 999, 1000, 1001, 1007, 2499}
        for shard in set(range(2500)) - gone:
            (self.shards / str(shard)).touch()
        said = self.bash(self.shards / "merge.sh", code=75)
        commands = said[said.index("cd -- "):]
        self.assertEqual(re.findall(r"--array=\S+ run.sh \d+", commands),
                         ["--array=0,3-5,999 run.sh 0", "--array=0-1,7 run.sh 1000", "--array=499 run.sh 2000"])
        # They are commands indeed, and of exactly those shards.
        (self.shards / "submitted").unlink()
        self.bash("-c", commands, cwd="/")
        *runs, merge = self.submitted()
        self.assertEqual(merge, "--dependency=afterany:5:6:7 merge.sh")
        again = set()
        for run in runs:
            ranges, offset = re.fullmatch(r"--parsable --array=(\S+) run.sh (\d+)", run).groups()
            for each in ranges.split(","):
                first, last = (each.split("-") * 2)[:2]
                again |= {int(offset) + i for i in range(int(first), int(last) + 1)}
        self.assertEqual(again, gone)

    def test_merge_of_nothing_and_of_all(self):
        self.submit("--shards=3", "--", "--draws=1M")
        log = self.folder / "log"
        self.assertIn("--array=0-2 run.sh 0", self.bash(self.shards / "merge.sh", code=75, LOG=str(log)))
        self.assertFalse(log.exists())
        for shard in range(3):
            (self.shards / str(shard)).touch()
        self.bash(self.shards / "merge.sh", LOG=str(log))
        words = ["merge", self.result, 0, 1, 2, "--scenario", f"{self.place}/scenario.toml"]
        self.assertEqual(log.read_text(), "".join(f"<{word}>" for word in words))

    def test_the_most_shards_can_be_named(self):
        # So many files are slow to make on a disk.
        memory = tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
        self.addCleanup(memory.cleanup)
        self.result = Path(memory.name) / "r.h5"
        self.shards = Path(memory.name) / "r.h5.shards"
        self.submit("--shards=100000")
        self.assertEqual(len(self.submitted()), 101)
        for shard in range(100_000):
            (self.shards / str(shard)).touch()
        log = self.folder / "log"
        # A command line may be as long as a quarter of the stack.
        self.bash("-c", 'ulimit -S -s 4096 && exec bash "$0"', self.shards / "merge.sh", LOG=str(log))
        self.assertTrue(log.read_text().startswith(f"<merge><{self.result}><0><1><2>"))
        self.assertIn("<99999><--scenario>", log.read_text())

    def test_nothing_is_overwritten_or_mixed(self):
        self.submit("--shards=3")
        self.submit("--shards=3")  # the same again
        before = (self.shards / "run.sh").read_bytes()
        for other in (["--shards=4"], ["--shards=3", "--", "--seed=7"]):
            self.assertIn("shards of another command", self.submit(*other, code=73))
            self.assertEqual((self.shards / "run.sh").read_bytes(), before)
        self.assertFalse([*self.shards.glob("*.new")])
        self.result.touch()
        self.assertIn("is there already", self.submit("--shards=3", code=73))

    def test_what_is_wrong_is_said_before_anything_is_printed(self):
        done = self.trialcost("slurm", self.folder / "none.toml", "--shards=3", code=66)
        self.assertEqual(done.stdout, "")
        self.assertIn("none.toml", done.stderr)
        text = self.scenario.read_text()
        self.scenario.write_text(text.replace("format   = 1", "format   = 2"))
        self.assertEqual(self.trialcost("slurm", self.scenario, "--shards=3", code=65).stdout, "")
        for count in (0, 100_001):
            self.assertEqual(self.trialcost("slurm", self.scenario, f"--shards={count}", code=2).stdout, "")

    def test_a_scenario_without_a_date_draws_a_warning(self):
        self.assertEqual(self.trialcost("slurm", self.scenario, "--shards=3").stderr.count("as_of"), 0)
        text = re.sub(r"^as_of.*$", "", self.scenario.read_text(), flags=re.MULTILINE)
        self.scenario.write_text(text)
        done = self.trialcost("slurm", self.scenario, "--shards=3")
        self.assertIn("has no `as_of`", done.stderr)
        self.assertTrue(done.stdout.startswith("#!"))


main()
