"""The state of driving, as views show it, and of the watchdogs that stop robots where it fails."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Protocol

from app.drive.launch import DriveTarget
from app.drive.report import Report
from app.drive.values import Stage


class Phase(enum.Enum):
    """Where the drive process stands; each with words and a tip for the operator."""

    IDLE = ("no robot is driven", "Choose a robot and a topic to drive it by.")
    STARTING = ("driving is being prepared", "It takes a moment.")
    RUNNING = ("ready", "")
    SILENT = ("the drive process does not answer", "If it stays so it is ended, and the robot is told to stand still.")
    ENDING = ("driving is being ended", "The robot is told to stand still.")
    ENDED = ("driving has ended unexpectedly", "Choose the robot again to drive it; the log says why.")

    def __init__(self, words: str, tip: str) -> None:
        self.words = words
        self.tip = tip


@dataclass(frozen=True, slots=True)
class GuardState:
    """The state of the watchdogs; whether one is ready is in the report of its drive process.

    Attributes:
        moving: one was needed, and no zero of it is shown to have arrived at the robot that is driven.
        words, tip: why it is not ready, where it knows.
        names: by which others on the topic see them.
        left: the addresses of robots that are driven no more, and may be moving for the same reason.
    """

    moving: bool = False
    words: str = ""
    tip: str = ""
    names: frozenset[str] = frozenset()
    left: tuple[str, ...] = ()

    @property
    def owes(self) -> bool:
        """Whether any robot may be moving for which zeros are sent."""
        return self.moving or bool(self.left)


class Guard(Protocol):
    """The way to the watchdogs. Any thread calls it; nothing waits."""

    @property
    def state(self) -> GuardState:
        """A snapshot."""

    def heard(self, told: Report) -> None:
        """The drive process said something."""

    def stop(self) -> None:
        """STOP, and nobody else may be there to obey it."""

    def give_up(self, *, left: bool) -> None:
        """The operator says that the robot stands; with `left`, those too that are driven no more."""


@dataclass(frozen=True, slots=True)
class HandleState:
    """What views show, all of it as of now.

    Attributes:
        phase: whether the drive process runs.
        words, tip: the same in words; why it ended, where it did.
        target: what is driven; None for nothing.
        report: the newest; None before the first of this process.
        report_age_s: how old it is; None where there is none.
        speed: the share of the limits that was set.
        latched: STOP was pressed and not cleared, as far as is known here; also before the process has heard of it.
        may_be_moving: the last stop is not shown to have arrived, whoever sent it, and to whichever robot.
        is_mover: that is so of the robot that is driven; `guard.left` names the others.
        clear_again: the first of the two steps of clearing was made, and the second is awaited.
        guard: the watchdogs.
    """

    phase: Phase = Phase.IDLE
    words: str = Phase.IDLE.words
    tip: str = Phase.IDLE.tip
    target: DriveTarget | None = None
    report: Report | None = None
    report_age_s: float | None = None
    speed: float = 1.0
    latched: bool = False
    may_be_moving: bool = False
    is_mover: bool = False
    clear_again: bool = False
    guard: GuardState = GuardState()

    @property
    def is_silent(self) -> bool:
        """Whether the process runs and says nothing."""
        return self.phase is Phase.SILENT

    @property
    def stage(self) -> Stage:
        """The controller's; disarmed or stopped where nothing is known of it."""
        if self.report is None or self.phase in {Phase.IDLE, Phase.ENDED}:
            return Stage.STOPPED if self.latched else Stage.DISARMED
        return self.report.stage
