"""The window's end of its watchdogs: one for each drive process that it started and that is not known to be done with.

They dial us at a port that only this machine reaches, with a token that goes by the environment of the drive process.
Each is heard by a thread of its own; what they are told is written at once by whoever calls, and waits for nothing.
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

from app.drive.handle_state import GuardState
from app.drive.lines import MAX_LINE, LineError, decode
from app.drive.report import Report
from app.drive.values import Stage
from app.drive.watchdog_lines import WatchdogState, WindowPlace, line_of, watchdog_state

_LOGGER = logging.getLogger(__name__)

# whoever dials has to say who it is within that
GREETING_S: Final = 2.0
# how often it is looked whether watchdogs have ended
LOOK_S: Final = 0.01


@dataclass(frozen=True, slots=True)
class Launch:
    """A drive process that was started.

    Attributes:
        number: among all that this window started; from 1 on.
        robot, topic: what it drives.
        place: which ports its watchdog has; no other one that is there has the same.
    """

    number: int = 0
    robot: str = ""
    topic: str = ""
    place: int = 0


class WatchdogLinks:
    """See the description of this file; a `Guard`, for a whole run. Every call is safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._launches: dict[int, Launch] = {}
        self._launch = Launch()
        self._links: dict[int, _Link] = {}
        self._token = secrets.token_urlsafe(24)
        self._listener: socket.socket | None = None
        self._stage: Stage | None = None
        self._driven = ""
        self._closed = False

    # for whoever starts drive processes

    @property
    def free_place(self) -> int:
        """A number that no watchdog has which is there, or may yet come."""
        with self._lock:
            taken = {link.launch.place for link in self._links.values()}
        return next(place for place in range(len(taken) + 1) if place not in taken)

    def next(self, robot: str, topic: str, place: int, publisher_port: int, slave_port: int) -> str:
        """Where the watchdog of the next drive process finds us, as text. Raises OSError where we can't listen."""
        listener = self._listener or self._listen()
        with self._lock:
            launch = self._launch = Launch(self._launch.number + 1, robot, topic, place)
            self._launches[launch.number] = launch
            self._stage = None
            self._driven = robot
        return WindowPlace(listener.getsockname()[1], self._token, launch.number, publisher_port, slave_port).text

    async def leave(self, timeout_s: float) -> None:
        """No robot is driven any more: a stop that is under way goes on until it has arrived, all else ends.

        Returns when every watchdog has ended or said that it goes on, or after the time.
        """
        with self._lock:
            self._driven = ""
        loop = asyncio.get_running_loop()
        ends_at = loop.time() + timeout_s
        for link in self._all:
            link.say({"leave": True})
        # threads say so, which no event of this loop does
        while not all(link.state.moving for link in self._all) and loop.time() < ends_at:  # noqa: ASYNC110
            await asyncio.sleep(LOOK_S)

    def close(self) -> None:
        """The end of the program; watchdogs with a stop under way outlive it."""
        listener, self._listener = self._listener, None
        if listener is not None:
            with contextlib.suppress(OSError):
                # whoever waits there is woken
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        with self._lock:
            self._closed = True
        for link in self._all:
            link.close()

    # Guard

    @property
    def state(self) -> GuardState:
        """See Guard."""
        links = self._all
        driven, number = self._driven, self._launch.number
        moving = [link.launch.robot for link in links if link.state.moving]
        newest = next((link.state for link in links if link.launch.number == number), WatchdogState())
        return GuardState(
            moving=driven in moving,
            words=newest.words,
            tip=newest.tip,
            names=frozenset(link.state.name for link in links if link.state.name),
            left=tuple(dict.fromkeys(robot for robot in moving if robot != driven)),
        )

    def heard(self, told: Report) -> None:
        """See Guard: who had this robot before learns where its next drive process stands."""
        if told.stage is self._stage:
            return
        self._stage = told.stage
        self._tell_those_before(told.stage)

    def stop(self) -> None:
        """See Guard."""
        for link in self._all:
            if link.launch.robot == self._driven:
                link.say({"stop": True})

    def give_up(self, *, left: bool) -> None:
        """See Guard."""
        for link in self._all:
            if left or link.launch.robot == self._driven:
                link.say({"stands": True})

    # inside

    @property
    def _all(self) -> list[_Link]:
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
            lines = _Lines(peer)
            launch = self._greeted(decode(lines.next()))
            if launch is None:
                _LOGGER.warning("who is no watchdog of this window dialled it, and was not heard")
                return
            peer.settimeout(None)
            link = _Link(peer, launch)
            with self._lock:
                if self._closed:
                    return
                self._links[launch.number] = link
            try:
                while True:
                    link.state = watchdog_state(lines.next())
            finally:
                with self._lock:
                    # one that was started in its place may be there by now
                    if self._links.get(launch.number) is link:
                        del self._links[launch.number]

    def _greeted(self, greeting: dict[str, object]) -> Launch | None:
        token, number = greeting.get("token"), greeting.get("launch")
        if not (isinstance(token, str) and hmac.compare_digest(token.encode(), self._token.encode())):
            return None
        return self._launches.get(number) if isinstance(number, int) else None


class _Link:
    """One watchdog."""

    def __init__(self, peer: socket.socket, launch: Launch) -> None:
        self.launch = launch
        self.state = WatchdogState()
        self._peer = peer
        self._saying = threading.Lock()

    def say(self, line: dict[str, object]) -> None:
        """Write a line: hardly anything is ever written, and the system has room for all of it."""
        with self._saying, contextlib.suppress(OSError):
            self._peer.sendall(line_of(line))

    def close(self) -> None:
        """Have the thread that reads end, and the watchdog know that we are gone."""
        with contextlib.suppress(OSError):
            self._peer.shutdown(socket.SHUT_RDWR)


class _Lines:
    """The lines that come from a socket. Raises OSError when there are no more, LineError for one that is too long."""

    def __init__(self, peer: socket.socket) -> None:
        self._peer = peer
        self._data = b""

    def next(self) -> bytes:
        """The next one; waits for it."""
        while b"\n" not in self._data:
            more = self._peer.recv(MAX_LINE)
            if not more:
                raise ConnectionResetError
            self._data += more
            if len(self._data) > 2 * MAX_LINE:
                raise LineError("it is too long")
        line, _, self._data = self._data.partition(b"\n")
        return line
