from __future__ import annotations

import asyncio
import socket
import threading
from typing import Any

import pytest

from app.net.addresses import is_local_address, local_address, resolve_host
from tests.fakes.waiting import TIMEOUT_S, eventually


class NameServer:
    """Stands for the system's resolver: answers when it is told to."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.threads: list[threading.Thread] = []
        self.may_answer = threading.Event()
        self.error: Exception | None = None

    def getaddrinfo(self, host: str, port: None, family: int, kind: int) -> list[Any]:
        assert (port, family, kind) == (None, socket.AF_INET, socket.SOCK_STREAM)
        self.asked.append(host)
        self.threads.append(threading.current_thread())
        self.may_answer.wait(TIMEOUT_S)
        if self.error is not None:
            raise self.error
        return [(family, kind, 6, "", (address, 0)) for address in ("10.0.0.2", "10.0.0.1")]


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> NameServer:
    server = NameServer()
    monkeypatch.setattr(socket, "getaddrinfo", server.getaddrinfo)
    return server


async def test_an_address_is_its_own_and_nobody_is_asked(names: NameServer) -> None:
    assert await resolve_host("192.168.1.7") == ("192.168.1.7",)
    assert names.asked == []


async def test_localhost_is_this_machine_even_where_no_file_says_so(names: NameServer) -> None:
    assert await resolve_host("localhost") == ("127.0.0.1",)
    assert names.asked == []


async def test_a_name_gives_all_its_addresses_in_order(names: NameServer) -> None:
    names.may_answer.set()

    assert await resolve_host("robot") == ("10.0.0.2", "10.0.0.1")


async def test_many_who_ask_for_one_name_wait_for_one_answer(names: NameServer) -> None:
    waiting = asyncio.gather(*(resolve_host("robot") for _ in range(100)))
    await asyncio.sleep(0)
    names.may_answer.set()

    assert await waiting == [("10.0.0.2", "10.0.0.1")] * 100
    assert names.asked == ["robot"]


async def test_who_no_longer_waits_takes_no_answer_from_others(names: NameServer) -> None:
    loop = asyncio.get_running_loop()
    first, second = (loop.create_task(resolve_host("robot")) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    names.may_answer.set()

    assert await second == ("10.0.0.2", "10.0.0.1")
    assert first.cancelled()


async def test_an_answer_is_not_kept(names: NameServer) -> None:
    names.may_answer.set()
    await resolve_host("robot")
    await resolve_host("robot")

    assert names.asked == ["robot", "robot"]


@pytest.mark.parametrize("error", [socket.gaierror(socket.EAI_NONAME, "unknown"), UnicodeError("label too long")])
async def test_what_went_wrong_is_raised_and_the_next_may_ask_again(names: NameServer, error: Exception) -> None:
    names.may_answer.set()
    names.error = error
    for _ in range(2):
        with pytest.raises(type(error)):
            await resolve_host("robot")

    assert names.asked == ["robot", "robot"]


async def test_a_look_up_does_not_keep_the_program_from_ending(names: NameServer) -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await resolve_host("robot")

    # the thread may not have had its turn yet
    await eventually(lambda: names.threads)
    assert names.threads[0].daemon
    names.may_answer.set()


def test_an_answer_after_the_loop_has_ended_disturbs_nobody(names: NameServer) -> None:
    async def ask() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await resolve_host("robot")
        await eventually(lambda: names.threads)

    asyncio.run(ask())
    names.may_answer.set()
    names.threads[0].join()


def test_the_way_to_this_machine_is_loopback() -> None:
    assert local_address("127.0.0.1", 11311) == "127.0.0.1"


def test_there_is_no_way_to_what_is_no_address() -> None:
    with pytest.raises(OSError, match=r"not known|nodename|Name or service|failure"):
        local_address("not an address", 1)


@pytest.mark.parametrize(("address", "ours"), [("127.0.0.1", True), ("192.0.2.1", False), ("nonsense here", False)])
def test_an_address_of_this_machine_is_told_from_others(address: str, ours: bool) -> None:  # noqa: FBT001
    assert is_local_address(address) is ours
