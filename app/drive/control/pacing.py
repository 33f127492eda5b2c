"""The pacing of commands: which of them goes on the wire, and when. Pure: the caller gives the time and writes.

- A change goes out at once, though no sooner than 4 ms after the last command, and over time no more than 100 a second,
  for which a slow base may be built: only two may come before their turn. A command that doesn't change is repeated.
- A motion waits while too many commands are under way, and nothing waits behind it: when its turn comes, the newest
  command goes. The base, and each free axis with a topic of its own, wait for their own commands only.
- A zero never waits. It is followed by four more at 20 Hz and then by silence, so that others can drive. Nor does a
  command wait with which the base, or a free axis, stands and the others go on.
- A stop is owed until a zero is shown to have arrived, and zeros go on until then. It is owed again where the link ends
  before that is sure: what a system has confirmed, its program may never have read. And it is owed, whatever has
  arrived, while the robot reports that it moves on (`obedience`). A stop after a free axis was let go of is owed by
  itself, for such an axis may have another value then.
- Without a motion since the last zeros no zeros are sent; STOP sends them all the same.
"""

from __future__ import annotations

import math
from copy import copy
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from app.drive.control.obedience import StopObedience, is_moving
from app.drive.control.values import BASE_PART, TICK_S, ZERO, DriveLink, OutgoingCommand, Velocity

# a change of an input waits for no longer than this, whatever went out just before
GAP_S: Final = 0.004
# the mean time between changes; a ramp takes all of it
CHANGE_EVERY_S: Final = 0.01
# changes that may come before their turn
BURST: Final = 2

# one zero more than a lossy network is likely to lose, four times over; 250 ms with the last gap
ZEROS: Final = 5
ZERO_EVERY_S: Final = 0.05

# the number of commands that may arrive late after a cut, for the system already had them
MAX_UNACKNOWLEDGED: Final = 4

# receivers may hold back an acknowledgement for 40 ms
OLDEST_UNACKNOWLEDGED_S: Final = 0.1

# the time for which a stop that can't be delivered is tried
OWED_S: Final = 60.0

_NO_PARTS: Final[frozenset[int]] = frozenset()

# sums of decimal fractions are off by less
_ROUNDING_S: Final = 1e-9


@dataclass(frozen=True, slots=True)
class _BeforeMotion:
    """The state of a pacer before its last motion: what it had sent, and the stop before that."""

    sent: tuple[int, Velocity, float | None, float, frozenset[int], bool]
    stop: tuple[int, int, tuple[int, int] | None, int, float]
    obedience: StopObedience


