from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import itertools
import selectors
import socket
import threading
from collections.abc import Iterator

import pytest

from app.net.link_thread import HELD_S, FairSelector, LinkThread

TIMEOUT_S = 30.0


@pytest.fixture
def link() -> Iterator[LinkThread]:
    thread = LinkThread("link under test")
    thread.start()
    yield thread
    thread.stop(TIMEOUT_S)


async def current_thread() -> threading.Thread:
    return threading.current_thread()


def test_what_is_submitted_runs_in_the_link_thread(link: LinkThread) -> None:
    thread = link.submit(current_thread()).result(TIMEOUT_S)

    assert thread.name == "link under test"
    assert thread is not threading.current_thread()
    assert thread.native_id == link.thread_id


def test_the_thread_does_not_keep_the_program_from_ending(link: LinkThread) -> None:
    assert link.submit(current_thread()).result(TIMEOUT_S).daemon


def test_code_on_the_loop_finds_the_loop(link: LinkThread) -> None:
    async def running() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    assert link.submit(running()).result(TIMEOUT_S) is link.loop


def test_a_function_is_called_in_the_link_thread(link: LinkThread) -> None:
    called: concurrent.futures.Future[tuple[str, threading.Thread]] = concurrent.futures.Future()
    link.call(lambda text, number: called.set_result((text * number, threading.current_thread())), "a", 3)

    text, thread = called.result(TIMEOUT_S)
    assert text == "aaa"
    assert thread.native_id == link.thread_id


async def test_a_coroutine_on_the_link_loop_can_be_awaited_on_another(link: LinkThread) -> None:
    assert (await link.run(current_thread())).native_id == link.thread_id


async def test_the_other_loop_goes_on_while_it_awaits_the_link(link: LinkThread) -> None:
    gate = asyncio.Event()
    waiting = asyncio.gather(link.run(gate.wait()), asyncio.sleep(0, "went on"))
    await asyncio.sleep(0.01)
    link.call(gate.set)

    assert tuple(await waiting) == (True, "went on")


async def test_an_error_on_the_link_loop_is_raised_where_it_is_awaited(link: LinkThread) -> None:
    async def fail() -> None:
        raise KeyError("cause")

    with pytest.raises(KeyError, match="cause"):
        await link.run(fail())


async def test_who_no_longer_awaits_cancels_on_the_link_loop(link: LinkThread) -> None:
    begun, ended = threading.Event(), threading.Event()

    async def work() -> None:
        begun.set()
        try:
            await asyncio.sleep(1000)
        finally:
            ended.set()

    task = asyncio.get_running_loop().create_task(link.run(work()))
    await asyncio.to_thread(begun.wait, TIMEOUT_S)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert await asyncio.to_thread(ended.wait, TIMEOUT_S)


def test_stop_cancels_what_still_runs_and_waits_for_its_end() -> None:
    link = LinkThread()
    link.start()
    begun = threading.Event()
    steps: list[str] = []

    async def work() -> None:
        begun.set()
        try:
            await asyncio.sleep(1000)
        finally:
            await asyncio.sleep(0.01)
            steps.append("ended")

    future = link.submit(work())
    begun.wait(TIMEOUT_S)
    link.stop(TIMEOUT_S)

    assert steps == ["ended"]
    assert future.cancelled()
    assert link.loop.is_closed()


def test_stop_cancels_what_has_not_even_begun() -> None:
    link = LinkThread()
    link.start()
    futures: list[concurrent.futures.Future[None]] = []

    def submit_late() -> None:
        # the loop was told to stop and has not yet
        link.loop.stop()
        futures.append(link.submit(asyncio.sleep(1000)))

    link.call(submit_late)
    link.stop(TIMEOUT_S)

    with pytest.raises(concurrent.futures.CancelledError):
        futures[0].result(TIMEOUT_S)


def test_stop_may_be_repeated() -> None:
    link = LinkThread()
    link.start()
    link.stop(TIMEOUT_S)
    link.stop(TIMEOUT_S)

    assert link.loop.is_closed()


