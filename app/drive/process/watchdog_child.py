"""The watchdog as its drive process has it: started, sent the stages, and started again when it has ended."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final

from app.config.folders import state_folder
from app.config.profile import Profile
from app.drive.control.silence_timer import SilenceTimer
from app.drive.messages.commands import profile_command
from app.drive.messages.lines import LineError, encode_line
from app.drive.messages.report import DriveReport
from app.drive.messages.watchdog_messages import (
    WatchdogState,
    WatchOrder,
    parse_watchdog_state,
    stage_line,
    watch_order_line,
)
from app.drive.process.piped_process import PipedProcess

_LOGGER = logging.getLogger(__name__)

# a watchdog sends its state every 50 ms
SILENT_S: Final = 1.0
# the least time between two starts, for a watchdog that ends at once each time
RESTART_S: Final = 1.0
# the silence that is allowed while a watchdog loads
LOADING_S: Final = 30.0


StartWatchdog = Callable[[Callable[[bytes], None], Callable[[int], None]], PipedProcess]


def start_watchdog(heard: Callable[[bytes], None], ended: Callable[[int], None]) -> PipedProcess:
    """Start the process. Raises OSError."""
    # the robot's address goes by the pipe: it may hold a token
    return PipedProcess(["drive", "-", "--watchdog"], {}, state_folder() / "watchdog-errors.log", heard, ended)


class WatchdogChild:
    """The watchdog of a drive process. Its process begins to load at once, and stands by from `watch` on.

    Args:
        now: the time by the clock of `is_ready`.
    """

    def __init__(self, now: float, start: StartWatchdog = start_watchdog) -> None:
        self._start = start
        self._order: WatchOrder | None = None
        self._profile = Profile()
        self._process: _RunningWatchdog | None = None
        self._starting: threading.Thread | None = None
        self._started_at = now
        self._silence = SilenceTimer(now, LOADING_S)
        self._is_loading = True
        self._started: _RunningWatchdog | None = None
        self._closed = False
        self._begin(now)

    @property
    def name(self) -> str:
        """The name of the watchdog on the topic, as others see it; empty where they don't, or not yet."""
        return self._process.state.name if self._process is not None else ""

    def watch(self, order: WatchOrder, profile: Profile) -> None:
        """Have the watchdog stand by for a robot, from now on."""
        self._order, self._profile = order, profile
        if self._process is not None:
            self._process.give(order, profile)

    def is_ready(self, now: float) -> bool:
        """Return whether the watchdog could send zeros now. To be called with every step: it also restarts one."""
        if self._started is not None:
            self._process, self._started, self._starting = self._started, None, None
            self._silence, self._is_loading = SilenceTimer(now, LOADING_S), True
            if self._order is not None:
                self._process.give(self._order, self._profile)
        process = self._process
        if process is None:
            if self._starting is None and not self._closed and not 0.0 <= now - self._started_at < RESTART_S:
                self._begin(now)
            return False
        heard, process.was_heard = process.was_heard, False
        if self._is_loading and heard:
            self._silence, self._is_loading = SilenceTimer(now, SILENT_S), False
        silent = self._silence.check(now, heard=heard)
        if process.code is not None or silent:
            _LOGGER.warning("the watchdog %s, and is started again", "is silent" if silent else "has ended")
            self._process = None
            process.end()
            return False
        return process.state.ready

    def send_report(self, told: DriveReport, axes: tuple[float, ...] | None = None) -> None:
        """Send the stage of a report, and the values of free axes if they were stopped now; never waits."""
        if self._process is not None:
            self._process.say(stage_line(told, axes))

    def use_profile(self, profile: Profile) -> None:
        """Send another profile."""
        self._profile = profile
        if self._process is not None:
            self._process.say(encode_line(profile_command(profile)))

    def announce_pause(self) -> None:
        """Announce that no report follows for a while, by our own will."""
        if self._process is not None:
            self._process.say(encode_line({"pause": True}))

    def say_goodbye(self) -> None:
        """Announce that this process ends in order, and that the robot is known to stand."""
        self._closed = True
        if self._process is not None:
            self._process.say(encode_line({"goodbye": True}))

    def close(self) -> None:
        """Close the pipe to the watchdog: without a goodbye it sends zeros."""
        self._closed = True
        # the thread sets this to None by itself
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
        """Start the process, in a thread: that takes longer than a command may."""
        try:
            self._started = _RunningWatchdog(self._start)
        except OSError as error:
            self._failed_to_start(error.strerror or str(error))

    def _failed_to_start(self, why: str) -> None:
        _LOGGER.warning("the watchdog could not be started: %s", why)
        self._starting = None


class _RunningWatchdog:
    """One process of a watchdog, and its newest state."""

    def __init__(self, start: StartWatchdog) -> None:
        self.state = WatchdogState()
        self.was_heard = False
        self.code: int | None = None
        # the part of a line that a full pipe did not take
        self._rest = b""
        self._process = start(self._hear, self._end)

    def give(self, order: WatchOrder, profile: Profile) -> None:
        """Have the process stand by for a robot."""
        self.say(encode_line(profile_command(profile)) + watch_order_line(order))

    def say(self, line: bytes) -> None:
        """Write a line; where the pipe is full, it is lost, and the next line is newer."""
        if self._rest:
            self._rest = self._rest[self._process.write(self._rest) :]
        if not self._rest:
            self._rest = line[self._process.write(line) :]

    def end(self) -> None:
        """End the process, which is silent or over."""
        self._process.kill()
        self._process.close_input()

    def close(self) -> None:
        """Close the pipe to the process."""
        self._process.close_input()

    def _hear(self, line: bytes) -> None:
        try:
            self.state = parse_watchdog_state(line)
        except LineError as error:
            _LOGGER.warning("a line of the watchdog could not be read: %s", error.text)
            return
        self.was_heard = True

    def _end(self, code: int) -> None:
        self.code = code
