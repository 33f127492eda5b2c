"""Waiting for what another task, thread or process brings about."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

# only a failure takes that long: a machine whose cores are all taken gets there
TIMEOUT_S = 30.0
_POLL_S = 0.002


async def eventually(condition: Callable[[], object], what: str = "", timeout_s: float = TIMEOUT_S) -> None:
    """Return as soon as `condition` holds; fail when it does not within the time."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + timeout_s
    while not condition():
        assert loop.time() < deadline, f"not within {timeout_s:g} s: {what or condition}"
        await asyncio.sleep(_POLL_S)
