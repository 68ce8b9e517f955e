"""Damaged copies of the example files: each is read or refused in order, whatever the damage."""

import random
import re
import shutil
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor

from command_case import COMMAND, PROJECT, CommandCase, main

EXAMPLES = PROJECT / "scenarios/examples"
COPIES = 200  # of each file
HOSTILE = [b"nan", b"-1", b"0", b"1e308", b"1e-320", b"9" * 20, b'"', b"[", b"{", b"=", b",", b"\0", b"\xff", b"\r"]


def mutated(data, chance):
    """One to three pieces (bytes, tokens or lines) deleted, doubled, swapped or made hostile, or the rest cut off."""
    for _ in range(chance.randint(1, 3)):
        pieces = chance.choice([
            lambda: [data[i : i + 1] for i in range(len(data))],
            lambda: re.findall(rb"\w+|\s+|[^\w\s]", data),
            lambda: data.splitlines(True),
        ])()
        if not pieces:
            break
        one, other = chance.randrange(len(pieces)), chance.randrange(len(pieces))
        change = chance.choice(["delete", "double", "swap", "hostile", "truncate"])
        if change == "delete":
            del pieces[one]
        elif change == "double":
            pieces.insert(one, pieces[one])
        elif change == "swap":
            pieces[one], pieces[other] = pieces[other], pieces[one]
        elif change == "hostile":
            pieces[one] = chance.choice(HOSTILE)
        elif chance.random() < 0.3:  # seldom: little is left to read
            del pieces[one:]
        data = b"".join(pieces)
    return data


class MutatedInputs(CommandCase):
    def check_copies(self, path):
        """All copies of one file, in a folder of its own; what went wrong."""
        folder = self.folder / f"{path.parent.parent.name}-{path.parent.name}-{path.name}"
        example = next(parent for parent in path.parents if parent.parent == EXAMPLES)
        shutil.copytree(example, folder)
        target, original = folder / path.relative_to(example), path.read_bytes()
        files = set(folder.rglob("*"))
        faults = []
        for number in range(COPIES):
            target.write_bytes(mutated(original, random.Random(f"{path.relative_to(EXAMPLES)} {number}")))
            found = self.fault_of_check(folder)
            if set(folder.rglob("*")) != files:
                found = "left a file behind"
            if found:
                faults.append(f"{path.relative_to(EXAMPLES)}, copy {number}: {found}")
        return faults

    @staticmethod
    def fault_of_check(folder):
        try:
            done = subprocess.run([COMMAND, "check", folder / "scenario.toml"], capture_output=True, timeout=10)
        except subprocess.TimeoutExpired:
            return "takes more than 10 s"
        err = done.stderr.decode("utf-8", "replace")
        if done.returncode < 0:
            return f"{signal.Signals(-done.returncode).name}\n{err}"
        if done.returncode not in (0, 65, 66):
            return f"code {done.returncode}\n{err}"
        if done.returncode and not err:
            return f"code {done.returncode} without a word"
        bad = [word for word in ("terminate", "Assertion", "std::", "\x1b") if word in err]
        return f"`{bad[0]}` on stderr\n{err}" if bad else ""

    def test_damaged_copies(self):
        paths = [path for path in sorted(EXAMPLES.rglob("*")) if path.suffix in (".toml", ".csv")]
        with ThreadPoolExecutor(2) as pool:
            faults = [fault for found in pool.map(self.check_copies, paths) for fault in found]
        self.assertEqual(faults, [], "\n".join(faults))


main()
