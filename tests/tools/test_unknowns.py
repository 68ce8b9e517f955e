"""Options of which one thing each is not known, beside the same option with all of it: every unknown is named in
words and holds the verdict, what rests on it says so, and no figure stands in its place."""

import re
import shutil
import unittest

import h5py
import numpy

from command_case import CommandCase, main

COLUMNS = ("run_id instance stage nodes count_basis global_batch precision samples productive_s data_wait_s "
           "startup_s in_training_s checkpoint_s checkpoints lost_s downtime_s restore_s failures billed_s "
           "output_units quality_passed").split()

QUOTES = """region,service,item,purchase,price,currency,unit,granularity_s,minimum_s,verified_on
r1,ec2,x8,on-demand,10.00,USD,instance-hour,1,60,2026-11-20
r1,ec2,unpriced,on-demand,,USD,instance-hour,1,60,2026-11-20
r1,store,put,,,USD,1000 requests,,,2026-11-20
r1,store,get,,0.40,USD,1000 requests,,,2026-11-20
"""

SCENARIO = """format = 1
title = "unknowns"
currency = "USD"
as_of = 2026-11-30
[workload]
name = "w"
period = "1 month"
[budget]
total = "1000 USD"
unit_cost = "1000 USD/run"
wall_time = "30 d"
cost_per_month = "1000 USD/month"
[quotes]
files = ["quotes.csv"]
"""

PASSED = '{ passed = true, evidence = "e" }'
LINES = 'cost.gets = { service = "store", requests = { get = { per_checkpoint = 100 } } }'


def run(number, **other):
    """A record: two saves, one failure in every second run."""
    productive, wait, startup, save = 3000 + 97 * number, 100 + 7 * number, 60 + number, 20 + number
    failures = number % 2
    lost, restore = 200 * failures, (90 + number) * failures
    training = productive + wait + lost
    row = dict(run_id=f"t{number}", instance="x8", stage="target-load", nodes=1, count_basis="samples",
               global_batch=64, precision="bf16", samples=1000 + number, productive_s=productive, data_wait_s=wait,
               startup_s=startup, in_training_s=training, checkpoint_s=save, checkpoints=2, lost_s=lost,
               downtime_s="", restore_s=restore, failures=failures, billed_s=training + startup + save + restore,
               output_units=1, quality_passed="true")
    return {**row, **other}


def runs(count=8, **other):
    return [run(number, **other) for number in range(count)]


def without(column):
    """The bill is shorter by the time that is not recorded, or it would be unexplained."""
    return [{**row, column: "", "billed_s": row["billed_s"] - row[column]} for row in runs()]


class Option:
    """`says` stands in its line of "Missing"; `rows`: of its trial records, none if empty."""

    def __init__(self, says, rows=None, text="", instance="x8", region="r1", network=PASSED, lines=LINES,
                 downtime='"5 min"'):
        self.says, self.rows, self.text = says, runs() if rows is None else rows, text
        self.instance, self.region, self.network, self.lines = instance, region, network, lines
        self.downtime = downtime

    def table(self, name):
        trials = f'trials = ["{name}.csv"]' if self.rows else ""
        return (f'[option.{name}]\ninstance = "{self.instance}"\nregion = "{self.region}"\npurchase = "on-demand"\n'
                f"{trials}\ngates = {{ quota = {PASSED}, availability = {PASSED}, network = {self.network} }}\n"
                f"{self.lines}\n{self.text}\n"
                + (f"inputs.downtime = {self.downtime}\n" if self.downtime else ""))


GIVEN = ('inputs.startup = "1 min"\ninputs.pass_probability = "90 %"\n'
         'inputs.failure.all = { rate = "0.01 /node h", restart_time = "1 min" }')

