"""A program with a session as a window has one: it sends a robot to a goal, and waits for the end of its input.

A line `stop` there is STOP; that nothing is cancelled any more is said. A line `goal` sends it to another goal.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable

from app.model.navigation import FlatPose, NavigationState
from app.net.link_thread import LinkThread
from app.session.session import Session


async def _until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 - of another thread
        await asyncio.sleep(0.02)


def _say(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


async def _run(address: str, x_m: float) -> None:
    thread = LinkThread()
    thread.start()
    session = Session(thread)
    uri = session.links.connect(address)

    def state() -> NavigationState:
        return session.navigation.state(uri) or NavigationState()

    session.commands.allow(uri, allowed=True)
    session.navigation.apply()
    await _until(lambda: state().ready)
    await session.navigation.set_goal(uri, FlatPose("map", x_m, 0.0, 0.0))
    await _until(lambda: state().report.under_way and state().report.goal is not None)
    _say("set")
    while word := (await asyncio.to_thread(sys.stdin.readline)).strip():
        if word == "goal":
            await session.navigation.set_goal(uri, FlatPose("map", x_m + 1.0, 0.0, 0.0))
            _say("set")
            continue
        session.navigation.stop()
        await _until(lambda: state().report.cancelling)
        _say("stopping")
        await _until(lambda: not state().report.cancelling and not state().is_driving)
        _say("stopped")
    await session.close()
    thread.stop()


asyncio.run(_run(sys.argv[1], float(sys.argv[2])))
