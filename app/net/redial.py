"""The loop that makes a link anew whenever it has ended."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from app.model.status import Retry
from app.net.tasks import wait_for_event
from protocols.errors import ProtocolError

# who starts a robot that was never there waits for the window at most so long; so many attempts go before
PATIENT_S: Final = 5.0
QUICK_ATTEMPTS: Final = 8

_End = TypeVar("_End")


class Attempts:
    """The attempts at the link to a robot since it was last there.

    A robot that was never there is tried at longer and longer intervals, one that is lost as often as its link says.

    Attributes:
        retry: how often it was tried, and when it is tried next: an immutable snapshot, which any thread may read.
        nudge: ends a wait: set it to try now.
        was_reached: whether the robot was ever there.
        is_urgent: whether a robot that was never there is tried as often as one that is lost.
    """

    def __init__(self) -> None:
        self.retry = Retry()
        self.nudge = asyncio.Event()
        self.was_reached = False
        self.is_urgent = False

    def reached(self) -> None:
        """Record that the robot is there."""
        self.was_reached = True
        self.retry = Retry()

    def failed(self, delay_s: float) -> None:
        """Record that an attempt has failed, and that the next one begins in `delay_s` seconds."""
        self.retry = Retry(self.retry.failures + 1, time.time_ns() + int(delay_s * 1e9))

    def wait_s(self, delay_s: float) -> float:
        """Return the seconds to wait after an attempt that has failed, of which `delay_s` is the least."""
        quick = self.was_reached or self.is_urgent or self.retry.failures < QUICK_ATTEMPTS
        return delay_s if quick else max(delay_s, min(PATIENT_S, self.retry.failures - QUICK_ATTEMPTS + 2.0))


async def redial(
    attempt: Callable[[], Awaitable[_End]],
    on_end: Callable[[_End | ProtocolError, float], float],
    nudge: asyncio.Event | None = None,
    attempts: Attempts | None = None,
) -> None:
    """Attempt to have a link again and again, until cancelled.

    Args:
        attempt: makes the link and waits for its end; returns or raises the reason.
        on_end: called with the reason and the seconds that the attempt took; returns the seconds to wait.
        nudge: ends a wait; cleared before each attempt. That of `attempts`, where it is given.
        attempts: is told of each failure.
    """
    nudge = nudge if attempts is None else attempts.nudge
    loop = asyncio.get_running_loop()
    while True:
        if nudge is not None:
            nudge.clear()
        began = loop.time()
        end: _End | ProtocolError
        try:
            end = await attempt()
        except ProtocolError as error:
            end = error
        delay_s = on_end(end, loop.time() - began)
        if attempts is not None and isinstance(end, ProtocolError):
            delay_s = attempts.wait_s(delay_s)
            attempts.failed(delay_s)
        if nudge is not None:
            await wait_for_event(nudge, delay_s)
        else:
            await asyncio.sleep(delay_s)
