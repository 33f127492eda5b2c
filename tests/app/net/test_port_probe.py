from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from app.net import port_probe
from app.net.port_probe import LIMIT_BYTES, ask_datagram_port, ask_port
from tests.fakes.waiting import eventually

HOST = "127.0.0.1"
Serve = Callable[[bytes], "asyncio.Future[int]"]


@pytest.fixture
async def server() -> AsyncIterator[tuple[int, list[bytes]]]:
    """The port of a server that answers in two pieces, and the questions that it got."""
    asked: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.read(100))
        writer.write(b"hel")
        await writer.drain()
        await asyncio.sleep(0.01)
        writer.write(b"lo")
        writer.close()

    serving = await asyncio.start_server(answer, HOST, 0)
    async with serving:
        yield serving.sockets[0].getsockname()[1], asked


async def test_an_answer_is_recognised_as_soon_as_it_can_be(server: tuple[int, list[bytes]]) -> None:
    port, asked = server

    assert await ask_port(HOST, port, b"who", lambda answer: answer == b"hello") == b"hello"
    assert asked == [b"who"]


async def test_an_answer_of_another_server_is_none(server: tuple[int, list[bytes]]) -> None:
    assert await ask_port(HOST, server[0], b"who", lambda answer: b"x" in answer) == b""


async def test_a_port_on_which_nothing_listens_has_no_answer(unused_tcp_port: int) -> None:
    assert await ask_port(HOST, unused_tcp_port, b"", bool) == b""


async def test_an_answer_without_end_is_given_up() -> None:
    async def pour(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                writer.write(bytes(4096))
                await writer.drain()
        except OSError:
            writer.close()

    lengths: list[int] = []

    def recognises(answer: bytes) -> bool:
        lengths.append(len(answer))
        return False

    serving = await asyncio.start_server(pour, HOST, 0)
    async with serving:
        assert await ask_port(HOST, serving.sockets[0].getsockname()[1], b"", recognises) == b""
    assert max(lengths) <= LIMIT_BYTES + 4096


class Robot(asyncio.DatagramProtocol):
    """A robot that answers the second time it is asked."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []

    def connection_made(self, transport: asyncio.DatagramTransport) -> None:  # type: ignore[override]
        self.transport = transport

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self.asked.append(data)
        if len(self.asked) == 2:
            self.transport.sendto(b"noise", addr)
            self.transport.sendto(b"here 7", addr)


@pytest.fixture
def briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Late answers are waited for a moment only."""
    monkeypatch.setattr(port_probe, "LINGER_S", 0.2)


@pytest.mark.usefixtures("briefly")
async def test_an_answer_to_a_repeated_question_that_comes_late_is_bidden_farewell_too() -> None:
    transport, robot = await asyncio.get_running_loop().create_datagram_endpoint(LateRobot, local_addr=(HOST, 0))
    port = transport.get_extra_info("sockname")[1]
    try:
        answer = await ask_datagram_port(
            HOST, port, b"who", lambda data: data.startswith(b"here"), lambda data: b"bye" + data[-2:]
        )
        await eventually(lambda: len(robot.asked) == 4, "both farewells")
        await asyncio.sleep(0.25)
    finally:
        transport.close()

    assert answer == b"here 1"
    assert robot.asked == [b"who", b"who", b"bye 1", b"bye 2"]


class LateRobot(asyncio.DatagramProtocol):
    """A robot that answers both times it is asked, once it was asked twice."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []

    def connection_made(self, transport: asyncio.DatagramTransport) -> None:  # type: ignore[override]
        self.transport = transport

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self.asked.append(data)
        if self.asked == [b"who", b"who"]:
            self.transport.sendto(b"here 1", addr)
            asyncio.get_running_loop().call_later(0.1, self.transport.sendto, b"here 2", addr)


@pytest.mark.usefixtures("briefly")
async def test_a_datagram_is_asked_again_and_the_answer_is_bidden_farewell() -> None:
    transport, robot = await asyncio.get_running_loop().create_datagram_endpoint(Robot, local_addr=(HOST, 0))
    port = transport.get_extra_info("sockname")[1]
    try:
        answer = await ask_datagram_port(
            HOST, port, b"who", lambda data: data.startswith(b"here"), lambda data: b"bye" + data[-2:]
        )
        await eventually(lambda: len(robot.asked) == 3, "the farewell")
        await asyncio.sleep(0.25)
    finally:
        transport.close()

    assert answer == b"here 7"
    assert robot.asked == [b"who", b"who", b"bye 7"]


async def test_a_port_without_a_robot_has_no_answer(unused_udp_port: int) -> None:
    # the system says that nothing listens, or says nothing
    try:
        async with asyncio.timeout(1.0):
            answer = await ask_datagram_port(HOST, unused_udp_port, b"who", bool, lambda _: b"")
    except TimeoutError:
        answer = b""
    assert answer == b""
