# ruff: noqa: FBT001 - every argument is given by its name
from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config.profile import Limits
from app.drive.control.limits import (
    DEADZONE,
    SNAP,
    asks_for_motion,
    is_neutral,
    shaped_stick,
    slew,
    target_velocity,
    velocity_cap,
)
from app.drive.control.values import ZERO, DriveSource, InputState, LinkLevel, Stick, Velocity

LIMITS = Limits()
TURBO = Limits(turbo_linear_m_s=0.6, turbo_angular_rad_s=1.6)
MOST = Velocity(LIMITS.linear_m_s, LIMITS.angular_rad_s)

axes = st.floats(-1.5, 1.5)
velocities = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize("angle", [0.0, 0.4, 0.785, 1.2, 1.5708, 2.5, 3.1416, 4.0, 5.5])
def test_within_the_deadzone_a_stick_is_exactly_zero_in_every_direction(angle: float) -> None:
    way = DEADZONE - 1e-9

    assert shaped_stick(Stick(way * math.cos(angle), way * math.sin(angle))) == (0.0, 0.0)


def test_two_sticks_have_a_deadzone_each() -> None:
    assert shaped_stick(Stick(0.099, 0.099, radial=True)) != (0.0, 0.0)
    assert shaped_stick(Stick(0.099, 0.099, radial=False)) == (0.0, 0.0)
    assert shaped_stick(Stick(1.0, 0.099, radial=False)) == (1.0, 0.0)


def test_beyond_the_deadzone_a_stick_begins_at_the_smallest_step_not_at_a_tenth() -> None:
    begins = next(forward / 1000 for forward in range(1000) if shaped_stick(Stick(forward / 1000, 0.0))[0])

    assert 0.12 < begins < 0.13
    assert SNAP <= shaped_stick(Stick(begins, 0.0))[0] < SNAP + 0.001


def test_a_stick_at_its_end_is_full_speed() -> None:
    assert shaped_stick(Stick(1.0, 0.0)) == (1.0, 0.0)
    assert shaped_stick(Stick(-1.0, 0.0)) == (-1.0, 0.0)
    assert shaped_stick(Stick(0.0, -1.0)) == (0.0, -1.0)


def test_expo_makes_the_middle_finer() -> None:
    half = shaped_stick(Stick(0.55, 0.0))[0]

    # half of the way beyond the deadzone: 0.7 of it straight, 0.3 cubed
    assert half == pytest.approx(0.7 * 0.5 + 0.3 * 0.125)


def test_a_corner_is_no_faster_than_the_edge() -> None:
    forward, turn = shaped_stick(Stick(1.0, 1.0))

    assert forward == turn == pytest.approx(math.sqrt(0.5))


def test_a_stick_pushed_forward_and_a_hair_aside_does_not_turn() -> None:
    assert shaped_stick(Stick(1.0, 0.015))[1] == 0.0
    assert shaped_stick(Stick(1.0, -0.015))[1] == 0.0
    assert shaped_stick(Stick(1.0, 0.05))[1] > SNAP


@given(axes, axes, st.booleans())
def test_no_stick_asks_for_more_than_all(forward: float, turn: float, radial: bool) -> None:
    shaped = shaped_stick(Stick(forward, turn, radial=radial))

    assert all(-1.0 - 1e-12 <= share <= 1.0 + 1e-12 for share in shaped)
    assert all(share == 0.0 or abs(share) >= SNAP for share in shaped)
    assert shaped[0] * forward >= 0.0
    assert shaped[1] * turn >= 0.0


@given(st.floats(0.0, 1.0), st.floats(0.0, 1.0))
def test_pushing_further_is_never_slower(one: float, other: float) -> None:
    low, high = sorted((one, other))

    assert shaped_stick(Stick(low, 0.0))[0] <= shaped_stick(Stick(high, 0.0))[0]


@pytest.mark.parametrize(
    ("wish", "held", "neutral"),
    [
        (Stick(), False, True),
        (Stick(0.05, -0.05), True, True),
        (Stick(0.5, 0.0), True, False),
        (Stick(0.5, 0.0), False, False),
        (Velocity(), True, True),
        (Velocity(0.1, 0.0), False, True),
        (Velocity(0.1, 0.0), True, False),
        (Velocity(0.0, -5e-324), True, False),
    ],
)
def test_neutral_is_a_centred_stick_or_a_set_point_that_is_zero_or_not_held(
    wish: Stick | Velocity,
    held: bool,
    neutral: bool,
) -> None:
    assert is_neutral(InputState(DriveSource.PAD, wish, 0.0, held=held)) is neutral


def test_a_stick_that_nobody_has_seen_is_not_neutral_and_asks_for_nothing() -> None:
    hand = InputState(DriveSource.PAD, Stick(), 0.0, held=True, seen=False)

    assert not is_neutral(hand)
    assert not asks_for_motion(hand)
    assert not asks_for_motion(replace(hand, request=Stick(1.0, 0.0)))


