from __future__ import annotations

import asyncio
import errno
import socket
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from app.net import udp
from app.net.errors import LinkError, LinkRefusedError
from app.net.tasks import TaskPool
from app.net.udp import Address, DatagramLink, DatagramPort, open_broadcast_port, open_socket, translate_datagram_error
from app.wording.connections import LinkWording
from tests.fakes.ports import free_port
from tests.fakes.waiting import eventually
from tests.tools.sentences import says, shows

HOST = "127.0.0.1"
# no system that gives a socket only its usual room drops any of so many, and it is more than one wake-up takes
AT_ONCE = 160


class FakeCore:
    """A core without a protocol: every datagram is an event."""

    def __init__(self, peer: Address, now: float) -> None:
        self.peer = peer
        self.made_at = now
        self.outbox: list[bytes] = []
        self.events: deque[Any] = deque()
        self.deadline: float | None = None
        self.deadlines_met: list[float] = []
        self.errors: list[str] = []

    def receive_data(self, data: bytes, now: float, source: Address | None = None) -> None:
        assert now >= self.made_at
        self.events.append((data, source))
        if data == b"echo":
            self.outbox.append(b"echoed")

    def data_to_send(self, now: float) -> list[bytes]:
        del now
        data, self.outbox = self.outbox, []
        return data

    def next_event(self) -> Any:
        return self.events.popleft() if self.events else None

    def next_deadline(self) -> float | None:
        return self.deadline

    def handle_deadline(self, now: float) -> None:
        assert self.deadline is not None
        assert now >= self.deadline
        self.deadlines_met.append(self.deadline)
        self.deadline = None
        self.outbox.append(b"due")

    def socket_error(self, reason: str) -> None:
        self.errors.append(reason)


class Link:
    """A link to a socket of the test, with all that it tells."""

    def __init__(self, far: socket.socket, tasks: TaskPool, **options: Any) -> None:
        self.far = far
        self.events: list[tuple[bytes, Address]] = []
        self.ended: list[LinkError] = []
        self.on_event: Callable[[Any], None] = lambda _: None
        peer = far.getsockname()
        self.link = DatagramLink(lambda now: FakeCore(peer, now), peer, tasks, self._take, self.ended.append, **options)

    @property
    def core(self) -> FakeCore:
        return self.link.core

    def _take(self, event: Any, now: float) -> None:
        assert now >= self.core.made_at
        self.events.append(event)
        self.on_event(event)

    async def heard(self) -> bytes:
        """What comes out at the far end."""
        data, source = await asyncio.get_running_loop().sock_recvfrom(self.far, 2000)
        assert source == self.link.local
        return data


@pytest.fixture
async def tasks() -> AsyncIterator[TaskPool]:
    pool = TaskPool("test")
    yield pool
    await pool.cancel()


@pytest.fixture
def far() -> Any:
    # it stays the test's own when it is closed
    with open_socket((HOST, free_port())) as sock:
        yield sock


@pytest.fixture
async def link(far: socket.socket, tasks: TaskPool) -> AsyncIterator[Link]:
    link = Link(far, tasks, local_port=free_port())
    yield link
    link.link.close()


async def test_what_a_core_wants_sent_goes_out(link: Link) -> None:
    link.core.outbox += [b"one", b"two"]
    link.link.flush()

    assert [await link.heard(), await link.heard()] == [b"one", b"two"]


async def test_datagrams_and_their_source_reach_the_core(link: Link) -> None:
    link.far.sendto(b"one", link.link.local)
    link.far.sendto(b"", link.link.local)

    await eventually(lambda: len(link.events) == 2)
    assert link.events == [(b"one", link.far.getsockname()), (b"", link.far.getsockname())]


async def test_an_answer_goes_out_without_a_flush(link: Link) -> None:
    link.far.sendto(b"echo", link.link.local)

    assert await link.heard() == b"echoed"


async def test_a_datagram_of_a_stranger_reaches_the_core_with_its_own_source(link: Link) -> None:
    with open_socket((HOST, 0)) as stranger:
        stranger.sendto(b"hello", link.link.local)
        await eventually(lambda: link.events)

        assert link.events == [(b"hello", stranger.getsockname())]


async def test_many_at_once_all_arrive_in_order(link: Link) -> None:
    for number in range(AT_ONCE):
        link.far.sendto(b"%d" % number, link.link.local)

    await eventually(lambda: len(link.events) == AT_ONCE)
    assert [int(data) for data, _ in link.events] == list(range(AT_ONCE))


