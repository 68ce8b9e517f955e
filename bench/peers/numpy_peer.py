#!/usr/bin/python3
"""The workloads in NumPy, vectorised over chunks of draws that stay in the cache.

    numpy_peer.py W0|W1|W1E S|M|L DRAWS ROUNDS [SEED]
"""

import math
import sys
import time

import numpy as np

from workload_table import print_line, request_of

CHUNK = 100_000


def draw_inputs(rng, scale, size):
    return {
        "work": rng.lognormal(math.log(scale.work_median_h), 0.20, size),
        "efficiency": rng.beta(20, 3, size),
        "price": 20 + 25 * rng.beta(1 + 4 * 8 / 25, 1 + 4 * 17 / 25, size),
        "failures": rng.gamma(4, scale.failures_per_node_h, size),
        "restart": rng.lognormal(math.log(0.4), 0.6, size),
        "write": rng.lognormal(math.log(0.03), 0.3, size),
        "storage": 40 * rng.weibull(2, size),
        "storage_price": rng.uniform(18, 26, size),
        "egress": rng.gamma(2, 3, size),
        "egress_price": rng.triangular(20, 50, 90, size),
        "logs": rng.lognormal(math.log(0.02), 0.5, size),
        "rerun": rng.beta(2, 18, size),
    }


def restart_factors(rng, size):
    return np.exp(0.5 * rng.standard_normal(size) - 0.125)


def productive_hours(x, scale):
    return x["work"] / x["efficiency"] * (1 + x["write"] / scale.checkpoint_interval_h)


def closed_form_hours(rng, x, scale):
    hours = productive_hours(x, scale)
    lost = x["restart"] + 0.5 * (scale.checkpoint_interval_h + x["write"])
    return hours + x["failures"] * scale.nodes * hours * lost


def compound_poisson_hours(rng, x, scale):
    """All failures of a chunk in one flat array; bincount adds them up by the draw they belong to."""
    hours = productive_hours(x, scale)
    counts = rng.poisson(x["failures"] * scale.nodes * hours)
    total, size = int(counts.sum()), hours.size
    owner = np.repeat(np.arange(size), counts)
    restarts = np.bincount(owner, restart_factors(rng, total), size)
    segments = np.bincount(owner, rng.random(total), size)
    return hours + x["restart"] * restarts + (scale.checkpoint_interval_h + x["write"]) * segments


def event_process_hours(rng, x, scale):
    """All draws advance by one failure a step; those that are done leave."""
    useful = x["work"] / x["efficiency"]
    segments = np.floor(useful / scale.checkpoint_interval_h)
    last = useful - segments * scale.checkpoint_interval_h
    segment = scale.checkpoint_interval_h + x["write"]
    rate = x["failures"] * scale.nodes
    hours = np.zeros(useful.size)
    live = np.arange(useful.size)
    while live.size:
        failure = rng.standard_exponential(live.size) / rate[live]
        needed = segments[live] * segment[live] + last[live]
        done = failure >= needed
        hours[live[done]] += needed[done]
        live, failure = live[~done], failure[~done]
        hours[live] += failure + x["restart"][live] * restart_factors(rng, live.size)
        segments[live] -= np.minimum(segments[live], np.floor(failure / segment[live]))
    return hours


HOURS = {"W0": closed_form_hours, "W1": compound_poisson_hours, "W1E": event_process_hours}


def draw_costs(rng, workload, scale, size):
    x = draw_inputs(rng, scale, size)
    hours = HOURS[workload](rng, x, scale)
    return (
        scale.nodes * x["price"] * hours * (1 + x["rerun"])
        + x["storage"] * x["storage_price"] * hours / 730
        + x["egress"] * x["egress_price"]
        + scale.nodes * x["logs"] * hours
    )


def figures_of(costs, ceiling_usd):
    p50, p95, p99 = np.percentile(costs, [50, 95, 99])
    over = np.mean(costs > ceiling_usd)
    return {"mean": costs.mean(), "p50": p50, "p95": p95, "p99": p99, "p_over": over}


def main():
    request = request_of(sys.argv, tuple(HOURS))
    seconds, percentile_seconds, figures = [], [], []
    costs = np.empty(request.draws)
    for number in range(request.rounds):
        rng = np.random.default_rng(request.seed + number)
        start = time.perf_counter()
        for first in range(0, request.draws, CHUNK):
            size = min(CHUNK, request.draws - first)
            costs[first : first + size] = draw_costs(rng, request.workload, request.scale, size)
        seconds.append(time.perf_counter() - start)
        start = time.perf_counter()
        figures.append(figures_of(costs, request.scale.ceiling_usd))
        percentile_seconds.append(time.perf_counter() - start)
    print_line(
        f"numpy-{np.__version__}", request, seconds, figures, pct_seconds=percentile_seconds
    )


main()
