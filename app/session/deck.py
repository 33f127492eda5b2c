"""The deck: the time that views show, which is now or one that the black box has kept."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from app.model.playback import PlaybackState
from app.model.status import SimClock
from app.model.time_contents import NO_CONTENTS, TimeContents
from app.model.topics import Delivery, TopicKey
from app.net.link_thread import LinkThread
from app.net.tasks import TaskPool
from app.session.black_box import BlackBox
from app.session.connections import OpenConnections
from app.session.look_back import LookBack
from app.session.look_readers import LookReaders
from app.session.recorded_side import LoggedLine, RecordedSide
from app.session.topics import Topics

_LOGGER = logging.getLogger(__name__)

# so long what comes now of topics of parts waits for what goes before it; views tell what is older that it is old
_LEAD_S: Final = 0.5
# what waits for views to have painted a jump waits no longer; it would hold up a slow machine in the middle of that
_PAINT_S: Final = 0.5


class Deck:
    """The time that views show. Any thread may call it; all else is done on the link loop.

    While it is in the past robots go on, and all that they send is received and kept.

    Args:
        now_ns: gives the time of the wall clock.

    Attributes:
        look: what views show of the past; None while they show now.
        admit: returns whether views may show the past, on the link loop; None where nobody is driven.
        moves: returns whether a robot is moved otherwise than by driving, in any thread; then they may not.
        changes: how often they went on to the past, and back to now.
        tell_views: called on the link loop when there is something to show of a time that was gone to.
        has_views: whether it is told what views have painted, by `note_shown`; what comes next waits for that.
        painted: of these the one after which views have shown now on the screen, and when, by the monotonic clock.
        refusals: how often the past was asked for and not admitted.
    """

    def __init__(
        self,
        link: LinkThread,
        connections: OpenConnections,
        topics: Topics,
        box: BlackBox,
        now_ns: Callable[[], int] = time.time_ns,
    ) -> None:
        self.look: LookBack | None = None
        self.admit: Callable[[], Awaitable[bool]] | None = None
        self.moves: Callable[[], bool] = lambda: False
        self.changes = self.refusals = 0
        self.tell_views: Callable[[], object] = lambda: None
        self.has_views = False
        self.painted = -1, 0.0
        # the jumps of a look that were asked for, those that views have painted, and what waits until these are all
        self._asked_jumps = self._painted_jumps = 0
        self._waiting_ns: int | None = None
        # where the jump leads that views have not painted yet
        self._aim_ns: int | None = None
        self._waits_to_play = False
        self._waits: asyncio.TimerHandle | None = None
        # not admitted yet
        self._coming: LookBack | None = None
        self._topics = topics
        self._link = link
        self._connections = connections
        self._box = box
        self._now_ns = now_ns
        self._ends = TaskPool("deck")
        self._readers = LookReaders(box, now_ns)

    @property
    def is_past(self) -> bool:
        """Whether views show the past."""
        return self.look is not None

    @property
    def looks_back(self) -> bool:
        """Whether views show the past, or are about to."""
        # in this order: it is shown before it is no longer coming
        return self._coming is not None or self.look is not None

    @property
    def state(self) -> PlaybackState | None:
        """The state of the past, as of a recording that is played; None while views show now."""
        look = self.look
        return look.state if look is not None else None

    @property
    def contents(self) -> TimeContents:
        """The contents of the black box over time, as far as known; nothing while views show now."""
        return self._readers.contents if self.look is not None else NO_CONTENTS

    def shown_ns(self) -> int:
        """Return the time that views show, by the wall clock."""
        look = self.look
        return look.state.position_ns if look is not None else self._now_ns()

    @property
    def is_awaited(self) -> bool:
        """Whether views have not painted yet the time that was gone to last, a moment ago."""
        return self.look is not None and not self._is_painted

    @property
    def is_beginning(self) -> bool:
        """Whether views have not painted yet the first time that the past goes to."""
        return self.is_awaited and self._asked_jumps == 1

    @property
    def side(self) -> RecordedSide | None:
        """The links, alerts and driving of the past; None while views show now."""
        look = self.look
        return look.side if look is not None else None

    @property
    def clock(self) -> SimClock | None:
        """The time of the past; None while views show now."""
        look = self.look
        return SimClock(look.state.position_ns, self._now_ns(), look.jumps_back, is_recorded=True) if look else None

    @property
    def keeps(self) -> bool:
        """Whether anything is kept that could be looked back at."""
        return self._box.is_on

    @property
    def trouble(self) -> str:
        """Why nothing was ever kept; empty where something was, or is about to be."""
        kept = self._box.state
        return kept.trouble if kept is not None and not kept.since_ns else ""

    def prepare(self) -> None:
        """Load what looking back needs, and learn what is kept, so that no look waits for it."""

        def learn() -> None:
            if self._box.is_on:
                self._readers.learn()

        self._link.call(learn)

    def note_painted(self, changes: int) -> None:
        """Take that views have shown now on the screen, after so many changes; the first time counts."""
        if changes != self.painted[0]:
            self.painted = changes, time.monotonic()

    def note_shown(self, changes: int, jumps: int) -> None:
        """Take that views have painted so many jumps of the past that they show after so many changes."""

        def note() -> None:
            if changes == self.changes and jumps >= self._asked_jumps:
                self._go_on()

        self._link.call(note)

    def earlier_log(self, until_ns: int) -> tuple[LoggedLine, ...]:
        """The log until this run has begun, as far as it is read; that begins when it is first asked for."""
        look = self.look
        if look is None:
            return ()
        if look.log is None:
            self._link.call(look.read_log, until_ns)
        return look.log or ()

    def hold(self) -> None:
        """Have all views go on showing what is now."""
        self._link.call(self._begin)

    def go_live(self) -> None:
        """Have all views show now again, and go on with it."""
        self._link.call(self._end)

    def seek(self, time_ns: int) -> None:
        """Show a time; of several that wait the newest counts. One that is not over yet is now.

        Views paint one before the next, and what else there is between them.
        """
        self._link.call(self._seek, time_ns)

    def move(self, by_ns: int) -> None:
        """Go on from the time that is shown, or back."""
        self._link.call(self._move, by_ns)

    def play(self) -> None:
        """Let time go on from where it stands, until it has come to now; as soon as views have painted that."""
        self._link.call(self._play)

    def pause(self) -> None:
        """Let time stand, also where it is now."""
        self._link.call(self._pause)

    def step(self, *, forward: bool) -> None:
        """Go to the next message of what is read, or back to the one before, and stand there."""
        self._link.call(self._step, forward)

    def set_rate(self, rate: float) -> None:
        """Set how much faster than in reality time goes."""
        self._link.call(self._set_rate, rate)

    def set_loop(self, *, loop: bool, within_ns: tuple[int, int] | None = None) -> None:
        """Set whether the beginning follows the end: of what was kept, or of the time between two."""
        self._link.call(self._set_loop, loop, within_ns)

    async def close(self) -> None:
        """End; await it on any loop."""

        async def end() -> None:
            self._end()
            await self._ends.wait()
            await self._readers.close()

        await self._link.run(end())

    # on the link loop

    def refuse(self) -> None:
        """Have all views show now, though the past may have been asked for."""
        self.refusals += self._coming is not None
        self._end()

    def _begin(self, jumps: int = 0) -> LookBack:
        if self._waiting_ns is not None:
            self._go_on()
        look = self._newest
        if look is None:
            self._asked_jumps, self._painted_jumps = jumps, 0
            # first: whoever begins to move a robot says so, and asks for this after it
            self._coming = look = LookBack(
                self._connections,
                self._box,
                self._readers,
                self._end,
                self._now_ns,
                self._tell_views,
                self._topics.wanted,
            )
            if self.admit is None and not self.moves():
                self._show(look)
                self._coming = None
            else:
                self._ends.spawn(self._show_admitted(look, self.admit and self.admit()), "admission")
        return look

    async def _show_admitted(self, look: LookBack, admission: Awaitable[bool] | None) -> None:
        admitted = False
        try:
            admitted = admission is None or await admission
        finally:
            if self._coming is look:
                if admitted and not self.moves():
                    self._show(look)
                    self._coming = None
                else:
                    self.refuse()

    @property
    def _newest(self) -> LookBack | None:
        return self.look or self._coming

    def _end(self) -> None:
        self._waiting_ns = self._aim_ns = None
        self._waits_to_play = False
        if self._waits is not None:
            self._waits.cancel()
        coming, self._coming = self._coming, None
        if coming is not None:
            # at once: the next one has the same reader
            self._ends.spawn(self._close(coming), "end")
        look = self.look
        if look is not None:
            self._show(None)
            self._ends.spawn(self._finish(look), "end")

    async def _finish(self, look: LookBack) -> None:
        told: Sequence[tuple[TopicKey, Delivery]] = ()
        try:
            async with asyncio.timeout(_LEAD_S):
                told = await look.lead_to_now()
        except TimeoutError:
            _LOGGER.warning("the black box can't be read in time")
        except OSError as error:
            _LOGGER.warning("the black box can't be read: %s", error)
        finally:
            self._topics.tell_now(look, told)
            await self._close(look)

    async def _close(self, look: LookBack) -> None:
        await look.close()
        if self._newest is None:
            self._readers.rest()

    def _show(self, look: LookBack | None) -> None:
        self.look = look
        self.changes += 1
        self._topics.show_past(look)
        self._connections.note_change()

    def _tell_views(self) -> None:
        self.tell_views()

    @property
    def _is_painted(self) -> bool:
        return not self.has_views or self._painted_jumps >= self._asked_jumps

    def _play(self) -> None:
        self._waits_to_play = not self._is_painted
        if self._newest is not None and not self._waits_to_play:
            self._newest.play()

    def _pause(self) -> None:
        self._waits_to_play = False
        self._begin().pause()

    def _step(self, forward: bool) -> None:  # noqa: FBT001 - by the link
        self._waits_to_play = False
        look = self._begin()
        self._aim_ns = None
        look.ask(lambda playback: playback.step(forward=forward))

    def _set_rate(self, rate: float) -> None:
        if self._newest is not None:
            self._newest.set_rate(rate)

    def _set_loop(self, loop: bool, within_ns: tuple[int, int] | None) -> None:  # noqa: FBT001 - by the link
        if self._newest is not None:
            self._newest.set_loop(loop=loop, within_ns=within_ns)

    def _seek(self, time_ns: int) -> None:
        if time_ns >= self._now_ns():
            self._end()
        elif self._is_painted or self._newest is None:
            self._jump(self._begin(jumps=1), time_ns)
        else:
            self._waiting_ns = time_ns

    def _jump(self, look: LookBack, time_ns: int) -> None:
        self._aim_ns = time_ns
        self._asked_jumps = look.jumps + 1
        if self._waits is not None:
            self._waits.cancel()
        self._waits = self._link.loop.call_later(_PAINT_S, self._go_on) if self.has_views else None
        look.seek(time_ns)

    def _go_on(self) -> None:
        """Do what waits for views to have painted what was jumped to."""
        self._painted_jumps = self._asked_jumps
        look, time_ns = self._newest, self._waiting_ns
        self._waiting_ns = None
        if look is not None and time_ns is not None:
            self._jump(look, time_ns)
        elif self._waits_to_play:
            self._play()

    def _move(self, by_ns: int) -> None:
        state, from_ns = self.state, self._waiting_ns
        if from_ns is None and not self._is_painted:
            # it is on its way there
            from_ns = self._aim_ns
        if from_ns is None:
            from_ns = state.position_ns if state is not None else self._now_ns()
        self._seek(from_ns + by_ns)
