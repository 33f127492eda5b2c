from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from app.net import tcp
from app.net.errors import LinkError, LinkRefusedError
from app.net.tcp import MAX_BURST_READS, MAX_SHORT_READS_HZ, REST_S, Address, CoreLink
from app.wording.connections import LinkWording
from protocols.errors import ProtocolError, RemoteProtocolError
from protocols.sentence import code_of
from tests.fakes.core import FakeCore
from tests.fakes.ports import free_port
from tests.fakes.waiting import eventually
from tests.tools.sentences import says, tells

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]

TIMEOUT_S = 30.0


class NonsenseError(RemoteProtocolError):
    pass


class LineCore(FakeCore):
    """Each line is an event. `bad` breaks the protocol, `bug` finds a mistake of ours, `echo` is answered."""

    def __init__(self, local: Address, peer: Address, now: float) -> None:
        super().__init__(local, peer, now)
        self.deadlines_met: list[float] = []
        self.on_deadline: Callable[[], None] = lambda: None
        self.eof_error: ProtocolError | None = NonsenseError("the stream ended")
        self._text = b""

    def received(self, nbytes: int, now: float) -> None:
        del now
        *lines, self._text = (self._text + self.memory[:nbytes]).split(b"\n")
        for line in lines:
            if line == b"bad":
                raise NonsenseError("bad line")
            if line == b"bug":
                raise ZeroDivisionError
            if line == b"echo":
                self.outbox.append(b"echoed\n")
            self.events.append(line.decode())

    def receive_eof(self, now: float) -> None:
        del now
        self.events.append("end")
        if self.eof_error is not None:
            raise self.eof_error

    def handle_deadline(self, now: float) -> None:
        assert self.deadline is not None
        assert now >= self.deadline
        self.deadlines_met.append(self.deadline)
        self.deadline = None
        self.events.append("deadline")
        self.on_deadline()


class Server:
    """Hands out the far ends of the links that are made to it."""

    def __init__(self) -> None:
        self.port = 0
        self._accepted: asyncio.Queue[Streams] = asyncio.Queue()
        self._writers: list[asyncio.StreamWriter] = []

    async def start(self) -> asyncio.Server:
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        return server

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        await self._accepted.put((reader, writer))

    async def accept(self) -> Streams:
        return await self._accepted.get()

    async def close(self) -> None:
        for writer in self._writers:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    far = Server()
    listening = await far.start()
    yield far
    listening.close()
    await far.close()
    await listening.wait_closed()


