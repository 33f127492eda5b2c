"""What there are pictures of beside `tests.scenes.window`: recordings that are played."""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtWidgets import QWidget

from app.model.density import Density
from app.model.marks import TimeMark
from app.model.playback import PlaybackState
from app.model.status import ConnectionState
from app.model.time_contents import TimeContents, TimeEvent, TimeEventKind
from app.wording.record import PlaybackWording
from tests.fakes.rover import rover_session
from tests.fakes.session import FakeSession
from tests.scenes.window import Scene, Stage

RECORDING_SCENES: dict[str, Scene] = {}

FILE = "file:///runs/2026-11-27-yard.mcap"
_OTHER = "file:///runs/2026-11-27-mast.mcap"
_S = 1_000_000_000
_START_NS = 1_764_230_400 * _S
_STATE = PlaybackState(_START_NS, _START_NS + 754 * _S, _START_NS + 213 * _S, is_playing=True)
# with some seconds without any message
_CHUNKS = [second for second in range(754) if not 430 < second < 520]
_CONTENTS = TimeContents(
    Density(
        [_START_NS + second * _S for second in _CHUNKS],
        [_START_NS + (second + 1) * _S for second in _CHUNKS],
        [1000 + round(900 * math.sin(second / 40)) + 37 * (second % 11) for second in _CHUNKS],
    ),
    events=(
        TimeEvent(_START_NS + 150 * _S, TimeEventKind.ALERT, "The battery is low"),
        TimeEvent(_START_NS + 560 * _S, TimeEventKind.STOP, "STOP"),
        TimeEvent(_START_NS + 561 * _S, TimeEventKind.INCIDENT, "STOP"),
    ),
)


def _scene(scene: Scene) -> Scene:
    RECORDING_SCENES[getattr(scene, "__name__", "").replace("_", "-")] = scene
    return scene


def recording_session_of(name: str) -> FakeSession:
    """What the window of such a scene is opened on."""
    del name
    session = rover_session()
    session.set_state(ConnectionState.CONNECTED, PlaybackWording.OPEN(), connection=FILE, description="Recording")
    return session


@_scene
async def recording(stage: Stage) -> QWidget:
    """A recording that is played, with bookmarks and marks."""
    bar = stage.window.docks.play_bar
    for second in (120, 380):
        stage.session.recordings.states[FILE] = replace(_STATE, position_ns=_START_NS + second * _S)
        await stage.look()
        bar.toggle_bookmark()
    stage.session.recordings.states[FILE] = _STATE
    marks = TimeMark(_START_NS + 300 * _S, 1), TimeMark(_START_NS + 330 * _S, 2, "The left wheel slipped")
    stage.session.recordings.marks_of[FILE] = marks
    stage.session.recordings.contents_of[FILE] = _CONTENTS
    stage.session.recordings.states[FILE] = replace(
        _STATE, loop=True, loop_ns=(_START_NS + 180 * _S, _START_NS + 260 * _S)
    )
    await stage.look()
    return stage.window


@_scene
async def recording_part(stage: Stage) -> QWidget:
    """A part of the time of a recording."""
    window = await recording(stage)
    stage.window.docks.play_bar.slider.zoom(0.3)
    await stage.look()
    return window


@_scene
async def recording_aligned(stage: Stage) -> QWidget:
    """Two recordings that are played together."""
    window = await recording(stage)
    session = stage.session
    session.set_state(ConnectionState.CONNECTED, PlaybackWording.OPEN(), connection=_OTHER, description="Recording")
    session.recordings.states[_OTHER] = _STATE
    session.recordings.align(FILE, _OTHER, 12_300_000_000)
    await stage.look()
    return window


@_scene
async def recording_empty(stage: Stage) -> QWidget:
    """A recording without a message."""
    stage.session.recordings.states[FILE] = PlaybackState(0, 0, 0, is_empty=True)
    await stage.look()
    return stage.window
