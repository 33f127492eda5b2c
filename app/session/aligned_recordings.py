"""Recordings that are aligned: while one is played or moved, others go along, each at the time that belongs to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from app.net.link_thread import LinkThread

if TYPE_CHECKING:
    # not needed before there is a recording, and slow to load
    from app.connections.file.playback import Playback

FOLLOW_S: Final = 0.1
# what is played together may be so far apart, in time that passes
_APART_S: Final = 0.25
# nobody sees less, and a recording that stands is where it was sent to
_SAME_NS: Final = 1_000_000


class AlignedRecordings:
    """Recordings whose times belong together. On the link loop, but for what tells, which any thread may call.

    Those that have not begun yet, or have ended, stand at their beginning or end.

    Args:
        playback_of: gives the playback of a connection; None where it has none.
    """

    def __init__(self, link: LinkThread, playback_of: Callable[[str], Playback | None]) -> None:
        self._link = link
        self._playback_of = playback_of
        # what is added to a time of each for a time of all; it is replaced as a whole
        self._offsets: Mapping[str, int] = {}
        self._leader = ""
        self._timer: asyncio.TimerHandle | None = None

    def others(self, connection_id: str) -> dict[str, int]:
        """Return the recordings that go along with one, and how much later their times are, in nanoseconds."""
        offsets = self._offsets
        own = offsets.get(connection_id)
        return {} if own is None else {each: own - offset for each, offset in offsets.items() if each != connection_id}

    def align(self, connection_id: str, other: str, later_ns: int) -> None:
        """Let another recording go along with one: its times are so much later than those that belong to them."""
        offsets = self._offsets if connection_id in self._offsets else {connection_id: 0}
        self._offsets = {**offsets, other: offsets[connection_id] - later_ns}
        self._leader = connection_id
        self._look_on()

    def let_go(self, connection_id: str) -> None:
        """Let a recording go by itself again."""
        offsets = {each: offset for each, offset in self._offsets.items() if each != connection_id}
        self._offsets = offsets if len(offsets) > 1 else {}

    def lead(self, connection_id: str) -> None:
        """Take that something is asked of a recording: the others follow it from now on."""
        if connection_id in self._offsets:
            self._leader = connection_id

    # inside

    def _look_on(self) -> None:
        if self._timer is None:
            self._timer = self._link.loop.call_later(FOLLOW_S, self._look)

    def _look(self) -> None:
        self._timer = None
        for each in self._offsets:
            if self._playback_of(each) is None:
                # it was closed
                self.let_go(each)
        offsets = self._offsets
        if self._leader not in offsets:
            self._leader = next(iter(offsets), "")
        leader = self._playback_of(self._leader)
        if leader is None:
            return
        for each, offset in offsets.items():
            playback = self._playback_of(each)
            if playback is not None and playback is not leader:
                _follow(playback, leader, offsets[self._leader] - offset)
        self._look_on()


def _follow(playback: Playback, leader: Playback, later_ns: int) -> None:
    """Have a playback do what another one does, whose times are so much earlier."""
    state, led = playback.state, leader.state
    wanted_ns = led.position_ns + later_ns
    aim_ns = min(max(wanted_ns, state.start_ns), state.end_ns)
    goes_on = led.is_playing and state.start_ns <= wanted_ns < state.end_ns
    if state.rate != led.rate:
        playback.set_rate(led.rate)
    if not goes_on and state.is_playing:
        playback.pause()
    most_ns = _APART_S * 1e9 * max(led.rate, 1.0) if goes_on and state.is_playing else _SAME_NS
    if abs(state.position_ns - aim_ns) > most_ns:
        playback.seek(aim_ns)
    if goes_on and not state.is_playing:
        playback.play()
