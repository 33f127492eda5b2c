"""Publishers of commands to one joint by way of a broker, as `teledeck pub` uses them.

A broker confirms that it has a command, and nobody confirms that the engine has it: that is as far as an arrival can be
known. Messages on one link keep their order, so a zero never waits for a motion; one motion is under way at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from typing_extensions import override

from app.connections.nrp.joint_publisher import JointPublisher, wait_until
from app.connections.publishing import FINAL_INTERVAL_S, FINAL_REPEATS
from app.net.tasks import TaskPool
from protocols.errors import ProtocolError
from protocols.nrp.joint_commands import is_stop

# a motion that waited for longer was meant for a moment that is gone
MQTT_WAITS_S: Final = 0.1
# for the broker's confirmation; beyond so many unconfirmed zeros one more proves nothing
MQTT_CONFIRM_S: Final = 2.0
MQTT_MAX_ZEROS: Final = 4
# the arrival of a stop that the broker has not confirmed by then is reported as unknown
MQTT_FINAL_TIMEOUT_S: Final = 3.0


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
