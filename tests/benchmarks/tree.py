"""What the list of topics costs the interface thread, and the whole window while 200 topics are measured.

    teledeck    the panel of the program, with all of its tree expanded
    naive       a QStandardItemModel behind a QSortFilterProxyModel, filled with the same topics

Both in the same round, by processor time of the thread, from the change to the end of the painting. What is judged
is how many times longer the naive one takes, which holds on a slow machine, too.
"""

from __future__ import annotations

import functools
import gc
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.main import make_application
from app.ui.base.preferences import Preferences
from tests.benchmarks.common import Budget, Figure, Section, Spread, ratios
from tests.benchmarks.tree_sides import NaiveSide, PanelSide, Side
from tests.benchmarks.tree_window import MeasuredWindow

ROOT = Path(__file__).parents[2]

TOPICS = 10_000
ROUNDS = 5
REFRESHES = 30
INTERVAL_S = 0.1
WORDS = ("camera", "robot17/i", "lidar 3")

# The slowest key is the one that opens the list, which lays it out and paints it for the first time. The refreshes are
# those at 10 Hz.
TIMES_AS_FAST = {"key": 25, "slowest key": 120, "clear": 3, "refresh": 36}

SENT_TOPICS = 200
SENT_HZ = 100
SETTLE_S = 4.0
SPANS = 5
SPAN_S = 2.0
SHARE = 0.1


def run() -> list[Section]:
    """Everything; the platform is Qt's offscreen one unless QT_QPA_PLATFORM names another."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    make_application()
    return [_list_section(), _measure_section()]


@contextmanager
def _own_preferences() -> Iterator[Preferences]:
    yield Preferences()


def _thread_ms(function: Callable[[], object]) -> float:
    began = time.thread_time()
    function()
    QCoreApplication.processEvents()
    return (time.thread_time() - began) * 1e3


def _list_section() -> Section:
    kinds = ("camera", "imu", "lidar", "odom", "battery")
    names = [f"/robot{i % 100}/{kinds[i % 5]}/part{i // 500}/{kinds[i % 5]}{i}" for i in range(TOPICS)]
    random.Random(1).shuffle(names)
    with _own_preferences() as preferences:
        sides: dict[str, Side] = {"teledeck": PanelSide(names, preferences), "naive": NaiveSide(names)}
        figures: dict[str, dict[str, list[float]]] = {side: {} for side in sides}
        for _ in range(ROUNDS):
            for name, side in sides.items():
                found = _typing(side) | {"refresh": _refreshing(side)}
                for what, value in found.items():
                    figures[name].setdefault(what, []).append(value)
        for side in sides.values():
            side.close()
    section = Section(f"tree: {TOPICS:,} topics, all expanded, {ROUNDS} rounds")
    spreads = {(side, what): Spread(tuple(values)) for side, found in figures.items() for what, values in found.items()}
    for what, times in TIMES_AS_FAST.items():
        section.figures += [Figure(f"{side}, {what}", spreads[side, what], "ms") for side in sides]
        ratio = ratios(figures["naive"][what], figures["teledeck"][what])
        section.budgets.append(Budget(f"naive / teledeck, {what}", ratio, at_least=times, places=1))
    return section


def _typing(side: Side) -> dict[str, float]:
    """Every letter of a few words, and each word cleared."""
    keys: list[float] = []
    clears: list[float] = []
    for word in WORDS:
        for end in range(1, len(word) + 1):
            gc.collect()
            keys.append(_thread_ms(functools.partial(side.filter, word[:end])))
        clears.append(_thread_ms(functools.partial(side.filter, "")))
    return {"key": sum(keys) / len(keys), "slowest key": max(keys), "clear": sum(clears) / len(clears)}


def _refreshing(side: Side) -> float:
    """The mean: now and then a refresh paints everything."""
    began, spent = time.monotonic(), 0.0
    for number in range(REFRESHES):
        side.receive()
        time.sleep(max(0.0, began + number * INTERVAL_S - time.monotonic()))
        spent += _thread_ms(side.refresh)
    return spent / REFRESHES


def _measure_section() -> Section:
    command = [sys.executable, "-m", "tests.benchmarks.tree_sender", str(SENT_TOPICS), str(SENT_HZ)]
    with (
        _own_preferences() as preferences,
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as sender,
    ):
        try:
            assert sender.stdout is not None
            window = MeasuredWindow(int(sender.stdout.readline()), preferences, SENT_TOPICS)
            try:
                window.run(SETTLE_S)
                shares, rates = zip(*(window.run(SPAN_S) for _ in range(SPANS)), strict=True)
            finally:
                window.close()
        finally:
            sender.kill()
    section = Section(
        f"tree: {SENT_TOPICS} topics x {SENT_HZ} Hz measured, tree and inspector open, {SPANS} x {SPAN_S:g} s"
    )
    section.figures.append(Figure("messages a second", Spread(rates), "", 0))
    section.budgets += [
        Budget("interface thread, share of a core", Spread(tuple(100 * share for share in shares)), "%", at_most=10),
        Budget(
            "messages that came of those to be sent",
            Spread(tuple(rate / (SENT_TOPICS * SENT_HZ) for rate in rates)),
            at_least=0.9,
        ),
    ]
    return section
