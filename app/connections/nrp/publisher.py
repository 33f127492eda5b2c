"""Commands to one joint, as `teledeck pub` sends them: an engine has no subscribers, it carries out what it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from app.connections.nrp.commander import Commander
from app.connections.nrp.joint_publisher import JointPublisher, until
from app.net.tasks import TaskPool
from protocols.errors import ProtocolError
from protocols.nrp.commands import is_rest

# a way that broke is made anew so often, and answers within
RENEW_EVERY_S: Final = 0.2
ANSWER_S: Final = 2.0
# a stop whose arrival is not known by then is said to be unknown
LAST_WORDS_TIMEOUT_S: Final = 3.5


class NrpPublisher(JointPublisher):
    """A `JointPublisher` over gRPC or JSON. Of commands that wait for one that is under way the newest is sent.

    Args:
        commander: opened; closed with this.
        told: called with what is wrong with the way of the commands; None where nothing is.
    """

    def __init__(
        self,
        topic: str,
        commander: Commander,
        tasks: TaskPool,
        told: Callable[[ProtocolError | None], None],
        left: Callable[[JointPublisher], None],
    ) -> None:
        super().__init__(topic, tasks, left)
        self._dropped = 0
        self._commander = commander
        self._told = told
        self._number = 0
        self._renewing = tasks.spawn(self._keep_up(), f"way of {topic}")

    @property
    def subscribers(self) -> tuple[str, ...]:
        """See Publisher: the engine, which was there when this was made, and may be gone since."""
        return (self._commander.engine or "engine",) if self._commander.is_up else ()

    @property
    def dropped(self) -> int:
        """See Publisher: what newer ones took the place of, had no way, or was not carried out."""
        return self._dropped + self._commander.failed

    async def drain(self, timeout_s: float) -> bool:
        """See Publisher: the engine has answered."""
        is_done = await until(lambda: not self._commander.backlog[0], timeout_s)
        return is_done and self._commander.ledger.arrived == self._number

    def _command(self, payload: bytes) -> None:
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

    async def _bring_to_rest(self, rest: bytes) -> bool:
        return await self._commander.bring_to_rest({self.topic: rest}, self._number + 1, LAST_WORDS_TIMEOUT_S)

    async def _close(self) -> bool:
        try:
            return await super()._close()
        finally:
            self._renewing.cancel()
            await self._commander.close()
