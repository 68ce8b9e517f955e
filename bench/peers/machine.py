"""What a measurement was taken on, as far as it bears on the figures."""

import datetime
import os
import platform
import subprocess
from pathlib import Path


def _lines_of(path):
    try:
        return Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


def _after_colon(lines, name):
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith(name)), None)


def _vector_sets(lines):
    flags = (_after_colon(lines, "flags") or "").split()
    return [name for name in ("fma", "avx2", "avx512f", "avx512dq") if name in flags]


def _version_of(compiler):
    try:
        done = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.partition("\n")[0] or None


def describe_machine(cxx_recipe):
    """cxx_recipe: (compiler, flags) of the C++ peers, or None"""
    processor, memory = _lines_of("/proc/cpuinfo"), _lines_of("/proc/meminfo")
    compiler, flags = cxx_recipe or (None, None)
    kib = (_after_colon(memory, "MemTotal") or "0").split()[0]
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "processor": _after_colon(processor, "model name") or platform.machine(),
        "processors": os.cpu_count(),
        "vector_sets": _vector_sets(processor),
        "memory_gib": round(int(kib) / 2**20, 1),
        "system": platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
        if Path("/etc/os-release").exists() else platform.system(),
        "kernel": platform.release(),
        "compiler": _version_of(compiler) if compiler else None,
        "peer_flags": flags,
        "load_at_start": round(os.getloadavg()[0], 2),
    }
