"""What there are pictures of beside `tests.scenes.window`: views that show the past."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final

from PySide6.QtWidgets import QWidget

from app.model.density import Density
from app.model.playback import DECK, PlaybackState
from app.model.time_contents import TimeContents, TimeEvent, TimeEventKind
from app.model.topics import TopicKey
from app.session.recorded_side import LinkState, RecordedSide
from tests.fakes.session import URI, FakeSession
from tests.scenes.drive import drive_ready, drive_session_of
from tests.scenes.images import picture_session_of, pictures
from tests.scenes.plots import plot_session_of, plots
from tests.scenes.states import lane_session_of, lanes
from tests.scenes.top_view import top_view, top_view_session_of
from tests.scenes.window import Scene, Stage, rover, session_of

_S: Final = 1_000_000_000
_KEPT_S: Final = 600
_AGO_S: Final = 12

PAST_SCENES: dict[str, Scene] = {}
_SESSIONS: dict[str, Callable[[str], FakeSession]] = {}


def past_session_of(name: str) -> FakeSession:
    """What the window of such a scene is opened on."""
    return _SESSIONS[name](name)


def _add(name: str, scene: Scene, session: Callable[[str], FakeSession]) -> None:
    async def shown(stage: Stage) -> QWidget:
        await scene(stage)
        _look_back(stage.session)
        await stage.look(0.6)
        return stage.window

    PAST_SCENES[name], _SESSIONS[name] = shown, session


def _look_back(session: FakeSession) -> None:
    """Have all views show what was some seconds ago."""
    now_ns = time.time_ns()
    start_ns, at_ns = now_ns - _KEPT_S * _S, now_ns - _AGO_S * _S
    live = session.topics.live
    heard = {topic.key: at_ns - _S // 5 for topic in live.with_messages}
    links = {info.id: LinkState(info.status, info.quality, info.condition) for info in session.links.connections}
    session.past = RecordedSide(links, ())
    look: Any = SimpleNamespace(
        store=live.copied([topic.copied() for topic in live.with_messages]),
        state=PlaybackState(start_ns, now_ns, at_ns, is_playing=True),
        jumps=1,
        told_jumps=1,
        jumps_back=1,
        side=session.past,
        log=(),
        parts=set(),
        heard=heard,
        thinned_hz={key: 2.0 for key in heard if "camera" in key.topic},
        has_moved=True,
        set_wanted=lambda _: None,
    )
    session.topics.heard = dict.fromkeys(heard, 0.2)
    session.topics.thinned = look.thinned_hz
    session.topics.unheard = {TopicKey(URI, "/gazebo/default/world_stats")}
    session.topics.jump = 1
    session.recordings.states[DECK] = look.state
    session.recordings.contents_of[DECK] = _contents(start_ns)
    session.deck._show(look)


def _contents(start_ns: int) -> TimeContents:
    seconds = [second for second in range(_KEPT_S) if not 300 < second < 340]
    return TimeContents(
        Density(
            [start_ns + second * _S for second in seconds],
            [start_ns + (second + 1) * _S for second in seconds],
            [1000 + 37 * (second % 11) for second in seconds],
        ),
        events=(
            TimeEvent(start_ns + 150 * _S, TimeEventKind.ALERT, "The battery is low"),
            TimeEvent(start_ns + 560 * _S, TimeEventKind.STOP, "STOP"),
        ),
    )


_add("past", rover, session_of)
_add("past-plots", plots, plot_session_of)
_add("past-lanes", lanes, lane_session_of)
_add("past-pictures", pictures, picture_session_of)
_add("past-top-view", top_view, top_view_session_of)
_add("past-drive", drive_ready, drive_session_of)
