"""Publishers of commands to one joint of an engine, which has no subscribers: it carries out its commands itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from typing_extensions import override

from app.connections.nrp.command_links import CommandLinks
from app.connections.nrp.joint_publisher import JointPublisher, wait_until
from app.net.tasks import TaskPool
from protocols.errors import ProtocolError
from protocols.nrp.joint_commands import is_stop

# a link that broke is made anew so often, and has to answer within
RENEW_EVERY_S: Final = 0.2
ANSWER_S: Final = 2.0
# the arrival of a stop that is not confirmed by then is reported as unknown
FINAL_TIMEOUT_S: Final = 3.5


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
        self._told = told
        self._number = 0
        self._renewing = tasks.spawn(self._keep_up(), f"way of {topic}")

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

    async def _keep_up(self) -> None:
        """Make the link anew whenever it breaks."""
        while True:
            await asyncio.sleep(RENEW_EVERY_S)
            if not self._commander.is_up:
                try:
                    await self._commander.reopen(ANSWER_S)
                except ProtocolError as error:
                    self._told(error)
                else:
                    self._told(None)

    async def _bring_to_rest(self, rest: bytes) -> bool:
        return await self._commander.send_stop({self.topic: rest}, self._number + 1, FINAL_TIMEOUT_S)

    async def _close(self) -> bool:
        try:
            return await super()._close()
        finally:
            self._renewing.cancel()
            await self._commander.close()