@pytest.mark.parametrize(("forward", "held", "asks"), [(1.0, True, True), (1.0, False, False), (0.05, True, False)])
def test_a_stick_asks_for_motion_while_it_is_held_and_pushed(forward: float, held: bool, asks: bool) -> None:
    assert asks_for_motion(InputState(DriveSource.PAD, Stick(forward, 0.0), 0.0, held=held)) is asks


def test_the_cap_is_that_of_the_profile() -> None:
    assert velocity_cap(LIMITS, turbo=False, speed=1.0, level=LinkLevel.GOOD) == Velocity(0.3, 0.8)


def test_turbo_is_more_only_where_the_profile_says_so() -> None:
    assert velocity_cap(TURBO, turbo=True, speed=1.0, level=LinkLevel.GOOD) == Velocity(0.6, 1.6)
    assert velocity_cap(TURBO, turbo=False, speed=1.0, level=LinkLevel.GOOD) == Velocity(0.3, 0.8)
    assert velocity_cap(LIMITS, turbo=True, speed=1.0, level=LinkLevel.GOOD) == Velocity(0.3, 0.8)


@pytest.mark.parametrize(
    ("level", "share"), [(LinkLevel.GOOD, 1.0), (LinkLevel.SLOW, 1.0), (LinkLevel.POOR, 0.5), (LinkLevel.LOST, 0.5)]
)
def test_a_poor_link_halves_the_cap(level: LinkLevel, share: float) -> None:
    assert velocity_cap(LIMITS, turbo=False, speed=1.0, level=level) == Velocity(0.3 * share, 0.8 * share)


@pytest.mark.parametrize(("speed", "share"), [(0.5, 0.5), (0.0, 0.0), (-1.0, 0.0), (3.0, 1.0)])
def test_the_slider_takes_away_and_never_adds(speed: float, share: float) -> None:
    assert velocity_cap(LIMITS, turbo=False, speed=speed, level=LinkLevel.GOOD) == Velocity(0.3 * share, 0.8 * share)


def test_a_set_point_within_the_caps_is_taken_as_it_is() -> None:
    assert target_velocity(Velocity(0.001, -0.799), MOST) == Velocity(0.001, -0.799)


def test_of_a_set_point_beyond_the_caps_the_arc_stays() -> None:
    wanted = target_velocity(Velocity(3.0, 2.0), MOST)

    assert wanted.linear_m_s == pytest.approx(0.3)
    assert wanted.angular_rad_s == pytest.approx(0.2)


@given(velocities, velocities)
def test_no_set_point_exceeds_the_caps(v: float, w: float) -> None:
    wanted = target_velocity(Velocity(v, w), MOST)

    assert abs(wanted.linear_m_s) <= MOST.linear_m_s
    assert abs(wanted.angular_rad_s) <= MOST.angular_rad_s


def test_zero_has_no_sign() -> None:
    wanted = target_velocity(Velocity(-0.0, -0.0), MOST)

    assert math.copysign(1.0, wanted.linear_m_s) == math.copysign(1.0, wanted.angular_rad_s) == 1.0


def test_speeding_up_keeps_to_the_acceleration() -> None:
    assert slew(ZERO, MOST, LIMITS, 0.1).linear_m_s == pytest.approx(0.08)
    assert slew(ZERO, MOST, LIMITS, 0.1).angular_rad_s == pytest.approx(0.32)


def test_slowing_down_may_be_twice_as_hard() -> None:
    assert slew(Velocity(0.3, 0.0), Velocity(0.1, 0.0), LIMITS, 0.05).linear_m_s == pytest.approx(0.22)


def test_a_stop_is_zero_at_once() -> None:
    assert slew(Velocity(0.3, 0.8), ZERO, LIMITS, 0.0) == ZERO


def test_backing_up_slows_down_first_and_then_speeds_up() -> None:
    # 0.04 m/s down at 1.6 m/s² take 25 ms, and 75 ms are left to speed up at 0.8 m/s²
    assert slew(Velocity(0.04, 0.0), Velocity(-0.3, 0.0), LIMITS, 0.1).linear_m_s == pytest.approx(-0.06)
    assert slew(Velocity(0.3, 0.0), Velocity(-0.3, 0.0), LIMITS, 0.1).linear_m_s == pytest.approx(0.14)


@given(st.floats(-1.0, 1.0), st.floats(-0.3, 0.3).filter(bool), st.floats(0.0, 0.2))
def test_slewing_goes_towards_what_is_wanted_and_never_beyond(before: float, wanted: float, elapsed_s: float) -> None:
    after = slew(Velocity(before, 0.0), Velocity(wanted, 0.0), LIMITS, elapsed_s).linear_m_s

    assert min(before, wanted) <= after <= max(before, wanted)
    assert abs(after - before) <= 2 * LIMITS.linear_m_s2 * elapsed_s + 1e-12


@given(st.floats(-0.3, 0.3).filter(lambda wanted: abs(wanted) > 1e-6))
def test_slewing_arrives(wanted: float) -> None:
    velocity = Velocity(0.3, 0.0)
    for _ in range(100):
        velocity = slew(velocity, Velocity(wanted, 0.0), LIMITS, 0.01)

    assert velocity.linear_m_s == wanted
