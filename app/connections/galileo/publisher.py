"""Publishers of a Galileo connection, of texts or bytes to one topic of the robot."""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from typing_extensions import override

from app.connections.base import Message, Publisher
from app.connections.galileo.converters import CMD_VEL, STATUS, TWIST, complete_twist, looks_like_motion, stop_twist
from app.connections.galileo.decoders import JSON_TYPE
from app.connections.galileo.topics import GalileoTopic
from app.connections.publishing import DRAIN_POLL_S, DRAIN_TIMEOUT_S, FINAL_INTERVAL_S
from app.net.tasks import TaskPool, wait_for_event
from app.wording.connections import ConnectionWording, GalileoWording
from protocols.errors import EncodeError, GalileoLocalError, LocalProtocolError
from protocols.galileo.client_session import MAX_MESSAGE, GalileoClientSession
from protocols.galileo.json_schema import encode_json
from protocols.galileo.packets import MAX_TEXT

JSON: Final = "json"
BYTES: Final = "bytes"

_NAMES: Final[Mapping[str, str]] = {
    "json": JSON,
    JSON_TYPE.lower(): JSON,
    "bytes": BYTES,
    TWIST.lower(): TWIST,
    "geometry_msgs/msg/twist": TWIST,
}
_TIP: Final = GalileoWording.TYPE_NOT_SENT_TIP(json=JSON, bytes=BYTES, twist=TWIST)

# a proof takes something more than two seconds where little is lost
FINAL_TIMEOUT_S: Final = 4.0


def wire_type_of(type_name: str) -> str:
    """The form in which messages of a type are sent: `json`, `bytes` or Twist. Raises GalileoLocalError."""
    found = _NAMES.get(type_name.strip().lower())
    if found is None:
        raise GalileoLocalError(GalileoWording.TYPE_NOT_SENT(type_name=type_name[:80]), _TIP)
    return found


def encode(type_name: str, value: Message) -> bytes:
    """Encode a message as it is sent. Raises LocalProtocolError saying what is wrong."""
    kind = wire_type_of(type_name)
    if kind == BYTES:
        return _bytes_of(value)
    if isinstance(value, bytes | bytearray | memoryview):
        value = _object_of(value)
    if kind == TWIST:
        value = complete_twist(value)
    data = encode_json(value).encode("utf-8", "surrogatepass")
    if len(data) > MAX_TEXT:
        raise EncodeError(
            GalileoWording.TEXT_TOO_LONG(length_bytes=len(data), limit_bytes=MAX_TEXT),
            GalileoWording.TEXT_TOO_LONG_TIP(),
        )
    return data


def _object_of(text: bytes | bytearray | memoryview) -> Mapping[str, Any]:
    try:
        value = json.loads(bytes(text))
    except (ValueError, RecursionError) as error:
        raise EncodeError(GalileoWording.TEXT_NO_JSON(reason=str(error))) from error
    if not isinstance(value, dict):
        raise EncodeError(GalileoWording.JSON_NO_OBJECT(), GalileoWording.JSON_NO_OBJECT_TIP())
    return value


def _bytes_of(value: Message) -> bytes:
    if isinstance(value, Mapping):
        if value.keys() != {"bytes"}:
            raise EncodeError(GalileoWording.BYTES_FIELD(), GalileoWording.BYTES_FIELD_TIP())
        data = _byte_values(value["bytes"])
    else:
        data = bytes(value)
    if len(data) > MAX_MESSAGE:
        raise EncodeError(GalileoWording.TOO_MANY_BYTES(length_bytes=len(data), limit_bytes=MAX_MESSAGE))
    return data


def _byte_values(value: object) -> bytes:
    try:
        if isinstance(value, str):
            return base64.b64decode(value, validate=True)
        if isinstance(value, bytes | bytearray | memoryview | list):
            return bytes(value)
    except (binascii.Error, ValueError, TypeError) as error:
        raise EncodeError(GalileoWording.BYTES_UNREADABLE(reason=str(error))) from error
    raise EncodeError(GalileoWording.NO_BYTES(), GalileoWording.NO_BYTES_TIP())


def commands_motion(path: str, type_name: str) -> bool:
    """Whether messages may set a robot in motion."""
    return path == CMD_VEL or _NAMES.get(type_name.strip().lower()) == TWIST


def may_move(path: str, type_name: str) -> bool:
    """Whether messages may move the robot in any way: only the status topic is known to take no commands."""
    return path != STATUS or commands_motion(path, type_name)


