"""A drive of the self-test, by a drive process that the test plays."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest
from typing_extensions import override

from app.cli.selftest import drive
from app.cli.selftest.drive import TrialDrive
from app.drive.control.values import ZERO, LinkLevel, Reason, Stage, Velocity, WatchdogReadiness
from app.drive.messages.report import DriveReport
from app.drive.supervisor.drive_process import DriveTarget
from app.drive.supervisor.drive_supervisor import DriveSupervisor
from app.net.boot_clock import boot_time
from app.program.check import CheckFailed
from app.wording.drive import DriveWording
from app.wording.selftest import SelftestWording
from tests.fakes.drive_child import FakeChild, FakeStart, voices
from tests.tools.sentences import says, tells

MOTION = Velocity(0.2, 0.5)
READY = DriveReport(
    1.0, Stage.DISARMED, watchdog=WatchdogReadiness.READY, subscribers=1, level=LinkLevel.GOOD, measured=ZERO
)


class PlayedChild(FakeChild):
    """A drive process that obeys, or what a test makes of it.

    Attributes:
        spoil: changes what it reports after each line.
    """

    spoil: Callable[[DriveReport], DriveReport] = staticmethod(lambda told: told)

    @override
    def write(self, data: bytes) -> int:
        before = len(self.said)
        taken = super().write(data)
        for line in self.said[before:]:
            assert self.says is not None
            told = self.says
            if line.get("arm") is True:
                told = replace(told, stage=Stage.ARMED, reason=None)
            elif line.get("arm") is False:
                told = replace(told, stage=Stage.DISARMED)
            elif "hold" in line:
                velocity = MOTION if line["hold"] and told.stage is Stage.ARMED else ZERO
                told = replace(told, sent=velocity, measured=velocity)
            self.says = self.spoil(told)
            self.ear.receive_report(self.says, boot_time())
        return taken


class PlayedStart(FakeStart):
    """Starts such processes."""

    def __call__(self, target: DriveTarget, latched: bool, log: object, ear: object) -> FakeChild:  # noqa: FBT001
        child = PlayedChild(ear)  # type: ignore[arg-type]
        del target, latched, log
        self.children.append(child)
        return child


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> PlayedStart:
    monkeypatch.setattr(drive, "MOVE_S", 0.02)
    monkeypatch.setattr(drive, "READY_TIMEOUT_S", 0.3)
    monkeypatch.setattr(drive, "STEP_TIMEOUT_S", 0.3)
    return PlayedStart()


@pytest.fixture
async def handle(start: PlayedStart) -> AsyncIterator[DriveSupervisor]:
    with voices(start):
        handle = DriveSupervisor(start_child=start)
        await handle.start(DriveTarget("ros1://127.0.0.1:1"))
        yield handle
        await handle.close()


def child(start: PlayedStart, told: DriveReport = READY) -> PlayedChild:
    (child,) = start.children
    assert isinstance(child, PlayedChild)
    child.says = told
    child.ear.receive_report(told, boot_time())
    return child


async def test_a_robot_that_obeys_is_armed_moved_stopped_and_disarmed(
    start: PlayedStart, handle: DriveSupervisor
) -> None:
    played = child(start)

    told = await TrialDrive(handle).drive()

    assert tells(told, SelftestWording.DRIVEN, speed_m_s=0.2)
    assert [line["arm"] for line in played.said if "arm" in line] == [True, False]
    assert [line["hold"] for line in played.said if "hold" in line] == [True, False]


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        (
            replace(READY, watchdog=WatchdogReadiness.MISSING),
            SelftestWording.WATCHDOG_NOT_READY(readiness=WatchdogReadiness.MISSING.value),
        ),
        (replace(READY, subscribers=0), DriveWording.NOBODY_TAKES()),
    ],
)
async def test_without_what_driving_needs_nothing_is_armed(
    start: PlayedStart, handle: DriveSupervisor, told: DriveReport, reason: str
) -> None:
    played = child(start, told)

    with pytest.raises(
        CheckFailed, check=says(SelftestWording.STEP_FAILED, text=SelftestWording.NOT_READY(), reason=reason)
    ):
        await TrialDrive(handle).drive()
    assert played.said == []


async def test_a_refusal_is_told_with_its_tip(start: PlayedStart, handle: DriveSupervisor) -> None:
    child(start).spoil = lambda told: replace(told, stage=Stage.DISARMED, refusal=Reason.NOT_NEUTRAL)

    reason = SelftestWording.STEP_FAILED(text=SelftestWording.NOT_ARMED(), reason=Reason.NOT_NEUTRAL.text)
    with pytest.raises(CheckFailed, check=says(reason.code, **reason.values)) as caught:
        await TrialDrive(handle).drive()
    assert caught.value.tip == Reason.NOT_NEUTRAL.tip


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda told: replace(told, measured=ZERO), SelftestWording.MOVES_NOT),
        (lambda told: replace(told, measured=Velocity(0.2, 0.5)), SelftestWording.STANDS_NOT),
        (lambda told: replace(told, owed=True), SelftestWording.STANDS_NOT),
        (lambda told: replace(told, sent=Velocity(0.2, 0.5)), SelftestWording.NOT_TOLD_TO_STAND),
    ],
)
async def test_a_robot_that_does_not_do_as_it_is_told_is_a_fault(
    start: PlayedStart, handle: DriveSupervisor, spoil: Callable[[DriveReport], DriveReport], code: SelftestWording
) -> None:
    child(start).spoil = spoil

    with pytest.raises(CheckFailed) as caught:
        await TrialDrive(handle).drive()
    assert tells(caught.value.reason, code)


async def test_a_computer_that_stood_still_is_given_another_go(start: PlayedStart, handle: DriveSupervisor) -> None:
    late: list[DriveReport] = []

    def late_once(told: DriveReport) -> DriveReport:
        if told.sent != MOTION or late:
            return told
        late.append(told)
        return replace(told, stage=Stage.DISARMED, reason=Reason.LATE, sent=ZERO, measured=ZERO)

    child(start).spoil = late_once

    assert tells(await TrialDrive(handle).drive(), SelftestWording.DRIVEN)
    assert late


async def test_a_process_that_dies_is_told_at_once(start: PlayedStart, handle: DriveSupervisor) -> None:
    child(start).end(-9)

    with pytest.raises(CheckFailed) as caught:
        await TrialDrive(handle).drive()
    assert tells(caught.value.reason, DriveWording.ENDED)
    assert tells(caught.value.tip, DriveWording.ENDED_TIP)