class Pacer:
    """The pacer of commands.

    Call `observe_motion` and `observe_arrivals` first, then `step` with every command, at least every 10 ms.
    """

    def __init__(self, rate_hz: float) -> None:
        self._every_s = 1.0 / rate_hz
        self._number = 0
        self._newest = ZERO
        # the parts of the robot whose motion was not written with that
        self._waiting = _NO_PARTS
        self._sent_at: float | None = None
        # when the next change has its turn
        self._turn_at = -math.inf
        # the number of the newest motion that is not shown to be over; 0 for none
        self._motion = 0
        # the number of the first zero of the stop after that motion; 0 for none
        self._first_zero = 0
        self._owed_for_s = 0.0
        # the numbers of the motion and of the zero of the stop that has arrived
        self._settled: tuple[int, int] | None = None
        self._zeros_left = 0
        # whether a free axis was moved since the last zero that is a stop, and goes to neutral by any other
        self._axes_moved = False
        self._latched = False
        self._epoch: int | None = None
        self._stepped_at: float | None = None
        # the command of the last step, and whether it is a zero
        self._command, self._stands = ZERO, True
        self._obedience = StopObedience()
        self._before_motion: _BeforeMotion | None = None

    @property
    def sent(self) -> Velocity:
        """The velocity that was sent last."""
        return self._newest

    @property
    def owed(self) -> bool:
        """Whether a motion was sent and no zero after it is shown to have arrived, or a stop is not obeyed."""
        return self._motion > 0 or self._obedience.unobeyed

    @property
    def unobeyed(self) -> bool:
        """Whether the robot reports that it moves on after a stop."""
        return self._obedience.unobeyed

    def is_slowing(self, link: DriveLink) -> bool:
        """Whether the robot reports that it still moves after a stop."""
        return self._obedience.is_slowing(link)

    def change_rate(self, rate_hz: float) -> None:
        """Change the rate at which a command that stays is repeated."""
        self._every_s = 1.0 / rate_hz

    def give_up(self) -> None:
        """Take the operator's word that the robot stands: nothing is owed any more."""
        self._motion = self._first_zero = 0
        self._settled = None
        self._obedience.end_stop()

    def observe_motion(self, link: DriveLink, now: float) -> None:
        """Take in the velocity that the robot reports; once before each step."""
        self._obedience.observe(link, now)

    def observe_arrivals(self, link: DriveLink) -> None:
        """Take in which commands have arrived, and which have not after all; once before each step."""
        if self._first_zero and self._first_zero <= link.arrived <= self._number:
            self._settled = self._motion, self._first_zero
            self._motion = self._first_zero = 0
        if self._settled is not None and link.last_obeyed is not None and link.last_obeyed < self._settled[1]:
            self._motion, self._settled = self._settled[0], None
            self._zeros_left = ZEROS

    def step(
        self, command: Velocity, link: DriveLink, now: float, *, latched: bool = False, armed: bool = False
    ) -> OutgoingCommand | None:
        """Return the command to write now, if any; it counts as written.

        While `latched` by STOP other senders are answered with zeros; a zero while `armed` is no stop.
        """
        self._command, self._stands = command, command.is_zero
        self._begin_again(link, now, latched=latched)
        if self._stands:
            send = self._zero(link, now, latched=latched, armed=armed)
        else:
            send = self._motion_of(command, link, now)
        self._stepped_at = now
        return send

    def undo_motion(self) -> None:
        """Undo the motion of the last step, which was not written after all."""
        before, self._before_motion = self._before_motion, None
        if before is not None:
            self._number, self._newest, self._sent_at, self._turn_at, self._waiting, self._axes_moved = before.sent
            self._motion, self._first_zero, self._settled, self._zeros_left, self._owed_for_s = before.stop
            self._obedience = before.obedience

    def due_at(self, link: DriveLink, now: float) -> float | None:
        """Return when the next command is to be written if nothing changes since the last step; None for never.

        A command that only the state of the link holds back is due with the next tick.
        """
        if self._stands:
            wanted = self._zeros_left or self.owed or (self._latched and _must_be_talked_down(link))
            due_at = now if self._sent_at is None else self._sent_at + ZERO_EVERY_S
        else:
            wanted = link.connected
            due_at = now if self._sent_at is None else self._sent_at + self._every_s
            if self._command != self._newest:
                due_at = self._change_at
        if not wanted:
            return None
        return due_at if due_at > now else now + TICK_S

    def is_quiet(self, link: DriveLink) -> bool:
        """Whether all zeros were sent, nothing is owed, and no other sender has to be answered with zeros."""
        return not (self._zeros_left or self.owed or (self._latched and _must_be_talked_down(link)))

    def _begin_again(self, link: DriveLink, now: float, *, latched: bool) -> None:
        """Begin with zeros again: at STOP and, where a stop is owed or latched, on a new link."""
        fresh = link.epoch != self._epoch and self._epoch is not None
        stopped = latched and not self._latched
        if stopped or (fresh and (latched or self.owed)):
            self._zeros_left = ZEROS
            self._sent_at = None
        if stopped:
            self._tell_to_stand(now)
        self._latched = latched
        self._epoch = link.epoch

    def _motion_of(self, command: Velocity, link: DriveLink, now: float) -> OutgoingCommand | None:
        moves_base = command.moves_base
        stops_base = not moves_base and self._newest.moves_base
        if link.axes:
            stops, goes, freed, waiting = self._weigh_parts(command, link, stops_base=stops_base)
        else:
            stops, goes, freed, waiting = stops_base, not _too_much_under_way(link), False, _NO_PARTS
        changes = freed or command != self._newest
        has_turn = self._may_change(now) if changes else self._has_passed(self._every_s, now)
        if not link.connected or not (stops or (has_turn and goes)):
            return None
        self._before_motion = _BeforeMotion(
            (self._number, self._newest, self._sent_at, self._turn_at, self._waiting, self._axes_moved),
            (self._motion, self._first_zero, self._settled, self._zeros_left, self._owed_for_s),
            copy(self._obedience),
        )
        send = self._send(command, now, urgent=False, waiting=waiting)
        self._motion, self._first_zero = send.number, 0
        self._settled = None
        self._zeros_left = ZEROS
        self._owed_for_s = 0.0
        self._axes_moved = self._axes_moved or any(command.free)
        if moves_base and BASE_PART not in waiting:
            self._obedience.end_stop()
        elif not moves_base:
            self._obedience.record_zero(now)
        if stops_base:
            # free axes go on, and the base has to stand
            self._obedience.begin_stop(now)
        return send

    def _weigh_parts(
        self, command: Velocity, link: DriveLink, *, stops_base: bool
    ) -> tuple[bool, bool, bool, frozenset[int]]:
        """Return whether a motion has a part stand, moves one that need not wait, and one that waited until now.

        And the parts that have to wait.
        """
        busy, moves = _busy_parts(link), _moving_parts(command, link)
        stops = _stopped_axes(self._newest, command, link)
        stops = stops | {BASE_PART} if stops_base else stops
        return bool(stops), bool(moves - busy), bool(self._waiting & moves - busy), moves & busy - stops

    def _zero(self, link: DriveLink, now: float, *, latched: bool, armed: bool) -> OutgoingCommand | None:
        first = self._motion > 0 and not self._first_zero
        if self.owed and not first:
            self._wait_for_arrival(now)
        wanted = self._zeros_left or self.owed or (latched and _must_be_talked_down(link))
        if wanted and self._axes_moved and not armed:
            # a zero of letting go has other values for free axes, and proves nothing of this stop
            self._motion, self._first_zero, self._settled = self._motion or self._number, 0, None
            self._zeros_left, self._axes_moved, first = ZEROS, False, True
        if not wanted or not (first or self._has_passed(ZERO_EVERY_S, now)):
            return None
        self._zeros_left = max(0, self._zeros_left - 1)
        send = self._send(ZERO, now, urgent=True, released=armed)
        self._obedience.record_zero(now)
        if first:
            self._tell_to_stand(now)
            self._first_zero = send.number
        return send

    def _tell_to_stand(self, now: float) -> None:
        """Note that the first zero of a stop goes out: from now on the stop's arrival and obedience are watched."""
        if not (self.unobeyed or self._first_zero):
            self._owed_for_s = 0.0
        self._obedience.begin_stop(now)

    def _wait_for_arrival(self, now: float) -> None:
        # time in which this machine slept is no time in which anything was tried
        if self._stepped_at is not None:
            self._owed_for_s += min(max(now - self._stepped_at, 0.0), 2 * ZERO_EVERY_S)
        if self._owed_for_s > OWED_S:
            self.give_up()

    def _has_passed(self, gap_s: float, now: float) -> bool:
        # a clock that went backwards must not silence us
        return self._sent_at is None or not 0.0 <= now - self._sent_at < gap_s - _ROUNDING_S

    @property
    def _change_at(self) -> float:
        gap_ends_at = -math.inf if self._sent_at is None else self._sent_at + GAP_S
        return max(gap_ends_at, self._turn_at - BURST * CHANGE_EVERY_S)

    def _may_change(self, now: float) -> bool:
        # a clock that went backwards must not silence us
        return now >= self._change_at - _ROUNDING_S or (self._sent_at is not None and now < self._sent_at)

    def _send(
        self,
        velocity: Velocity,
        now: float,
        *,
        urgent: bool,
        waiting: frozenset[int] = _NO_PARTS,
        released: bool = False,
    ) -> OutgoingCommand:
        self._number += 1
        self._newest, self._waiting = velocity, waiting
        went_back = self._sent_at is not None and now < self._sent_at
        turn_at = now if went_back else max(now, self._turn_at)
        # zeros wait for no turn, and take none from what comes after them
        self._turn_at = min(turn_at, now + BURST * CHANGE_EVERY_S) + CHANGE_EVERY_S
        self._sent_at = now
        return OutgoingCommand(velocity, self._number, urgent=urgent, waiting=waiting, released=released)


