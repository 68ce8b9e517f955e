"""Reads a source tree as its rooms: which folder is a room, what it links, what its files include.

Only the text of the files is read; nothing is configured or compiled. A room is a folder whose
CMakeLists.txt calls trialcost_room(), or an executable in a layer's folder: its own sources and the
rooms it links. A file belongs to the room with the longest matching path.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

# From the bottom up: a layer may know itself and those before it.
LAYERS = ("models", "sim", "scenarios", "tools")
# Where sources lie that know the layers and are known by none of them.
OUTER = ("tests", "bench")
SOURCE_SUFFIXES = {".cpp", ".cc", ".cxx", ".c"}
HEADER_SUFFIXES = {".hpp", ".h", ".hh", ".inl", ".ipp"}

_NOT_CODE = re.compile(
    r"""(?P<raw>R"(?P<tag>[^\s()\\]{0,16})\(.*?\)(?P=tag)")"""
    r"""|(?P<string>"(?:\\.|[^"\\\n])*")"""
    r"""|(?P<character>(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+')"""
    r"""|(?P<comment>//[^\n]*|/\*.*?\*/)""",
    re.DOTALL | re.VERBOSE,
)
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', re.MULTILINE)
_CMAKE_COMMENT = re.compile(r"#\[\[.*?\]\]|#[^\n]*", re.DOTALL)
_CMAKE_CALL = re.compile(r"(?<![\w])([A-Za-z_]\w*)[ \t]*\(")
_KEYWORDS = {"SOURCES", "LINKS", "EXTERNAL", "PUBLIC", "PRIVATE", "INTERFACE"}


@dataclass(frozen=True)
class Include:
    target: str
    quoted: bool
    line: int


@dataclass
class Room:
    path: str
    listed_in: str
    links: set = field(default_factory=set)


@dataclass
class Tree:
    root: Path
    texts: dict = field(default_factory=dict)  # path -> text of sources, headers, CMake, Python
    rooms: dict = field(default_factory=dict)  # path -> Room
    tested_rooms: list = field(default_factory=list)  # (room path, CMake file)
    listed: dict = field(default_factory=dict)  # source path -> [CMake files that name it]
    subfolders: dict = field(default_factory=dict)  # CMake file -> folders it adds
    globs: list = field(default_factory=list)  # CMake files that collect sources by pattern

    def code_files(self, folders):
        return [p for p in self.texts if is_code(p) and p.split("/")[0] in folders]

    def room_of(self, path):
        folder = path
        while "/" in folder:
            folder = folder.rsplit("/", 1)[0]
            if folder in self.rooms:
                return folder
        return None


def is_code(path):
    return Path(path).suffix in SOURCE_SUFFIXES | HEADER_SUFFIXES


def layer_of(path):
    first = path.split("/")[0]
    return first if first in LAYERS else None


def _blank(match):
    if match["comment"] is None and match["raw"] is None:
        return match[0][0] + " " * (len(match[0]) - 2) + match[0][-1]
    return re.sub(r"[^\n]", " ", match[0])


def code_only(text):
    """The text with comments and the contents of literals blanked out; every line keeps its number."""
    return _NOT_CODE.sub(_blank, text)


def includes_of(text):
    # Comments go, but the quoted path of an include is itself a literal and has to stay.
    without_comments = _NOT_CODE.sub(
        lambda m: m[0] if m["comment"] is None else re.sub(r"[^\n]", " ", m[0]), text
    )
    return [
        Include(m[2], m[1] == '"', without_comments.count("\n", 0, m.start()) + 1)
        for m in _INCLUDE.finditer(without_comments)
    ]


def cmake_calls(text):
    """Yields (command, [arguments]) in order of appearance; generator expressions stay one word."""
    text = _CMAKE_COMMENT.sub("", text)
    position = 0
    while match := _CMAKE_CALL.search(text, position):
        depth, end = 1, match.end()
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        yield match[1].lower(), text[match.end() : end - 1].replace('"', " ").split()
        position = end


def _under(arguments, keyword):
    """The arguments that follow `keyword`, up to the next one."""
    found, taking = [], False
    for argument in arguments:
        if argument in _KEYWORDS:
            taking = argument == keyword
        elif taking:
            found.append(argument)
    return found


def _read_cmake(tree, path, executables):
    folder = path.rsplit("/", 1)[0] if "/" in path else ""

    def place(name):
        for variable in ("PROJECT_SOURCE_DIR", "CMAKE_SOURCE_DIR"):
            if name.startswith("${" + variable + "}/"):
                return name.split("}/", 1)[1]
        name = name.replace("${CMAKE_CURRENT_SOURCE_DIR}/", "")
        return str(Path(folder, name).as_posix())

    def list_sources(arguments):
        for argument in arguments:
            if Path(argument).suffix in SOURCE_SUFFIXES:
                tree.listed.setdefault(place(argument), []).append(path)

    for command, arguments in cmake_calls(tree.texts[path]):
        if command in ("function", "macro") or not arguments:
            continue
        if command == "trialcost_room":
            room = tree.rooms.setdefault(arguments[0], Room(arguments[0], path))
            room.links.update(_under(arguments, "LINKS"))
            list_sources(_under(arguments, "SOURCES"))
        elif command == "trialcost_room_tests":
            tree.tested_rooms.append((arguments[0], path))
            list_sources(_under(arguments, "SOURCES"))
        elif command in ("add_executable", "add_library", "target_sources"):
            list_sources(arguments[1:])
            if (command == "add_executable" or "OBJECT" in arguments) and layer_of(path):
                executables[arguments[0]] = folder
        elif command == "target_link_libraries" and arguments[0] in executables:
            room = tree.rooms.setdefault(folder, Room(folder, path))
            room.links.update(arguments[1:])
        elif command == "add_subdirectory":
            tree.subfolders.setdefault(path, []).append(place(arguments[0]))
        elif command == "file" and arguments[0].upper().startswith("GLOB"):
            tree.globs.append(path)


def read_tree(root):
    root = Path(root)
    tree = Tree(root)
    for folder in (*LAYERS, *OUTER):
        for file in sorted((root / folder).rglob("*")):
            path = file.relative_to(root).as_posix()
            is_text = is_code(path) or file.suffix == ".py" or file.name == "CMakeLists.txt"
            if file.is_file() and is_text:
                tree.texts[path] = file.read_text(encoding="utf-8")
    top = root / "CMakeLists.txt"
    tree.texts["CMakeLists.txt"] = top.read_text(encoding="utf-8") if top.exists() else ""

    executables = {}
    for path in [p for p in tree.texts if p.endswith("CMakeLists.txt")]:
        _read_cmake(tree, path, executables)
    # An executable links targets (`sim_run`) where a room names paths (`sim/run`).
    targets = {path.replace("/", "_"): path for path in tree.rooms}
    for room in tree.rooms.values():
        room.links = {targets.get(link, link) for link in room.links}
        if room.path in executables.values():
            room.links = {link for link in room.links if layer_of(link)} - {room.path}
    return tree
