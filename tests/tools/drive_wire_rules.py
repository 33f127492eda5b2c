"""The rules of driving that are about the wire, checked from outside: see `drive_rules`."""

from __future__ import annotations

import math
from collections import deque

from app.drive.control.values import BASE_PART, DriveLink, Outcome, OutgoingCommand, Stage, Velocity
from tests.tools.drive_obedience_rule import ObedienceRule

_EPS = 1e-9


class RuleBrokenError(AssertionError):
    """A rule did not hold."""


def require(held: bool, rule: str) -> None:  # noqa: FBT001 - reads as an assertion
    """Raise RuleBrokenError unless a rule is held."""
    if not held:
        raise RuleBrokenError(rule)


class WireRules:
    """Give it every step; it raises RuleBrokenError at the first that breaks a rule."""

    def __init__(self) -> None:
        self.owed_s = 0.0
        self._obedience = ObedienceRule()
        self._sent: Velocity | None = None
        # the parts whose motion was not written with that
        self._waited: frozenset[int] = frozenset()
        self._sent_at = -math.inf
        self._number = 0
        # of motions since the last zero
        self._motions: deque[float] = deque(maxlen=8)
        self._zeros = 5
        self._motion_number = 0
        self._zero_number = 0
        # a free axis was moved, and no stop has told it what it has at one
        self._axes_moved = False
        self._settled: tuple[int, int] | None = None
        self._epoch: int | None = None
        self._rate_hz = 20.0

    @property
    def owed(self) -> bool:
        """Whether the last motion may still be obeyed, or is."""
        return self._motion_number > 0 or self.unobeyed

    @property
    def unobeyed(self) -> bool:
        """Whether the robot moves on after a stop."""
        return self._obedience.unobeyed

    def look(self, link: DriveLink, now: float) -> None:
        """What the robot says of its velocity, before a step is checked."""
        self._obedience.look(link, now)

    def give_up(self) -> None:
        """Nothing is owed any more."""
        if self.owed:
            self._motion_number = self._zero_number = 0
            self._settled = None
            self._obedience.over()

    def note_arrived(self, link: DriveLink) -> None:
        """What the link says of zeros that were sent."""
        if self._zero_number and self._zero_number <= link.arrived <= self._number:
            self._settled = self._motion_number, self._zero_number
            self._motion_number = self._zero_number = 0
        elif self._settled is not None and link.last_obeyed is not None and link.last_obeyed < self._settled[1]:
            # it was confirmed, and never read
            self._motion_number, self._settled = self._settled[0], None
            self._zeros = 0

    def check(
        self, link: DriveLink, now: float, elapsed: float, outcome: Outcome, rate_hz: float, *, was: Stage
    ) -> None:
        """Whether what is sent in a step, or isn't, breaks a rule."""
        self._rate_hz = rate_hz
        self.note_arrived(link)
        latched = outcome.stage is Stage.STOPPED
        was_latched = was is Stage.STOPPED and self._epoch is not None
        if self._zero_number or (self.unobeyed and not self._motion_number):
            self.owed_s += min(max(elapsed, 0.0), 0.1)
            # at a minute to the last digit both are right
            if self.owed_s > 60.0 + _EPS or (self.owed_s > 60.0 - _EPS and not outcome.owed):
                self.give_up()
        begins = latched and not was_latched
        if self._epoch not in {None, link.epoch} and (latched or self.owed):
            begins = True
        if begins:
            self._zeros = 0
        if latched and not was_latched:
            self._told_to_stand(now)
        since = now - self._sent_at
        send = outcome.send
        if send is None:
            self._must_not_be_silent(link, since, outcome, latched=latched, begins=begins)
        else:
            require(send.number == self._number + 1, "commands are counted")
            require(send.velocity == outcome.command, "what is sent is what is commanded now, nothing older")
            if send.velocity.is_zero:
                stops_axes = self._axes_moved and not send.released
                self._zero_sent(link, since, latched=latched, begins=begins or stops_axes)
                if stops_axes:
                    # zeros of letting go are none of this stop
                    self._motion_number, self._zero_number = self._motion_number or self._number, 0
                    self._settled, self._zeros, self._axes_moved = None, 0, False
            else:
                self._motion_sent(send, link, now, since)
            self._note_sent(send, now)
        self._epoch = link.epoch
        require(outcome.owed == (self.owed and outcome.command.is_zero), "what is owed is said")
        require(outcome.unobeyed == self.unobeyed, "a stop that is not obeyed is told of, and no other")

    def _note_sent(self, send: OutgoingCommand, now: float) -> None:
        before, self._number, self._sent, self._sent_at = self._sent, send.number, send.velocity, now
        self._waited = send.waiting
        base_stands = not any(send.velocity.numbers[:4])
        if base_stands:
            self._obedience.zero(now)
        if send.velocity.is_zero:
            self._zeros += 1
            if self._motion_number and not self._zero_number:
                self._told_to_stand(now)
                self._zero_number = send.number
            return
        self._zeros = 0
        self._motion_number, self._zero_number = send.number, 0
        self._settled = None
        self.owed_s = 0.0
        self._axes_moved = self._axes_moved or any(send.velocity.free)
        if not base_stands and BASE_PART not in send.waiting:
            self._obedience.over()
        elif base_stands and before is not None and any(before.numbers[:4]):
            # free axes go on, and the base has to stand
            self._obedience.told_to_stand(now)

    def _told_to_stand(self, now: float) -> None:
        if not (self._zero_number or self.unobeyed):
            self.owed_s = 0.0
        self._obedience.told_to_stand(now)

    def _zero_sent(self, link: DriveLink, since: float, *, latched: bool, begins: bool) -> None:
        first = self._motion_number > 0 and not self._zero_number
        require(first or begins or since >= 0.05 - _EPS or since < 0.0, "zeros are repeated at 20 Hz, no faster")
        talks_down = latched and _talks_down(link)
        require(
            first or self._zeros < 5 or self.owed or talks_down,
            "five zeros, then silence, unless they are owed or STOP is latched and others drive or it may move",
        )

    def _stops(self, velocity: Velocity, link: DriveLink) -> set[int]:
        """The parts that move, and stand by this velocity: the base, and each axis with a topic of its own."""
        if self._sent is None:
            return set()
        base = {BASE_PART} if any(self._sent.numbers[:4]) and not any(velocity.numbers[:4]) else set()
        return base | {n for n in _moving(self._sent, link) - _moving(velocity, link) if n != BASE_PART}

    def _motion_sent(self, send: OutgoingCommand, link: DriveLink, now: float, since: float) -> None:
        require(link.connected, "no motion without a link")
        moves, stops = _moving(send.velocity, link), self._stops(send.velocity, link)
        require(send.waiting <= moves, "what stands waits for nothing")
        clogged = _blocked_parts(link)
        written = moves - send.waiting - stops
        require(not written & clogged, "no motion waits behind four others, or one older than 100 ms")
        require(send.waiting <= clogged, "nothing waits for what another part has not read")
        if stops:
            # as a zero does, it takes no turn from what comes after it
            self._motions.clear()
            return
        require(bool(written), "what moves nothing takes no turn")
        require(since >= 0.004 - _EPS or since < 0.0, "commands are at least 4 ms apart")
        if since < 0.0 or (self._sent is not None and self._sent.is_zero):
            self._motions.clear()
        self._motions.append(now)
        spans = (now - at for at in self._motions)
        count = len(self._motions)
        paced = all(span >= (count - place - 3) * 0.01 - _EPS for place, span in enumerate(spans))
        require(paced, "no more than 100 commands a second, but for two before their turn")

    def _must_not_be_silent(
        self, link: DriveLink, since: float, outcome: Outcome, *, latched: bool, begins: bool
    ) -> None:
        if outcome.command.is_zero:
            require(not begins, "STOP begins with a zero, and so does a new link to which one is owed")
            require(self._sent is None or self._sent.is_zero, "a zero never waits")
            due = self._zeros < 5 or self.owed or (latched and _talks_down(link))
            require(not due or 0.0 <= since < 0.05 - _EPS, "zeros that are due are sent")
        elif link.connected and self._stops(outcome.command, link):
            require(held=False, rule="a base, or an axis, that is let go while others are held never waits")
        elif link.connected and _moving(outcome.command, link) - _blocked_parts(link):
            freed = self._waited & _moving(outcome.command, link) - _blocked_parts(link)
            every = 0.01 if outcome.command != self._sent or freed else 1.0 / self._rate_hz
            require(0.0 <= since < every - _EPS, "a change goes out at once, what stays is repeated")


