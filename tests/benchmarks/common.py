"""What all benchmarks share: rounds, medians, budgets, a report in words and in JSON."""

from __future__ import annotations

import importlib.util
import itertools
import os
import platform
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).parent
ROOT = SOURCES.parents[1]

# long enough that the clock's own cost is nothing
_BATCH_S = 0.02


class MissingError(Exception):
    """Something that a benchmark needs is not there."""


@dataclass(frozen=True, slots=True)
class Need:
    """What a benchmark needs beside the packages that the program runs on.

    Attributes:
        name: of a program on the PATH, or of a package.
        words: what it is, and how to get it.
    """

    name: str
    words: str

    @property
    def met(self) -> bool:
        """Whether it is there."""
        return shutil.which(self.name) is not None or importlib.util.find_spec(self.name) is not None


COMPILER = Need("cc", "a C compiler (cc): on Debian and Ubuntu, apt install gcc libc6-dev")
SCIPY = Need("scipy", "the package scipy: ./test.sh sets up the packages for tests")
FROZEN = Need(str(ROOT / "build/package/dist/teledeck/teledeck"), "the frozen program: packaging/build.sh makes it")
PYTEST = Need("pytest", "the package pytest: ./test.sh sets up the packages for tests")
MCAP = Need("mcap", "the package mcap: ./test.sh sets up the packages for tests")

# every benchmark by its name, with what it needs
BENCHMARKS: Mapping[str, tuple[Need, ...]] = {
    "ingest": (COMPILER,),
    "extract": (),
    "ros1": (PYTEST,),
    "rosout": (),
    "nrp": (),
    "start": (),
    "frozen": (FROZEN,),
    "tree": (),
    "views": (COMPILER,),
    "topview": (),
    "pictures": (),
    "lane": (),
    "runs": (),
    "analysis_window": (),
    "joints": (),
    "analysis": (SCIPY,),
    "record": (MCAP,),
    "record_window": (COMPILER,),
    "deck": (COMPILER,),
    "compare_large": (),
    "drive": (COMPILER,),
}


@dataclass(frozen=True, slots=True)
class Spread:
    """The values of all rounds."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle one."""
        return statistics.median(self.values)

    def format(self, places: int = 2) -> str:
        """Median, lowest and highest."""
        return f"{self.median:,.{places}f} [{min(self.values):,.{places}f} .. {max(self.values):,.{places}f}]"

    def as_json(self) -> dict[str, float]:
        """Median, lowest and highest."""
        return {"median": self.median, "min": min(self.values), "max": max(self.values)}


def ratios(over: Sequence[float], under: Sequence[float]) -> Spread:
    """The ratio within each round: what disturbs the machine disturbs both sides of it."""
    return Spread(tuple(a / b for a, b in zip(over, under, strict=True)))


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured thing."""

    name: str
    spread: Spread
    unit: str
    places: int = 2
    note: str = ""


@dataclass(frozen=True, slots=True)
class Budget:
    """A figure and what its median must be; the numbers are those of docs/measurements.md."""

    name: str
    spread: Spread
    unit: str = "x"
    at_least: float | None = None
    at_most: float | None = None
    places: int = 2

    @property
    def met(self) -> bool:
        """Whether the median keeps within it."""
        median = self.spread.median
        return (self.at_least is None or median >= self.at_least) and (self.at_most is None or median <= self.at_most)

    @property
    def limit(self) -> str:
        """The bound, in words."""
        return f">= {self.at_least:g}" if self.at_least is not None else f"<= {self.at_most:g}"


@dataclass(slots=True)
class Section:
    """One table of a report."""

    title: str
    figures: list[Figure] = field(default_factory=list)
    budgets: list[Budget] = field(default_factory=list)

    def lines(self) -> list[str]:
        """The section in words."""
        width = max(len(name) for name in [*(f.name for f in self.figures), *(b.name for b in self.budgets)])
        lines = [self.title]
        for figure in self.figures:
            value = f"{figure.spread.format(figure.places)} {figure.unit}"
            lines.append(f"    {figure.name:{width}}  {value:36} {figure.note}".rstrip())
        for budget in self.budgets:
            value = f"{budget.spread.format(budget.places)} {budget.unit}"
            verdict = "met" if budget.met else "MISSED"
            lines.append(f"    {budget.name:{width}}  {value:36} budget {budget.limit}: {verdict}")
        return lines

    def as_json(self) -> dict[str, Any]:
        """The section as plain values."""
        return {
            "title": self.title,
            "figures": [
                {"name": figure.name, "unit": figure.unit, "note": figure.note, **figure.spread.as_json()}
                for figure in self.figures
            ],
            "budgets": [
                {
                    "name": budget.name,
                    "unit": budget.unit,
                    "at_least": budget.at_least,
                    "at_most": budget.at_most,
                    "met": budget.met,
                    **budget.spread.as_json(),
                }
                for budget in self.budgets
            ],
        }


def in_turns(ways: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """What a call of each function costs in each round: microseconds of the thread's processor time."""
    loops = {way: _loops(function) for way, function in ways.items()}
    times: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(rounds):
        for way, function in ways.items():
            times[way].append(_microseconds(function, loops[way]))
    return times


def _loops(function: Callable[[], object]) -> int:
    began = time.thread_time()
    loops = 0
    while time.thread_time() - began < _BATCH_S:
        function()
        loops += 1
    return max(1, loops)


def _microseconds(function: Callable[[], object], loops: int) -> float:
    calls = itertools.repeat(None, loops)
    began = time.thread_time()
    for _ in calls:
        function()
    return (time.thread_time() - began) / loops * 1e6


def compile_c(name: str, folder: Path) -> Path:
    """Compile one of our C programs into `folder`. Raises MissingError without a compiler."""
    if not COMPILER.met:
        raise MissingError(COMPILER.words)
    target = folder / name
    done = subprocess.run(
        [COMPILER.name, "-O2", "-Wall", "-Wextra", "-o", target, SOURCES / f"{name}.c", "-pthread", "-lm"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise MissingError(f"the C compiler can't compile {name}.c:\n{done.stderr.strip()}")
    return target


def machine() -> dict[str, Any]:
    """What the figures were measured on, and how busy it was."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text(encoding="utf-8").splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), model)
    return {
        "cpu": model,
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "system": platform.system(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }
