"""What four runs of ten minutes that are compared cost the interface thread beside live views.

Each view is there twice, without and with runs, and both go on in turns: time goes on by 16 ms a tick, the view is
refreshed with each tick, and painted whenever it asks for it, as in the window. Processor time of the thread for a
second of a view's life; what comes from a robot is given beside it, as it is another thread's.
"""

from __future__ import annotations

import asyncio
import functools
import math
import os
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Final, Protocol

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QMainWindow, QWidget

from app.main import make_application
from app.model.reference_runs import MAX_RUNS, RunPlace
from app.model.schema import Field, FieldKind
from app.model.status import ConnectionState
from app.model.timeseries.curve_spec import CurveSpec
from app.model.topics import TopicKey
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.time_axis.link import TimeLink
from app.ui.time_axis.plots.panel import PlotsPanel
from app.ui.time_axis.plots.plot import Plot
from app.ui.time_axis.states.panel import StatePanel
from app.ui.top_view.canvas import TopViewCanvas
from app.ui.top_view.cells import CellMap
from app.ui.top_view.ghosts import Ghost, GhostTrail
from tests.benchmarks.common import Budget, Figure, Section, Spread, ratios
from tests.benchmarks.topview import make_cells, make_scene
from tests.fakes.runs import messages_of
from tests.fakes.session import URI, FakeSession, JsonSchema
from tests.fakes.view_services import view_services

RUN_S: Final = 600.0
RATE_HZ: Final = 50.0
SIZE: Final = (1280, 720)
SPANS_S: Final = (60.0, 10.0)
ROUNDS: Final = 7
ROUND_S: Final = 2.0
TICK_S: Final = 0.016
# of a core, in percent
BUDGET: Final = 3.0

_TOPIC: Final = "/rover"
_BEGAN_S: Final = 1_700_000_000.0
# live views have so much history before anything is measured, and runs go on after that
_HISTORY_S: Final = 90.0
_WORDS: Final = ("idle", "driving", "turning", "docking", "charging", "blocked")


class _View(Protocol):
    """A view and the time that it lives in."""

    @property
    def window(self) -> QWidget:
        """The window that it is in, or is."""

    @property
    def painted(self) -> int:
        """How often it was painted."""

    def give(self, now_s: float) -> None:
        """Give what comes from the robot; that is not counted."""

    def refresh(self, now_s: float) -> None:
        """Do what a tick does."""


