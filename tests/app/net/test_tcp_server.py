from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.net import tcp_server as module
from app.net.errors import LinkError
from app.net.tasks import TaskPool
from app.net.tcp_server import AcceptedLink, TcpListener
from app.wording.connections import LinkWording
from protocols.errors import ProtocolError, RemoteProtocolError
from tests.fakes.core import FakeCore
from tests.fakes.ports import free_port
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class EchoCore(FakeCore):
    """Answers what comes; `bad` breaks the protocol."""

    def received(self, nbytes: int, now: float) -> None:
        del now
        data = bytes(self.memory[:nbytes])
        if data == b"bad":
            raise RemoteProtocolError("nonsense came")
        self.outbox.append(data)
        self.events.append(data)

    def receive_eof(self, now: float) -> None:
        del now
        raise RemoteProtocolError("it left")

    def handle_deadline(self, now: float) -> None:
        del now
        raise RemoteProtocolError("it was too slow")


class PacedEchoCore(EchoCore):
    """Gives one piece at a time, and none while anything is held."""

    held = 0

    def transport_holds(self, nbytes: int) -> None:
        self.held = nbytes

    def data_to_send(self, now: float) -> list[bytes]:
        del now
        return [self.outbox.pop(0)] if self.outbox and not self.held else []


class Owner:
    """A listener and what it reported."""

    def __init__(self, core: type[EchoCore] = EchoCore) -> None:
        self.events: list[tuple[AcceptedLink[Any], bytes]] = []
        self.ended: list[tuple[AcceptedLink[Any], ProtocolError]] = []
        self.listener: TcpListener[Any] = TcpListener(core, self._take, self._closed)

    def _take(self, link: AcceptedLink[Any], event: bytes, now: float) -> None:
        assert now <= asyncio.get_running_loop().time()
        self.events.append((link, event))

    def _closed(self, link: AcceptedLink[Any], error: ProtocolError) -> None:
        self.ended.append((link, error))

    async def dial(self) -> tuple[AcceptedLink[Any], Streams]:
        before = self.listener.links
        streams = await asyncio.open_connection("127.0.0.1", self.listener.port)
        await eventually(lambda: len(self.listener.links) > len(before))
        (link,) = set(self.listener.links) - set(before)
        return link, streams


@pytest.fixture
async def owner() -> AsyncIterator[Owner]:
    owner = Owner()
    await owner.listener.start("127.0.0.1")
    yield owner
    owner.listener.close()
    await asyncio.sleep(0.01)


