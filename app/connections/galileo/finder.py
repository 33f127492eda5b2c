"""The finder of Galileo robots, which listens for their broadcasts. It sends nothing and asks no robot anything."""

from __future__ import annotations

import asyncio
from typing import Final

from typing_extensions import override

from app.connections.scheme import AnnouncementListener
from app.model.discovery import FoundRobot, FoundRobots
from app.net.tasks import TaskPool
from app.net.udp import Address, DatagramPort, open_broadcast_port
from app.wording.connections import GalileoWording
from protocols.errors import GalileoError, ProtocolError
from protocols.galileo import DISCOVERY_PORT
from protocols.galileo.discovery import FORGET_AFTER_S, parse_announcement
from protocols.galileo.uri import DEFAULT_PORT, SCHEME

# a greater number is no fleet of robots but a sender that makes them up
MAX_FOUND: Final = 64

_LOOK_INTERVAL_S: Final = 0.5
# a port that another program has may come free
_RETRY_S: Final = 2.0
_PATH: Final = "galileo/status"
_TIP: Final = GalileoWording.FINDER_TIP()


class GalileoFinder(AnnouncementListener):
    """The finder of robots.

    Args:
        port: the port that robots broadcast to; 0 for any free one.
    """

    def __init__(self, port: int = DISCOVERY_PORT) -> None:
        self.found = FoundRobots()
        self._number = port
        self._tasks = TaskPool("robot finder")
        self._port: DatagramPort | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._robots: dict[tuple[str, str], FoundRobot] = {}
        self._ignored = 0
        self._problem = ("", "")
        self._retry_s = 0.0

    @override
    def start(self) -> None:
        if self._timer is None:
            self._look()

    @override
    async def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._port is not None:
            self._port.close()
            self._port = None
        self._robots.clear()
        self._ignored, self._retry_s, self._problem = 0, 0.0, ("", "")
        self.found = FoundRobots()
        await self._tasks.cancel()

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(_LOOK_INTERVAL_S, self._look)
        now = loop.time()
        if self._port is None and now >= self._retry_s:
            self._open(now)
        for key, robot in tuple(self._robots.items()):
            if now - robot.heard_s > FORGET_AFTER_S:
                del self._robots[key]
        self._tell()

    def _open(self, now: float) -> None:
        try:
            self._port = open_broadcast_port(self._number, self._take, self._tasks)
        except ProtocolError as error:
            self._retry_s = now + _RETRY_S
            self._problem = (error.reason, _TIP)
        else:
            self._problem = ("", "")

    def _take(self, data: bytes, source: Address) -> None:
        now = asyncio.get_running_loop().time()
        try:
            told = parse_announcement(data, source[0])
        except GalileoError:
            self._ignored += 1
            return
        key = (told.robot_id, told.address)
        if key not in self._robots and len(self._robots) >= MAX_FOUND:
            self._ignored += 1
            return
        uri = f"{SCHEME}://{told.address}:{DEFAULT_PORT}/{_PATH}"
        known = key in self._robots
        self._robots[key] = FoundRobot(uri, told.robot_id, told.address, told.version, now)
        if not known:
            self._tell()

    def _tell(self) -> None:
        problem, tip = self._problem
        sign = f"UDP {self._number if self._port is None else self._port.local[1]}"
        self.found = FoundRobots(tuple(self._robots.values()), sign, problem, tip, self._ignored)
