"""How much sooner our program knows the P95 of W0 to a given error than NumPy does.

The mean squared error of a percentile falls as 1 / draws under Monte Carlo, so NumPy needs
var(NumPy) / var(ours) times the draws of ours. The race is its time for those over our time:

    ratio = (time NumPy * variance NumPy) / (time ours * variance ours)     at the same 2^16 draws

Times are those of sampling and of the percentiles together, from rounds in turn; variances are those of
P95 over replicates with seeds of their own. The bias of P95 (about 1 / draws of it) is left out: it is
far below the error of both. The interval is a bootstrap of replicates and rounds, with a fixed seed.
"""

import math
import random
import statistics

from paired_ratios import MedianInterval
from rounds import Broken, Case, run_line

CASE = Case("W0", "M", 2**16)
FIGURE = "p95"


def _seconds(line):
    return line["seconds"] + line.get("pct_seconds", 0.0)


def _variance(values):
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


def ratio_with_interval(replicates, seconds, resample_count=2000):
    """replicates, seconds: {"ours": [...], "peer": [...]}; of seconds, the n-th belong together."""
    rounds = [peer / ours for ours, peer in zip(seconds["ours"], seconds["peer"])]

    def ratio(ours, peer, times):
        return statistics.median(times) * _variance(peer) / _variance(ours)

    rng = random.Random(20)

    def resampled(values):
        return rng.choices(values, k=len(values))

    resamples = sorted(
        ratio(resampled(replicates["ours"]), resampled(replicates["peer"]), resampled(rounds))
        for _ in range(resample_count)
    )
    low = resamples[int(0.025 * resample_count)]
    high = resamples[int(0.975 * resample_count) - 1]
    return MedianInterval(ratio(replicates["ours"], replicates["peer"], rounds), low, high, 0.95)


def race(ours, peer, rounds, repeats, replicates):
    """-> what goes into the record. Broken when ours gives one answer whatever the seed."""
    found, seconds = {"ours": [], "peer": []}, {"ours": [], "peer": []}
    sides = (("ours", ours), ("peer", peer))
    for number in range(rounds):
        for side, program in sides if number % 2 == 0 else sides[::-1]:
            seconds[side].append(_seconds(run_line(program, CASE, CASE.draws, 3 * repeats, 1)))
    for seed in range(1, replicates + 1):
        for side, program in sides:
            line = run_line(program, CASE, CASE.draws, 1, seed)
            if line["draws"] != CASE.draws:
                raise Broken(f"{program.name} made {line['draws']} draws, not {CASE.draws}")
            found[side].append(line["figures"][FIGURE])
    for side, program in sides:
        if len(set(found[side])) < replicates / 2:
            raise Broken(f"{program.name} gives the same {FIGURE} for different seeds")
    ratio = ratio_with_interval(found, seconds)
    return {
        "peer": peer.name, "workload": CASE.workload, "scale": CASE.scale, "draws": CASE.draws,
        "figure": FIGURE, "replicates": found, "seconds": seconds,
        "relative_error": {
            side: statistics.stdev(values) / statistics.fmean(values)
            for side, values in found.items()
        },
        "ratio": ratio._asdict(),
    }
