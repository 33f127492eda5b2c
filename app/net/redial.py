"""The loop that makes a link anew whenever it has ended."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from app.net.tasks import wait_for_event
from protocols.errors import ProtocolError

_End = TypeVar("_End")


async def redial(
    attempt: Callable[[], Awaitable[_End]],
    on_end: Callable[[_End | ProtocolError, float], float],
    nudge: asyncio.Event | None = None,
) -> None:
    """Attempt to have a link again and again, until cancelled.

    Args:
        attempt: makes the link and waits for its end; returns or raises the reason.
        on_end: called with the reason and the seconds that the attempt took; returns the seconds to wait.
        nudge: ends a wait; cleared before each attempt.
    """
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
        if nudge is not None:
            await wait_for_event(nudge, delay_s)
        else:
            await asyncio.sleep(delay_s)
