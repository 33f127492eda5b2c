"""How long the frozen program takes to start, next to the same program from its sources, in turns.

What is judged is processor time, of the program and of the children that it waits for; times by the wall clock say what
it is like. The window is that of the demo on Qt's offscreen platform, painted once and saved: the demo robot, which is
a process of its own, is in both.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping

from tests.benchmarks.common import FROZEN, ROOT, Budget, Figure, MissingError, Section, Spread, ratios

ROUNDS = 7
SIDES: Mapping[str, list[str]] = {"frozen": [FROZEN.name], "sources": [sys.executable, "-m", "app"]}


def _environment(home: str) -> dict[str, str]:
    # the settings of whoever runs this are neither read nor written
    own = {
        "HOME": home,
        "TELEDECK_CONFIG": home,
        "XDG_CONFIG_HOME": home,
        "XDG_DATA_HOME": home,
        "XDG_STATE_HOME": home,
    }
    # compiled once, as an installed program is, also where the user has Python keep nothing
    own |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": f"{home}/bytecode", "PYTHONPATH": str(ROOT)}
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen", **own}


def _run(command: list[str], environment: Mapping[str, str]) -> tuple[float, float]:
    """Milliseconds to its end by the clock, and of processor time."""
    began = time.perf_counter()
    process = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    elapsed_s = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise MissingError(f"{' '.join(command)} ends with {process.returncode}")
    return elapsed_s * 1e3, (used.ru_utime + used.ru_stime) * 1e3


def _compared(title: str, arguments: list[str], environment: Mapping[str, str]) -> tuple[Section, Spread]:
    """The figures of both sides, and the ratio of their processor time."""
    elapsed: dict[str, list[float]] = {side: [] for side in SIDES}
    used: dict[str, list[float]] = {side: [] for side in SIDES}
    # one round before does not count, it warms the caches
    for number in range(ROUNDS + 1):
        for side, program in SIDES.items():
            elapsed_ms, used_ms = _run([*program, *arguments], environment)
            if number:
                elapsed[side].append(elapsed_ms)
                used[side].append(used_ms)
    section = Section(f"{title}, {ROUNDS} rounds")
    for side in SIDES:
        section.figures.append(Figure(f"{side}, by the clock", Spread(tuple(elapsed[side])), "ms", 0))
        section.figures.append(Figure(f"{side}, processor time", Spread(tuple(used[side])), "ms", 0))
    section.figures.append(Figure("frozen / sources, by the clock", ratios(elapsed["frozen"], elapsed["sources"]), "x"))
    return section, ratios(used["frozen"], used["sources"])


def run() -> list[Section]:
    """A command that needs nothing, and the window."""
    with tempfile.TemporaryDirectory() as home:
        environment = _environment(home)
        version, version_ratio = _compared("teledeck --version", ["--version"], environment)
        arguments = ["demo", "--screenshot", f"{home}/window.png", "--after", "0.2"]
        window, window_ratio = _compared("window on the demo robot, painted", arguments, environment)
    version.figures.append(Figure("frozen / sources, processor time", version_ratio, "x"))
    window.budgets.append(Budget("frozen / sources, processor time", window_ratio, at_most=1.3))
    return [version, window]
