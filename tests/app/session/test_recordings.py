"""The playback of recordings, as views and commands use it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.model.playback import DECK
from app.model.topics import TopicKey
from app.net.link_thread import LinkThread
from app.session.errors import SessionError
from app.session.session import Session
from tests.fakes.played_recording import START_NS, S, count_up, write_recording
from tests.fakes.waiting import eventually


@pytest.fixture
async def session(link: LinkThread) -> AsyncIterator[Session]:
    session = Session(link)
    yield session
    await session.close()


async def test_a_recording_is_opened_by_its_path_and_played(tmp_path: Path, session: Session) -> None:
    path = write_recording(tmp_path / "my run.mcap", count_up("/a", 100, 10))
    known = session.links.connect(str(path))
    assert known == path.as_uri()
    await eventually(lambda: session.recordings.state(known) is not None)

    session.recordings.seek(known, START_NS + 3 * S)
    session.recordings.set_rate(known, 5.0)
    session.recordings.set_loop(known, loop=True)
    session.recordings.play(known)
    await eventually(lambda: (state := session.recordings.state(known)) is not None and state.is_playing)
    session.recordings.pause(known)
    await eventually(lambda: (state := session.recordings.state(known)) is not None and not state.is_playing)
    session.recordings.step(known, forward=True)

    state = session.recordings.state(known)
    assert state is not None
    assert (state.rate, state.loop) == (5.0, True)
    assert state.position_ns >= START_NS + 3 * S


async def test_the_past_is_played_as_a_recording_is(session: Session) -> None:
    uri = session.links.connect("gazebo://127.0.0.1:1")
    assert session.recordings.state(DECK) is None

    session.deck.pause()
    await eventually(lambda: session.recordings.state(DECK) is not None)
    session.recordings.set_loop(DECK, loop=True)

    (robot,) = session.links.connections
    assert robot.id == uri
    assert robot.clock is not None
    assert robot.clock.is_recorded
    session.recordings.play(DECK)
    await eventually(lambda: session.recordings.state(DECK) is None)
    assert session.links.connections[0].clock is None


async def test_what_is_asked_of_the_past_does_not_bring_it_back(session: Session, link: LinkThread) -> None:
    changes = session.deck.changes
    session.deck.hold()
    session.deck.go_live()
    session.recordings.seek(DECK, START_NS)
    session.recordings.step(DECK, forward=False)
    session.recordings.pause(DECK)
    await link.run(asyncio.sleep(0))

    assert not session.deck.looks_back
    assert session.deck.changes == changes + 2


async def test_what_is_no_recording_has_no_playback_and_does_nothing(session: Session) -> None:
    assert session.recordings.state("gazebo://robot:11345") is None
    session.recordings.play("gazebo://robot:11345")


async def test_a_recording_takes_no_commands_even_where_they_are_allowed(tmp_path: Path, session: Session) -> None:
    known = session.links.connect(str(write_recording(tmp_path / "a.mcap", count_up("/cmd_vel", 3, 1))))
    await eventually(lambda: session.recordings.state(known) is not None)
    session.commands.allow(known, allowed=True)

    with pytest.raises(SessionError):
        await session.commands.advertise(TopicKey(known, "/cmd_vel"), "geometry_msgs/Twist", 1.0)
    with pytest.raises(SessionError):
        await session.commands.call_service(known, "/reset", {}, 1.0)
    with pytest.raises(SessionError):
        await session.commands.set_parameter(known, "/a", 1, 1.0)
