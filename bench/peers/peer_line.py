"""The line that every program of a comparison prints: bench/workloads.md."""

_WORDS = ("peer", "workload", "scale")
_TIMES = ("seconds", "draws_per_s")


def parse_line(text):
    """-> {"peer": ..., "draws": ..., "seconds": ..., "figures": {name: number}, ...}

    Lists become one figure each, "first[1]" and so on. ValueError says what is wrong.
    """
    lines = [line for line in text.splitlines() if line.startswith("peer=")]
    if len(lines) != 1:
        raise ValueError(f"{len(lines)} lines that begin with peer=, where one is wanted")
    words = {}
    for word in lines[0].split():
        name, equals, value = word.partition("=")
        if not equals or name in words:
            raise ValueError(f"'{word}' is no NAME=VALUE, or its name is there twice")
        words[name] = value
    missing = [name for name in (*_WORDS, "draws", *_TIMES) if name not in words]
    if missing:
        raise ValueError(f"lacks {', '.join(missing)}")
    line = {name: words.pop(name) for name in _WORDS}
    line["draws"] = int(float(words.pop("draws")))
    line["figures"] = {}
    for name, value in words.items():
        if name in _TIMES or name.endswith("_seconds"):
            line[name] = float(value)
        elif "," in value:
            for number, cell in enumerate(value.split(","), 1):
                line["figures"][f"{name}[{number}]"] = float(cell)
        else:
            line["figures"][name] = float(value)
    if line["draws"] <= 0 or line["seconds"] <= 0 or not line["figures"]:
        raise ValueError("draws, seconds and figures must be there and above 0")
    return line