OPTIONS = {
    "known": Option(""),
    "price": Option("price of instances: quotes.csv:3 says that the price is unknown", runs(instance="unpriced"),
                    instance="unpriced", lines=""),
    "region": Option("price of instances: no quote for x8 on-demand in r2", region="r2", lines=""),
    "item_price": Option("price of puts.put: quotes.csv:4 says that the price is unknown",
                         text='cost.puts = { service = "store", requests = { put = { per_checkpoint = 9 } } }'),
    "item_amount": Option("cost.more.get: nobody counted", text=(
        'cost.more = { service = "store", requests = { get = { per_run = { unknown = "nobody counted" } } } }')),
    "failure_rate": Option("failures: not recorded",
                           [{**row, "lost_s": "", "restore_s": ""} for row in runs(failures="")]),
    "downtime": Option("downtime after a failure is unknown: it matters in", downtime=None),
    "downtime_said": Option("failure.all.downtime: nobody looked", downtime='{ unknown = "nobody looked" }'),
    "startup": Option("startup: not recorded", without("startup_s")),
    "checkpoint_time": Option("checkpoint time: not recorded", without("checkpoint_s")),
    "utilization": Option("data wait: not recorded", [],
                          text=f'inputs.work = "1000 samples"\ninputs.throughput = "0.4 samples/s"\n{GIVEN}'),
    "throughput": Option("throughput: no usable trial records", [],
                         text=f'inputs.work = "1000 samples"\n{GIVEN}'),
    "one": Option("1 of 3 target-load trials", runs(1)),
    "two": Option("2 of 3 target-load trials", runs(2)),
    "pass": Option("pass_probability: no log has it", text='inputs.pass_probability = { unknown = "no log has it" }'),
    "gate": Option("network: not tried", network='{ unknown = "not tried" }'),
    "nodes": Option("", runs(nodes="")),
}
NAMES = list(OPTIONS)
NO_PRICE = {"price", "region"}
NO_TIME = {"throughput"}
AT_LEAST = {"item_price", "item_amount", "failure_rate", "downtime_said", "startup", "checkpoint_time", "utilization",
            "pass"}
TIME_AT_LEAST = AT_LEAST - {"item_price", "item_amount"}
MONEY = ("total_cost", "unit_cost", "cost_per_month", "budget_to_ask")
TIME = ("wall_time", "billed_time", "failures", "productive_share", "time_part_time")


