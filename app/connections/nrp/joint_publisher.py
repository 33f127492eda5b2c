"""The common part of the publishers of commands to one joint, by whatever link the commands go."""

from __future__ import annotations

import abc
import asyncio
from collections.abc import Callable

from typing_extensions import override

from app.connections.base import Message, Publisher
from app.connections.publishing import DRAIN_POLL_S, DRAIN_TIMEOUT_S
from app.net.tasks import TaskPool
from protocols.errors import EncodeError, LocalProtocolError
from protocols.nrp.joint_commands import encode_command, is_stop
from protocols.nrp.packs import PackType


class JointPublisher(Publisher):
    """A publisher of commands to one joint.

    Args:
        topic: the joint's name.
        tasks: the tasks of the connection.
        left: called at the end.
    """

    def __init__(self, topic: str, tasks: TaskPool, left: Callable[[JointPublisher], None]) -> None:
        self._topic = topic
        self._tasks = tasks
        self._left = left
        self._last_words: bytes | None = None
        self._closing: asyncio.Task[bool] | None = None

    @property
    @override
    def topic(self) -> str:
        return self._topic

    @property
    @override
    def type_name(self) -> str:
        return PackType.JOINT.value

    @property
    @abc.abstractmethod
    @override
    def subscribers(self) -> tuple[str, ...]:
        """The engine while it can be commanded; else empty."""

    @override
    def encode(self, value: Message) -> bytes:
        return encode_command(value)

    @override
    def publish(self, value: Message, *, urgent: bool = False) -> None:
        """Send a command; a command to stand still is always urgent."""
        del urgent
        payload = self.encode(value)
        if self._closing is not None:
            raise LocalProtocolError(f"{self.topic} is commanded no more")
        self._command(payload)

    @override
    def set_final_message(self, value: Message | None) -> None:
        """Set the final command. Raises EncodeError where it is no command to stand still."""
        payload = None if value is None else self.encode(value)
        if payload is not None and not is_stop(payload):
            raise EncodeError("a joint can't be left by what is no command to stand still")
        self._last_words = payload

    @override
    async def wait_for_subscriber(self, timeout_s: float) -> bool:
        return await wait_until(lambda: bool(self.subscribers), timeout_s)

    @abc.abstractmethod
    @override
    async def drain(self, timeout_s: float) -> bool:
        raise NotImplementedError

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
