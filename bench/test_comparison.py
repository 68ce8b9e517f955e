#!/usr/bin/python3
"""Tests of the scripts that compare programs: order statistics, agreement, lines, verdicts, pairs.

Expected values are tabulated ones or worked out by hand. The statistical tests have fixed seeds and say
what they would catch.
"""

import math
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "peers")]

from agreement import (  # noqa: E402
    Rounds, compare, student_limit, student_tail, unit_variance, verdict_on,
)
from error_race import ratio_with_interval  # noqa: E402
from paired_ratios import median_interval  # noqa: E402
from peer_line import parse_line  # noqa: E402
from performance_page import DEMANDS, Demand, Measured, measured_in  # noqa: E402
from performance_page import verdict_on as page_verdict  # noqa: E402

LINE = "peer=x-1 workload=W0 scale=M draws=1000 seconds=0.5 draws_per_s=2000 mean=2.5 p95=4"


class MedianIntervalTest(unittest.TestCase):
    def test_ranks_of_the_tables(self):
        # Conover, Practical Nonparametric Statistics, sign intervals: n, rank from below, coverage.
        for n, rank, coverage in (
            (5, 1, 0.9375), (6, 1, 0.96875), (8, 1, 0.9921875), (9, 2, 0.9609375), (20, 6, 0.9586),
        ):
            found = median_interval([float(i) for i in range(n, 0, -1)])
            self.assertEqual((found.low, found.high), (rank, n + 1 - rank), n)
            self.assertAlmostEqual(found.coverage, coverage, places=4)

    def test_one_value_is_no_interval(self):
        self.assertEqual(tuple(median_interval([3.0])), (3.0, 3.0, 3.0, 0.0))
        with self.assertRaises(ValueError):
            median_interval([])

    def test_coverage_of_skewed_ratios(self):
        # 2000 repeats of n = 20, s.e. 0.0044: 0.9586 +- 4 s.e.; one rank too narrow (0.885) is caught.
        rng = random.Random(1)
        hits = 0
        for _ in range(2000):
            found = median_interval([rng.expovariate(1) for _ in range(20)])
            hits += found.low <= math.log(2) <= found.high
        self.assertAlmostEqual(hits / 2000, 0.9586, delta=4 * 0.0044)


class StudentTest(unittest.TestCase):
    def test_tabulated_limits(self):
        # Abramowitz and Stegun, table 26.10; the last two are closed forms of 1 and 2 degrees.
        for degrees, probability, limit in (
            (3, 0.05, 3.182), (4, 0.01, 4.604), (7, 0.001, 5.408), (10, 0.05, 2.228), (30, 0.01, 2.750),
            (1, 0.05, 1 / math.tan(math.pi * 0.025)), (2, 0.5, math.sqrt(2 / 3)),
        ):
            self.assertAlmostEqual(student_limit(probability, degrees), limit, delta=6e-4)
            back = student_tail(student_limit(probability, degrees), degrees)
            self.assertAlmostEqual(back, probability)


def simulated(rng, program, draws, rounds, center=10.0, deviation=3.0, scatters=True):
    """Rounds whose figure is a mean of normal draws, to the accuracy that it would have."""
    values = [{"mean": rng.gauss(center, deviation / math.sqrt(draws))} for _ in range(rounds)]
    return Rounds(program, scatters, draws, values)


class AgreementTest(unittest.TestCase):
    def test_variance_of_one_draw(self):
        # Variances 2 and 8 within, 1 degree each, at 100 draws: (2 + 8) / 2 * 100.
        programs = [
            Rounds("a", True, 100, [{"mean": 1.0}, {"mean": 3.0}]),
            Rounds("b", True, 100, [{"mean": 0.0}, {"mean": 4.0}]),
            Rounds("ours", False, 100, [{"mean": 0.0}, {"mean": 400.0}]),
        ]
        self.assertEqual(unit_variance(programs, "mean"), (500.0, 2))

    def test_statistic_by_hand(self):
        # Against b, of the same draws: (2 - 5) / sqrt(500 (1/200 + 1/200)).
        programs = [
            Rounds("a", True, 100, [{"mean": 1.0}, {"mean": 3.0}]),
            Rounds("b", True, 100, [{"mean": 3.0}, {"mean": 7.0}]),
        ]
        (a, b), unchecked = compare(programs)
        self.assertAlmostEqual(a.difference, -3 / math.sqrt(5))
        self.assertAlmostEqual(b.difference, 3 / math.sqrt(5))
        self.assertAlmostEqual(a.error, math.sqrt(2.5))
        self.assertEqual(unchecked, [])

    def test_program_without_seeds_counts_once(self):
        rng = random.Random(2)
        peer = simulated(rng, "peer", 1000, 8)
        same = Rounds("ours", False, 1000, [{"mean": 10.0}] * 8)
        once = same._replace(figures=same.figures[:1])
        self.assertEqual(compare([peer, same]), compare([peer, once]))

    def test_one_program_is_not_checked(self):
        verdict = verdict_on({"case": [simulated(random.Random(3), "peer", 1000, 8)]})["case"]
        self.assertEqual((verdict.compared, verdict.unchecked), ([], ["mean"]))

    def test_false_alarms(self):
        # The limit is exact for two programs: 1e-3 of 4000 runs is 4, s.d. 2; more than 12 is a fault.
        # A normal limit in place of Student's at 8 degrees (about 11 in 1000) gives 45.
        rng = random.Random(4)
        alarms = sum(
            bool(verdict_on({"case": [simulated(rng, name, 100, 5) for name in "ab"]})["case"].unlike)
            for _ in range(4000)
        )
        self.assertLessEqual(alarms, 12)

    def test_planted_fault_is_named(self):
        # One in seven is off by 12 s.e. of its own: all of it against one seventh on each other.
        rng = random.Random(5)
        programs = [simulated(rng, name, 10_000, 7) for name in "abcdef"]
        off = 12 * 3.0 / math.sqrt(70_000)
        programs.append(simulated(rng, "wrong", 10_000, 7, center=10.0 + off))
        unlike = verdict_on({"case": programs})["case"].unlike
        self.assertEqual([one.program for one in unlike], ["wrong"])

    def test_not_a_number_disagrees(self):
        good = simulated(random.Random(6), "a", 100, 5)
        bad = Rounds("ours", False, 100, [{"mean": math.nan}])
        self.assertIn("ours", [one.program for one in verdict_on({"c": [good, bad]})["c"].unlike])


