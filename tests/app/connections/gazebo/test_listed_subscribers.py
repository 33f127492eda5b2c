from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from app.connections.gazebo.listed_subscribers import TRY_EVERY_S, Address, ListedSubscribers
from app.net.tasks import TaskPool
from tests.fakes.waiting import eventually

HOST = "127.0.0.1"


class Program:
    """Listens at a port of its own, as every program of Gazebo."""

    async def start(self) -> None:
        self._server = await asyncio.start_server(lambda _reader, writer: writer.close(), HOST, 0)
        self.address: Address = self._server.sockets[0].getsockname()[:2]

    async def end(self) -> None:
        self._server.close()
        await self._server.wait_closed()


@pytest.fixture
async def tasks() -> AsyncIterator[TaskPool]:
    tasks = TaskPool("test")
    yield tasks
    await tasks.cancel()


@pytest.fixture
async def programs() -> AsyncIterator[tuple[Program, Program]]:
    programs = Program(), Program()
    for program in programs:
        await program.start()
    yield programs
    for program in programs:
        await program.end()


async def are_linked(subscribers: ListedSubscribers, listed: set[Address], links: int) -> bool:
    """What is said after every program was tried twice; by another link to the master."""
    for _ in range(2):
        subscribers.record_answer(listed, 2.0, 1.5)
        subscribers.all_linked(links, 1, 1.0)
        await asyncio.sleep(TRY_EVERY_S + 0.1)
    return subscribers.all_linked(links, 1, 1.0)


async def whole(tasks: TaskPool, listed: set[Address], links: int) -> ListedSubscribers:
    subscribers = ListedSubscribers(tasks)
    subscribers.record_answer(listed, 0.0, 0.0)
    subscribers.mark_whole(links)
    await eventually(lambda: len(subscribers._answered) > 0)
    return subscribers


async def test_a_program_that_has_ended_is_not_waited_for_though_the_master_lists_it_by_a_new_link(
    tasks: TaskPool, programs: tuple[Program, Program]
) -> None:
    server, tool = programs
    both = {server.address, tool.address}
    subscribers = await whole(tasks, both, 2)

    assert not await are_linked(subscribers, both, 1)
    await tool.end()
    assert await are_linked(subscribers, both, 1)
    assert not subscribers.all_linked(0, 2, 1.0)


async def test_a_program_whose_port_never_took_a_link_is_waited_for(
    tasks: TaskPool, programs: tuple[Program, Program]
) -> None:
    server, shut = programs
    await shut.end()
    both = {server.address, shut.address}
    subscribers = await whole(tasks, both, 2)

    assert not await are_linked(subscribers, both, 1)


async def test_one_that_ended_and_had_no_link_stands_for_nobody_who_had_one(
    tasks: TaskPool, programs: tuple[Program, Program]
) -> None:
    server, tool = programs
    both = {server.address, tool.address}
    # the tool had none
    subscribers = await whole(tasks, both, 1)

    await tool.end()

    assert not await are_linked(subscribers, both, 0)
    assert await are_linked(subscribers, both, 1)


async def test_a_master_that_was_started_again_knows_nobody_and_that_says_nothing(
    tasks: TaskPool, programs: tuple[Program, Program]
) -> None:
    server, tool = programs
    subscribers = await whole(tasks, {server.address, tool.address}, 2)

    assert not await are_linked(subscribers, set(), 1)
    assert not await are_linked(subscribers, {tool.address}, 1)


async def test_an_answer_from_before_a_link_went_says_nothing() -> None:
    subscribers = ListedSubscribers(None)
    subscribers.record_answer({(HOST, 1)}, 1.0, 0.0)
    subscribers.mark_whole(1)

    assert not subscribers.all_linked(1, 0, 1.0)
    subscribers.record_answer({(HOST, 1)}, 1.1, 0.0)
    assert subscribers.all_linked(1, 0, 1.0)
