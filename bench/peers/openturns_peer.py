#!/usr/bin/python3
"""W0 in OpenTURNS as a symbolic function, and the Sobol' indices of W0 by Saltelli's estimators.

    openturns_peer.py W0|SOBOL S|M|L DRAWS ROUNDS [SEED]

Its functions take a fixed number of inputs, so that W1 and W1E cannot be said in it.
"""

import math
import sys
import time

import numpy as np
import openturns as ot

from workload_table import print_line, request_of

# In the order in which bench/workloads.md lists the inputs.
NAMES = ("H0", "e", "p", "f", "R", "C", "S", "sp", "X", "xp", "L", "q")


def inputs_of(scale):
    return ot.ComposedDistribution([
        ot.LogNormal(math.log(scale.work_median_h), 0.20),
        ot.Beta(20, 3, 0, 1),
        ot.Beta(1 + 4 * 8 / 25, 1 + 4 * 17 / 25, 20, 45),
        ot.Gamma(4, 1 / scale.failures_per_node_h),
        ot.LogNormal(math.log(0.4), 0.6),
        ot.LogNormal(math.log(0.03), 0.3),
        ot.WeibullMin(40, 2),
        ot.Uniform(18, 26),
        ot.Gamma(2, 1 / 3),
        ot.Triangular(20, 50, 90),
        ot.LogNormal(math.log(0.02), 0.5),
        ot.Beta(2, 18, 0, 1),
    ])


def cost_of(scale):
    n, interval = scale.nodes, scale.checkpoint_interval_h
    productive = f"(H0 / e * (1 + C / {interval}))"
    hours = f"({productive} * (1 + f * {n} * (R + 0.5 * ({interval} + C))))"
    return ot.SymbolicFunction(
        NAMES, [f"{n} * p * {hours} * (1 + q) + S * sp * {hours} / 730 + X * xp + {n} * L * {hours}"]
    )


def time_costs(request, inputs, cost):
    seconds, percentile_seconds, figures = [], [], []
    for number in range(request.rounds):
        ot.RandomGenerator.SetSeed(request.seed + number)
        start = time.perf_counter()
        costs = cost(inputs.getSample(request.draws))
        seconds.append(time.perf_counter() - start)
        start = time.perf_counter()
        p50, p95, p99 = (costs.computeQuantilePerComponent(q)[0] for q in (0.50, 0.95, 0.99))
        percentile_seconds.append(time.perf_counter() - start)
        figures.append({
            "mean": costs.computeMean()[0], "p50": p50, "p95": p95, "p99": p99,
            "p_over": float(np.mean(np.asarray(costs) > request.scale.ceiling_usd)),
        })
    return seconds, figures, {"pct_seconds": percentile_seconds}


def time_indices(request, inputs, cost):
    seconds, figures = [], []
    for number in range(request.rounds):
        ot.RandomGenerator.SetSeed(request.seed + number)
        start = time.perf_counter()
        # Without the second order: DRAWS * (12 + 2) evaluations.
        algorithm = ot.SaltelliSensitivityAlgorithm(inputs, request.draws, cost, False)
        # Else the intervals would be bootstrapped, which nobody here asks for.
        algorithm.setUseAsymptoticDistribution(True)
        first, total = algorithm.getFirstOrderIndices(), algorithm.getTotalOrderIndices()
        seconds.append(time.perf_counter() - start)
        figures.append({"first": list(first), "total": list(total)})
    return seconds, figures, {}


def main():
    request = request_of(sys.argv, ("W0", "SOBOL"))
    ot.TBB.SetThreadsNumber(1)
    run = time_costs if request.workload == "W0" else time_indices
    seconds, figures, more = run(request, inputs_of(request.scale), cost_of(request.scale))
    print_line(f"openturns-{ot.__version__}-symbolic", request, seconds, figures, **more)


main()