def stop_message_for(path: str, type_name: str, value: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The message that ends the motion which `value` commands; None where it commands none."""
    if _NAMES.get(type_name.strip().lower()) == BYTES:
        return None
    return stop_twist() if commands_motion(path, type_name) or looks_like_motion(value) else None


class GalileoPublisher(Publisher):
    """A publisher of one topic. Nothing waits: what can't be sent now is not sent later, so a command is never late.

    Args:
        left: called at the end, with this publisher and its topic.
        tasks: the tasks of the connection.
    """

    def __init__(
        self,
        topic: GalileoTopic,
        type_name: str,
        left: Callable[[GalileoPublisher, GalileoTopic], None],
        tasks: TaskPool,
    ) -> None:
        self.topic, self.type_name = topic.path, wire_type_of(type_name)
        self._dropped = 0
        self._topic = topic
        self._left = left
        self._tasks = tasks
        self._last_words: bytes | None = None
        self._sent_at: float | None = None
        # since when only commands to stand still were sent
        self._stop_began_at: float | None = None
        self._closing: asyncio.Task[bool] | None = None

    @property
    @override
    def dropped(self) -> int:
        return self._dropped

    @property
    def session(self) -> GalileoClientSession | None:
        """The session by which messages go; None while there is none."""
        return self._topic.link.session if self._topic.link is not None else None

    @property
    @override
    def subscribers(self) -> tuple[str, ...]:
        """The address of the robot while it is heard; else empty."""
        return self._topic.peer

    @override
    def encode(self, value: Message) -> bytes:
        return encode(self.type_name, value)

    @override
    def publish_encoded(self, payload: bytes, *, urgent: bool = False) -> None:
        """Send a message now; here every message is urgent."""
        del urgent
        self.publish_now(payload)

    def publish_now(self, payload: bytes, stop_began_at: float | None = None) -> bool:
        """Send a message now; whether there was a session for it. Raises LocalProtocolError as `publish_encoded`.

        With `stop_began_at` it is a command to stand still, as all commands since then were; `stop_arrived` says
        whether they arrived.
        """
        if self._closing is not None:
            raise LocalProtocolError(ConnectionWording.PUBLISHED_NO_MORE(topic=self.topic))
        return self._send(payload, stop_began_at)

    @property
    def stop_arrived(self) -> bool:
        """Whether it is proven that a command to stand still has arrived."""
        return self._topic.stop_arrived

    @override
    def set_final_message(self, payload: bytes) -> None:
        self._last_words = payload

    @override
    async def wait_for_subscriber(self, timeout_s: float) -> bool:
        await wait_for_event(self._topic.reached, timeout_s)
        return bool(self.subscribers)

    @override
    async def drain(self, timeout_s: float) -> bool:
        """Wait until the robot has answered a ping that was sent after the last message; whether it has in time."""
        deadline = _now() + timeout_s
        while self._sent_at is not None and not self._topic.answered_since(self._sent_at):
            if _now() >= deadline:
                return False
            await asyncio.sleep(DRAIN_POLL_S)
        return True

    @override
    async def close(self) -> bool:
        """Close the publisher; that goes on when the caller is cancelled."""
        if self._closing is None:
            self._closing = self._tasks.spawn(self._close(), f"end of {self.topic}")
        return await asyncio.shield(self._closing)

    def _send(self, payload: bytes, stop_began_at: float | None = None) -> bool:
        self._stop_began_at = stop_began_at
        sent = self._topic.send(payload, text=self.type_name != BYTES, stop_began_at=stop_began_at)
        if sent:
            self._sent_at = _now()
        else:
            self._dropped += 1
        return sent

    async def _close(self) -> bool:
        arrived = False
        try:
            if self._last_words is not None:
                arrived = await self._say_last_words(self._last_words)
            else:
                arrived = await self.drain(DRAIN_TIMEOUT_S) if self.subscribers else self._sent_at is None
        finally:
            if arrived:
                self._topic.mark_answered()
            self._left(self, self._topic)
        return arrived

    async def _say_last_words(self, payload: bytes) -> bool:
        """Send the final message until it is proven to have arrived, by a new session after a lost one."""
        deadline = _now() + FINAL_TIMEOUT_S
        began_at = _now() if self._stop_began_at is None else self._stop_began_at
        while not self._topic.stop_arrived:
            self._send(payload, began_at)
            if _now() >= deadline or (self._sent_at is None and not self.subscribers):
                return self._sent_at is None
            await asyncio.sleep(FINAL_INTERVAL_S)
        return True


def _now() -> float:
    return asyncio.get_running_loop().time()
