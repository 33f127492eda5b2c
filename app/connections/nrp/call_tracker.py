"""The tracker of the calls that command an engine, and of what their answers prove. Pure: the caller gives the time.

An engine answers a call when it has carried it out. Calls that wait for it, while it steps or hangs, are carried out in
no particular order. So:

- A zero proves the stop if its call began after every motion had been answered.
- A motion whose call ended without an answer may still be carried out, by an engine that has it in a queue or by a
  network that has it under way. This system goes on to send it for `GIVEN_UP_S`, and the network may hold it up for
  `UNDER_WAY_S` more. Once it has come the engine takes it when it has its turn, which comes within `TURN_S` of time in
  which the engine answers others promptly. A zero that began after all of that, and is answered promptly, proves it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from app.connections.nrp.engine_link import GIVEN_UP_S

# a network that holds a call back for longer is beyond what can be proven
UNDER_WAY_S: Final = 2.0
# an engine that answers others has carried out all waiting calls by then: a thousand steps of a millisecond
TURN_S: Final = 1.0
# an answer that took longer, or came this long after the one before, may be of an engine that hung
PROMPT_S: Final = 0.3
# a zero this long after the one before belongs to another stop
SAME_STOP_S: Final = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class EngineCall:
    """A call that is under way.

    Attributes:
        number: the number of the command.
        began_at: the time of its start; seconds, as all times here.
    """

    number: int
    began_at: float


class EngineCallTracker:
    """The calls to one robot that were made, and those that may still be carried out.

    Args:
        others_moved: whether another sender may have moved the robot, whose calls may still be carried out.

    Attributes:
        arrived: the number of the newest command that was carried out, while no older one can be any more.
        moves: whether the robot may be moving by the commands that were sent.
        motion: the call of a motion that is under way.
    """

    def __init__(self, *, others_moved: bool = False) -> None:
        self.arrived = 0
        self.moves = False
        self.motion: EngineCall | None = None
        self._others_moved = others_moved
        self._zero_at = -math.inf
        self._zeros: list[EngineCall] = []
        self._newest_is_zero = True
        # every motion was answered by then
        self._answered_at = -math.inf
        # when the newest motion was sent that was never answered, and when that was known
        self._lost: tuple[float, float] | None = None
        # since when the engine answers promptly, and when it last did
        self._prompt_since: float | None = None
        self._newest_answer_at = -math.inf

    @property
    def is_busy(self) -> bool:
        """Whether a command is under way, behind which no motion may wait."""
        return self.motion is not None or bool(self._zeros)

    @property
    def zeros_under_way(self) -> int:
        """The number of zeros that are under way."""
        return len(self._zeros)

    @property
    def under_way(self) -> tuple[int, float]:
        """The number of commands under way, and the start of the oldest; the time is void where there is none."""
        calls = [*self._zeros, *([self.motion] if self.motion is not None else [])]
        return len(calls), min((call.began_at for call in calls), default=0.0)

    @property
    def wants_zero(self) -> bool:
        """Whether the robot was told to stand, and no zero is under way that would prove it."""
        if not (self.moves and self._newest_is_zero) or self.motion is not None:
            return False
        return not any(call.began_at >= self._answered_at for call in self._zeros)

    def start_motion(self, number: int, now: float) -> EngineCall:
        """Start a call that may move the robot; never while another is under way."""
        assert self.motion is None  # noqa: S101 - the rule that all else here stands on
        self.moves, self._newest_is_zero = True, False
        self.motion = EngineCall(number, now)
        return self.motion

    def end_motion(self, call: EngineCall, now: float, *, answered: bool, refused: bool = False) -> None:
        """End the call of a motion; `refused`: the engine's answer was that it won't carry it out."""
        self.motion = None
        if answered:
            self._answered_at = now
            if self._lost is None and not refused:
                self.arrived = max(self.arrived, call.number)
            self.record_answer(call.began_at, now)
        else:
            self._lose(call.began_at, now)

    def start_zero(self, number: int, now: float) -> EngineCall:
        """Start a call that moves nothing."""
        if self._others_moved and not self.moves and now - self._zero_at > SAME_STOP_S:
            # all commands of the other sender were sent by now
            self.moves = True
            self._lose(now, now)
        self._newest_is_zero, self._zero_at = True, now
        call = EngineCall(number, now)
        self._zeros.append(call)
        return call

    def end_zero(self, call: EngineCall, now: float, *, answered: bool) -> None:
        """End the call of a zero."""
        self._zeros.remove(call)
        if not answered:
            return
        self.record_answer(call.began_at, now)
        if self._newest_is_zero and self._proves(call):
            self.arrived = max(self.arrived, call.number)
            self.moves, self._lost = False, None

    def record_answer(self, began_at: float, now: float) -> None:
        """Record that the engine has answered a call, of any kind."""
        if self._lost is not None and began_at < self._lost[1]:
            return
        if self._prompt_since is None or max(now - began_at, now - self._newest_answer_at) > PROMPT_S:
            self._prompt_since = now
        self._newest_answer_at = now

    def give_up(self) -> None:
        """Stop waiting for the proof of a stop."""
        self.moves, self._lost = False, None

    def _lose(self, sent_at: float, now: float) -> None:
        self._lost = sent_at, now
        self._prompt_since = None

    def _proves(self, call: EngineCall) -> bool:
        if self.motion is not None or call.began_at < self._answered_at:
            return False
        if self._lost is None:
            return True
        come_by = self._lost[0] + GIVEN_UP_S + UNDER_WAY_S
        return self._prompt_since is not None and call.began_at >= max(come_by, self._prompt_since + TURN_S)
