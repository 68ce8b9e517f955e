"""Fails when the source tree breaks the rules of the house: the direction of includes, circles,
links, third-party libraries, portable mathematics, names and sizes of files, source lists.

    python3 tests/house/check_layers.py [ROOT]
"""

import sys
from pathlib import Path

from layer_rules import RULES
from project_tree import read_tree


def complaints_about(root):
    tree = read_tree(root)
    if not tree.rooms:
        return [f"{root}: no room was found, so nothing was checked"]
    return [complaint for rule in RULES for complaint in rule(tree)]


if __name__ == "__main__":
    top = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
    found = complaints_about(top)
    print(*found, sep="\n")
    sys.exit(f"{len(found)} complaints" if found else None)
