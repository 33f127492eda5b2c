from __future__ import annotations

from typing import Any

import pytest

from app.drive.control.values import LinkLevel, Reason, Stage
from app.drive.supervisor.drive_state import DrivePhase
from app.ui.drive.alert_sounds import AlertSounds
from app.ui.drive.desktop import AlertSound
from tests.fakes.driving_view import FakeHandle


class _Ringing:
    def __init__(self) -> None:
        self.rung: list[AlertSound] = []
        self.bell = AlertSounds(self._ring)
        self.handle = FakeHandle()

    @property
    def count(self) -> int:
        return len(self.rung)

    def _ring(self, sound: AlertSound) -> None:
        self.rung.append(sound)

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


def test_it_can_be_switched_off(ringing: _Ringing) -> None:
    ringing.bell.on = False
    assert ringing.tell(stage=Stage.STOPPED) == 0
    ringing.bell.on = True
    assert ringing.tell(stage=Stage.STOPPED) == 0
    ringing.bell.check(None)
    assert ringing.count == 0


@pytest.mark.parametrize(
    ("changes", "sound"),
    [
        ({"stage": Stage.STOPPED, "reason": Reason.STOP}, AlertSound.STOPPED),
        ({"stage": Stage.STOPPED, "reason": Reason.LINK_SILENT}, AlertSound.STOPPED),
        ({"stage": Stage.DISARMED, "reason": Reason.PAD_GONE}, AlertSound.STOPPED),
        ({"stage": Stage.DISARMED, "reason": Reason.LINK_SILENT}, AlertSound.LINK),
        ({"level": LinkLevel.POOR}, AlertSound.LINK),
    ],
)
def test_a_stop_and_a_link_sound_different(ringing: _Ringing, changes: dict[str, Any], sound: AlertSound) -> None:
    ringing.tell(**changes)
    assert ringing.rung == [sound]