class LineTest(unittest.TestCase):
    def test_words_times_and_figures(self):
        line = parse_line("warming up\n" + LINE + " pct_seconds=0.1 first=1,2\n")
        self.assertEqual((line["peer"], line["draws"], line["seconds"]), ("x-1", 1000, 0.5))
        self.assertEqual(line["pct_seconds"], 0.1)
        self.assertEqual(line["figures"], {"mean": 2.5, "p95": 4.0, "first[1]": 1.0, "first[2]": 2.0})

    def test_faults(self):
        for text, fault in (
            ("", "0 lines"), (LINE + "\n" + LINE, "2 lines"), (LINE + " mean=3", "twice"),
            (LINE + " odd", "NAME=VALUE"), (LINE.replace("scale=M", ""), "scale"),
            (LINE.replace("seconds=0.5", "seconds=0"), "above 0"), (LINE + " p99=x", "x"),
        ):
            with self.assertRaisesRegex(ValueError, fault):
                parse_line(text)


class RaceTest(unittest.TestCase):
    def test_ratio_by_hand(self):
        # Times 6, variances 4 : 1.
        replicates = {"ours": [1.0, 2.0, 3.0] * 9, "peer": [2.0, 4.0, 6.0] * 9}
        found = ratio_with_interval(replicates, {"ours": [1.0, 2.0], "peer": [6.0, 12.0]})
        self.assertAlmostEqual(found.median, 24.0)
        self.assertTrue(found.low < 24 < found.high)

    def test_interval_covers(self):
        # True ratio 1, 32 replicates a side, 300 repeats, s.e. 0.013. The bootstrap of a variance
        # covers a little less than the 0.95 it is made for. Half the width would cover about 0.67.
        rng = random.Random(7)
        hits = 0
        for _ in range(300):
            sides = {side: [rng.gauss(0, 1) for _ in range(32)] for side in ("ours", "peer")}
            found = ratio_with_interval(sides, {"ours": [1.0] * 5, "peer": [1.0] * 5}, 200)
            hits += found.low <= 1 <= found.high
        self.assertTrue(0.88 <= hits / 300 <= 0.99, hits)


class PageTest(unittest.TestCase):
    def verdict(self, value, low=None, high=None, **demand):
        wanted = Demand("k", "", **{"floor": 8, "aim": 14} | demand)
        return page_verdict(wanted, Measured(value, low, high, ""))

    def test_more_is_better(self):
        self.assertEqual(self.verdict(7.9), "**below the floor**")
        self.assertEqual(self.verdict(8), "floor held")
        self.assertEqual(self.verdict(9, 7, 10), "floor held, not by all of the interval")
        self.assertEqual(self.verdict(14, 14, 15), "aim reached")
        self.assertEqual(self.verdict(15, 13, 16), "aim reached, not by all of the interval")

    def test_less_is_better(self):
        limits = {"floor": 64, "aim": 32, "more": False}
        self.assertEqual(self.verdict(65, **limits), "**above the limit**")
        self.assertEqual(self.verdict(64, **limits), "floor held")
        self.assertEqual(self.verdict(32, 30, 33, **limits), "aim reached, not by all of the interval")
        self.assertEqual(self.verdict(4, floor=5, aim=None, more=False), "floor held")

    def test_not_measured_is_never_held(self):
        self.assertEqual(page_verdict(DEMANDS[0], None), "not measured")

    def test_unknown_figure_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "speed"):
            record = {"figures": [{"figure": "speed", "value": 1}]}
            measured_in({"cases": [], "error_race": {}}, [record])


class CompareTest(unittest.TestCase):
    def compare(self, *arguments):
        return subprocess.run(
            [sys.executable, "-B", str(HERE / "compare"), *arguments], capture_output=True, text=True,
            check=False,
        )

    def test_runs_both_in_alternating_order(self):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder, "log")
            script = f"sh -c 'echo $0 $1 >> {log}'"
            done = self.compare("--rounds", "10", script + " old", script + " new", "--", "word")
            self.assertEqual(done.returncode, 0, done.stderr)
            order = [line.split()[0] for line in log.read_text().splitlines()]
        self.assertEqual(order[:2], ["old", "new"])  # untimed
        self.assertEqual(order[2:], ["old", "new", "new", "old"] * 5)

    def test_slower_is_seen_as_slower(self):
        done = self.compare("--rounds", "10", "sleep 0.002", "sleep 0.03")
        self.assertIn("slower", done.stdout)

    def test_failures(self):
        self.assertEqual(self.compare("--rounds", "9", "true", "true").returncode, 2)
        failing = self.compare("true", "sh -c 'printf %s-%s is broken; exit 7'")
        self.assertEqual(failing.returncode, 7)
        self.assertIn("is-broken", failing.stderr)


if __name__ == "__main__":
    unittest.main()
