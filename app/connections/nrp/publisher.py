"""Publishers of commands to one joint, as `teledeck pub` sends them: to the engine, or by way of a broker.

An engine has no subscribers: it carries out its commands. A broker confirms that it has a command, and nobody that the
engine has it: that is as far as an arrival can be known. On one link the order is kept, so a zero never waits for a
motion; one motion is under way at a time.
"""

from __future__ import annotations

import abc
import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from typing_extensions import override

from app.connections.base import Message, Publisher
from app.connections.nrp.command_links import CommandLinks
from app.connections.publishing import DRAIN_POLL_S, DRAIN_TIMEOUT_S, FINAL_INTERVAL_S, FINAL_REPEATS
from app.net.tasks import TaskPool
from app.wording.connections import NrpWording
from protocols.errors import EncodeError, LocalProtocolError, ProtocolError
from protocols.nrp.joint_commands import encode_command, is_stop
from protocols.nrp.packs import PackType

# a link that broke is made anew so often
RENEW_EVERY_S: Final = 0.2

# the arrival of a stop that is not confirmed by then is reported as unknown
FINAL_TIMEOUT_S: Final = 3.5

# a motion that waited for longer was meant for a moment that is gone
MQTT_WAITS_S: Final = 0.1

# for the broker's confirmation; beyond so many unconfirmed zeros one more proves nothing
MQTT_CONFIRM_S: Final = 2.0
MQTT_MAX_ZEROS: Final = 4

# the arrival of a stop that the broker has not confirmed by then is reported as unknown
MQTT_FINAL_TIMEOUT_S: Final = 3.0


class JointPublisher(Publisher):
    """A publisher of commands to one joint.

    Args:
        topic: the joint's name.
        tasks: the tasks of the connection.
        left: called at the end.
    """

    def __init__(self, topic: str, tasks: TaskPool, left: Callable[[JointPublisher], None]) -> None:
        self.topic, self.type_name = topic, PackType.JOINT.value
        self._tasks = tasks
        self._left = left
        self._last_words: bytes | None = None
        self._closing: asyncio.Task[bool] | None = None

    @property
    @abc.abstractmethod
    @override
    def subscribers(self) -> tuple[str, ...]:
        """The engine while it can be commanded; else empty."""

    @override
    def encode(self, value: Message) -> bytes:
        return encode_command(value)

    @override
    def publish_encoded(self, payload: bytes, *, urgent: bool = False) -> None:
        """Send a command; a command to stand still is always urgent."""
        del urgent
        if self._closing is not None:
            raise LocalProtocolError(NrpWording.COMMANDED_NO_MORE(topic=self.topic))
        self._command(payload)

    @override
    def set_final_message(self, payload: bytes) -> None:
        """Set the final command. Raises EncodeError where it is no command to stand still."""
        if not is_stop(payload):
            raise EncodeError(NrpWording.NO_STANDSTILL_AT_END())
        self._last_words = payload

    @override
    async def wait_for_subscriber(self, timeout_s: float) -> bool:
        return await wait_until(lambda: bool(self.subscribers), timeout_s)

    @override
    async def close(self) -> bool:
        """Close the publisher; that goes on when the caller is cancelled."""
        if self._closing is None:
            self._closing = self._tasks.spawn(self._close(), f"end of {self.topic}")
        return await asyncio.shield(self._closing)

    @abc.abstractmethod
    def _command(self, payload: bytes) -> None:
        """Send a command now, or as soon as its link is free."""

    @abc.abstractmethod
    async def _bring_to_rest(self, rest: bytes) -> bool:
        """Send the final command several times; whether it has arrived."""

    async def _close(self) -> bool:
        try:
            if self._last_words is None:
                return await self.drain(DRAIN_TIMEOUT_S)
            return await self._bring_to_rest(self._last_words)
        finally:
            self._left(self)


async def wait_until(condition: Callable[[], bool], timeout_s: float) -> bool:
    """Wait for a condition; whether it holds within the time."""
    now = asyncio.get_running_loop().time
    deadline = now() + timeout_s
    while not condition():
        if now() >= deadline:
            return False
        await asyncio.sleep(DRAIN_POLL_S)
    return True


