"""A bad network: a port that passes datagrams on to a robot and back, or drops, delays, mixes up and doubles them.

Each client that comes has a port of its own on the robot's side, so the robot tells clients apart by their addresses as
without a relay. What is dropped is drawn from a seeded source and counted, so a test knows the truth.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

Address = tuple[str, int]

HOST = "127.0.0.1"
# a data frame of Galileo UDP whose sixth byte says that it holds bytes
_DATA, _BINARY = 0x02, 0x02
MAX_CLIENTS = 64


@dataclass
class Way:
    """One direction; all of it may be changed at any time.

    Attributes:
        loss, doubled: shares of datagrams, 0 to 1.
        delay_s, jitter_s: what each takes, and up to how much more: more than the time between two mixes them up.
        held_until: what comes before this time of the loop is kept until then, and let go at once.
        passed, dropped: datagrams so far.
        binary_passed, binary_dropped: those of them that are data frames with bytes.
    """

    loss: float = 0.0
    doubled: float = 0.0
    delay_s: float = 0.0
    jitter_s: float = 0.0
    held_until: float = 0.0
    passed: int = 0
    dropped: int = 0
    binary_passed: int = 0
    binary_dropped: int = 0

    def delays(self, data: bytes, rng: random.Random) -> list[float]:
        """How long each copy of a datagram takes: none, one or two."""
        binary = len(data) > 5 and data[0] == _DATA and data[5] == _BINARY
        if rng.random() < self.loss:
            self.dropped += 1
            self.binary_dropped += binary
            return []
        self.passed += 1
        self.binary_passed += binary
        copies = 2 if rng.random() < self.doubled else 1
        held_s = max(0.0, self.held_until - asyncio.get_running_loop().time())
        return [held_s + self.delay_s + rng.uniform(0, self.jitter_s) for _ in range(copies)]


class _Port(asyncio.DatagramProtocol):
    """A socket of the relay."""

    def __init__(self, take: Callable[[bytes, Address], None], failed: Callable[[], None]) -> None:
        self.transport: asyncio.DatagramTransport | None = None
        self._take = take
        self._failed = failed

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def datagram_received(self, data: bytes, addr: Any) -> None:
        self._take(data, (addr[0], addr[1]))

    def error_received(self, exc: Exception) -> None:  # noqa: ARG002 - the shape of what asyncio calls
        self._failed()


class UdpRelay:
    """The relay, on the running loop.

    Args:
        robot: where datagrams are passed on to; may be changed while it runs, for clients that come later.
        seed: of all that happens by chance.

    Attributes:
        there, back: to the robot, and from it.
        errors: of the sockets: nobody listens at the robot's port, or no longer at a client's.
    """

    def __init__(self, robot: Address, seed: int = 1) -> None:
        self.robot = robot
        self.there = Way()
        self.back = Way()
        self.errors = 0
        self._rng = random.Random(seed)
        self._front: _Port | None = None
        self._backs: dict[Address, asyncio.Future[_Port]] = {}
        self._timers: set[asyncio.TimerHandle] = set()
        self._opening: set[asyncio.Task[None]] = set()

    @property
    def address(self) -> Address:
        """Where clients find the robot."""
        assert self._front is not None
        assert self._front.transport is not None
        host, port = self._front.transport.get_extra_info("sockname")
        return host, port

    @property
    def port(self) -> int:
        """The port of `address`."""
        return self.address[1]

    def set_both(self, *, loss: float = 0.0, delay_s: float = 0.0, jitter_s: float = 0.0, doubled: float = 0.0) -> None:
        """Make both directions alike; what was counted stays."""
        for way in (self.there, self.back):
            way.loss, way.delay_s, way.jitter_s, way.doubled = loss, delay_s, jitter_s, doubled

    async def start(self, port: int = 0) -> None:
        """Listen; at any free port for 0."""
        loop = asyncio.get_running_loop()
        _, self._front = await loop.create_datagram_endpoint(
            lambda: _Port(self._from_client, self._failed), local_addr=(HOST, port)
        )

    async def close(self) -> None:
        """End it; what is under way is lost."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
        for task in self._opening:
            task.cancel()
        await asyncio.gather(*self._opening, return_exceptions=True)
        for made in self._backs.values():
            if made.done() and not made.cancelled():
                _close(made.result())
        self._backs.clear()
        if self._front is not None:
            _close(self._front)
        # transports let go of their sockets in the loop's next turn
        await asyncio.sleep(0)

    def _failed(self) -> None:
        self.errors += 1

    def _from_client(self, data: bytes, client: Address) -> None:
        for delay_s in self.there.delays(data, self._rng):
            self._later(delay_s, lambda: self._to_robot(data, client))

    def _later(self, delay_s: float, act: Callable[[], None]) -> None:
        if delay_s <= 0:
            act()
            return

        def due() -> None:
            self._timers.discard(timer)
            act()

        timer = asyncio.get_running_loop().call_later(delay_s, due)
        self._timers.add(timer)

    def _to_robot(self, data: bytes, client: Address) -> None:
        made = self._backs.get(client)
        if made is None:
            if len(self._backs) >= MAX_CLIENTS:
                self.errors += 1
                return
            made = self._backs[client] = asyncio.get_running_loop().create_future()
            task = asyncio.get_running_loop().create_task(self._open_back(client, made), name="relay: open")
            self._opening.add(task)
            task.add_done_callback(self._opening.discard)
        if made.done():
            _send(made.result(), data)
        else:
            made.add_done_callback(lambda future: None if future.cancelled() else _send(future.result(), data))

    async def _open_back(self, client: Address, made: asyncio.Future[_Port]) -> None:
        loop = asyncio.get_running_loop()

        def take(data: bytes, _: Address) -> None:
            for delay_s in self.back.delays(data, self._rng):
                self._later(delay_s, lambda: self._to_client(data, client))

        _, port = await loop.create_datagram_endpoint(lambda: _Port(take, self._failed), remote_addr=self.robot)
        made.set_result(port)

    def _to_client(self, data: bytes, client: Address) -> None:
        if self._front is not None and self._front.transport is not None:
            self._front.transport.sendto(data, client)


def _send(port: _Port, data: bytes) -> None:
    if port.transport is not None:
        port.transport.sendto(data)


def _close(port: _Port) -> None:
    if port.transport is not None:
        port.transport.close()


@asynccontextmanager
async def relayed(robot: Address, seed: int = 1) -> AsyncIterator[UdpRelay]:
    """A relay before a robot, while this lasts."""
    relay = UdpRelay(robot, seed)
    await relay.start()
    try:
        yield relay
    finally:
        await relay.close()
