from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.demo.rover import ANTENNA_ACCELERATION, ANTENNA_LIMIT, ANTENNA_SPEED, FRICTION, Antenna, Motor

DT = 0.01
KEPT = math.nan

numbers = st.one_of(st.floats(-1e6, 1e6), st.sampled_from((math.nan, math.inf, -math.inf)))


def _run(antenna: Antenna, seconds: float) -> list[float]:
    """Where it is after each step."""
    places = []
    for _ in range(round(seconds / DT)):
        antenna.step(DT)
        places.append(antenna.position)
    return places


def test_a_motor_that_was_told_nothing_goes_on() -> None:
    assert Motor(5.0, 10.0).wanted_rad_s(1.0) == 0.0
    assert Motor(5.0, 10.0, 2.0).wanted_rad_s(1.0) == 2.0


def test_what_is_no_number_leaves_things_as_they_are() -> None:
    motor = Motor(5.0, 10.0)
    motor.command(KEPT, 1.5, KEPT)

    assert not motor.command(KEPT, math.inf, KEPT)
    assert motor.wanted_rad_s(0.0) == 1.5


def test_of_several_numbers_the_last_counts_so_zeros_that_were_not_meant_stop_it() -> None:
    motor = Motor(5.0, 10.0)
    assert motor.command(0.0, 1.5, 0.0)

    assert motor.wanted_rad_s(0.0) == 0.0


def test_a_zero_is_a_command() -> None:
    motor = Motor(5.0, 10.0, 2.0)
    assert motor.command(KEPT, 0.0, KEPT)

    assert motor.wanted_rad_s(0.0) == 0.0


def test_effort_works_against_friction() -> None:
    motor = Motor(5.0, 10.0)
    motor.command(KEPT, KEPT, 2.0 * FRICTION)
    assert motor.wanted_rad_s(0.0) == pytest.approx(2.0)

    motor.command(KEPT, KEPT, 1000.0)
    assert motor.wanted_rad_s(0.0) == 5.0


@pytest.mark.parametrize("goal", [-1.0, 0.3, 1.2])
def test_the_antenna_goes_to_a_position_without_passing_it_and_stays(goal: float) -> None:
    antenna = Antenna()
    antenna.command(goal, KEPT, KEPT)
    places = _run(antenna, 5.0)

    assert places[-1] == pytest.approx(goal, abs=1e-3)
    assert max(abs(place) for place in places) <= abs(goal) + 1e-6


def test_the_antenna_turns_until_its_stop() -> None:
    antenna = Antenna()
    antenna.command(KEPT, 0.5, KEPT)
    _run(antenna, 1.0)
    assert antenna.velocity == pytest.approx(0.5)
    _run(antenna, 5.0)

    assert (antenna.position, antenna.velocity) == (ANTENNA_LIMIT, 0.0)


def test_reset_the_antenna_looks_ahead_again_and_rests() -> None:
    antenna = Antenna()
    antenna.command(KEPT, 0.5, KEPT)
    _run(antenna, 1.0)
    antenna.reset()

    assert set(_run(antenna, 1.0)) == {0.0}


@given(st.lists(st.tuples(numbers, numbers, numbers, st.integers(1, 100)), max_size=8))
def test_whatever_it_is_told_the_antenna_keeps_its_limits(
    commands: list[tuple[float, float, float, int]],
) -> None:
    antenna = Antenna()
    for position, velocity, effort, steps in commands:
        antenna.command(position, velocity, effort)
        velocities = [antenna.velocity]
        for _ in range(steps):
            antenna.step(DT)
            velocities.append(antenna.velocity)
            assert abs(antenna.position) <= ANTENNA_LIMIT
            assert abs(antenna.velocity) <= ANTENNA_SPEED
        changes = [abs(after - before) for before, after in pairwise(velocities) if after]
        assert max(changes, default=0.0) <= ANTENNA_ACCELERATION * DT + 1e-12
