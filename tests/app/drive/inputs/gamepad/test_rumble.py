from __future__ import annotations

from app.config.feedback import FeedbackPattern
from app.drive.inputs.gamepad.rumble import PULSES_S, RumblePlan


def test_the_pulses_of_a_pattern_come_when_they_are_due() -> None:
    plan = RumblePlan()
    plan.begin(3, FeedbackPattern.DOUBLE, 0.7, 10.0)
    (first, second) = PULSES_S[FeedbackPattern.DOUBLE]
    assert list(plan.due(10.0)) == [(3, 0.7, first[1])]
    assert list(plan.due(10.0 + second[0] - 0.01)) == []
    assert list(plan.due(10.0 + second[0])) == [(3, 0.7, second[1])]
    assert list(plan.due(20.0)) == []


def test_another_pattern_takes_the_place_of_what_is_to_come_at_that_pad_only() -> None:
    plan = RumblePlan()
    plan.begin(1, FeedbackPattern.DOUBLE, 0.7, 10.0)
    plan.begin(2, FeedbackPattern.DOUBLE, 0.7, 10.0)
    list(plan.due(10.0))
    plan.begin(1, FeedbackPattern.OFF, 1.0, 10.1)
    assert [pad for pad, _, _ in plan.due(10.4)] == [2]


def test_what_is_late_by_far_or_of_a_clock_that_went_back_is_dropped() -> None:
    plan = RumblePlan()
    plan.begin(1, FeedbackPattern.LONG, 0.7, 10.0)
    assert list(plan.due(11.0)) == []
    plan.begin(1, FeedbackPattern.DOUBLE, 0.7, 10.0)
    assert list(plan.due(5.0)) == []
    assert list(plan.due(10.3)) == []
