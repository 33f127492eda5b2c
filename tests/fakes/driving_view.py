"""A robot that is driven by hand: tests say what the drive process told, and see what it was asked for."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from typing_extensions import override

from app.config.feedback import FeedbackPattern
from app.config.profile import Profile
from app.drive.control.values import DriveSource, LinkLevel, Reason, Stage, Stick, Velocity, WatchdogReadiness
from app.drive.messages.pad_commands import SetupCommand
from app.drive.messages.report import DriveReport, PadReport
from app.drive.supervisor.drive_state import DrivePhase, DriveState
from app.drive.supervisor.drive_supervisor import DriveSupervisor
from app.session.driving import Driving
from app.session.errors import SessionError

CAP = Velocity(0.3, 0.8)

# as the drive process tells it of a robot that is ready
READY = DriveReport(
    100.0,
    Stage.DISARMED,
    cap=CAP,
    level=LinkLevel.GOOD,
    connected=True,
    subscribers=1,
    subscriber_names=("/base",),
    watchdog=WatchdogReadiness.READY,
    round_trip_s=0.0042,
)

PAD = PadReport("Wireless Controller", (("lefty", -0.5), ("leftx", 0.0), ("rightx", None)), drives=True)


class FakeHandle(DriveSupervisor):
    """A handle of no drive process.

    Attributes:
        said: what it was told, in order, without signs of life.
        beats: how many of these.
        seen: whether the operator can see who else drives; None before anybody said.
        goal: whether it was told that the robot drives to a goal.
        moves: the newest that each source asks for.
    """

    state = DriveState(speed=0.5)

    def __init__(self) -> None:
        self.state = DriveState(speed=0.5)
        self.said: list[Any] = []
        self.beats = 0
        self.seen: bool | None = None
        self.goal = False
        self.moves: dict[DriveSource, Stick | None] = {}

    @override
    def beat(self) -> None:
        self.beats += 1

    @override
    def arm(self, *, unwatched: bool = False) -> None:
        self.said.append("arm unwatched" if unwatched else "arm")

    @override
    def disarm(self, reason: Reason = Reason.BY_OPERATOR) -> None:
        self.said.append(reason)

    @override
    def move(self, source: DriveSource, stick: Stick | None) -> None:
        self.moves[source] = stick
        self.said.append((source, stick))

    @override
    def stop(self) -> None:
        self.said.append("stop")
        self.state = replace(self.state, latched=True)

    @override
    def clear(self) -> None:
        self.said.append("clear")

    @override
    def set_speed(self, fraction: float) -> None:
        self.said.append(("speed", fraction))
        self.state = replace(self.state, speed=fraction)

    @override
    def set_goal_active(self, *, active: bool) -> None:
        self.goal = active

    @override
    def set_seen(self, *, seen: bool) -> None:
        self.seen = seen

    @override
    def use_profile(self, profile: Profile) -> None:
        self.said.append(profile)

    @override
    def try_rumble(self, pattern: FeedbackPattern) -> None:
        self.said.append(pattern)

    @override
    def set_up(self, command: SetupCommand) -> None:
        self.said.append(command)

    # what tests do

    def tell(self, **changes: Any) -> None:
        """The drive process runs, and tells this beside that it is ready."""
        report = replace(self.state.report or READY, **changes)
        self.state = replace(
            self.state,
            phase=DrivePhase.RUNNING,
            text="ready",
            tip="",
            report=report,
            report_age_s=0.02,
            latched=report.stage is Stage.STOPPED,
            may_be_moving=report.owed,
        )

    def enter(self, phase: DrivePhase, **changes: Any) -> None:
        """The drive process is about to start, silent, or over."""
        self.state = replace(self.state, phase=phase, text=phase.text, tip=phase.tip, **changes)


class FakeDriving(Driving):
    """Driving that notes what is wanted.

    Attributes:
        driven: what was asked for, in order; None for nothing any more.
        error: why nothing can be driven.
        ready: until then whoever is chosen is being made ready.
        ended: until then whoever is left is being ended.
    """

    handle: FakeHandle
    _wish = 0

    def __init__(self) -> None:
        self.handle = FakeHandle()
        self.driven: list[tuple[str, str, str, Profile] | None] = []
        self.error: SessionError | None = None
        self.ready = asyncio.Event()
        self.ready.set()
        self.ended = asyncio.Event()
        self.ended.set()
        self._one_at_a_time = asyncio.Lock()

    @override
    async def drive(self, connection_id: str, topic: str, type_name: str, profile: Profile) -> bool:
        self._wish = wish = self._wish + 1
        async with self._one_at_a_time:
            if wish != self._wish:
                return False
            await self.ready.wait()
        if self.error is not None:
            raise self.error
        self.driven.append((connection_id, topic, type_name, profile))
        self.handle.enter(DrivePhase.STARTING, report=None)
        return wish == self._wish

    @override
    async def leave(self, connection_id: str | None = None) -> None:
        del connection_id
        self._wish += 1
        self.driven.append(None)
        await self.ended.wait()
        self.handle.state = DriveState(speed=self.handle.state.speed)
