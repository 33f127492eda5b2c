"""Plots against pyqtgraph's default, both as widgets of a window that is painted in full for every new sample."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtWidgets import QApplication, QWidget

from app.model.status import ConnectionState
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.curve_spec import CurveSpec
from app.model.topics import TopicKey
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.time_axis.link import Cursors
from app.ui.time_axis.plots.data import PlotData
from app.ui.time_axis.plots.plot import Plot
from app.ui.time_axis.plots.view import PlotView
from app.ui.time_axis.ranges import TimeWindow
from tests.benchmarks.common import Budget, Figure, Section, Spread, ratios
from tests.fakes.session import URI, FakeSession

SIZE = (1280, 720)
SPAN_S = 60.0
FRAME_S = 1 / 60

# curves, samples of each, and how many times as fast as pyqtgraph they are to be
CASES = ((10, 10_000, 6.0), (50, 10_000, None), (10, 100_000, 25.0), (4, 1_000_000, 100.0))

_Draw = Callable[[float], None]

_ROUNDS = 7
_FRAMES_OF_OURS = 6


def run_plots(app: QApplication) -> list[Section]:
    """Measure all cases, each side in turns."""
    themes = Themes(app, Preferences())
    return [_measure(app, themes, *case) for case in CASES]


def _measure(app: QApplication, themes: Themes, curves: int, samples: int, budget: float | None) -> Section:
    times = np.linspace(0.0, SPAN_S, samples)
    noise = np.random.default_rng(1)
    # five waves over the plot, with the noise of a sensor
    waves = 2 * np.pi * 5 / SPAN_S
    values = [np.sin(times * waves + k) + noise.normal(size=samples) * 0.05 for k in range(curves)]
    ours, our_frame, our_zoom = _ours(themes, times, values)
    theirs, their_frame = _theirs(times, values)
    took: dict[str, list[float]] = {"ours": [], "zoom": [], "theirs": []}
    for widget in (ours, theirs):
        widget.resize(*SIZE)
        widget.show()
    app.processEvents()
    frame = 0
    for round_ in range(_ROUNDS + 1):
        for name, draw, frames in (
            ("ours", our_frame, _FRAMES_OF_OURS),
            ("zoom", our_zoom, _FRAMES_OF_OURS),
            ("theirs", their_frame, 1),
        ):
            began = time.thread_time()
            for _ in range(frames):
                frame += 1
                draw(SPAN_S + frame * FRAME_S)
            # the first round fills caches
            if round_:
                took[name].append((time.thread_time() - began) / frames * 1e3)
    for widget in (ours, theirs):
        widget.close()
        widget.deleteLater()
    app.processEvents()
    ratio = ratios(took["theirs"], took["ours"])
    section = Section(f"Plots: {curves} curves of {samples:,} samples, {SIZE[0]}x{SIZE[1]}, one more for every frame")
    section.figures = [
        Figure("Teledeck", Spread(tuple(took["ours"])), "ms of the thread for a frame"),
        Figure(
            "Teledeck while it is zoomed",
            Spread(tuple(took["zoom"])),
            "ms",
            note="nothing of the frame before is of use",
        ),
        Figure("pyqtgraph's default", Spread(tuple(took["theirs"])), "ms"),
    ]
    if budget is None:
        section.figures.append(Figure("times as fast", ratio, "x", 1))
    else:
        section.budgets = [Budget("times as fast", ratio, at_least=budget, places=1)]
    return section


def _ours(themes: Themes, times: Any, values: list[Any]) -> tuple[QWidget, _Draw, _Draw]:
    session = FakeSession()
    session.set_state(ConnectionState.CONNECTED)
    plot = Plot(PlotData(session.links, session.topics, SeriesBudget(2_000_000_000)))
    window = TimeWindow(SPAN_S)
    for number, one in enumerate(values):
        curve = plot.add(CurveSpec(TopicKey(URI, f"/topic_{number}"), "x"))
        if curve is None or curve.values is None:
            raise AssertionError
        curve.values.series.extend(times, one)
    view = PlotView(plot, window, Cursors(), themes)

    def draw(now_s: float) -> None:
        for curve in plot.curves:
            if curve.values is not None:
                curve.values.series.append(now_s, 0.5)
        window.set_now(now_s)
        view.advance(changed=plot.drain())
        view.repaint()

    def zoom(now_s: float) -> None:
        window.set_span(SPAN_S - 1 if window.span_s == SPAN_S else SPAN_S)
        draw(now_s)

    return view, draw, zoom


def _theirs(times: Any, values: list[Any]) -> tuple[QWidget, _Draw]:
    # of no use to the other side
    import pyqtgraph

    widget = pyqtgraph.PlotWidget()
    lines = [widget.plot(times, one, pen=number) for number, one in enumerate(values)]
    known = [times.copy(), *(one.copy() for one in values)]

    def draw(now_s: float) -> None:
        for number, array in enumerate(known):
            array[:-1] = array[1:]
            array[-1] = 0.5 if number else now_s
        for line, array in zip(lines, known[1:], strict=True):
            line.setData(known[0], array)
        # that of the widget itself is its frame only
        widget.viewport().repaint()

    return widget, draw
