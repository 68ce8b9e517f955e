"""A bill beside a prediction: linked, matched, compared; what is left over on either side."""

import json

from command_case import PROJECT, CommandCase, main

BILLS = PROJECT / "tests/scenarios/bills/data"
# One second of work after a startup that is uniform: 0.5 h to 1.5 h at 12.34 USD. 0.75 h is at P25.
SCENARIO = """format = 1
title = "one instance"
currency = "USD"
as_of = 2026-11-30
[workload]
name = "w"
work = "1 samples"
runs = {runs}
[budget]
total = "100 USD"
[quotes]
files = ["quotes.csv"]
[option.a]
instance = "x9.48xlarge"
region = "r1"
purchase = "on-demand"
[option.a.inputs]
throughput = "1 samples/s"
startup = {{ uniform = ["1799 s", "5399 s"] }}
pass_probability = "100 %"
[option.a.cost.scratch]
service = "ebs.gp3"
stored = "1 GB"
held = "wall time"
[option.a.cost.review]
fixed_cost = "35 USD"
"""
QUOTES = """region,service,item,purchase,price,currency,unit,verified_on,granularity_s
r1,ec2,x9.48xlarge,on-demand,12.34,USD,instance-hour,2026-11-15,1
r1,ebs.gp3,stored,,{ebs},USD,GB-month,2026-11-15,
"""
TAG = "--tag=job=run-7"


