"""The script that `slurm` prints, in a real Slurm of this one machine: the result of an unbroken run, bit for
bit, also when elements of the array were killed or told to end.

Skipped without Slurm, but not in continuous integration (CI=true).
"""

import os
import re
import shutil
import signal
import subprocess
import time
import unittest
from pathlib import Path

from command_case import COMMAND, PROJECT, CommandCase, main, root_data
from slurm_machine import SlurmMachine, can_run

EXAMPLE = PROJECT / "scenarios/examples/synthetic-decisions"
# A draw takes its time with so many runs, so that a shard can be met while it works.
FEW_RUNS, MANY_RUNS = "runs        = 20", "runs        = 100"
DRAWS = "--draws=4096"
SHARDS = 3


class Slurm(CommandCase):
    @classmethod
    def setUpClass(cls):
        why_not = can_run()
        if why_not and os.environ.get("CI") != "true":
            raise unittest.SkipTest(why_not)
        cls.slurm = SlurmMachine().__enter__()
        cls.addClassCleanup(cls.slurm.__exit__)

    def setUp(self):
        super().setUp()
        self.job = self.folder / "a job"
        shutil.copytree(EXAMPLE, self.job)
        self.scenario = self.job / "scenario.toml"
        text = self.scenario.read_text()
        self.assertIn(FEW_RUNS, text)
        self.scenario.write_text(text.replace(FEW_RUNS, MANY_RUNS))
        self.result = self.job / "result.h5"
        self.shards = self.job / "result.h5.shards"

    def submit(self):
        """The numbers of the array and of the merge."""
        script = self.job / "jobs.sh"
        script.write_text(self.trialcost("slurm", "scenario.toml", f"--shards={SHARDS}", "-o", "result.h5", "--time=5 min",
                                         "--", DRAWS, "--checkpoint", "0.01 s", cwd=self.job).stdout)
        # Where it is run from does not matter.
        said = self.slurm.run("bash", script, cwd="/")
        return re.fullmatch(r"shards: job (\d+)\nmerge:  job (\d+), which says in .*\n", said).groups()

    def stopped_program(self, shard):
        """The program that runs a shard, halted once it has saved something."""
        checkpoint = self.shards / f"{shard}.checkpoint"
        end = time.monotonic() + 60
        while not checkpoint.exists():
            self.assertLess(time.monotonic(), end, f"shard {shard} does not start")
            time.sleep(0.002)
        pid = self.program(shard)
        self.assertIsNotNone(pid, "too fast to be met")
        os.kill(pid, signal.SIGSTOP)
        self.assertFalse((self.shards / str(shard)).exists(), "too fast to be met")
        return pid

    def program(self, shard):
        words = [str(COMMAND), "run", str(self.scenario), "-o", str(shard)]
        for folder in Path("/proc").iterdir():
            try:
                if folder.name.isdigit() and (folder / "cmdline").read_text().split("\0")[:5] == words:
                    return int(folder.name)
            except OSError:
                pass  # it has ended meanwhile
        return None

    def check_result(self):
        unbroken = self.folder / "unbroken.h5"
        self.trialcost("run", self.scenario, "-o", unbroken, DRAWS)
        self.assertEqual(root_data(self.result), root_data(unbroken))

    def log(self, name):
        return (self.shards / name).read_text()

    def run_again(self, merge):
        """Does what the log of a merge says, and gives the numbers of the elements that it names."""
        self.assertEqual(self.slurm.wait_for(merge), (75, 0), self.log(f"merge-{merge}.log"))
        self.assertFalse(self.result.exists())
        text = self.log(f"merge-{merge}.log")
        commands = text[text.index("cd -- "):]
        said = self.slurm.run("bash", "-c", commands, cwd="/")
        merge = re.search(r"Submitted batch job (\d+)", said)[1]
        self.assertEqual(self.slurm.wait_for(merge), (0, 0), self.log(f"merge-{merge}.log"))
        return re.findall(r"--array=(\S+) run.sh 0", commands)

    def test_the_result_is_that_of_one_run(self):
        array, merge = self.submit()
        self.assertEqual(self.slurm.job(merge)["Dependency"].split("(")[0], f"afterany:{array}_*")
        self.assertEqual(self.slurm.wait_for(merge), (0, 0), self.log(f"merge-{merge}.log"))
        for shard in range(SHARDS):
            self.assertIn(f"shard {shard} of 3 on ", self.log(f"shard-{array}_{shard}.log"))
            self.assertEqual(self.slurm.job(f"{array}_{shard}")["ExitCode"], "0:0")
        self.check_result()

    def test_an_element_that_is_killed_is_named_and_run_again_alone(self):
        array, merge = self.submit()
        os.kill(self.stopped_program(1), signal.SIGKILL)
        # The others are done, and are not touched again.
        self.slurm.wait_for(array)
        self.assertEqual(self.slurm.job(f"{array}_1")["ExitCode"], "137:0")
        before = {shard: (self.shards / str(shard)).stat().st_mtime_ns for shard in (0, 2)}
        self.assertEqual(self.run_again(merge), ["1"])
        self.assertEqual({shard: (self.shards / str(shard)).stat().st_mtime_ns for shard in (0, 2)}, before)
        self.check_result()

    def test_an_element_that_is_told_to_end_saves_what_it_has(self):
        array, merge = self.submit()
        pid = self.stopped_program(1)
        self.slurm.run("scancel", "--batch", "--signal=TERM", f"{array}_1")
        # The shell has handed it on once it waits for the program again.
        end = time.monotonic() + 30
        while not self.is_told(pid):
            self.assertLess(time.monotonic(), end, "the program is not told")
            time.sleep(0.01)
        os.kill(pid, signal.SIGCONT)
        self.assertEqual(self.slurm.wait_for(f"{array}_1"), (75, 0))
        self.assertRegex(self.log(f"shard-{array}_1.log"), r"stopped with \d+ % of the draws done; the same command goes on from")
        self.assertTrue((self.shards / "1.checkpoint").exists())
        self.assertEqual(self.run_again(merge), ["1"])
        self.assertFalse((self.shards / "1.checkpoint").exists())
        self.check_result()

    @staticmethod
    def is_told(pid):
        """Whether SIGTERM waits for the process."""
        status = Path(f"/proc/{pid}/status").read_text()
        pending = [int(line.split()[1], 16) for line in status.splitlines() if line.startswith(("SigPnd", "ShdPnd"))]
        return any(mask >> (signal.SIGTERM - 1) & 1 for mask in pending)


main()
