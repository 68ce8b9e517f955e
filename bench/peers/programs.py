"""The programs of a comparison: how each is built or found, what it runs, and why it is absent."""

import re
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parents[1]

# command: words before WORKLOAD SCALE DRAWS ROUNDS. workloads: those that it can run. most_draws: of
# one round, where more would only take longer.
Program = namedtuple("Program", "name command workloads most_draws")
Absent = namedtuple("Absent", "name why")

OURS = "trialcost"
_INSTALL = "tools/install-dependencies --bench installs it"


class NotInstalled(Exception):
    pass


def _output_of(command, why, **options):
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, check=False, **options,
        )
    except OSError as error:
        raise NotInstalled(f"{why}: {command[0]}: {error.strerror}") from error
    if done.returncode != 0:
        last = done.stdout.strip().splitlines()[-1:] or ["no output"]
        raise NotInstalled(f"{why}: {last[0].strip()}")
    return done.stdout


def _python_peer(script, module):
    _output_of([sys.executable, "-c", f"import {module}"], f"no module {module} ({_INSTALL})")
    return [sys.executable, "-B", str(HERE / script)]


def _r_peer():
    _output_of(["Rscript", "--version"], f"no R ({_INSTALL})")
    return ["Rscript", str(HERE / "r_peer.R")]


def _configure_cxx(folder):
    _output_of(["cmake", "-S", str(HERE / "cxx"), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release"],
               f"CMake cannot configure it ({_INSTALL})")


def _cxx_peer(folder, name):
    _configure_cxx(folder)
    targets = _output_of(
        ["cmake", "--build", str(folder), "--target", "help"], "CMake lists no targets"
    )
    if name not in re.split(r"[\s:]+", targets):
        raise NotInstalled(f"its library is not there ({_INSTALL})")
    _output_of(["cmake", "--build", str(folder), "--target", name], "does not compile")
    return [str(folder / name)]


def _squiggle_peer(folder, may_install):
    source, home = HERE / "squiggle", folder / "squiggle"
    version = _output_of(["node", "--version"], f"no Node ({_INSTALL})").strip()
    if int(version.lstrip("v").split(".")[0]) < 18:
        raise NotInstalled(f"Node {version} is older than 18")
    lock = source / "package-lock.json"
    installed = home / "package-lock.json"
    ready = (
        (home / "node_modules/@quri/squiggle-lang/package.json").exists() and lock.exists()
        and installed.exists() and installed.read_bytes() == lock.read_bytes()
    )
    if not ready:
        if not lock.exists():
            raise NotInstalled(
                f"no {lock.relative_to(TOP)}: npm install --package-lock-only makes it"
            )
        if not may_install:
            raise NotInstalled("its packages are not installed, and --no-install is set")
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        for name in ("package.json", ".npmrc"):
            shutil.copy(source / name, home)
        # After a failed npm ci the lock is taken away again, so that the next run tries again.
        shutil.copy(lock, home)
        try:
            _output_of(["npm", "ci"], "npm ci failed", cwd=home)
        except NotInstalled:
            installed.unlink()
            raise
    shutil.copy(source / "squiggle_peer.mjs", home)
    return ["node", str(home / "squiggle_peer.mjs")]


def _recipes(folder, may_install):
    everything, fixed = ("W0", "W1", "W1E"), ("W0",)
    return (
        ("numpy", everything, None, lambda: _python_peer("numpy_peer.py", "numpy")),
        ("openturns", ("W0", "SOBOL"), None,
         lambda: _python_peer("openturns_peer.py", "openturns")),
        ("r", ("W0", "W1"), None, _r_peer),
        ("squiggle", fixed, 100_000, lambda: _squiggle_peer(folder, may_install)),
        ("cxx-std", everything, None, lambda: _cxx_peer(folder / "cxx", "cxx-std")),
        ("cxx-boost", everything, None, lambda: _cxx_peer(folder / "cxx", "cxx-boost")),
        ("cxx-gsl", everything, None, lambda: _cxx_peer(folder / "cxx", "cxx-gsl")),
    )


PEERS = ("numpy", "openturns", "r", "squiggle", "cxx-std", "cxx-boost", "cxx-gsl")


def cxx_recipe(folder):
    """-> (compiler, flags) of the C++ peers as CMake has them, or None"""
    try:
        _configure_cxx(folder / "cxx")
        cache = (folder / "cxx/CMakeCache.txt").read_text(encoding="utf-8")
    except (NotInstalled, OSError):
        return None
    compiler = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", cache, re.MULTILINE)
    lists = (HERE / "cxx/CMakeLists.txt").read_text(encoding="utf-8")
    flags = re.search(r"target_compile_options\(.* PRIVATE (.*)\)", lists)
    return (compiler[1], flags[1]) if compiler and flags else None


def find_peers(folder, names, may_install):
    """-> ([Program], [Absent]) of the named peers; builds into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    present, absent = [], []
    for name, workloads, most_draws, command_of in _recipes(folder, may_install):
        if name not in names:
            continue
        try:
            present.append(Program(name, command_of(), workloads, most_draws))
        except NotInstalled as reason:
            absent.append(Absent(name, str(reason)))
    return present, absent
