"""What there are pictures of beside `tests.scenes.window`: plots."""

from __future__ import annotations

import math
import random
import time
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QApplication, QMenu, QWidget

from app.model.reference_runs import RunPlace
from app.model.schema import Field, FieldKind
from app.model.status import ConnectionState
from app.model.timeseries.curve_spec import CurveSpec
from app.model.topics import TopicKey
from app.ui.time_axis.plots.panel import PlotsPanel
from app.ui.time_axis.plots.plot import MAX_CURVES, Plot, PlotKind, Threshold
from app.wording.connections import GazeboWording
from tests.fakes.rover import rover_session
from tests.fakes.runs import messages_of
from tests.fakes.session import URI, FakeSession, JsonSchema
from tests.scenes.window import Scene, Stage

PLOT_SCENES: dict[str, Scene] = {}

ODOM, IMU = "/rover/odom", "/rover/imu_raw"
SCAN, TWIST, POSE = "/rover/scan", "/rover/twist", "/rover/pose"

_RATE_HZ = 100
_SPAN_S = 40


def _scene(scene: Scene) -> Scene:
    PLOT_SCENES[getattr(scene, "__name__", "").replace("_", "-")] = scene
    return scene


def plot_session_of(name: str) -> FakeSession:
    """The rover, with topics whose numbers can be told."""
    del name
    session = rover_session()
    session.add_topics(ODOM, IMU, schema=JsonSchema("test.Numbers"))
    return session


def _receive(session: FakeSession) -> None:
    """The last seconds, with a silence of the odometry."""
    noise = random.Random(4)
    began = time.time() - _SPAN_S
    for number in range(_SPAN_S * _RATE_HZ):
        at_s = number / _RATE_HZ
        session.now = began + at_s
        if number % 5 == 0 and not 16 < at_s < 18.5:
            session.receive(ODOM, {"x": 0.6 * math.sin(at_s / 4), "yaw": 0.3 * math.cos(at_s / 2)})
        session.receive(IMU, {"x": noise.gauss(0, 0.3), "z": noise.gauss(9.81, 0.2)})


def lay_runs(session: FakeSession) -> None:
    """Two runs of the rover, an hour old and laid beneath what `_receive` gives: one slower, one with a pause."""
    schema = JsonSchema("test.Numbers")
    began = time.time() - 3600
    noise = random.Random(5)
    times = [number / 20 for number in range(3 * _SPAN_S * 20)]

    def odom(at_s: float, pace: float, more: float) -> dict[str, float]:
        return {"x": 0.6 * math.sin(at_s * pace / 4) + more, "yaw": 0.3 * math.cos(at_s * pace / 2) - more}

    def imu() -> dict[str, float]:
        return {"x": noise.gauss(0, 0.2), "z": noise.gauss(9.7, 0.15)}

    slower = [(began + at_s, odom(at_s, 0.8, 0.03)) for at_s in times]
    paused = [(began + at_s, odom(at_s, 1.03, -0.08)) for at_s in times if not 20 < at_s < 26]
    bumps = [(began + at_s, imu()) for at_s in times]
    first = session.runs.put(
        {ODOM: messages_of(slower, schema), IMU: messages_of(bumps, schema)}, "Tuesday, with a new battery"
    )
    second = session.runs.put({ODOM: messages_of(paused, JsonSchema("test.Older"))}, "On the ramp")
    offset_ns = round((3600 - _SPAN_S) * 1e9)
    for run in (first, second):
        session.runs.change(run.id, place=RunPlace(offset_ns))


async def _filled(stage: Stage) -> PlotsPanel:
    docks = stage.window.plot_docks
    odom, imu = TopicKey(URI, ODOM), TopicKey(URI, IMU)
    docks.plot_fields([(odom, "x"), (odom, "yaw")])
    panel = docks.show_current()
    first = panel.grid.cells[0]
    first.plot.add(CurveSpec(odom, expression="hypot(x, yaw) * 3.6"))
    first.rebuild()
    second = panel.grid.split(first, Plot(panel.data), right=True)
    second.add_fields([(imu, "x"), (imu, "z")])
    second.add_threshold(Threshold(10.0))
    _receive(stage.session)
    await stage.look(0.6)
    return panel


@_scene
async def plots(stage: Stage) -> QWidget:
    await _filled(stage)
    return stage.window


@_scene
async def plots_empty(stage: Stage) -> QWidget:
    stage.window.plot_docks.show_current()
    return stage.window


@_scene
async def plots_held_with_cursors(stage: Stage) -> QWidget:
    panel = await _filled(stage)
    panel.bar.pause.click()
    first_s, last_s = panel.time_window.shown
    for share, second in ((0.3, False), (0.8, True)):
        panel.cursors.put(first_s + share * (last_s - first_s), second=second)
    panel.grid.cells[0].view.moved.emit()
    panel.grid.cells[0].remove(panel.grid.cells[0].plot.curves[1])
    return stage.window


@_scene
async def plots_over_another_and_a_list(stage: Stage) -> QWidget:
    panel = await _filled(stage)
    first, second = panel.grid.cells
    first.plot.set_kind(PlotKind.XY)
    first.rebuild()
    for curve in list(second.plot.curves):
        second.remove(curve)
    second.plot.thresholds.clear()
    ranges = [Field("ranges", FieldKind.FLOAT, "double", repeated=True)]
    stage.session.add_topics(SCAN, schema=JsonSchema("test.Scan", {"test.Scan": ranges}))
    second.add_fields([(TopicKey(URI, SCAN), "ranges")])
    stage.session.receive(SCAN, {"ranges": [2.0 / max(abs(math.cos(k / 58)), 0.2) for k in range(360)]})
    await stage.look(0.6)
    return stage.window