def test_a_thread_that_never_started_can_be_stopped() -> None:
    link = LinkThread()
    assert link.thread_id is None
    link.stop(TIMEOUT_S)

    assert link.loop.is_closed()


@pytest.mark.expects_log(r"the link thread did not end within 0\.01 s")
def test_a_task_that_will_not_end_does_not_hold_up_stop() -> None:
    link = LinkThread()
    link.start()
    begun, let_go = threading.Event(), threading.Event()

    async def stubborn() -> None:
        begun.set()
        try:
            await asyncio.sleep(1000)
        finally:
            let_go.wait(TIMEOUT_S)

    link.submit(stubborn())
    begun.wait(TIMEOUT_S)
    link.stop(timeout_s=0.01)
    let_go.set()


@pytest.mark.expects_log("Exception in callback")
def test_a_function_that_fails_does_not_end_the_thread(link: LinkThread) -> None:
    def fail() -> None:
        raise KeyError("cause")

    link.call(fail)

    assert link.submit(asyncio.sleep(0, "alive")).result(TIMEOUT_S) == "alive"


def test_the_loop_lets_libraries_watch_sockets_on_every_system(link: LinkThread) -> None:
    assert isinstance(link.loop, asyncio.SelectorEventLoop)


@pytest.fixture
def ready() -> Iterator[list[socket.socket]]:
    """Sockets that can be read."""
    with contextlib.ExitStack() as opened:
        pairs = [socket.socketpair() for _ in range(50)]
        for pair in pairs:
            for each in pair:
                opened.enter_context(each)
            pair[1].send(b"x")
        yield [pair[0] for pair in pairs]


def told(selector: FairSelector) -> list[int]:
    return [key.fd for key, _ in selector.select(0)]


def test_of_many_sockets_that_are_ready_a_few_are_told_at_a_time(ready: list[socket.socket]) -> None:
    with FairSelector(lambda: 0.0) as selector:
        for each in ready:
            selector.register(each, selectors.EVENT_READ)

        rounds = [told(selector) for _ in range(8)]

    assert max(map(len, rounds)) < len(ready) / 2
    # each has its turn before any has another
    assert sorted(itertools.chain(*rounds[:4])) == sorted(each.fileno() for each in ready)
    assert sorted(itertools.chain(*rounds[4:])) == sorted(each.fileno() for each in ready)


def test_a_socket_that_is_no_longer_watched_as_it_was_is_not_told(ready: list[socket.socket]) -> None:
    with FairSelector(lambda: 0.0) as selector:
        for each in ready:
            selector.register(each, selectors.EVENT_READ)
        left = set(told(selector))
        gone, changed = [each for each in ready if each.fileno() not in left][:2]
        selector.unregister(gone)
        # another that has its number since
        selector.unregister(changed)
        selector.register(changed, selectors.EVENT_WRITE)
        rest = told(selector) + told(selector) + told(selector)

    assert not {gone.fileno(), changed.fileno()} & set(rest)
    assert len(rest) == len(ready) - len(left) - 2


def test_after_a_turn_that_took_long_all_sockets_that_are_ready_are_told_at_once(ready: list[socket.socket]) -> None:
    now_s = 0.0
    with FairSelector(lambda: now_s) as selector:
        for each in ready:
            selector.register(each, selectors.EVENT_READ)
        some = told(selector)
        now_s += HELD_S + 0.01
        every = told(selector)
        again = told(selector)

    assert len(some) == len(again) < len(ready) / 2
    assert sorted(every) == sorted(each.fileno() for each in ready)


def test_what_another_thread_calls_does_not_wait_for_all_sockets_that_are_ready(
    link: LinkThread, ready: list[socket.socket]
) -> None:
    read: list[socket.socket] = []
    called: concurrent.futures.Future[int] = concurrent.futures.Future()

    def take(each: socket.socket) -> None:
        if not read:
            threading.Thread(target=link.call, args=(lambda: called.set_result(len(read)),)).run()
        read.append(each)
        link.loop.remove_reader(each)

    def watch() -> None:
        for each in ready:
            link.loop.add_reader(each, take, each)

    link.call(watch)

    assert called.result(TIMEOUT_S) < len(ready) / 2
