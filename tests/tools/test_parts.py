"""A run in parts: shards and their merge, stops and resumes, the proof of a result."""

import random
import shutil
import signal
import subprocess
import time

from command_case import COMMAND, PROJECT, CommandCase, main, root_data

EXAMPLE = PROJECT / "scenarios/examples/synthetic-decisions"
DRAWS = "--draws=8192"
MANY = "--draws=32768"


class Parts(CommandCase):
    def setUp(self):
        super().setUp()
        self.job = self.folder / "decisions"
        shutil.copytree(EXAMPLE, self.job)
        self.scenario = self.job / "scenario.toml"

    def shard(self, index, count, *arguments, code=0):
        path = self.folder / f"{index}-of-{count}.shard"
        self.trialcost("run", self.scenario, "-o", path, DRAWS, f"--shard={index}/{count}", "--force", *arguments, code=code)
        return path

    def whole(self):
        result = self.folder / "whole.h5"
        self.trialcost("run", self.scenario, "-o", result, DRAWS)
        return root_data(result)


class Merged(Parts):
    def test_shards_of_any_count_make_the_result_of_one_run(self):
        whole = self.whole()
        # 16 replicates of one block: 5 does not divide them, 20 leaves some shards without a draw.
        for count in (1, 2, 5, 20):
            shards = [self.shard(i, count) for i in range(count)]
            random.Random(count).shuffle(shards)
            merged = self.folder / f"merged-{count}.h5"
            self.trialcost("merge", merged, *shards)
            self.assertEqual(root_data(merged), whole, count)

    def test_shards_of_other_threads_and_places(self):
        whole = self.whole()
        shards = [self.shard(i, 2, f"--threads={i + 1}") for i in range(2)]
        elsewhere = self.folder / "elsewhere"
        shutil.move(self.job, elsewhere)
        err = self.trialcost("merge", self.folder / "m.h5", *shards, code=66).stderr
        self.assertIn("decisions/scenario.toml", err)
        self.trialcost("merge", self.folder / "m.h5", *shards, "--scenario", elsewhere / "scenario.toml")
        self.assertEqual(root_data(self.folder / "m.h5"), whole)

    def test_bad_merges_are_named(self):
        zero, one, two = (self.shard(i, 3) for i in range(3))
        out = self.folder / "m.h5"
        err = self.trialcost("merge", out, one, code=75).stderr
        self.assertIn("2 of 3 shards are missing: 0,2; run them with --shard I/3", err)
        err = self.trialcost("merge", out, zero, one, one, two, code=65).stderr
        self.assertIn("are the same shard 1/3", err)
        other_count = self.shard(0, 2)
        err = self.trialcost("merge", out, zero, other_count, code=65).stderr
        self.assertIn("is one of 2 shards", err)
        foreign = self.shard(1, 4, "--seed=2")
        err = self.trialcost("merge", out, zero, foreign, two, code=65).stderr
        self.assertIn("is of another run", err)
        self.assertFalse(out.exists())

    def test_damaged_shards_are_named(self):
        zero, one = self.shard(0, 2), self.shard(1, 2)
        good = one.read_bytes()
        half = len(good) // 2
        damages = {
            "it is cut off or damaged": (good[:half], good[:-1], good[:half] + bytes([good[half] ^ 1]) + good[half + 1 :]),
            "it is no part of a run": (b"", b"x" * 100, self.scenario.read_bytes()),
        }
        for reason, contents in damages.items():
            for content in contents:
                one.write_bytes(content)
                err = self.trialcost("merge", self.folder / "m.h5", zero, one, code=65).stderr
                self.assertIn(reason, err)
                self.assertIn(one.name, err)

    def test_a_changed_record_is_noticed(self):
        shards = [self.shard(i, 2) for i in range(2)]
        quotes = next(self.job.glob("*quotes*.csv"))
        quotes.write_text(quotes.read_text() + "\n")
        err = self.trialcost("merge", self.folder / "m.h5", *shards, code=65).stderr
        self.assertIn("has changed since the shards were run", err)

    def test_what_makes_no_sense_of_a_shard(self):
        for arguments in (("--shard=3/3",), ("--shard=1",), ("--shard=a/b",), ("--shard=0/0",)):
            self.trialcost("run", self.scenario, "-o", self.folder / "s", *arguments, code=2)
        for arguments in (("--target-error=1%",), ("--md", self.folder / "summary"), ("--fail-if", "verdict == hold")):
            err = self.trialcost("run", self.scenario, "-o", self.folder / "s", "--shard=0/2", *arguments, code=2).stderr
            self.assertIn("--shard", err)


