"""Commands to one joint, as `teledeck pub` sends them: an engine has no subscribers, it carries out what it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from app.connections.base import Message
from app.connections.nrp.commander import Commander
from app.connections.publishing import DRAIN_POLL_S, DRAIN_TIMEOUT_S
from app.net.tasks import TaskPool
from protocols.errors import EncodeError, LocalProtocolError, ProtocolError
from protocols.nrp.commands import encode_command, is_rest
from protocols.nrp.packs import PackType

# a way that broke is made anew so often, and answers within
RENEW_EVERY_S: Final = 0.2
ANSWER_S: Final = 2.0
# a stop whose arrival is not known by then is said to be unknown
LAST_WORDS_TIMEOUT_S: Final = 3.5


class NrpPublisher:
    """See `app.connections.base.Publisher`. Of commands that wait for one that is under way the newest is sent.

    Args:
        commander: opened; closed with this.
        told: called with what is wrong with the way of the commands; None where nothing is.
        left: called at the end.
    """

    def __init__(
        self,
        topic: str,
        commander: Commander,
        tasks: TaskPool,
        told: Callable[[ProtocolError | None], None],
        left: Callable[[NrpPublisher], None],
    ) -> None:
        self.topic = topic
        self.type_name: str = PackType.JOINT.value
        self._dropped = 0
        self._commander = commander
        self._tasks = tasks
        self._told = told
        self._left = left
        self._number = 0
        self._last_words: bytes | None = None
        self._closing: asyncio.Task[bool] | None = None
        self._renewing = tasks.spawn(self._keep_up(), f"way of {topic}")

    @property
    def subscribers(self) -> tuple[str, ...]:
        """See Publisher: the engine, while it can be commanded."""
        return (self._commander.engine or "engine",) if self._commander.is_up else ()

    @property
    def dropped(self) -> int:
        """See Publisher: what newer ones took the place of, had no way, or was not carried out."""
        return self._dropped + self._commander.failed

    def encode(self, value: Message) -> bytes:
        """See Publisher."""
        return encode_command(value)

    def publish(self, value: Message, *, urgent: bool = False) -> None:
        """See Publisher; what stands still is always urgent."""
        del urgent
        payload = self.encode(value)
        if self._closing is not None:
            raise LocalProtocolError(f"{self.topic} is commanded no more")
        self._send(payload)

    def end_with(self, value: Message | None) -> None:
        """See Publisher. Raises EncodeError for what is no command to stand still."""
        payload = None if value is None else self.encode(value)
        if payload is not None and not is_rest(payload):
            raise EncodeError("a joint can't be left by what is no command to stand still")
        self._last_words = payload

    async def wait_for_subscriber(self, timeout_s: float) -> bool:
        """See Publisher: the engine was there when this was made, and may be gone since."""
        deadline = _now() + timeout_s
        while not self._commander.is_up:
            if _now() >= deadline:
                return False
            await asyncio.sleep(DRAIN_POLL_S)
        return True

    async def drain(self, timeout_s: float) -> bool:
        """See Publisher: the engine has answered."""
        deadline = _now() + timeout_s
        while self._commander.backlog[0]:
            if _now() >= deadline:
                return False
            await asyncio.sleep(DRAIN_POLL_S)
        return self._commander.ledger.arrived == self._number

    async def close(self) -> bool:
        """See Publisher. It goes on when the caller is cancelled."""
        if self._closing is None:
            self._closing = self._tasks.spawn(self._close(), f"end of {self.topic}")
        return await asyncio.shield(self._closing)

    def _send(self, payload: bytes) -> None:
        self._number += 1
        self._dropped += self._commander.waits
        if not self._commander.send({self.topic: payload}, self._number, moves=not is_rest(payload)):
            self._dropped += 1

    async def _keep_up(self) -> None:
        """Have the way made anew whenever it breaks."""
        while True:
            await asyncio.sleep(RENEW_EVERY_S)
            if not self._commander.is_up:
                try:
                    await self._commander.renew(ANSWER_S)
                except ProtocolError as error:
                    self._told(error)
                else:
                    self._told(None)

    async def _close(self) -> bool:
        arrived = False
        try:
            if self._last_words is not None:
                rest = {self.topic: self._last_words}
                arrived = await self._commander.bring_to_rest(rest, self._number + 1, LAST_WORDS_TIMEOUT_S)
            else:
                arrived = await self.drain(DRAIN_TIMEOUT_S)
        finally:
            self._renewing.cancel()
            self._left(self)
            await self._commander.close()
        return arrived


def _now() -> float:
    return asyncio.get_running_loop().time()
