"""What may be included where, which functions may be called where, and where files may lie.

Each rule takes a project_tree.Tree and yields complaints, "path:line: what is wrong".
"""

import re
from pathlib import Path

from project_tree import HEADER_SUFFIXES, LAYERS, OUTER, SOURCE_SUFFIXES
from project_tree import code_only, includes_of, layer_of

MAX_LINES = 400

# (library, pattern of its headers, the only places that may know it). Tests and benches are free.
THIRD_PARTY = (
    ("TBB", r"(tbb|oneapi)/", ("sim/run/parallel.hpp",)),
    ("HDF5", r"(hdf5|H5)\w*\.h$", ("sim/results/",)),
    ("toml++", r"toml(\+\+/|\.hpp$)", ("scenarios/document/",)),
    ("nlohmann-json", r"nlohmann/", ("scenarios/document/json_events.cpp",)),
    ("CLI11", r"CLI/", ("tools/arguments/",)),
    ("Eigen", r"(unsupported/)?Eigen/", ("models/calibration/", "models/dependence/")),
    ("Boost", r"boost/", ("sim/sampling/sobol.cpp",)),
    ("Highway", r"hwy/", ("models/lanes/",)),
    ("MPI", r"mpi\.h$", ("tools/ranks_mpi.cpp",)),
    ("OpenSSL", r"openssl/", ("sim/digest/",)),
    ("fmt", r"fmt/", ("models/", "sim/", "scenarios/", "tools/")),
    ("the operating system", r"(sys/\w+|unistd|fcntl|signal|sched|poll|pthread)\.h$",
     ("sim/results/", "sim/run/", "scenarios/document/", "tools/")),
    # Mathematics needs no files, threads, clocks or terminal; their samplers are not portable.
    ("<random>", r"random$", ()),
    ("<iostream>", r"iostream$", ("tools/",)),
    # (threads.cpp reads the processor quota of its control group.)
    ("files", r"(fstream|filesystem|cstdio)$",
     ("sim/results/", "sim/run/threads.cpp", "scenarios/", "tools/")),
    ("threads", r"(thread|mutex|shared_mutex|atomic|future|condition_variable|execution)$",
     ("sim/run/", "tools/")),
)

_NOT_PORTABLE = (
    "exp exp2 expm1 log log2 log10 log1p pow tgamma lgamma erf erfc cbrt hypot "
    "sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh"
).replace(" ", "|")
# (pattern, layers in which it is forbidden, why)
CALLS = (
    (rf"(?<![\w])(?:std::|(?<![\w:>])::)({_NOT_PORTABLE})\b", ("models", "sim"),
     "differs between machines; use models/distribution/portable_math.hpp"),
    (r"\bstd::(reduce|transform_reduce|hash|execution)\b", ("models", "sim"),
     "its result is not fixed by the standard"),
    (r"\b(?:std::)?(cout|cerr|clog)\b(?=\s*<<)|\b(?:std|fmt)::(print|println|printf|puts|fputs)\b"
     r"|\bstd::(exit|abort|quick_exit|terminate)\b", ("models", "sim", "scenarios"),
     "a library neither prints nor exits"),
    (r"\b((?:system|steady|high_resolution)_clock)\b", ("models", "sim"),
     "the command alone reads a clock"),
    (r"\b(thread_local)\b", LAYERS, "state is passed in, never kept aside"),
)
# Inside trialcost::portable a bare exp() is ours; elsewhere it is the C library's.
_BARE_CALL = re.compile(
    rf"(?:[-+*/=(,<?{{!&|]|(?<!-)>|(?<!:):|\breturn)\s*({_NOT_PORTABLE})\s*\("
)
_OURS = re.compile(r"\bnamespace (trialcost::)?portable\b|\busing portable::")

# (file, function, reason): calls that may stay although CALLS forbids them.
ALLOWED_CALLS = ()

_VAGUE = {"util", "utils", "utility", "utilities", "helper", "helpers", "common", "manager", "misc"}
_VAGUE_TYPE = re.compile(r"\b(?:class|struct|enum class)\s+(\w*(?:Util|Utils|Helper|Manager|Common))\b")


def _line(text, position):
    return text.count("\n", 0, position) + 1


def own_includes(tree, path):
    for include in includes_of(tree.texts[path]):
        if include.quoted or include.target.split("/")[0] in LAYERS + OUTER:
            yield include


def check_direction(tree):
    for path in tree.code_files(LAYERS):
        here = layer_of(path)
        for include in own_includes(tree, path):
            where = f"{path}:{include.line}: "
            there = layer_of(include.target)
            exists = include.target in tree.texts or (tree.root / (include.target + ".in")).exists()
            if include.target.split("/")[0] in OUTER:
                yield where + f"includes {include.target}: the product does not know its tests"
            elif there is None:
                yield where + f'"{include.target}" is not a path from the top of the project'
            elif not include.quoted:
                yield where + f"<{include.target}> is a file of ours: write it in quotes"
            elif not exists:
                yield where + f"{include.target} does not exist"
            elif LAYERS.index(there) > LAYERS.index(here):
                yield where + f"{here} includes {include.target}, but knowledge goes down: " + (
                    " -> ".join(reversed(LAYERS))
                )


def _circles(graph):
    """The strongly connected components with more than one member (Tarjan), each sorted."""
    number, low, stack, found = {}, {}, [], []

    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in number:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], number[other])
        if low[node] == number[node]:
            at = stack.index(node)
            component, stack[at:] = sorted(stack[at:]), []
            if len(component) > 1:
                found.append(component)

    for node in sorted(graph):
        if node not in number:
            visit(node)
    return found