def _busy_parts(link: DriveLink) -> frozenset[int]:
    """Return the parts of the robot of whose commands too many are under way."""
    links = {BASE_PART: link, **{number: one for number, one in enumerate(link.axes) if one is not None}}
    return frozenset(part for part, one in links.items() if _too_much_under_way(one))


def _moving_parts(velocity: Velocity, link: DriveLink) -> frozenset[int]:
    """Return the parts of the robot that are to move."""
    free = {_part(number, link) for number, share in enumerate(velocity.free) if share}
    return frozenset(free | {BASE_PART} if velocity.moves_base else free)


def _stopped_axes(before: Velocity, command: Velocity, link: DriveLink) -> frozenset[int]:
    """Return the parts with topics of their own on which a command has a free axis stand that moved before."""
    pairs = enumerate(zip_longest(before.free, command.free, fillvalue=0.0))
    return frozenset(_part(number, link) for number, (was, share) in pairs if was and not share) - {BASE_PART}


def _part(number: int, link: DriveLink) -> int:
    """Return the part of the robot that a free axis is of; axes of one topic are one, by the first of them."""
    own = link.axes[number] if number < len(link.axes) else None
    return BASE_PART if own is None else next(at for at, one in enumerate(link.axes) if one is own)


def _too_much_under_way(link: DriveLink) -> bool:
    patience_s = max(OLDEST_UNACKNOWLEDGED_S, 2.0 * (link.round_trip_s or 0.0))
    waiting = (link.unacknowledged, link.oldest_unacknowledged_s), (link.unread, link.unread_s)
    return any(count >= MAX_UNACKNOWLEDGED or (count > 0 and not age_s <= patience_s) for count, age_s in waiting)


def _must_be_talked_down(link: DriveLink) -> bool:
    # a robot that does not report its velocity may be moving
    return bool(link.others_sending) or link.measured is None or is_moving(link.measured)
