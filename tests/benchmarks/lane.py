"""What a frame of state lanes costs the interface thread: eight lanes whose thousand runs can all be seen.

By processor time of the thread, 1280 pixels across. A view that follows the robot moves what it painted and draws what
is new; one that is zoomed or held paints all of it anew.
"""

from __future__ import annotations

import os
import time
from typing import Final

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QMainWindow

from app.main import make_application
from app.model.schema import Field, FieldKind
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.time_axis.link import TimeLink
from app.ui.time_axis.states.panel import StatePanel
from tests.benchmarks.common import Budget, Figure, Section, Spread
from tests.fakes.session import URI, FakeSession, JsonSchema
from tests.fakes.view_services import view_services

LANES: Final = 8
RUNS: Final = 1000
SPAN_S: Final = 600.0
SIZE: Final = (1280, 480)
ROUNDS: Final = 5
FRAMES: Final = 40
BUDGET_MS: Final = 1.0
_WORDS: Final = ("idle", "driving", "turning", "docking", "charging", "blocked")
_BEGAN_S: Final = 1_700_000_000.0
_FRAME_S: Final = 1 / 60


def run() -> list[Section]:
    """Everything; the platform is Qt's offscreen one unless QT_QPA_PLATFORM names another."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = make_application()
    preferences = Preferences()
    bench = _Bench(Themes(app, preferences), preferences)
    follows = bench.frames(zooms=False)
    zooms = bench.frames(zooms=True)
    bench.close()
    budgets = [Budget("a frame that follows the robot", follows, "ms", at_most=BUDGET_MS)]
    figures = [Figure("a frame that is zoomed: all painted anew", zooms, "ms")]
    return [Section(f"state lanes: {LANES} lanes of {RUNS:,} runs that can be seen", figures, budgets)]


class _Bench:
    """A view with all of it, and the time that it lives in."""

    def __init__(self, themes: Themes, preferences: Preferences) -> None:
        self.session = FakeSession()
        self.session.set_state(ConnectionState.CONNECTED)
        fields = tuple(Field(f"state{number}", FieldKind.STRING, "string") for number in range(LANES))
        self.session.add_topics("/status", schema=JsonSchema("Status", {"Status": fields}))
        self.now_s = _BEGAN_S
        self.window = QMainWindow()
        self.window.resize(*SIZE)
        its = view_services(self.session, themes, preferences, self.window)
        self.panel = StatePanel(
            its.links,
            its.topics,
            its.robot,
            its.themes,
            its.preferences,
            its.show_topic,
            "lane-1",
            TimeLink(),
            clock=lambda: self.now_s,
        )
        self.window.setCentralWidget(self.panel)
        self.window.show()
        key = TopicKey(URI, "/status")
        self.panel.add_fields([(key, field.name) for field in fields])
        self.panel.time_window.set_span(SPAN_S)
        for number in range(RUNS):
            self._say(number)
            self.now_s = _BEGAN_S + SPAN_S * (number + 1) / RUNS
        self.panel.refresh(self.now_s)
        self.image = QImage(self.panel.view.size(), QImage.Format.Format_RGB32)

    def frames(self, *, zooms: bool) -> Spread:
        """Milliseconds of a frame, of each round."""
        return Spread(tuple(self._round(zooms=zooms) for _ in range(ROUNDS)))

    def close(self) -> None:
        """Let go of it."""
        self.panel.close_down()
        self.window.close()

    def _round(self, *, zooms: bool) -> float:
        taken = 0.0
        for number in range(FRAMES):
            self.now_s += _FRAME_S
            # a state a second, and what is sent is not counted: it is another thread's
            if number % 36 == 0:
                self._say(number // 36 + 3)
            if zooms:
                self.panel.time_window.set_span(SPAN_S + number % 2)
            began = time.thread_time()
            self.panel.refresh(self.now_s)
            self.panel.view.render(self.image)
            taken += time.thread_time() - began
        return taken / FRAMES * 1000

    def _say(self, number: int) -> None:
        self.session.now = self.now_s
        self.session.receive(
            "/status", {f"state{lane}": _WORDS[(number + lane) % len(_WORDS)] for lane in range(LANES)}
        )
