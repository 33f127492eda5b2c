"""The state of driving, as views show it, and of the watchdogs that stop robots where it fails."""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from dataclasses import dataclass

from app.drive.control.values import Stage
from app.drive.messages.report import DriveReport
from app.drive.supervisor.drive_process import DriveTarget
from app.wording.drive import DriveWording


class DrivePhase(enum.Enum):
    """The phases of the drive process, each with a text and a tip for the operator."""

    IDLE = (DriveWording.NO_ROBOT(), DriveWording.NO_ROBOT_TIP())
    STARTING = (DriveWording.PREPARED(), DriveWording.PREPARED_TIP())
    RUNNING = (DriveWording.READY(), "")
    SILENT = (DriveWording.PROCESS_SILENT(), DriveWording.PROCESS_SILENT_TIP())
    ENDING = (DriveWording.BEING_ENDED(), DriveWording.BEING_ENDED_TIP())
    ENDED = (DriveWording.ENDED(), DriveWording.ENDED_TIP())

    def __init__(self, words: str, tip: str) -> None:
        self.text = words
        self.tip = tip


@dataclass(frozen=True, slots=True)
class WatchdogsState:
    """The state of the watchdogs; whether a watchdog is ready is in the report of its drive process.

    Attributes:
        moving: a watchdog was needed, and none of its zeros is shown to have arrived at the robot that is driven.
        text, tip: why the watchdog is not ready, where it knows.
        names: the names of the watchdogs on the topic, as others see them.
        left_robots: the addresses of robots that are driven no more, and may be moving for the same reason.
    """

    moving: bool = False
    text: str = ""
    tip: str = ""
    names: frozenset[str] = frozenset()
    left_robots: tuple[str, ...] = ()

    @property
    def any_may_be_moving(self) -> bool:
        """Whether any robot may be moving, to which zeros are sent."""
        return self.moving or bool(self.left_robots)


class Watchdogs(ABC):
    """The watchdogs as the window has them. Any thread may call this; nothing waits."""

    @property
    @abstractmethod
    def state(self) -> WatchdogsState:
        """A snapshot of the watchdogs' state."""

    @abstractmethod
    def receive_report(self, told: DriveReport) -> None:
        """Take in a report of the drive process."""

    @abstractmethod
    def stop(self) -> None:
        """Have the watchdogs stop the robot: STOP was pressed, and the drive process may not be there to obey it."""

    @abstractmethod
    def give_up(self, *, left: bool) -> None:
        """Accept the operator's word that the robot stands; with `left_robots`, also robots that are driven no more."""


@dataclass(frozen=True, slots=True)
class DriveState:
    """The state of driving for views, as of now.

    Attributes:
        phase: the phase of the drive process.
        text, tip: the texts of the phase; why the process ended, where it did.
        target: the robot that is driven; None for none.
        report: the newest report; None before the first of this process.
        report_age_s: the age of the newest report; None where there is none.
        speed: the share of the limits that was set.
        latched: STOP was pressed and not cleared, as far as is known here; also before the process has got it.
        may_be_moving: the last stop is not shown to have arrived, of any process and at any robot.
        driven_may_be_moving: the same for the robot that is driven; `watchdogs.left_robots` names the others.
        clear_again: the first of the two steps of clearing was made, and the second is awaited.
        watchdogs: the watchdogs.
    """

    phase: DrivePhase = DrivePhase.IDLE
    text: str = DrivePhase.IDLE.text
    tip: str = DrivePhase.IDLE.tip
    target: DriveTarget | None = None
    report: DriveReport | None = None
    report_age_s: float | None = None
    speed: float = 1.0
    latched: bool = False
    may_be_moving: bool = False
    driven_may_be_moving: bool = False
    clear_again: bool = False
    watchdogs: WatchdogsState = WatchdogsState()

    @property
    def is_silent(self) -> bool:
        """Whether the process runs and sends no reports."""
        return self.phase is DrivePhase.SILENT

    @property
    def stage(self) -> Stage:
        """The stage of the controller; disarmed or stopped where nothing is known of it."""
        if self.report is None or self.phase in {DrivePhase.IDLE, DrivePhase.ENDED}:
            return Stage.STOPPED if self.latched else Stage.DISARMED
        return self.report.stage
