"""What there are pictures of beside `tests.scenes.window`: runs that are compared with what is live."""

from __future__ import annotations

import math
import time

from PySide6.QtWidgets import QWidget

from app.model.marks import TimeMark
from app.model.reference_runs import ReferenceRun, RunPlace
from app.model.time_contents import TimeContents, TimeEvent, TimeEventKind
from app.model.topics import TopicKey
from app.ui.compare.compare_panel import ComparePanel
from tests.fakes.rover import rover_session
from tests.fakes.runs import messages_of
from tests.fakes.session import URI, FakeSession, JsonSchema
from tests.scenes.window import Scene, Stage

COMPARE_SCENES: dict[str, Scene] = {}

# curves of it are /rover/odom x and /rover/odom yaw
ODOM = "/rover/odom"
_S = 1_000_000_000
_RATE_HZ = 20
_SPAN_S = 40
# two days ago
_AGO_S = 172_800


def _scene(scene: Scene) -> Scene:
    COMPARE_SCENES[getattr(scene, "__name__", "").replace("_", "-")] = scene
    return scene


def compare_session_of(name: str) -> FakeSession:
    """The rover, with a topic whose numbers can be told."""
    del name
    session = rover_session()
    session.add_topics(ODOM, schema=JsonSchema("test.Numbers"))
    return session


def _value(at_s: float, pace: float = 1.0) -> dict[str, float]:
    return {"x": 0.6 * math.sin(0.5 * pace * at_s), "yaw": 0.5 * pace * math.cos(0.3 * pace * at_s) + 0.05 * at_s}


def _run(session: FakeSession, name: str, pace: float, began_s: float, *, shown_s: float) -> ReferenceRun:
    """A run of then, that begins at a time of now."""
    numbers = range(_SPAN_S * _RATE_HZ)
    samples = [(began_s + number / _RATE_HZ, _value(number / _RATE_HZ, pace)) for number in numbers]
    run = session.runs.put({ODOM: messages_of(samples, JsonSchema("test.Numbers")), "/rover/lift": ()}, name)
    session.runs.contents_of[run.id] = TimeContents(
        marks=(TimeMark(round((began_s + 5) * 1e9), 1, "Door"), TimeMark(round((began_s + 18) * 1e9), 2, "Ramp")),
        events=(
            TimeEvent(round((began_s + 9) * 1e9), TimeEventKind.ALERT, "The battery is low"),
            TimeEvent(round((began_s + 26) * 1e9), TimeEventKind.STOP, "STOP"),
        ),
    )
    session.runs.change(run.id, place=RunPlace(round((shown_s - began_s) * 1e9)))
    return run


async def _opened(stage: Stage, count: int = 2) -> ComparePanel:
    session, now_s = stage.session, time.time()
    began_s = now_s - _SPAN_S
    stage.window.plot_docks.plot_fields([(TopicKey(URI, ODOM), field) for field in ("x", "yaw")])
    await stage.look()
    for number in range(_SPAN_S * _RATE_HZ):
        at_s = number / _RATE_HZ
        session.now = began_s + at_s
        session.receive(ODOM, {**_value(at_s), "time": began_s + at_s})
    session.marks.add(round((began_s + 5.2) * 1e9))
    session.marks.describe(round((began_s + 5.2) * 1e9), "Door")
    ago_s = began_s - _AGO_S
    runs = (("Yard, slow tyres", 0.97), ("2026-11-25_06-30-00_rover-2.mcap", 1.06), ("Third", 0.9), ("Fourth", 1.2))
    for number, (name, pace) in enumerate(runs[:count]):
        _run(session, name, pace, ago_s - 400 * number, shown_s=began_s + 0.8 * number)
    if count > 1:
        session.runs.damaged_of["run:2"] = 3
    panel = stage.window.docks.compare.show()
    await stage.look(0.8)
    return panel


@_scene
async def compare(stage: Stage) -> QWidget:
    """Two runs, the first of which is selected."""
    await _opened(stage)
    return stage.window


@_scene
async def compare_figures(stage: Stage) -> QWidget:
    """How far two runs are apart."""
    panel = await _opened(stage)
    panel.figures.set_tolerance("", 0.05)
    panel.figures.set_tolerance("rad", 0.1)
    panel.tabs.setCurrentIndex(1)
    await stage.look(2.0)
    return stage.window


@_scene
async def compare_events(stage: Stage) -> QWidget:
    """Events of two runs and of now."""
    panel = await _opened(stage)
    panel.tabs.setCurrentIndex(2)
    await stage.look(1.0)
    return stage.window


@_scene
async def compare_maximised(stage: Stage) -> QWidget:
    """Four runs in the whole window, one of them hidden."""
    panel = await _opened(stage, 4)
    stage.session.runs.change("run:3", is_shown=False)
    panel.tabs.setCurrentIndex(1)
    stage.window.set_maximised(stage.window.docks.compare.dock)
    await stage.look(2.0)
    return stage.window


@_scene
async def compare_empty(stage: Stage) -> QWidget:
    """Nothing to compare with yet."""
    stage.window.docks.compare.show()
    await stage.look()
    return stage.window
