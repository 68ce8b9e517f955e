"""The ways in which a scenario, its records and its quotes can be wrong, a row each: what trialcost answers."""

import os
import re
import shutil
from dataclasses import dataclass
from typing import Callable

from command_case import FEW_DRAWS

SCENARIO, TRIALS, QUOTES = "scenario.toml", "trials/h100.csv", "quotes.csv"
FIRST_RUN, FIRST_PRICE = "h100-00,", "aws,us-east-1,,ec2,p5.48xlarge,on-demand,55.04,"
OLD = FIRST_PRICE + "USD,instance-hour,1,60,"  # then verified_on
HEADER = "run_id,instance,billed_s,output_units,quality_passed"
FAILURES = 'trials   = ["trials/h100.csv"]\nfailures = ["failures.csv"]\n'


@dataclass
class Row:
    name: str
    change: Callable  # of a copy of the example
    code: int
    file: str  # of the message; none: the words are looked for in all that is printed
    at: object  # a text in that file whose line the message names, or the line; 0: the file as a whole
    words: tuple  # each names the field or the remedy
    severity: str = "error"
    command: tuple = ("check", SCENARIO)


def swap(*changes):
    """Changes of files: (file, old, new), each old once."""

    def change(folder):
        for file, old, new in changes:
            path = folder / file
            data, new = path.read_bytes(), new if isinstance(new, bytes) else new.encode()
            assert old.encode() in data, f"{file} has no `{old}`"
            path.write_bytes(data.replace(old.encode(), new, 1))

    return change


def write(file, content):
    def change(folder):
        (folder / file).unlink(missing_ok=True)
        (folder / file).write_bytes(content if isinstance(content, bytes) else content.encode())

    return change


def both(*changes):
    return lambda folder: [change(folder) for change in changes]


def convert(file, function):
    return lambda folder: (folder / file).write_bytes(function((folder / file).read_bytes()))


def wrong(name, file, old, new, *words, at=None, severity="error", code=65):
    return Row(name, swap((file, old, new)), code, file, new if at is None else at, words, severity)


def key(name, text, *words, at=None):
    """A wrong key in [option.h100.inputs]."""
    anchor = "[option.h100-block]"
    new = f"[option.h100.inputs]\n{text}\n\n{anchor}"
    return wrong(name, SCENARIO, anchor, new, *words, at=at or text.splitlines()[-1])


def cost(name, text, *words):
    anchor = "[option.h100-block]"
    return wrong(name, SCENARIO, anchor, f"[option.h100.cost.item]\n{text}\n\n{anchor}", *words, at=text)


def cell(name, old, new, *words, code=65):
    """Another cell in the first run."""
    return wrong(name, TRIALS, old, new, *words, at=FIRST_RUN, code=code)


def price(name, old, new, *words):
    line = FIRST_PRICE + "USD,instance-hour,1,60,,,"
    return wrong(name, QUOTES, line, line.replace(old, new, 1), *words)


def records(name, text, code, at, *words):
    """Trial records written anew."""
    return Row(name, write(TRIALS, text), code, TRIALS, at, words)


def failures(name, text, at, *words):
    change = both(swap((SCENARIO, 'trials   = ["trials/h100.csv"]\n', FAILURES)), write("failures.csv", text))
    return Row(name, change, 65, "failures.csv", at, words)


def fine(name, change, *words, command=("check", SCENARIO)):
    return Row(name, change, 0, "", 0, words, command=command)


def unreadable(name, change, *words):
    return Row(name, change, 66, "", 0, words)


def row_of(billed, run="x-0", more=""):
    return f"{run},XE9680x8H100-SXM-80GB,{billed},1,true{more}\n"


def replace_by(file, make):
    """Something else than a file under its name."""

    def change(folder):
        (folder / file).unlink()
        make(folder / file)

    return change


def sparse(size):
    def make(path):
        with open(path, "wb") as file:
            file.truncate(size)

    return make


def option_name(name):
    return swap((SCENARIO, "[option.h100]", f"[option.{name}]"), (SCENARIO, 'baseline = "h100"', 'baseline = "b200"'))


