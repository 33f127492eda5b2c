"""Whether the window stays smooth while a robot's programs log 10,000 lines a second into its open console.

    idle     the window with its console open, while nobody logs
    flood    the same window while lines come
    high     the same, the console as high as the window allows

In turns, in one process run. A picture that changes with every frame counts what is painted of the window.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from app.main import SWITCH_INTERVAL_S, make_application
from app.ui.base.preferences import Preferences
from tests.benchmarks.common import Budget, Figure, Section, Spread, ratios
from tests.benchmarks.rosout_window import ConsoleWindow, Span

ROOT = Path(__file__).parents[2]

LINES_HZ = 10_000
WAYS = (("idle", "off", False), ("flood", "on", False), ("high", "on", True))
ROUNDS = 7
SPAN_S = 2.0
# until what was said before is shown, or the last of it
SETTLE_S = 0.7


@contextmanager
def _sending() -> Iterator[tuple[str, IO[str]]]:
    """A robot that logs: its address, and where it is told to."""
    command = [sys.executable, "-m", "tests.benchmarks.rosout_sender", str(LINES_HZ)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT) as process:
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            yield f"ros1://127.0.0.1:{int(process.stdout.readline())}", process.stdin
        finally:
            process.kill()


def run() -> list[Section]:
    """Everything; the platform is Qt's offscreen one unless QT_QPA_PLATFORM names another."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    make_application()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    spans: dict[str, list[Span]] = {way: [] for way, _, _ in WAYS}
    try:
        with _sending() as (uri, switch):
            preferences = Preferences()
            window = ConsoleWindow(uri, preferences)
            try:
                _tell(switch, "on")
                window.wait_for_lines()
                for _ in range(ROUNDS):
                    for way, word, high in WAYS:
                        window.set_high(high)
                        _tell(switch, word)
                        window.run(SETTLE_S)
                        spans[way].append(window.run(SPAN_S))
            finally:
                # the sender would complain of a link that ends
                _tell(switch, "off")
                window.run(SETTLE_S)
                window.close()
    finally:
        sys.setswitchinterval(interval)
    return [_report(spans)]


def _tell(switch: IO[str], word: str) -> None:
    switch.write(f"{word}\n")
    switch.flush()


def _report(spans: dict[str, list[Span]]) -> Section:
    section = Section(f"rosout: {LINES_HZ:,} lines a second into the open console, {ROUNDS} rounds of {SPAN_S:g} s")

    def spread(way: str, name: str, factor: float = 1) -> Spread:
        return Spread(tuple(factor * getattr(span, name) for span in spans[way]))

    for way in spans:
        section.figures += [
            Figure(f"{way}, frames", spread(way, "frames"), "a second", 1),
            Figure(f"{way}, the console painted", spread(way, "console"), "a second", 1),
            Figure(f"{way}, longest frame", spread(way, "longest_ms"), "ms", 0),
            Figure(f"{way}, interface thread", spread(way, "share", 100), "% of a core", 1),
        ]
    idle = spread("idle", "frames").values
    for way in ("flood", "high"):
        frames = spread(way, "frames")
        section.figures += [
            Figure(f"{way} / idle, frames", ratios(frames.values, idle), "x"),
            Figure(f"{way}, messages that came", spread(way, "messages"), "a second", 0),
            Figure(f"{way}, lines that the console took", spread(way, "lines"), "a second", 0),
            Figure(f"{way}, lines dropped", spread(way, "dropped"), "a second", 0),
        ]
        section.budgets.append(Budget(f"{way}, frames", frames, "a second", at_least=50, places=1))
    return section
