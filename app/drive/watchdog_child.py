"""The watchdog as its drive process has it: started, told how things stand, and started again when it has ended."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final, Protocol

from app.config.folders import state_folder
from app.config.profile import Profile
from app.drive.lines import LineError
from app.drive.piped_process import PipedProcess
from app.drive.profile_line import profile_line
from app.drive.report import Report
from app.drive.silence import Silence
from app.drive.watchdog_lines import Order, WatchdogState, line_of, order_line, stage_line, watchdog_state

_LOGGER = logging.getLogger(__name__)

# it tells of itself every 50 ms
SILENT_S: Final = 1.0
# one that ends at once each time is not started without end, but again and again
RESTART_S: Final = 1.0
# one that has not said anything by then never will
LOADING_S: Final = 30.0


class Process(Protocol):
    """A process; see `app.drive.piped_process.PipedProcess`."""

    def write(self, data: bytes) -> int:
        """See PipedProcess."""

    def close_input(self) -> None:
        """See PipedProcess."""

    def kill(self) -> None:
        """See PipedProcess."""


Start = Callable[[Callable[[bytes], None], Callable[[int], None]], Process]


def start_watchdog(heard: Callable[[bytes], None], ended: Callable[[int], None]) -> PipedProcess:
    """Start the process. Raises OSError."""
    # the address comes by the pipe: it may hold a token
    return PipedProcess(["drive", "-", "--watchdog"], {}, state_folder() / "watchdog-errors.log", heard, ended)


class WatchdogChild:
    """See the description of this file. Its process begins to load at once, and stands by from `watch` on.

    Args:
        now: by the clock of `is_ready`.
    """

    def __init__(self, now: float, start: Start = start_watchdog) -> None:
        self._start = start
        self._order: Order | None = None
        self._profile = Profile()
        self._process: _Heard | None = None
        self._starting: threading.Thread | None = None
        self._started_at = now
        self._silence = Silence(now, LOADING_S)
        self._is_loading = True
        self._started: _Heard | None = None
        self._closed = False
        self._begin(now)

    @property
    def name(self) -> str:
        """By which others on the topic see it; empty where they don't, or not yet."""
        return self._process.state.name if self._process is not None else ""

    def watch(self, order: Order, profile: Profile) -> None:
        """Have it stand by for this, from now on."""
        self._order, self._profile = order, profile
        if self._process is not None:
            self._process.give(order, profile)

    def is_ready(self, now: float) -> bool:
        """Whether it could send zeros now. To be asked with every step: it also sees to it that there is one."""
        if self._started is not None:
            self._process, self._started, self._starting = self._started, None, None
            self._silence, self._is_loading = Silence(now, LOADING_S), True
            if self._order is not None:
                self._process.give(self._order, self._profile)
        process = self._process
        if process is None:
            if self._starting is None and not self._closed and not 0.0 <= now - self._started_at < RESTART_S:
                self._begin(now)
            return False
        heard, process.was_heard = process.was_heard, False
        if self._is_loading and heard:
            self._silence, self._is_loading = Silence(now, SILENT_S), False
        silent = self._silence.look(now, heard=heard)
        if process.code is not None or silent:
            _LOGGER.warning("the watchdog %s, and is started again", "is silent" if silent else "has ended")
            self._process = None
            process.end()
            return False
        return process.state.ready

    def tell(self, told: Report) -> None:
        """Tell it how things stand; never waits."""
        if self._process is not None:
            self._process.say(stage_line(told))

    def use(self, profile: Profile) -> None:
        """The robot is driven by another profile."""
        self._profile = profile
        if self._process is not None:
            self._process.say(line_of(profile_line(profile)))

    def pause(self) -> None:
        """Nothing is told any more until the next report, by our own will."""
        if self._process is not None:
            self._process.say(line_of({"pause": True}))

    def say_goodbye(self) -> None:
        """We end in order, and whoever moved is known to stand."""
        self._closed = True
        if self._process is not None:
            self._process.say(line_of({"goodbye": True}))

    def close(self) -> None:
        """Let go of it: without a goodbye it sends zeros."""
        self._closed = True
        # it sets this to None by itself
        starting = self._starting
        if starting is not None:
            starting.join()
        for process in (self._process, self._started):
            if process is not None:
                process.close()

    def _begin(self, now: float) -> None:
        self._started_at = now
        self._starting = threading.Thread(target=self._run, name="start watchdog", daemon=True)
        try:
            self._starting.start()
        except RuntimeError as error:
            self._failed_to_start(str(error))

    def _run(self) -> None:
        """In a thread: to start a process takes longer than a command may."""
        try:
            self._started = _Heard(self._start)
        except OSError as error:
            self._failed_to_start(error.strerror or str(error))

    def _failed_to_start(self, why: str) -> None:
        _LOGGER.warning("the watchdog could not be started: %s", why)
        self._starting = None


class _Heard:
    """One process, and what it said last."""

    def __init__(self, start: Start) -> None:
        self.state = WatchdogState()
        self.was_heard = False
        self.code: int | None = None
        # what of a line a full pipe did not take
        self._rest = b""
        self._process = start(self._hear, self._end)

    def give(self, order: Order, profile: Profile) -> None:
        """Have it stand by."""
        self.say(line_of(profile_line(profile)) + order_line(order))

    def say(self, line: bytes) -> None:
        """Write a line; where the pipe is full, it is lost, and the next one tells more."""
        if self._rest:
            self._rest = self._rest[self._process.write(self._rest) :]
        if not self._rest:
            self._rest = line[self._process.write(line) :]

    def end(self) -> None:
        """It is silent, or over."""
        self._process.kill()
        self._process.close_input()

    def close(self) -> None:
        """Tell it no more."""
        self._process.close_input()

    def _hear(self, line: bytes) -> None:
        try:
            self.state = watchdog_state(line)
        except LineError as error:
            _LOGGER.warning("a line of the watchdog could not be read: %s", error.words)
            return
        self.was_heard = True

    def _end(self, code: int) -> None:
        self.code = code
