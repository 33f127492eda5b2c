"""A watchdog with all that belongs to it, and time as a number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import pytest

from app.drive.control.silence_timer import CHECK_EVERY_S
from app.drive.control.values import Stage
from app.drive.messages.watchdog_messages import DriveMessage, WatchdogState, WindowMessage
from app.drive.process.audit_log import AuditLog
from app.drive.robot.robot import DrivenRobot
from app.drive.supervisor.watchdog import DriveWatchdog
from app.drive.supervisor.watched_process import WatchedProcess
from tests.fakes.standby_robot import FakeRobot


class FakeProcess:
    """The drive process, as a watchdog has it."""

    def __init__(self) -> None:
        self.killed = False
        self.is_dying = False

    def kill(self) -> None:
        """See WatchedProcess."""
        self.killed = True


class Bench:
    """A watchdog with all that belongs to it; `pass_` lets time go by."""

    def __init__(self, *, has_window: bool = False) -> None:
        self.now = 100.0
        self.entries: list[Mapping[str, Any]] = []
        self.robot = FakeRobot()
        self.process = FakeProcess()
        self.state = WatchdogState()
        self.watchdog = DriveWatchdog(
            cast("WatchedProcess", self.process),
            cast("DrivenRobot", self.robot),
            cast("AuditLog", self),
            self._tell,
            lambda: self.now,
            has_window=has_window,
        )

    def record(self, entry: Mapping[str, Any]) -> None:
        self.entries.append(entry)

    def _tell(self, state: WatchdogState) -> None:
        self.state = state

    def tell(self, stage: Stage, **more: Any) -> None:
        """The drive process says where it stands."""
        self.watchdog.receive(DriveMessage(stage=stage, **more))

    def window(self, **said: Any) -> None:
        """The window says something."""
        self.watchdog.receive_from_window(WindowMessage(**said))

    def die(self) -> None:
        """The drive process ends, and takes its end of the pipe with it."""
        self.watchdog.handle_process_end()

    def pass_(self, seconds: float, stage: Stage | None = None) -> None:
        """With a stage, the process goes on to tell it."""
        end = self.now + seconds
        while self.now < end - 1e-9:
            self.now += CHECK_EVERY_S
            if stage is not None:
                self.tell(stage)
            self.watchdog.check()


def logged(bench: Bench) -> list[Any]:
    """Why zeros began, and ended."""
    return [entry["watchdog"] for entry in bench.entries if "watchdog" in entry]


@pytest.fixture
def bench() -> Bench:
    return Bench()


@pytest.fixture
def watched() -> Bench:
    """The same, with a window behind the drive process."""
    return Bench(has_window=True)
