"""The playback of recordings, and of what the black box has kept, as views and commands use it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.model.playback import DECK, PlaybackState
from app.model.time_contents import NO_CONTENTS, TimeContents
from app.net.link_thread import LinkThread
from app.session.aligned_recordings import AlignedRecordings
from app.session.connections import OpenConnections
from app.session.deck import Deck

if TYPE_CHECKING:
    # not needed before there is a recording, and slow to load
    from app.connections.file.playback import Playback


class Recordings:
    """The playback of recordings, each by the id of its connection, and by `DECK` the past. Any thread may call it.

    What is asked of a connection that is no recording, or whose recording is not open yet, does nothing, and neither
    does what is asked of the past while views show now.
    """

    def __init__(self, link: LinkThread, connections: OpenConnections, deck: Deck) -> None:
        self._deck = deck
        self._link = link
        self._connections = connections
        self._alignment = AlignedRecordings(link, self._playback_of)

    def state(self, connection_id: str) -> PlaybackState | None:
        """The state of the playback; None for a robot, a recording that is not open yet, and a past that none shows."""
        if connection_id == DECK:
            return self._deck.state
        playback = self._playback_of(connection_id)
        return playback.state if playback is not None else None

    def is_beginning(self, connection_id: str) -> bool:
        """Whether views are about to paint the past for the first time: they come before what else shows it."""
        return connection_id == DECK and self._deck.is_beginning

    def contents(self, connection_id: str) -> TimeContents:
        """The contents of the recording over time, as far as known; the same object as long as nothing is new."""
        if connection_id == DECK:
            return self._deck.contents
        playback = self._playback_of(connection_id)
        return playback.contents if playback is not None else NO_CONTENTS

    def play(self, connection_id: str) -> None:
        """Let time go on; at the end from the beginning."""
        self._do(connection_id, lambda playback: playback.play())

    def pause(self, connection_id: str) -> None:
        """Let time stand."""
        self._do(connection_id, lambda playback: playback.pause())

    def seek(self, connection_id: str, time_ns: int) -> None:
        """Jump to a time; of several jumps that wait the newest counts."""
        self._do(connection_id, lambda playback: playback.seek(time_ns))

    def step(self, connection_id: str, *, forward: bool) -> None:
        """Go to the next message of what is read, or back to the one before, and stand there."""
        self._do(connection_id, lambda playback: playback.step(forward=forward))

    def set_rate(self, connection_id: str, rate: float) -> None:
        """Set how much faster than in reality time goes."""
        self._do(connection_id, lambda playback: playback.set_rate(rate))

    def set_loop(self, connection_id: str, *, loop: bool, within_ns: tuple[int, int] | None = None) -> None:
        """Set whether the beginning follows the end: of all, or of the time between two."""
        self._do(connection_id, lambda playback: playback.set_loop(loop=loop, within_ns=within_ns))

    def aligned(self, connection_id: str) -> dict[str, int]:
        """The recordings that go along with one, and how much later their times are, in nanoseconds."""
        return self._alignment.others(connection_id)

    def align(self, connection_id: str, other: str, later_ns: int) -> None:
        """Let another recording go along with one: its times are so much later than those that belong to them."""
        self._link.call(self._alignment.align, connection_id, other, later_ns)

    def let_go(self, connection_id: str) -> None:
        """Let a recording go by itself again."""
        self._link.call(self._alignment.let_go, connection_id)

    def _playback_of(self, connection_id: str) -> Playback | None:
        connection = self._connections.get(connection_id)
        return connection.playback if connection is not None else None

    def _do(self, connection_id: str, request: Callable[[Playback | Deck], None]) -> None:
        def ask() -> None:
            if connection_id == DECK:
                # what was asked of a past that has ended meanwhile shows no other one
                if self._deck.is_past:
                    request(self._deck)
                return
            playback = self._playback_of(connection_id)
            if playback is not None:
                self._alignment.lead(connection_id)
                request(playback)

        self._link.call(ask)
