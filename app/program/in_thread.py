"""Runs blocking functions in a daemon thread: at its end the program would wait for the threads of a pool."""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections.abc import Awaitable, Callable
from typing import TypeVar

_Result = TypeVar("_Result")


async def run_in_thread(function: Callable[[], _Result], name: str) -> _Result:
    """Run a function in a thread of this name; returns or raises what the function does."""
    result: concurrent.futures.Future[_Result] = concurrent.futures.Future()
    # the caller may stop waiting, and the thread still ends normally
    result.set_running_or_notify_cancel()

    def run() -> None:
        try:
            result.set_result(function())
        except Exception as error:  # noqa: BLE001 - raised where it is awaited
            result.set_exception(error)

    threading.Thread(target=run, name=name, daemon=True).start()
    return await asyncio.wrap_future(result)


def blocking_check(look: Callable[[], str]) -> Callable[[object], Awaitable[str]]:
    """The `look` of a check from a function that may block, and needs no subject."""

    async def looked(_subject: object) -> str:
        return await run_in_thread(look, "check")

    return looked
