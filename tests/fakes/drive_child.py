"""The drive process and the way to the watchdogs as a test plays them."""

from __future__ import annotations

import concurrent.futures
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from typing_extensions import override

from app.config.profile import Profile
from app.drive.messages.report import DriveReport
from app.drive.process.drive_loop import REPORT_S
from app.drive.supervisor.drive_process import DriveProcess, DriveTarget, ReportListener
from app.drive.supervisor.drive_state import Watchdogs, WatchdogsState
from app.net.boot_clock import boot_time


class FakeChild(DriveProcess):
    """A process that takes what is written, and says and does what a test has it.

    Attributes:
        room: how many bytes its pipe takes; None for any number.
        obeys: whether it ends when its input does.
        says: what it reports, again and again where it has a voice; None for nothing.
    """

    def __init__(self, ear: ReportListener) -> None:
        self.ear = ear
        self.ended: concurrent.futures.Future[int] = concurrent.futures.Future()
        self.data = b""
        self.room: int | None = None
        self.obeys = True
        self.input_closed = False
        self.killed = False
        self.says: DriveReport | None = None

    @property
    def said(self) -> list[dict[str, Any]]:
        """The lines that it got, signs of life left out."""
        return [line for line in map(json.loads, self.data.splitlines()) if line]

    @property
    def signs(self) -> int:
        """How many lines it got in all."""
        return len(self.data.splitlines())

    @override
    def write(self, data: bytes) -> int:
        taken = len(data) if self.room is None else min(self.room, len(data))
        if self.room is not None:
            self.room -= taken
        self.data += data[:taken]
        return taken

    @override
    def close_input(self) -> None:
        self.input_closed = True
        if self.obeys:
            self.end(0)

    @override
    def kill(self) -> None:
        self.killed = True
        self.end(-9)

    def end(self, code: int) -> None:
        """It is over."""
        if not self.ended.done():
            self.ear.handle_end(code)
            self.ended.set_result(code)


class FakeStart:
    """Starts such processes.

    Attributes:
        children: all that were started, and with what.
        fails: the next start does.
        meanwhile: called when a process was started, and before that is known.
    """

    def __init__(self) -> None:
        self.children: list[FakeChild] = []
        self.starts: list[tuple[DriveTarget, bool]] = []
        self.fails = False
        self.meanwhile: Callable[[], object] = lambda: None

    def __call__(self, target: DriveTarget, latched: bool, log: Path | None, ear: ReportListener) -> FakeChild:  # noqa: FBT001
        del log
        if self.fails:
            raise OSError(11, "no more processes")
        self.starts.append((target, latched))
        self.children.append(FakeChild(ear))
        self.meanwhile()
        return self.children[-1]


@contextmanager
def voices(start: FakeStart) -> Iterator[None]:
    """Have all that are started say what they say as often as a process does, however busy the test's own thread is."""
    over = threading.Event()

    def talk() -> None:
        while not over.wait(REPORT_S):
            for child in tuple(start.children):
                if child.says is not None and not child.ended.done():
                    child.ear.receive_report(child.says, boot_time())

    thread = threading.Thread(target=talk, name="voices")
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


class FakeGuard(Watchdogs):
    """Notes what it is told."""

    state = WatchdogsState()

    def __init__(self) -> None:
        self.told: list[DriveReport] = []
        self.stops = 0
        self.given_up = 0
        self.left_given_up = 0

    @override
    def receive_report(self, told: DriveReport) -> None:
        self.told.append(told)

    @override
    def stop(self) -> None:
        self.stops += 1

    @override
    def give_up(self, *, left: bool) -> None:
        self.given_up += 1
        self.left_given_up += left


class FakeWatchdog:
    """A watchdog as its drive process has it; notes what it is told."""

    name = "/teledeck_9"

    def __init__(self) -> None:
        self.ready = True
        self.told: list[DriveReport] = []
        self.axes: tuple[float, ...] | None = None
        self.profiles: list[Profile] = []
        self.goodbyes = self.pauses = 0

    def is_ready(self, now: float) -> bool:
        """See WatchdogChild."""
        del now
        return self.ready

    def send_report(self, told: DriveReport, axes: tuple[float, ...] | None = None) -> None:
        """See WatchdogChild."""
        self.told.append(told)
        self.axes = axes

    def use_profile(self, profile: Profile) -> None:
        """See WatchdogChild."""
        self.profiles.append(profile)

    def announce_pause(self) -> None:
        """See WatchdogChild."""
        self.pauses += 1

    def say_goodbye(self) -> None:
        """See WatchdogChild."""
        self.goodbyes += 1
