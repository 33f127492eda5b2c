"""The window's links to its watchdogs: one for each drive process that it started and that may still need its watchdog.

Watchdogs dial the window at a port that only this machine reaches, with a token that goes by the environment of the
drive process. Each link is read by a thread of its own; messages to watchdogs are written at once by the caller, and
wait for nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import secrets
import socket
import threading
from dataclasses import dataclass
from typing import Final

from typing_extensions import override

from app.drive.control.values import Stage
from app.drive.messages.lines import MAX_LINE, LineError, decode_object, encode_line
from app.drive.messages.report import DriveReport
from app.drive.messages.watchdog_messages import WatchdogState, WindowAddress, parse_watchdog_state
from app.drive.supervisor.drive_state import Watchdogs, WatchdogsState
from app.wording.drive import LineWording

_LOGGER = logging.getLogger(__name__)

# the time within which a process that dials has to send its token
GREETING_S: Final = 2.0
# the time between two checks whether watchdogs have ended
CHECK_EVERY_S: Final = 0.01


@dataclass(frozen=True, slots=True)
class DriveLaunch:
    """The start of a drive process.

    Attributes:
        number: the number of the start, among all of this window; from 1 on.
        robot, topic: the robot and the topic that it drives.
        port_slot: the number of the watchdog's ports, which no other watchdog that is there has.
    """

    number: int = 0
    robot: str = ""
    topic: str = ""
    port_slot: int = 0


class WatchdogLinks(Watchdogs):
    """The links to all watchdogs of a window, for a whole run. Every call is safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._launches: dict[int, DriveLaunch] = {}
        self._launch = DriveLaunch()
        self._links: dict[int, _WatchdogLink] = {}
        self._token = secrets.token_urlsafe(24)
        self._listener: socket.socket | None = None
        self._stage: Stage | None = None
        self._driven = ""
        self._closed = False

    # for the starter of drive processes

    @property
    def free_port_slot(self) -> int:
        """The smallest number of ports that no watchdog has."""
        with self._lock:
            taken = {link.launch.port_slot for link in self._links.values()}
        return next(place for place in range(len(taken) + 1) if place not in taken)

    def prepare_launch(self, robot: str, topic: str, place: int, publisher_port: int, slave_port: int) -> str:
        """Prepare the next start; return our address for its watchdog. Raises OSError where we can't listen."""
        listener = self._listener or self._listen()
        with self._lock:
            launch = self._launch = DriveLaunch(self._launch.number + 1, robot, topic, place)
            self._launches[launch.number] = launch
            self._stage = None
            self._driven = robot
        return WindowAddress(listener.getsockname()[1], self._token, launch.number, publisher_port, slave_port).text

    async def leave_robot(self, timeout_s: float) -> None:
        """Leave the robot: a stop that is under way goes on until it has arrived, all other watchdogs end.

        Returns when every watchdog has ended or said that its stop goes on, or after the time.
        """
        with self._lock:
            self._driven = ""
        loop = asyncio.get_running_loop()
        ends_at = loop.time() + timeout_s
        for link in self._all:
            link.say({"leave": True})
        # other threads change this, with no event of this loop
        while not all(link.state.moving for link in self._all) and loop.time() < ends_at:  # noqa: ASYNC110
            await asyncio.sleep(CHECK_EVERY_S)

    def close(self) -> None:
        """Close all links; watchdogs with a stop under way outlive the program."""
        listener, self._listener = self._listener, None
        if listener is not None:
            with contextlib.suppress(OSError):
                # wakes the thread that waits there
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        with self._lock:
            self._closed = True
        for link in self._all:
            link.close()

    # Guard

    @property
    @override
    def state(self) -> WatchdogsState:
        links = self._all
        driven, number = self._driven, self._launch.number
        moving = [link.launch.robot for link in links if link.state.moving]
        newest = next((link.state for link in links if link.launch.number == number), WatchdogState())
        return WatchdogsState(
            moving=driven in moving,
            text=newest.words,
            tip=newest.tip,
            names=frozenset(link.state.name for link in links if link.state.name),
            left_robots=tuple(dict.fromkeys(robot for robot in moving if robot != driven)),
        )

    @override
    def receive_report(self, told: DriveReport) -> None:
        # the watchdogs that had this robot before learn the stage of its next drive process
        if told.stage is self._stage:
            return
        self._stage = told.stage
        self._tell_those_before(told.stage)

    @override
    def stop(self) -> None:
        for link in self._all:
            if link.launch.robot == self._driven:
                link.say({"stop": True})

    @override
    def give_up(self, *, left: bool) -> None:
        for link in self._all:
            if left or link.launch.robot == self._driven:
                link.say({"stands": True})

    # inside

    @property
    def _all(self) -> list[_WatchdogLink]:
        with self._lock:
            return list(self._links.values())

    def _tell_those_before(self, stage: Stage) -> None:
        now = self._launch
        for link in self._all:
            before = link.launch
            if before.number < now.number and (before.robot, before.topic) == (now.robot, now.topic):
                link.say({"next": stage.value})

    def _listen(self) -> socket.socket:
        listener = socket.create_server(("127.0.0.1", 0))
        self._listener = listener
        threading.Thread(target=self._accept, args=(listener,), name="watchdogs", daemon=True).start()
        return listener

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                peer, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._talk, args=(peer,), name="watchdog", daemon=True).start()

    def _talk(self, peer: socket.socket) -> None:
        with peer, contextlib.suppress(OSError, LineError):
            peer.settimeout(GREETING_S)
            lines = _SocketLines(peer)
            launch = self._greeted(decode_object(lines.next_line()))
            if launch is None:
                _LOGGER.warning("who is no watchdog of this window dialled it, and was not heard")
                return
            peer.settimeout(None)
            link = _WatchdogLink(peer, launch)
            with self._lock:
                if self._closed:
                    return
                self._links[launch.number] = link
            try:
                while True:
                    link.read_state(lines)
            finally:
                with self._lock:
                    # a watchdog that was started in its place may be there by now
                    if self._links.get(launch.number) is link:
                        del self._links[launch.number]

    def _greeted(self, greeting: dict[str, object]) -> DriveLaunch | None:
        token, number = greeting.get("token"), greeting.get("launch")
        if not (isinstance(token, str) and hmac.compare_digest(token.encode(), self._token.encode())):
            return None
        return self._launches.get(number) if isinstance(number, int) else None


