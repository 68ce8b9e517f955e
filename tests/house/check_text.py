"""Fails when a file of the project refers to something outside it, or to a place that is not there.

    python3 tests/house/check_text.py [ROOT]

Looked at is every text file of the project: no path that leaves the project, no folder of somebody's
machine, no package host, no page (.md) that does not exist; and in Markdown every relative link leads
to a file, and to a heading where it names one.
"""

import os
import re
import sys
from pathlib import Path

_SKIPPED_FOLDERS = {".git", "build", "__pycache__", ".cache"}

_ABSOLUTE = re.compile(r"(?<![\w.~/})-])/(work|tmp|home|root|Users|mnt)(?=/|\b)[\w./-]*")
_PACKAGE_HOST = re.compile(
    r"\b((deb|ftp|security|snapshot|archive|packages)\.(\w+\.)?(debian|ubuntu)\.(org|com)"
    r"|pypi\.org|files\.pythonhosted\.org|registry\.npmjs\.org|proxy\.golang\.org|crates\.io"
    r"|conda\.anaconda\.org)\b"
)
_UPWARD = re.compile(r"(?<![\w.])(?:\.\./)+[\w./-]*")
_PAGE = re.compile(r"(?<![\w/.:~*-])[\w.-][\w./-]*\.md\b")
_LINK = re.compile(r"(?<!\\)\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)")
_HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*\s*$", re.MULTILINE)
_FENCE = re.compile(r"^( *)(```+|~~~+).*?^\1\2[ \t]*$", re.DOTALL | re.MULTILINE)

# Files that hold such references on purpose, to show that they are refused.
FAULTS_ON_PURPOSE = ("tests/house/test_text.py",)


def _line(text, position):
    return text.count("\n", 0, position) + 1


def _without_fences(text):
    return _FENCE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def _anchors(markdown):
    """The names under which the headings of a page can be linked to."""
    names = set()
    for match in _HEADING.finditer(_without_fences(markdown)):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", match[1]).lower()
        name = re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")
        repeat = 0
        while (name if repeat == 0 else f"{name}-{repeat}") in names:
            repeat += 1
        names.add(name if repeat == 0 else f"{name}-{repeat}")
    return names


def read_texts(root):
    texts = {}
    for folder, subfolders, files in os.walk(root):
        subfolders[:] = sorted(set(subfolders) - _SKIPPED_FOLDERS)
        for file in sorted(files):
            try:
                path = Path(folder, file)
                texts[path.relative_to(root).as_posix()] = path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                pass  # not text
    return texts


def check_references(root, path, text):
    for match in _ABSOLUTE.finditer(text):
        yield f"{path}:{_line(text, match.start())}: {match[0]} is a folder of somebody's machine"
    for match in _PACKAGE_HOST.finditer(text):
        yield f"{path}:{_line(text, match.start())}: names the package host {match[0]}"
    for match in _UPWARD.finditer(text):
        before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        from_top = "SOURCE_DIR" in before and "CURRENT_SOURCE_DIR" not in before
        here = Path() if from_top else Path(path).parent
        if os.path.normpath(here / match[0]).startswith(".."):
            yield f"{path}:{_line(text, match.start())}: {match[0]} leaves the project"


def check_pages(root, path, text, page_names):
    prose = text
    if path.endswith(".md"):
        # Links are looked at more closely below.
        prose = _LINK.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), _without_fences(text))
    for match in _PAGE.finditer(prose):
        page = match[0]
        found = (
            (root / Path(path).parent / page).exists() or (root / page).exists()
            if "/" in page
            else page in page_names
        )
        if not found:
            yield f"{path}:{_line(text, match.start())}: there is no page {page}"


def check_links(root, path, text, texts):
    if not path.endswith(".md"):
        return
    for match in _LINK.finditer(_without_fences(text)):
        where = f"{path}:{_line(text, match.start())}: "
        target, _, anchor = match[1].partition("#")
        if re.match(r"[a-z][a-z+.-]*:", target):
            continue
        to = os.path.normpath(Path(path).parent / target) if target else path
        if not (root / to).exists():
            yield where + f"the link to {match[1]} leads nowhere"
        elif anchor and to.endswith(".md") and anchor not in _anchors(texts.get(to, "")):
            yield where + f"{to} has no heading #{anchor}"


def complaints_about(root):
    root = Path(root)
    texts = read_texts(root)
    if not texts:
        return [f"{root}: no text was found, so nothing was checked"]
    page_names = {Path(path).name for path in texts if path.endswith(".md")}
    complaints = []
    for path, text in texts.items():
        if path in FAULTS_ON_PURPOSE:
            continue
        complaints += check_references(root, path, text)
        complaints += check_pages(root, path, text, page_names)
        complaints += check_links(root, path, text, texts)
    return complaints


if __name__ == "__main__":
    top = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
    found = complaints_about(top)
    print(*found, sep="\n")
    sys.exit(f"{len(found)} complaints" if found else None)