async def left(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()


async def test_every_link_has_a_core_of_its_own_that_knows_both_ends(owner: Owner) -> None:
    first, (_, one) = await owner.dial()
    second, (_, two) = await owner.dial()

    assert first.core is not second.core
    assert first.core.local == ("127.0.0.1", owner.listener.port)
    assert [first.core.peer, second.core.peer] == [one.get_extra_info("sockname"), two.get_extra_info("sockname")]
    assert first.peer == first.core.peer
    await left(one)
    await left(two)


async def test_what_comes_is_told_with_the_link_and_answered(owner: Owner) -> None:
    link, (reader, writer) = await owner.dial()
    writer.write(b"hello")

    assert await reader.readexactly(5) == b"hello"
    assert {each for each, _ in owner.events} == {link}
    assert b"".join(data for _, data in owner.events) == b"hello"
    await left(writer)


async def test_the_end_of_a_link_is_told_once_and_the_others_go_on(owner: Owner) -> None:
    bad, (reader, writer) = await owner.dial()
    good, (_, other) = await owner.dial()
    writer.write(b"bad")
    await reader.read()
    await eventually(lambda: owner.ended)

    assert [(link, error.reason) for link, error in owner.ended] == [(bad, "nonsense came")]
    assert owner.listener.links == (good,)
    await left(writer)
    await left(other)
    await eventually(lambda: len(owner.ended) == 2)
    assert owner.ended[1][1].reason == "it left"


async def test_a_deadline_of_the_core_ends_its_link(owner: Owner) -> None:
    link, (reader, writer) = await owner.dial()
    link.core.deadline = asyncio.get_running_loop().time()
    link.flush()

    await reader.read()
    assert owner.ended[0][1].reason == "it was too slow"
    await left(writer)


async def test_small_messages_go_out_at_once(owner: Owner) -> None:
    link, (_, writer) = await owner.dial()
    transport = link._transport
    assert transport is not None

    assert transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    await left(writer)


async def test_one_link_can_be_ended_without_a_report(owner: Owner) -> None:
    link, (reader, writer) = await owner.dial()
    link.core.outbox.append(b"bye")
    link.flush()
    owner.listener.end(link)

    assert await reader.read() == b"bye"
    assert owner.ended == []
    assert owner.listener.links == ()
    await left(writer)


async def test_closing_ends_all_links_after_what_was_written(owner: Owner) -> None:
    link, (reader, writer) = await owner.dial()
    link.core.outbox.append(b"x" * 100_000)
    link.flush()
    owner.listener.close()

    assert len(await reader.read()) == 100_000
    assert owner.ended == []
    with pytest.raises(OSError):  # noqa: PT011 - which one differs between systems
        await asyncio.open_connection("127.0.0.1", owner.listener.port)
    await left(writer)


async def test_too_many_links_are_turned_away_and_counted(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_LINKS", 1)
    _, (_, writer) = await owner.dial()
    reader, other = await asyncio.open_connection("127.0.0.1", owner.listener.port)

    assert await reader.read() == b""
    assert owner.listener.turned_away == 1
    await left(other)
    await left(writer)


async def test_a_port_that_is_taken_is_said_to_be(owner: Owner) -> None:
    other = Owner()
    with pytest.raises(LinkError, check=says(LinkWording.PORT_IN_USE, port=owner.listener.port)):
        await other.listener.start("127.0.0.1", owner.listener.port)


async def test_a_link_that_is_being_accepted_while_it_closes_ends_too(
    owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[AcceptedLink[Any]] = []
    connection_made = AcceptedLink.connection_made

    def close_first(link: AcceptedLink[Any], transport: asyncio.BaseTransport) -> None:
        made.append(link)
        owner.listener.close()
        connection_made(link, transport)

    monkeypatch.setattr(AcceptedLink, "connection_made", close_first)
    reader, writer = await asyncio.open_connection("127.0.0.1", owner.listener.port)

    with contextlib.suppress(ConnectionError):
        assert await asyncio.wait_for(reader.read(), TIMEOUT_S) == b""
    assert [link.is_open for link in made] == [False]
    assert owner.ended == []
    await left(writer)


async def test_a_link_that_is_accepted_after_its_end_is_turned_away(owner: Owner) -> None:
    owner.listener.close()

    assert not isinstance(owner.listener._accept(), AcceptedLink)
    assert owner.listener.links == ()


async def test_a_link_that_comes_before_it_is_known_to_listen_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    owner, streams = Owner(), []
    start_serving = asyncio.Server.start_serving

    async def serve_and_dial(server: asyncio.Server) -> None:
        await start_serving(server)
        streams.append(await asyncio.open_connection(*server.sockets[0].getsockname()))
        await eventually(lambda: owner.listener.links)

    monkeypatch.setattr(asyncio.Server, "start_serving", serve_and_dial)
    await owner.listener.start("127.0.0.1")

    assert len(owner.listener.links) == 1
    owner.listener.close()
    for _, writer in streams:
        await left(writer)


@pytest.mark.parametrize(
    ("host", "port", "code"), [("192.0.2.1", 0, LinkWording.NOT_OWN_ADDRESS), ("", 70000, LinkWording.PORT_INVALID)]
)
async def test_what_can_not_be_had_is_said(host: str, port: int, code: LinkWording) -> None:
    with pytest.raises(LinkError, check=says(code)):
        await Owner().listener.start(host, port)


async def test_a_fixed_port_can_be_had_again_at_once(owner: Owner) -> None:
    link, (reader, writer) = await owner.dial()
    owner.listener.close()
    await reader.read()
    again = Owner()
    await again.listener.start("127.0.0.1", owner.listener.port)

    assert not link.is_open
    again.listener.close()
    await left(writer)


async def test_a_link_that_breaks_as_it_is_written_to_stands_no_more_from_then_on(owner: Owner) -> None:
    far = socket.create_connection(("127.0.0.1", owner.listener.port))
    await eventually(lambda: owner.listener.links)
    (link,) = owner.listener.links
    far.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    far.close()
    link.core.outbox.append(b"more")

    # before the loop could tell anybody
    link.flush()

    assert link.written == len(b"more")
    assert owner.listener.links == ()
    assert not link.is_open
    await eventually(lambda: owner.ended)


@pytest.mark.parametrize("is_known", [True, False], ids=["acknowledged is known", "it is not"])
async def test_a_core_that_paces_itself_keeps_what_the_far_side_does_not_take(
    monkeypatch: pytest.MonkeyPatch, *, is_known: bool
) -> None:
    if not is_known:
        monkeypatch.setattr(module, "unacknowledged_bytes", lambda _: None)
    owner = Owner(PacedEchoCore)
    await owner.listener.start("127.0.0.1")
    link, (reader, writer) = await owner.dial()
    # the reader's own buffer is small, so its socket fills up
    piece, count = b"y" * 1_000_000, 30
    link.core.outbox += [piece] * count
    link.flush()

    assert 0 < link.core.held <= len(piece)
    assert len(link.core.outbox) > count // 2
    assert link.unacknowledged_bytes() > 0
    received = 0
    while received < len(piece) * count:
        received += len(await reader.read(1 << 20))
    await eventually(lambda: link.core.held == 0)
    assert link.core.outbox == []
    await eventually(lambda: not link.unacknowledged_bytes())
    owner.listener.close()
    assert link.unacknowledged_bytes() == 0
    await left(writer)


async def test_one_that_is_cancelled_while_it_begins_to_listen_leaves_no_port_open() -> None:
    cancelled, tasks = 0, TaskPool("listeners")
    while True:
        port = free_port()
        starting = tasks.spawn(module.listen_at(asyncio.Protocol, "127.0.0.1", port), "listen")
        for _ in range(cancelled):
            await asyncio.sleep(0)
        if starting.done():
            starting.result().close()
            break
        starting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await starting
        cancelled += 1

        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", port)

    assert cancelled >= 2
