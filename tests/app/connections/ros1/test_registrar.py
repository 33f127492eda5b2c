from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from app.connections.ros1.registrar import Registrar
from app.net.errors import LinkError
from app.net.tasks import TaskPool


class Master:
    """Hears, in order; what it does not hear fails."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.deaf = False
        self.hold = asyncio.Event()
        self.hold.set()

    async def register(self, topic: str) -> None:
        await self._hear(f"+{topic}")

    async def unregister(self, topic: str) -> None:
        await self._hear(f"-{topic}")

    async def _hear(self, what: str) -> None:
        await self.hold.wait()
        if self.deaf:
            raise LinkError("not heard")
        self.heard.append(what)


@pytest.fixture
async def tasks() -> AsyncIterator[TaskPool]:
    tasks = TaskPool("test")
    yield tasks
    await tasks.cancel()


async def test_what_is_wanted_is_registered_once_and_taken_back_once(tasks: TaskPool) -> None:
    master, wanted = Master(), {"/a"}
    registrar = Registrar(tasks, wanted.__contains__, master.register, master.unregister)

    await registrar.synchronize("/a")
    await registrar.synchronize("/a")
    assert registrar.is_registered("/a")
    wanted.clear()
    await registrar.synchronize("/a")
    await registrar.synchronize("/a")

    assert master.heard == ["+/a", "-/a"]
    assert not registrar.is_registered("/a")


async def test_what_changes_while_a_call_is_under_way_is_made_good_behind_it(tasks: TaskPool) -> None:
    master, wanted = Master(), {"/a"}
    registrar = Registrar(tasks, wanted.__contains__, master.register, master.unregister)
    master.hold.clear()
    first = registrar.synchronize("/a")
    await asyncio.sleep(0)
    wanted.clear()

    assert registrar.synchronize("/a") is first
    master.hold.set()
    await first

    assert master.heard == ["+/a", "-/a"]


async def test_what_was_not_heard_is_said_again(tasks: TaskPool) -> None:
    master, wanted = Master(), {"/a"}
    registrar = Registrar(tasks, wanted.__contains__, master.register, master.unregister)
    master.deaf = True
    await registrar.synchronize("/a")
    assert not registrar.is_registered("/a")

    master.deaf = False
    await registrar.synchronize("/a")

    assert master.heard == ["+/a"]


async def test_a_registration_that_seemed_to_fail_is_taken_back_too(tasks: TaskPool) -> None:
    """The call may have been heard, and only its answer lost."""
    master, wanted = Master(), {"/a"}
    registrar = Registrar(tasks, wanted.__contains__, master.register, master.unregister)
    master.deaf = True
    await registrar.synchronize("/a")
    wanted.clear()
    master.deaf = False

    registrar.synchronize_leftovers()
    await registrar.close()

    assert master.heard == ["-/a"]


async def test_a_master_that_forgot_everything_is_told_again(tasks: TaskPool) -> None:
    master, wanted = Master(), {"/a"}
    registrar = Registrar(tasks, wanted.__contains__, master.register, master.unregister)
    await registrar.synchronize("/a")

    registrar.invalidate_all()
    await registrar.synchronize("/a")
    registrar.invalidate("/a")
    await registrar.synchronize("/a")

    assert master.heard == ["+/a"] * 3


async def test_the_end_takes_back_everything_even_what_is_under_way(tasks: TaskPool) -> None:
    master, wanted = Master(), {"/a", "/b"}
    registrar = Registrar(tasks, wanted.__contains__, master.register, master.unregister)
    await registrar.synchronize("/a")
    master.hold.clear()
    registrar.synchronize("/b")
    await asyncio.sleep(0)
    closing = tasks.spawn(registrar.close(), "end")
    await asyncio.sleep(0)

    master.hold.set()
    await closing

    assert sorted(master.heard) == ["+/a", "+/b", "-/a", "-/b"]
