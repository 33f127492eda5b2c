from __future__ import annotations

import pytest

from app.config.feedback import StopClass
from app.drive.control.stop_classes import _REASONS, EXPECTED, stop_class, unexpected_stop
from app.drive.control.values import Effect, Reason


def test_every_reason_for_a_stop_has_one_class_and_each_class_has_some() -> None:
    listed = [reason for reasons in _REASONS.values() for reason in reasons]
    assert set(listed) == {reason for reason in Reason if reason.effect is not Effect.REFUSAL}
    assert len(set(listed)) == len(listed)
    assert set(_REASONS) == set(StopClass)


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        (Reason.STOP, StopClass.OPERATOR),
        (Reason.LINK_LOST, StopClass.LINK),
        (Reason.NOT_OBEYED, StopClass.ROBOT),
        (Reason.ESTOP_PRESSED, StopClass.ROBOT),
        (Reason.PAD_GONE, StopClass.INPUT),
        (Reason.INTERFACE_SILENT, StopClass.COMPUTER),
        (None, StopClass.ROBOT),
    ],
)
def test_a_reason_is_of_who_or_what_caused_it(reason: Reason | None, expected: StopClass) -> None:
    assert stop_class(reason) is expected


def test_of_several_reasons_stop_counts_and_what_is_expected_does_not() -> None:
    assert unexpected_stop((Reason.LATE, Reason.STOP)) is Reason.STOP
    assert unexpected_stop((Reason.RELEASED, Reason.NOT_NEUTRAL, Reason.LATE)) is Reason.LATE
    assert unexpected_stop((*EXPECTED, Reason.LATCHED)) is None
