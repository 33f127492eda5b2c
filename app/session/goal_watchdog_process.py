"""The process that calls off goals when the window that set them dies: for one robot, by a connection of its own.

The window tells it by a pipe which goals of its own the robot has; the end of the pipe is the window's end. Goals that
the robot has then are cancelled by their ids, so that those of others go on, until their servers have none of them. It
sends nothing before, and nothing where there is none: a window that ends in order has cancelled its goals itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Mapping
from typing import Final

from app.config.folders import state_folder
from app.config.run_settings import Settings
from app.connections.base import Connection
from app.connections.navigator import CallOff
from app.drive.messages.lines import LineError, decode_line
from app.drive.process.log_queue import FILE_PATTERN, LogFile, logging_to
from app.drive.process.pipes import InputPipe
from app.drive.robot.robot import open_connection
from app.drive.robot.targets import TargetError
from app.drive.supervisor.watchdog_process import CLOSE_TIMEOUT_S, INPUT, MOST_REST, ignore_signals, move_to_own_scope
from app.faults.run_log import logged_run
from app.model.topics import TopicStore
from app.session.goal_watchdogs import GoalMessage
from protocols.errors import LocalProtocolError

_LOGGER = logging.getLogger(__name__)

# how long it waits in each stage: for a server that is silent, or a goal that is late, as long as one may be on its
# way, for one that is heard and does not confirm as long as zeros go on
MOST_S: Final[Mapping[CallOff, float]] = {CallOff.UNHEARD: 120.0, CallOff.UNCONFIRMED: 60.0, CallOff.EXPECTED: 125.0}
LOOK_S: Final = 0.1


def run() -> int:
    """Stand by for the window that is at the other end of standard input."""
    ignore_signals()
    write = LogFile(state_folder() / "goal-watchdog.log").write
    with logged_run("goal watchdog", inherits=True), logging_to(write, logging.INFO, FILE_PATTERN):
        asyncio.run(_Run().run())
    return 0


class _Run:
    """A run of the process, on the running loop."""

    def __init__(self) -> None:
        self._rest = b""
        self._goals: dict[str, list[str]] = {}
        self._connection: Connection | None = None

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[None] = loop.create_future()
        self._input = InputPipe(INPUT, self._read)
        # a system that is slow to answer must not keep this process from its work
        scope = loop.run_in_executor(None, move_to_own_scope, "cancels goals when their window dies")
        await self._ended
        self._input.close()
        connection = self._connection
        if connection is not None:
            await self._call_off(connection)
            with contextlib.suppress(TimeoutError, LocalProtocolError):
                async with asyncio.timeout(CLOSE_TIMEOUT_S):
                    await connection.close()
        await scope

    def _read(self) -> None:
        data = self._input.read()
        if data is None:
            if not self._ended.done():
                self._ended.set_result(None)
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._rest = self._rest[:MOST_REST]
        for line in lines:
            try:
                self._hear(decode_line(line, GoalMessage, MOST_REST))
            except (LineError, LocalProtocolError, TargetError) as error:
                _LOGGER.warning("a line of the window could not be obeyed: %s", error)

    def _hear(self, message: GoalMessage) -> None:
        if message.goals is not None:
            self._goals = {server: ids for server, ids in (self._goals | message.goals).items() if ids}
        if message.robot and self._connection is None:
            self._connection = open_connection(message.robot, TopicStore(), Settings())
            self._connection.start()
            _LOGGER.info("stands by for %s", self._connection.id)

    async def _call_off(self, connection: Connection) -> None:
        """Cancel the goals that the robot has, until its servers have none of them and none may come late."""
        navigator = connection.navigator
        if not self._goals or navigator is None:
            return
        _LOGGER.warning("the window has died, and %s has goals of it: they are cancelled", connection.id)
        navigator.call_off(self._goals)
        stages: dict[str, tuple[CallOff, float]] = {}
        while True:
            now = asyncio.get_running_loop().time()
            called_off = navigator.called_off
            stages = {
                server: stages[server] if server in stages and stages[server][0] is stage else (stage, now)
                for server, stage in called_off.items()
            }
            if all(now - since >= MOST_S[stage] for stage, since in stages.values()):
                break
            await asyncio.sleep(LOOK_S)
        is_confirmed = set(called_off.values()) <= {CallOff.EXPECTED}
        outcome = "confirmed" if is_confirmed else "not confirmed"
        _LOGGER.warning("the cancellation of goals of %s is %s", connection.id, outcome)
