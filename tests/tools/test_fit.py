"""Distributions fitted to a column: what is read, what is printed, what is refused."""

import json
import re

from command_case import EXAMPLE, CommandCase, main

# Drawn from a Weibull distribution of shape 1.6 and scale 100, and cut off between 40 and 220.
HOURS = [44.3, 47.1, 100.5, 45.6, 115.1, 30.1, 59.2, 69.4, 143.2, 67.1, 99.6, 45.7, 14.1, 88.3, 133.8, 50.8, 113.7,
         60.9]


class Fit(CommandCase):
    def table(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def hours(self):
        rows = [f"{hours},{int(i % 4 == 3)},{hours / 200}" for i, hours in enumerate(HOURS)]
        return self.table("hours.csv", "hours,running,share\n" + "\n".join(rows) + "\n,0,0.5\n30,,\n")

    def fit(self, *arguments):
        return json.loads(self.trialcost("fit", *arguments, "--json").stdout)

    def test_text(self):
        out = self.trialcost("fit", EXAMPLE / "trials/h100.csv", "billed_s").stdout
        lines = out.splitlines()[1:]  # a path is not broken
        self.assertTrue(all(len(line) <= 80 for line in lines), out)
        self.assertIn("billed_s: 10 values", " ".join(out.split()), out)  # the path may fill the first line
        for part in ("AICc", "KS D", "AD A²", "95 % from", "weibull shape", "left out: beta: values",
                     "█", "┃ expected by", "In a scenario"):
            self.assertIn(part, out)

    def test_every_family_can_be_written_in_a_scenario(self):
        fitted = self.fit(self.hours(), "share")
        self.assertEqual(len([each for each in fitted["families"] if "scenario" in each]), 6)
        lines = [each["scenario"].replace("UNIT", "h") for each in fitted["families"]]
        for family, line in zip(fitted["families"], lines):
            key = "pass_probability" if family["family"] == "beta" else "startup_cold"
            more = "" if "normal = " not in line or "log" in line else ", lower = \"1 s\""
            text = self.scenario.read_text() + f"\n[option.h100.inputs]\n{key} = {line[:-2]}{more} }}\n"
            path = self.folder / "job/fitted.toml"
            path.write_text(text)
            self.assertIn(": ok,", self.trialcost("check", path).stdout)
        self.assertIn("s\"", self.fit(EXAMPLE / "trials/h100.csv", "billed_s")["families"][0]["scenario"])

    def test_blank_cells_are_left_out_and_counted(self):
        fitted = self.fit(self.hours(), "hours", "--censored", "running")
        self.assertEqual((fitted["values"], fitted["censored"], fitted["left_out"]), (18, 4, 2))
        out = self.trialcost("fit", self.hours(), "hours", "--censored=running").stdout
        self.assertIn("2 rows left out: blank", " ".join(out.split()))
        self.assertEqual(self.fit(self.hours(), "hours")["left_out"], 1)

    def test_censored_values_weigh_as_larger(self):
        censored = self.fit(self.hours(), "hours", "--censored", "running")
        self.assertEqual(censored["best"], "weibull")
        scale = {name: parameters[-1]["estimate"] for name, parameters in
                 ((each["family"], each.get("parameters")) for each in censored["families"]) if parameters}
        plain = next(each for each in self.fit(self.hours(), "hours")["families"] if each["family"] == "weibull")
        self.assertGreater(scale["weibull"], 1.1 * plain["parameters"][1]["estimate"])
        out = self.trialcost("fit", self.hours(), "hours", "--censored", "running").stdout
        self.assertIn("left out: normal, lognormal, gamma, beta: censored values are not taken", out)
        self.assertIn("░ censored there", out)

    def test_order_and_figures(self):
        families = [each for each in self.fit(self.hours(), "hours")["families"] if "aicc" in each]
        self.assertEqual([each["aicc"] for each in families], sorted(each["aicc"] for each in families))
        for each in families:
            for p in each["parameters"]:
                self.assertTrue(p["low"] < p["estimate"] < p["high"], each)
                self.assertGreater(p["standard_error"], 0)
            self.assertTrue(0 < each["ks"]["p"] <= 1 and 0 < each["ad"]["p"] <= 1 and 0 < each["ks"]["d"] < 1)
        self.assertEqual(self.fit(self.hours(), "hours"), self.fit(self.hours(), "hours"))

    def test_one_family(self):
        fitted = self.fit(self.hours(), "hours", "--family", "gamma")
        self.assertEqual([each["family"] for each in fitted["families"]], ["gamma"])
        self.assertIn("none of", self.trialcost("fit", self.hours(), "hours", "--family=cauchy", code=2).stderr)

    def test_too_few_for_a_criterion(self):
        four = self.table("four.csv", "x\n1\n2\n4\n7\n")
        out = self.trialcost("fit", four, "x").stdout
        self.assertIn("AICc needs 5", out)
        self.assertNotIn("In a scenario", out)
        self.assertIn("In a scenario", self.trialcost("fit", four, "x", "--family", "normal").stdout)
        fitted = self.fit(four, "x")
        self.assertIsNone(fitted["best"])
        self.assertTrue(all(each["aicc"] is None for each in fitted["families"] if "aicc" in each))

    def test_a_poor_fit_is_said(self):
        values = "\n".join(["1", "1.01", "1.02", "0.99", "0.98", "5", "5.01", "5.02", "4.99", "4.98"] * 3)
        self.assertIn("do not look like", self.trialcost("fit", self.table("two.csv", f"x\n{values}\n"), "x").stdout)

    def test_refusals(self):
        def refused(text, *words, arguments=("x",)):
            err = self.trialcost("fit", self.table("bad.csv", text), *arguments, code=65).stderr
            for word in ("bad.csv:", *words):
                self.assertIn(word, err)

        refused("x\n1\n2\n", "no family can be fitted", "there are 2")
        refused("x\n5\n5\n5\n", "values that differ are needed; all are 5")
        refused("x\n1\n-2\n3\n", "smallest is -2", arguments=("x", "--family", "gamma"))
        refused("y\n1\n2\n3\n", "bad.csv:1", "the column is missing")
        refused("x\n1\ntwo\n3\n", "bad.csv:3:1", "x")
        refused("x\n1\n1e999\n3\n", "bad.csv:3:1")
        refused("x,c\n1,0\n2,maybe\n3,1\n", "bad.csv:3:3", "true or false", arguments=("x", "--censored", "c"))
        refused("x\n1\n2\n3\n", "the column is missing", arguments=("x", "--censored", "c"))
        refused("", "bad.csv")

    def test_command_line(self):
        self.assertIn("nowhere.csv", self.trialcost("fit", self.folder / "nowhere.csv", "x", code=66).stderr)
        self.trialcost("fit", self.hours(), code=2)
        self.assertTrue(self.trialcost("fit", "--help").stdout.index("trialcost fit trials.csv") < 200)

    def test_names_reach_the_terminal_safely(self):
        column = "\u202ex \"y\\"
        path = self.table("names.csv", '"\u202ex ""y\\"\n1\n2\n4\n')
        self.assertNotIn("\u202e", self.trialcost("fit", path, column).stdout)
        self.assertEqual(self.fit(path, column)["column"], column)

    def test_extremes_end_in_words(self):
        extremes = {"tiny": "1e-300 2e-300 5e-300", "huge": "1e120 2e120 5e120", "wide": "1e-60 1 1e60 2",
                    "close": "1 1.0000000001 1.0000000002", "shares": "1e-12 0.5 0.999999999999"}
        for name, values in extremes.items():
            path = self.table(f"{name}.csv", "x\n" + "\n".join(values.split()) + "\n")
            out = self.trialcost("fit", path, "x").stdout
            self.assertNotRegex(out, r"\b(nan|inf)\b")
            lines = out.splitlines()[1:]  # a path is not broken
        self.assertTrue(all(len(line) <= 80 for line in lines), out)


main()
