"""A client of a Galileo robot on a socket of its own: the core, and what it tells."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from protocols.galileo.client_session import GalileoClientSession
from protocols.galileo.events import Address, GalileoSessionState, SessionStateChanged, TextReceived
from protocols.galileo.packets import encode_connect
from protocols.galileo.reassembly import FragmentJoiner
from tests.fakes.waiting import eventually


class GalileoClient(asyncio.DatagramProtocol):
    """One session, by its deadlines.

    Attributes:
        session: the core.
        states: those that it went through, the newest last.
        texts: decoded.
        messages: bytes, put together.
    """

    def __init__(self, robot: Address, path: str, token: str) -> None:
        now = asyncio.get_running_loop().time()
        connect = encode_connect(f"udp://{robot[0]}:{robot[1]}/{path}?token={token}")
        self.session = GalileoClientSession([connect], robot, now)
        self.states: list[GalileoSessionState] = []
        self.texts: list[Any] = []
        self.messages: list[bytes] = []
        self._joiner = FragmentJoiner()
        self._transport: asyncio.DatagramTransport | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def state(self) -> GalileoSessionState:
        """The state now."""
        return self.session.state

    async def reach(self, state: GalileoSessionState, timeout_s: float = 20.0) -> None:
        """Wait for a state."""
        await eventually(lambda: self.state is state, f"{state}, not {self.state}", timeout_s)

    def send(self, value: Any) -> None:
        """Send a text."""
        self.session.send_text(json.dumps(value))
        self._turn()

    def send_raw(self, data: bytes) -> None:
        """Send any datagram."""
        assert self._transport is not None
        self._transport.sendto(data)

    def close(self) -> None:
        """End the session, and tell the robot."""
        self.session.close()
        self._turn()
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._turn()

    def datagram_received(self, data: bytes, addr: Any) -> None:
        self.session.receive_data(data, asyncio.get_running_loop().time(), (addr[0], addr[1]))
        self._turn()

    def error_received(self, exc: Exception) -> None:
        self.session.socket_error(str(exc))

    def _turn(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        while (event := self.session.next_event()) is not None:
            if isinstance(event, SessionStateChanged):
                self.states.append(event.state)
            elif isinstance(event, TextReceived):
                self.texts.append(json.loads(event.payload))
            elif (message := self._joiner.add(event.fragment, now)) is not None:
                self.messages.append(message)
        if self._transport is not None:
            for data in self.session.data_to_send(now):
                self._transport.sendto(data)
        if self._timer is not None:
            self._timer.cancel()
        deadline = self.session.next_deadline()
        self._timer = None if deadline is None else loop.call_at(deadline, self._due, deadline)

    def _due(self, deadline: float) -> None:
        self.session.handle_deadline(max(asyncio.get_running_loop().time(), deadline))
        self._turn()


@asynccontextmanager
async def galileo_client(robot: Address, path: str, token: str = "") -> AsyncIterator[GalileoClient]:
    """A client of a robot while this lasts."""
    loop = asyncio.get_running_loop()
    _, client = await loop.create_datagram_endpoint(lambda: GalileoClient(robot, path, token), remote_addr=robot)
    try:
        yield client
    finally:
        client.close()
        # the transport lets go of its socket in the loop's next turn
        await asyncio.sleep(0)
