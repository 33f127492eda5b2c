"""The drive check: arm, move, stop and disarm the demo robot as the window does, by drive process and watchdog."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from app.cli.selftest.demo_bench import DemoBench
from app.cli.selftest.robots import POLL_S, robot_by
from app.config.profile import Profile, Wheels
from app.drive.control.values import DriveSource, LinkLevel, Reason, Stage, Stick, Velocity, WatchdogReadiness
from app.drive.messages.report import DriveReport
from app.drive.robot.targets import driven_scheme
from app.drive.supervisor.drive_state import DrivePhase, DriveState
from app.drive.supervisor.drive_supervisor import DriveSupervisor
from app.program.check import CheckFailed
from app.wording.drive import DriveWording
from app.wording.program import ProgramWording
from app.wording.selftest import SelftestWording

MOVE_S: Final = 1.0
READY_TIMEOUT_S: Final = 25.0
STEP_TIMEOUT_S: Final = 6.0
# a computer that stands still for a moment ends a drive, rightly
ATTEMPTS: Final = 3
STOOD_STILL: Final = frozenset(
    {Reason.LATE, Reason.LEASE, Reason.LINK_SILENT, Reason.INTERFACE_SILENT, Reason.INTERFACE_GONE}
)
# 0.2 m/s and 0.5 rad/s by the usual profile
AHEAD: Final = Stick(0.69, 0.65)
# thresholds of the measured velocity: moving, and standing
_MOVING_M_S: Final = 0.1
_STANDING: Final = Velocity(0.01, 0.02)

# the wheels of the demo robot
_WHEELS: Final = Wheels(
    left_joints=("rover::left_wheel_hinge",),
    right_joints=("rover::right_wheel_hinge",),
    wheel_radius_m=0.1,
    track_m=0.4,
)


class _StoodStill(CheckFailed):
    """This computer was too busy to drive."""


async def drive(bench: DemoBench, scheme: str) -> str:
    """Drive the robot through ready, armed, moving, stopped, disarmed and left; each state has to be reported."""
    name = robot_by(bench, scheme)
    bench.stop_reading()
    session = bench.session
    session.commands.allow(name, allowed=True)
    trip = TrialDrive(session.driving.handle)
    await session.driving.drive(name, "", "", Profile(wheels=_WHEELS) if driven_scheme(scheme).by_joints else Profile())
    try:
        told = await trip.drive()
    finally:
        await session.driving.leave(name)
        session.commands.allow(name, allowed=False)
    return told


class TrialDrive:
    """One drive, commanded through the handle of the drive process and observed by its reports."""

    def __init__(self, handle: DriveSupervisor) -> None:
        self._handle = handle

    async def drive(self) -> str:
        """Run the whole drive; returns a sentence about it. Raises CheckFailed."""
        took_s = await self._until(self._is_ready, SelftestWording.NOT_READY(), READY_TIMEOUT_S)
        for attempt in range(1, ATTEMPTS + 1):
            try:
                reached = await self._move()
                break
            except _StoodStill:
                if attempt == ATTEMPTS:
                    raise
                self._let_go()
                await self._until(lambda told: not told.waiting_for, SelftestWording.NOT_LET_GO())
        stopped_s = await self._until(_is_told_to_stand, SelftestWording.NOT_TOLD_TO_STAND())
        stood_s = stopped_s + await self._until(_stands, SelftestWording.STANDS_NOT())
        self._handle.disarm()
        await self._until(lambda told: told.stage is Stage.DISARMED, SelftestWording.NOT_DISARMED())
        return SelftestWording.DRIVEN(
            ready_s=took_s, speed_m_s=reached.linear_m_s, stopped_s=stopped_s, stood_s=stood_s
        )

    async def _move(self) -> Velocity:
        """Arm, hold for a second and let go; returns the measured velocity. Raises _StoodStill."""
        self._handle.arm()
        await self._until(lambda told: told.stage is Stage.ARMED, SelftestWording.NOT_ARMED())
        self._handle.move(DriveSource.SCREEN, AHEAD)
        await self._until(_moves, SelftestWording.MOVES_NOT())
        await asyncio.sleep(MOVE_S)
        told = self._handle.state.report
        if told is None or told.measured is None or not _moves(told):
            raise self._failed(SelftestWording.STOPPED_MOVING())
        self._let_go()
        return told.measured

    def _let_go(self) -> None:
        self._handle.move(DriveSource.SCREEN, None)

    async def _until(
        self, reached: Callable[[DriveReport], bool], otherwise: str, timeout_s: float | None = None
    ) -> float:
        """Wait until a report fulfils `reached`; returns the seconds that took. Raises CheckFailed with the reason."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        while True:
            state = self._handle.state
            # a report that is a moment late is still true
            if (
                state.phase in {DrivePhase.RUNNING, DrivePhase.SILENT}
                and state.report is not None
                and reached(state.report)
            ):
                return loop.time() - began
            if loop.time() - began > (timeout_s or STEP_TIMEOUT_S) or state.phase is DrivePhase.ENDED:
                raise self._failed(otherwise)
            await asyncio.sleep(POLL_S)

    def _is_ready(self, told: DriveReport) -> bool:
        return told.watchdog is WatchdogReadiness.READY and told.subscribers > 0 and told.level is LinkLevel.GOOD

    def _failed(self, text: str) -> CheckFailed:
        state = self._handle.state
        told = state.report
        if state.phase is DrivePhase.SILENT:
            return _StoodStill(SelftestWording.STEP_FAILED(text=text, reason=state.text), ProgramWording.BUSY_TIP())
        if state.phase is not DrivePhase.RUNNING or told is None:
            return CheckFailed(
                SelftestWording.STEP_FAILED(text=text, reason=state.text), state.tip or ProgramWording.BUSY_TIP()
            )
        why = told.refusal or told.reason
        if why in STOOD_STILL:
            return _StoodStill(SelftestWording.STEP_FAILED(text=text, reason=why.text), ProgramWording.BUSY_TIP())
        if why is not None:
            return CheckFailed(SelftestWording.STEP_FAILED(text=text, reason=why.text), why.tip)
        lacking = _lacking(state, told)
        return CheckFailed(
            SelftestWording.STEP_FAILED(text=text, reason=lacking) if lacking else text, ProgramWording.BUSY_TIP()
        )


# inside


def _moves(told: DriveReport) -> bool:
    return told.measured is not None and told.measured.linear_m_s > _MOVING_M_S


def _is_told_to_stand(told: DriveReport) -> bool:
    return told.sent is not None and told.sent.is_zero


def _stands(told: DriveReport) -> bool:
    measured = told.measured
    return (
        not told.owed
        and measured is not None
        and abs(measured.linear_m_s) < _STANDING.linear_m_s
        and abs(measured.angular_rad_s) < _STANDING.angular_rad_s
    )


def _lacking(state: DriveState, told: DriveReport) -> str:
    if told.watchdog is not WatchdogReadiness.READY:
        readiness, why = told.watchdog.value, state.watchdogs.text
        if why:
            return SelftestWording.WATCHDOG_NOT_READY_BECAUSE(readiness=readiness, reason=why)
        return SelftestWording.WATCHDOG_NOT_READY(readiness=readiness)
    return "" if told.subscribers else DriveWording.NOBODY_TAKES()