async def test_a_flood_lets_others_have_their_turn(link: Link, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(udp, "MAX_DRAIN", 8)
    turns = 0
    # in which turn of the others each was taken
    taken_in: list[int] = []
    link.on_event = lambda _: taken_in.append(turns)

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    for number in range(AT_ONCE):
        link.far.sendto(b"%d" % number, link.link.local)
    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        task = group.create_task(others())
        await eventually(lambda: len(link.events) == AT_ONCE)
        task.cancel()

    assert len(set(taken_in)) >= AT_ONCE // 8


async def test_a_deadline_is_kept_and_what_it_brings_is_sent(link: Link) -> None:
    link.core.deadline = due = link.core.made_at + 0.05
    link.link.flush()

    assert await link.heard() == b"due"
    assert link.core.deadlines_met == [due]


async def test_an_earlier_deadline_goes_before_a_later_one(link: Link) -> None:
    link.core.deadline = link.core.made_at + 1000
    link.link.flush()
    link.core.deadline = link.core.made_at + 0.05
    link.link.flush()

    assert await link.heard() == b"due"


async def test_what_came_while_the_loop_was_held_up_goes_before_a_deadline(link: Link) -> None:
    link.core.deadline = link.core.made_at + 0.05
    link.link.flush()
    link.on_event = lambda _: met.append(len(link.core.deadlines_met))
    met: list[int] = []
    link.far.sendto(b"in time", link.link.local)

    time.sleep(0.3)  # noqa: ASYNC251 - that is what is tested

    assert await link.heard() == b"due"
    assert met == [0]


async def test_closing_sends_what_waits_and_calls_nobody(link: Link) -> None:
    link.core.outbox.append(b"bye")
    local = link.link.local
    link.link.close()
    link.link.close()
    data, source = await asyncio.get_running_loop().sock_recvfrom(link.far, 100)

    link.link.flush()
    await asyncio.sleep(0.02)

    assert (data, source) == (b"bye", local)
    assert link.ended == []
    assert not link.link.is_open


async def test_the_socket_is_free_again_after_the_end(link: Link) -> None:
    local = link.link.local
    link.link.close()

    def is_free() -> bool:
        try:
            open_socket(local).close()
        except OSError:
            return False
        return True

    await eventually(is_free)


async def test_a_link_can_send_from_the_port_of_the_one_before(link: Link, far: socket.socket, tasks: TaskPool) -> None:
    port = link.link.local[1]

    taken = Link(far, tasks, local_port=port)
    assert taken.link.local[1] != port
    taken.link.close()
    link.link.close()

    def takes_it_over() -> bool:
        again = Link(far, tasks, local_port=port)
        again.link.close()
        return again.link.local[1] == port

    # a closed socket is given back a turn of the loop later
    await eventually(takes_it_over)


@pytest.mark.expects_log("a fault ends the link")
async def test_a_fault_of_the_owner_ends_the_link_and_is_said(link: Link) -> None:
    def fail(_event: Any) -> None:
        raise ZeroDivisionError

    link.on_event = fail
    link.far.sendto(b"one", link.link.local)
    link.far.sendto(b"two", link.link.local)

    await eventually(lambda: link.ended)

    assert says(LinkWording.FAULT_OF_PROGRAM, fault="ZeroDivisionError()")(link.ended[0])
    assert len(link.ended) == len(link.events) == 1


@pytest.mark.expects_log("a fault ends the link")
@pytest.mark.parametrize("verb", ["receive_data", "handle_deadline", "data_to_send", "next_deadline"])
async def test_a_fault_of_the_core_ends_the_link_and_is_said(
    link: Link, verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    link.core.deadline = link.core.made_at + 0.05
    link.link.flush()

    def fail(*_: object) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(link.core, verb, fail)
    link.far.sendto(b"one", link.link.local)

    await eventually(lambda: link.ended)
    assert says(LinkWording.FAULT_OF_PROGRAM, fault="ZeroDivisionError()")(link.ended[0])
    assert not link.link.is_open


# what goes wrong


@pytest.mark.skipif(sys.platform not in {"linux", "win32"}, reason="other systems don't tell")
async def test_nobody_at_the_far_port_is_told_and_the_link_goes_on(far: socket.socket, tasks: TaskPool) -> None:
    link = Link(far, tasks)
    peer = far.getsockname()
    far.close()
    link.core.outbox.append(b"one")
    link.link.flush()

    await eventually(lambda: link.core.errors)
    assert LinkWording.NOTHING_LISTENS(host=HOST, port=peer[1]) in link.core.errors[0]
    # what was said of the first takes nothing from the second
    with open_socket(peer) as again:
        link.core.outbox.append(b"two")
        link.link.flush()
        assert await asyncio.get_running_loop().sock_recvfrom(again, 100) == (b"two", link.link.local)
    assert link.ended == []
    link.link.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps a queue of errors")
async def test_errors_that_nobody_reads_keep_no_loop_busy(far: socket.socket, tasks: TaskPool) -> None:
    link = Link(far, tasks)
    far.close()
    for _ in range(20):
        link.core.outbox.append(b"one")
        link.link.flush()
        await asyncio.sleep(0.005)
    told = len(link.core.errors)
    reads = 0

    def count(_frame: object, event: str, called: object) -> None:
        nonlocal reads
        reads += event == "c_call" and getattr(called, "__name__", "") == "recvfrom"

    sys.setprofile(count)
    try:
        await asyncio.sleep(0.2)
    finally:
        sys.setprofile(None)

    assert told >= 1
    assert reads < 100
    link.link.close()


async def test_a_network_that_takes_nothing_is_told_each_time_and_the_link_goes_on(
    link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreachable(*_: object) -> None:
        raise OSError(errno.ENETUNREACH, "no")

    with monkeypatch.context() as patch:
        patch.setattr(link.link._port, "_sock", FakeSocket(link.link._port._sock, sendto=unreachable))
        link.core.outbox.append(b"one")
        link.link.flush()
        assert shows(link.core.errors[0], LinkWording.NO_NETWORK)
    link.core.outbox.append(b"two")
    link.link.flush()

    assert await link.heard() == b"two"


async def test_a_system_without_room_drops_and_counts(link: Link, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise BlockingIOError

    with monkeypatch.context() as patch:
        patch.setattr(link.link._port, "_sock", FakeSocket(link.link._port._sock, sendto=full))
        link.core.outbox += [b"one", b"two"]
        link.link.flush()

    assert link.link.dropped == 2
    assert link.core.errors == []


class FakeSocket:
    """A socket, but for what a test replaces."""

    def __init__(self, sock: socket.socket, **replaced: Callable[..., Any]) -> None:
        self._sock = sock
        self._replaced = replaced

    def __getattr__(self, name: str) -> Any:
        return self._replaced.get(name) or getattr(self._sock, name)


async def test_without_a_way_there_is_no_link(far: socket.socket, tasks: TaskPool) -> None:
    def no_route(_far: str, _port: int) -> str:
        raise OSError(errno.ENETUNREACH, "no")

    with pytest.raises(LinkError, check=says(LinkWording.NO_NETWORK)):
        Link(far, tasks, find_route=no_route)


async def test_an_address_of_this_machine_that_is_gone_is_no_link(far: socket.socket, tasks: TaskPool) -> None:
    with pytest.raises(LinkError):
        Link(far, tasks, find_route=lambda *_: "192.0.2.1")


async def test_another_address_on_the_way_ends_the_link_in_silence(
    far: socket.socket, tasks: TaskPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(udp, "WATCH_INTERVAL_S", 0.02)
    address = HOST
    link = Link(far, tasks, find_route=lambda *_: address)
    await asyncio.sleep(0.1)
    assert link.ended == []

    address = "127.0.0.2"

    await eventually(lambda: link.ended)
    assert says(LinkWording.OWN_ADDRESS_CHANGED, address=address)(link.ended[0])
    assert not link.link.is_open


@pytest.mark.parametrize("number", [errno.EINVAL, errno.EADDRNOTAVAIL, errno.ENETUNREACH])
async def test_a_way_that_this_machine_has_lost_is_looked_for_before_there_is_silence(
    far: socket.socket, tasks: TaskPool, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(udp, "WATCH_INTERVAL_S", 1000.0)
    address = HOST
    link = Link(far, tasks, find_route=lambda *_: address)

    def gone(*_: object) -> None:
        raise OSError(number, "no")

    monkeypatch.setattr(link.link._port, "_sock", FakeSocket(link.link._port._sock, sendto=gone))
    for _ in range(3):
        link.core.outbox.append(b"one")
        link.link.flush()
    assert link.core.errors
    assert link.ended == []
    address = "127.0.0.2"

    await eventually(lambda: link.ended)
    assert says(LinkWording.OWN_ADDRESS_CHANGED, address=address)(link.ended[0])


async def test_a_link_that_works_is_left_alone_whatever_the_way(
    far: socket.socket, tasks: TaskPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = []

    def route(_far: str, _port: int) -> str:
        looked.append(1)
        return HOST

    link = Link(far, tasks, find_route=route)
    monkeypatch.setattr(udp, "WATCH_INTERVAL_S", 1000.0)
    link.link._watch()

    assert len(looked) == 1
    link.link.close()


async def test_a_way_that_is_gone_is_told_and_waited_for(
    far: socket.socket, tasks: TaskPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(udp, "WATCH_INTERVAL_S", 0.02)
    reachable = True

    def route(_far: str, _port: int) -> str:
        if not reachable:
            raise OSError(errno.ENETUNREACH, "no")
        return HOST

    link = Link(far, tasks, find_route=route)
    reachable = False

    await eventually(lambda: link.core.errors)

    assert link.ended == []
    link.link.close()


async def test_a_machine_that_slept_ends_its_links(
    far: socket.socket, tasks: TaskPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(udp, "WATCH_INTERVAL_S", 0.02)
    link = Link(far, tasks)
    before = udp._time_asleep_s()

    monkeypatch.setattr(udp, "_time_asleep_s", lambda: before + 60)

    await eventually(lambda: link.ended)
    assert says(LinkWording.MACHINE_SLEPT)(link.ended[0])


def test_time_that_a_machine_slept_does_not_run_backwards() -> None:
    first = udp._time_asleep_s()

    assert abs(udp._time_asleep_s() - first) < 1.0


async def test_a_socket_that_only_fails_does_not_keep_the_loop_busy(tasks: TaskPool) -> None:
    errors: list[OSError] = []
    sock = open_socket((HOST, 0))
    port = DatagramPort(sock, tasks, lambda *_: None, errors.append)
    loop = asyncio.get_running_loop()

    async def fail(*_: object) -> Any:
        raise ConnectionResetError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loop, "sock_recvfrom", fail)
        sender = open_socket((HOST, 0))
        sender.sendto(b"wake", port.local)
        await eventually(lambda: len(errors) > udp._PATIENCE)
        seen = len(errors)
        await asyncio.sleep(3 * udp._PAUSE_S)
        sender.close()

    assert len(errors) - seen <= 5
    port.close()


@pytest.mark.parametrize("error", [ConnectionResetError(), ConnectionRefusedError(errno.ECONNREFUSED, "no")])
def test_a_reset_of_a_datagram_means_that_nobody_listens(error: OSError) -> None:
    told = translate_datagram_error(error, "robot", 3547)

    assert isinstance(told, LinkRefusedError)
    assert says(LinkWording.NOTHING_LISTENS, host="robot", port=3547)(told)


def test_a_local_address_that_is_gone_is_said_as_such() -> None:
    told = translate_datagram_error(OSError(errno.EINVAL, "x"), "robot", 1)

    assert says(LinkWording.OWN_ADDRESS_LOST)(told)


# broadcasts


async def test_two_listeners_may_share_a_port(tasks: TaskPool) -> None:
    number = free_port()
    heard: list[bytes] = []
    first = open_broadcast_port(number, lambda data, _: heard.append(data), tasks, HOST)
    second = open_broadcast_port(number, lambda data, _: heard.append(data), tasks, HOST)

    with open_socket((HOST, 0)) as sender:
        sender.sendto(b"here", (HOST, number))
    await eventually(lambda: heard)

    assert heard[0] == b"here"
    first.close()
    second.close()


async def test_a_port_that_another_program_keeps_for_itself_is_said(tasks: TaskPool) -> None:
    with (
        open_socket((HOST, 0)) as taken,
        pytest.raises(LinkError, check=says(LinkWording.PORT_IN_USE)),
    ):
        open_broadcast_port(taken.getsockname()[1], lambda *_: None, tasks, HOST)


async def test_a_port_that_is_none_is_said(tasks: TaskPool) -> None:
    with pytest.raises(LinkError, check=says(LinkWording.PORT_INVALID, port=70000)):
        open_broadcast_port(70000, lambda *_: None, tasks)


async def test_a_listener_goes_on_after_an_error(tasks: TaskPool) -> None:
    heard: list[bytes] = []
    listener = open_broadcast_port(0, lambda data, _: heard.append(data), tasks, HOST)
    listener._failed(OSError(errno.ENETDOWN, "down"))
    with open_socket((HOST, 0)) as sender:
        sender.sendto(b"here", listener.local)

    await eventually(lambda: heard)
    listener.close()


def test_windows_knows_no_other_way_to_share_a_port(monkeypatch: pytest.MonkeyPatch) -> None:
    # which the module of Windows' sockets does not name
    monkeypatch.delattr(socket, "SO_REUSEPORT", raising=False)
    monkeypatch.setattr(sys, "platform", "win32")

    with open_socket((HOST, 0), shared=True) as opened:
        assert opened.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)


@pytest.mark.parametrize(("platform", "asleep_s"), [("darwin", 40.0), ("win32", 0.0)])
def test_where_no_clock_of_linux_is_sleep_is_told_by_another_or_not(
    monkeypatch: pytest.MonkeyPatch, platform: str, asleep_s: float
) -> None:
    monkeypatch.delattr(time, "CLOCK_BOOTTIME", raising=False)
    monkeypatch.setattr(time, "clock_gettime", lambda _: 140.0)
    monkeypatch.setattr(time, "monotonic", lambda: 100.0)
    monkeypatch.setattr(sys, "platform", platform)

    assert udp._time_asleep_s() == asleep_s
