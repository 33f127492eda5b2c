"""The demo robot on Galileo UDP: a socket, and a session for each client and topic."""

from __future__ import annotations

import asyncio
import logging
import secrets
import socket
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

from app.demo.galileo_messages import CMD_VEL, STATUS, GalileoMessages, parse_twist
from app.demo.galileo_network import BadNetwork, GalileoOptions
from app.demo.simulation import Simulation, is_due
from app.net.tcp_server import listen_error
from protocols.galileo.events import Address
from protocols.galileo.packets import ID_SIZE
from protocols.galileo.robot_session import (
    ClientBinary,
    ClientJoined,
    ClientLeft,
    ClientText,
    GalileoRobotSession,
    has_token,
)

_LOGGER = logging.getLogger(__name__)

HOST: Final = "127.0.0.1"
# some seconds of images for several clients; more datagrams are lost, as on a full network
MAX_UNDER_WAY: Final = 8192


class DemoGalileoRobot:
    """The demo robot on Galileo UDP.

    Args:
        simulation: advanced by its owner, who calls `on_tick` after every tick.
        options: of the robot and its network.
        seed: of the simulated network.

    Attributes:
        network: the simulated network.
        unsent: the number of datagrams that were dropped because too many were under way, or the system took no more.
        misunderstood: the number of messages on the command topic that were no commands.
    """

    def __init__(self, simulation: Simulation, options: GalileoOptions | None = None, seed: int = 0) -> None:
        self._simulation = simulation
        self._options = options or GalileoOptions()
        self._messages = GalileoMessages(simulation, time.time_ns)
        self._feeds = self._messages.feeds()
        self.network = BadNetwork(self._options, Random(f"{seed} galileo"))  # noqa: S311 - chance is no secret
        self.unsent = 0
        self.misunderstood = 0
        self._session: GalileoRobotSession | None = None
        self._transport: asyncio.DatagramTransport | None = None
        self._socket = _Port(self._arrived)
        self._paths: dict[bytes, str] = {}
        self._under_way: set[asyncio.TimerHandle] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._host, self._port = HOST, 0

    @property
    def session(self) -> GalileoRobotSession:
        """The robot's side of the protocol; only after `start`."""
        if self._session is None:
            raise RuntimeError("the robot was not started")
        return self._session

    @property
    def port(self) -> int:
        """The port where the robot listens."""
        return self._port

    @property
    def uri(self) -> str:
        """The address of the robot, without its token."""
        return f"galileo://{self._host}:{self._port}/{STATUS}"

    async def start(self, port: int = 0, host: str = HOST) -> None:
        """Listen at a port, any free one for 0, of an address of this machine. Raises LinkError."""
        loop = asyncio.get_running_loop()
        self._session = GalileoRobotSession(
            lambda: secrets.token_bytes(ID_SIZE),
            loop.time(),
            lambda request: has_token(request, self._options.token),
        )
        try:
            self._transport, _ = await loop.create_datagram_endpoint(
                lambda: self._socket, (host, port), family=socket.AF_INET
            )
        except OSError as error:
            raise listen_error(error, host, port) from error
        self._host, self._port = self._transport.get_extra_info("sockname")

    async def close(self) -> None:
        """Close every client's session, and the socket."""
        for timer in self._under_way:
            timer.cancel()
        self._under_way.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        transport, self._transport = self._transport, None
        if transport is None:
            return
        for client_id in self.session.clients:
            self.session.close(client_id)
        for data, address in self.session.data_to_send(asyncio.get_running_loop().time()):
            transport.sendto(data, address)
        transport.close()

    def on_tick(self) -> None:
        """Make the messages that are due after a tick, and have subscribers."""
        tick = self._simulation.ticks
        for feed in self._feeds:
            subscribers = self.session.subscribers(feed.path) if is_due(tick, feed.rate_hz) else ()
            if not subscribers:
                continue
            message = feed.make()
            for client_id in subscribers:
                if isinstance(message, str):
                    self.session.send_text(client_id, message)
                else:
                    self.session.send_binary(client_id, message)

    def publish_pending(self) -> None:
        """Send all messages that were made."""
        self._transmit(asyncio.get_running_loop().time())

    # receiving

    def _arrived(self, data: bytes, source: Address) -> None:
        """Pass a datagram that came from a socket on through the simulated network."""
        self._pass_on(lambda: self._take(data, source))

    def _take(self, data: bytes, source: Address) -> None:
        now = asyncio.get_running_loop().time()
        before = self.session.counters.malformed
        self.session.receive_data(data, now, source)
        if not before and self.session.counters.malformed:
            _LOGGER.warning("%s:%d sent what is no Galileo UDP; from now on that is only counted", *source)
        self._drain(now)

    def _drain(self, now: float) -> None:
        while (event := self.session.next_event()) is not None:
            match event:
                case ClientJoined():
                    self._paths[event.client_id] = event.request.path
                case ClientLeft():
                    self._paths.pop(event.client_id, None)
                case ClientText() if self._paths.get(event.client_id) == CMD_VEL:
                    self._obey(event.payload)
                case ClientBinary() if self._paths.get(event.client_id) == CMD_VEL:
                    self._misunderstand("bytes are")
        self._transmit(now)
        self._arm()

    def _obey(self, payload: bytes) -> None:
        velocity = parse_twist(payload)
        if velocity is None:
            self._misunderstand("a text is")
        else:
            self._simulation.drive(velocity.linear, velocity.angular)

    def _misunderstand(self, what: str) -> None:
        self.misunderstood += 1
        if self.misunderstood == 1:
            _LOGGER.warning("on %s %s no Twist as JSON; from now on that is only counted", CMD_VEL, what)

    # sending

    def _transmit(self, now: float) -> None:
        for data, address in self.session.data_to_send(now):
            self._pass_on(partial(self._send, data, address))

    def _pass_on(self, act: Callable[[], None]) -> None:
        """Call `act` when a datagram has passed the simulated network, if it does."""
        loop = asyncio.get_running_loop()
        delay_s = self.network.delay_s(loop.time())
        if delay_s is None:
            return
        if not delay_s:
            act()
            return
        if len(self._under_way) >= MAX_UNDER_WAY:
            self.unsent += 1
            return

        def due() -> None:
            self._under_way.discard(timer)
            act()

        timer = loop.call_later(delay_s, due)
        self._under_way.add(timer)

    def _send(self, data: bytes, address: Address) -> None:
        if self._transport is None or self._socket.is_full:
            self.unsent += 1
        else:
            self._transport.sendto(data, address)

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        deadline = self.session.next_deadline()
        loop = asyncio.get_running_loop()
        self._timer = None if deadline is None else loop.call_at(deadline, self._wake, deadline)

    def _wake(self, deadline: float) -> None:
        self._timer = None
        # a loop may wake a little early
        now = max(asyncio.get_running_loop().time(), deadline)
        self.session.handle_deadline(now)
        self._drain(now)


class _Port(asyncio.DatagramProtocol):
    """The robot's socket.

    Attributes:
        is_full: whether the system takes nothing more now; datagrams are then dropped, since late ones are of no use.
    """

    def __init__(self, arrived: Callable[[bytes, Address], None]) -> None:
        self.is_full = False
        self._arrived = arrived

    def pause_writing(self) -> None:
        """Note that the system takes nothing more now."""
        self.is_full = True

    def resume_writing(self) -> None:
        """Note that the system takes datagrams again."""
        self.is_full = False

    def datagram_received(self, data: bytes, addr: tuple[Any, ...]) -> None:
        """Pass a datagram on with its sender."""
        self._arrived(data, (addr[0], addr[1]))

    def error_received(self, exc: Exception) -> None:
        """Log that a datagram could not be delivered; a client that is gone is noticed by its silence."""
        _LOGGER.debug("a datagram could not be delivered: %s", exc)
