"""`trialcost backtest` on public runs, and what it answers to wrong input."""

import json
import random
import sys

from command_case import PROJECT, CommandCase, main

sys.path.insert(0, str(PROJECT / "tests/independent"))
import log_t_coverage  # noqa: E402

RUNS = PROJECT / "tests/data/mlperf_runs.csv"
GROUP = ",".join(log_t_coverage.GROUP)
# Of 200 in the table of docs/methods.md. They add .0006 to the standard error of a coverage, .003.
SHUFFLES = 40
BARS = (0.05, 0.10, 0.50, 0.90, 0.95)


class Backtest(CommandCase):
    def backtest(self, *arguments, records=RUNS, **options):
        return self.trialcost("backtest", records, "--group", GROUP, "--where", "status=success", *arguments, **options)

    def figures(self, *arguments, **options):
        return json.loads(self.backtest("--json", f"--shuffles={SHUFFLES}", *arguments, **options).stdout)

    def off(self, figures):
        """|coverage - nominal| at the percentiles that the bars name."""
        cover = {row["predicted"]: row["value"] for row in figures["coverage"]}
        return {p: abs(cover[p] - p) for p in BARS}

    def check_bars(self, value):
        deviations, ratios = [], []
        for first in (3, 5, 8):
            figures = self.figures("--value", value, f"--first={first}", "--by=benchmark")
            self.assertEqual((figures["groups"], figures["runs"]), (239, 2678))
            off = self.off(figures)
            self.assertLessEqual(max(off.values()), 0.03, (value, first))
            deviations += off.values()
            ratios.append(figures["interval_score_ratio"]["value"])
            for part in figures["by"]["parts"]:
                if part["groups"] < 14:
                    continue
                for percent, deviation in self.off(part).items():
                    self.assertLessEqual(deviation, 0.11 if percent == 0.5 else 0.08, (part["part"], first, percent))
        self.assertLessEqual(sum(deviations) / 15, 0.012)
        self.assertLessEqual(max(ratios), 1.05)
        self.assertLessEqual(max(self.off(self.figures("--value", value, "--first=2")).values()), 0.08)

    def test_one_field_is_calibrated_on_public_runs(self):
        self.check_bars("train_s")

    def test_two_fields_are_calibrated_on_public_runs(self):
        self.check_bars("init_s+train_s")

    def test_an_independent_program_finds_the_same_coverage(self):
        """Both shuffle by themselves: 4 standard errors of the difference, 21 figures (1 seed in 700)."""
        for first in (2, 3, 8):
            figures = self.figures("--value=train_s", f"--first={first}", "--predictive=log_t")
            expected, errors = log_t_coverage.coverage(RUNS, "train_s", first, SHUFFLES)
            for row, share, error in zip(figures["coverage"], expected, errors):
                self.assertLess(abs(row["value"] - share), 4 * 2**0.5 * error + 1e-9, (first, row))
            self.assertEqual(figures["interval_score_ratio"]["value"], 1)

    def test_neither_order_nor_unit_matters(self):
        note, facts, header, *rows = RUNS.read_text().splitlines()
        rows = [row for row in rows if row.startswith("v4.0")]
        random.Random(1).shuffle(rows)
        train = header.split(",").index("train_s")

        def scaled(row):
            cells = row.split(",")
            cells[train] = cells[train] and repr(float(cells[train]) * 1000)
            return ",".join(cells)

        tables = {"as_is": sorted(rows), "mixed": rows, "scaled": list(map(scaled, rows))}
        figures = {}
        for name, lines in tables.items():
            path = self.folder / f"{name}.csv"
            path.write_text("\n".join([note, facts, header, *lines]) + "\n")
            figures[name] = self.figures("--value=train_s", "--first=5", "--by=benchmark", records=path)
            del figures[name]["file"]
        self.assertEqual(figures["as_is"], figures["mixed"])
        for name in ("coverage", "places"):
            self.assertEqual(figures["as_is"][name], figures["scaled"][name])
        ratio = [figures[name]["interval_score_ratio"]["value"] for name in ("as_is", "scaled")]
        self.assertAlmostEqual(*ratio, places=9)

    def small(self, *lines):
        path = self.folder / "small.csv"
        path.write_text("\n".join(["job,status,a_s,b_s", *lines]) + "\n")
        return path

    def test_what_was_left_out_is_said(self):
        path = self.small(*(f"big,ok,{10 + i},{i % 2}" for i in range(9)), "few,ok,1,1", "few,ok,2,1", "big,ok,,1",
                          ",ok,3,3", "big,failed,x,1")
        arguments = ("backtest", path, "--group=job", "--value=a_s+b_s", "--first=3", "--where=status=ok")
        figures = json.loads(self.trialcost(*arguments, "--json").stdout)
        self.assertEqual(figures["left_out"],
                         {"filtered_rows": 1, "blank_rows": 2, "small_groups": 1, "runs_of_small_groups": 2})
        self.assertEqual((figures["runs"], figures["groups"], figures["where"]),
                         (9, 1, [{"column": "status", "value": "ok"}]))
        # One group says nothing of others.
        self.assertIsNone(figures["coverage"][0]["standard_error"])
        self.assertAlmostEqual(sum(figures["places"]["tenths"]), 1)
        text = " ".join(self.trialcost(*arguments, "--by=job").stdout.split())
        self.assertIn("only rows with status = ok", text)
        self.assertIn("left out: 1 other row; 2 rows with a blank cell; 1 group of fewer than 9 runs, with 2 runs", text)
        self.assertIn("9 runs in 1 group", text.replace("a_s + b_s of ", ""))
        self.assertEqual(self.trialcost(*arguments).stdout, self.trialcost(*arguments).stdout)
        self.assertNotEqual(self.trialcost(*arguments).stdout, self.trialcost(*arguments, "--seed=2").stdout)

    def test_text_fits_a_terminal(self):
        lines = self.backtest("--value=train_s", "--first=3", "--shuffles=2", "--by=benchmark").stdout.splitlines()
        self.assertLessEqual(max(len(line) for line in lines if str(RUNS) not in line), 80)  # a path is not broken
        self.assertTrue(any(line.startswith("llama2_70b_lora       89 ") for line in lines), lines)

    def test_wrong_command_lines(self):
        def wrong(*arguments):
            return self.trialcost("backtest", RUNS, *arguments, code=2).stderr

        self.assertIn("one run says nothing of how runs differ", wrong("--group=round", "--value=train_s", "--first=1"))
        self.assertIn("--min-runs must be 10 or more", wrong("--group=round", "--value=train_s", "--first=9"))
        self.assertIn("--where", wrong("--group=round", "--value=train_s", "--first=3", "--where=status"))
        self.assertIn("the name of a column is missing", wrong("--group=round,", "--value=train_s", "--first=3"))
        self.assertIn("the name of a column is missing", wrong("--group=round", "--value=+train_s", "--first=3"))
        self.assertIn("did you mean `round`", wrong("--group=round", "--value=train_s", "--first=3", "--by=rounds"))
        self.assertIn("none of", wrong("--group=round", "--value=train_s", "--first=3", "--predictive=normal"))
        self.assertIn("--first is required", wrong("--group=round", "--value=train_s"))

    def test_wrong_records(self):
        def wrong(records, *arguments):
            return self.trialcost("backtest", records, "--first=3", *arguments, code=65).stderr

        err = wrong(RUNS, "--group=round", "--value=trian_s")
        self.assertRegex(err, r"mlperf_runs\.csv:3: error: trian_s: the column is missing .*is it `train_s`\?")
        err = wrong(RUNS, "--group=round", "--value=train_s", "--where=status=sucess")
        self.assertRegex(err, r"mlperf_runs\.csv:3: error: no group has 9 runs or more .*did you mean `success`\?")
        err = self.trialcost("backtest", RUNS, "--group", GROUP, "--value=train_s", "--first=50", "--min-runs=60",
                             code=65).stderr
        self.assertRegex(err, r"no group has 60 runs or more \(the largest has 40\)")
        rows = [f"x,ok,{i + 1},1" for i in range(9)]
        err = wrong(self.small(*rows, "x,ok,soon,1", "x,ok,-3,1"), "--group=job", "--value=a_s")
        self.assertRegex(err, r"small\.csv:11:6: error: a_s: ")
        self.assertRegex(err, r"small\.csv:12:6: error: a_s: ")
        self.assertIn("with --min-runs 5 there are some",
                      wrong(self.small(*rows[:5]), "--group=job", "--value=a_s"))
        self.trialcost("backtest", self.folder / "nowhere.csv", "--group=a", "--value=b", "--first=3", code=66)


if __name__ == "__main__":
    main()
