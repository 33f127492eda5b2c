"""Rumble of pads at stops: which pads, by which pattern, and the pulses that are still to come. Pure."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from app.config.feedback import FeedbackPattern, RumblePatterns
from app.drive.control.stop_classes import stop_class, unexpected_stop
from app.drive.control.values import Reason
from app.drive.inputs.gamepad.sdl import JoystickId

# of each pulse: how long after the beginning, and how long it lasts
PULSES_S: Final[Mapping[FeedbackPattern, tuple[tuple[float, float], ...]]] = {
    FeedbackPattern.OFF: (),
    FeedbackPattern.SHORT: ((0.0, 0.15),),
    FeedbackPattern.LONG: ((0.0, 0.4),),
    FeedbackPattern.DOUBLE: ((0.0, 0.15), (0.3, 0.15)),
}
# a pulse that comes later than this is no part of a pattern any more
_LATEST_S: Final = 0.5

_STRENGTH: Final = 0.7
_STRENGTH_OF_STOP: Final = 1.0


class RumblePlan:
    """The plan of pulses: begin a pattern, then give what `due` returns to the pads.

    Attributes:
        patterns: the pattern of each class of stops.
    """

    def __init__(self) -> None:
        self.patterns = RumblePatterns()
        self._pulses: list[tuple[float, int, JoystickId, float, float]] = []
        self._counter = itertools.count()

    def feel(
        self, reasons: tuple[Reason, ...], driving: JoystickId | None, pads: Collection[JoystickId], now: float
    ) -> None:
        """Begin what is felt of these reasons: STOP at all pads, another stop at the one that drives."""
        felt = unexpected_stop(reasons)
        if felt is Reason.STOP:
            for pad in pads:
                self.begin(pad, self.patterns.of(stop_class(felt)), _STRENGTH_OF_STOP, now)
        elif felt is not None and driving is not None:
            self.begin(driving, self.patterns.of(stop_class(felt)), _STRENGTH, now)

    def begin(self, pad: JoystickId, pattern: FeedbackPattern, strength: float, now: float) -> None:
        """Have a pad rumble from now on, instead of what it would have done."""
        self._pulses = [pulse for pulse in self._pulses if pulse[2] != pad]
        for after_s, lasts_s in PULSES_S[pattern]:
            self._pulses.append((now + after_s, next(self._counter), pad, strength, lasts_s))
        heapq.heapify(self._pulses)

    def try_pattern(self, pattern: FeedbackPattern, pads: Collection[JoystickId], now: float) -> None:
        """Begin a pattern at these pads, to feel what it is like."""
        for pad in pads:
            self.begin(pad, pattern, _STRENGTH, now)

    def due(self, now: float) -> Iterator[tuple[JoystickId, float, float]]:
        """Return pad, strength and seconds of each pulse that is due; those that are too late are dropped.

        So are all of them when the clock went back.
        """
        if self._pulses and self._pulses[0][0] > now + _LATEST_S:
            self._pulses.clear()
        while self._pulses and self._pulses[0][0] <= now:
            at_s, _, pad, strength, lasts_s = heapq.heappop(self._pulses)
            if now - at_s <= _LATEST_S:
                yield pad, strength, lasts_s