def check_circles(tree):
    files, rooms, links = {}, {}, {}
    for path in tree.code_files(LAYERS):
        for include in own_includes(tree, path):
            files.setdefault(path, set()).add(include.target)
            here, there = tree.room_of(path), tree.room_of(include.target)
            if here and there and here != there:
                rooms.setdefault(here, set()).add(there)
    for room in tree.rooms.values():
        links[room.path] = room.links
    for kind, graph in (("files", files), ("rooms", rooms), ("links of rooms", links)):
        for circle in _circles(graph):
            yield f"{circle[0]}: a circle among {kind}: {', '.join(circle)}"


def check_links(tree):
    used = {room: {} for room in tree.rooms}
    for path in tree.code_files(LAYERS):
        here = tree.room_of(path)
        if here is None:
            yield f"{path}:1: lies in no room"
            continue
        for include in own_includes(tree, path):
            there = tree.room_of(include.target)
            if there and there != here:
                used[here].setdefault(there, f"{path}:{include.line}")
    for room in tree.rooms.values():
        for link in sorted(room.links - set(tree.rooms)):
            yield f"{room.listed_in}:1: {room.path} links {link}, which is no room"
        for there, where in sorted(used[room.path].items()):
            if there not in room.links:
                yield f"{where}: {room.path} includes {there} but does not name it in LINKS"
        for link in sorted(room.links & set(tree.rooms) - set(used[room.path])):
            yield f"{room.listed_in}:1: {room.path} links {link} but includes nothing of it"


def check_third_party(tree):
    for path in tree.code_files(LAYERS):
        for include in includes_of(tree.texts[path]):
            if include.quoted or include.target.split("/")[0] in LAYERS + OUTER:
                continue
            where = f"{path}:{include.line}: "
            for library, pattern, places in THIRD_PARTY:
                if re.match(pattern, include.target):
                    if not any(path.startswith(place) for place in places):
                        known_to = " and ".join(places) + " alone" if places else "no room"
                        yield where + f"<{include.target}>: {library} may be known to {known_to}"
                    break
            else:
                # What is left must be a standard header, and those have neither folder nor suffix.
                if not re.fullmatch(r"[a-z_]+", include.target):
                    yield where + f"<{include.target}> belongs to no library the project knows"


def check_calls(tree):
    for path in tree.code_files(LAYERS):
        text = code_only(tree.texts[path])
        patterns = [(p, why) for p, layers, why in CALLS if layer_of(path) in layers]
        if layer_of(path) in ("models", "sim") and not _OURS.search(text):
            patterns.append((_BARE_CALL, CALLS[0][2]))
        for pattern, why in patterns:
            for match in re.finditer(pattern, text):
                name = next(group for group in match.groups() if group)
                if (path, name) not in {(file, function) for file, function, _ in ALLOWED_CALLS}:
                    yield f"{path}:{_line(text, match.start(match.lastindex))}: {name}: {why}"
    for file, function, _ in ALLOWED_CALLS:
        if not re.search(rf"\b{function}\b", code_only(tree.texts.get(file, ""))):
            yield f"{file}:1: is allowed to call {function}, but no longer does"


def check_files(tree):
    for path, text in tree.texts.items():
        lines = text.count("\n")
        if lines > MAX_LINES:
            yield f"{path}:{MAX_LINES}: has {lines} lines, {MAX_LINES} are the limit"
        for part in Path(path).with_suffix("").parts:
            if vague := _VAGUE & set(part.lower().split("_")):
                yield f"{path}:1: '{vague.pop()}' says nothing: name the file after what is in it"
        for match in _VAGUE_TYPE.finditer(code_only(text)):
            yield f"{path}:{_line(text, match.start())}: {match[1]}: name it after what it does"
        if Path(path).suffix in HEADER_SUFFIXES and path.split("/")[0] in LAYERS:
            opening = [line for line in text.split("\n") if line.strip()][:2]
            if "#pragma once" not in text:
                yield f"{path}:1: has no '#pragma once'"
            if not any(line.startswith(("//", "/*")) for line in opening):
                yield f"{path}:1: does not open with a comment that says what it is"


def check_source_lists(tree):
    for path in tree.code_files(LAYERS + OUTER):
        lists = tree.listed.get(path, [])
        if Path(path).suffix in SOURCE_SUFFIXES and len(lists) != 1:
            named = f"named {len(lists)} times ({', '.join(lists)})" if lists else "forgotten"
            yield f"{path}:1: is {named} in the source lists; it should be named once"
    for path, lists in tree.listed.items():
        if path not in tree.texts:
            yield f"{lists[0]}:1: names {path}, which does not exist"
    for path in tree.globs:
        yield f"{path}:1: collects sources by a pattern: name them"

    reached, waiting = set(), ["CMakeLists.txt"]
    while waiting:
        file = waiting.pop()
        reached.add(file)
        for folder in tree.subfolders.get(file, []):
            if f"{folder}/CMakeLists.txt" in tree.texts:
                waiting.append(f"{folder}/CMakeLists.txt")
    for path in tree.texts:
        if path.endswith("CMakeLists.txt") and path not in reached:
            yield f"{path}:1: no add_subdirectory leads here"

    for room in tree.rooms.values():
        if room.listed_in != f"{room.path}/CMakeLists.txt":
            yield f"{room.listed_in}:1: declares the room {room.path} outside its folder"
    for room, file in tree.tested_rooms:
        if file != f"tests/{room}/CMakeLists.txt":
            yield f"{file}:1: tests {room}: they belong in tests/{room}"


RULES = (
    check_direction,
    check_circles,
    check_links,
    check_third_party,
    check_calls,
    check_files,
    check_source_lists,
)
