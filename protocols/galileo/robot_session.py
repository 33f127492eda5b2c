"""The robot's side of sessions: serves clients by address and id, sans-IO.

Every connect opens a session of its own, since a robot can't tell a copy of a connect from a second client behind the
same address. The answer is the first that a client hears; after it pings come at 10 Hz. A client that is silent for
10 s is forgotten.
"""

from __future__ import annotations

import hmac
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from protocols.errors import GalileoError, GalileoLocalError
from protocols.galileo.events import Address
from protocols.galileo.packets import (
    INDEX_COUNT,
    ConnectRequest,
    GalileoFrame,
    Opcode,
    decode_connect,
    decode_frame,
    encode_binary,
    encode_control,
    encode_reply,
    encode_text,
    frame_text,
    split_payload,
)
from protocols.galileo.reassembly import Fragment, Indexing, Reassembly
from protocols.galileo.wording import GalileoWireWording
from protocols.schema import Payload
from protocols.timing import PeriodicDeadline

PING_PERIOD_S: Final = 0.1
SILENCE_S: Final = 10.0
MAX_CLIENTS: Final = 64
MAX_CLIENTS_OF_ADDRESS: Final = 8

_MAX_OUTBOX: Final = 16_384
_MAX_EVENTS: Final = 16_384


@dataclass(frozen=True, slots=True)
class ClientJoined:
    """A client was given an id."""

    client_id: bytes
    address: Address
    request: ConnectRequest


@dataclass(frozen=True, slots=True)
class ClientLeft:
    """A client closed its session, or was silent for too long."""

    client_id: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class ClientText:
    """A client sent a text."""

    client_id: bytes
    payload: bytes


@dataclass(frozen=True, slots=True)
class ClientBinary:
    """A client sent bytes, as one datagram brought them."""

    client_id: bytes
    fragment: Fragment


RobotEvent = ClientJoined | ClientLeft | ClientText | ClientBinary


@dataclass(slots=True)
class RobotCounters:
    """Counts of the datagrams that came, and of those that were not taken.

    Attributes:
        frames: accepted data frames.
        foreign: data frames of an id, from another address than the one that it was given to.
        wrong_id: data frames of an id that no client has.
        malformed: datagrams that the protocol does not know.
        refused: connects that were refused.
        dropped: events that were not fetched, and datagrams that were not sent, for lack of room.
    """

    frames: int = 0
    foreign: int = 0
    wrong_id: int = 0
    malformed: int = 0
    refused: int = 0
    dropped: int = 0


@dataclass(slots=True, eq=False)
class _Client:
    client_id: bytes
    address: Address
    path: str
    last_frame_at: float
    # clients that follow the document send an index
    reassembly: Reassembly = field(default_factory=lambda: Reassembly(Indexing.YES))
    index: int = 0


def has_token(request: ConnectRequest, token: str | None) -> bool:
    """Whether a client has this token; with None, any token and none at all will do."""
    if token is None:
        return True
    given = request.parameters.get("token", "")
    # in a time that reveals nothing of the token
    return hmac.compare_digest(given.encode("utf-8", "replace"), token.encode("utf-8", "replace"))


