"""Driving as views use it: at most one robot, by a drive process with a watchdog.

Both are processes of their own. The drive process starts the watchdog, which reports to the window after the drive
process has ended. A drive process that ended unexpectedly is started again, disarmed, or latched if STOP was pressed,
unless it ends again and again.
"""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from collections import deque
from pathlib import Path
from typing import Final

from app.config.profile import Profile
from app.config.run_settings import Settings
from app.drive.robot.robot import check_address
from app.drive.robot.targets import TargetError
from app.drive.supervisor.drive_process import DriveProcess, DriveTarget, ReportListener, start_drive_process
from app.drive.supervisor.drive_state import DrivePhase
from app.drive.supervisor.drive_supervisor import DriveSupervisor
from app.drive.supervisor.watchdog_links import WatchdogLinks
from app.net.tasks import TaskPool
from app.session.commands import Commands
from app.session.errors import SessionError
from app.session.links import Links
from app.wording.session import SessionWording

_LOGGER = logging.getLogger(__name__)

# a machine that is too busy for one process is too busy for another at once
RESTART_S: Final = 0.5
MOST_RESTARTS: Final = 3
RESTARTS_WITHIN_S: Final = 60.0
# exit code that another start can't mend: a wrong topic, type or profile
_WRONG_USAGE: Final = 2
# each connection needs ports of its own; if they are fixed, the window's connection has the first two
_PROCESS_PORTS: Final = 2
_WATCHDOG_PORTS: Final = 4
# while a stop is still owed to a robot, its watchdog keeps its ports
_PORTS_EACH: Final = 2
# within this a watchdog says whether it is still needed, and ends if it is not
SETTLE_S: Final = 2.0
_MOST_PORT: Final = 65535


