"""Waits for what blocks, in a thread that the program does not wait for when it ends; a pool's threads it would."""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections.abc import Awaitable, Callable
from typing import TypeVar

_Result = TypeVar("_Result")


async def in_thread(function: Callable[[], _Result], name: str) -> _Result:
    """What `function` returns or raises; `name` is that of its thread."""
    result: concurrent.futures.Future[_Result] = concurrent.futures.Future()
    # whoever waits may give up, and the thread still comes to its end
    result.set_running_or_notify_cancel()

    def run() -> None:
        try:
            result.set_result(function())
        except Exception as error:  # noqa: BLE001 - raised where it is awaited
            result.set_exception(error)

    threading.Thread(target=run, name=name, daemon=True).start()
    return await asyncio.wrap_future(result)


def alone(look: Callable[[], str]) -> Callable[[object], Awaitable[str]]:
    """The look of a check that may block, and whose subject is this computer alone."""

    async def looked(_subject: object) -> str:
        return await in_thread(look, "check")

    return looked
