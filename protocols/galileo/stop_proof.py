"""The proof that commands to stand still have reached the robot, over a protocol that confirms nothing.

A pong carries no number, and may have been held up for seconds. But a pong carries the id of the session: a pong by an
id that was given after the stop began can only answer a ping that was sent after it. So a stop asks for another id. The
fate of a datagram does not depend on its content; so where many pings by the new id were answered over some time, some
of as many zeros that went with them by the same id have arrived, and so has the end of the earlier session, after which
a motion that is still under way means nothing any more.

A robot that gives no other id is sent no ping for so long that no earlier answer can be under way.
"""

from __future__ import annotations

from typing import Final

# enough to say that a datagram arrived where half of all are lost, twice over if each comes four times
PONGS: Final = 20
ZEROS: Final = 20
LASTS_S: Final = 2.0

# first come the zeros, by the id that is known to work; then another id is asked for
RENEW_AFTER_S: Final = 0.25
RENEW_EVERY_S: Final = 0.5
# the longest that a datagram may be under way, each way
UNDER_WAY_S: Final = 10.0
GIVES_NO_ID_S: Final = 5.0
# a sender that sends no zeros any more wants no proof
_ABANDONED_S: Final = 1.0


class StopProof:
    """The proof of one stop, in one session.

    Args:
        began_at: the time of the first command to stand still; no motion was sent after it.
        now: the time.

    Attributes:
        began_at: the time of the first command to stand still.
        arrived: whether it is proven that the robot was told to stand still.
        is_fresh: whether all pongs by the current id answer pings since the stop began.
        ask_at: the time at which to ask for another id, as long as the current one is not fresh.
        silent_until: the time before which no ping may be sent.
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

    def id_changed(self, now: float, *, fresh: bool) -> None:
        """Take notice that pings and zeros go by another id from now on; a `fresh` id was never used before."""
        self.is_fresh = fresh
        self.arrived = False
        self._fresh_at = now
        self._pongs = self._zeros = 0
        self.silent_until = 0.0
        self._silent_at = now + GIVES_NO_ID_S

    def zero_sent(self, now: float) -> None:
        """Take notice that a command to stand still goes out."""
        self._zeros += 1
        self._zero_at = now

    def pong_received(self, now: float) -> None:
        """Take notice that a pong by the current id has come."""
        if self.is_fresh:
            self._pongs += 1
            enough = self._pongs >= PONGS and self._zeros >= ZEROS and now - self._fresh_at >= LASTS_S
            self.arrived = self.arrived or enough

    def must_ask(self, now: float) -> bool:
        """Whether to ask for another id now; if so, that counts as done."""
        if self.is_fresh or now < self.ask_at:
            return False
        self.ask_at = now + RENEW_EVERY_S
        return now - self._zero_at <= _ABANDONED_S

    def check_silence(self, now: float) -> None:
        """Begin a silence without pings if the robot gives no other id, and end it when it was long enough."""
        if self.is_fresh or now < self._silent_at:
            return
        if now - self._zero_at > _ABANDONED_S:
            self._silent_at, self.silent_until = now + GIVES_NO_ID_S, 0.0
            return
        self.silent_until = self._silent_at + 2 * UNDER_WAY_S
        if now >= self.silent_until:
            self.id_changed(now, fresh=True)
