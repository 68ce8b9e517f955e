"""Checkpointed jobs under competing Weibull clocks, event by event.

Written without any code of trialcost: one Python object per job, one numpy draw per life. Times in one
unit. A clock runs in exposed time (work, saves, restarts; not in downtime) and starts anew when its own
class strikes; with renew = "all" every clock does. Prints mean, P50, P95, P99 of the wall time and the
mean number of failures, each with its standard error (percentiles: over 20 batches).

    weibull_events.py CASE JOBS [SEED]
"""

import math
import sys

import numpy as np


class Clock:
    def __init__(self, rng, mtbf, shape):
        self.rng, self.shape = rng, shape
        self.scale = mtbf / math.gamma(1 + 1 / shape)
        self.renew()

    def renew(self):
        self.left = self.scale * self.rng.weibull(self.shape)


def one_job(rng, job):
    """The wall time of one job and its failures."""
    wall, failures, done = 0.0, 0, 0.0
    clocks = [Clock(rng, c["mtbf"], c["shape"]) for c in job["classes"]]

    def expose(seconds, stage):
        """Lives through `seconds`; the class that struck before their end, or None, and the time lived."""
        nonlocal wall
        running = [i for i, c in enumerate(job["classes"]) if stage in c.get("stages", ALL)]
        first = min(running, key=lambda i: clocks[i].left, default=None)
        struck = first if first is not None and clocks[first].left < seconds else None
        lived = seconds if struck is None else clocks[struck].left
        for i in running:
            clocks[i].left -= lived
        wall += lived
        return struck, lived

    def recover(struck):
        """Downtime and restart until a restart holds."""
        nonlocal wall, failures, done
        while struck is not None:
            failures += 1
            cause = job["classes"][struck]
            for i, clock in enumerate(clocks):
                if i == struck or cause.get("renew") == "all":
                    clock.renew()
            if cause.get("lost") == "all":
                done = 0.0
            wall += cause["down"]
            struck, _ = expose(cause["restart"], "restart")

    while done < job["work"] - 1e-9:
        length = min(job["interval"], job["work"] - done)
        struck, lived = expose(length, "work")
        if struck is None:
            struck, _ = expose(job["save"], "checkpoint")
            if struck is None:
                done += length
                continue
        elif job["classes"][struck].get("lost") == "none":
            done += lived
        recover(struck)
    return wall, failures


ALL = ("work", "checkpoint", "restart")
CASES = {
    # Case D of the closed forms, with shape 0.7 in place of 1.
    "D": {"work": 10, "interval": 1, "save": 0.1,
          "classes": [{"mtbf": 5, "shape": 0.7, "down": 0.3, "restart": 0.2}]},
    # The same with a wear-out shape.
    "D2": {"work": 10, "interval": 1, "save": 0.1,
           "classes": [{"mtbf": 5, "shape": 2.0, "down": 0.3, "restart": 0.2}]},
    # Three classes: one early-failing that renews all, one of constant hazard, one that strikes in work alone.
    "three": {"work": 20, "interval": 2, "save": 0.1,
              "classes": [{"mtbf": 6, "shape": 0.7, "down": 0.3, "restart": 0.5, "renew": "all"},
                          {"mtbf": 9, "shape": 1.0, "down": 0.1, "restart": 0.2},
                          {"mtbf": 40, "shape": 1.8, "down": 1.0, "restart": 0.4, "stages": ("work",), "lost": "all"}]},
    # The same where each failure renews its own clock alone.
    "own": {"work": 20, "interval": 2, "save": 0.1,
            "classes": [{"mtbf": 6, "shape": 0.7, "down": 0.3, "restart": 0.5},
                        {"mtbf": 9, "shape": 1.0, "down": 0.1, "restart": 0.2},
                        {"mtbf": 40, "shape": 1.8, "down": 1.0, "restart": 0.4, "stages": ("work",), "lost": "all"}]},
}


def main():
    case, jobs = sys.argv[1], int(sys.argv[2])
    rng = np.random.default_rng(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    runs = np.array([one_job(rng, CASES[case]) for _ in range(jobs)])
    wall, failures = runs[:, 0], runs[:, 1]
    print(f"{case}: mean {wall.mean():.5f} +- {wall.std(ddof=1) / math.sqrt(jobs):.5f}, "
          f"failures {failures.mean():.5f} +- {failures.std(ddof=1) / math.sqrt(jobs):.5f}")
    for p in (0.5, 0.95, 0.99):
        batches = [np.quantile(b, p) for b in np.array_split(wall, 20)]
        print(f"  P{100 * p:g} {np.quantile(wall, p):.5f} +- {np.std(batches, ddof=1) / math.sqrt(20):.5f}")


main()
