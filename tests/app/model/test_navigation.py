"""Navigation of a robot, as views know it."""

from __future__ import annotations

import pytest

from app.model.navigation import GoalReport, NavigationState


@pytest.mark.parametrize(
    ("report", "drives"),
    [
        (GoalReport(), False),
        (GoalReport(heard=True, cancelling=True), False),
        (GoalReport(under_way=True), True),
        (GoalReport(others=1), True),
    ],
)
def test_a_robot_drives_as_long_as_a_goal_of_anybody_is_under_way(report: GoalReport, drives: bool) -> None:  # noqa: FBT001 - a parameter of the test
    assert NavigationState(report=report).is_driving is drives


def test_nothing_is_ready_before_something_is_known() -> None:
    state = NavigationState()
    assert (state.server, state.ready, state.pose_ready, state.is_driving) == ("", False, False, False)
