from __future__ import annotations

from typing import Any

import pytest

from app.config.feedback import FeedbackPattern, StopClass
from app.drive.control.values import LinkLevel, Reason, Stage
from app.drive.supervisor.drive_state import DrivePhase
from app.ui.drive.alert_sounds import AlertSounds
from app.ui.drive.desktop import AlertSound
from tests.fakes.driving_view import FakeHandle


class _Ringing:
    def __init__(self) -> None:
        self.rung: list[StopClass] = []
        self.played: list[AlertSound] = []
        self.pattern = FeedbackPattern.SHORT
        self.bell = AlertSounds(self.played.append, self._pattern_of)
        self.handle = FakeHandle()

    def _pattern_of(self, about: StopClass) -> FeedbackPattern:
        self.rung.append(about)
        return self.pattern

    @property
    def count(self) -> int:
        return len(self.rung)

    def tell(self, **changes: Any) -> int:
        """How often it rang at that."""
        before = self.count
        self.handle.tell(**changes)
        for _ in range(3):
            self.bell.check(self.handle.state)
        return self.count - before


@pytest.fixture
def ringing() -> _Ringing:
    ringing = _Ringing()
    ringing.tell(stage=Stage.ARMED)
    return ringing


def test_stop_rings_once(ringing: _Ringing) -> None:
    assert ringing.tell(stage=Stage.STOPPED, reason=Reason.STOP) == 1


@pytest.mark.parametrize("reason", [Reason.PAD_GONE, Reason.UNFOCUSED, Reason.LINK_SILENT, Reason.IDLE])
def test_what_disarms_by_itself_rings(ringing: _Ringing, reason: Reason) -> None:
    assert ringing.tell(stage=Stage.DISARMED, reason=reason) == 1


def test_what_the_operator_does_is_silent(ringing: _Ringing) -> None:
    assert ringing.tell(reason=Reason.RELEASED) == 0
    assert ringing.tell(stage=Stage.DISARMED, reason=Reason.BY_OPERATOR) == 0
    assert ringing.tell(stage=Stage.ARMED) == 0


def test_a_link_that_gets_poor_while_armed_rings_and_one_that_recovers_does_not(ringing: _Ringing) -> None:
    assert ringing.tell(level=LinkLevel.SLOW) == 0
    assert ringing.tell(level=LinkLevel.POOR) == 1
    assert ringing.tell(level=LinkLevel.GOOD) == 0


@pytest.mark.parametrize("phase", [DrivePhase.SILENT, DrivePhase.ENDED])
def test_a_process_that_is_gone_rings(ringing: _Ringing, phase: DrivePhase) -> None:
    ringing.tell(stage=Stage.DISARMED, reason=Reason.BY_OPERATOR)
    ringing.handle.enter(phase)
    ringing.bell.check(ringing.handle.state)
    assert ringing.count == 1


def test_where_nothing_is_driven_nothing_rings(ringing: _Ringing) -> None:
    assert ringing.tell(stage=Stage.STOPPED) == 1
    ringing.bell.check(None)
    assert ringing.count == 1


def test_each_pattern_is_its_sound_and_off_is_none(ringing: _Ringing) -> None:
    for ringing.pattern in FeedbackPattern:
        ringing.tell(stage=Stage.STOPPED)
        ringing.tell(stage=Stage.ARMED)
    assert ringing.played == [AlertSound.SHORT, AlertSound.LONG, AlertSound.DOUBLE]


@pytest.mark.parametrize(
    ("changes", "rung"),
    [
        ({"stage": Stage.STOPPED, "reason": Reason.STOP}, StopClass.OPERATOR),
        ({"stage": Stage.STOPPED, "reason": Reason.LINK_SILENT}, StopClass.OPERATOR),
        ({"stage": Stage.DISARMED, "reason": Reason.IDLE}, StopClass.OPERATOR),
        ({"stage": Stage.DISARMED, "reason": Reason.PAD_GONE}, StopClass.INPUT),
        ({"stage": Stage.DISARMED, "reason": Reason.LINK_SILENT}, StopClass.LINK),
        ({"stage": Stage.STOPPING, "reason": Reason.NOT_OBEYED}, StopClass.ROBOT),
        ({"stage": Stage.DISARMED, "reason": Reason.LATE}, StopClass.COMPUTER),
        ({"level": LinkLevel.POOR}, StopClass.LINK),
    ],
)
def test_each_class_of_stops_rings_as_itself(ringing: _Ringing, changes: dict[str, Any], rung: StopClass) -> None:
    ringing.tell(**changes)
    assert ringing.rung == [rung]