def _talks_down(link: DriveLink) -> bool:
    if link.others_sending:
        return True
    moved = link.measured
    if moved is None:
        return True
    return not (abs(moved.linear_m_s) <= 0.01 and abs(moved.lateral_m_s) <= 0.01 and abs(moved.angular_rad_s) <= 0.02)


def _moving(velocity: Velocity, link: DriveLink) -> set[int]:
    """The parts that are to move: the base, and each axis with a topic of its own."""
    own = {number for number, one in enumerate(link.axes) if one is not None}
    moved = {number for number, share in enumerate(velocity.free) if share}
    base = any(velocity.numbers[:4]) or moved - own
    return moved & own | ({BASE_PART} if base else set())


def _blocked_parts(link: DriveLink) -> set[int]:
    own = {number for number, one in enumerate(link.axes) if one is not None and _blocked(one)}
    return own | ({BASE_PART} if _blocked(link) else set())


def _blocked(link: DriveLink) -> bool:
    patience = max(0.1, 2 * link.round_trip_s if link.round_trip_s is not None else 0.0)
    if link.unread >= 4 or (link.unread > 0 and not link.unread_s <= patience):
        return True
    return link.unacknowledged >= 4 or (link.unacknowledged > 0 and not link.oldest_unacknowledged_s <= patience)