class Owner:
    """Makes links and notes what they report."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.events: asyncio.Queue[str] = asyncio.Queue()
        self.times: list[float] = []
        self.reasons: list[ProtocolError] = []
        self.ended = asyncio.Event()
        self.on_event: Callable[[str], None] = lambda _: None

    async def connect(self, host: str = "127.0.0.1", timeout_s: float = TIMEOUT_S) -> CoreLink[LineCore]:
        return await tcp.connect(host, self.port, LineCore, self._take, self._closed, timeout_s)

    def _take(self, event: Any, now: float) -> None:
        self.events.put_nowait(event)
        self.times.append(now)
        self.on_event(event)

    def _closed(self, reason: ProtocolError) -> None:
        self.reasons.append(reason)
        self.ended.set()

    async def reason(self) -> ProtocolError:
        """Why the link ended, which it must have done once."""
        await self.ended.wait()
        # time for a second call, were there one
        await asyncio.sleep(0.01)
        (reason,) = self.reasons
        return reason

    def seen(self) -> list[str]:
        return [self.events.get_nowait() for _ in range(self.events.qsize())]


@pytest.fixture
def owner(server: Server) -> Owner:
    return Owner(server.port)


async def linked(server: Server, owner: Owner) -> tuple[CoreLink[LineCore], Streams]:
    link = await owner.connect()
    return link, await server.accept()


# the way of the data


async def test_the_core_learns_both_addresses_and_the_time(server: Server, owner: Owner) -> None:
    before = asyncio.get_running_loop().time()
    link, (_, writer) = await linked(server, owner)

    assert link.is_open
    assert link.core.peer == link.peer == ("127.0.0.1", server.port)
    assert link.core.local == link.local == writer.get_extra_info("peername")
    assert before <= link.core.made_at <= asyncio.get_running_loop().time()
    link.close()


async def test_what_is_received_comes_out_as_events_with_a_time(server: Server, owner: Owner) -> None:
    link, (_, writer) = await linked(server, owner)
    before = asyncio.get_running_loop().time()
    writer.write(b"one\ntwo\nthr")

    assert [await owner.events.get(), await owner.events.get()] == ["one", "two"]
    assert all(before <= time <= asyncio.get_running_loop().time() for time in owner.times)
    writer.write(b"ee\n")
    assert await owner.events.get() == "three"
    link.close()


async def test_what_the_core_answers_is_sent(server: Server, owner: Owner) -> None:
    link, (reader, writer) = await linked(server, owner)
    writer.write(b"echo\n")

    assert await reader.readline() == b"echoed\n"
    link.close()


async def test_a_command_is_sent_by_flush(server: Server, owner: Owner) -> None:
    link, (reader, _) = await linked(server, owner)
    link.core.outbox += [b"com", b"mand\n"]
    link.flush()

    assert await reader.readline() == b"command\n"
    link.close()


async def test_the_first_words_of_a_core_are_sent_when_the_link_is_made(server: Server) -> None:
    class Greeter(LineCore):
        def __init__(self, local: Address, peer: Address, now: float) -> None:
            super().__init__(local, peer, now)
            self.outbox.append(b"hello\n")

    link = await tcp.connect("127.0.0.1", server.port, Greeter, lambda *_: None, lambda _: None, TIMEOUT_S)
    reader, _ = await server.accept()

    assert await reader.readline() == b"hello\n"
    link.close()


async def test_a_flood_arrives_whole_and_in_order(server: Server, owner: Owner) -> None:
    link, (_, writer) = await linked(server, owner)
    lines = [f"{number:07}" for number in range(20_000)]
    writer.write("\n".join([*lines, ""]).encode())

    assert [await owner.events.get() for _ in lines] == lines
    link.close()


async def test_a_link_that_is_read_for_every_message_of_a_flood_waits_for_more_of_them(
    server: Server, owner: Owner
) -> None:
    link, (_, writer) = await linked(server, owner)
    loop = asyncio.get_running_loop()
    count = 200
    began = loop.time()
    for number in range(count):
        # the next is not sent before this was read, so each takes a read
        writer.write(f"{number}\n".encode())
        assert await owner.events.get() == f"{number}"

    assert loop.time() - began > (count - MAX_BURST_READS) / MAX_SHORT_READS_HZ - REST_S
    link.close()


async def test_a_link_is_closed_while_it_waits_for_more(server: Server, owner: Owner) -> None:
    link, (reader, writer) = await linked(server, owner)
    for _ in range(3 * MAX_BURST_READS):
        writer.write(b"again\n")
        await owner.events.get()
    link.close()

    assert await reader.read() == b""
    await asyncio.sleep(2 * REST_S)
    assert owner.reasons == []


# time


async def test_a_deadline_is_met_no_earlier_than_it_was_set(server: Server, owner: Owner) -> None:
    link, _ = await linked(server, owner)
    deadline = link.core.deadline = asyncio.get_running_loop().time() + 0.02
    link.flush()

    assert await owner.events.get() == "deadline"
    assert link.core.deadlines_met == [deadline]
    assert owner.times[0] >= deadline
    link.close()


async def test_a_deadline_that_has_passed_is_met_at_once(server: Server, owner: Owner) -> None:
    link, _ = await linked(server, owner)
    link.core.deadline = asyncio.get_running_loop().time() - 1
    link.flush()

    assert await owner.events.get() == "deadline"
    link.close()


async def test_a_deadline_that_moves_away_is_met_where_it_went(server: Server, owner: Owner) -> None:
    link, _ = await linked(server, owner)
    loop = asyncio.get_running_loop()
    link.core.deadline = loop.time() + 0.01
    link.flush()
    later = link.core.deadline = loop.time() + 0.05
    link.flush()

    assert await owner.events.get() == "deadline"
    assert link.core.deadlines_met == [later]
    link.close()


async def test_a_deadline_that_comes_nearer_is_met_there(server: Server, owner: Owner) -> None:
    link, _ = await linked(server, owner)
    loop = asyncio.get_running_loop()
    link.core.deadline = loop.time() + 1000
    link.flush()
    nearer = link.core.deadline = loop.time() + 0.01
    link.flush()

    assert await owner.events.get() == "deadline"
    assert link.core.deadlines_met == [nearer]
    link.close()


async def test_a_deadline_that_is_taken_back_is_not_met(server: Server, owner: Owner) -> None:
    link, (_, writer) = await linked(server, owner)
    link.core.deadline = asyncio.get_running_loop().time() + 0.01
    link.flush()
    link.core.deadline = None
    await asyncio.sleep(0.03)
    writer.write(b"still there\n")

    assert await owner.events.get() == "still there"
    assert link.core.deadlines_met == []
    link.close()


async def test_one_timer_serves_however_often_the_deadline_moves_away(
    server: Server, owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, _ = await linked(server, owner)
    loop = asyncio.get_running_loop()
    timers: list[float] = []
    call_at = loop.call_at

    def counted(when: float, *arguments: Any, **options: Any) -> asyncio.TimerHandle:
        timers.append(when)
        return call_at(when, *arguments, **options)

    monkeypatch.setattr(loop, "call_at", counted)
    for step in range(1000):
        link.core.deadline = loop.time() + 10 + step
        link.flush()

    assert len(timers) == 1
    link.close()


async def test_a_timer_that_wakes_early_is_not_too_early_for_the_core(
    server: Server, owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, _ = await linked(server, owner)
    loop = asyncio.get_running_loop()
    deadline = link.core.deadline = loop.time() + 1000
    link.flush()
    now = deadline - 0.001

    with monkeypatch.context() as patch:
        patch.setattr(loop, "time", lambda: now)
        link._on_timer()

    assert link.core.deadlines_met == [deadline]
    assert owner.times == [deadline]
    link.close()


async def test_what_has_come_while_the_loop_was_busy_is_read_before_a_deadline_that_is_late(
    server: Server, owner: Owner
) -> None:
    link, (_, writer) = await linked(server, owner)
    loop = asyncio.get_running_loop()
    deadline = link.core.deadline = loop.time() + 0.05
    link.flush()
    # both timers of the next turn are late then, and that of the link is the second
    loop.call_at(deadline - 0.02, time.sleep, 0.1)
    loop.call_at(deadline - 0.01, writer.write, b"here\n")

    assert [await owner.events.get(), await owner.events.get()] == ["here", "deadline"]
    assert link.core.deadlines_met == [deadline]
    link.close()


async def test_an_error_at_a_deadline_ends_the_link(server: Server, owner: Owner) -> None:
    link, _ = await linked(server, owner)

    def stuck() -> None:
        raise NonsenseError("stuck")

    link.core.on_deadline = stuck
    link.core.deadline = asyncio.get_running_loop().time()
    link.flush()

    assert (await owner.reason()).args == ("stuck",)
    assert owner.seen() == ["deadline"]


# the end


async def test_an_error_of_the_core_ends_the_link_after_the_events_before_it(server: Server, owner: Owner) -> None:
    link, (reader, writer) = await linked(server, owner)
    writer.write(b"one\ntwo\nbad\nthree\n")

    assert isinstance(await owner.reason(), NonsenseError)
    assert owner.seen() == ["one", "two"]
    assert not link.is_open
    with contextlib.suppress(ConnectionError):
        assert await reader.read() == b""


async def test_nothing_is_delivered_after_the_first_error(server: Server, owner: Owner) -> None:
    link, (_, writer) = await linked(server, owner)
    writer.write(b"bad\n")
    await owner.reason()
    link.buffer_updated(4)
    link.eof_received()
    link.connection_lost(OSError("late"))

    assert [type(reason) for reason in owner.reasons] == [NonsenseError]
    assert owner.seen() == []


async def test_the_core_says_what_the_end_of_the_stream_means(server: Server, owner: Owner) -> None:
    link, (_, writer) = await linked(server, owner)
    writer.write(b"last\n")
    writer.close()

    assert (await owner.reason()).args == ("the stream ended",)
    assert owner.seen() == ["last", "end"]
    assert not link.is_open


async def test_an_end_that_the_core_does_not_mind_is_still_an_end(server: Server, owner: Owner) -> None:
    link, (_, writer) = await linked(server, owner)
    link.core.eof_error = None
    writer.close()

    assert isinstance(await owner.reason(), LinkError)
    assert owner.seen() == ["end"]
    assert not link.is_open


async def test_a_reset_is_a_broken_link(server: Server, owner: Owner) -> None:
    link, (_, writer) = await linked(server, owner)
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.close()

    reason = await owner.reason()
    assert isinstance(reason, LinkError)
    assert tells(reason.reason, LinkWording.BROKEN, host="127.0.0.1", port=server.port)
    assert not link.is_open


async def test_a_link_that_is_reset_before_it_is_looked_at_has_an_end_too() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        owner = Owner(listening.getsockname()[1])
        made: list[LineCore] = []
        near = socket.create_connection(("127.0.0.1", owner.port))
        near.setblocking(False)
        far, _ = listening.accept()
        far.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        far.close()

        def make_core(local: Address, peer: Address, now: float) -> LineCore:
            made.append(LineCore(local, peer, now))
            return made[-1]

        loop = asyncio.get_running_loop()
        link = CoreLink(make_core, owner._take, owner._closed, ("127.0.0.1", owner.port))
        await loop.create_connection(lambda: link, sock=near)

        assert isinstance(await owner.reason(), LinkError)
        assert made[0].peer == ("127.0.0.1", owner.port)


async def test_close_is_silent_and_may_be_repeated(server: Server, owner: Owner) -> None:
    link, (reader, _) = await linked(server, owner)
    link.close()
    link.close()

    assert await reader.read() == b""
    assert not link.is_open
    assert owner.reasons == []


async def test_what_was_written_goes_out_before_the_link_closes(server: Server, owner: Owner) -> None:
    link, (reader, _) = await linked(server, owner)
    link.core.outbox.append(b"x" * 5_000_000)
    link.flush()
    link.close()

    assert len(await reader.read()) == 5_000_000


async def test_a_link_that_closed_in_time_is_not_ended_once_more(
    server: Server, owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tcp, "CLOSE_GRACE_S", 1000.0)
    link, (reader, _) = await linked(server, owner)
    loop = asyncio.get_running_loop()
    graces: list[asyncio.TimerHandle] = []
    call_later = loop.call_later

    def noted(delay: float, *arguments: Any, **options: Any) -> asyncio.TimerHandle:
        handle = call_later(delay, *arguments, **options)
        if delay == tcp.CLOSE_GRACE_S:
            graces.append(handle)
        return handle

    monkeypatch.setattr(loop, "call_later", noted)
    link.core.outbox.append(b"x" * 5_000_000)
    link.flush()
    link.close()

    assert len(await reader.read()) == 5_000_000
    await eventually(lambda: [handle.cancelled() for handle in graces] == [True])


async def test_a_far_side_that_reads_nothing_does_not_keep_a_closed_link(
    server: Server, owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tcp, "CLOSE_GRACE_S", 0.01)
    link, (reader, writer) = await linked(server, owner)
    transport = writer.transport
    assert isinstance(transport, asyncio.Transport)
    transport.pause_reading()
    link.core.outbox.append(b"x" * 20_000_000)
    link.flush()
    link.close()
    await asyncio.sleep(0.1)
    transport.resume_reading()

    # what the kernel had already still comes
    assert len(await reader.read()) < 20_000_000


async def test_a_closed_link_takes_no_commands_and_keeps_no_timer(server: Server, owner: Owner) -> None:
    link, _ = await linked(server, owner)
    link.core.deadline = asyncio.get_running_loop().time() + 0.01
    link.flush()
    link.close()
    link.core.outbox.append(b"late")
    link.flush()
    await asyncio.sleep(0.03)

    assert link.core.outbox == [b"late"]
    assert link.core.deadlines_met == []


async def test_an_owner_that_closes_at_an_event_gets_no_further_one(server: Server, owner: Owner) -> None:
    link, (reader, writer) = await linked(server, owner)
    owner.on_event = lambda event: link.close() if event == "two" else None
    writer.write(b"one\ntwo\nthree\nbad\n")

    with contextlib.suppress(ConnectionError):
        assert await reader.read() == b""
    assert owner.seen() == ["one", "two"]
    assert owner.reasons == []


@pytest.mark.expects_log("a fault ends the link")
async def test_a_fault_in_the_owner_ends_the_link_with_a_reason(server: Server, owner: Owner) -> None:
    link, (_, writer) = await linked(server, owner)

    def fail(event: str) -> None:
        raise KeyError(event)

    owner.on_event = fail
    writer.write(b"one\ntwo\n")

    assert says(LinkWording.FAULT_OF_PROGRAM, fault="KeyError('one')")(await owner.reason())
    assert owner.seen() == ["one"]
    assert not link.is_open


@pytest.mark.expects_log("a fault ends the link")
async def test_a_fault_in_the_core_ends_the_link_with_a_reason(server: Server, owner: Owner) -> None:
    link, (_, writer) = await linked(server, owner)
    writer.write(b"one\nbug\n")

    reason = await owner.reason()
    assert tells(reason.reason, LinkWording.FAULT_OF_PROGRAM)
    assert "ZeroDivisionError" in reason.reason
    assert owner.seen() == ["one"]
    assert not link.is_open


async def test_an_owner_may_end_the_link_by_a_protocol_error(server: Server, owner: Owner) -> None:
    _, (_, writer) = await linked(server, owner)

    def refuse(event: str) -> None:
        raise NonsenseError(event)

    owner.on_event = refuse
    writer.write(b"one\n")

    assert (await owner.reason()).args == ("one",)


async def test_the_system_watches_over_an_idle_link(server: Server, owner: Owner) -> None:
    link, _ = await linked(server, owner)
    assert link._transport is not None
    sock = link._transport.get_extra_info("socket")

    assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
    if hasattr(socket, "TCP_KEEPIDLE"):
        options = (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT)
        idle, interval, count = (sock.getsockopt(socket.IPPROTO_TCP, option) for option in options)
        assert idle + interval * count <= 10
    link.close()


# making a link


async def test_a_port_where_nothing_listens_refuses() -> None:
    owner = Owner(free_port())
    with pytest.raises(LinkRefusedError, check=says(LinkWording.NOTHING_LISTENS, host="127.0.0.1", port=owner.port)):
        await owner.connect()
    assert owner.reasons == []


@pytest.mark.parametrize("host", ["", "a..b", "x" * 300, "\udcff", "a b"])
async def test_a_host_that_can_t_be_is_an_error_in_words(host: str) -> None:
    with pytest.raises(LinkError) as caught:
        await Owner(1).connect(host)
    assert code_of(caught.value.reason) in {LinkWording.HOST_INVALID, LinkWording.NAME_UNRESOLVED}


@pytest.mark.parametrize("port", [-1, 65_536, 10**12])
async def test_a_port_that_can_t_be_is_an_error_in_words(port: int) -> None:
    with pytest.raises(LinkError, check=says(LinkWording.PORT_INVALID, port=port)):
        await Owner(port).connect()


async def test_a_name_is_resolved(server: Server, owner: Owner) -> None:
    link = await owner.connect("localhost")
    await server.accept()

    assert link.peer == ("127.0.0.1", server.port)
    link.close()


async def test_the_next_address_of_a_name_is_tried_when_the_first_refuses(
    server: Server, owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def resolve(host: str) -> tuple[str, ...]:
        assert host == "robot"
        return ("127.0.0.3", "127.0.0.1")

    monkeypatch.setattr(tcp, "resolve_host", resolve)
    link = await owner.connect("robot")
    await server.accept()

    assert link.peer[0] == "127.0.0.1"
    link.close()


async def test_a_host_that_does_not_answer_is_given_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(host: str) -> tuple[str, ...]:
        del host
        await asyncio.get_running_loop().create_future()
        raise AssertionError

    monkeypatch.setattr(tcp, "resolve_host", never)
    with pytest.raises(LinkError, check=says(LinkWording.NO_ANSWER_IN_TIME, host="robot", port=11345, timeout_s=0.01)):
        await Owner(11345).connect("robot", timeout_s=0.01)


async def test_a_link_whose_making_was_cancelled_is_closed_silently(server: Server, owner: Owner) -> None:
    def make_core(local: Address, peer: Address, now: float) -> LineCore:
        making.cancel()
        return LineCore(local, peer, now)

    making = asyncio.get_running_loop().create_task(
        tcp.connect("127.0.0.1", server.port, make_core, owner._take, owner._closed, TIMEOUT_S)
    )
    with pytest.raises(asyncio.CancelledError):
        await making

    reader, _ = await server.accept()
    assert await reader.read() == b""
    assert owner.reasons == []
