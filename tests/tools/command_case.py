"""What the tests of the command share: the command, the project, scratch folders, reading a result."""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COMMAND, PROJECT = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
EXAMPLE = PROJECT / "scenarios/examples/lora-70b"
FEW_DRAWS = "--draws=4096"


class CommandCase(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        shutil.copytree(EXAMPLE, self.folder / "job")
        self.scenario = self.folder / "job/scenario.toml"

    def trialcost(self, *arguments, code=0, **options):
        done = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True, timeout=280, **options)
        self.assertEqual(done.returncode, code, f"{arguments}\n{done.stdout}\n{done.stderr}")
        return done

    def run_scenario(self, name, *arguments):
        result = self.folder / f"{name}.h5"
        self.trialcost("run", self.scenario, "-o", result, FEW_DRAWS, *arguments)
        return result


def root_data(path):
    """Every dataset and attribute but the provenance, as bytes by name."""
    import h5py
    import numpy

    numpy.set_printoptions(threshold=sys.maxsize)
    data = {}

    def visit(name, item):
        if name.startswith("provenance"):
            return
        for key, value in item.attrs.items():
            if key not in ("REFERENCE_LIST", "DIMENSION_LIST"):
                data[f"{name}@{key}"] = repr(value)
        if isinstance(item, h5py.Dataset):
            numbers = item.dtype != object
            data[name] = item[()].tobytes() if numbers else repr(item[()])

    with h5py.File(path, "r") as file:
        for key, value in file.attrs.items():
            data[f"/@{key}"] = repr(value)
        file.visititems(visit)
    return data


def main():
    unittest.main(argv=sys.argv[:1], verbosity=2)
