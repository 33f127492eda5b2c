from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from app.model.status import Retry
from app.net.errors import LinkError
from app.net.redial import PATIENT_S, QUICK_ATTEMPTS, Attempts, redial
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


async def test_attempts_are_counted_until_the_robot_is_reached() -> None:
    attempts, counts = Attempts(), list[int]()
    dialler = Dialler(0.0, [fail, lambda: LinkError("gone"), fail])

    def on_end(error: ProtocolError, lasted_s: float) -> float:
        counts.append(attempts.retry.failures)
        return dialler.on_end(error, lasted_s)

    with pytest.raises(asyncio.CancelledError):
        await redial(dialler.attempt, on_end, attempts=attempts)
    assert (counts, attempts.retry.failures) == ([0, 1, 2], 3)

    attempts.reached()
    assert attempts.retry == Retry()


def test_a_robot_that_was_never_there_is_tried_less_often_after_a_while_and_one_that_was_is_not() -> None:
    attempts, waits = Attempts(), list[float]()
    for _ in range(QUICK_ATTEMPTS + 10):
        waits.append(attempts.wait_s(0.5))
        attempts.failed(waits[-1])
    quick, slow = waits[:QUICK_ATTEMPTS], waits[QUICK_ATTEMPTS:]

    assert set(quick) == {0.5}
    assert slow == sorted(slow)
    assert slow[-1] == PATIENT_S
    assert attempts.wait_s(60.0) == 60.0

    attempts.reached()
    for _ in range(QUICK_ATTEMPTS + 10):
        attempts.failed(0.5)
    assert attempts.wait_s(0.5) == 0.5


async def test_a_nudge_ends_the_wait_for_a_robot_that_was_never_there() -> None:
    attempts = Attempts()
    dialler = Dialler(60.0, [fail, fail])

    def on_end(error: ProtocolError, lasted_s: float) -> float:
        attempts.nudge.set()
        return dialler.on_end(error, lasted_s)

    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(redial(dialler.attempt, on_end, attempts=attempts), 5.0)
    assert len(dialler.ended) == 2
