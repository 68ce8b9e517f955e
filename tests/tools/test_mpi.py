"""Several processes of one MPI make the result of one process."""

import os
import signal
import subprocess
import sys
import time

from command_case import FEW_DRAWS, CommandCase, main, root_data

MPI, COMMAND = sys.argv[3], sys.argv[4]
ALLOWED = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
}


class Ranks(CommandCase):
    def line(self, ranks, *arguments):
        return [f"mpirun.{MPI}", "-n", str(ranks), COMMAND, *map(str, arguments)]

    def start(self, ranks, *arguments):
        return subprocess.Popen(self.line(ranks, *arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | ALLOWED)

    def run_ranks(self, ranks, *arguments, code=0):
        process = self.start(ranks, *arguments)
        out, err = process.communicate(timeout=100)
        self.assertEqual(process.returncode, code, f"{out}\n{err}")
        return out, err

    def test_any_number_of_ranks(self):
        alone = root_data(self.run_scenario("alone"))
        for ranks in (1, 2, 3):
            result = self.folder / f"{ranks}.h5"
            out, _ = self.run_ranks(ranks, "run", self.scenario, "-o", result, FEW_DRAWS, "--threads=1")
            self.assertEqual(root_data(result), alone)
            self.assertEqual(out.count("wrote "), 1, out)

    def test_what_is_wrong_is_said_once(self):
        self.scenario.write_text(self.scenario.read_text().replace("title", "tilte", 1))
        _, err = self.run_ranks(3, "run", self.scenario, "-o", self.folder / "r.h5", FEW_DRAWS, code=65)
        self.assertEqual(err.count("`tilte`"), 1, err)

    def test_stopped_and_taken_up_again(self):
        whole = self.folder / "whole"
        arguments = ("run", self.scenario, "--draws=16384", "--shard=0/1", "--threads=1")
        self.trialcost(*arguments, "-o", whole)
        part = self.folder / "part"
        # Longer each time, lest a slow machine has read the scenario when it is over.
        for attempt in range(30):
            process = self.start(2, *arguments, "-o", part, f"--time-limit={0.3 * 1.2**attempt:.2f}")
            _, err = process.communicate(timeout=100)
            if part.exists():
                break
            self.assertEqual(process.returncode, 75, err)
            self.assertEqual(err.count("stopped with"), 1, err)
        self.assertEqual(process.returncode, 0, err)
        self.assertEqual(part.read_bytes(), whole.read_bytes())
        self.assertEqual(list(self.folder.glob("*.checkpoint*")), [])

    def test_a_rank_that_is_killed_ends_all(self):
        result = self.folder / "r.h5"
        process = self.start(2, "run", self.scenario, "-o", result, "--draws=16M", "--threads=1", "--checkpoint=0.1")
        ranks = self.ranks_of(process.pid)
        self.wait_until(lambda: len(list(self.folder.glob("*.checkpoint.*"))) == 2)
        os.kill(ranks[-1], signal.SIGKILL)
        killed = time.monotonic()
        out, err = process.communicate(timeout=60)
        self.assertLess(time.monotonic() - killed, 30)
        self.assertNotEqual(process.returncode, 0)
        self.assertRegex(out + err, "(?i)killed|signal 9|exit code: 9")
        self.assertFalse(result.exists())
        for rank in ranks:
            self.wait_until(lambda: self.has_ended(rank))

    def wait_until(self, condition):
        for _ in range(400):
            if condition():
                return
            time.sleep(0.05)
        self.fail("waited for 20 s")

    def has_ended(self, pid):
        try:
            with open(f"/proc/{pid}/stat") as stat:
                return stat.read().rsplit(")", 1)[1].split()[0] == "Z"
        except FileNotFoundError:
            return True

    def ranks_of(self, launcher):
        """The processes of the command below the launcher, once both are there."""
        for _ in range(200):
            children, found = [launcher], []
            while children:
                listed = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", ",".join(map(str, children))], capture_output=True, text=True).stdout
                rows = [line.split(None, 1) for line in listed.splitlines()]
                children = [int(pid) for pid, _ in rows]
                found += [int(pid) for pid, words in rows if words.startswith(COMMAND)]
            if len(found) == 2:
                return found
            time.sleep(0.05)
        self.fail("the ranks did not come up")


main()
