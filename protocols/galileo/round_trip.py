"""How long the way there and back is, by pings and pongs that carry no number: never taken for shorter than it is.

Pings are sent in rounds. A round begins with one ping; where no pong comes soon, others follow it, for one may be lost.
Any pong of a round is taken for the answer to its first ping, whichever it answers, so an age is at most too great.
After its last pong a round is silent: what else is under way comes meanwhile, and is not taken for an answer to the
next. After one ping and one pong a moment is enough; else the silence is as long as the answer took, or longer.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from protocols.galileo.loss import LossMeter

# while all is answered
PING_PERIOD_S: Final = 0.05
# while nothing is, after half a second
LOST_PERIOD_S: Final = 0.1
LOST_S: Final = 0.5

# by so much answers differ; copies of one follow it within more
_QUIET_S: Final = 0.03
_COPIES_S: Final = 0.1
# a silence is no bad sign for so long
_EVEN_S: Final = 0.1
# and an age is never made less by more than this
_MOST_EVEN_S: Final = 0.35
_PATIENCE: Final = 1.15
# so many pings of a round, if fewer than half of them are answered, may be under way for so long
_MANY: Final = 8
_BEHIND_S: Final = 3.0
# a round with a loss in it seems to take longer; of so many one has none
_ROUNDS: Final = 5


class RoundTrip:
    """Measures by one question at a time.

    Args:
        guess_s: how long it took the robot to answer to connect, if it was to the last.
        now: the time; a ping is due at once.

    Attributes:
        rtt_s: the round trip; at first the guess.
        sent, answered: pings, and pongs.
        next_at: when the next ping is due.
    """

    def __init__(self, guess_s: float, now: float) -> None:
        self.rtt_s = guess_s
        self.sent = 0
        self.answered = 0
        self.next_at = now
        self._loss = LossMeter()
        self._not_due: deque[float] = deque()
        self._newest: deque[float] = deque(maxlen=_ROUNDS)
        self._answered_at: float | None = None
        # of the last round that was answered, how long it took
        self._took_s: float | None = None
        self._began_at: float | None = None
        self._sent_at = now
        self._pings = 0
        self._pongs = 0
        # when the first pong of the round came
        self._heard_at = now

    def begin_anew(self, now: float, quiet_s: float = 0.0) -> None:
        """Pings go by another name from now on, so no pong of before is taken; after `quiet_s`, if one may be."""
        self._began_at = None
        self._pings = self._pongs = 0
        self.next_at = now + quiet_s

    def ping_sent(self, now: float) -> None:
        """A ping goes out."""
        if self._began_at is None or (self._pongs and now >= self.next_at):
            self._began_at = now
            self._pings = self._pongs = 0
        self.sent += 1
        self._pings += 1
        self._sent_at = now
        self._not_due.append(now)
        self._expect(now)
        if not self._pongs:
            self.next_at = now + (self._patience_s if now - self._began_at < LOST_S else LOST_PERIOD_S)

    def pong_received(self, now: float) -> None:
        """A pong has come."""
        self.answered += 1
        if self._began_at is None:
            return
        self._pongs += 1
        if self._pongs <= self._pings:
            self._loss.count(now, arrived=1)
        if self._pongs == 1:
            self._answered(now, now - self._began_at)
        took_s = self._took_s or 0.0
        if self._pings > 1:
            quiet_until = _QUIET_S + max(now + took_s, self._sent_at + 2 * took_s)
            if self._pings >= _MANY and 2 * self._pongs < self._pings:
                # a delay that comes in one step lets one answer pass, and the others are under way behind it
                quiet_until = max(quiet_until, self._sent_at + _BEHIND_S)
        else:
            quiet_until = now + (_QUIET_S if self._pongs == 1 else _COPIES_S)
        self.next_at = max(quiet_until, self._began_at + PING_PERIOD_S)

    def answered_since(self, moment: float) -> bool:
        """Whether a ping was answered that was sent at `moment` or later."""
        return self._answered_at is not None and self._answered_at >= moment

    def age_s(self, now: float) -> float | None:
        """How long ago the newest ping was sent that was answered, or longer; None before the first pong."""
        return None if self._answered_at is None else now - self._answered_at

    def even_age_s(self, now: float) -> float | None:
        """The same as if a ping went out in every period, also while an answer is awaited or silence is kept."""
        if self._took_s is None or self._answered_at is None:
            return None
        least_s = max(self._took_s, now - self._answered_at - _MOST_EVEN_S)
        if self._began_at is not None and not self._pongs:
            return max(least_s, now - self._began_at + PING_PERIOD_S)
        silent_s = max(0.0, now - self._heard_at)
        overdue_s = max(0.0, silent_s - min(self._took_s, _EVEN_S) - _QUIET_S - PING_PERIOD_S)
        return max(least_s, self._took_s + min(silent_s, PING_PERIOD_S) + overdue_s)

    def loss(self, now: float) -> float | None:
        """The share of pings without answer, over the last two minutes: lost there or lost back."""
        self._expect(now)
        return self._loss.share(now)

    def _answered(self, now: float, took_s: float) -> None:
        self._answered_at, self._took_s = self._began_at, took_s
        self._heard_at = now
        self._newest.append(took_s)
        self.rtt_s = min(self._newest)

    @property
    def _patience_s(self) -> float:
        return min(max(_PATIENCE * self.rtt_s + _QUIET_S, PING_PERIOD_S), LOST_S)

    def _expect(self, now: float) -> None:
        """Count the pings that were sent so long ago that an answer would be here."""
        while self._not_due and self._not_due[0] <= now - self.rtt_s - _QUIET_S:
            self._not_due.popleft()
            self._loss.count(now, expected=1)