class _WatchdogLink:
    """The link to one watchdog."""

    def __init__(self, peer: socket.socket, launch: DriveLaunch) -> None:
        self.launch = launch
        self.state = WatchdogState()
        self._peer = peer
        self._saying = threading.Lock()

    def read_state(self, lines: _SocketLines) -> None:
        """Wait for the next state. Raises OSError when there is none.

        A line that can't be read leaves the state as it was: the robot may be moving until the watchdog says otherwise.
        """
        try:
            self.state = parse_watchdog_state(lines.next_line())
        except LineError as error:
            _LOGGER.warning("a line of the watchdog could not be read: %s", error.text)

    def say(self, line: dict[str, object]) -> None:
        """Write a line: so little is ever written that the system has room for all of it."""
        with self._saying, contextlib.suppress(OSError):
            self._peer.sendall(encode_line(line))

    def close(self) -> None:
        """Close the link: the reading thread ends, and the watchdog sees that we are gone."""
        with contextlib.suppress(OSError):
            self._peer.shutdown(socket.SHUT_RDWR)


class _SocketLines:
    """The lines of a socket. Raises OSError when there are no more, LineError for a line that is too long.

    What is left of such a line is no line either; the next one is read.
    """

    def __init__(self, peer: socket.socket) -> None:
        self._peer = peer
        self._data = b""

    def next_line(self) -> bytes:
        """Wait for the next line, and return it."""
        while b"\n" not in self._data:
            if len(self._data) > 2 * MAX_LINE:
                # enough for the line to be refused again when its end comes
                self._data = self._data[: MAX_LINE + 1]
                raise LineError(LineWording.TOO_LONG(limit=2 * MAX_LINE))
            more = self._peer.recv(MAX_LINE)
            if not more:
                raise ConnectionResetError
            self._data += more
        line, _, self._data = self._data.partition(b"\n")
        return line
