"""The gates of driving: link, the robot's own E-stop, readiness of the watchdog, and deadman of keys. Pure.

Armed needs a watchdog, or an act that says that none is needed. That act is refused while the watchdog may still come,
and is used up as soon as it does: if the watchdog is lost after that, driving ends as for everybody.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from typing import Final

from app.config.profile import FreeAxis
from app.drive.control.limits import POOR_SHARE, is_neutral
from app.drive.control.values import (
    DriveLink,
    DriveSource,
    EstopState,
    Inputs,
    InputState,
    LinkLevel,
    Reason,
    Stick,
    Velocity,
    WatchdogReadiness,
)

# ages of the newest answer, or of the oldest command that is known to be unread, from which on it is SLOW, POOR, LOST
THRESHOLDS_S: Final = (0.15, 0.3, 0.5)

# the level gets better only below this share of a threshold, for this long; else it would flicker with each probe
BETTER: Final = 0.8
BETTER_FOR_S: Final = 1.0


# a second process has to load, and to connect; a watchdog that is missed for longer may not come at all
STARTING_S: Final = 5.0

# a pad has a button of its own that is held to drive
_OF_DEADMAN: Final = frozenset({DriveSource.KEYBOARD, DriveSource.SCREEN})


class LinkGate:
    """The level of a link over time: it gets worse at once, and better after a while."""

    def __init__(self) -> None:
        self.level = LinkLevel.LOST
        self._answered = False
        self._epoch: int | None = None
        self._better_since: float | None = None
        self._worst = LinkLevel.GOOD

    def step(self, link: DriveLink, now: float) -> LinkLevel:
        """Take the state of the link; return its level now."""
        if link.epoch != self._epoch:
            self._epoch, self._answered = link.epoch, False
        if link.probe_age_s is None or not link.connected:
            self._answered = False
            return self._become(LinkLevel.LOST)
        worse = _level_of(link, 1.0)
        if not self._answered:
            # nothing is known of this link before
            self._answered = True
            return self._become(worse)
        if worse >= self.level:
            return self._become(worse)
        return self._perhaps_better(_level_of(link, BETTER), now)

    def _become(self, level: LinkLevel) -> LinkLevel:
        self.level = level
        self._better_since = None
        return level

    def _perhaps_better(self, level: LinkLevel, now: float) -> LinkLevel:
        if level >= self.level:
            return self._become(self.level)
        if self._better_since is None or now < self._better_since:
            self._better_since, self._worst = now, level
        self._worst = max(self._worst, level)
        return self._become(self._worst) if now - self._better_since >= BETTER_FOR_S else self.level


def _level_of(link: DriveLink, share: float) -> LinkLevel:
    answered_s = math.nan if link.probe_age_s is None else link.probe_age_s
    ages_s = (answered_s, link.unread_s) if link.unread > 0 else (answered_s,)
    # an age that is no number counts as the oldest, and so does a negative age, of a clock that went wrong
    return LinkLevel(sum(any(not 0.0 <= age_s < most_s * share for age_s in ages_s) for most_s in THRESHOLDS_S))


def link_refusal(link: DriveLink, level: LinkLevel) -> Reason | None:
    """Return the reason of the link against arming; None where there is none."""
    if not link.connected:
        return Reason.NOT_CONNECTED
    if link.unheard:
        return Reason.AXIS_UNHEARD
    if not link.subscribers:
        return Reason.ONLY_ONLOOKERS if link.onlookers else Reason.NO_SUBSCRIBER
    if level is LinkLevel.LOST:
        return Reason.UNREAD if _is_unread(link) else Reason.NO_PROBE
    return None


_ESTOP_REFUSALS: Final = {
    EstopState.PRESSED: Reason.ESTOP,
    EstopState.UNHEARD: Reason.ESTOP_UNHEARD,
    EstopState.SILENT: Reason.ESTOP_SILENT,
    EstopState.UNREADABLE: Reason.ESTOP_UNREADABLE,
}


def estop_refusal(state: EstopState) -> Reason | None:
    """Return the reason of the robot's own E-stop against arming; None where there is none.

    An E-stop that is not known counts as pressed: a robot that is armed against a pressed one moves when somebody
    releases that, who does not expect it. Who is armed already goes on, for the E-stop itself works without us.
    """
    return _ESTOP_REFUSALS.get(state)


def link_disarm_reason(link: DriveLink, level: LinkLevel) -> Reason | None:
    """Return the reason of the link to disarm; None where there is none."""
    if not link.connected:
        return Reason.LINK_LOST
    if not link.subscribers:
        return Reason.SUBSCRIBER_GONE
    if link.unheard:
        return Reason.SUBSCRIBER_LEFT
    if level is LinkLevel.LOST:
        return Reason.UNREAD if _is_unread(link) else Reason.LINK_SILENT
    return None


def subscribers_added(before: DriveLink, link: DriveLink) -> tuple[str, ...]:
    """Return the subscribers that were added; one that has another link beside its old one is among them."""
    return _more(link.subscribers, before.subscribers or before.axis_subscribers)


def subscribers_lost(before: DriveLink, link: DriveLink) -> tuple[str, ...]:
    """Return the subscribers that were lost; where several share a name, that name once for each that was lost."""
    # those of axes are there without the base, too
    return _more(before.subscribers, link.subscribers or link.axis_subscribers)


def _more(these: tuple[str, ...], those: tuple[str, ...]) -> tuple[str, ...]:
    return tuple((Counter(these) - Counter(those)).elements())


def new_link_reason(before: DriveLink, link: DriveLink) -> Reason:
    """Return the reason for which a new link ends driving."""
    if not link.connected:
        return Reason.LINK_LOST
    if not subscribers_lost(before, link):
        return Reason.RECONNECTED
    return Reason.SUBSCRIBER_LEFT if link.subscribers else Reason.SUBSCRIBER_GONE


def _is_unread(link: DriveLink) -> bool:
    """Return whether the robot answers, and does not read its commands."""
    return link.unread > 0 and link.unread_s > (link.probe_age_s or 0.0)


class AxisGates:
    """The gates of the free axes with topics of their own: each is slowed down and stopped by its own link alone.

    One whose link is lost has its neutral value from then on, and until its link is back and it was let go of.

    Attributes:
        lagging, hanging: the names of the axes whose links are slow or poor, and lost, as of the last step.
    """

    def __init__(self, axes: tuple[FreeAxis, ...]) -> None:
        self.lagging: tuple[str, ...] = ()
        self.hanging: tuple[str, ...] = ()
        self._axes = axes
        self._gates: dict[int, LinkGate] = {}
        self._lost: frozenset[int] = frozenset()
        self._stopped: frozenset[int] = frozenset()

    @property
    def refusal(self) -> Reason | None:
        """The reason of the axes against arming; None where there is none."""
        return Reason.AXIS_HANGS if self.hanging else None

    def step(self, link: DriveLink, now: float) -> bool:
        """Take the state of the links; return whether one is lost that was not."""
        before, gates = self._lost, self._gates
        self._gates = {}
        for number, one in enumerate(link.axes):
            # who has nobody to take its commands is told of as such
            if one is not None and one.subscribers:
                self._gates[number] = gates.get(number) or LinkGate()
                self._gates[number].step(one, now)
        self._lost = frozenset(number for number, gate in self._gates.items() if gate.level is LinkLevel.LOST)
        late = frozenset(number for number, gate in self._gates.items() if gate.level) - self._lost
        self.hanging, self.lagging = self._named(self._lost), self._named(late)
        return bool(self._lost - before)

    def limit(self, most: Velocity) -> Velocity:
        """Return the caps with those of axes whose links are poor."""
        poor = {number for number, gate in self._gates.items() if gate.level >= LinkLevel.POOR}
        return replace(most, free=tuple(n * POOR_SHARE if at in poor else n for at, n in enumerate(most.free)))

    def allow(self, wanted: Velocity) -> Velocity:
        """Return what of a velocity is allowed: the axes that are stopped have their neutral value."""
        asked = {number for number, share in enumerate(wanted.free) if share}
        self._stopped = self._lost | (self._stopped & asked)
        if not self._stopped & asked:
            return wanted
        free = tuple(0.0 if number in self._stopped else share for number, share in enumerate(wanted.free))
        return replace(wanted, free=free)

    def _named(self, numbers: frozenset[int]) -> tuple[str, ...]:
        # the links may still be those of the axes of another profile
        return tuple(axis.name for number, axis in enumerate(self._axes) if number in numbers)


class DeadmanGate:
    """The gate of the deadman: keys and the on-screen stick drive only if they were pushed while it was held.

    A source that is pushed without it, or under which it was let go, is as one that is not held, until it is centred.
    """

    def __init__(self) -> None:
        self._without: set[tuple[DriveSource, str]] = set()

    def step(self, hands: tuple[InputState, ...]) -> tuple[InputState, ...]:
        """Return the inputs of a step, those that are pushed without the deadman as not held."""
        of_deadman = {(hand.source, hand.device): hand for hand in hands if hand.source in _OF_DEADMAN}
        self._without &= of_deadman.keys()
        for key, hand in of_deadman.items():
            if is_neutral(hand):
                self._without.discard(key)
            elif not (isinstance(hand.request, Stick) and hand.request.deadman):
                self._without.add(key)
        return tuple(
            replace(hand, held=False) if (hand.source, hand.device) in self._without else hand for hand in hands
        )


class WatchdogGate:
    """The gate of the watchdog.

    Attributes:
        readiness: the readiness as of the last step.
    """

    def __init__(self) -> None:
        self.readiness = WatchdogReadiness.STARTING
        self._missed_since: float | None = None
        self._unwatched = False

    def step(self, inputs: Inputs, now: float, *, armed: bool) -> Reason | None:
        """Take in the state of the watchdog; return the reason to disarm, if any. `armed`: armed, or being armed."""
        if inputs.watchdog:
            self.readiness, self._missed_since = WatchdogReadiness.READY, None
        else:
            if self._missed_since is None or now < self._missed_since:
                self._missed_since = now
            starting = now - self._missed_since < STARTING_S
            self.readiness = WatchdogReadiness.STARTING if starting else WatchdogReadiness.MISSING
        if inputs.watchdog or not armed:
            self._unwatched = False
        return Reason.WATCHDOG_GONE if armed and not (inputs.watchdog or self._unwatched) else None

    def refusal(self, inputs: Inputs) -> Reason | None:
        """Return the reason of the watchdog against arming by this act; None where there is none."""
        if self.readiness is WatchdogReadiness.READY or (
            self.readiness is WatchdogReadiness.MISSING and inputs.arm_unwatched
        ):
            return None
        return Reason.WATCHDOG_STARTING if self.readiness is WatchdogReadiness.STARTING else Reason.NO_WATCHDOG

    def confirm_armed(self) -> None:
        """Note that driving was armed with the present readiness."""
        self._unwatched = self.readiness is not WatchdogReadiness.READY
