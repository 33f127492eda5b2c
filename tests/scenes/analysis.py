"""What there are pictures of beside `tests.scenes.window`: analyses."""

from __future__ import annotations

import math
import random
import time

from PySide6.QtWidgets import QWidget

from app.model.reference_runs import RunPlace
from app.model.topics import TopicKey
from app.ui.analysis.chart_library import CHART_LIBRARY
from app.ui.analysis.panel import AnalysisPanel
from app.ui.analysis.state import AnalysisTab
from tests.fakes.rover import rover_session
from tests.fakes.runs import messages_of
from tests.fakes.session import URI, FakeSession, JsonSchema
from tests.scenes.window import Scene, Stage

ANALYSIS_SCENES: dict[str, Scene] = {}

ODOM, IMU = "/rover/odom", "/rover/imu_raw"
_RATE_HZ = 100
_SPAN_S = 40
_DAY_S = 86_400


def _scene(scene: Scene) -> Scene:
    ANALYSIS_SCENES[getattr(scene, "__name__", "").replace("_", "-")] = scene
    return scene


def analysis_session_of(name: str) -> FakeSession:
    """The rover, with topics whose numbers can be told."""
    del name
    session = rover_session()
    session.add_topics(ODOM, IMU, schema=JsonSchema("test.Numbers"))
    return session


def _lay_beneath(session: FakeSession) -> None:
    """Two runs of the day before, of which the second lacks the odometry and ends early."""
    for name, hertz, height, rate_hz, seconds in (
        ("heavy load", 2.6, 0.9, 80, _SPAN_S),
        ("new wheels, second drive down the ramp", 3.9, 0.3, 100, 25),
    ):
        noise = random.Random(name)
        began = time.time() - _DAY_S - _SPAN_S

        def told(at_s: float, hertz: float = hertz, height: float = height, noise: random.Random = noise) -> float:
            return height * math.sin(2 * math.pi * hertz * at_s) + noise.gauss(0, 0.15)

        times = [number / rate_hz for number in range(seconds * rate_hz)]
        shaken = [
            (
                began + at_s + 0.003 + abs(noise.gauss(0, 0.002)),
                {"linear_acceleration": {"x": told(at_s), "z": 9.81 - 0.3 * told(at_s)}, "time": began + at_s},
            )
            for at_s in times
        ]
        run = session.runs.put({IMU: messages_of(shaken, JsonSchema("test.Numbers"))}, name)
        session.runs.change(run.id, place=RunPlace(_DAY_S * 1_000_000_000))


def _receive(session: FakeSession) -> None:
    """The last seconds of an IMU on wheels that shake at 3.2 and 11 Hz, over a network that sleeps now and then."""
    noise = random.Random(4)
    began = time.time() - _SPAN_S
    for number in range(_SPAN_S * _RATE_HZ):
        at_s = number / _RATE_HZ
        late_s = 0.02 if number % 200 < 3 else abs(noise.gauss(0, 0.0008))
        session.now = began + at_s + 0.004 + late_s
        if 21.0 < at_s < 21.4:
            continue
        shake = 0.6 * math.sin(2 * math.pi * 3.2 * at_s) + 0.25 * math.sin(2 * math.pi * (11 + at_s / 20) * at_s)
        value = {"linear_acceleration": {"x": shake + noise.gauss(0, 0.1), "z": 9.81 - 0.4 * shake}}
        session.receive(IMU, {**value, "time": began + at_s})
        if number % 5 == 0:
            session.receive(ODOM, {"x": 0.6 * math.sin(at_s), "yaw": 0.5 * math.sin(at_s - 0.34)})


async def _opened(stage: Stage, tab: AnalysisTab, *, plotted: bool = False) -> AnalysisPanel:
    fields = [(TopicKey(URI, IMU), f"linear_acceleration.{axis}") for axis in "xz"]
    if plotted:
        stage.window.plot_docks.plot_fields(fields)
        await stage.look()
        (cell,) = stage.window.plot_docks.show_current().grid.cells
        cell.ask_to_analyse()
    else:
        stage.window.analysis_docks.analyse_fields(fields)
    (panel,) = stage.window.analysis_docks.panels.values()
    _receive(stage.session)
    panel.show_tab(tab)
    while not CHART_LIBRARY.ensure_loaded():
        await stage.look(0.1)
    await stage.look(1.4)
    return panel


@_scene
async def analysis_spectrum(stage: Stage) -> QWidget:
    """Beside the plot that it follows."""
    await _opened(stage, AnalysisTab.SPECTRUM, plotted=True)
    return stage.window


@_scene
async def analysis_spectrogram(stage: Stage) -> QWidget:
    """Held, with a cursor that the plot has too."""
    panel = await _opened(stage, AnalysisTab.SPECTROGRAM, plotted=True)
    panel.toggle_pause()
    panel.cursors.put(panel.time_window.now_s - 12, second=False)
    panel.show_time()
    await stage.look(0.6)
    return stage.window


@_scene
async def analysis_histogram(stage: Stage) -> QWidget:
    """Below the inspector, with thresholds."""
    panel = await _opened(stage, AnalysisTab.HISTOGRAM)
    panel.set_thresholds([-0.5, 0.8])
    await stage.look(1.0)
    return stage.window


@_scene
async def analysis_timing(stage: Stage) -> QWidget:
    """How regularly a topic comes."""
    await _opened(stage, AnalysisTab.TIMING)
    return stage.window


@_scene
async def analysis_pair(stage: Stage) -> QWidget:
    """Two curves."""
    panel = await _opened(stage, AnalysisTab.PAIR)
    panel.add_fields([(TopicKey(URI, ODOM), "x"), (TopicKey(URI, ODOM), "yaw")])
    _receive(stage.session)
    await stage.look(1.4)
    return stage.window


@_scene
async def analysis_spectrum_of_runs(stage: Stage) -> QWidget:
    """Two runs beneath, beside the plot."""
    _lay_beneath(stage.session)
    await _opened(stage, AnalysisTab.SPECTRUM, plotted=True)
    return stage.window


@_scene
async def analysis_histogram_of_runs(stage: Stage) -> QWidget:
    """Shares of three at a time."""
    _lay_beneath(stage.session)
    await _opened(stage, AnalysisTab.HISTOGRAM)
    return stage.window


@_scene
async def analysis_timing_of_runs(stage: Stage) -> QWidget:
    """Then and now side by side."""
    _lay_beneath(stage.session)
    await _opened(stage, AnalysisTab.TIMING)
    return stage.window


@_scene
async def analysis_pair_of_runs(stage: Stage) -> QWidget:
    """A curve and that of a run."""
    _lay_beneath(stage.session)
    panel = await _opened(stage, AnalysisTab.PAIR)
    panel.bar.other_chosen.emit(len(panel.subjects))
    await stage.look(1.4)
    return stage.window


@_scene
async def analysis_topics_of_runs(stage: Stage) -> QWidget:
    """The choice of what a run has."""
    _lay_beneath(stage.session)
    panel = await _opened(stage, AnalysisTab.SPECTRUM)
    panel.choose_from_runs()
    await stage.look()
    return stage.window


@_scene
async def analysis_empty(stage: Stage) -> QWidget:
    """Nothing was dropped yet."""
    stage.window.analysis_docks.add()
    await stage.look()
    return stage.window


@_scene
async def analysis_without_data(stage: Stage) -> QWidget:
    """Nothing came yet."""
    stage.window.analysis_docks.analyse_fields([(TopicKey(URI, ODOM), "x")])
    await stage.look(1.0)
    return stage.window