class Reconcile(CommandCase):
    def predicted(self, runs=1, ebs="0.0999"):
        folder = self.folder / "one"
        folder.mkdir(exist_ok=True)
        (folder / "scenario.toml").write_text(SCENARIO.format(runs=runs))
        (folder / "quotes.csv").write_text(QUOTES.format(ebs=ebs))
        self.scenario = folder / "scenario.toml"
        return self.run_scenario(f"one{runs}{ebs}", "--force")

    def bill(self, name, *replacements):
        path = self.folder / name
        text = (BILLS / name).read_text()
        for before, after in replacements:
            self.assertIn(before, text)
            text = text.replace(before, after)
        path.write_text(text)
        return path

    def reconciled(self, *arguments):
        return json.loads(self.trialcost("reconcile", *arguments, "--json").stdout)

    def test_both_bills_to_the_cent(self):
        result = self.predicted()
        for name in ("focus_1_2.csv", "cur2.csv"):
            for view, cost in (("billed", 9.255), ("effective", 18.505), ("list", 21.595)):
                found = self.reconciled(result, BILLS / name, TAG, f"--view={view}")
                item = found["items"][0]
                self.assertEqual((item["item"], item["charges"], found["view"]), ("instances", 2, view))
                self.assertAlmostEqual(item[view], cost, delta=1e-9)
                self.assertAlmostEqual(found["total"][view], cost, delta=1e-9)
                self.assertEqual(list(item["quantities"].values()), [1.75])
                p50 = next(each["cost"] for each in item["predicted"] if each["share"] == 0.5)
                self.assertAlmostEqual(p50, 12.34, delta=0.02)
                self.assertAlmostEqual(item["to_median"], cost - p50, delta=1e-9)
                standing = item["standing"]
                if view == "billed":
                    self.assertEqual(standing["kind"], "inside")
                    self.assertAlmostEqual(standing["from"], 0.25, delta=0.002)  # (0.75 h - 0.5 h) / 1 h
                else:
                    self.assertEqual(standing["kind"], "above")
                # Of the three items one has charges: there is no prediction of that sum.
                self.assertEqual(found["total"]["standing"]["kind"], "unknown")

    def test_text(self):
        result = self.predicted(runs=2)
        out = self.trialcost("reconcile", result, BILLS / "focus_1_2.csv", TAG).stdout
        for line in out.splitlines():
            self.assertTrue(len(line) <= 80 or "/" in line, line)  # a path is not broken
        words = " ".join(out.split())
        for part in ("option a: the bill beside the prediction, in USD", "FOCUS 1.1 or 1.2, 4 charges",
                     "tag job = run-7; instances x9.48xlarge", "from 2026-11-03 10:00 to 2026-11-03 12:00 UTC",
                     "The prediction is for 2 qualified runs; the charges must be of as many.",
                     "1 charge covered by commitments: 0.00 billed, 9.25 effective.",
                     "Predicted, without a charge: scratch (P50 0.00), review (P50 35.00).",
                     "purchase, 1 charge: 9.25 billed, 0.00 effective; not linked to the job",
                     "correction, 1 charge: -1.23 billed, -1.23 effective; of the job by its resource, "
                     "2026-10-30, outside of its time"):
            self.assertIn(part, words)
        out = self.trialcost("reconcile", result, BILLS / "cur2.csv", TAG).stdout
        words = " ".join(out.split())
        self.assertIn("negation, 1 charge: 0.00 billed, 0.00 effective; not linked to the job, 2026-11-03; cancels "
                      "12.34 of covered usage", words)
        self.assertIn("Not linked to the job: 1 charge, 0.07 billed.", words)
        self.assertIn("AmazonEC2 EBS:VolumeUsage.gp3: 1 charge, 0.07; without tag job", words)

    def test_by_time_all_items_and_a_text(self):
        result = self.predicted()
        found = self.reconciled(result, BILLS / "cur2.csv", "--from=2026-11-03T10:00:00Z", "--to=2026-11-03T12:00:00Z")
        costs = {item["item"]: item["billed"] for item in found["items"]}
        self.assertEqual(costs, {"instances": 9.255, "scratch": 0.0684246575, "review": None})
        self.assertEqual(found["total"]["charges"], 3)
        row = "0,111111111111,Synthetic,USD"
        bill = self.bill("focus_1_2.csv", ("SYNTHETIC covered hour", "Review by a person"), (row, "35" + row[1:]))
        found = self.reconciled(result, bill, TAG, "--map=review=review BY", "--map=scratch=on-demand HOUR")
        standings = {item["item"]: item["standing"] for item in found["items"]}
        self.assertEqual(standings["review"], {"kind": "inside", "from": 0.01, "to": 0.99})
        self.assertEqual(standings["scratch"]["kind"], "above")
        # Every item but the instances; then every one, and the total has a prediction.
        self.assertEqual(found["total"]["standing"]["kind"], "unknown")
        cur = self.bill("cur2.csv", ("SYNTHETIC,us-east-1,GB-Mo", "review,us-east-1,GB-Mo"))
        text = self.trialcost("reconcile", result, cur, "--map=review=review", "--map=scratch=i-none",
                              "--from=2026-11-03T10:00:00Z", "--to=2026-11-03T12:00:00Z").stdout
        self.assertIn("Predicted, without a charge: scratch", text)

    def test_unknown_prediction_says_so(self):
        found = self.reconciled(self.predicted(ebs=""), BILLS / "cur2.csv", "--from=2026-11-03T10:00:00Z",
                                "--to=2026-11-03T12:00:00Z")
        scratch = found["items"][1]
        self.assertEqual((scratch["item"], scratch["standing"]["kind"], scratch["to_median"]),
                         ("scratch", "unknown", None))
        self.assertTrue(found["total_is_lower_bound"])
        out = self.trialcost("reconcile", self.predicted(ebs=""), BILLS / "cur2.csv", "--from=2026-11-03T10:00:00Z",
                             "--to=2026-11-03T12:00:00Z").stdout
        self.assertRegex(out, r"scratch +0.07 +0.07 +unknown +unknown")

    def test_wrong_input_is_said_at_its_place(self):
        result = self.predicted()

        def refused(*arguments, code=65):
            return " ".join(self.trialcost("reconcile", result, *arguments, code=code).stderr.split())

        self.assertIn("has no cost item `scrach`; did you mean `scratch`?",
                      refused(BILLS / "cur2.csv", TAG, "--map=scrach=x"))
        self.assertIn("has no option `b`; it has a", refused(BILLS / "cur2.csv", TAG, "--option=b"))
        self.assertIn("is the same bill as", refused(BILLS / "cur2.csv", self.bill("cur2.csv"), TAG))
        euro = self.bill("focus_1_2.csv", (",USD,", ",EUR,"), ("-0.1,", "a few,"))
        broken = self.bill("cur2.csv", (",12.34,12.34,9.25,", ",12.34,12.34,much,"), ("SavingsPlanNegation", ""))
        complaints = refused(euro, broken, TAG)
        for part in ("focus_1_2.csv:2: error: currency: is charged in EUR (the result is in USD)",
                     "PricingQuantity: `a few` is not a number", "line_item_line_item_type: is blank",
                     "savings_plan_savings_plan_effective_cost: `much` is not a number"):
            self.assertIn(part, complaints)
        cut = self.bill("cur2.csv")
        cut.write_bytes(cut.read_bytes()[:1400])
        self.assertRegex(refused(cut, TAG), r"cur2.csv:\d+:")
        self.assertIn("neither a FOCUS nor a CUR 2.0 bill", refused(self.folder / "one/quotes.csv", TAG))
        refused(self.folder / "none.csv", TAG, code=66)
        refused(BILLS / "cur2.csv", code=2)
        refused(BILLS / "cur2.csv", "--from=2026-11-03T10:00:00Z", code=2)

    def test_both_formats_at_once_are_warned_of(self):
        done = self.trialcost("reconcile", self.predicted(), BILLS / "cur2.csv", BILLS / "focus_1_2.csv", TAG)
        self.assertIn("charges that are in both count twice", " ".join(done.stderr.split()))
        self.assertIn("18.51", done.stdout)

    def test_a_long_bill_adds_up(self):
        header, row, *_ = (BILLS / "cur2.csv").read_text().splitlines()
        path = self.folder / "long.csv"
        path.write_text("\n".join([header] + [row] * 20_000) + "\n")
        item = self.reconciled(self.predicted(), path, TAG)["items"][0]
        self.assertEqual(item["charges"], 20_000)
        self.assertAlmostEqual(item["billed"], 20_000 * 9.255, delta=1e-6)

    def test_nothing_linked_is_an_answer(self):
        out = self.trialcost("reconcile", self.predicted(), BILLS / "cur2.csv", "--tag=job=run-8").stdout
        self.assertIn("No charge of the bill is of an item of the prediction.", out)
        self.assertIn("of another job", out)

    def test_control_characters_of_a_bill_are_not_printed(self):
        bill = self.bill("focus_1_2.csv", ("SYNTHETIC covered hour", "a\u202ehour"), ('""x9.48xlarge""', '""y\\u001b[31m""'))
        out = self.trialcost("reconcile", self.predicted(), bill, TAG).stdout
        self.assertNotIn("\u202e", out)
        self.assertNotIn("\x1b", out)
        self.assertIn("Of the job, but of no item: 2 charges", out)


main()
