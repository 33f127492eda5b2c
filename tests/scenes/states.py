"""What there are pictures of beside `tests.scenes.window`: lanes of states."""

from __future__ import annotations

import math
import time

from PySide6.QtWidgets import QMenu, QWidget

from app.model.marks import TimeMark
from app.model.reference_runs import RunPlace
from app.model.schema import Field, FieldKind
from app.model.status import ConnectionState
from app.model.time_contents import TimeContents
from app.model.topics import Delivery, TopicKey
from app.ui.time_axis.states.panel import StatePanel
from app.wording.connections import LinkWording
from tests.fakes.rover import rover_session
from tests.fakes.runs import messages_of
from tests.fakes.session import URI, FakeSession, JsonSchema
from tests.scenes.window import Scene, Stage

STATE_SCENES: dict[str, Scene] = {}

STATE, POWER, ODOM = "/rover/state", "/rover/power", "/rover/odom"
_MODES = ("STANDING", "DRIVING", "TURNING", "DOCKING", "CHARGING")
_STATE_FIELDS = (
    Field("mode", FieldKind.ENUM, "Mode", enum_names=tuple((name, number) for number, name in enumerate(_MODES))),
    Field("blocked", FieldKind.BOOLEAN, "bool"),
    Field("activity", FieldKind.STRING, "string"),
)
_STATE_SCHEMA = JsonSchema("test.State", {"test.State": _STATE_FIELDS})
_POWER_FIELDS = (Field("charging", FieldKind.BOOLEAN, "bool"), Field("voltage", FieldKind.FLOAT, "double"))
_RATE_HZ = 20
_SPAN_S = 40


def _scene(scene: Scene) -> Scene:
    STATE_SCENES[getattr(scene, "__name__", "").replace("_", "-")] = scene
    return scene


def lane_session_of(name: str) -> FakeSession:
    """The rover, which tells what it is doing."""
    del name
    session = rover_session()
    session.add_topics(STATE, schema=_STATE_SCHEMA)
    session.add_topics(POWER, schema=JsonSchema("test.Power", {"test.Power": _POWER_FIELDS}))
    session.add_topics(ODOM, schema=JsonSchema("test.Numbers"))
    return session


def _receive(session: FakeSession, until_s: float) -> None:
    """The last seconds, with a silence."""
    began = until_s - _SPAN_S
    for number in range(_SPAN_S * _RATE_HZ):
        at_s = number / _RATE_HZ
        session.now = began + at_s
        mode = (1, 2, 1, 1, 0, 2, 1, 3, 4, 4)[int(at_s / 4) % 10]
        if not 17 < at_s < 20:
            doing = ("on its way to the gate", "looking around", "going home: battery low", "at home")[int(at_s / 10)]
            blocked = int(at_s * 3) % 9 == 0 and mode == 1
            session.receive(STATE, {"mode": mode, "blocked": blocked, "activity": doing})
        session.receive(POWER, {"charging": mode == 4, "voltage": 11.8})
        session.receive(ODOM, {"x": 0.4 * math.sin(at_s / 2) if mode in {1, 2} else 0.0})


def _open(stage: Stage) -> StatePanel:
    window = stage.window
    window.state_docks.show_fields([(TopicKey(URI, STATE), ""), (TopicKey(URI, POWER), "charging")])
    (panel,) = window.state_docks.panels.values()
    return panel


async def _filled(stage: Stage) -> StatePanel:
    """Below a plot, with which they line up."""
    stage.window.plot_docks.plot_fields([(TopicKey(URI, ODOM), "x")])
    await stage.look()
    panel = _open(stage)
    _receive(stage.session, time.time())
    await stage.look(0.6)
    return panel


@_scene
async def lanes(stage: Stage) -> QWidget:
    """Below a plot."""
    await _filled(stage)
    return stage.window


@_scene
async def lanes_cursor(stage: Stage) -> QWidget:
    """Held, and a time is pointed at."""
    panel = await _filled(stage)
    panel.toggle_pause()
    panel.cursors.put(panel.time_window.now_s - 12.4, second=False)
    panel.cursors.put(panel.time_window.now_s - 5.1, second=True)
    panel.show_time()
    await stage.look()
    return stage.window


@_scene
async def lanes_lost(stage: Stage) -> QWidget:
    """The robot is away."""
    panel = await _filled(stage)
    stage.session.set_state(ConnectionState.LOST, LinkWording.NO_ANSWER(host="robot", port=11345))
    await stage.look(1.0)
    panel.remove_row(panel.rows.all[1])
    await stage.look()
    return stage.window


@_scene
async def lanes_number(stage: Stage) -> QWidget:
    """A number was dropped, which is rather to be plotted."""
    panel = await _filled(stage)
    panel.add_fields([(TopicKey(URI, POWER), "voltage")])
    await stage.look()
    return stage.window


@_scene
async def lanes_empty(stage: Stage) -> QWidget:
    """Nothing is shown yet."""
    stage.window.state_docks.add()
    await stage.look()
    return stage.window


@_scene
async def lanes_transitions(stage: Stage) -> QWidget:
    """All states of a lane as a list."""
    panel = await _filled(stage)
    panel.show_transitions(panel.rows.all[0])
    await stage.look()
    return stage.dialog()


@_scene
async def lanes_menu(stage: Stage) -> QWidget:
    """What can be done with a lane."""
    panel = await _filled(stage)
    menu: QMenu = panel.menu.make(panel.rows.all[1])
    return menu


@_scene
async def lanes_marks(stage: Stage) -> QWidget:
    """Marks in lanes, and what the status bar offers after the last one."""
    await _filled(stage)
    marks, now_ns = stage.session.marks, time.time_ns()
    mark = marks.add(now_ns - 14_000_000_000)
    marks.describe(mark.time_ns, "The gate was closed")
    stage.window.docks.recording.mark(now_ns - 3_000_000_000)
    await stage.look(0.6)
    return stage.window


def _run_messages(began_s: float, late_s: float) -> dict[str, tuple[Delivery, ...]]:
    """What the rover did in a run, some seconds later than it does now."""
    states = [
        (began_s + second, {"mode": (1, 2, 1, 3, 4)[min(int(max(second - late_s, 0.0) / 8), 4)], "blocked": False})
        for second in range(_SPAN_S)
    ]
    doing = [
        (at_s, {**state, "activity": "on its way to the gate" if at_s < began_s + 20 else "at home"})
        for at_s, state in states
    ]
    return {STATE: messages_of(doing, _STATE_SCHEMA)}


def _lay_runs(session: FakeSession) -> None:
    """Lay two runs of yesterday beneath, which have begun when this one did."""
    now_s = time.time()
    for number, name in enumerate(("Friday, with load", "Thursday")):
        began_s = now_s - 86_400 * (number + 1)
        run = session.runs.put(_run_messages(began_s, 3.0 * number + 2.0), name)
        marks = (TimeMark(round((began_s + 26.0 - 4 * number) * 1e9), 1, "The gate was closed"),)
        session.runs.contents_of[run.id] = TimeContents(marks=marks)
        session.runs.change(run.id, place=RunPlace(round((86_400 * (number + 1) - _SPAN_S + 10.0) * 1e9)))


@_scene
async def lanes_runs(stage: Stage) -> QWidget:
    """Two runs below the lanes, with their marks."""
    await _filled(stage)
    _lay_runs(stage.session)
    stage.session.marks.add(time.time_ns() - 14_000_000_000)
    await stage.look(0.6)
    return stage.window
