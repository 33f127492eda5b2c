"""Processes that call off the goals of this program when it dies: one for each robot that has some.

by the pipe to each, one JSON object a line
{"robot":"ros1://…"}              the robot's address; first, and once
{"goals":{"/move_base":["…"]}}    all goals of the window that a server may have; at every change, and [] for none
"""

from __future__ import annotations

import logging
import queue
import random
import threading
import time
from collections.abc import Callable, Collection, Mapping
from typing import Final

import msgspec

from app.config.folders import state_folder
from app.drive.messages.lines import encode_struct
from app.drive.process.piped_process import PipedProcess
from protocols.timing import Backoff, BackoffPolicy

_LOGGER = logging.getLogger(__name__)

ARGUMENTS: Final = ("drive", "-", "--goal-watchdog")

# the time between the end of a process and the next start, which grows while they end early, or can't be started
RESTART: Final = BackoffPolicy(first_s=1.0, factor=2.0, cap_s=30.0)
# a process that was up for longer is no sign that the next one will end early
GOOD_S: Final = 30.0
# how often what a full pipe did not take is written again
REWRITE_S: Final = 1.0
# ids of goals of one server that are told, the newest: a line has a limit
MOST_IDS: Final = 100

StartGoalWatchdog = Callable[[Callable[[int], None]], PipedProcess]


class GoalMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A message of the window; what it does not say is left at its default.

    Attributes:
        goals: the ids of goals, by server.
    """

    robot: str = ""
    goals: dict[str, list[str]] | None = None


def start_goal_watchdog(ended: Callable[[int], None]) -> PipedProcess:
    """Start the process. Raises OSError."""
    # the robot's address goes by the pipe: it may hold a token
    return PipedProcess(ARGUMENTS, {}, state_folder() / "goal-watchdog-errors.log", lambda _: None, ended)


class GoalWatchdog:
    """The process for one robot, which is started again as long as it is needed.

    It begins to load at once; any thread may call this, and nothing waits.

    Args:
        robot: its address, with its tokens.
        goals: see `hold`.
        clock: the time, in seconds.

    Attributes:
        has_failed: whether it could not be started, or has ended, since it was up last.
    """

    def __init__(
        self,
        robot: str,
        start: StartGoalWatchdog,
        goals: Mapping[str, Collection[str]],
        clock: Callable[[], float],
    ) -> None:
        self._robot = robot
        self._start = start
        self._clock = clock
        self._lock = threading.Lock()
        self._goals = goals
        self._process: PipedProcess | None = None
        # what its pipe has not taken yet
        self._unsent = b""
        self._closed = threading.Event()
        self._is_over = False
        self.has_failed = False
        threading.Thread(target=self._run, name="goal watchdog", daemon=True).start()

    def hold(self, goals: Mapping[str, Collection[str]]) -> bool:
        """Tell which goals of ours the robot has, by server: these are called off if this program dies.

        Returns whether anybody hears it: a process that has ended without any is not started again.
        """
        with self._lock:
            before, self._goals = self._goals, goals
            changed = (name for name in before.keys() | goals.keys() if before.get(name) != goals.get(name))
            self._write(_goal_lines({name: goals.get(name, ()) for name in changed}))
            return not self._is_over

    def close(self) -> None:
        """End the process, once it has called off what the robot still has."""
        with self._lock:
            self._closed.set()
            self._write(b"")
            if self._process is not None:
                self._process.close_input()

    def _run(self) -> None:
        """Run the process, in a thread: to start it takes longer than the link may wait."""
        backoff = Backoff(RESTART, random.random, attempt=0)
        up_s = self._run_once()
        while self._is_needed():
            self._closed.wait(backoff.next_s(is_good=up_s > GOOD_S))
            up_s = self._run_once()

    def _is_needed(self) -> bool:
        with self._lock:
            self._is_over = self._closed.is_set() or not self._goals
            return not self._is_over

    def _run_once(self) -> float:
        """Run the process until it ends; return how long it was up, in seconds."""
        codes: queue.SimpleQueue[int] = queue.SimpleQueue()
        try:
            process = self._start(codes.put)
        except OSError as error:
            self.has_failed = True
            _LOGGER.warning("the process that calls off goals could not be started: %s", error.strerror or error)
            return 0.0
        began = self._clock()
        with self._lock:
            self._process, self.has_failed = process, False
            self._unsent = b""
            self._write(encode_struct(GoalMessage(robot=self._robot)) + _goal_lines(self._goals))
            if self._closed.is_set():
                process.close_input()
        code = self._await_end(codes)
        with self._lock:
            self._process, self.has_failed = None, True
        if not self._closed.is_set():
            _LOGGER.warning("the process that calls off goals has ended: %d", code)
        return self._clock() - began

    def _await_end(self, codes: queue.SimpleQueue[int]) -> int:
        while True:
            try:
                return codes.get(timeout=REWRITE_S)
            except queue.Empty:
                with self._lock:
                    self._write(b"")

    def _write(self, data: bytes) -> None:
        """Write, with the lock, after what was not taken before: a line is never cut."""
        if self._process is not None and (data or self._unsent):
            self._unsent += data
            self._unsent = self._unsent[self._process.write(self._unsent) :]


class GoalWatchdogs:
    """The processes of all robots. On the link loop, but for `has_failed`.

    Args:
        address_of: returns the address of a connection, with its tokens.
        clock: the time, in seconds.
    """

    def __init__(
        self,
        address_of: Callable[[str], str],
        start: StartGoalWatchdog = start_goal_watchdog,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._address_of = address_of
        self._start = start
        self._clock = clock
        self._watchdogs: dict[str, GoalWatchdog] = {}

    def has_failed(self, connection_id: str) -> bool:
        """Whether nobody would call off the goals that a robot has: its process can't be started. Any thread."""
        watchdog = self._watchdogs.get(connection_id)
        return watchdog is not None and watchdog.has_failed

    def hold(self, connection_id: str, goals: Mapping[str, Collection[str]] | None) -> None:
        """Take which goals of ours a robot has, by server; None at the end of its connection: it has those of before.

        Raises SessionError if there is no such connection.
        """
        watchdog = self._watchdogs.get(connection_id)
        if goals is None:
            if watchdog is not None:
                self._watchdogs.pop(connection_id).close()
            return
        is_heard = watchdog is not None and watchdog.hold(goals)
        if goals and not is_heard:
            self._watchdogs[connection_id] = GoalWatchdog(
                self._address_of(connection_id), self._start, goals, self._clock
            )


def _goal_lines(goals: Mapping[str, Collection[str]]) -> bytes:
    """A line for each server: all together might be too long."""
    newest = {server: sorted(ids, key=lambda each: (len(each), each))[-MOST_IDS:] for server, ids in goals.items()}
    return b"".join(encode_struct(GoalMessage(goals={server: newest[server]})) for server in sorted(newest))