class GalileoRobotSession:
    """Serves any number of clients on one socket.

    Args:
        make_id: gives four bytes; they are the only secret of a session.
        now: the time.
        admit: says whether a client may have the session that it asks for.
        prefix: whether answers have six bytes of a header before their JSON, which both sample clients skip.
        indexed: whether bytes are sent with an index.

    Attributes:
        counters: the counts of what came.
    """

    def __init__(
        self,
        make_id: Callable[[], bytes],
        now: float,
        admit: Callable[[ConnectRequest], bool] = lambda _: True,
        *,
        prefix: bool = True,
        indexed: bool = True,
    ) -> None:
        self.counters = RobotCounters()
        self._make_id = make_id
        self._admit = admit
        self._prefix = prefix
        self._indexed = indexed
        self._clients: dict[bytes, _Client] = {}
        self._outbox: deque[tuple[bytes, Address]] = deque()
        self._events: deque[RobotEvent] = deque()
        self._pings = PeriodicDeadline(PING_PERIOD_S, now)

    @property
    def clients(self) -> tuple[bytes, ...]:
        """The ids of all clients, the oldest first."""
        return tuple(self._clients)

    def subscribers(self, path: str) -> tuple[bytes, ...]:
        """Return the ids of the clients that named this topic."""
        path = path.strip("/")
        return tuple(client.client_id for client in self._clients.values() if client.path == path)

    # the five verbs

    def receive_data(self, data: bytes, now: float, source: Address) -> None:
        """Take one datagram; raises nothing."""
        try:
            if data[:1] == b"\x01":
                self._take_connect(decode_connect(data), now, source)
            else:
                self._take_frame(decode_frame(data), now, source)
        except GalileoError:
            self.counters.malformed += 1

    def data_to_send(self, now: float) -> list[tuple[bytes, Address]]:
        """Return the datagrams to send now, each with its destination."""
        del now
        data = list(self._outbox)
        self._outbox.clear()
        return data

    def next_event(self) -> RobotEvent | None:
        """The next event, None when there is none."""
        return self._events.popleft() if self._events else None

    def next_deadline(self) -> float | None:
        """The time at which to call `handle_deadline`; None without clients."""
        if not self._clients:
            return None
        held = [client.reassembly.deadline for client in self._clients.values()]
        return min([self._pings.deadline, *(deadline for deadline in held if deadline is not None)])

    def handle_deadline(self, now: float) -> None:
        """Send the pings that are due, and forget clients that are silent."""
        ping = self._pings.advance_if_due(now)
        for client in tuple(self._clients.values()):
            self._give(client, client.reassembly.expire(now))
            if now >= client.last_frame_at + SILENCE_S:
                self._forget(client, GalileoWireWording.CLIENT_SILENT(silent_s=SILENCE_S))
            elif ping:
                self._send(client, encode_control(client.client_id, Opcode.PING))

    # messages of the robot

    def send_text(self, client_id: bytes, text: str) -> None:
        """Send a text to a client. Raises GalileoLocalError if no client has this id, or the text is too long."""
        self._send(self._client(client_id), encode_text(client_id, text))

    def send_binary(self, client_id: bytes, data: Payload) -> None:
        """Send bytes to a client, in parts. Raises GalileoLocalError if no client has this id."""
        client = self._client(client_id)
        for part in split_payload(data):
            frame = encode_binary(client_id, client.index, part)
            self._send(client, frame if self._indexed else frame[:6] + bytes(part))
            client.index = (client.index + 1) % INDEX_COUNT

    def close(self, client_id: bytes) -> None:
        """End a client's session. Raises GalileoLocalError if no client has this id."""
        client = self._client(client_id)
        self._send(client, encode_control(client_id, Opcode.CLOSE))
        self._forget(client, GalileoWireWording.CLOSED_BY_ROBOT())

    # messages of clients

    def _take_connect(self, request: ConnectRequest, now: float, source: Address) -> None:
        client_id = self._new_id() if self._admit(request) else None
        same = [client for client in self._clients.values() if client.address == source]
        if client_id is not None and len(same) >= MAX_CLIENTS_OF_ADDRESS:
            # a client that lost our answers asks again and again, and speaks by none of those ids
            oldest = min(same, key=lambda client: client.last_frame_at)
            self._forget(oldest, GalileoWireWording.TOO_MANY_SESSIONS())
        if client_id is None or len(self._clients) >= MAX_CLIENTS:
            self.counters.refused += 1
            self._post(encode_reply(None, prefix=self._prefix), source)
            return
        if not self._clients:
            self._pings = PeriodicDeadline(PING_PERIOD_S, now + PING_PERIOD_S)
        client = _Client(client_id, source, request.path, now)
        self._clients[client_id] = client
        self._send(client, encode_reply(client_id, prefix=self._prefix))
        self._tell(ClientJoined(client_id, source, request))

    def _new_id(self) -> bytes | None:
        """Return an id that no client has; None where `make_id` gives no other."""
        for _ in range(MAX_CLIENTS + 1):
            client_id = self._make_id()
            if client_id not in self._clients:
                return client_id
        return None

    def _take_frame(self, frame: GalileoFrame, now: float, source: Address) -> None:
        client = self._clients.get(frame.client_id)
        if client is None:
            self.counters.wrong_id += 1
            return
        if client.address != source:
            self.counters.foreign += 1
            return
        self.counters.frames += 1
        client.last_frame_at = now
        if frame.opcode is Opcode.PING:
            self._send(client, encode_control(client.client_id, Opcode.PONG))
        elif frame.opcode is Opcode.CLOSE:
            self._forget(client, GalileoWireWording.CLOSED_BY_CLIENT())
        elif frame.opcode is Opcode.TEXT:
            self._tell(ClientText(client.client_id, frame_text(frame.payload)))
        elif frame.opcode is Opcode.BINARY:
            self._give(client, client.reassembly.add(frame.payload, now))

    # helpers

    def _client(self, client_id: bytes) -> _Client:
        client = self._clients.get(client_id)
        if client is None:
            raise GalileoLocalError(GalileoWireWording.NO_CLIENT(client_id=client_id.hex()))
        return client

    def _forget(self, client: _Client, reason: str) -> None:
        del self._clients[client.client_id]
        self._tell(ClientLeft(client.client_id, reason))

    def _give(self, client: _Client, given: list[Fragment]) -> None:
        for fragment in given:
            self._tell(ClientBinary(client.client_id, fragment))

    def _tell(self, event: RobotEvent) -> None:
        if len(self._events) >= _MAX_EVENTS:
            self._events.popleft()
            self.counters.dropped += 1
        self._events.append(event)

    def _send(self, client: _Client, data: bytes) -> None:
        self._post(data, client.address)

    def _post(self, data: bytes, address: Address) -> None:
        if len(self._outbox) >= _MAX_OUTBOX:
            self._outbox.popleft()
            self.counters.dropped += 1
        self._outbox.append((data, address))