def run() -> list[Section]:
    """Everything; the platform is Qt's offscreen one unless QT_QPA_PLATFORM names another."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = make_application()
    preferences = Preferences()
    themes = Themes(app, preferences)
    sections = []
    for span_s in SPANS_S:
        title = f"two plots of two curves at {RATE_HZ:g} Hz, {span_s:g} s are shown"
        sections.append(_measure(title, functools.partial(_Plots, themes, span_s=span_s)))
    for span_s in SPANS_S:
        title = f"three rows of states, {span_s:g} s are shown"
        sections.append(_measure(title, functools.partial(_States, themes, preferences, span_s=span_s)))
    for title, moves, turns in (("stands still", False, False), ("follows", True, False), ("turns", True, True)):
        sections.append(
            _measure(
                f"the top view of `topview`, all of it new in each tick, {title}",
                functools.partial(_TopView, themes, moves=moves, turns=turns),
            )
        )
    return sections


def _measure(title: str, make: Callable[[int], _View]) -> Section:
    views = make(0), make(MAX_RUNS)
    taken: tuple[list[float], list[float]] = [], []
    frames: tuple[list[float], list[float]] = [], []
    # windows come to the screen
    QCoreApplication.processEvents()
    at_s, ticks = _BEGAN_S + _HISTORY_S, round(ROUND_S / TICK_S)
    # the first round fills caches
    for number in range(ROUNDS + 1):
        cost_s, before = [0.0, 0.0], [view.painted for view in views]
        for _ in range(ticks):
            at_s += TICK_S
            for side, view in enumerate(views):
                cost_s[side] += _live(view, at_s)
        if number:
            for side, view in enumerate(views):
                taken[side].append(cost_s[side] / (ticks * TICK_S) * 100)
                frames[side].append((view.painted - before[side]) / (ticks * TICK_S))
    for view in views:
        view.window.close()
        view.window.deleteLater()
    more = Spread(tuple(there - bare for bare, there in zip(*taken, strict=True)))
    figures = [
        Figure("without runs", Spread(tuple(taken[0])), "% of a core", note=f"{frames[0][-1]:.0f} frames a second"),
        Figure("with four", Spread(tuple(taken[1])), "% of a core", note=f"{frames[1][-1]:.0f} frames a second"),
        Figure("with / without", ratios(taken[1], taken[0]), "x"),
    ]
    return Section(f"Four runs: {title}", figures, [Budget("more with four", more, "% of a core", at_most=BUDGET)])


def _live(view: _View, now_s: float) -> float:
    """Let a view live for a tick; the processor time of the thread."""
    view.give(now_s)
    began = time.thread_time()
    view.refresh(now_s)
    # views are painted
    QCoreApplication.sendPostedEvents()
    return time.thread_time() - began


def _lay_runs(
    session: FakeSession, count: int, schema: JsonSchema, value_at: Callable[[float], Any], hz: float
) -> None:
    """Lay runs beneath that began an hour before each other, each a little quicker than the one before."""
    for number in range(count):
        began_s = _BEGAN_S - 3600.0 * (number + 1)
        pace = 1.0 + 0.07 * number
        values = [(began_s + at / hz, value_at(pace * at / hz)) for at in range(round(RUN_S * hz))]
        session.runs.put({_TOPIC: messages_of(values, schema)}, f"Run {number + 1}")
        session.runs.change(session.runs.runs[-1].id, place=RunPlace(round(3600.0 * (number + 1) * 1e9)))


def _session(schema: JsonSchema) -> FakeSession:
    session = FakeSession()
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics(_TOPIC, schema=schema)
    return session


class _Told:
    """Gives what a robot says at a rate."""

    def __init__(self, session: FakeSession, value_at: Callable[[float], Any], hz: float) -> None:
        self._session = session
        self._value_at = value_at
        self._hz = hz
        self._count = 0

    def until(self, now_s: float) -> None:
        """Give all until a time."""
        while (at_s := self._count / self._hz) <= now_s - _BEGAN_S:
            self._session.now = _BEGAN_S + at_s
            self._session.receive(_TOPIC, self._value_at(at_s))
            self._count += 1


def _numbers(at_s: float) -> dict[str, float]:
    # a sensor has noise that is not the same in any two runs
    noise = math.sin(at_s * 7919.0) * 0.02
    return {"x": math.sin(at_s / 2) + noise, "y": math.cos(at_s / 3) - noise, "z": noise, "w": math.sin(at_s) * 0.4}


def _states(at_s: float) -> dict[str, str]:
    return {f"state{row}": _WORDS[int(at_s / (3 + row)) % len(_WORDS)] for row in range(3)}


class _Plots:
    """A panel of two plots side by side, with two curves each."""

    def __init__(self, themes: Themes, runs: int, span_s: float) -> None:
        schema = JsonSchema("test.Numbers")
        session = _session(schema)
        _lay_runs(session, runs, schema, _numbers, RATE_HZ)
        self._now_s = _BEGAN_S
        self._told = _Told(session, _numbers, RATE_HZ)
        self.window = self._panel = PlotsPanel(
            session.links,
            session.topics,
            session.alerts,
            themes,
            lambda coroutine, _name: coroutine.close(),
            clock=lambda: self._now_s,
            runs=session.runs,
        )
        self._panel.resize(*SIZE)
        first = self._panel.grid.cells[0]
        second = self._panel.grid.split(first, Plot(self._panel.data), right=True)
        for cell, fields in ((first, "xy"), (second, "zw")):
            for field in fields:
                cell.plot.add(CurveSpec(TopicKey(URI, _TOPIC), field))
            cell.rebuild()
        self._panel.time_window.set_span(span_s)
        self._panel.show()
        self.give(_BEGAN_S + _HISTORY_S)

    @property
    def painted(self) -> int:
        """How often its first plot was painted."""
        return self._panel.grid.cells[0].view.painted

    def give(self, now_s: float) -> None:
        """See _View."""
        self._told.until(now_s)
        self._now_s = now_s

    def refresh(self, now_s: float) -> None:
        """See _View."""
        self._panel.refresh(now_s)


class _States:
    """A panel of three rows of states, with one for each run below each of them."""

    def __init__(self, themes: Themes, preferences: Preferences, runs: int, span_s: float) -> None:
        fields = tuple(Field(f"state{number}", FieldKind.STRING, "string") for number in range(3))
        schema = JsonSchema("Status", {"Status": fields})
        session = _session(schema)
        _lay_runs(session, runs, schema, _states, 5.0)
        self._now_s = _BEGAN_S
        self._told = _Told(session, _states, 5.0)
        window = self.window = QMainWindow()
        window.resize(*SIZE)
        its = view_services(session, themes, preferences, window, _at_once)
        self._panel = StatePanel(
            its.links,
            its.topics,
            its.robot,
            its.themes,
            its.preferences,
            its.show_topic,
            "states",
            TimeLink(),
            clock=lambda: self._now_s,
            runs=session.runs,
            spawn=_at_once,
        )
        window.setCentralWidget(self._panel)
        window.show()
        self._panel.add_fields([(TopicKey(URI, _TOPIC), field.name) for field in fields])
        self._panel.time_window.set_span(span_s)
        self.give(_BEGAN_S + _HISTORY_S)

    @property
    def painted(self) -> int:
        """How often it was painted."""
        return self._panel.view.painted

    def give(self, now_s: float) -> None:
        """See _View."""
        self._told.until(now_s)
        self._now_s = now_s

    def refresh(self, now_s: float) -> None:
        """See _View."""
        self._panel.refresh(now_s)


class _Canvas(TopViewCanvas):
    """Counts how often it was painted."""

    painted = 0

    def event(self, event: QEvent) -> bool:
        """See TopViewCanvas."""
        self.painted += event.type() == QEvent.Type.Paint
        return super().event(event)


class _TopView:
    """A canvas with all that `topview` paints, in each tick with a scene that is new, as odometry makes it."""

    def __init__(self, themes: Themes, runs: int, *, moves: bool, turns: bool) -> None:
        self._moves = moves
        self._turns = turns
        self._scene = make_scene(_cells())
        self._trails = [_trail(number) for number in range(runs)]
        self.window = self._canvas = _Canvas(themes)
        self._canvas.resize(*SIZE)
        self._canvas.show()
        self._canvas.viewport.zoom(40 / self._canvas.viewport.scale)

    @property
    def painted(self) -> int:
        """How often it was painted."""
        return self._canvas.painted

    def give(self, now_s: float) -> None:
        """See _View."""
        at_s = now_s - _BEGAN_S
        if self._moves:
            self._canvas.viewport.look_at(6 * math.sin(at_s / 12), 4 * math.sin(at_s / 9))
        if self._turns:
            self._canvas.viewport.turn_to(0.3 * math.sin(at_s / 3))

    def refresh(self, now_s: float) -> None:
        """See _View."""
        own_s = now_s - _BEGAN_S
        self._canvas.show_scene(replace(self._scene))
        if self._trails:
            self._canvas.show_ghosts(tuple(_ghost(number, trail, own_s) for number, trail in enumerate(self._trails)))


@functools.cache
def _cells() -> CellMap:
    """The map of all top views: it takes a while to make."""
    return make_cells()[0]


def _ghost(number: int, trail: GhostTrail, own_s: float) -> Ghost:
    return Ghost(f"run:{number + 1}", number, f"Run {number + 1}", trail, *trail.at(own_s))


def _trail(number: int) -> GhostTrail:
    """A drive around the same corners as any other run's, a bit beside it."""
    times_s = np.arange(0.0, RUN_S, 0.04)
    angles = times_s / (12 + number)
    across, up = (6 + number / 2) * np.sin(angles), (4 + number / 2) * np.sin(angles * 12 / 9)
    headings = np.arctan2(np.gradient(up), np.gradient(across))
    return GhostTrail(times_s, np.column_stack((across, up, headings)))


def _at_once(coroutine: Coroutine[Any, Any, None], _name: str) -> None:
    asyncio.run(coroutine)
