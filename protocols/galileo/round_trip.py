"""The round trip by pings and pongs that carry no number: an estimate that is never shorter than the truth.

Pings are sent in rounds. A round begins with one ping; where no pong comes soon, others follow it, for one may be lost.
Any pong of a round counts as the answer to its first ping, whichever it answers, so an age is at most too great. After
its last pong a round is silent: pongs that are still under way come meanwhile, and do not count as answers to the next
round. After one ping and one pong a moment is enough; else the silence is as long as the answer took, or longer.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from protocols.galileo.loss import LossMeter

# the period while all pings are answered
PING_PERIOD_S: Final = 0.05
# the period while none is answered, after half a second
LOST_PERIOD_S: Final = 0.1
LOST_S: Final = 0.5

# the times of answers differ by this much; copies of an answer follow it within the second time
_QUIET_S: Final = 0.03
_COPIES_S: Final = 0.1
# a silence of this length is no bad sign
_EVEN_S: Final = 0.1
# and an age is never made less by more than this time
_MOST_EVEN_S: Final = 0.35
_PATIENCE: Final = 1.15
# this many pings of a round, if fewer than half of them are answered, may be under way for this long
_MANY: Final = 8
_BEHIND_S: Final = 3.0
# a round with a loss in it seems to take longer; of this many rounds one has none
_ROUNDS: Final = 5


class RoundTrip:
    """Measures the round trip by one round of pings at a time.

    Args:
        guess_s: the time that the robot took to answer connect, if it answered the last connect.
        now: the time; a ping is due at once.

    Attributes:
        rtt_s: the round trip; at first the guess.
        sent, answered: the numbers of pings and pongs.
        next_at: the time at which the next ping is due.
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
        # the time that the last answered round took
        self._took_s: float | None = None
        self._began_at: float | None = None
        self._sent_at = now
        self._pings = 0
        self._pongs = 0
        # when the first pong of the round came
        self._heard_at = now

    def reset(self, now: float, quiet_s: float = 0.0) -> None:
        """Begin anew with another id, so that no earlier pong counts; wait `quiet_s` where one could be mistaken."""
        self._began_at = None
        self._pings = self._pongs = 0
        self.next_at = now + quiet_s

    def ping_sent(self, now: float) -> None:
        """Take notice that a ping goes out."""
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
        """Take notice that a pong has come."""
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
        """Whether a ping that was sent at `moment` or later was answered."""
        return self._answered_at is not None and self._answered_at >= moment

    def age_s(self, now: float) -> float | None:
        """The time since the newest answered ping was sent, or more; None before the first pong."""
        return None if self._answered_at is None else now - self._answered_at

    def even_age_s(self, now: float) -> float | None:
        """The age as if a ping went out in every period, also while an answer is awaited or silence is kept."""
        if self._took_s is None or self._answered_at is None:
            return None
        least_s = max(self._took_s, now - self._answered_at - _MOST_EVEN_S)
        if self._began_at is not None and not self._pongs:
            return max(least_s, now - self._began_at + PING_PERIOD_S)
        silent_s = max(0.0, now - self._heard_at)
        overdue_s = max(0.0, silent_s - min(self._took_s, _EVEN_S) - _QUIET_S - PING_PERIOD_S)
        return max(least_s, self._took_s + min(silent_s, PING_PERIOD_S) + overdue_s)

    def loss(self, now: float) -> float | None:
        """The fraction of pings without answer, over the last two minutes: lost on the way there or back."""
        self._expect(now)
        return self._loss.fraction(now)

    def _answered(self, now: float, took_s: float) -> None:
        self._answered_at, self._took_s = self._began_at, took_s
        self._heard_at = now
        self._newest.append(took_s)
        self.rtt_s = min(self._newest)

    @property
    def _patience_s(self) -> float:
        return min(max(_PATIENCE * self.rtt_s + _QUIET_S, PING_PERIOD_S), LOST_S)

    def _expect(self, now: float) -> None:
        """Count the pings that were sent so long ago that their answers would be here."""
        while self._not_due and self._not_due[0] <= now - self.rtt_s - _QUIET_S:
            self._not_due.popleft()
            self._loss.count(now, expected=1)