class Resumed(Parts):
    """Of a shard that is the whole run: its file holds every bit of what is summarised."""

    def command(self, name, *arguments):
        return [COMMAND, "run", self.scenario, "-o", self.folder / name, MANY, "--shard=0/1", *arguments]

    def unbroken(self):
        subprocess.run(self.command("unbroken"), check=True, capture_output=True, timeout=120)
        return (self.folder / "unbroken").read_bytes()

    def checkpoint(self, name):
        return self.folder / f"{name}.checkpoint"

    def stopped(self, name, *arguments):
        """Ended by SIGTERM with some of the draws done."""
        process = subprocess.Popen(self.command(name, "--checkpoint=0.05", "--threads=1", *arguments), stderr=subprocess.PIPE, text=True)
        while not self.checkpoint(name).exists():
            time.sleep(0.01)
            self.assertIsNone(process.poll(), "too fast to be stopped")
        process.send_signal(signal.SIGTERM)
        asked = time.monotonic()
        err = process.communicate(timeout=120)[1]
        self.assertLess(time.monotonic() - asked, 5)
        self.assertEqual(process.returncode, 75, err)
        self.assertRegex(err, r"stopped with \d+ % of the draws done; the same command goes on from")
        self.assertFalse((self.folder / name).exists())

    def test_twenty_kills_at_any_moment(self):
        whole = self.unbroken()
        moments = random.Random(20261130)
        kills = finished = 0
        while kills < 20 or finished == 0:
            process = subprocess.Popen(self.command("killed", "--checkpoint=0.05", "--threads=2"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            # Every other one has to get on, lest a slow machine never ends: a new checkpoint, and then any moment.
            if kills % 2 == 0:
                self.wait_for_checkpoint(process, "killed")
            try:
                process.wait(timeout=moments.uniform(0.01, 0.3))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                kills += 1
            if (self.folder / "killed").exists():
                self.assertEqual((self.folder / "killed").read_bytes(), whole)
                (self.folder / "killed").unlink()
                finished += 1

    def wait_for_checkpoint(self, process, name):
        def written():
            return self.checkpoint(name).stat().st_mtime_ns if self.checkpoint(name).exists() else None

        before = written()
        while process.poll() is None and written() in (None, before):
            time.sleep(0.005)

    def test_terminated_and_resumed_on_other_threads(self):
        whole = self.unbroken()
        self.stopped("term")
        subprocess.run(self.command("term", "--threads=3"), check=True, capture_output=True, timeout=120)
        self.assertEqual((self.folder / "term").read_bytes(), whole)
        self.assertFalse(self.checkpoint("term").exists())

    def test_a_time_limit_stops_it_the_same_way(self):
        whole = self.unbroken()
        # Longer each time, lest a slow machine has read the scenario when it is over.
        for attempt in range(30):
            done = subprocess.run(self.command("limited", f"--time-limit={0.4 * 1.2**attempt:.2f}", "--checkpoint=8h"), capture_output=True, text=True, timeout=120)
            if done.returncode == 0:
                break
            self.assertEqual(done.returncode, 75, done.stderr)
        self.assertEqual((self.folder / "limited").read_bytes(), whole)

    def test_what_another_run_left_is_refused(self):
        self.stopped("left")
        before = self.checkpoint("left").read_bytes()
        done = subprocess.run(self.command("left", "--seed=2"), capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 65)
        self.assertIn("was left by another run", done.stderr)
        self.assertEqual(self.checkpoint("left").read_bytes(), before)
        self.checkpoint("left").write_bytes(before[: len(before) // 2])
        done = subprocess.run(self.command("left"), capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 65)
        self.assertIn("left.checkpoint cannot be used: it is cut off or damaged", done.stderr)


class Verified(Parts):
    def test_the_draws_of_a_result_can_be_made_again(self):
        result = self.folder / "r.h5"
        self.trialcost("run", self.scenario, "-o", result, DRAWS, "--sampler=lhs", "--seed=7")
        out = self.trialcost("verify", result).stdout
        self.assertIn("8 of 16 noted blocks", out)
        self.assertIn("16 of 16", self.trialcost("verify", result, "--blocks=100").stdout)

    def test_another_draw_is_noticed(self):
        result, other = self.folder / "r.h5", self.folder / "o.h5"
        self.trialcost("run", self.scenario, "-o", result, DRAWS)
        self.trialcost("run", self.scenario, "-o", other, DRAWS, "--seed=2")
        # The digests of another seed under the name of this one, with a checksum that fits.
        import h5py
        import hashlib

        with h5py.File(other) as file:
            foreign = [text.decode() for text in file["proof/checked_block_digest"][()]]
        content = result.read_bytes()[:-48]
        with h5py.File(result) as file:
            own = [text.decode() for text in file["proof/checked_block_digest"][()]]
        for before, after in zip(own, foreign):
            self.assertEqual(content.count(before.encode()), 1)
            content = content.replace(before.encode(), after.encode())
        result.write_bytes(content + b"trialcostSHA256\n" + hashlib.sha256(content).digest())
        err = self.trialcost("verify", result, code=70).stderr
        self.assertIn("is not what it was", err)

    def test_a_changed_record_is_noticed(self):
        result = self.folder / "r.h5"
        self.trialcost("run", self.scenario, "-o", result, DRAWS)
        quotes = next(self.job.glob("*quotes*.csv"))
        quotes.write_text(quotes.read_text() + "\n")
        err = self.trialcost("verify", result, code=65).stderr
        self.assertIn("has changed since the run", err)

    def test_a_damaged_result_is_noticed(self):
        result = self.folder / "r.h5"
        self.trialcost("run", self.scenario, "-o", result, DRAWS)
        content = bytearray(result.read_bytes())
        content[len(content) // 2] ^= 1
        result.write_bytes(content)
        self.trialcost("verify", result, code=65)


class ToTarget(Parts):
    def test_draws_until_the_error_is_small(self):
        result = self.folder / "r.h5"
        draws = {}
        for target in ("2%", "0.5 %"):
            self.trialcost("run", self.scenario, "-o", result, f"--target-error={target}", "--force", "--progress=none")
            draws[target] = int(root_data(result)["/@draws_per_replicate"].split("(")[-1].strip(")"))
        # Two looks running: the first at 1,024 cannot be the last.
        self.assertGreaterEqual(draws["2%"], 2048)
        self.assertGreater(draws["0.5 %"], draws["2%"])

    def test_what_cannot_be_reached_is_said(self):
        done = self.trialcost("run", self.scenario, "-o", self.folder / "r.h5", "--target-error=0.0001", "--draws=32768")
        self.assertRegex(done.stderr, r"warning: the error is [\d.]+ % after 32768 draws, not 0.01 %; more are allowed by --draws")


main()
