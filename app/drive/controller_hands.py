"""Which of several hands drives, and when none may."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from app.drive.limits import asks_for_motion, is_neutral
from app.drive.values import LEASE_S, TICK_S, Hand, Reason, Source, Stick

_Key = tuple[Source, str]


@dataclass(frozen=True, slots=True)
class Grip:
    """Who drives in a step.

    Attributes:
        hand: whose wish counts; None while nobody's does.
        reason: why a hand that drove until now doesn't any more.
        losers: who else wants to drive.
        waiting_for: who must let go first.
    """

    hand: Hand | None = None
    reason: Reason | None = None
    losers: tuple[Source, ...] = ()
    waiting_for: tuple[Source, ...] = ()


def age_of(hand: Hand, now: float) -> float:
    """How old what a hand says is; infinite for what makes no sense, such as a time that is still to come."""
    age_s = now - hand.at_s
    return max(age_s, 0.0) if age_s >= -TICK_S else math.inf


def is_fresh(hand: Hand, now: float) -> bool:
    """Whether what a hand asks for still counts."""
    return age_of(hand, now) <= LEASE_S


def is_at_rest(hand: Hand, now: float) -> bool:
    """Whether a hand is known to ask for nothing.

    Of a device that nobody has read lately it isn't known; a set-point stays what it was.
    """
    return is_neutral(hand) and (is_fresh(hand, now) or not isinstance(hand.wish, Stick))


def is_finite(hand: Hand) -> bool:
    """Whether everything in it is a number."""
    return hand.wish.is_finite and math.isfinite(hand.at_s)


class Hands:
    """Who drives, over time: the first that asks. After any zero nobody does until all have let go.

    Attributes:
        last_driver: who drove last since it was allowed to begin.
    """

    def __init__(self) -> None:
        self.last_driver: Source | None = None
        self._known: frozenset[_Key] = frozenset()
        self._driver: _Key | None = None
        self._neutral_first = True

    @property
    def must_let_go(self) -> bool:
        """Whether nothing moves before everybody has let go."""
        return self._neutral_first

    @property
    def drives(self) -> bool:
        """Whether somebody does."""
        return self._driver is not None

    def begin(self) -> None:
        """Driving may begin, for everybody has let go."""
        self._driver = self.last_driver = None
        self._neutral_first = False

    def release(self) -> None:
        """There was a zero: nobody drives, and nobody will until all have let go."""
        self._driver = None
        self._neutral_first = True

    def notice(self, hands: tuple[Hand, ...], now: float) -> Reason | None:
        """Take in who is there: what it means that a pad is gone, or that one comes that is not centred.

        A source of set-points that comes with one was at rest before: it had asked for nothing.
        """
        known = frozenset(map(_key, hands))
        gone, came = self._known - known, known - self._known
        self._known = known
        if any(source is Source.PAD for source, _ in gone):
            return Reason.PAD_GONE
        came_now = (hand for hand in hands if _key(hand) in came and isinstance(hand.wish, Stick))
        if any(not is_at_rest(hand, now) for hand in came_now):
            return Reason.SOURCE_CHANGED
        return None

    def grip(self, hands: tuple[Hand, ...], now: float) -> Grip:
        """Who drives now."""
        asking = sorted((hand for hand in hands if asks_for_motion(hand)), key=_key)
        fresh = [hand for hand in asking if is_fresh(hand, now)]
        reason = self._why_to_end(asking, fresh)
        if reason is not None:
            self.release()
            return Grip(reason=reason, losers=_sources(fresh), waiting_for=waiting_for(hands, now))
        if self._neutral_first:
            restless = waiting_for(hands, now)
            self._neutral_first = bool(restless)
            return Grip(losers=_sources(fresh), waiting_for=restless)
        if not fresh:
            return Grip()
        self._driver = _key(fresh[0])
        self.last_driver = fresh[0].source
        return Grip(fresh[0], losers=_sources(fresh[1:]))

    def _why_to_end(self, asking: list[Hand], fresh: list[Hand]) -> Reason | None:
        if self._neutral_first:
            return None
        if self._driver is None:
            # what came too late when nobody drove is a command that wasn't obeyed, all the same
            return Reason.LEASE if len(fresh) < len(asking) and not fresh else None
        if self._driver not in map(_key, asking):
            return Reason.RELEASED
        if self._driver not in map(_key, fresh):
            return Reason.LEASE
        return Reason.SOURCE_CHANGED if _key(fresh[0]) != self._driver else None


def waiting_for(hands: tuple[Hand, ...], now: float) -> tuple[Source, ...]:
    """Who is not known to ask for nothing."""
    return _sources(hand for hand in hands if not is_at_rest(hand, now))


def why_not_to_arm(hands: tuple[Hand, ...], now: float) -> Reason | None:
    """What about the hands refuses arming."""
    if not all(hand.seen for hand in hands):
        return Reason.NOT_SEEN
    return Reason.NOT_NEUTRAL if waiting_for(hands, now) else None


def _key(hand: Hand) -> _Key:
    return hand.source, hand.device


def _sources(hands: Iterable[Hand]) -> tuple[Source, ...]:
    return tuple(sorted({hand.source for hand in hands}))