LONG = "a" * (1 << 20)
SECONDS, HOURS, MILLISECONDS = "50.042,1609.849,1659.891", "0.0139,0.4472,0.4611", "50042,1609849,1659891"
ROWS = [
    # not finite
    key("nan in the scenario", "checkpoint_interval = nan", "checkpoint_interval", "write a finite number"),
    key("inf in the scenario", "checkpoint_interval = inf", "checkpoint_interval", "write a finite number"),
    key("-inf in a distribution", 'startup = { uniform = [-inf, "1 min"] }', "startup", "write a finite number"),
    key("nan in a text", 'checkpoint_interval = "nan min"', "checkpoint_interval", "number"),
    key("1e400 in the scenario", 'checkpoint_interval = "1e400 min"', "checkpoint_interval", "numbers go up to"),
    key("1e400 without quotes", "checkpoint_interval = 1e400", "option.h100.inputs.checkpoint_interval",
        "write a smaller number"),
    wrong("more than 64 bits", SCENARIO, "= 40", "= 18446744073709551616", "workload.runs", "too large"),
    cell("nan in a record", "50.042", "nan", "startup_s", "not a finite number", "leave it out"),
    cell("inf in a record", "50.042", "inf", "startup_s", "not a finite number", "leave it out"),
    cell("-inf in a record", "50.042", "-inf", "startup_s", "not a finite number", "leave it out"),
    cell("1e400 in a record", "50.042", "1e400", "startup_s", "numbers go up to"),
    price("nan as a price", "55.04", "nan", "price", "not a finite number", "leave it out"),
    fine("blank is unknown", convert(TRIALS, lambda data: re.sub(rb"(samples,)[0-9.]+,", rb"\1,", data)),
         r"startup +unknown"),
    # negative
    cell("negative duration", "50.042", "-50.042", "startup_s", "must not be negative", "blank if it is not known"),
    cell("negative billed time", "1659.891", "-1659.891", "billed_s", "must be more than zero"),
    cell("negative failures", "true,0", "true,-1", "failures", "0 or more"),
    cell("half a failure", "true,0", "true,0.5", "failures", "whole number"),
    price("negative price", "55.04", "-55.04", "price", "must not be negative", "blank if it is not known"),
    price("negative granularity", "hour,1,", "hour,-1,", "granularity_s", "must be more than zero"),
    price("negative minimum", ",60,", ",-60,", "minimum_s", "must not be negative"),
    key("negative interval", 'checkpoint_interval = "-30 min"', "checkpoint_interval", "must be more than zero"),
    key("negative rate", 'failure.gpu.rate = "-0.1 /h"', "failure.gpu.rate", "must not be negative"),
    key("negative events", 'failure.gpu.rate = { events = -1, exposure = "9 node h" }', "events", "0"),
    cost("negative sum", 'fixed_cost = "-35 USD"', "fixed_cost", "must not be negative"),
    cost("negative given price", 'price = "-0.02 USD/GB"\namount = { per_run = "9 GB" }', "price",
         "must not be negative"),
    cost("too many parts of an upload", 'requests = { put = { per_run = { multipart = "5 MB", of = "1.4 TB" } } }\n'
         'price = "1 USD/request"', "multipart", "10,000 parts", "make the parts larger"),
    wrong("negative ceiling", SCENARIO, '"1040 USD"', '"-1040 USD"', "budget.total", "must be more than zero"),
    wrong("negative runs", SCENARIO, "= 40", "= -40", "workload.runs", "1 to 100000"),
    failures("negative loss", "run_id,lost_s\nh100-00,-4\n", 2, "lost_s", "must not be negative", "blank"),
    # zero
    cell("zero duration", "1659.891", "0", "billed_s", "must be more than zero"),
    cell("zero work", ",3072,", ",0,", "samples", "blank if it is not known"),
    cell("zero training time", "1609.849", "0", "in_training_s", "blank if it is not known"),
    cell("no output of a run that passed", "3072,1,", "3072,0,", "output_units", "correct one of the two"),
    key("zero throughput", 'throughput = "0 samples/s"', "throughput", "must be more than zero"),
    key("zero utilization", 'utilization = "0 %"', "utilization", "more than 0 %"),
    key("zero exposure", 'failure.gpu.rate = { events = 1, exposure = "0 node h" }', "exposure",
        "must be more than zero"),
    wrong("zero runs", SCENARIO, "= 40", "= 0", "workload.runs", "1 to 100000"),
    fine("zero failure rate", swap((SCENARIO, "[option.h100-block]",
         '[option.h100.inputs]\nfailure.gpu.rate = "0 /node h"\n[option.h100-block]'))),
    # order, shares
    key("more than all", 'pass_probability = "120 %"', "pass_probability", "between 0 % and 100 %", "120 %"),
    wrong("confidence over 1", SCENARIO, '"90 %"', '"190 %"', "budget.confidence", "90 % is usual"),
    key("percentiles fall", 'startup = { quantiles = { p10 = "9 min", p50 = "5 min", p90 = "2 min" } }', "startup",
        "P10 is 9", "P50 which is 5", "in min"),
    key("two percentiles fall", 'startup = { lognormal = { p50 = "9 min", p90 = "2 min" } }', "startup", "is 9", "is 2",
        "in min"),
    key("negative sd", 'startup = { normal = { mean = "5 min", sd = "-1 min" } }', "startup", "deviation is -1,",
        "in min"),
    key("low over high", 'startup = { uniform = ["5 min", "1 min"] }', "startup", "5", "1", "in min"),
    key("mode outside", 'startup = { pert = ["5 min", "1 min", "9 min"] }', "startup", "5", "1", "in min"),
    key("lower over upper", 'startup = { uniform = ["1 min", "9 min"], lower = "8 min", upper = "2 min" }', "startup",
        "bound 8", "bound 2", "in min"),
    key("p0", 'startup = { quantiles = { p0 = "1 min", p90 = "2 min" } }', "startup", "0"),
    records("share over 1", f"{HEADER},device_utilization\n" + row_of(9, more=",1.2"), 65, 2, "device_utilization",
            "between 0 and 1"),
    # units
    key("no unit", 'checkpoint_interval = "30"', "checkpoint_interval", '"30 min"'),
    key("a bare number", "checkpoint_interval = 30", "checkpoint_interval", '"30 min"'),
    key("an unknown unit", 'checkpoint_interval = "30 mins"', "checkpoint_interval", "`mins`", "units are %, s, min"),
    key("a unit of something else", 'checkpoint_interval = "30 GB"', "checkpoint_interval", "time", '"30 min"'),
    key("units of two kinds", 'failure.gpu.rate = { uniform = ["0.1 /h", "0.1 /node h"] }', "failure.gpu.rate",
        "the same unit"),
    key("a rate per GPU hour", 'failure.gpu.rate = "0.1 /gpu h"', "failure.gpu.rate", "node h"),
    wrong("a ceiling per month", SCENARIO, "26 USD/run", "26 USD/month", "budget.unit_cost", "USD/run"),
    wrong("a ceiling per token", SCENARIO, "26 USD/run", "26 USD/1e6 token", "budget.unit_cost", "USD/run"),
    price("priced by the month", "instance-hour", "month", "unit", "instance-hour"),
    cell("a unit in a cell", "50.042", "50.042 s", "startup_s", "50.042"),
    cell("minutes in a cell", "50.042", "2 min", "startup_s", "in seconds: 120"),
    fine("GiB is not GB", swap((SCENARIO, "[option.h100-block]",
         '[option.h100.cost.data]\nprice = "0.02 USD/GB"\namount = { per_run = "1 GiB" }\n[option.h100-block]')),
         r"cost.data +assumed +1 GiB"),
    # money
    wrong("a ceiling in euro", SCENARIO, '"1040 USD"', '"1040 EUR"', "budget.total", "EUR", "USD", "convert it"),
    cost("an item in euro", 'fixed_cost = "35 EUR"', "fixed_cost", "EUR", "USD", "convert"),
    price("a quote in euro", "USD", "EUR", "currency", "EUR", "USD", "convert the price"),
    price("no currency of three letters", "USD", "$", "currency", "write it like USD"),
    wrong("rates of exchange", SCENARIO, "[compare]", "[fx]\nEUR = 1.1\n\n[compare]", "unknown key `fx`", at="[fx]"),
    wrong("no currency", SCENARIO, 'currency = "USD"', "", "currency", "is missing", at=1),
    # which quote
    fine("no quote is unknown, never 0", swap((QUOTES, FIRST_PRICE, FIRST_PRICE.replace("us-east-1", "us-east-9"))),
         r"(?s)h100: .*left out: price of instances: no quote for p5.48xlarge"),
    fine("two quotes that differ", swap((QUOTES, FIRST_PRICE, FIRST_PRICE.replace("55.04", "44")
         + "USD,instance-hour,1,60,,,other\n" + FIRST_PRICE)),
         r"(?s)h100: .*quotes of one date disagree: quotes.csv:11\s+quotes.csv:12"),
    fine("quotes of two providers", swap((QUOTES, FIRST_PRICE, FIRST_PRICE.replace("aws", "lab")
         + "USD,instance-hour,1,60,,,other\n" + FIRST_PRICE)),
         r'(?s)h100: .*quotes are of several providers: write\s+provider\s+=\s+"aws"\s+or\s+"lab"'),
    fine("a blank price is unknown", swap((QUOTES, ",55.04,", ",,")), r"(?s)h100: .*left out: price of instances: "),
    fine("an old quote", swap((QUOTES, OLD, OLD + "2026-01-01")), r"333 d"),
    Row("an old quote, strictly", swap((QUOTES, OLD, f"{OLD}2026-01-01")), 65, QUOTES, FIRST_PRICE,
        ("verified_on", "333 d", "30 d", "write the new date"), "warning", ("check", SCENARIO, "--strict")),
    fine("a quote as old as may be, strictly", swap((QUOTES, OLD, OLD + "2026-10-31")),
         command=("check", SCENARIO, "--strict")),
    wrong("a quote of the future, in a message", QUOTES, OLD, f"{OLD}2027-01-01", "verified_on", "32 d after as_of",
          "correct the date", severity="warning", code=0),
    fine("a quote in euro beside one in the currency", swap((QUOTES, FIRST_PRICE, FIRST_PRICE.replace("55.04", "50")
         + "EUR,instance-hour,1,60,,,other\n" + FIRST_PRICE)), r"55\.04 USD/instance-hour"),
    fine("a quote of the future", swap((QUOTES, OLD, OLD + "2027-01-01")),
         r"(?s)h100: .*left out: price of instances: its only quotes are later than\s+2026-11-30"),
    price("no such day", "1,60,,", "1,60,2026-02-30,", "verified_on", "write it like 2026-11-30"),
    price("no such purchase option", "on-demand", "on-demnad", "purchase", "did you mean `on-demand`"),
    # dates
    wrong("no such day in the scenario", SCENARIO, "2026-11-30\n", "2026-11-31\n", "as_of", "no", "write it like"),
    records("a time without offset", f"{HEADER},started_at\n" + row_of(9, more=",2026-11-30T08:00:00"), 65, 2,
            "started_at", "write it like 2026-11-30T08:15:00+01:00"),
    records("the end before the start", f"{HEADER},started_at,ended_at\n"
            + row_of(9, more=",2026-11-30T08:00:00Z,2026-11-30T07:59:59Z"), 65, 2, "ended_at", "swapped"),
    wrong("a date in quotes", SCENARIO, "as_of    = 2026-11-30", 'as_of    = "2026-11-30"', "as_of", "without quotes"),
    wrong("a date with a time", SCENARIO, "as_of    = 2026-11-30", "as_of    = 2026-11-30T08:00:00Z", "as_of",
          "write the date alone"),
    # runs
    wrong("a run twice", TRIALS, "h100-01,", "h100-00,", "run_id", "name each run once",
          at="h100-00,XE9680x8H100-SXM-80GB,target-load,1,8,samples,50.747"),
    Row("a run in two files", both(swap((SCENARIO, '["trials/h100.csv"]', '["trials/h100.csv", "trials/two.csv"]')),
        lambda folder: shutil.copy(folder / TRIALS, folder / "trials/two.csv")), 65, "trials/two.csv", FIRST_RUN,
        ("run_id", "h100-00", "remove one of them")),
    wrong("a file twice", SCENARIO, '["trials/h100.csv"]', '["trials/h100.csv", "trials/h100.csv"]', "trials", "twice"),
    failures("a failure of no run", "run_id,lost_s\nh100-77,4\n", 2, "run_id", "h100-77"),
    failures("a failure without run", "run_id,lost_s\n,4\n", 2, "run_id", "blank"),
    records("an empty file", "", 65, 0, "empty", "column names"),
    records("a header only", HEADER + "\n", 65, 1, "no records", "add one row per measured run"),
    Row("quotes: a header only", convert(QUOTES, lambda data: b"".join(data.splitlines(True)[:4])), 65, QUOTES, 4,
        ("no quotes", "add one row per price")),
    fine("one record", write(TRIALS, f"{HEADER}\n" + row_of(9)), r"(?s)h100: 1 record\n.*repeatable +unknown"),
    fine("two records", write(TRIALS, f"{HEADER}\n" + row_of(9) + row_of(10, "x-1")),
         r"(?s)h100: 2 records\n.*repeatable +unknown"),
    fine("equal records", write(TRIALS, f"{HEADER}\n" + "".join(row_of(9, f"x-{i}") for i in range(5))),
         "h100: 5 records"),
    # encodings and line ends
    *(fine(f"{name} in {file}", convert(file, change))
      for file in (SCENARIO, TRIALS, QUOTES) for name, change in (
        ("a byte order mark", lambda data: b"\xef\xbb\xbf" + data), ("CRLF", lambda data: data.replace(b"\n", b"\r\n")),
        ("CR", lambda data: data.replace(b"\n", b"\r")), ("no last line end", lambda data: data.rstrip(b"\n")),
        ("blank lines", lambda data: data.replace(b"\n", b"\n\n")))),
    fine("trailing commas", convert(TRIALS, lambda data: re.sub(rb"(?m)^([^#].*)$", rb"\1,", data)),
         "h100: 10 records"),
    *(Row(f"UTF-16 {file}", convert(file, lambda data: data.decode().encode("utf-16")), 65, file, 1,
          ("not UTF-8", "save as UTF-8")) for file in (SCENARIO, TRIALS, QUOTES)),
    wrong("Latin-1 in the scenario", SCENARIO, "which node", b"which n\xe9de", "0xE9", "save as UTF-8", at=1),
    wrong("Latin-1 in a record", TRIALS, "run 0", b"run \xe9", "0xE9", "save as UTF-8", at=FIRST_RUN),
    wrong("a NUL in the scenario", SCENARIO, "which node", b"which \0", "NUL", "save as UTF-8", at=1),
    wrong("a NUL in a record", TRIALS, "run 0", b"run \0", "NUL", "save as UTF-8", at=FIRST_RUN),
    wrong("an escape in the scenario", SCENARIO, "which node", b"\x1b[31m", "U+001B", "remove it", at=1),
    wrong("an escape in a quote", QUOTES, "55.04", b"\x1b[2J", "control character", "remove it", at=11),
    # doubled names, quotes in cells
    wrong("a key twice", SCENARIO, "runs        = 40", "runs = 40\nruns = 41", "runs", "twice", at="runs = 41"),
    wrong("an option twice", SCENARIO, "[option.h100-block]", "[option.h100]", "h100", "twice",
          at='[option.h100]\ninstance = "p5.48xlarge"\nregion   = "us-east-1"\npurchase = "capacity'),
    wrong("a column twice", TRIALS, "samples,output_units", "samples,samples", "`samples`", "keep one", at="run_id,"),
    wrong("a column without name", TRIALS, "samples,output_units", "samples,", "no name", "remove it", at="run_id,"),
    wrong("a column is missing", TRIALS, "billed_s,samples", "biled_s,samples", "billed_s", "is it `biled_s`?",
          at="run_id,"),
    wrong("an unknown column", TRIALS, ",log", ",lgo", "`lgo`", "did you mean `log`", at="run_id,",
          severity="warning", code=0),
    fine("commas, quotes and line ends in quotes", swap((TRIALS, "llama2_70b_lora run 0", '"a, ""b""\nc"'))),
    wrong("a quote never closed", TRIALS, "llama2_70b_lora run 0", '"llama', "never closed", "close it", at=FIRST_RUN),
    wrong("text behind a quote", TRIALS, "llama2_70b_lora run 0", '"a"b', "closing quote", "twice", at=FIRST_RUN),
    wrong("a quote inside a cell", TRIALS, "llama2_70b_lora run 0", 'a"b', "quote", "quote the whole cell",
          at=FIRST_RUN),
    wrong("a cell too few", TRIALS, ",0,llama2_70b_lora run 0", "", "cells", "leave unknown cells blank", at=FIRST_RUN),
    Row("semicolons", convert(TRIALS, lambda data: data.replace(b",", b";")), 65, TRIALS, 4,
        ("semicolons", "save with commas")),
    wrong("a text never closed", SCENARIO, '"llama2-70b-lora"', '"llama2', "not closed", '"'),
    wrong("TOML: no value", SCENARIO, "= 40", "=", "value", at=11),
    # seconds
    wrong("a record in hours", TRIALS, SECONDS, HOURS, "billed_s, in_training_s", "looks like hours", "in seconds",
          severity="warning", code=0),
    wrong("a record in milliseconds", TRIALS, SECONDS, MILLISECONDS, "billed_s, in_training_s",
          "looks like milliseconds", "in seconds", severity="warning", code=0),
    # how numbers are written
    cell("a decimal comma", "50.042", '"50,042"', "startup_s", "write 50.042"),
    cell("a decimal comma without quotes", "50.042", "50,042", "15 cells", "quote cells with commas"),
    cell("thousands by a comma", "1609.849", '"1,609.849"', "in_training_s", "leave out the marks between thousands"),
    cell("thousands by a blank", "1609.849", "1 609.849", "in_training_s", "write 1_609.849"),
    fine("thousands by an underscore", swap((TRIALS, "1609.849", "1_609.849")), "h100: 10 records"),
    cell("a hexadecimal", "50.042", "0x10", "startup_s", "number"),
    cell("not yes or no", "true,0", "maybe,0", "quality_passed", "write true or false"),
    cell("a word of another list", "target-load", "target-lod", "stage", "did you mean `target-load`"),
    wrong("decimal comma in the scenario", SCENARIO, '"26 USD/run"', '"26,5 USD/run"', "budget.unit_cost",
          "write 26.5"),
    wrong("decimal comma without quotes", SCENARIO, "= 40", "= 40,5", "comma", "write 1.5"),
    # too much
    Row("costs that overflow", swap((QUOTES, "55.04", "1e308")), 70, "", 0,
        ("h100", "finite", "draw 0", "price of instances 1e+308"),
        command=("run", SCENARIO, "-o", "r.h5", FEW_DRAWS)),
    wrong("too many runs", SCENARIO, "= 40", "= 1000000", "workload.runs", "100000"),
    wrong("too many random events", SCENARIO, "= 40", "= 100000", "workload.runs", "max_failures"),
    wrong("a row of 1 MiB", TRIALS, "llama2_70b_lora run 0", LONG, "1 MiB", "wrong file", at=FIRST_RUN),
    records("4097 columns", ",".join(f"c{i}" for i in range(4097)) + "\n", 65, 1, "4096 cells", "right file"),
    unreadable("5 GiB of records", replace_by(TRIALS, sparse(5 << 30)), "h100.csv", "256 MiB"),
    unreadable("a scenario of 5 MiB", replace_by(SCENARIO, sparse(5 << 20)), "scenario.toml", "4 MiB"),
    wrong("arrays 100,000 deep", SCENARIO, "= 40", "= " + "[" * 100_000, "nest", at="runs        ="),
    wrong("arrays 200 deep", SCENARIO, "= 40", "= " + "[" * 200 + "]" * 200, "workload.runs", "nested too deeply"),
    wrong("keys of 100,000 parts", SCENARIO, "runs        =", "a" + ".a" * 100_000 + " =", "too many parts"),
    Row("100,000 options",
        convert(SCENARIO, lambda data: data + b"".join(b"[option.o%d]\n" % i for i in range(100_000))), 65,
        SCENARIO, "[option.o0]", ("instance", "missing")),
    # typing
    wrong("a misspelled key", SCENARIO, "trials   =", "trails   =", "option.h100", "`trails`", "did you mean `trials`"),
    wrong("a misspelled table", SCENARIO, "[budget]", "[bugdet]", "`bugdet`", "did you mean `budget`"),
    wrong("a misspelled ceiling", SCENARIO, "wall_time  =", "walltime =", "`walltime`", "did you mean `wall_time`"),
    wrong("a misspelled purchase option", SCENARIO, '"on-demand"', '"on-demnad"', "purchase",
          "did you mean `on-demand`"),
    wrong("a misspelled baseline", SCENARIO, 'baseline = "h100"', 'baseline = "h10"', "baseline",
          "did you mean `h100`"),
    key("a misspelled input", 'trhoughput = "1 samples/s"', "`trhoughput`", "did you mean `throughput`"),
    key("a misspelled family", 'startup = { unifrom = ["1 min", "2 min"] }', "`unifrom`", "did you mean `uniform`"),
    wrong("a misspelled region", SCENARIO, 'region   = "us-east-1"', 'region   = "us-esat-1"', "option.h100.region",
          "did you mean `us-east-1`", at="[option.h100]"),
    Row("a price ten times an earlier one", convert(QUOTES, lambda data: data + FIRST_PRICE.replace(
        "55.04", "550.4").encode() + b"USD,instance-hour,1,60,2026-11-29,,slip\n"), 65, QUOTES, "550.4",
        ("price: is 10 times", "confirmed")),
    wrong("a block without a length", SCENARIO, '"on-demand"',
          '"capacity-block"\ncapacity_block = { outlasted = "end" }', "outlasted", 'write length = "48 h"',
          at="capacity_block ="),
    wrong("a commitment of a misspelled word", SCENARIO, '"on-demand"',
          '"commitment"\ncommitment = { outlasted = "forever" }', "outlasted", "end, on-demand",
          at="commitment ="),
    wrong("a fallback to nothing", SCENARIO, '"on-demand"', '"spot"\nspot = { after = 3 }', "after",
          'write fallback = "on-demand"', at="spot = {"),
    key("instances that the provider takes and that are kept",
        'failure.spot = { rate = "0.1 /h", by = "provider", instances = "kept" }', "cannot be kept"),
    key("a common cause per launch", 'failure.site = { rate = "0.1 /launch", common_cause = true }', "is per launch"),
    wrong("another format", SCENARIO, "format   = 1", "format   = 2", "format", "1"),
    wrong("a number for a table", SCENARIO, "[compare]\nbaseline", "[option]\nbaseline", "option.baseline",
          "write [option.NAME]", at="baseline"),
    # not a file
    *(unreadable(f"{name} for {file}", replace_by(file, make), os.path.basename(file), word)
      for file in (SCENARIO, TRIALS, QUOTES) for name, make, word in (
        ("a folder", os.mkdir, "a folder"), ("a pipe", os.mkfifo, "a pipe"),
        ("nothing", lambda path: None, "No such file"),
        ("/dev/zero", lambda path: path.symlink_to("/dev/zero"), "a device"),
        ("a loop of links", lambda path: path.symlink_to(path.name), "links"))),
    # paths and names
    fine("a path over the folder above", both(lambda folder: shutil.move(folder / TRIALS, folder.parent / "up.csv"),
         convert(SCENARIO, lambda data: data.replace(b"trials/h100.csv", b"../up.csv"))), r"\.\./up\.csv:5-14"),
    records("a file that is no table", "daemon:x:1:1:daemon:nowhere:nothing\n", 65, 1, "run_id", "column is missing"),
    *(Row(f"an option named {name[:12]}", option_name(name), 65, SCENARIO, "[option." + name[:12], words)
      for name, words in (
        ('"a/b"', ("`/`", "use another name")), ('"../../x"', ("`/`", "use another name")),
        ('""', ("empty", "use another name")),
        ('"' + "n" * 10_000 + '"', ("too long", "200")), ('"' + "n" * 201 + '"', ("200",)))),
    *(fine(f"an option named {name}", option_name(name), "4096 draws x 6 options",
           command=("run", SCENARIO, "-o", "r.h5", "--md", "summary", FEW_DRAWS))
      for name in ('"-rf"', '"CON"', '"<script>"', "'=HYPERLINK(\"x\")'", "'\"; rm -rf ~'", '"..."')),
]

ESCAPE, HIDDEN = "\\u001B[31m\\u202E", "\u202e\u009b31m"

ROWS += [fine(f"an escape in {name}", change, command=("run", SCENARIO, "-o", "r.h5", "--md", "summary", FEW_DRAWS))
         for name, change in (
        ("the name of an option", option_name(f'"{ESCAPE}"')),
        ("the title", swap((SCENARIO, "LoRA fine-tune", ESCAPE))),
        ("a region", swap((SCENARIO, '"us-east-1"', f'"{ESCAPE}"'))),
        ("a reason", swap((SCENARIO, "same 8 x H100", ESCAPE))),
        ("the output unit", swap((SCENARIO, 'output_unit = "run"', f'output_unit = "{ESCAPE}"'),
                                 (SCENARIO, "26 USD/run", f"26 USD/{ESCAPE}"))),
        ("an instance of the records", convert(TRIALS, lambda data: data.replace(b"XE9680x8H100", HIDDEN.encode()))))]

ROWS += [key(f"a shape of {shape}", f'startup = {{ gamma = {{ shape = {shape}, scale = "1 s" }} }}', "startup", "shape")
         for shape in ("1e13", "1e300")]