class Unknowns(CommandCase):
    done = None  # report and data of one run, for all tests

    def setUp(self):
        super().setUp()
        if Unknowns.done is None:
            Unknowns.done = self.outcome()
        self.report, self.data = Unknowns.done

    def outcome(self):
        shutil.rmtree(self.folder / "job")
        self.scenario.parent.mkdir()
        (self.folder / "job/quotes.csv").write_text(QUOTES)
        for name, option in OPTIONS.items():
            if option.rows:
                rows = [",".join(str(row[column]) for column in COLUMNS) for row in option.rows]
                (self.folder / f"job/{name}.csv").write_text("\n".join([",".join(COLUMNS), *rows]) + "\n")
        self.scenario.write_text(SCENARIO + "".join(option.table(name) for name, option in OPTIONS.items()))
        result = self.folder / "r.h5"
        self.trialcost("run", self.scenario, "-o", result, "--draws=4096")
        with h5py.File(result) as file:
            data = {name: (item.asstr()[()] if item.dtype == object else item[()])
                    for name, item in self.datasets(file)}
        return self.trialcost("show", "--full", result).stdout, data

    @staticmethod
    def datasets(file):
        found = []
        file.visititems(lambda name, item: found.append((name, item)) if isinstance(item, h5py.Dataset) else None)
        return found

    def of(self, dataset, name):
        return numpy.asarray(self.data[dataset][NAMES.index(name)])

    def listed(self, table, column, name):
        rows = self.data[f"evidence/{table}_option"] == name
        return list(self.data[f"evidence/{table}_{column}"][rows])

    def table_row(self, name):
        head = self.report.index("\nUSD ")
        line = next(line for line in self.report[head:].splitlines() if line.startswith(name + " "))
        return re.split(r"  +", line.strip())[1:]

    def median_cost(self, item, name):
        """Of "where the money goes", which comes in blocks of options."""
        for block in self.report[self.report.index("where the money goes"):].split("\n\n"):
            lines = [re.split(r"  +", line.strip()) for line in block.splitlines()]
            if lines[0][0].startswith("where the money goes") and name in lines[0]:
                return next(line[lines[0].index(name)] for line in lines if line[0] == item)
        raise AssertionError(f"{name} has no costs")

    def test_what_is_known_stands_alone(self):
        self.assertEqual(self.of("verdict", "known"), "EXPAND", self.listed("missing", "what", "known"))
        self.assertEqual(self.listed("missing", "what", "known"), [])
        for figure in MONEY + TIME:
            self.assertTrue(numpy.isfinite(self.of(figure, "known")).all() or figure == "unit_cost", figure)

    def test_every_unknown_is_named_and_holds(self):
        for name, option in OPTIONS.items():
            if not option.says:
                continue
            with self.subTest(name):
                missing = self.listed("missing", "what", name)
                self.assertEqual(self.of("verdict", name), "HOLD")
                self.assertTrue(any(option.says in what for what in missing), missing)
                self.assertIn(option.says, " ".join(self.report[self.report.index("\nMissing"):].split()))

    def test_records_that_do_not_say_their_nodes_are_mentioned(self):
        closeness = self.listed("evidence", "closeness", "nodes")
        self.assertTrue(any("node count not recorded" in text for text in closeness), closeness)

    def test_an_unknown_input_has_no_value(self):
        for name in NAMES:
            columns = (self.listed("evidence", column, name) for column in ("class", "value", "input"))
            for kind, value, entry in zip(*columns):
                if kind == "unknown":
                    self.assertRegex(value, r"^(unknown|not measured)", (name, entry))

    def test_without_a_price_no_cost_is_a_number(self):
        for name in NO_PRICE | NO_TIME:
            with self.subTest(name):
                for figure in MONEY[:3]:
                    for end in ("", "_lo", "_hi", "_mean", "_sd", "_min", "_max"):
                        self.assertTrue(numpy.isnan(self.of(figure + end, name)).all(), figure + end)
                self.assertTrue(numpy.isnan(self.of("budget_to_ask", name)))
                self.assertTrue(numpy.isnan(self.of("p_kept", name)[[0, 1, 3]]).all())
                self.assertTrue(numpy.isnan(self.of("p_kept_all", name)))
                self.assertTrue(numpy.isnan(self.of("runs_that_fit", name)).all())
                self.assertTrue(numpy.isnan(self.of("cost_item_cost", name)[0]).all())
                self.assertEqual(self.table_row(name)[:5], ["unknown"] * 5)

    def test_without_throughput_nothing_is_a_number(self):
        for figure in TIME + ("p_not_finished", "p_no_qualified_output", "p_kept", "expected_overrun", "p_any_failure",
                              "p_unknown_downtime", "downtime_hour_adds", "p_cut"):
            self.assertTrue(numpy.isnan(self.of(figure, "throughput")).all(), figure)
        self.assertEqual(self.table_row("throughput"), ["unknown"] * 6)

    def test_what_leaves_an_unknown_out_is_at_least(self):
        for name in NAMES:
            with self.subTest(name):
                self.assertEqual(bool(self.of("total_is_lower_bound", name)), name in AT_LEAST | NO_PRICE | NO_TIME)
                self.assertEqual(bool(self.of("time_is_lower_bound", name)), name in TIME_AT_LEAST | NO_TIME)
            if name not in AT_LEAST:
                continue
            with self.subTest(name):
                row = self.table_row(name)
                for cell in row[:3] + row[4:5]:
                    self.assertRegex(cell, "^≥ ")
                self.assertRegex(row[3], "^≤ ")
                self.assertRegex(self.report, rf"\n  {name}: at least ")
                self.assertTrue(numpy.isnan(self.of("expected_overrun", name)[[0, 1, 3]]).all())
                self.assertTrue(numpy.isnan(self.of("runs_that_fit", name)).all())

    def test_an_unknown_downtime_is_weighed(self):
        self.assertGreater(self.of("p_unknown_downtime", "downtime"), 0)
        self.assertEqual(self.of("p_unknown_downtime", "known"), 0)

    def test_an_unknown_item_has_no_cost(self):
        items = list(self.data["cost_item"])
        for name, item in (("item_price", "puts.put"), ("item_amount", "more.get")):
            self.assertTrue(numpy.isnan(self.of("cost_item_cost", name)[items.index(item)]).all(), item)

    def test_a_time_that_leaves_an_unknown_out_is_at_least(self):
        for name in TIME_AT_LEAST:
            self.assertRegex(self.table_row(name)[5], "^≥ ", name)

    def test_an_unknown_part_of_the_time_is_no_zero(self):
        parts = list(self.data["time_part"])
        for name, unknown in (("startup", ["startup"]), ("checkpoint_time", ["checkpoint"]), ("downtime", ["downtime"]),
                              ("downtime_said", ["downtime"]), ("failure_rate", ["lost_work", "downtime", "restart"])):
            for part in unknown:
                with self.subTest(f"{part} of {name}"):
                    self.assertTrue(numpy.isnan(self.of("time_part_time", name)[parts.index(part)]).all())
                    self.assertTrue(numpy.isnan(self.of("time_part_time_mean", name)[parts.index(part)]))

    def test_unknown_failures_are_not_none(self):
        self.assertTrue(numpy.isnan(self.of("failures", "failure_rate")).all())
        self.assertTrue(numpy.isnan(self.of("p_any_failure", "failure_rate")))

    def test_a_productive_share_of_too_short_a_time_is_at_most(self):
        for name in ("failure_rate", "downtime_said", "startup", "checkpoint_time", "utilization"):
            self.assertTrue(self.of("productive_share_is_upper_bound", name), name)

    def test_an_unknown_item_is_told_from_none(self):
        for name, item in (("item_price", "puts.put"), ("item_amount", "more.get"), ("price", "instances")):
            self.assertEqual(self.median_cost(item, name), "unknown", item)
        self.assertEqual(self.median_cost("puts.put", "known"), "-")


main()
