"""What there are pictures of beside `tests.scenes.window`: recordings that are played."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from app.model.marks import TimeMark
from app.model.playback import PlaybackState
from app.model.status import ConnectionState
from app.wording.record import PlaybackWording
from tests.fakes.rover import rover_session
from tests.fakes.session import FakeSession
from tests.scenes.window import Scene, Stage

RECORDING_SCENES: dict[str, Scene] = {}

FILE = "file:///runs/2026-11-27-yard.mcap"
_S = 1_000_000_000
_START_NS = 1_764_230_400 * _S
_STATE = PlaybackState(_START_NS, _START_NS + 754 * _S, _START_NS + 213 * _S, is_playing=True)


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
    await stage.look()
    return stage.window


@_scene
async def recording_empty(stage: Stage) -> QWidget:
    """A recording without a message."""
    stage.session.recordings.states[FILE] = PlaybackState(0, 0, 0, is_empty=True)
    await stage.look()
    return stage.window
