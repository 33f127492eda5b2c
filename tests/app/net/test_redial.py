from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from app.net.errors import LinkError
from app.net.redial import redial
from app.net.tasks import TaskPool
from protocols.errors import ProtocolError


class Dialler:
    """Attempts that end as they are told to, and what the loop told of their ends."""

    def __init__(self, delay_s: float, ends: list[Callable[[], ProtocolError]]) -> None:
        self.ended: list[tuple[ProtocolError, float]] = []
        self._delay_s = delay_s
        self._ends = ends

    async def attempt(self) -> ProtocolError:
        await asyncio.sleep(0.01)
        if not self._ends:
            raise asyncio.CancelledError
        return self._ends.pop(0)()

    def on_end(self, error: ProtocolError, lasted_s: float) -> float:
        self.ended.append((error, lasted_s))
        return self._delay_s


def fail() -> ProtocolError:
    raise LinkError("no way")


async def test_a_link_is_made_anew_whether_it_ended_or_could_not_be_made() -> None:
    dialler = Dialler(0.0, [fail, lambda: LinkError("gone"), fail])

    with pytest.raises(asyncio.CancelledError):
        await redial(dialler.attempt, dialler.on_end)

    assert [str(error) for error, _ in dialler.ended] == ["no way", "gone", "no way"]
    assert all(0.005 < lasted_s < 1 for _, lasted_s in dialler.ended)


async def test_the_next_attempt_waits_as_long_as_it_is_told_to() -> None:
    dialler = Dialler(0.05, [fail, fail])
    loop = asyncio.get_running_loop()
    began = loop.time()

    with pytest.raises(asyncio.CancelledError):
        await redial(dialler.attempt, dialler.on_end)

    assert loop.time() - began > 0.1


async def test_a_nudge_ends_the_wait_and_is_used_up_by_it() -> None:
    dialler = Dialler(60.0, [fail, fail])
    nudge = asyncio.Event()
    task = TaskPool("robot").spawn(redial(dialler.attempt, dialler.on_end, nudge), "link")
    await asyncio.sleep(0.05)
    assert len(dialler.ended) == 1

    nudge.set()
    await asyncio.sleep(0.05)

    assert len(dialler.ended) == 2
    assert not nudge.is_set()
    task.cancel()
