"""Whether commands to stand still have reached the robot, over a protocol that confirms nothing.

A pong carries no number, and may have been held up for seconds. But it carries the id of the session: one by an id that
was given after the stop began can only answer a ping that was sent after it. So a stop asks for another id. What
happens to a datagram does not depend on what it holds; so where many pings by the new id were answered over some time,
of as many zeros that went with them by the same id some have arrived, and so has the end of the session of before,
by which a motion that is still under way means nothing any more.

A robot that gives no other id is asked nothing for so long that no answer of before can be under way.
"""

from __future__ import annotations

from typing import Final

# enough to say that a datagram arrived where half of all are lost, twice over if each comes four times
PONGS: Final = 20
ZEROS: Final = 20
LASTS_S: Final = 2.0

# first come the zeros, by the id that is known to work
RENEW_AFTER_S: Final = 0.25
RENEW_EVERY_S: Final = 0.5
# so long a datagram may be under way, each way
UNDER_WAY_S: Final = 10.0
GIVES_NO_ID_S: Final = 5.0
# who sends no zeros any more wants no proof
_ABANDONED_S: Final = 1.0


class StopProof:
    """Of one stop, in one session.

    Args:
        began_at: when the first command to stand still was given; no motion was after it.
        now: the time.

    Attributes:
        began_at: see above.
        arrived: whether it is proven that the robot was told to stand still.
        is_fresh: whether pongs by the id of now are all answers to pings since the beginning.
        ask_at: when to ask for another id, as long as none is fresh.
        silent_until: no ping may be sent before.
    """

    def __init__(self, began_at: float, now: float) -> None:
        self.began_at = began_at
        self.arrived = False
        self.is_fresh = False
        self.ask_at = max(began_at + RENEW_AFTER_S, now)
        self.silent_until = 0.0
        self._silent_at = now + GIVES_NO_ID_S
        self._fresh_at = 0.0
        self._pongs = 0
        self._zeros = 0
        self._zero_at = now

    def entered(self, now: float, *, fresh: bool) -> None:
        """Pings and zeros go by another id from now on; `fresh`: by which nothing ever went."""
        self.is_fresh = fresh
        self.arrived = False
        self._fresh_at = now
        self._pongs = self._zeros = 0
        self.silent_until = 0.0
        self._silent_at = now + GIVES_NO_ID_S

    def zero_sent(self, now: float) -> None:
        """A command to stand still goes out."""
        self._zeros += 1
        self._zero_at = now

    def pong_received(self, now: float) -> None:
        """A pong by the id of now has come."""
        if self.is_fresh:
            self._pongs += 1
            enough = self._pongs >= PONGS and self._zeros >= ZEROS and now - self._fresh_at >= LASTS_S
            self.arrived = self.arrived or enough

    def must_ask(self, now: float) -> bool:
        """Whether to ask for another id now; it counts as done."""
        if self.is_fresh or now < self.ask_at:
            return False
        self.ask_at = now + RENEW_EVERY_S
        return now - self._zero_at <= _ABANDONED_S

    def look(self, now: float) -> None:
        """Where the robot gives no other id, begin to ask it nothing, and end that when it was for long enough."""
        if self.is_fresh or now < self._silent_at:
            return
        if now - self._zero_at > _ABANDONED_S:
            self._silent_at, self.silent_until = now + GIVES_NO_ID_S, 0.0
            return
        self.silent_until = self._silent_at + 2 * UNDER_WAY_S
        if now >= self.silent_until:
            self.entered(now, fresh=True)
