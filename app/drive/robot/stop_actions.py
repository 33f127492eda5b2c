"""Actions of a robot's profile at STOP, beside zeros: a topic is locked, a service called, goals are cancelled.

They come after the zeros and none of them is waited for. An action that fails is tried again and logged; bringing the
robot to a stand is the matter of zeros alone. A process that ends while STOP is latched leaves the robot locked.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from app.config.profile import Profile
from app.connections.base import Connection, GraphAccess, Publisher
from app.drive.control.values import Stage
from app.net.tasks import TaskPool
from app.wording.drive import DriveWording
from protocols.errors import LocalProtocolError, ProtocolError

_LOGGER = logging.getLogger(__name__)

LOCK_TYPE: Final = "std_msgs/Bool"
# some multiplexers hold a lock that is not renewed, others drop it: so it is renewed
LOCK_EVERY_S: Final = 0.5
TIMEOUT_S: Final = 2.0
ATTEMPTS: Final = 3
RETRY_S: Final = 0.2

RecordEntry = Callable[[dict[str, object]], None]


class StopActions:
    """The stop actions of a robot, on the running loop.

    Args:
        tasks: the pool of the owner of this, which ends with it.
    """

    def __init__(self, connection: Connection, profile: Profile, tasks: TaskPool) -> None:
        self._connection = connection
        self._profile = profile
        self._tasks = tasks
        self._stopped = False
        self._locking: asyncio.Task[None] | None = None
        self._lock: tuple[str, Publisher] | None = None

    def use_profile(self, profile: Profile) -> None:
        """Use another profile from the next STOP on."""
        self._profile = profile

    def observe_stage(self, stage: Stage, record: RecordEntry) -> None:
        """Take the stage: begin when STOP is pressed, and unlock when it is cleared. Never waits."""
        stopped = stage is Stage.STOPPED
        if stopped == self._stopped:
            return
        self._stopped = stopped
        if self._locking is not None:
            self._locking.cancel()
            self._locking = None
        profile = self._profile
        if stopped:
            if profile.stop_service:
                self._spawn("stop service", profile.stop_service, self._call_service, record)
            if profile.stop_goal:
                self._spawn("stop goal", profile.stop_goal, self._cancel_goals, record)
        # the topic that was locked is unlocked, whatever the profile says by now
        topic = profile.lock_topic if stopped else self._lock[0] if self._lock is not None else ""
        if topic:
            self._locking = self._tasks.spawn(self._hold(topic, record, locked=stopped), "lock")

    def leave_locked(self) -> None:
        """Renew the lock no more, and do not take it back: another process holds it now."""
        self._stopped = False
        if self._locking is not None:
            self._locking.cancel()
            self._locking = None

    async def close(self) -> None:
        """Wait for an unlocking that is under way, for two seconds at the most."""
        if self._locking is not None and not self._stopped:
            await asyncio.wait({self._locking}, timeout=TIMEOUT_S)

    def _spawn(self, what: str, name: str, act: Callable[[str], Awaitable[object]], record: RecordEntry) -> None:
        self._tasks.spawn(self._try(what, name, lambda: act(name), record), what)

    async def _try(self, what: str, name: str, act: Callable[[], Awaitable[object]], record: RecordEntry) -> bool:
        """Try an action several times; return whether it was done. Either is recorded."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                async with asyncio.timeout(2 * TIMEOUT_S):
                    await act()
            except LocalProtocolError as error:
                reason = error.reason
                break
            except ProtocolError as error:
                reason = error.reason
            except TimeoutError:
                reason = DriveWording.STOP_ACTION_LATE()
            else:
                record({what: name, "done": True})
                return True
            if attempt < ATTEMPTS:
                await asyncio.sleep(RETRY_S)
        record({what: name, "done": False, "words": reason})
        _LOGGER.warning("at STOP, %s could not be done: %s", name, reason)
        return False

    @property
    def _access(self) -> GraphAccess:
        access = self._connection.graph_access
        if access is None:
            raise LocalProtocolError(DriveWording.NO_SERVICES())
        return access

    async def _call_service(self, name: str) -> Mapping[str, Any]:
        return await self._access.call_service(name, {}, TIMEOUT_S)

    async def _cancel_goals(self, name: str) -> None:
        await self._access.cancel_goal(name, "", TIMEOUT_S)

    async def _hold(self, topic: str, record: RecordEntry, *, locked: bool) -> None:
        """Publish that the topic is locked for as long as it is, or once that it is not."""
        await self._try("lock" if locked else "unlock", topic, lambda: self._say(topic, locked), record)
        while locked:
            await asyncio.sleep(LOCK_EVERY_S)
            with contextlib.suppress(ProtocolError, TimeoutError):
                # also where the first attempts failed: the robot may be connected again
                await self._say(topic, locked)

    async def _say(self, topic: str, locked: bool) -> None:  # noqa: FBT001 - what is said
        if self._lock is None or self._lock[0] != topic:
            publisher = await self._connection.advertise(topic, LOCK_TYPE, TIMEOUT_S, newest_only=True)
            # a subscriber that needs a moment to connect gets the next message
            self._lock = topic, publisher
        self._lock[1].publish({"data": locked})
