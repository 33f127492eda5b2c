"""Recordings that are aligned: one leads, the others go along."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.model.playback import PlaybackState
from app.net.link_thread import LinkThread
from app.session.session import Session
from tests.fakes.played_recording import START_NS, S, count_up, write_recording
from tests.fakes.waiting import eventually


class Pair:
    """Two recordings of ten seconds, the second of which was made a hundred seconds later."""

    def __init__(self, session: Session, first: str, second: str) -> None:
        self.session = session
        self.recordings = session.recordings
        self.first = first
        self.second = second

    def state(self, connection_id: str) -> PlaybackState:
        state = self.recordings.state(connection_id)
        assert state is not None
        return state

    def stands(self, connection_id: str, second: float) -> bool:
        """Whether a recording stands at a second of the clock."""
        return self.state(connection_id).position_ns == START_NS + round(second * S)


@pytest.fixture
async def pair(link: LinkThread, tmp_path: Path) -> AsyncIterator[Pair]:
    session = Session(link)
    later = [(topic, at_s + 100.0, value) for topic, at_s, value in count_up("/a", 101, 10)]
    paths = [
        write_recording(tmp_path / "a.mcap", count_up("/a", 101, 10)),
        write_recording(tmp_path / "b.mcap", later),
    ]
    first, second = (session.links.connect(str(path)) for path in paths)
    await eventually(lambda: all(session.recordings.state(each) is not None for each in (first, second)))
    yield Pair(session, first, second)
    await session.close()


async def test_the_other_goes_to_the_time_that_belongs_to_it_whichever_is_moved(pair: Pair) -> None:
    pair.recordings.align(pair.first, pair.second, 100 * S)
    await eventually(lambda: pair.recordings.aligned(pair.first) == {pair.second: 100 * S})
    assert pair.recordings.aligned(pair.second) == {pair.first: -100 * S}

    pair.recordings.seek(pair.first, START_NS + 4 * S)
    await eventually(lambda: pair.stands(pair.second, 104.0))
    pair.recordings.seek(pair.second, START_NS + 107 * S)
    await eventually(lambda: pair.stands(pair.first, 7.0))

    # one that has not begun yet stands at its beginning
    pair.recordings.align(pair.first, pair.second, 95 * S)
    pair.recordings.seek(pair.first, START_NS + 2 * S)
    await eventually(lambda: pair.stands(pair.second, 100.0))


async def test_they_are_played_and_paused_together_at_one_speed(pair: Pair) -> None:
    pair.recordings.align(pair.first, pair.second, 98 * S)
    pair.recordings.set_rate(pair.first, 2.0)
    pair.recordings.play(pair.first)
    # at first there is nothing of the other
    await eventually(lambda: pair.state(pair.first).position_ns > START_NS + S)
    assert not pair.state(pair.second).is_playing
    await eventually(lambda: pair.state(pair.second).is_playing)
    await eventually(lambda: pair.state(pair.second).position_ns > START_NS + 101 * S)
    apart = pair.state(pair.second).position_ns - pair.state(pair.first).position_ns - 98 * S
    assert abs(apart) < S
    assert pair.state(pair.second).rate == 2.0

    pair.recordings.pause(pair.second)
    await eventually(lambda: not pair.state(pair.first).is_playing)
    await eventually(
        lambda: pair.state(pair.second).position_ns - pair.state(pair.first).position_ns == 98 * S, timeout_s=3.0
    )


async def test_one_that_is_let_go_or_closed_goes_by_itself(pair: Pair) -> None:
    pair.recordings.align(pair.first, pair.second, 100 * S)
    await eventually(lambda: bool(pair.recordings.aligned(pair.first)))
    pair.recordings.let_go(pair.second)
    await eventually(lambda: pair.recordings.aligned(pair.first) == {})

    pair.recordings.align(pair.first, pair.second, 100 * S)
    await eventually(lambda: bool(pair.recordings.aligned(pair.first)))
    await pair.session.links.disconnect(pair.second)
    await eventually(lambda: pair.recordings.aligned(pair.first) == {})
    pair.recordings.seek(pair.first, START_NS + S)
    await eventually(lambda: pair.stands(pair.first, 1.0))