class Driving:
    """Starts and ends the drive process of the one robot that is driven. For the interface's thread alone.

    Attributes:
        handle: of the drive process; the same for a whole run.
        connection_id: the connection whose robot is driven; empty for none.
        profile: the profile by which a robot was made ready last; None before there was one.
    """

    def __init__(self, settings: Settings, links: Links, commands: Commands) -> None:
        self.connection_id = ""
        self.profile: Profile | None = None
        self._settings = settings
        self._links = links
        self._commands = commands
        self._watchdogs = WatchdogLinks()
        self.handle = DriveSupervisor(self._changed, self._watchdogs, start_child=self._launch)
        self._tasks = TaskPool("driving")
        self._one_at_a_time = asyncio.Lock()
        # after waiting for its turn a request checks whether it is still the newest
        self._wish = 0
        self._wanted = ""
        self._restarting = False
        self._restarts: deque[float] = deque(maxlen=MOST_RESTARTS)

    async def drive(self, connection_id: str, topic: str, type_name: str, profile: Profile) -> bool:
        """Make a robot ready to be driven, instead of an earlier one; it is disarmed, and STOP stays latched.

        Returns:
            Whether the robot is ready; false if a later request came before it was.

        Raises:
            SessionError: the robot can't be driven, is read-only, or there is no such connection. Then none is driven.
        """
        wish = self._want(connection_id)
        async with self._one_at_a_time:
            if wish != self._wish:
                return False
            try:
                target = await self._make_ready(wish, connection_id, topic, type_name, profile)
            except SessionError:
                # the robot that was driven before is not shown any more
                await self._leave()
                raise
            if wish == self._wish:
                await self._start(target)
            if wish != self._wish:
                await self._leave()
        return wish == self._wish

    async def leave(self, connection_id: str | None = None) -> None:
        """End driving, of this connection or of any; zeros are sent first. Requests that wait for it are cancelled."""
        if connection_id in {None, self._wanted}:
            self._want("")
        elif connection_id != self.connection_id:
            return
        async with self._one_at_a_time:
            # another robot may be driven by now
            if self.connection_id and connection_id in {None, self.connection_id}:
                await self._leave()

    async def close(self) -> None:
        """End driving at the end of the program."""
        self._want("")
        async with self._one_at_a_time:
            # under the lock, so that an end that is under way is complete: nothing goes on after this
            if self.connection_id:
                await self._leave()
        await self._tasks.cancel()
        # a stop that is still owed to a robot is tried further: watchdogs outlive the program, for a minute at most
        if self.handle.state.watchdogs.any_may_be_moving:
            _LOGGER.warning("the program ends, and a robot may still be moving: zeros go on until they arrive")
        self._watchdogs.close()

    # inside

    def _want(self, connection_id: str) -> int:
        """Note the newest request, and give its number; an empty id is the request to drive none."""
        self._wish += 1
        self._wanted = connection_id
        return self._wish

    async def _make_ready(
        self, wish: int, connection_id: str, topic: str, type_name: str, profile: Profile
    ) -> DriveTarget:
        """End the earlier drive, and check the new target, unless a later request came meanwhile."""
        target = self._target(connection_id, topic, type_name, profile)
        try:
            check_address(target.uri)
        except TargetError as error:
            raise SessionError(error.reason, error.tip) from error
        await self._end_what_is_driven()
        if wish != self._wish:
            return target
        self.connection_id, self.profile = connection_id, profile
        # ending may have taken long
        self._commands.check_allowed(connection_id)
        return target

    def _target(self, connection_id: str, topic: str, type_name: str, profile: Profile) -> DriveTarget:
        """The target of a drive. Raises SessionError."""
        address, access = self._links.secret_address(connection_id)
        self._commands.check_allowed(connection_id)
        ports = _with_ports(self._settings, _PROCESS_PORTS)
        target = DriveTarget(
            address,
            topic,
            type_name,
            profile,
            publisher_port=ports.publisher_port,
            slave_port=ports.slave_port,
        )
        if access is not None:
            target = dataclasses.replace(target, uri=access.uri, secrets=access.variables)
        return target

    async def _leave(self) -> None:
        self.connection_id = ""
        await self._end_what_is_driven()

    async def _end_what_is_driven(self) -> None:
        await self.handle.close()
        await self._watchdogs.leave_robot(SETTLE_S)

    async def _start(self, target: DriveTarget) -> None:
        try:
            await self.handle.start(target)
        except OSError as error:
            raise SessionError(SessionWording.DRIVING_NOT_STARTED(), error.strerror or str(error)) from error

    def _launch(self, target: DriveTarget, latched: bool, log: Path | None, ear: ReportListener) -> DriveProcess:  # noqa: FBT001 - see DriveSupervisor
        """Start a drive process, whose watchdog dials us. Raises OSError."""
        place = self._watchdogs.free_port_slot
        ports = _with_ports(self._settings, _WATCHDOG_PORTS + place * _PORTS_EACH)
        where = self._watchdogs.prepare_launch(
            self.connection_id, target.topic, place, ports.publisher_port, ports.slave_port
        )
        return start_drive_process(dataclasses.replace(target, watchdog=where), latched, log, ear)

    def _changed(self) -> None:
        """Restart the drive process if it has ended unexpectedly; called at each change, on the interface's loop."""
        state = self.handle.state
        if state.phase is not DrivePhase.ENDED or not self.connection_id or self._restarting:
            return
        now = asyncio.get_running_loop().time()
        often = len(self._restarts) == MOST_RESTARTS and now - self._restarts[0] < RESTARTS_WITHIN_S
        # a process that could not even start was reported to the caller
        if often or self.handle.exit_code in {None, _WRONG_USAGE}:
            return
        self._restarting = True
        self._restarts.append(now)
        self._tasks.spawn(self._restart(), "restart")

    async def _restart(self) -> None:
        _LOGGER.warning("the drive process ended unexpectedly, and is started again")
        started = False
        try:
            await asyncio.sleep(RESTART_S)
            async with self._one_at_a_time:
                state = self.handle.state
                driven = self.connection_id
                wanted = bool(driven) and driven == self._wanted and self._commands.allows(driven)
                if state.phase is DrivePhase.ENDED and state.target is not None and wanted:
                    await self._start(state.target)
                    started = True
        except SessionError as error:
            _LOGGER.warning("%s: %s", error.reason, error.tip)
        finally:
            self._restarting = False
        if started:
            # the end of a process that has ended meanwhile was ignored, since this restart was under way
            self._changed()


def _with_ports(settings: Settings, more: int) -> Settings:
    """The settings with each fixed port higher by `more`; 0, for any free port, if that is no valid port."""

    def further(port: int) -> int:
        return port + more if 0 < port <= _MOST_PORT - more else 0

    return dataclasses.replace(
        settings, publisher_port=further(settings.publisher_port), slave_port=further(settings.slave_port)
    )
