"""The constants of bench/workloads.md for the peers that are written in Python, and their line."""

import statistics
import sys
from collections import namedtuple

Scale = namedtuple(
    "Scale", "nodes work_median_h failures_per_node_h checkpoint_interval_h ceiling_usd"
)
SCALES = {
    "S": Scale(8, 100.0, 2.5e-5, 2.0, 40e3),
    "M": Scale(64, 1000.0, 2.5e-5, 2.0, 3.5e6),
    "L": Scale(2048, 1100.0, 4.4e-5, 0.4, 140e6),
}

Request = namedtuple("Request", "workload scale_name scale draws rounds seed")


def request_of(arguments, workloads):
    """PEER WORKLOAD SCALE DRAWS ROUNDS [SEED] -> a Request; leaves with 64 when it is none."""
    try:
        workload, scale_name, draws, rounds, *rest = arguments[1:]
        request = Request(
            workload, scale_name, SCALES[scale_name], int(float(draws)), int(rounds),
            int(rest[0]) if rest else 1,
        )
        if workload in workloads and request.draws > 0 and request.rounds > 0 and len(rest) < 2:
            return request
    except (ValueError, KeyError):
        pass
    print(f"usage: {arguments[0]} {'|'.join(workloads)} S|M|L DRAWS ROUNDS [SEED]", file=sys.stderr)
    sys.exit(64)


def print_line(peer, request, seconds, figures, **more_seconds):
    """seconds: one per round; figures: per round, its figures by name, or lists of them."""
    taken = statistics.median(seconds)
    words = {
        "peer": peer, "workload": request.workload, "scale": request.scale_name,
        "draws": request.draws, "seconds": f"{taken:.6f}",
        "draws_per_s": f"{request.draws / taken:.5g}",
    }
    for name in figures[0]:
        of_rounds = [round_figures[name] for round_figures in figures]
        if isinstance(of_rounds[0], list):
            words[name] = ",".join(f"{statistics.fmean(cell):.8g}" for cell in zip(*of_rounds))
        else:
            words[name] = f"{statistics.fmean(of_rounds):.8g}"
    for name, values in more_seconds.items():
        words[name] = f"{statistics.median(values):.6f}"
    print(*(f"{name}={value}" for name, value in words.items()))
