#!/usr/bin/python3
"""Prints the page docs/performance from the records of a run.

    bench/performance_page.py RECORD.json... > PAGE

One RECORD is what bench/peers/side_by_side --json wrote. Others hold what other benchmarks measured:

    {"figures": [{"figure": "two_cores", "value": 1.9, "low": 1.86, "high": 1.93, "note": "..."}],
     "tables": [{"title": "Kernels", "note": "...", "columns": ["kernel", "ns"],
                 "rows": [["exp", 1.1]]}]}

where low, high and note may be absent; the names of figures are those of DEMANDS. What is not in any
record is printed as not measured, and never as held.
"""

import json
import sys
from collections import namedtuple
from pathlib import Path

# key: of a figure, or (workload, scale, peer) of a ratio. more: whether more is better.
Demand = namedtuple("Demand", "key words floor aim more unit", defaults=(True, ""))
Measured = namedtuple("Measured", "value low high note")

PEER_NAMES = {
    "numpy": "NumPy", "openturns": "OpenTURNS", "r": "R", "squiggle": "Squiggle",
    "cxx-std": "C++ standard library", "cxx-boost": "Boost.Random", "cxx-gsl": "GSL",
}


def _speed(workload, scale, peer, floor, aim):
    words = "Sobol' indices of W0" if workload == "SOBOL" else f"{workload} at {scale}"
    return Demand((workload, scale, peer), f"{words}, against {PEER_NAMES[peer]}", floor, aim)


DEMANDS = (
    _speed("W0", "M", "numpy", 8, 14),
    _speed("W0", "M", "openturns", 20, 35),
    _speed("W0", "M", "r", 15, 25),
    _speed("W0", "M", "squiggle", 100, 170),
    _speed("W0", "M", "cxx-std", 6, 10),
    _speed("W0", "M", "cxx-gsl", 6, 10),
    _speed("W0", "M", "cxx-boost", 14, 22),
    _speed("W1E", "M", "numpy", 6, 10),
    _speed("W1E", "M", "cxx-std", 4.5, 7),
    _speed("W1E", "L", "numpy", 7, 12),
    _speed("W1E", "L", "cxx-std", 5, 8),
    _speed("SOBOL", "M", "openturns", 40, 80),
    Demand("error_race", "time to a given error of P95 on W0 at 2^16 draws, against NumPy", 40, 120),
    Demand("scenario_over_kernel",
           "W1E at M as a scenario, with all outputs, against the kernel alone", 0.5, 0.8),
    Demand("two_cores", "two cores against one", 1.75, 1.95),
    Demand("two_ranks", "two ranks against two threads", 0.9, 1),
    Demand("w0_bound", "W0 in units of 12p + 500f (p: one Philox double, f: one lane of a fused "
           "multiply-add, both timed in the same run)", 2.5, 1.6, False),
    Demand("w0_memory", "peak memory of W0 at 1e9 draws", 64, 32, False, "MiB"),
    Demand("lora_memory", "peak memory of lora-70b with all outputs at 1e7 draws", 512, 256, False,
           "MiB"),
    Demand("lora_growth", "growth of that memory from 1e7 to 4e7 draws", 5, None, False, "%"),
)


def number(value):
    if value is None:
        return ""
    if value == 0 or not 1e-3 <= abs(value) < 1e5:
        return f"{value:.3g}"
    return f"{value:.4g}" if abs(value) >= 1000 else f"{value:.3g}"


def table(columns, rows):
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def measured_in(peers_record, other_records):
    """-> {key of a demand: Measured}"""
    found = {}
    for case in peers_record["cases"]:
        for peer, ratio in case["ratios"].items():
            found[case["workload"], case["scale"], peer] = Measured(
                ratio["median"], ratio["low"], ratio["high"], ""
            )
    race = peers_record["error_race"].get("ratio")
    if race:
        found["error_race"] = Measured(race["median"], race["low"], race["high"], "")
    known = {demand.key for demand in DEMANDS}
    for record in other_records:
        for figure in record.get("figures", ()):
            name = figure["figure"]
            if name not in known or name in found:
                sys.exit(f"performance_page: figure '{name}' is unknown, or in two records")
            found[name] = Measured(
                figure["value"], figure.get("low"), figure.get("high"), figure.get("note", "")
            )
    return found


def verdict_on(demand, measured):
    """By the median; says so where the interval reaches over the border that the median is beyond."""
    if measured is None:
        return "not measured"

    def meets(value, border):
        return value >= border if demand.more else value <= border

    worst = measured.low if demand.more else measured.high
    if not meets(measured.value, demand.floor):
        return "**below the floor**" if demand.more else "**above the limit**"
    reached = demand.aim is not None and meets(measured.value, demand.aim)
    words, border = ("aim reached", demand.aim) if reached else ("floor held", demand.floor)
    whole = worst is None or meets(worst, border)
    return words if whole else f"{words}, not by all of the interval"


def demand_rows(found):
    for demand in DEMANDS:
        measured = found.get(demand.key)
        unit = f" {demand.unit}" if demand.unit else ""
        sign = "≥" if demand.more else "≤"
        value = interval = ""
        if measured:
            value = f"{number(measured.value)}{unit}"
            if measured.low is not None and measured.high is not None:
                interval = f"{number(measured.low)} to {number(measured.high)}"
        note = f" ({measured.note})" if measured and measured.note else ""
        yield [
            demand.words + note, f"{sign} {number(demand.floor)}{unit}",
            f"{sign} {number(demand.aim)}{unit}" if demand.aim is not None else "",
            value, interval, verdict_on(demand, measured),
        ]


