"""A Galileo robot on loopback, as bad as a test wants it, and a connection with what it fills."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Self

from app.config.run_settings import Settings
from app.connections.galileo.connection import GalileoConnection, open_connection
from protocols.galileo.packets import ConnectRequest
from protocols.galileo.robot_session import ClientBinary, ClientJoined, ClientLeft, ClientText, GalileoRobotSession
from tests.fakes.ports import free_port
from tests.fakes.station import ConnectionStation
from tests.fakes.waiting import eventually

HOST = "127.0.0.1"
STATUS = {"power": 12.5, "chargeStatus": 0, "navStatus": 0, "busyStatus": 0}
STATUS_PERIOD_S = 0.05


class _Socket(asyncio.DatagramProtocol):
    def __init__(self, take: Callable[[bytes, Any], None]) -> None:
        self._take = take

    def datagram_received(self, data: bytes, addr: Any) -> None:
        self._take(data, addr)


class FakeRobot:
    """A robot that says on `galileo/status` how it is, and on other topics what a test has it say.

    Attributes:
        token: what clients must give; None: anything.
        refused: topics that nobody gets.
        silent: says nothing, and hears nothing.
        delay_s: what each of its datagrams takes.
        drop: whether to lose a datagram of ours or of a client's; called with it.
        status: what it says of itself; None: nothing.
        joined: what each client asked for, in order; left: by id, why.
        texts, fragments: what came, by topic.
        clients: ids by topic.
    """

    def __init__(self, token: str | None = None) -> None:
        self.token = token
        self.refused: set[str] = set()
        self.silent = False
        self.delay_s = 0.0
        self.drop: Callable[[bytes], bool] = lambda _: False
        self.status: Mapping[str, Any] | None = STATUS
        self.joined: list[ClientJoined] = []
        self.left: dict[bytes, str] = {}
        self.texts: dict[str, list[bytes]] = {}
        self.fragments: dict[str, list[bytes]] = {}
        self.asked: Counter[str] = Counter()
        self.port = 0
        self.session: GalileoRobotSession
        self.transport: asyncio.DatagramTransport
        self._ids = _ids()
        self._paths: dict[bytes, str] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._later: set[asyncio.TimerHandle] = set()
        self._status_at = 0.0

    async def start(self) -> None:
        """Begin; on the same port as before."""
        loop = asyncio.get_running_loop()
        self.session = GalileoRobotSession(lambda: next(self._ids), loop.time(), self._admit)
        self.transport, _ = await loop.create_datagram_endpoint(
            lambda: _Socket(self._take), local_addr=(HOST, self.port or free_port())
        )
        self.port = self.transport.get_extra_info("sockname")[1]
        self._tick()

    async def stop(self) -> None:
        """It dies, and forgets everything."""
        if self._timer is not None:
            self._timer.cancel()
        for handle in self._later:
            handle.cancel()
        self.transport.close()
        # the transport lets go of its socket in the loop's next turn
        await asyncio.sleep(0)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    def uri(self, path: str = "galileo/status", token: str = "") -> str:
        """Where it is."""
        return f"galileo://{HOST}:{self.port}/{path}" + (f"?token={token}" if token else "")

    def say(self, path: str, value: Any) -> None:
        """Send JSON to all who asked for a topic; `str` as it is, bytes in parts."""
        for client_id in self.session.subscribers(path):
            if isinstance(value, bytes):
                self.session.send_binary(client_id, value)
            else:
                self.session.send_text(client_id, value if isinstance(value, str) else json.dumps(value))
        self.flush()

    def send(self, data: bytes) -> None:
        """Send a datagram to every client, whatever it is."""
        for joined in self.joined:
            self.transport.sendto(data, joined.address)

    def clients(self, path: str) -> tuple[bytes, ...]:
        """Who asked for a topic and is still there."""
        return self.session.subscribers(path)

    def flush(self) -> None:
        """Send what waits, and look at what came."""
        loop = asyncio.get_running_loop()
        while (event := self.session.next_event()) is not None:
            self._note(event)
        for data, address in self.session.data_to_send(loop.time()):
            if self.silent or self.drop(data):
                continue
            if self.delay_s:
                self._send_later(data, address)
            else:
                self.transport.sendto(data, address)

    def _send_later(self, data: bytes, address: Any) -> None:
        def send() -> None:
            self._later.discard(handle)
            self.transport.sendto(data, address)

        handle = asyncio.get_running_loop().call_later(self.delay_s, send)
        self._later.add(handle)

    def _admit(self, request: ConnectRequest) -> bool:
        self.asked[request.path] += 1
        wanted = self.token is None or request.parameters.get("token") == self.token
        return wanted and request.path not in self.refused

    def _take(self, data: bytes, address: Any) -> None:
        if self.silent or self.drop(data):
            return
        self.session.receive_data(data, asyncio.get_running_loop().time(), (address[0], address[1]))
        self.flush()

    def _note(self, event: object) -> None:
        if isinstance(event, ClientJoined):
            self.joined.append(event)
            self._paths[event.client_id] = event.request.path
        elif isinstance(event, ClientLeft):
            self.left[event.client_id] = event.reason
        elif isinstance(event, ClientText):
            self.texts.setdefault(self._paths[event.client_id], []).append(event.payload)
        elif isinstance(event, ClientBinary):
            self.fragments.setdefault(self._paths[event.client_id], []).append(event.fragment.payload)

    def _tick(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        deadline = self.session.next_deadline()
        if deadline is not None and deadline <= now:
            self.session.handle_deadline(now)
        if self.status is not None and now >= self._status_at:
            self._status_at = now + STATUS_PERIOD_S
            self.say("galileo/status", self.status)
        self.flush()
        self._timer = loop.call_later(0.01, self._tick)


def _ids() -> Iterator[bytes]:
    for number in itertools.count(1):
        yield number.to_bytes(4, "big")


class Station(ConnectionStation[GalileoConnection]):
    """A connection, with what it fills."""

    def __init__(self, uri: str, settings: Settings | None = None) -> None:
        self.changes = 0
        super().__init__(open_connection, uri, settings)

    def changed(self) -> None:
        self.changes += 1

    async def enter(self, *paths: str) -> None:
        """Wait until the robot is heard on topics: it knows of a client sooner than the client of its id."""

        def heard() -> set[str]:
            topics = self.connection.topics
            return {topic.path for topic in topics if topic.link is not None and topic.link.is_connected}

        await eventually(lambda: heard() >= set(paths), f"sessions of {paths}")
