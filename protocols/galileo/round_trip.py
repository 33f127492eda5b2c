"""How long the way there and back is, from pings and pongs that carry no number.

A pong may answer any ping that is still without answer, and with loss most guesses are wrong. Pings are therefore sent
at uneven times (`OFFSETS_S`): the time from a pong back to its own ping is always about the same, that to any other is
spread. What comes up most often of late is the round trip; loss takes nothing from that. Where nothing stands out,
since the way takes 50 ms one time and 200 the next, the last clear figure stays.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from protocols.galileo.loss import LossMeter

PING_PERIOD_S: Final = 0.1
# no two pings that are looked at together are the same distance apart as many others
OFFSETS_S: Final = (
    0.059, 0.048, 0.032, 0.07, 0.021, 0.0, 0.04, 0.067, 0.016, 0.019, 0.075, 0.024, 0.046, 0.043, 0.011,
    0.027, 0.051, 0.013, 0.003, 0.056, 0.037, 0.029, 0.005, 0.008, 0.062, 0.064, 0.072, 0.035, 0.054,
)  # fmt: skip

_BIN_S: Final = 0.01
_BINS: Final = 200
_KERNEL: Final = (1.0, 2.0, 3.0, 4.0, 3.0, 2.0, 1.0)
_FADING: Final = 0.95
_NEAR_S: Final = 0.04
# by then the round trip stands out from chance
_SETTLED_AFTER: Final = 30
_MAX_FIRST_S: Final = 2.0
_SMOOTHING: Final = 8
# no two pings are closer, and no estimate of when one was sent is further off
_SAME_PING_S: Final = 0.02
# how far the best guess must stand out from all others
_CLEAR: Final = 2.0
_STILL_CLEAR: Final = 1.6


class RoundTrip:
    """Matches pongs to pings.

    Args:
        first_s: how long the answer to connect took, at the most.
        guess_s: how long it took if it answers the last frame that asked.

    Attributes:
        rtt_s: the round trip, by the answer to connect until there are pongs enough.
        sent, answered: pings, and pongs.
    """

    def __init__(self, first_s: float, guess_s: float) -> None:
        self.rtt_s = guess_s
        self.sent = 0
        self.answered = 0
        self._loss = LossMeter()
        # those whose answer is not due yet, and not missing
        self._not_due: deque[float] = deque()
        self._bound_s = min(2 * first_s + PING_PERIOD_S, _MAX_FIRST_S)
        self._deviation_s = _NEAR_S
        self._clear = False
        self._scores = [0.0] * _BINS
        self._pings: deque[float] = deque()
        self._answered_at: float | None = None
        self._proven_at: float | None = None

    def ping_sent(self, now: float) -> None:
        """A ping goes out."""
        self.sent += 1
        self._not_due.append(now)
        self._expect(now)
        self._pings.append(now)
        while self._pings[0] < now - _BINS * _BIN_S:
            self._pings.popleft()

    def pong_received(self, now: float) -> None:
        """A pong has come."""
        self.answered += 1
        self._loss.count(now, arrived=1)
        ages = [now - sent for sent in self._pings]
        self._score(ages)
        best_s = self._best_s()
        if best_s is not None:
            age_s = min(ages, key=lambda age: abs(age - best_s))
            if abs(age_s - best_s) < _NEAR_S:
                self._smooth(age_s)
        # the pong may be the answer to no ping before this
        self._proven_at = now - self._upper_bound_s()
        answered_at = now - self.rtt_s
        self._answered_at = answered_at if self._answered_at is None else max(self._answered_at, answered_at)

    def answered_since(self, moment: float) -> bool:
        """Whether a pong came that can't be the answer to a ping from before `moment`."""
        return self._proven_at is not None and self._proven_at >= moment

    def age_s(self, now: float) -> float | None:
        """How long ago the newest ping was sent that was answered; None before the first pong."""
        return None if self._answered_at is None else now - self._answered_at

    def even_age_s(self, now: float) -> float | None:
        """The same as if pings were sent evenly: it grows beyond the period only when an answer is late or lost."""
        age_s = self.age_s(now)
        if age_s is None or self._answered_at is None:
            return None
        following = next((sent for sent in self._pings if sent > self._answered_at + _SAME_PING_S), now)
        return age_s - max(0.0, following - self._answered_at - PING_PERIOD_S)

    def loss(self, now: float) -> float | None:
        """The share of pings without answer, over the last two minutes: lost there or lost back."""
        self._expect(now)
        return self._loss.share(now)

    def _expect(self, now: float) -> None:
        """Count the pings that were sent so long ago that an answer would be here."""
        while self._not_due and self._not_due[0] <= now - self.rtt_s - _NEAR_S:
            self._not_due.popleft()
            self._loss.count(now, expected=1)

    def _score(self, ages: list[float]) -> None:
        scores = [score * _FADING for score in self._scores]
        for age in ages:
            middle = int(age / _BIN_S)
            for place, weight in enumerate(_KERNEL, middle - len(_KERNEL) // 2):
                if 0 <= place < _BINS:
                    scores[place] += weight
        self._scores = scores

    def _best_s(self) -> float | None:
        """The round trip that comes up most often, if it stands out."""
        scores = self._scores
        # nothing comes up of the time before the first ping
        reach = min(_BINS, int((self._pings[-1] - self._pings[0]) / _BIN_S) + 1) if self._pings else 0
        if not reach:
            return None
        best = max(range(reach), key=scores.__getitem__)
        enough = _STILL_CLEAR if self._clear else _CLEAR
        self._clear = self.answered >= _SETTLED_AFTER and scores[best] > enough * sum(scores[:reach]) / reach
        return (best + 0.5) * _BIN_S if self._clear else None

    def _smooth(self, age_s: float) -> None:
        if abs(age_s - self.rtt_s) > PING_PERIOD_S / 2:
            self.rtt_s, self._deviation_s = age_s, _NEAR_S / 2
            return
        error_s = age_s - self.rtt_s
        self.rtt_s += error_s / _SMOOTHING
        self._deviation_s += (abs(error_s) - self._deviation_s) / _SMOOTHING

    def _upper_bound_s(self) -> float:
        if self.answered < _SETTLED_AFTER:
            return self._bound_s
        if not self._clear:
            return _MAX_FIRST_S
        return self.rtt_s + 4 * self._deviation_s + PING_PERIOD_S
