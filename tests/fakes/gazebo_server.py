"""A Gazebo Classic server on real loopback sockets, around the fakes of `tests.fakes.gazebo`.

    async with GazeboServer() as server:
        process = await server.process()
        process.advertise("/gazebo/default/x", "gazebo.msgs.Int")
        process.publish("/gazebo/default/x", payload)

Everything runs on the loop of the test. What a real server does wrong can be asked for: see the attributes and the
methods of `GazeboServer` and `PublishingProcess`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from types import TracebackType
from typing import Self

from protocols.gazebo.packets import PublisherRecord, parse_subscriber
from tests.fakes.gazebo import FakeMaster, FakeMasterLink, FakePublisher, FakePublisherLink
from tests.fakes.ports import free_port


async def _listen(make: type[asyncio.Protocol] | object, host: str, port: int) -> asyncio.Server:
    return await asyncio.get_running_loop().create_server(make, host, port or free_port())  # type: ignore[arg-type]


class GazeboServer:
    """A master that can fail in every way, and the processes that publish.

    Attributes:
        master: what it knows; after changing it directly call `flush`.
        port: kept when it stops and starts again.
        accepted: how many clients have ever connected; accepted_at: when.
        turns_away: whether clients are accepted and closed at once, as by a white list.
        greeting: sent to every client in place of all that a master says, if not None.
    """

    def __init__(
        self,
        *,
        host: str = "127.0.0.1",
        version: str = "gazebo 11.1",
        namespaces: Iterable[str] = ("default", "/gazebo"),
    ) -> None:
        self.master = FakeMaster(version=version, namespaces=namespaces)
        self.host = host
        self.port = 0
        self.accepted = 0
        self.accepted_at: list[float] = []
        self.turns_away = False
        self.greeting: bytes | None = None
        self.connections: list[_MasterConnection] = []
        self._listener: asyncio.Server | None = None
        self._processes: list[PublishingProcess] = []

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._processes:
            process.vanish()
        self.stop()
        # the transports close on the loop's next turns
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    @property
    def uri(self) -> str:
        """What a client connects to."""
        return f"gazebo://{self.host}:{self.port}"

    async def start(self) -> None:
        """Listen, at the same port as before if it ever did."""
        self._listener = await _listen(lambda: _MasterConnection(self), self.host, self.port)
        self.port = self._listener.sockets[0].getsockname()[1]

    def stop(self) -> None:
        """The master dies: nothing listens any more, all links end."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        self.hang_up()

    def crash(self) -> None:
        """The whole server dies, with every process that publishes; what it knew is gone."""
        for process in self._processes:
            process.vanish()
        self._processes.clear()
        self.stop()
        self.master.publishers.clear()

    def hang_up(self) -> None:
        """End the links of all clients, and listen on."""
        for connection in self.connections[:]:
            connection.close()

    def fall_mute(self) -> None:
        """Never write to the clients of now again, as when a newcomer was given their slots."""
        for connection in self.connections:
            connection.mute = True

    def send(self, data: bytes) -> None:
        """Send bytes of any kind to all clients."""
        for connection in self.connections:
            connection.write(data)

    def flush(self) -> None:
        """Send what the master has queued."""
        for connection in self.connections[:]:
            connection.flush()

    def add_namespace(self, name: str) -> None:
        """A world has been loaded."""
        self.master.add_namespace(name)
        self.flush()

    def packets(self, packet_type: str) -> list[bytes]:
        """The bodies of all packets of a type that clients have sent."""
        return [body for kind, body in self.master.received if kind == packet_type]

    def subscriptions(self, packet_type: str = "subscribe") -> list[tuple[str, str, int]]:
        """Topic, host and port of all packets with a Subscribe that clients have sent."""
        records = [parse_subscriber(body, packet_type) for body in self.packets(packet_type)]
        return [(record.topic, record.host, record.port) for record in records]

    async def process(self, *, host: str = "127.0.0.1") -> PublishingProcess:
        """A new process that publishes, with a listening port of its own."""
        process = PublishingProcess(self, host)
        await process.start()
        self._processes.append(process)
        return process


