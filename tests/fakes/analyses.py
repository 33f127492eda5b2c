"""An analysis on a session made by hand, whose clock tests turn, and results to be shown."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtWidgets import QApplication

from app.model.analysis.delay import Delay
from app.model.analysis.figures import CurveFigures, Duty, Histogram, Percentile
from app.model.analysis.pairs import Correlation, PairDensity
from app.model.analysis.spectrum import Peak, Spectrogram, Spectrum
from app.model.analysis.timing import Bursts, Timing
from app.model.schema import Field, FieldKind
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.analysis.chart_library import CHART_LIBRARY
from app.ui.analysis.panel import AnalysisPanel
from app.ui.time_axis.link import TimeLink
from tests.fakes.session import URI, FakeSession, JsonSchema

IMU, ODOM, NOTE = TopicKey(URI, "/imu"), TopicKey(URI, "/odom"), TopicKey(URI, "/note")
BEGIN_S = 1_700_000_000.0
LATE_S = 30.0


def swinging_session() -> FakeSession:
    """A robot that swings, and one topic without numbers."""
    session = FakeSession()
    session.set_state(ConnectionState.CONNECTED)
    session.now = BEGIN_S
    axes = (Field("x", FieldKind.FLOAT, "double"), Field("y", FieldKind.FLOAT, "double"))
    session.add_topics(IMU.topic, schema=JsonSchema("Imu", {"Imu": axes}))
    session.add_topics(ODOM.topic, schema=JsonSchema("Odom", {"Odom": (Field("x", FieldKind.FLOAT, "double"),)}))
    session.add_topics(NOTE.topic, schema=JsonSchema("Note", {"Note": (Field("text", FieldKind.STRING, "string"),)}))
    return session


@dataclass(slots=True)
class AnalysisStage:
    """A panel, and the time that it lives in."""

    panel: AnalysisPanel
    session: FakeSession
    link: TimeLink
    clock: list[float] = field(default_factory=lambda: [BEGIN_S])

    def swing(self, seconds: float, rate_hz: float = 100.0, frequency_hz: float = 5.0) -> None:
        """The robot swings for a while: y follows x by a twentieth of a second; stamps are 3 ms old on receipt."""
        for _ in range(round(seconds * rate_hz)):
            at_s = self.session.now = self.clock[0]
            turn = 2 * math.pi * frequency_hz
            values = {"x": 2 * math.sin(turn * at_s), "y": math.sin(turn * (at_s - 0.05))}
            self.session.receive(IMU.topic, {**values, "time": at_s - 0.003})
            self.clock[0] += 1 / rate_hz

    def look(self) -> None:
        """Let the panel follow, until it shows what it asked for."""
        QApplication.sendPostedEvents()
        self.panel.refresh(self.clock[0])
        while self.panel.worker.progress is not None:
            assert self.panel.worker.wait(LATE_S)
            self.panel.worker.deliver_result()
        while not CHART_LIBRARY.ensure_loaded():
            assert not CHART_LIBRARY.fault
        self.clock[0] += 0.5
        self.panel.page.draw()


def spectrum_result(*, density: bool = False) -> Spectrum:
    """Two sines, the higher one at 5 Hz."""
    frequencies = np.linspace(0, 50, 501)
    amplitudes = 2 * np.exp(-((frequencies - 5) ** 2) * 20) + 0.5 * np.exp(-((frequencies - 20) ** 2) * 20) + 1e-6
    peaks = (Peak(5.0, 2.0), Peak(20.0, 0.5))
    notes = ("5 samples were left out.",)
    return Spectrum(frequencies, amplitudes, peaks, 100.0, 10.0, 7, 0.02, True, notes, density)


def spectrogram_result() -> Spectrogram:
    """A tone that rises, and a time without samples."""
    times, frequencies = BEGIN_S + np.arange(20, dtype=np.float64) * 0.5, np.arange(30, dtype=np.float64)
    levels = np.asarray(np.exp(-((frequencies - np.arange(20)[:, None]) ** 2)), dtype=np.float64)
    levels[4] = np.nan
    return Spectrogram(times, frequencies, levels, 60.0, 1.0, 0.05, False, (), False)


def histogram_result() -> tuple[Histogram, CurveFigures]:
    """Four values, and a threshold."""
    figures = CurveFigures(4, 1.5, 1.118, 1.87, 0.0, 3.0, (Percentile(50, 1.5),), 0.25, (Duty(1.0, 0.5, 1),))
    return Histogram(np.array([0.0, 1.0, 2.0, 3.0]), np.array([1, 1, 2])), figures


def timing_result() -> Timing:
    """A message each 10 ms, and a gap of 200 ms behind the second."""
    intervals = np.array([0.01, 0.2, 0.01, 0.01])
    bursts, delay = Bursts(1, 4.0, 0.2, None), Delay(0.004, 2e-6, True, 0.001, 0.0005, 0.003)
    at_s = BEGIN_S + 0.01
    return Timing(intervals, intervals[:3], 17.4, 100.0, 0.08, 0.2, at_s, 0.25, 0.015, bursts, 2, delay, ())


def pair_result() -> tuple[PairDensity, Correlation]:
    """Two curves of which the second follows by 50 ms."""
    edges, lags = np.linspace(-1, 1, 5), np.linspace(-1, 1, 41)
    words = ("The second follows the first by 50 ms.",)
    likeness = Correlation(lags, np.cos(lags - 0.05), 0.05, 0.99, None, words)
    return PairDensity(edges, edges, np.eye(4, dtype=np.int64)), likeness


def rows_of(panel: AnalysisPanel) -> dict[str, str]:
    """The table that is seen."""
    report = panel.page.report
    return {row[0]: row[1] for row in report.rows} if report is not None else {}


def texts_of(cells: Iterator[bytes]) -> list[str]:
    """The lines of a file."""
    return b"".join(cells).decode().splitlines()
