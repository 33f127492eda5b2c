from __future__ import annotations

import asyncio
import gc
import logging

import pytest

from app.net.tasks import TaskPool, wait_for_event


async def test_a_task_bears_its_owner_s_name() -> None:
    pool = TaskPool("robot")
    task = pool.spawn(asyncio.sleep(0, "done"), "watch")

    assert task.get_name() == "robot: watch"
    assert await task == "done"


async def test_a_task_nobody_holds_is_not_lost() -> None:
    pool = TaskPool("robot")
    gate = asyncio.Event()
    passed = asyncio.Event()

    async def wait() -> None:
        await gate.wait()
        passed.set()

    pool.spawn(wait(), "wait")
    await asyncio.sleep(0)
    gc.collect()
    gate.set()
    assert await wait_for_event(passed, 60)


async def test_a_task_that_has_ended_is_let_go() -> None:
    pool = TaskPool("robot")
    await pool.spawn(asyncio.sleep(0), "sleep")

    assert not pool._tasks


@pytest.mark.expects_log("robot: work failed")
async def test_a_failure_is_logged_with_its_cause(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        raise KeyError("cause")

    task = TaskPool("robot").spawn(work(), "work")
    await asyncio.wait([task])

    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], KeyError)


async def test_cancel_ends_all_tasks_and_waits_until_they_have_ended() -> None:
    pool = TaskPool("robot")
    ended: list[int] = []

    async def work(number: int) -> None:
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            await asyncio.sleep(0.01)
            ended.append(number)

    tasks = [pool.spawn(work(number), f"work {number}") for number in range(3)]
    await asyncio.sleep(0)
    await pool.cancel()

    assert sorted(ended) == [0, 1, 2]
    assert all(task.cancelled() for task in tasks)


async def test_a_task_may_cancel_its_own_pool_and_go_on() -> None:
    pool = TaskPool("robot")
    other = pool.spawn(asyncio.sleep(1000), "other")

    async def end_all() -> str:
        await pool.cancel()
        return "went on"

    assert await pool.spawn(end_all(), "end") == "went on"
    assert other.cancelled()


async def test_an_empty_pool_can_be_cancelled() -> None:
    pool = TaskPool("robot")
    await pool.cancel()

    assert await pool.spawn(asyncio.sleep(0, "done"), "after") == "done"


async def test_a_wait_for_an_event_ends_with_it_or_with_its_time() -> None:
    event = asyncio.Event()
    assert not await wait_for_event(event, 0.01)

    asyncio.get_running_loop().call_later(0.01, event.set)

    assert await wait_for_event(event, 60)


async def test_tasks_are_waited_for_with_those_that_they_begin_and_go_on_after_the_time() -> None:
    pool = TaskPool("robot")
    ended: list[str] = []

    async def work(name: str) -> None:
        await asyncio.sleep(0.01)
        ended.append(name)
        if name == "first":
            pool.spawn(work("second"), "second")

    pool.spawn(work("first"), "first")
    assert await pool.wait(60)
    assert ended == ["first", "second"]

    long = pool.spawn(asyncio.sleep(60), "long")
    assert not await pool.wait(0.01)
    assert not long.done()
    await pool.cancel()
    # nothing to wait for
    assert await pool.wait()
