"""The whole window under the load of its budgets, and ten times its messages, against a window of the usual kind.

    teledeck    the program's: tree of 10,000 rows, inspector, six plots of two curves, a camera (`views_window`)
    naive       the same things, a signal for every message (`views_naive`)

Each side in a process of its own with a sender of its own, which sends only while it is that side's turn. Frames are
paints of the window; in each tick there is something new in it. How old a picture is counts from when its first byte
is sent to when it is on the screen.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, Final

from app.config.folders import CONFIG_VARIABLE
from tests.benchmarks.common import Budget, Figure, MissingError, Section, Spread, ratios
from tests.benchmarks.views_load import ADVERTISED, CAMERA_HZ, ROOT, SENT_TOPICS, SMALL_HZ, Load, running_load

WAYS: Final = ("teledeck", "naive")
TEN_TIMES: Final = 10

ROUNDS: Final = 5
ROUNDS_OF_TEN_TIMES: Final = 3
SPAN_S: Final = 4.0
# plots are to be half full; the usual window does not get that far, and shows by then what it can
SETTLE_S: Final = {"teledeck": 18.0, "naive": 1.0}
SETTLE_TEN_TIMES_S: Final = {"teledeck": 4.0, "naive": 1.0}
_LINKS_TIMEOUT_S: Final = 180.0


class WindowSide:
    """One process with a window, and the sender that it is fed by."""

    def __init__(self, load: Load, to: IO[str], answers: IO[str]) -> None:
        self.load = load
        self._to = to
        self._answers = answers
        self._wait()

    def turn(self, small_hz: float, settle_s: float) -> dict[str, float]:
        """What was seen, and what was sent a second, in one turn."""
        self.ask("on")
        self.load.send(small_hz, CAMERA_HZ)
        time.sleep(settle_s)
        before, began = self.load.counts(), time.monotonic()
        seen: dict[str, float] = json.loads(self.ask(f"span {SPAN_S}"))
        after, elapsed_s = self.load.counts(), time.monotonic() - began
        # first: a window that does not keep up would take all memory
        self.load.send(0, 0)
        self.ask("off")
        sent = sum(after.small) - sum(before.small)
        return seen | {"sent_hz": sent / elapsed_s, "sent_camera_hz": (after.camera - before.camera) / elapsed_s}

    def faults(self) -> list[str]:
        """What was sent and not counted."""
        self.ask("on")
        counts = self.load.counts()
        found: list[str] = json.loads(self.ask(f"end {' '.join(map(str, (*counts.small, counts.camera)))}"))
        return found

    def ask(self, line: str) -> str:
        """What it answers."""
        self._to.write(f"{line}\n")
        self._to.flush()
        return self._answers.readline()

    def _wait(self) -> None:
        if self._answers.readline().strip() != "ready":
            raise MissingError("a window of the benchmark ended: its error is above")
        deadline = time.monotonic() + _LINKS_TIMEOUT_S
        while self.load.links() != SENT_TOPICS + 1:
            if time.monotonic() > deadline:
                raise RuntimeError("the sender is not subscribed to")
            time.sleep(0.1)


@contextmanager
def running_side(
    way: str, folder: Path | None = None, prepare: Callable[[Load], None] = lambda _: None
) -> Iterator[WindowSide]:
    """A process with a window: one of `WAYS`, `boxed`, which has a black box, or `deck`, which looks back as well.

    Its files are in `folder`, where `prepare` may put some before it begins.
    """
    with running_load() as load:
        prepare(load)
        command = [sys.executable, "-m", "tests.benchmarks.views_side", way, str(load.port), str(load.data_port)]
        pipe = subprocess.PIPE
        environ = os.environ | ({CONFIG_VARIABLE: str(folder)} if folder is not None else {})
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT, env=environ) as process:
            try:
                assert process.stdin is not None
                assert process.stdout is not None
                yield WindowSide(load, process.stdin, process.stdout)
            finally:
                process.kill()


def run_whole(platform: str) -> list[Section]:
    """Measure, on a platform of Qt's."""
    turns: dict[tuple[str, int], list[dict[str, float]]] = {}
    with ExitStack() as stack:
        sides = {way: stack.enter_context(running_side(way)) for way in WAYS}
        for times, rounds in ((1, ROUNDS), (TEN_TIMES, ROUNDS_OF_TEN_TIMES)):
            for _ in range(rounds):
                for way, side in sides.items():
                    settle_s = (SETTLE_S if times == 1 else SETTLE_TEN_TIMES_S)[way]
                    turns.setdefault((way, times), []).append(side.turn(times * SMALL_HZ, settle_s))
        faults = sides["teledeck"].faults()
    for fault in faults:
        sys.stderr.write(f"views: {fault}\n")
    once = _section(turns, 1, platform)
    once.budgets += [
        Budget("teledeck, frames", _spread(turns["teledeck", 1], "frames_hz"), "a second", at_least=60, places=1),
        Budget("teledeck, interface thread", _share(turns["teledeck", 1]), "% of a core", at_most=25, places=1),
        Budget("teledeck, age of the picture", _spread(turns["teledeck", 1], "age_ms"), "ms", at_most=16, places=1),
    ]
    ten = _section(turns, TEN_TIMES, platform)
    ten.budgets += [
        Budget(
            "teledeck, frames", _spread(turns["teledeck", TEN_TIMES], "frames_hz"), "a second", at_least=58, places=1
        ),
        Budget(
            "teledeck, age of the picture", _spread(turns["teledeck", TEN_TIMES], "age_ms"), "ms", at_most=20, places=1
        ),
        Budget("teledeck, kinds of messages not counted", Spread((len(faults),)), "", at_most=0, places=0),
    ]
    return [once, ten]


