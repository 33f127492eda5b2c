"""Frames of a window while ten million samples are analysed, and how long that takes.

A plot beside the analysis follows a curve of 100 Hz, and a pulse in the corner is new in every tick. The samples are
put into the history that the analysis has: no robot sends so many in a minute.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from typing import Final

import numpy as np
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow, QSplitter

from app.main import make_application
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.curve_spec import CurveSpec
from app.model.timeseries.series import Floats
from app.ui.analysis.chart_library import CHART_LIBRARY
from app.ui.analysis.panel import AnalysisPanel
from app.ui.analysis.state import AnalysisSubject, AnalysisTab
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import Refresher
from app.ui.base.theme import Themes
from app.ui.time_axis.link import TimeLink
from app.ui.time_axis.plots.panel import PlotsPanel
from tests.benchmarks.common import Budget, Figure, Section, Spread
from tests.benchmarks.views_frames import Pulse
from tests.fakes.analyses import IMU, ODOM, swinging_session
from tests.fakes.spawned import Spawned
from tests.fakes.view_services import view_services

SAMPLES: Final = 10_000_000
ROUNDS: Final = 5
FRAMES_HZ: Final = 55.0
SPECTRUM_S: Final = 3.0
SIZE: Final = (1280, 800)
_SPAN_S: Final = 3600.0
_ROOM: Final = 4 << 30
_SEND_MS: Final = 10
_PATIENCE_S: Final = 120.0
_TABS: Final = (AnalysisTab.SPECTRUM, AnalysisTab.SPECTROGRAM, AnalysisTab.HISTOGRAM)


def run() -> list[Section]:
    """Everything; the platform is Qt's offscreen one unless QT_QPA_PLATFORM names another."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = make_application()
    bench = _Bench(app)
    bench.idle()
    sections = []
    for tab in _TABS:
        measured = [bench.measure(tab) for _ in range(ROUNDS)]
        took, frames, longest = (Spread(tuple(values)) for values in zip(*measured, strict=True))
        budgets = [Budget("frames while it lasts", frames, "Hz", at_least=FRAMES_HZ, places=1)]
        figures = [Figure("longest frame", longest, "ms")]
        if tab is AnalysisTab.SPECTRUM:
            budgets.append(Budget("from asked to told", took, "s", at_most=SPECTRUM_S))
        else:
            figures.append(Figure("from asked to told", took, "s"))
        sections.append(Section(f"{tab.value} of {SAMPLES:,} samples beside a live plot", figures, budgets))
    bench.close()
    return sections


class _Bench:
    """A window with a live plot and an analysis that is held."""

    def __init__(self, app: QApplication) -> None:
        preferences = Preferences()
        themes = Themes(app, preferences)
        self.session = swinging_session()
        self.window = QMainWindow()
        self.window.resize(*SIZE)
        tools = view_services(self.session, themes, preferences, self.window)
        self.plots = PlotsPanel(self.session.links, self.session.topics, self.session.alerts, themes, Spawned())
        # not linked: one is held, the other follows
        self.panel = AnalysisPanel(
            tools.links, tools.topics, tools.themes, tools.spawn, "analysis-1", SeriesBudget(_ROOM), TimeLink()
        )
        both = QSplitter()
        both.addWidget(self.plots)
        both.addWidget(self.panel)
        self.window.setCentralWidget(both)
        self.window.show()
        self.plots.add_fields([(ODOM, "x")])
        self._fill()
        self.times: list[float] = []
        self.refresher = Refresher()
        for view in (self.plots, self.panel, Pulse(self.window, lambda: self.times.append(time.monotonic()))):
            self.refresher.add(view, 0.0)
        self.refresher.start()
        self.sending = QTimer()
        self.sending.timeout.connect(self._send)
        self.sending.start(_SEND_MS)

    def idle(self) -> None:
        """Let all of it be there and painted."""
        self._until(CHART_LIBRARY.ensure_loaded)
        for tab in _TABS:
            self.measure(tab)

    def measure(self, tab: AnalysisTab) -> tuple[float, float, float]:
        """Seconds that an analysis takes, frames per second meanwhile by their median, and the longest in ms."""
        page = self.panel.pages[tab]
        page.report = None
        self.panel.show_tab(tab)
        self.panel._asked = None
        self.panel._due_s = 0.0
        self.times.clear()
        began = time.monotonic()
        self._until(lambda: page.report is not None)
        took = time.monotonic() - began
        # the last of them has the chart
        self._until(lambda: self.times[-1] > began + took)
        between = np.diff(np.array([began, *self.times]))
        return took, 1.0 / statistics.median(between), 1e3 * float(between.max())

    def close(self) -> None:
        """End all of it."""
        self.sending.stop()
        self.refresher.stop()
        self.panel.close_down()
        self.panel.worker.wait(_PATIENCE_S)
        self.plots.close_all()
        self.window.close()

    def _fill(self) -> None:
        spec = CurveSpec(IMU, "x")
        self.panel.add_subjects([AnalysisSubject.for_curve(spec)])
        now_s = time.time()
        times: Floats = now_s - _SPAN_S + np.arange(SAMPLES, dtype=np.float64) * (_SPAN_S / SAMPLES)
        values: Floats = np.sin(2 * np.pi * 5 * times) + np.random.default_rng(1).normal(size=SAMPLES)
        self.panel.data._values[spec].series.extend(times, values)
        self.panel.data.drain()
        self.panel.time_window.set_now(now_s)
        self.panel.time_window.set_span(_SPAN_S)
        self.panel.toggle_pause()
        kept = len(self.panel.data.samples(spec).times)
        assert kept == SAMPLES, f"only {kept:,} samples were kept"

    def _send(self) -> None:
        self.session.now = time.time()
        self.session.receive(ODOM.topic, {"x": np.sin(self.session.now)})

    def _until(self, holds: Callable[[], bool]) -> None:
        deadline = time.monotonic() + _PATIENCE_S
        while not holds():
            assert time.monotonic() < deadline, "it takes too long"
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
