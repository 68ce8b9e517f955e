"""Runs our program and its peers in turn, and keeps every line that they print."""

import statistics
import subprocess
import sys
from collections import namedtuple

from peer_line import parse_line

# draws: of our program and of every peer that does not ask for fewer. fewest_rounds: more than usual
# where one peer alone says how far the figures scatter.
Case = namedtuple("Case", "workload scale draws fewest_rounds", defaults=(0,))

CASES = (
    Case("W0", "M", 1_000_000),
    Case("W1", "S", 1_000_000), Case("W1", "M", 1_000_000), Case("W1", "L", 30_000),
    Case("W1E", "S", 1_000_000), Case("W1E", "M", 1_000_000), Case("W1E", "L", 30_000),
    Case("SOBOL", "M", 100_000, fewest_rounds=20),
)
LONGEST_RUN_S = 600
PROBE_DRAWS = 1000
_WRONG_COMMAND = 64


class Broken(Exception):
    """A program did not do what it is asked to: no figure of the run would mean anything."""


class Refused(Broken):
    """The program says that it was asked for something that it does not do."""


def run_line(program, case, draws, repeats, seed):
    command = [*program.command, case.workload, case.scale, str(draws), str(repeats)]
    if seed is not None:
        command.append(str(seed))
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=LONGEST_RUN_S, check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Broken(f"{' '.join(command)}: {error}") from error
    if done.returncode != 0:
        kind = Refused if done.returncode == _WRONG_COMMAND else Broken
        raise kind(f"{' '.join(command)} ended with {done.returncode}\n{done.stderr.strip()}")
    try:
        line = parse_line(done.stdout)
    except ValueError as error:
        raise Broken(f"{' '.join(command)}: {error}") from error
    asked, answered = (case.workload, case.scale, draws), tuple(
        line[name] for name in ("workload", "scale", "draws")
    )
    # Ours may round draws up to whole nets of points; its speed is per draw that it made.
    if answered[:2] != asked[:2] or answered[2] < draws:
        raise Broken(f"{' '.join(command)}: asked for {asked}, it answered for {answered}")
    line["seed"] = seed
    return line


def can_run(program, case):
    """Tried with few draws, before anything is timed. A program that does not know the case refuses."""
    try:
        run_line(program, case, PROBE_DRAWS, 1, None)
    except Refused:
        return False
    return True


def draws_of(program, case):
    return min(case.draws, program.most_draws or case.draws)


def run_case(case, ours, peers, rounds, repeats, ours_takes_seed):
    """-> {peer's name: [{"ours": line, "peer": line} per round]}

    Ours is run anew beside every peer, first or second by turns, so that the two of a pair are as
    close in time as can be. With no program of ours the peers take turns.
    """
    pairs = {peer.name: [] for peer in peers}
    rounds = max(rounds, case.fewest_rounds)
    for number in range(rounds):
        seed = 1 + number * repeats
        for place, peer in enumerate(peers):
            sides = [("peer", peer)] + ([("ours", ours)] if ours else [])
            if (number + place) % 2 == 0:
                sides.reverse()
            pair = {}
            for side, program in sides:
                seeded = seed if side == "peer" or ours_takes_seed else None
                pair[side] = run_line(program, case, draws_of(program, case), repeats, seeded)
            pairs[peer.name].append(pair)
        show_progress(f"{case.workload} at {case.scale}: round {number + 1} of {rounds}")
    show_progress("")
    return pairs


def show_progress(text):
    if sys.stderr.isatty():
        print(f"\r{text:<60}\r", end="", file=sys.stderr, flush=True)


def ratios_of(pairs):
    return [pair["ours"]["draws_per_s"] / pair["peer"]["draws_per_s"] for pair in pairs]


def lines_by_program(pairs_of_peers, ours_name):
    """Every line of a case by program; ours, which runs beside each peer, once for every seed."""
    lines = {}
    if any("ours" in pair for pairs in pairs_of_peers.values() for pair in pairs):
        lines[ours_name] = []
    for name, pairs in pairs_of_peers.items():
        for pair in pairs:
            lines.setdefault(name, []).append(pair["peer"])
            if "ours" in pair:
                lines[ours_name].append(pair["ours"])
    if ours_name in lines:
        lines[ours_name] = list({line["seed"]: line for line in lines[ours_name]}.values())
    return lines


def median_speed(lines):
    return statistics.median(line["draws_per_s"] for line in lines)
