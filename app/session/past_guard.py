"""The rule that driving is never in the past.

While views show the past nothing is armed, and while a robot is armed or moves they show now. Both are kept where they
are decided: views show the past only after the drive process has said that it arms nothing meanwhile, and a process
that is new arms nothing before it was told. Whoever asks to drive has views show now, and is armed by another act.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Final

from typing_extensions import override

from app.drive.control.obedience import is_moving
from app.drive.control.values import Stage
from app.drive.messages.report import DriveReport
from app.drive.supervisor.drive_state import DrivePhase
from app.drive.supervisor.drive_supervisor import DriveSupervisor, ShownTime
from app.net.link_thread import LinkThread
from app.session.deck import Deck

# for the drive process to answer; whoever does not may be armed
ANSWER_S: Final = 0.5
# the time for which views have shown now before something is armed
LIVE_S: Final = 1.0
# between two beats; after a longer time the window has stood still
_LONGEST_BEAT_S: Final = 0.15


class PastGuard(ShownTime):
    """Keeps that rule between the deck and the drive process."""

    def __init__(
        self, link: LinkThread, deck: Deck, handle: DriveSupervisor, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._link = link
        self._deck = deck
        self._handle = handle
        self._clock = clock
        # 0 is told where views show now, and they may show the past already
        self._look = 1
        # on the link loop; a beat may have told the process of a look before it is known here what watchdogs see
        self._asked = 0
        self._answer: asyncio.Future[bool] | None = None
        # how often STOP was pressed, and views were asked to return, as the drive process has told
        self._presses = 0, 0
        # in the interface's thread
        self._waits = deck.looks_back or deck.changes > 0
        self._beat_s = self._goes_on_s = clock()
        handle.shown = self
        deck.admit = self._admit

    @override
    def look_number(self) -> int:
        now = self._clock()
        if now - self._beat_s > _LONGEST_BEAT_S:
            # what was painted before was not looked at by anybody who could act
            self._goes_on_s = now
        self._beat_s = now
        if self._deck.looks_back:
            self._waits = True
            if self._deck.is_past and self._handle.state.may_be_moving:
                self.return_to_now()
        elif self._waits:
            changes, painted_s = self._deck.painted
            is_shown = changes == self._deck.changes
            self._waits = not (is_shown and now - max(painted_s, self._goes_on_s) >= LIVE_S)
        return self._look if self._waits else 0

    @override
    def return_to_now(self) -> bool:
        if not self._deck.looks_back:
            return False
        # at the end of the program nobody shows anything
        with contextlib.suppress(RuntimeError):
            self._deck.go_live()
        return True

    @override
    def receive_report(self, told: DriveReport) -> None:
        before, self._presses = self._presses, (told.stops, told.returns)
        # each process counts from zero
        is_pressed = any(now not in {0, then} for now, then in zip(self._presses, before, strict=True))
        if self._deck.looks_back:
            with contextlib.suppress(RuntimeError):
                self._link.call(self._hear, told, is_pressed)

    # on the link loop

    def _admit(self) -> Awaitable[bool]:
        """Ask whether views may show the past."""
        self._look += 1
        self._answer = answer = asyncio.get_running_loop().create_future()
        return self._await(answer)

    async def _await(self, answer: asyncio.Future[bool]) -> bool:
        try:
            if not self._handle.call_soon(self._ask):
                return True
            return await asyncio.wait_for(answer, ANSWER_S)
        except TimeoutError:
            return False
        finally:
            if self._answer is answer:
                self._answer = None

    def _hear(self, told: DriveReport, is_pressed: bool) -> None:  # noqa: FBT001 - called by the loop
        if is_pressed:
            self._deck.go_live()
        elif _drives(told):
            self._settle(is_admitted=False)
            self._deck.refuse()
        elif told.past == self._look == self._asked:
            self._settle(is_admitted=not is_moving(told.measured))

    def _note_asked(self, look: int, is_admitted: bool | None) -> None:  # noqa: FBT001 - called by the loop
        """Take that the process was asked, and the answer where that is known here; None where it is not."""
        self._asked = look
        if is_admitted is not None:
            self._settle(is_admitted=is_admitted)

    def _settle(self, *, is_admitted: bool) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(is_admitted)

    # in the interface's thread

    def _ask(self) -> None:
        """Have the drive process say that it arms nothing; where there is none, nothing is armed."""
        look = self._look
        self._handle.tell_past()
        state = self._handle.state
        is_known = state.may_be_moving or state.phase in {DrivePhase.IDLE, DrivePhase.ENDED}
        self._link.call(self._note_asked, look, not state.may_be_moving if is_known else None)


def _drives(told: DriveReport) -> bool:
    return told.stage in {Stage.ARMING, Stage.ARMED} or told.owed or not told.command.is_zero
