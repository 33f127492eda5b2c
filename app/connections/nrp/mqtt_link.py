"""A link to a broker of MQTT. Importing this loads aiomqtt: do it when the first one is wanted."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections.abc import Callable
from typing import Any, Final, NoReturn

import aiomqtt
from paho.mqtt.client import Client as PahoClient
from paho.mqtt.client import MQTTMessage
from paho.mqtt.reasoncodes import ReasonCode

from app.config.run_settings import Settings
from app.net.addresses import resolve_host
from app.net.errors import LinkError, NoAnswerError, WrongServerError, translate_error
from app.net.tcp import probe_port
from app.wording.connections import NrpWording
from protocols.errors import FrameTooLargeError, ProtocolError

_LOGGER = logging.getLogger(__name__)
# a broker's faults are reported in our own words
_QUIET = _LOGGER.getChild("aiomqtt")
_QUIET.setLevel(logging.CRITICAL + 1)

# a broker that is cut off is missed after twice that
KEEPALIVE_S: Final = 5
_GOODBYE_S: Final = 0.5
# of one turn of the loop: less than a millisecond
_MESSAGES_A_TURN: Final = 16
# beside the payload of a message
_MAX_HEAD_BYTES: Final = 128 * 1024

_NO_BROKER_TIP: Final = NrpWording.NO_BROKER_TIP()
_UNFIT_TIP: Final = NrpWording.BROKER_UNFIT_TIP()

# the topic, the payload, and whether the broker had kept it from before
MessageHandler = Callable[[str, bytes, bool], None]


class _Client(aiomqtt.Client):
    """A client that hands messages over as they come, hangs up on one that is too long, and reports every end."""

    def __init__(self, address: str, port: int, settings: Settings, take: MessageHandler) -> None:
        super().__init__(
            address,
            port,
            # so that a broker's log shows that it is Teledeck
            identifier=f"teledeck-{secrets.token_hex(6)}",
            # its own wait may lose a cancellation on Python 3.11: the caller limits the time
            timeout=math.inf,
            keepalive=KEEPALIVE_S,
            logger=_QUIET,
        )
        self.fault: ProtocolError | None = None
        self._take = take
        self._limit_bytes = settings.frame_limit_bytes
        self._taken = 0
        self._hung_up = False
        # the library has no limit of its own, and reads a message that came at once before it returns
        self._receive = self._client._sock_recv  # noqa: SLF001 - the length is public nowhere
        setattr(self._client, "_sock_recv", self._receive_limited)  # noqa: B010 - a method, to the type checker

    @property
    def has_ended(self) -> bool:
        """Whether the link is broken."""
        return self._disconnected.done()

    async def wait_for_end(self) -> None:
        """Wait until the link is broken."""
        await asyncio.wait((self._disconnected,))

    def hang_up(self) -> None:
        """Release the socket and the tasks, whatever state the client is in."""
        self._hung_up = True
        if self._misc_task is not None:
            self._misc_task.cancel()
        # the end of the client is the end of the socket, too: the work of these callbacks is done here
        self._client.on_socket_close = self._client.on_socket_unregister_write = None
        sock = self._client.socket()
        if sock is not None and sock.fileno() >= 0:
            self._loop.remove_reader(sock.fileno())
            self._loop.remove_writer(sock.fileno())
            sock.close()
        if self._disconnected.done():
            # the error was reported already
            self._disconnected.exception()

    def _on_message(self, client: PahoClient, userdata: Any, message: MQTTMessage) -> None:
        del client, userdata
        self._taken += 1
        # without a queue and a task for each, as the library has them
        self._take(message.topic, bytes(message.payload), message.retain)

    def _on_disconnect(
        self, client: PahoClient, userdata: Any, flags: Any, reason_code: ReasonCode, properties: Any = None
    ) -> None:
        self._end_waits()
        super()._on_disconnect(client, userdata, flags, reason_code, properties)

    def _end_waits(self) -> None:
        """End all waits for an answer, for which the library would go on to wait."""
        asked: list[asyncio.Future[Any]] = [self._connected, *self._pending_subscribes.values()]
        for future in asked:
            if not future.done():
                future.set_exception(aiomqtt.MqttError("closed"))
        for event in self._pending_publishes.values():
            event.set()

    # the next two are called in another thread, after which the socket may be ours no longer

    def _on_socket_open(self, client: PahoClient, userdata: Any, sock: Any) -> None:
        del client, userdata
        self._loop.call_soon_threadsafe(self._begin, sock)

    def _on_socket_register_write(self, client: PahoClient, userdata: Any, sock: Any) -> None:
        del client, userdata
        self._loop.call_soon_threadsafe(self._begin_to_write, sock)

    def _begin(self, sock: Any) -> None:
        if self._hung_up:
            self.hang_up()
        elif sock.fileno() >= 0:
            self._loop.add_reader(sock.fileno(), self._read)
            self._misc_task = self._loop.create_task(self._misc_loop(), name="keep alive")

    def _begin_to_write(self, sock: Any) -> None:
        if not self._hung_up and sock.fileno() >= 0:
            self._loop.add_writer(sock.fileno(), self._write)

    def _write(self) -> None:
        try:
            self._client.loop_write()
        except Exception as error:  # noqa: BLE001 - the library fails over links that break
            self._end_with(error)

    def _read(self) -> None:
        try:
            for _ in range(_MESSAGES_A_TURN):
                before = self._taken
                self._client.loop_read()
                if self._taken == before:
                    break
        except Exception as error:  # noqa: BLE001 - a broker may send anything, and the library fails over it
            self._end_with(error)

    def _receive_limited(self, nbytes: int) -> bytes:
        """Receive bytes of a message that has at least `nbytes` more. Raises an error, before it is in memory."""
        if nbytes > self._limit_bytes + _MAX_HEAD_BYTES:
            reason = NrpWording.MESSAGE_TOO_LONG(length_bytes=nbytes, limit_bytes=self._limit_bytes)
            raise FrameTooLargeError(reason, NrpWording.MESSAGE_TOO_LONG_TIP())
        return self._receive(nbytes)

    def _end_with(self, error: Exception) -> None:
        self.fault = error if isinstance(error, ProtocolError) else None
        _LOGGER.debug("the link to a broker ends", exc_info=error)
        if self._connected.done() and not self._disconnected.done():
            self._disconnected.set_exception(aiomqtt.MqttError(str(error)))
        self._end_waits()
        self.hang_up()


class MqttLink:
    """A link to a broker that has greeted. It is not encrypted. A link that broke is closed, and another made.

    Args:
        take: gets each message, on the loop.
    """

    def __init__(self, host: str, port: int, address: str, settings: Settings, take: MessageHandler) -> None:
        self._where = f"{host}:{port}"
        self._timeout_s = settings.connect_timeout_s
        self._client = _Client(address, port, settings, take)

    async def open(self) -> None:
        """Greet the broker. Raises ProtocolError, after which the link is closed."""
        try:
            async with asyncio.timeout(self._timeout_s):
                await self._client.__aenter__()
        except TimeoutError as error:
            self._client.hang_up()
            reason = NrpWording.NO_GREETING(where=self._where, timeout_s=self._timeout_s)
            raise NoAnswerError(reason, NrpWording.NO_GREETING_TIP(tip=_NO_BROKER_TIP)) from error
        except aiomqtt.MqttError as error:
            self._client.hang_up()
            raise self._refusal(error) from error
        except BaseException:
            self._client.hang_up()
            raise

    async def subscribe(self, topics: str) -> None:
        """Subscribe to topics. Raises ProtocolError."""
        try:
            async with asyncio.timeout(self._timeout_s):
                answers = await self._client.subscribe(topics, qos=0)
        except TimeoutError as error:
            raise NoAnswerError(NrpWording.BROKER_SILENT(where=self._where), NrpWording.BROKER_HANGS_TIP()) from error
        except aiomqtt.MqttError as error:
            raise self._ended() from error
        if any(isinstance(answer, ReasonCode) and answer.is_failure for answer in answers):
            raise WrongServerError(NrpWording.TOPICS_FORBIDDEN(where=self._where, topics=topics), _UNFIT_TIP)

    async def publish(self, topic: str, payload: bytes, timeout_s: float, *, is_confirmed: bool = True) -> None:
        """Give the broker a message, and wait for its confirmation, or until it is sent. Raises ProtocolError."""
        try:
            async with asyncio.timeout(timeout_s):
                await self._client.publish(topic, payload, qos=int(is_confirmed))
        except TimeoutError as error:
            raise NoAnswerError(NrpWording.NOT_CONFIRMED(where=self._where), NrpWording.BROKER_HANGS_TIP()) from error
        except aiomqtt.MqttError as error:
            raise self._ended() from error
        if self._client.has_ended:
            raise self._ended()

    async def wait_for_end(self) -> NoReturn:
        """Wait until the link breaks. Raises ProtocolError, saying why."""
        await self._client.wait_for_end()
        raise self._ended()

    async def close(self) -> None:
        """Say goodbye, and end the link."""
        try:
            async with asyncio.timeout(_GOODBYE_S):
                await self._client.__aexit__(None, None, None)
        except (TimeoutError, aiomqtt.MqttError):
            _LOGGER.debug("%s does not take our goodbye", self._where)
        finally:
            self._client.hang_up()

    def _ended(self) -> ProtocolError:
        reason = NrpWording.BROKER_CLOSED_LINK(where=self._where)
        return self._client.fault or LinkError(reason, NrpWording.BROKER_CLOSED_LINK_TIP())

    def _refusal(self, error: aiomqtt.MqttError) -> ProtocolError:
        if self._client.fault is not None:
            return self._client.fault
        if isinstance(error, aiomqtt.MqttCodeError):
            return WrongServerError(NrpWording.TURNED_AWAY(where=self._where, reason=str(error.rc)), _UNFIT_TIP)
        return WrongServerError(NrpWording.NO_BROKER(where=self._where), _NO_BROKER_TIP)


async def open_link(host: str, port: int, settings: Settings, take: MessageHandler) -> MqttLink:
    """Open a link to a broker and greet it. Raises ProtocolError."""
    # the library would wait for this in a thread, and report a fault in the system's words
    await probe_port(host, port, settings.connect_timeout_s)
    try:
        address = (await resolve_host(host))[0]
    except (OSError, ValueError) as error:
        raise translate_error(error, host, port) from error
    link = MqttLink(host, port, address, settings, take)
    await link.open()
    return link