def _section(turns: dict[tuple[str, int], list[dict[str, float]]], times: int, platform: str) -> Section:
    rounds = len(turns[WAYS[0], times])
    section = Section(
        f"whole window ({platform}): {SENT_TOPICS} topics x {times * SMALL_HZ} Hz, camera {CAMERA_HZ} Hz, "
        f"{ADVERTISED:,} rows, six plots; {rounds} x {SPAN_S:g} s"
    )
    for way in WAYS:
        mine = turns[way, times]
        section.figures += [
            Figure(f"{way}, frames", _spread(mine, "frames_hz"), "a second", 1),
            Figure(f"{way}, longest frame", _spread(mine, "longest_ms"), "ms", 0),
            Figure(f"{way}, interface thread", _share(mine), "% of a core", 1),
            Figure(f"{way}, pictures painted", _spread(mine, "pictures", 1 / SPAN_S), "a second", 1),
            Figure(f"{way}, age of the picture", _spread(mine, "age_ms"), "ms", 1),
            Figure(f"{way}, oldest picture", _spread(mine, "worst_age_ms"), "ms", 0),
            Figure(f"{way}, plots painted", _spread(mine, "plots", 1 / SPAN_S), "a second", 0),
            Figure(f"{way}, messages handled", _spread(mine, "handled_hz"), "a second", 0),
            Figure(f"{way}, messages sent", _spread(mine, "sent_hz"), "a second", 0),
            Figure(f"{way}, pictures sent", _spread(mine, "sent_camera_hz"), "a second", 1),
        ]
    frames = [tuple(turn["frames_hz"] for turn in turns[way, times]) for way in WAYS]
    if all(frames[1]):
        section.figures.append(Figure("teledeck / naive, frames", ratios(*frames), "x", 1))
    return section


def _spread(turns: list[dict[str, Any]], name: str, factor: float = 1.0) -> Spread:
    return Spread(tuple(factor * turn[name] for turn in turns))


def _share(turns: list[dict[str, float]]) -> Spread:
    return _spread(turns, "share", 100)