class NrpPublisher(JointPublisher):
    """A `JointPublisher` over gRPC or JSON. Of commands that wait for one that is under way the newest is sent.

    Args:
        commander: the links of the commands, opened; closed with this publisher.
        told: called with the fault of the links; None where there is none.
    """

    def __init__(
        self,
        topic: str,
        commander: CommandLinks,
        tasks: TaskPool,
        told: Callable[[ProtocolError | None], None],
        left: Callable[[JointPublisher], None],
    ) -> None:
        super().__init__(topic, tasks, left)
        self._dropped = 0
        self._commander = commander
        self._number = 0
        self._renewing = tasks.spawn(commander.keep_up(RENEW_EVERY_S, told), f"way of {topic}")

    @property
    @override
    def subscribers(self) -> tuple[str, ...]:
        """The engine while it can be commanded; it was there when this publisher was made, and may be gone since."""
        return (self._commander.engine or "engine",) if self._commander.is_up else ()

    @property
    @override
    def dropped(self) -> int:
        """The number of commands that a newer one replaced, that had no link, or that were not carried out."""
        return self._dropped + self._commander.failed

    @override
    async def drain(self, timeout_s: float) -> bool:
        """Wait until the engine has answered every command; whether it has within the time."""
        is_done = await wait_until(lambda: not self._commander.backlog[0], timeout_s)
        return is_done and self._commander.calls.arrived == self._number

    def _command(self, payload: bytes) -> None:
        self._number += 1
        self._dropped += self._commander.has_waiting
        if not self._commander.send({self.topic: payload}, self._number, moves=not is_stop(payload)):
            self._dropped += 1

    async def _bring_to_rest(self, rest: bytes) -> bool:
        return await self._commander.send_stop({self.topic: rest}, self._number + 1, FINAL_TIMEOUT_S)

    async def _close(self) -> bool:
        try:
            return await super()._close()
        finally:
            self._renewing.cancel()
            await self._commander.close()


class MqttPublisher(JointPublisher):
    """A `JointPublisher` by way of a broker. Of motions that wait the newest is sent, if that is soon.

    Args:
        engine: the engine that gets the commands.
        send: gives the broker a command, and waits for its confirmation. Raises ProtocolError.
        is_heard: whether the engine publishes now.
    """

    def __init__(
        self,
        topic: str,
        engine: str,
        send: Callable[[bytes, float], Awaitable[None]],
        is_heard: Callable[[], bool],
        tasks: TaskPool,
        left: Callable[[JointPublisher], None],
    ) -> None:
        super().__init__(topic, tasks, left)
        self._dropped = 0
        self._engine = engine
        self._send = send
        self._is_heard = is_heard
        self._waiting: tuple[bytes, float] | None = None
        self._moves = False
        self._zeros = 0
        self._newest = self._confirmed = 0

    @property
    @override
    def subscribers(self) -> tuple[str, ...]:
        """The engine while it publishes; else empty."""
        return (self._engine,) if self._is_heard() else ()

    @property
    @override
    def dropped(self) -> int:
        return self._dropped

    @override
    async def drain(self, timeout_s: float) -> bool:
        """Wait until the broker has every command; whether it has the newest within the time."""
        await wait_until(lambda: not (self._moves or self._zeros), timeout_s)
        return self._confirmed == self._newest

    def _command(self, payload: bytes) -> None:
        self._newest += 1
        if is_stop(payload):
            self._dropped += self._waiting is not None
            self._waiting = None
            if self._zeros < MQTT_MAX_ZEROS:
                self._tasks.spawn(self._send_zero(payload, self._newest), f"zero to {self.topic}")
            else:
                self._dropped += 1
            return
        self._dropped += self._waiting is not None
        self._waiting = payload, _now()
        if not self._moves:
            self._moves = True
            self._tasks.spawn(self._send_motions(), f"motion of {self.topic}")

    async def _send_zero(self, payload: bytes, number: int) -> None:
        self._zeros += 1
        try:
            await self._send(payload, MQTT_CONFIRM_S)
        except ProtocolError:
            self._dropped += 1
        else:
            self._confirmed = max(self._confirmed, number)
        finally:
            self._zeros -= 1

    async def _send_motions(self) -> None:
        try:
            while self._waiting is not None:
                (payload, at), self._waiting, number = self._waiting, None, self._newest
                if _now() - at > MQTT_WAITS_S:
                    self._dropped += 1
                    continue
                try:
                    await self._send(payload, MQTT_CONFIRM_S)
                except ProtocolError:
                    self._dropped += 1
                else:
                    self._confirmed = max(self._confirmed, number)
        finally:
            self._moves = False

    async def _bring_to_rest(self, rest: bytes) -> bool:
        self._waiting = None
        said = 0
        deadline = _now() + MQTT_FINAL_TIMEOUT_S
        while said < FINAL_REPEATS and _now() < deadline:
            # commands on a link before this one may come late: the stop is sent several times
            try:
                await self._send(rest, min(MQTT_CONFIRM_S, deadline - _now()))
            except ProtocolError:
                said = 0
            else:
                said += 1
            await asyncio.sleep(FINAL_INTERVAL_S)
        return said == FINAL_REPEATS


def _now() -> float:
    return asyncio.get_running_loop().time()
