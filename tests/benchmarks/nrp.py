"""What it costs to read 50 DataPacks of an NRP-core engine at 50 Hz over gRPC, and what of it the window feels.

    teledeck    a connection of the program, as in the link thread: each answer is checked and put into the store
    plain       grpcio's asyncio stub in a loop, which makes the same calls and parses each answer
    unpacking   the same, and each DataPack of an answer becomes a message of its type

Each in a process of its own, in turns; every answer is new. Then the window, connected to the engine: while the same
DataPacks are read and while none is.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from app.main import SWITCH_INTERVAL_S, make_application
from app.model.topics import TopicKey
from app.net.link_thread import LinkThread
from app.session.session import Session
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.window.main_window import MainWindow
from tests.benchmarks.common import Budget, Figure, MissingError, Section, Spread, ratios
from tests.benchmarks.nrp_engine import names_of

ROOT = Path(__file__).parents[2]

PACKS = 50
RATE_HZ = 50
SIDES = ("teledeck", "plain", "unpacking")
ROUNDS = 9
SPAN_S = 2.0
SETTLE_S = 1.0
TIMEOUT_S = 30.0


@contextmanager
def _process(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT) as process:
        try:
            yield process
        finally:
            process.kill()


def _line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise MissingError("a process of the benchmark has ended")
    return line


def _turn(side: subprocess.Popen[str]) -> dict[str, float]:
    """What a side takes while it reads."""
    assert side.stdin is not None
    side.stdin.write(f"{SPAN_S}\n")
    side.stdin.flush()
    found: dict[str, float] = json.loads(_line(side))
    return found


def run() -> list[Section]:
    """Everything; the platform is Qt's offscreen one unless QT_QPA_PLATFORM names another."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    make_application()
    with _process("tests.benchmarks.nrp_engine") as engine:
        port = int(_line(engine))
        return [_reading(port), _window(port)]


def _reading(port: int) -> Section:
    times: dict[str, list[dict[str, float]]] = {side: [] for side in SIDES}
    with ExitStack() as stack:
        processes = {
            side: stack.enter_context(_process("tests.benchmarks.nrp_side", side, str(port), str(PACKS), str(RATE_HZ)))
            for side in SIDES
        }
        # the first turn of each dials, and loads what is needed
        for number in range(ROUNDS + 1):
            for side, process in processes.items():
                found = _turn(process)
                if number:
                    times[side].append(found)
    section = Section(
        f"nrp: {PACKS} DataPacks x {RATE_HZ} Hz over gRPC, every answer new, {ROUNDS} rounds of {SPAN_S:g} s"
    )

    def spread(side: str, what: str, factor: float = 1.0) -> Spread:
        return Spread(tuple(factor * found[what] for found in times[side]))

    for side in SIDES:
        section.figures += [
            Figure(f"{side}, its loop's thread", spread(side, "thread", 100), "% of a core"),
            Figure(f"{side}, its process", spread(side, "process", 100), "% of a core"),
        ]
    ours = spread("teledeck", "process").values
    section.figures += [
        Figure("teledeck / unpacking, its process", ratios(ours, spread("unpacking", "process").values), "x"),
        Figure("DataPacks that came", spread("teledeck", "packs"), "a second", 0),
    ]
    section.budgets += [
        Budget("teledeck, its loop's thread", spread("teledeck", "thread", 100), "% of a core", at_most=12),
        Budget("teledeck / plain, its process", ratios(ours, spread("plain", "process").values), at_most=1.3),
        Budget(
            "DataPacks that came of those to come",
            spread("teledeck", "packs", 1 / (PACKS * RATE_HZ)),
            at_least=0.95,
        ),
    ]
    return section


class _Window:
    """The window, connected to the engine, its list of topics as a new user sees it."""

    def __init__(self, port: int, preferences: Preferences) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._link = LinkThread()
        self._link.start()
        self._session = Session(self._link)
        self._window = MainWindow(Themes(app, preferences), preferences)
        self._window.resize(1440, 900)
        self._window.show()
        self._window.open(self._session, lambda coroutine, _name: coroutine.close())
        names = names_of(PACKS)
        connection = self._session.links.connect(f"nrp+grpc://127.0.0.1:{port}?packs={','.join(names)}&rate={RATE_HZ}")
        self._keys = [TopicKey(connection, name) for name in names]
        self.read(on=True)
        self._wait(lambda: all(topic.messages for topic in self._session.topics.store.topics))

    def read(self, *, on: bool) -> None:
        """Read all DataPacks, which no view shows, or none."""
        self._session.topics.set_subscriptions("benchmark", self._keys if on else ())

    def run(self, seconds: float) -> tuple[float, float]:
        """Share of a core that the interface thread took, and DataPacks that came a second."""
        came, began, cpu = self._came(), time.monotonic(), time.thread_time()
        self._turn(seconds)
        elapsed = time.monotonic() - began
        return (time.thread_time() - cpu) / elapsed, (self._came() - came) / elapsed

    def close(self) -> None:
        """End everything."""
        self._window.close()
        asyncio.run(self._session.close())
        self._link.stop()
        self._window.deleteLater()

    def _came(self) -> int:
        return sum(topic.messages for topic in self._session.topics.store.topics)

    def _wait(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + TIMEOUT_S
        while not condition():
            if time.monotonic() > deadline:
                raise MissingError("the DataPacks do not come")
            self._turn(0.1)

    @staticmethod
    def _turn(seconds: float) -> None:
        loop = QEventLoop()
        QTimer.singleShot(round(seconds * 1e3), loop.quit)
        loop.exec()


def _window(port: int) -> Section:
    read: list[float] = []
    none: list[float] = []
    rates: list[float] = []
    interval = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    try:
        preferences = Preferences()
        window = _Window(port, preferences)
        try:
            for _ in range(ROUNDS):
                for on, shares in ((True, read), (False, none)):
                    window.read(on=on)
                    window.run(SETTLE_S)
                    share, rate = window.run(SPAN_S)
                    shares.append(100 * share)
                    rates += [rate] if on else []
        finally:
            window.close()
    finally:
        sys.setswitchinterval(interval)
    more = Spread(tuple(on - off for on, off in zip(read, none, strict=True)))
    section = Section(
        f"nrp: the window while {PACKS} DataPacks x {RATE_HZ} Hz are read, {ROUNDS} rounds of {SPAN_S:g} s"
    )
    section.figures += [
        Figure("interface thread, none read", Spread(tuple(none)), "% of a core"),
        Figure("interface thread, all read", Spread(tuple(read)), "% of a core"),
        Figure("DataPacks that came", Spread(tuple(rates)), "a second", 0),
    ]
    section.budgets.append(Budget("interface thread, what reading adds", more, "% of a core", at_most=1))
    return section
