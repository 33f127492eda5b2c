"""How long a start takes, warm, in new processes, next to bare Python and a bare window.

What is judged is the processor time of a start as a multiple of that of the bare window in the same round, which
changes little on slow or busy machines; times by the wall clock say what it is like. The platform is Qt's offscreen
one unless QT_QPA_PLATFORM names another: no compositor, no screen.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from tests.benchmarks.common import Budget, Figure, MissingError, Section, Spread, ratios

ROUNDS = 7
ROOT = Path(__file__).parents[2]
WINDOW = Path(__file__).with_name("start_window.py")
TIMEOUT_S = 60.0

PYTHON = [sys.executable, "-c", "pass"]
VERSION = [sys.executable, "-m", "app", "--version"]


def _environment(home: str) -> Mapping[str, str]:
    # the settings of whoever runs this are neither read nor written
    own = {"HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "PYTHONPATH": str(ROOT)}
    # compiled once, as an installed program is, also where the user has Python keep nothing
    own |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": f"{home}/bytecode"}
    return {"QT_QPA_PLATFORM": "offscreen", **os.environ, **own}


def _run(command: list[str], environment: Mapping[str, str]) -> tuple[float, str]:
    """Milliseconds to the end of the process, and what it wrote."""
    began = time.perf_counter()
    done = subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
    )
    if done.returncode:
        raise MissingError(f"{' '.join(command)} ends with {done.returncode}:\n{done.stderr.strip()}")
    return (time.perf_counter() - began) * 1e3, done.stdout


def _window(kind: str, environment: Mapping[str, str]) -> dict[str, float]:
    command = [sys.executable, str(WINDOW), kind, str(time.monotonic_ns())]
    words = _run(command, environment)[1].split()
    return {name: float(value) for name, value in zip(words[::2], words[1::2], strict=True)}


def run() -> list[Section]:
    """All starts, each round in turn; one round before does not count, it warms the caches."""
    times: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as home:
        environment = _environment(home)
        for number in range(ROUNDS + 1):
            found = {
                "python": _run(PYTHON, environment)[0],
                "version": _run(VERSION, environment)[0],
                **_window("bare", environment),
                **_window("app", environment),
            }
            if number:
                for name, value in found.items():
                    times.setdefault(name, []).append(value)
    spreads = {name: Spread(tuple(values)) for name, values in times.items()}
    section = Section(f"start, {ROUNDS} rounds, platform {environment['QT_QPA_PLATFORM']}")
    section.figures += [
        Figure("python -c pass", spreads["python"], "ms", 0),
        Figure("teledeck --version", spreads["version"], "ms", 0),
        Figure("bare window painted", spreads["bare"], "ms", 0),
        Figure("window painted", spreads["shown"], "ms", 0),
        Figure("every panel usable", spreads["ready"], "ms", 0),
        Figure("window / bare window", ratios(times["shown"], times["bare"]), "x"),
        Figure("bare window, processor time", spreads["bare_cpu"], "ms", 0),
        Figure("window, processor time", spreads["shown_cpu"], "ms", 0),
        Figure("every panel, processor time", spreads["ready_cpu"], "ms", 0),
    ]
    section.budgets += [
        Budget("window / bare window, processor time", ratios(times["shown_cpu"], times["bare_cpu"]), at_most=1.6),
        Budget("every panel / bare window, processor time", ratios(times["ready_cpu"], times["bare_cpu"]), at_most=5),
    ]
    return [section]
