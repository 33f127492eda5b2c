"""The arbiter of inputs: which of several inputs drives, and when none may. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import attrgetter

from app.drive.control.limits import asks_for_motion, is_neutral
from app.drive.control.values import LEASE_S, TICK_S, DriveSource, InputState, Reason, Stick

_Key = tuple[DriveSource, str]
_key: Callable[[InputState], _Key] = attrgetter("source", "device")


@dataclass(frozen=True, slots=True)
class Arbitration:
    """The arbitration of a step.

    Attributes:
        driver: the input that drives; None while none does.
        reason: why the input that drove until now drives no more; None where it goes on, or none drove.
        losers: the other sources that ask for motion.
        waiting_for: the sources that must let go first.
    """

    driver: InputState | None = None
    reason: Reason | None = None
    losers: tuple[DriveSource, ...] = ()
    waiting_for: tuple[DriveSource, ...] = ()


def input_age_s(hand: InputState, now: float) -> float:
    """Return the age of an input in seconds; infinite for a time that makes no sense, such as one still to come."""
    age_s = now - hand.at_s
    return max(age_s, 0.0) if age_s >= -TICK_S else math.inf


def is_fresh(hand: InputState, now: float) -> bool:
    """Return whether an input still counts."""
    return -TICK_S <= now - hand.at_s <= LEASE_S


def is_at_rest(hand: InputState, now: float) -> bool:
    """Return whether an input is known to ask for nothing.

    For a device that was not read lately that isn't known; a set-point stays as it was.
    """
    return is_neutral(hand) and (is_fresh(hand, now) or not isinstance(hand.request, Stick))


def are_finite(hands: tuple[InputState, ...]) -> bool:
    """Return whether all numbers of all inputs are finite."""
    return all(hand.request.is_finite and math.isfinite(hand.at_s) for hand in hands)


class InputArbiter:
    """The arbiter: the first input that asks for motion drives. After any zero none does until all have let go.

    Attributes:
        last_driver: the source that drove last since driving was allowed to begin; None where none did.
    """

    def __init__(self) -> None:
        self.last_driver: DriveSource | None = None
        self._known: frozenset[_Key] = frozenset()
        self._driver: _Key | None = None
        self._neutral_first = True

    @property
    def needs_neutral(self) -> bool:
        """Whether nothing moves before all inputs have let go."""
        return self._neutral_first

    @property
    def drives(self) -> bool:
        """Whether an input drives."""
        return self._driver is not None

    def allow(self) -> None:
        """Allow driving to begin: all inputs have let go."""
        self._driver = self.last_driver = None
        self._neutral_first = False

    def release(self) -> None:
        """End driving after a zero: no input drives until all have let go."""
        self._driver = None
        self._neutral_first = True

    def observe_sources(self, hands: tuple[InputState, ...], now: float) -> Reason | None:
        """Take in which inputs are there; return a reason if a pad is gone, or a stick came that is not centred.

        A source that comes with a set-point was at rest before: it had asked for nothing.
        """
        known = frozenset(map(_key, hands))
        if known == self._known:
            return None
        gone, came = self._known - known, known - self._known
        self._known = known
        if any(source is DriveSource.PAD for source, _ in gone):
            return Reason.PAD_GONE
        came_now = (hand for hand in hands if _key(hand) in came and isinstance(hand.request, Stick))
        if any(not is_at_rest(hand, now) for hand in came_now):
            return Reason.SOURCE_CHANGED
        return None

    def arbitrate(self, hands: tuple[InputState, ...], now: float) -> Arbitration:
        """Decide which input drives now."""
        asking = sorted((hand for hand in hands if asks_for_motion(hand)), key=_key)
        fresh = [hand for hand in asking if is_fresh(hand, now)]
        reason = self._why_to_end(asking, fresh)
        if reason is not None:
            self.release()
            return Arbitration(reason=reason, losers=_sources(fresh), waiting_for=sources_not_at_rest(hands, now))
        if self._neutral_first:
            restless = sources_not_at_rest(hands, now)
            self._neutral_first = bool(restless)
            return Arbitration(losers=_sources(fresh), waiting_for=restless)
        if not fresh:
            return Arbitration()
        self._driver = _key(fresh[0])
        self.last_driver = fresh[0].source
        return Arbitration(fresh[0], losers=_sources(fresh[1:]) if len(fresh) > 1 else ())

    def _why_to_end(self, asking: list[InputState], fresh: list[InputState]) -> Reason | None:
        if self._neutral_first:
            return None
        if self._driver is None:
            # an input that came too late while none drove is a command that wasn't obeyed, all the same
            return Reason.LEASE if len(fresh) < len(asking) and not fresh else None
        if self._driver not in map(_key, asking):
            return Reason.RELEASED
        if self._driver not in map(_key, fresh):
            return Reason.LEASE
        return Reason.SOURCE_CHANGED if _key(fresh[0]) != self._driver else None


def sources_not_at_rest(hands: tuple[InputState, ...], now: float) -> tuple[DriveSource, ...]:
    """Return the sources that are not known to ask for nothing."""
    return _sources(hand for hand in hands if not is_at_rest(hand, now))


def input_refusal(hands: tuple[InputState, ...], now: float) -> Reason | None:
    """Return the reason of the inputs against arming; None where there is none."""
    if not all(hand.seen for hand in hands):
        return Reason.NOT_SEEN
    return Reason.NOT_NEUTRAL if sources_not_at_rest(hands, now) else None


def _sources(hands: Iterable[InputState]) -> tuple[DriveSource, ...]:
    return tuple(sorted({hand.source for hand in hands}))