@_scene
async def plots_left_out(stage: Stage) -> QWidget:
    panel = await _filled(stage)
    fields = [CurveSpec(TopicKey(URI, IMU), f"orientation_covariance[{number}]") for number in range(MAX_CURVES + 4)]
    state = {"plot": {"curves": [field.as_json() for field in fields]}}
    panel.restore({**panel.state(), "grid": {"children": [state]}})
    await stage.look(0.6)
    return stage.window


@_scene
async def plots_lost(stage: Stage) -> QWidget:
    await _filled(stage)
    stage.session.set_state(ConnectionState.LOST, GazeboWording.MASTER_STALE())
    # figures are told twice a second
    await stage.look(0.6)
    return stage.window


@_scene
async def plots_menu(stage: Stage) -> QWidget:
    panel = await _filled(stage)
    cell = panel.grid.cells[0]
    cell.show_menu(cell.mapToGlobal(cell.rect().center()), cell.plot.curves[0])
    await stage.look()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


@_scene
async def plots_curve(stage: Stage) -> QWidget:
    panel = await _filled(stage)
    cell = panel.grid.cells[0]
    cell.edit(cell.plot.curves[2])
    await stage.look()
    return stage.dialog()


@_scene
async def plots_in_two_docks(stage: Stage) -> QWidget:
    """The time of both is linked; the first has a threshold that is broken, which an alert tells."""
    first = await _filled(stage)
    docks = stage.window.plot_docks
    docks.add()
    docks.plot_fields([(TopicKey(URI, ODOM), "x")])
    second = docks.show_current()
    first.grid.cells[0].add_threshold(Threshold(0.4))
    _receive(stage.session)
    await stage.look(0.6)
    first_s, last_s = second.time_window.shown
    second.cursors.put(first_s + 0.6 * (last_s - first_s), second=False)
    second.grid.cells[0].view.moved.emit()
    await stage.look(0.4)
    return stage.window


@_scene
async def plots_with_two_axes(stage: Stage) -> QWidget:
    """Units, names, an axis at the right and thicker lines; and a path with one scale of both axes."""
    session = stage.session
    session.add_topics(TWIST, POSE, schema=JsonSchema("test.Numbers"))
    docks = stage.window.plot_docks
    twist, pose = TopicKey(URI, TWIST), TopicKey(URI, POSE)
    docks.plot_fields([(twist, "twist.linear.x"), (twist, "twist.linear.y"), (twist, "battery.voltage")])
    panel = docks.show_current()
    first = panel.grid.cells[0]
    curve = first.plot.curves[2]
    first.change(curve, replace(curve.spec, right=True, width=3.0, name="Battery"))
    second = panel.grid.split(first, Plot(panel.data), right=True)
    second.add_fields([(pose, "position.x"), (pose, "position.y")])
    second.plot.set_kind(PlotKind.XY)
    second.plot.equal = True
    began = time.time() - _SPAN_S
    for number in range(_SPAN_S * 50):
        at_s = number / 50
        session.now = began + at_s
        linear = {"x": 0.4 * math.sin(at_s / 3), "y": 0.2 * math.cos(at_s / 2)}
        session.receive(TWIST, {"twist": {"linear": linear}, "battery": {"voltage": 24.6 - at_s / 60}})
        session.receive(POSE, {"position": {"x": 2 * math.sin(at_s / 6), "y": 2 * math.cos(at_s / 6)}})
    second.rebuild()
    first.written.emit(Path("/srv/operator/Documents/twist-20261126-080000.png"))
    await stage.look(0.6)
    return stage.window


@_scene
async def plots_picture(stage: Stage) -> QWidget:
    panel = await _filled(stage)
    menu = panel.grid.cells[0].make_menu(None)
    export = next(action for below in menu.findChildren(QMenu) for action in below.actions() if "PNG" in action.text())
    export.trigger()
    await stage.look()
    return stage.dialog()


@_scene
async def plots_marks(stage: Stage) -> QWidget:
    """Marks in plots, and the field for the words of the last one."""
    await _filled(stage)
    marks, now_ns = stage.session.marks, time.time_ns()
    words = {20.0: "", 19.5: "", 12.0: "The left wheel slipped on the ramp", 4.0: ""}
    for ago_s, text in words.items():
        mark = marks.add(now_ns - round(ago_s * 1e9))
        marks.describe(mark.time_ns, text)
    stage.window.docks.recording.words.edit(marks.all[-1])
    await stage.look(0.6)
    return stage.window


@_scene
async def plots_runs(stage: Stage) -> QWidget:
    """Two runs beneath what is live, at the cursor; one of them has another type, and lacks a topic."""
    lay_runs(stage.session)
    panel = await _filled(stage)
    first_s, last_s = panel.time_window.shown
    panel.cursors.put(first_s + 0.6 * (last_s - first_s), second=False)
    panel.grid.cells[0].view.moved.emit()
    await stage.look(0.6)
    return stage.window


@_scene
async def plots_runs_differences(stage: Stage) -> QWidget:
    """How far runs are from what is live, and an XY plot of both beside it."""
    lay_runs(stage.session)
    panel = await _filled(stage)
    first, second = panel.grid.cells
    first.remove(first.plot.curves[2])
    first.plot.set_differences(True)
    first.rebuild()
    for curve in list(second.plot.curves):
        second.remove(curve)
    second.plot.thresholds.clear()
    second.add_fields([(TopicKey(URI, ODOM), "x"), (TopicKey(URI, ODOM), "yaw")])
    second.plot.set_kind(PlotKind.XY)
    _receive(stage.session)
    second.rebuild()
    await stage.look(0.6)
    return stage.window