def machine_text(record):
    machine = record["machine"]
    sets = ", ".join(machine["vector_sets"]) or "no vector sets known"
    rows = [
        ["date", machine["date"]],
        ["processor", f"{machine['processor']}, {machine['processors']} of them; {sets}"],
        ["memory", f"{machine['memory_gib']} GiB"],
        ["system", f"{machine['system']}, Linux {machine['kernel']}"],
        ["compiler", machine["compiler"] or "none found"],
        ["flags of the C++ peers", f"`{machine['peer_flags']}`"],
        ["rounds", f"{record['rounds']} in turn on processor {machine['core']}, each the median of "
                   f"{record['repeats']}"],
        ["load", f"{machine['load_at_start']} at the start, {machine['load_at_end']} at the end"],
    ]
    return table(["", ""], rows)


def median_of(values):
    ordered = sorted(values)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def speed_rows(record):
    for case in record["cases"]:
        where = [case["workload"], case["scale"]]
        for peer, pairs in case["rounds"].items():
            speed = median_of([pair["peer"]["draws_per_s"] for pair in pairs])
            ratio = case["ratios"].get(peer)
            yield [
                *where, pairs[0]["peer"]["peer"], f"{pairs[0]['peer']['draws']:,}", number(speed),
                number(median_of([pair["ours"]["draws_per_s"] for pair in pairs])) if ratio else "",
                number(ratio["median"]) if ratio else "",
                f"{number(ratio['low'])} to {number(ratio['high'])} ({100 * ratio['coverage']:.0f} %)"
                if ratio else "",
            ]


def agreement_rows(record):
    for case in record["cases"]:
        programs = dict.fromkeys(one["program"] for one in case["agreement"])
        for program in programs:
            of_program = [one for one in case["agreement"] if one["program"] == program]
            farthest = max(of_program, key=lambda one: abs(one["difference"]))
            cells = {one["figure"]: f"{one['value']:.6g} ± {one['error']:.1g}" for one in of_program}
            yield [
                case["workload"], case["scale"], program,
                *(cells.get(name, "") for name in ("mean", "p50", "p95", "p99", "p_over")),
                f"{farthest['difference']:+.1f} ({farthest['figure']})",
            ]


def name_of(case):
    return f"{case['workload']} at {case['scale']}"


def agreement_words(record):
    disagreements = [
        f"**{one['program']} disagrees on {one['figure']} of {name_of(case)}.**"
        for case in record["cases"] for one in case["disagree"]
    ]
    unchecked = [name_of(case) for case in record["cases"] if case["not_checked"]]
    if unchecked:
        disagreements.append(f"Not compared, for want of a second program: {', '.join(unchecked)}.")
    return " ".join(disagreements) or "All programs agree."


def sections_of(record, others):
    yield "# Performance", (
        "Printed from a run by `bench/performance_page.py`. What was measured and how is in\n"
        "[bench/README.md](../bench/README.md), the workloads are in\n"
        "[bench/workloads.md](../bench/workloads.md)."
    )
    yield "## Machine", machine_text(record)
    trial = ""
    if record["draws_asked"]:
        trial = (
            f"**This was a trial with {number(record['draws_asked'])} draws a case: start-up and noise\n"
            "weigh more than they should, and the verdicts do not count.**\n\n"
        )
    yield "## Floors and aims", trial + (
        "One core unless said. Ratios are medians over rounds in which ours and the other ran in\n"
        "turn; the verdict is that of the median.\n\n"
        + table(["figure", "floor", "aim", "measured", "interval", "verdict"],
                demand_rows(measured_in(record, others)))
    )
    absent = "".join(
        f"\n- {PEER_NAMES[one['name']]} is not installed: {one['why']}"
        for one in record["not_installed"]
    )
    yield "## All programs", (
        "Draws per second. The ratio is ours over theirs in the same round: its median over the\n"
        "rounds, and an interval of order statistics with its coverage. For SOBOL a draw is a row of\n"
        "the base sample.\n\n"
        + table(["workload", "scale", "program", "draws", "theirs", "ours", "ratio", "interval"],
                speed_rows(record)) + ("\n" + absent if absent else "")
    )
    yield "## Agreement", (
        "Each figure with its Monte Carlo standard error, and the figure that lies farthest from the\n"
        "mean of all other programs, in standard errors of that difference. Of runs in which all is\n"
        f"well, {record['false_alarms']:.1%} show a disagreement. {agreement_words(record)}\n\n"
        + table(
            ["workload", "scale", "program", "mean", "P50", "P95", "P99", "over the ceiling", "farthest"],
            agreement_rows(record),
        )
    )
    for other in others:
        for one in other.get("tables", ()):
            rows = [
                [number(cell) if isinstance(cell, float) else cell for cell in row]
                for row in one["rows"]
            ]
            note = one["note"] + "\n\n" if one.get("note") else ""
            yield f"## {one['title']}", note + table(one["columns"], rows)


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        return 64
    records = [json.loads(Path(path).read_text(encoding="utf-8")) for path in sys.argv[1:]]
    sides = [record for record in records if record.get("made_by") == "bench/peers/side_by_side"]
    if len(sides) != 1:
        print(f"performance_page: {len(sides)} records of side_by_side, where one is wanted",
              file=sys.stderr)
        return 65
    others = [record for record in records if record is not sides[0]]
    print("\n\n".join(f"{title}\n\n{text}" for title, text in sections_of(sides[0], others)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
