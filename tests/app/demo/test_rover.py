from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.demo.rover import ACCELERATION, MAX_SPEED, MAX_TURN, Rover, RoverVelocity, advance, footprint
from app.demo.scenery import ROOM_LENGTH, ROOM_WIDTH, ROOM_X, SOLID_OBJECTS, START
from app.demo.shapes import Box, Pose2

DT = 0.01
ORIGIN = Pose2(0.0, 0.0, 0.0)

commands = st.lists(st.tuples(st.floats(-1.5, 1.5), st.floats(-3, 3), st.integers(1, 300)), min_size=1, max_size=12)


def _rover(*obstacles: Box, seed: int = 1) -> Rover:
    return Rover(ORIGIN, obstacles, Random(seed))


def _run(rover: Rover, seconds: float) -> None:
    for _ in range(round(seconds / DT)):
        rover.step(DT)


@settings(deadline=None, max_examples=60)
@given(commands)
def test_whatever_is_commanded_the_rover_stays_in_the_room_and_out_of_everything(
    drives: list[tuple[float, float, int]],
) -> None:
    rover = Rover(START, (thing.shape for thing in SOLID_OBJECTS), Random(3))
    for linear, angular, steps in drives:
        rover.drive(linear, angular)
        for _ in range(steps):
            rover.step(DT)
        ground = footprint(rover.pose)
        assert not any(thing.shape.overlaps(ground) for thing in SOLID_OBJECTS)
        assert all(abs(x - ROOM_X) <= ROOM_LENGTH / 2 and abs(y) <= ROOM_WIDTH / 2 for x, y in ground.corners)


@settings(deadline=None, max_examples=30)
@given(commands, st.integers(0, 5))
def test_the_same_seed_and_commands_lead_to_the_same_place(drives: list[tuple[float, float, int]], seed: int) -> None:
    ends = []
    for _ in range(2):
        rover = _rover(Box(1, 0.5, 0.4, 0.4), seed=seed)
        for linear, angular, steps in drives:
            rover.drive(linear, angular)
            for _ in range(steps):
                rover.step(DT)
        ends.append((rover.pose, rover.odometry, rover.velocity))

    assert ends[0] == ends[1]


@settings(deadline=None, max_examples=30)
@given(st.floats(-1.5, 1.5), st.floats(-3, 3))
def test_it_comes_to_a_stand_when_told_to_within_its_deceleration(linear: float, angular: float) -> None:
    rover = _rover()
    rover.drive(linear, angular)
    _run(rover, 2)
    rover.drive(0, 0)
    _run(rover, MAX_SPEED / ACCELERATION + DT)

    assert rover.velocity == RoverVelocity()
    stands = rover.pose, rover.odometry
    _run(rover, 1)
    assert (rover.pose, rover.odometry) == stands


def test_a_rover_that_was_never_commanded_stands_still() -> None:
    rover = _rover()
    _run(rover, 5)

    assert rover.pose == ORIGIN
    assert rover.odometry == ORIGIN


def test_the_last_command_holds_for_ever() -> None:
    rover = _rover()
    rover.drive(0.5, 0)
    _run(rover, 100)

    assert rover.pose.x == pytest.approx(50, abs=0.5)


def test_it_reaches_a_velocity_no_faster_than_its_acceleration() -> None:
    rover = _rover()
    rover.drive(1.0, 0)
    _run(rover, 0.4)

    assert rover.velocity.linear == pytest.approx(0.4 * ACCELERATION)
    assert rover.pose.x == pytest.approx(0.5 * ACCELERATION * 0.4**2, rel=0.05)


def test_a_positive_turn_is_counter_clockwise() -> None:
    rover = _rover()
    rover.drive(0, 0.5)
    _run(rover, 2)

    assert 0.7 < rover.pose.yaw < 1.0


def test_commands_beyond_what_it_can_do_are_cut() -> None:
    rover = _rover()
    rover.drive(50, -50)

    assert rover.command == RoverVelocity(MAX_SPEED, -MAX_TURN)


@pytest.mark.parametrize("wrong", [math.nan, math.inf, -math.inf])
def test_a_command_that_is_no_number_changes_nothing(wrong: float) -> None:
    rover = _rover()
    rover.drive(0.3, 0.1)
    rover.drive(wrong, 0.0)
    rover.drive(0.0, wrong)

    assert rover.command == RoverVelocity(0.3, 0.1)


def test_a_wall_stops_the_body_while_the_wheels_slip() -> None:
    wall = Box(1.5, 0, 0.2, 4)
    rover = _rover(wall)
    rover.drive(0.5, 0)
    _run(rover, 6)

    assert rover.pose.x == pytest.approx(1.5 - 0.1 - 0.25, abs=0.011)
    assert rover.velocity == RoverVelocity()
    assert rover.touched is wall
    assert rover.measured.linear == pytest.approx(0.5, rel=0.2)
    assert rover.odometry.x > 2


def test_it_gets_away_from_a_wall_backwards() -> None:
    rover = _rover(Box(1.5, 0, 0.2, 4))
    rover.drive(0.5, 0)
    _run(rover, 6)
    rover.drive(-0.5, 0)
    _run(rover, 3)

    assert rover.pose.x < 0.5
    assert rover.touched is None


def test_blocked_ahead_it_still_turns_on_the_spot_where_there_is_room() -> None:
    rover = _rover(Box(0.5, 0, 0.2, 0.1))
    rover.drive(0.3, 0)
    _run(rover, 3)
    rover.drive(0.3, 0.8)
    _run(rover, 0.1)

    assert rover.pose.yaw > 0


def test_odometry_drifts_a_little_from_the_truth() -> None:
    rover = _rover()
    rover.drive(0.5, 0.2)
    _run(rover, 60)

    error = math.hypot(rover.odometry.x - rover.pose.x, rover.odometry.y - rover.pose.y)
    assert 0.005 < error < 2.0


def test_reset_puts_it_back_standing() -> None:
    rover = _rover()
    rover.drive(0.5, 0.2)
    _run(rover, 3)
    rover.reset()
    _run(rover, 1)

    assert rover.pose == ORIGIN
    assert rover.odometry == ORIGIN
    assert rover.command == RoverVelocity()


def test_driving_a_circle_comes_back_to_where_it_began() -> None:
    pose = Pose2(1, 2, 0.3)
    for _ in range(1000):
        pose = advance(pose, RoverVelocity(0.5, math.tau / 10), DT)

    assert pose == pytest.approx((1, 2, 0.3), abs=1e-3)
