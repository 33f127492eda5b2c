"""A broker of MQTT 3.1.1 on loopback, as bad as a test wants it, written by hand; it runs on the test's own loop."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Self

from tests.fakes.nrp_engine import ENGINE, HOST, Data, block, protobuf, varint

CONNECT, CONNACK, PUBLISH, PUBACK, SUBSCRIBE, SUBACK, PINGREQ, DISCONNECT = 1, 2, 3, 4, 8, 9, 12, 14
ACCEPTED, NOT_AUTHORIZED, FAILURE = 0, 5, 0x80


def pack_message(name: str, data: Data, engine: str = ENGINE) -> bytes:
    """What an engine over gRPC publishes."""
    head = block(1, block(1, name.encode()) + block(3, engine.encode()))
    if data is None:
        return head
    kind, values = data
    return head + block(2, block(1, f"type.googleapis.com/Gazebo.{kind}".encode()) + block(2, protobuf(kind, values)))


def packet(kind: int, body: bytes, flags: int = 0) -> bytes:
    """A packet of MQTT; its length is written as protobuf writes numbers."""
    return bytes((kind << 4 | flags,)) + varint(len(body)) + body


def publication(topic: bytes, payload: bytes, *, retain: bool = False) -> bytes:
    """A PUBLISH with the least of care: at most once."""
    return packet(PUBLISH, len(topic).to_bytes(2, "big") + topic + payload, int(retain))


class Broker:
    """One that gives everybody everything.

    Attributes:
        filters: what was subscribed to.
        received: kinds of packets that came.
        connack: the answer to CONNECT; None: none.
        suback: the answer to SUBSCRIBE.
        retained: sent to who subscribes.
        greets_with: the same, as if it had been published just then.
        greeting: bytes that are sent instead of any answer.
        answers_pings: or else is cut off.
        published: topics and payloads that came.
        confirms: whether it says that it has them.
    """

    def __init__(self) -> None:
        self.port = 0
        self.filters: list[str] = []
        self.received: list[int] = []
        self.connack: int | None = ACCEPTED
        self.suback = 0
        self.retained: dict[str, bytes] = {}
        self.greets_with: dict[str, bytes] = {}
        self.greeting = b""
        self.answers_pings = True
        self.published: list[tuple[str, bytes]] = []
        self.confirms = True
        self._links: set[asyncio.StreamWriter] = set()
        self._subscribed: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    @property
    def uri(self) -> str:
        """Its address; the engine's name has to follow."""
        return f"nrp+mqtt://{HOST}:{self.port}"

    @property
    def links(self) -> int:
        """How many have subscribed and are there."""
        return len(self._subscribed)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, HOST, self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """End as a killed program does."""
        if self._server is not None:
            self._server.close()
            for writer in tuple(self._links):
                writer.transport.abort()
            await self._server.wait_closed()
            self._server = None

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Give a message to all who subscribed."""
        self.send(publication(topic.encode(), payload, retain=retain))

    def send(self, data: bytes) -> None:
        """Give any bytes to all who subscribed."""
        for writer in tuple(self._subscribed):
            writer.write(data)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._links.add(writer)
        try:
            while True:
                first, body = await self._read(reader)
                self.received.append(first >> 4)
                self._answer(first, body, writer)
                await writer.drain()
        except (OSError, EOFError):
            pass
        finally:
            self._links.discard(writer)
            self._subscribed.discard(writer)
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _read(self, reader: asyncio.StreamReader) -> tuple[int, bytes]:
        first = (await reader.readexactly(1))[0]
        size = shift = 0
        while True:
            byte = (await reader.readexactly(1))[0]
            size |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return first, await reader.readexactly(size)

    def _answer(self, first: int, body: bytes, writer: Any) -> None:
        kind = first >> 4
        if self.greeting:
            writer.write(self.greeting)
            writer.close()
        elif kind == CONNECT and self.connack is not None:
            writer.write(packet(CONNACK, bytes((0, self.connack))))
        elif kind == SUBSCRIBE:
            size = int.from_bytes(body[2:4], "big")
            self.filters.append(body[4 : 4 + size].decode())
            writer.write(packet(SUBACK, body[:2] + bytes((self.suback,))))
            self._subscribed.add(writer)
            for topic, payload in self.retained.items():
                writer.write(publication(topic.encode(), payload, retain=True))
            for topic, payload in self.greets_with.items():
                writer.write(publication(topic.encode(), payload))
        elif kind == PUBLISH:
            size = 2 + int.from_bytes(body[:2], "big")
            # of one that shall be confirmed a number stands behind the topic
            number = body[size : size + (2 if first & 6 else 0)]
            self.published.append((body[2:size].decode(), body[size + len(number) :]))
            if number and self.confirms:
                writer.write(packet(PUBACK, number))
        elif kind == PINGREQ and self.answers_pings:
            writer.write(packet(PINGREQ + 1, b""))
