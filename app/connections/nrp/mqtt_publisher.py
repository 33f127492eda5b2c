"""Commands to one joint by way of a broker, as `teledeck pub` sends them.

A broker confirms that it has a command, and nobody that the engine has: that is as far as an arrival can be known. What
goes by one link keeps its order, so a zero never waits for a motion; of motions one is under way at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from app.connections.base import Message
from app.connections.publishing import DRAIN_POLL_S, DRAIN_TIMEOUT_S, LAST_WORDS, LAST_WORDS_INTERVAL_S
from app.net.tasks import TaskPool
from protocols.errors import EncodeError, LocalProtocolError, ProtocolError
from protocols.nrp.commands import encode_command, is_rest
from protocols.nrp.packs import PackType

# a motion that waited for longer was meant for a moment that is gone
WAITS_S: Final = 0.1
# for the broker's word; beyond so many zeros without it one more proves nothing
CONFIRM_S: Final = 2.0
MAX_ZEROS: Final = 4
# a stop that the broker has not confirmed by then is said to be unknown
LAST_WORDS_TIMEOUT_S: Final = 3.0


class MqttPublisher:
    """See `app.connections.base.Publisher`. Of motions that wait the newest is sent, if that is soon.

    Args:
        topic: the joint's name.
        engine: who gets it.
        send: has the broker take a command, and waits for its word. Raises ProtocolError.
        is_heard: whether the engine publishes now.
        left: called at the end.
    """

    def __init__(
        self,
        topic: str,
        engine: str,
        send: Callable[[bytes, float], Awaitable[None]],
        is_heard: Callable[[], bool],
        tasks: TaskPool,
        left: Callable[[MqttPublisher], None],
    ) -> None:
        self.topic = topic
        self.type_name: str = PackType.JOINT.value
        self.dropped = 0
        self._engine = engine
        self._send = send
        self._is_heard = is_heard
        self._tasks = tasks
        self._left = left
        self._last_words: bytes | None = None
        self._waiting: tuple[bytes, float] | None = None
        self._moves = False
        self._zeros = 0
        self._newest = self._confirmed = 0
        self._closing: asyncio.Task[bool] | None = None

    @property
    def subscribers(self) -> tuple[str, ...]:
        """See Publisher: the engine, while it publishes."""
        return (self._engine,) if self._is_heard() else ()

    def encode(self, value: Message) -> bytes:
        """See Publisher."""
        return encode_command(value)

    def publish(self, value: Message, *, urgent: bool = False) -> None:
        """See Publisher; what stands still is always urgent."""
        del urgent
        payload = self.encode(value)
        if self._closing is not None:
            raise LocalProtocolError(f"{self.topic} is commanded no more")
        self._newest += 1
        if is_rest(payload):
            self.dropped += self._waiting is not None
            self._waiting = None
            if self._zeros < MAX_ZEROS:
                self._tasks.spawn(self._send_zero(payload, self._newest), f"zero to {self.topic}")
            else:
                self.dropped += 1
            return
        self.dropped += self._waiting is not None
        self._waiting = payload, _now()
        if not self._moves:
            self._moves = True
            self._tasks.spawn(self._send_motions(), f"motion of {self.topic}")

    def end_with(self, value: Message | None) -> None:
        """See Publisher. Raises EncodeError for what is no command to stand still."""
        payload = None if value is None else self.encode(value)
        if payload is not None and not is_rest(payload):
            raise EncodeError("a joint can't be left by what is no command to stand still")
        self._last_words = payload

    async def wait_for_subscriber(self, timeout_s: float) -> bool:
        """See Publisher: the engine has published."""
        return await _until(self._is_heard, timeout_s)

    async def drain(self, timeout_s: float) -> bool:
        """See Publisher: the broker has all."""
        await _until(lambda: not (self._moves or self._zeros), timeout_s)
        return self._confirmed == self._newest

    async def close(self) -> bool:
        """See Publisher. It goes on when the caller is cancelled."""
        if self._closing is None:
            self._closing = self._tasks.spawn(self._close(), f"end of {self.topic}")
        return await asyncio.shield(self._closing)

    async def _send_zero(self, payload: bytes, number: int) -> None:
        self._zeros += 1
        try:
            await self._send(payload, CONFIRM_S)
        except ProtocolError:
            self.dropped += 1
        else:
            self._confirmed = max(self._confirmed, number)
        finally:
            self._zeros -= 1

    async def _send_motions(self) -> None:
        try:
            while self._waiting is not None:
                (payload, at), self._waiting, number = self._waiting, None, self._newest
                if _now() - at > WAITS_S:
                    self.dropped += 1
                    continue
                try:
                    await self._send(payload, CONFIRM_S)
                except ProtocolError:
                    self.dropped += 1
                else:
                    self._confirmed = max(self._confirmed, number)
        finally:
            self._moves = False

    async def _close(self) -> bool:
        try:
            if self._last_words is None:
                return await self.drain(DRAIN_TIMEOUT_S)
            return await self._bring_to_rest(self._last_words)
        finally:
            self._left(self)

    async def _bring_to_rest(self, rest: bytes) -> bool:
        self._waiting = None
        said = 0
        deadline = _now() + LAST_WORDS_TIMEOUT_S
        while said < LAST_WORDS and _now() < deadline:
            # what went by a link before this one may come late: it is said several times
            try:
                await self._send(rest, min(CONFIRM_S, deadline - _now()))
            except ProtocolError:
                said = 0
            else:
                said += 1
            await asyncio.sleep(LAST_WORDS_INTERVAL_S)
        return said == LAST_WORDS


async def _until(condition: Callable[[], bool], timeout_s: float) -> bool:
    deadline = _now() + timeout_s
    while not condition():
        if _now() >= deadline:
            return False
        await asyncio.sleep(DRAIN_POLL_S)
    return True


def _now() -> float:
    return asyncio.get_running_loop().time()