class _MasterConnection(asyncio.Protocol):
    """A client of the master.

    Attributes:
        mute: while true nothing is written to it.
    """

    def __init__(self, server: GazeboServer) -> None:
        self.mute = False
        self._server = server
        self._link: FakeMasterLink | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._server.accepted += 1
        self._server.accepted_at.append(asyncio.get_running_loop().time())
        self._server.connections.append(self)
        if self._server.turns_away:
            transport.close()
        elif self._server.greeting is not None:
            transport.write(self._server.greeting)
        else:
            self._link = self._server.master.accept()
            self.flush()

    def data_received(self, data: bytes) -> None:
        if self._link is not None:
            self.write(self._link.receive(data))
            self._server.flush()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self.close()

    def flush(self) -> None:
        if self._link is not None:
            self.write(self._link.data_to_send())

    def write(self, data: bytes) -> None:
        if data and not self.mute and self._transport is not None:
            self._transport.write(data)

    def close(self) -> None:
        """The client goes, or is thrown out."""
        if self in self._server.connections:
            self._server.connections.remove(self)
        link, self._link = self._link, None
        if link is not None:
            link.close()
            self._server.flush()
        if self._transport is not None:
            self._transport.close()


class PublishingProcess:
    """A process that publishes topics at one port.

    Attributes:
        core: its subscribers and the newest message of each topic.
        port: kept when it vanishes and comes back.
        accepted: how many subscribers have ever connected.
        records: what it advertises.
        turns_away: whether subscribers are accepted and closed at once, as by a white list.
    """

    def __init__(self, server: GazeboServer, host: str) -> None:
        self.core = FakePublisher()
        self.host = host
        self.port = 0
        self.accepted = 0
        self.records: list[PublisherRecord] = []
        self.turns_away = False
        self._server = server
        self._listener: asyncio.Server | None = None
        self._connections: list[_PublisherConnection] = []

    async def start(self) -> None:
        """Listen, at the same port as before if it ever did."""
        self._listener = await _listen(lambda: _PublisherConnection(self), self.host, self.port)
        self.port = self._listener.sockets[0].getsockname()[1]

    def advertise(self, topic: str, msg_type: str, *, host: str | None = None) -> PublisherRecord:
        """Tell the master of a topic; `host` where others shall look for it."""
        record = PublisherRecord(topic, msg_type, host or self.host, self.port)
        self.records.append(record)
        self._server.master.add_publisher(record)
        self._server.flush()
        return record

    def unadvertise(self) -> None:
        """Tell the master that it publishes nothing more; links are left to the subscribers."""
        for record in self.records:
            self._server.master.remove_publisher(record)
        self.records.clear()
        self._server.flush()

    def forget(self) -> None:
        """The master drops its records without telling anybody."""
        master = self._server.master
        master.publishers = [record for record in master.publishers if record not in self.records]
        self.records.clear()

    def publish(self, topic: str, *payloads: bytes) -> None:
        """Send messages to all who have subscribed."""
        self.core.publish(topic, *payloads)
        self.flush()

    def send(self, data: bytes) -> None:
        """Send bytes of any kind to all subscribers."""
        for connection in self._connections:
            connection.write(data)

    def flush(self) -> None:
        """Send what the core has queued."""
        for connection in self._connections:
            connection.flush()

    @property
    def links(self) -> list[FakePublisherLink]:
        """The subscribers that have sent their `sub` packet."""
        return [link for link in self.core.links if link.subscription is not None]

    @property
    def peer_ports(self) -> list[int]:
        """The far ports of all links."""
        return [connection.peer_port for connection in self._connections]

    @property
    def unsent(self) -> int:
        """Bytes that wait here because a subscriber does not take them."""
        return sum(connection.unsent for connection in self._connections)

    def hang_up(self) -> None:
        """End all links, and listen on."""
        for connection in self._connections[:]:
            connection.close()

    def vanish(self) -> None:
        """The process dies without a word to the master."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        self.hang_up()

    def _opened(self, connection: _PublisherConnection) -> None:
        self.accepted += 1
        self._connections.append(connection)
        if self.turns_away:
            connection.close()

    def _closed(self, connection: _PublisherConnection) -> None:
        if connection in self._connections:
            self._connections.remove(connection)


class _PublisherConnection(asyncio.Protocol):
    def __init__(self, process: PublishingProcess) -> None:
        self._process = process
        self._link: FakePublisherLink | None = None
        self._transport: asyncio.Transport | None = None
        self.peer_port = 0

    @property
    def unsent(self) -> int:
        return self._transport.get_write_buffer_size() if self._transport is not None else 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self.peer_port = transport.get_extra_info("peername")[1]
        self._link = self._process.core.accept()
        self._process._opened(self)

    def data_received(self, data: bytes) -> None:
        if self._link is not None:
            self.write(self._link.receive(data))

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self.close()

    def flush(self) -> None:
        if self._link is not None:
            self.write(self._link.data_to_send())

    def write(self, data: bytes) -> None:
        if data and self._transport is not None:
            self._transport.write(data)

    def close(self) -> None:
        self._process._closed(self)
        link, self._link = self._link, None
        if link is not None:
            link.close()
        if self._transport is not None:
            self._transport.close()
