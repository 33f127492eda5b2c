"""Places on the floor, and the phases of goals."""

from __future__ import annotations

import math

import pytest

from protocols.navigation import FlatPose, GoalPhase, GoalReport, OwnGoal, united


def test_the_distance_is_that_of_places_in_one_frame() -> None:
    place = FlatPose("map", 1.0, 2.0, 0.0)
    assert place.distance_m(FlatPose("map", 4.0, 6.0, 1.0)) == 5.0
    assert place.distance_m(FlatPose("odom", 4.0, 6.0, 1.0)) is None


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_place_is_finite_in_all_its_numbers(number: float) -> None:
    assert FlatPose("map", 1.0, 2.0, 3.0).is_finite
    for numbers in ((number, 0.0, 0.0), (0.0, number, 0.0), (0.0, 0.0, number)):
        assert not FlatPose("map", *numbers).is_finite


def test_a_goal_is_over_in_every_phase_that_no_other_follows() -> None:
    under_way = {phase for phase in GoalPhase if not phase.is_over}
    assert under_way == {GoalPhase.SENT, GoalPhase.PENDING, GoalPhase.ACTIVE, GoalPhase.CANCELLING}


def test_what_moves_a_robot_is_known_by_whatever_server_it_does() -> None:
    idle, goal = GoalReport(heard=True), OwnGoal("/teledeck-1", FlatPose("map", 1.0, 2.0, 3.0))
    assert united(idle, [GoalReport(cancelling=True)]) == idle
    moving = GoalReport(goal=goal, under_way=True, cancelling=True)
    assert united(idle, [idle, moving, GoalReport(heard=True, others=2)]) == GoalReport(
        goal=goal, under_way=True, others=2, cancelling=True
    )
