# ruff: noqa: FBT001 - every argument is given by its name
from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config.profile import FreeAxis, Limits, Profile
from app.drive.control.limits import (
    DEADZONE,
    SNAP,
    asks_for_motion,
    is_neutral,
    shaped_stick,
    slew,
    stepped_share,
    target_velocity,
    velocity_cap,
)
from app.drive.control.values import ZERO, DriveSource, InputState, LinkLevel, Pace, Stick, Velocity

LIMITS = Limits()
SLOW, FAST = Profile(), Profile(limits=Limits(turbo_linear_m_s=0.6, turbo_angular_rad_s=1.6))
MOST = Velocity(LIMITS.linear_m_s, LIMITS.angular_rad_s)
CAR = replace(MOST, steering_rad=LIMITS.steering_rad)

axes = st.floats(-1.5, 1.5)
velocities = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize("angle", [0.0, 0.4, 0.785, 1.2, 1.5708, 2.5, 3.1416, 4.0, 5.5])
def test_within_the_deadzone_a_stick_is_exactly_zero_in_every_direction(angle: float) -> None:
    way = DEADZONE - 1e-9

    assert shaped_stick(Stick(way * math.cos(angle), way * math.sin(angle))) == (0.0, 0.0, 0.0)


def test_two_sticks_have_a_deadzone_each() -> None:
    assert shaped_stick(Stick(0.099, 0.099, radial=True)) != (0.0, 0.0, 0.0)
    assert shaped_stick(Stick(0.099, 0.099, radial=False)) == (0.0, 0.0, 0.0)
    assert shaped_stick(Stick(1.0, 0.099, radial=False)) == (1.0, 0.0, 0.0)


def test_beyond_the_deadzone_a_stick_begins_at_the_smallest_step_not_at_a_tenth() -> None:
    begins = next(forward / 1000 for forward in range(1000) if shaped_stick(Stick(forward / 1000, 0.0))[0])

    assert 0.12 < begins < 0.13
    assert SNAP <= shaped_stick(Stick(begins, 0.0))[0] < SNAP + 0.001


def test_a_stick_at_its_end_is_full_speed() -> None:
    assert shaped_stick(Stick(1.0, 0.0)) == (1.0, 0.0, 0.0)
    assert shaped_stick(Stick(-1.0, 0.0)) == (-1.0, 0.0, 0.0)
    assert shaped_stick(Stick(0.0, -1.0)) == (0.0, -1.0, 0.0)


def test_expo_makes_the_middle_finer() -> None:
    half = shaped_stick(Stick(0.55, 0.0))[0]

    # half of the way beyond the deadzone: 0.7 of it straight, 0.3 cubed
    assert half == pytest.approx(0.7 * 0.5 + 0.3 * 0.125)


def test_a_corner_is_no_faster_than_the_edge() -> None:
    forward, turn, _ = shaped_stick(Stick(1.0, 1.0))

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
    assert velocity_cap(SLOW, Pace.USUAL, speed=1.0, level=LinkLevel.GOOD) == Velocity(0.3, 0.8)


def test_turbo_has_other_limits_only_where_the_profile_says_so() -> None:
    assert velocity_cap(FAST, Pace.TURBO, speed=1.0, level=LinkLevel.GOOD) == Velocity(0.6, 1.6)
    assert velocity_cap(FAST, Pace.USUAL, speed=1.0, level=LinkLevel.GOOD) == Velocity(0.3, 0.8)
    assert velocity_cap(SLOW, Pace.TURBO, speed=1.0, level=LinkLevel.GOOD) == Velocity(0.3, 0.8)


@pytest.mark.parametrize(
    ("pace", "speed", "share"),
    [
        (Pace.TURBO, 0.25, 0.5),
        (Pace.TURBO, 0.5, 1.0),
        (Pace.TURBO, 0.8, 1.0),
        (Pace.TURBO, 0.0, 0.0),
        (Pace.SLOW, 1.0, 0.4),
        (Pace.SLOW, 0.5, 0.2),
    ],
)
def test_a_pace_is_a_share_of_the_limits_and_never_more_than_all(pace: Pace, speed: float, share: float) -> None:
    cap = velocity_cap(SLOW, pace, speed=speed, level=LinkLevel.GOOD)

    assert (cap.linear_m_s, cap.angular_rad_s) == pytest.approx((0.3 * share, 0.8 * share))


@given(st.sampled_from(Pace), st.floats(allow_infinity=True, allow_nan=False), st.sampled_from([SLOW, FAST]))
def test_no_pace_and_no_share_exceed_the_limits(pace: Pace, speed: float, profile: Profile) -> None:
    cap, limits = velocity_cap(profile, pace, speed=speed, level=LinkLevel.GOOD), profile.limits

    turbo = pace is Pace.TURBO
    assert 0.0 <= cap.linear_m_s <= ((turbo and limits.turbo_linear_m_s) or limits.linear_m_s)
    assert 0.0 <= cap.angular_rad_s <= ((turbo and limits.turbo_angular_rad_s) or limits.angular_rad_s)


@pytest.mark.parametrize(
    ("share", "steps", "then"),
    [
        *[(0.5, 1, 0.6), (0.5, -1, 0.4), (0.1, -1, 0.05), (0.05, -1, 0.05), (0.05, 1, 0.1), (1.0, 1, 1.0)],
        *[
            (0.55, 1, 0.6),
            (0.55, -1, 0.5),
            (0.3, 2, 0.5),
            (0.7, 0, 0.7),
            (0.33, 0, 0.33),
            (0.9, 9, 1.0),
            (0.2, -9, 0.05),
        ],
    ],
)
def test_steps_of_the_share_are_tenths_between_the_least_and_all(share: float, steps: int, then: float) -> None:
    assert stepped_share(share, steps) == then


@pytest.mark.parametrize(
    ("level", "share"), [(LinkLevel.GOOD, 1.0), (LinkLevel.SLOW, 1.0), (LinkLevel.POOR, 0.5), (LinkLevel.LOST, 0.5)]
)
def test_a_poor_link_halves_the_cap(level: LinkLevel, share: float) -> None:
    assert velocity_cap(SLOW, Pace.USUAL, speed=1.0, level=level) == Velocity(0.3 * share, 0.8 * share)


@pytest.mark.parametrize(("speed", "share"), [(0.5, 0.5), (0.0, 0.0), (-1.0, 0.0), (3.0, 1.0)])
def test_the_slider_takes_away_and_never_adds(speed: float, share: float) -> None:
    assert velocity_cap(SLOW, Pace.USUAL, speed=speed, level=LinkLevel.GOOD) == Velocity(0.3 * share, 0.8 * share)


@pytest.mark.parametrize(
    ("wish", "most", "wheel_base_m"),
    [
        (Velocity(0.1, 0.1, 0.1), MOST, 0.0),
        (Velocity(0.1, 0.1, steering_rad=0.2), MOST, 0.0),
        (Velocity(0.1, steering_rad=0.2), replace(MOST, lateral_m_s=0.2), 0.0),
        (Velocity(0.1, 0.0, 0.1, 0.2), CAR, 0.5),
        (Velocity(0.1, 0.1), CAR, 0.0),
        (Velocity(0.1, 0.1, steering_rad=0.2), CAR, 0.0),
    ],
)
def test_a_set_point_that_asks_for_what_a_robot_has_not_is_zero(
    wish: Velocity, most: Velocity, wheel_base_m: float
) -> None:
    assert target_velocity(wish, most, wheel_base_m) == ZERO


@pytest.mark.parametrize(
    ("wish", "linear_m_s", "angle"),
    [
        (Velocity(0.2, 0.2), 0.2, math.atan(0.3)),
        (Velocity(-0.2, 0.2), -0.2, -math.atan(0.3)),
        # beyond the caps it is as bent, and slower
        (Velocity(0.6, 0.6), 0.3, math.atan(0.3)),
        (Velocity(0.1, 0.8), 0.1, 0.5),
        (Velocity(0.0, -0.1), 0.0, -0.0625),
        (Velocity(0.2, 0.0), 0.2, 0.0),
        (Velocity(0.2, 0.2, steering_rad=-0.2), 0.2, -0.2),
        (Velocity(0.2, 0.0, 0.0, 3.0), 0.2, 0.5),
    ],
)
def test_a_turn_of_a_car_becomes_an_angle_by_the_wheel_base_within_what_the_wheels_can(
    wish: Velocity, linear_m_s: float, angle: float
) -> None:
    wanted = target_velocity(wish, CAR, 0.3)

    assert wanted.numbers == pytest.approx((linear_m_s, 0.0, 0.0, angle))


@pytest.mark.parametrize("share", [1e-300, 0.001, 0.1, -0.5, 1.0, -1.0])
def test_the_wheels_of_a_car_that_stands_go_by_the_share_of_the_turn(share: float) -> None:
    wanted = target_velocity(Velocity(0.0, share * CAR.angular_rad_s), CAR, 0.3)

    assert wanted.numbers == pytest.approx((0.0, 0.0, 0.0, share * CAR.steering_rad))
    # as a stick has it, but for its curve
    assert target_velocity(Stick(0.0, 1.0), CAR, 0.3) == Velocity(steering_rad=CAR.steering_rad)


@given(st.floats(-0.05, 0.05), st.floats(-0.8, 0.8), st.floats(0.01, 3.0))
def test_the_wheels_of_a_car_do_not_jump_as_it_begins_to_move(speed: float, turn: float, wheel_base_m: float) -> None:
    def angle(v: float, w: float) -> float:
        return target_velocity(Velocity(v, w), CAR, wheel_base_m).steering_rad

    assert abs(angle(speed, turn)) <= CAR.steering_rad
    assert abs(angle(speed + 1e-7, turn) - angle(speed, turn)) <= 1e-3
    assert abs(angle(speed, turn / 1e4)) <= 0.03 * wheel_base_m, "a tiny turn is a tiny angle at every speed"


def test_a_car_that_is_told_a_turn_turns_its_wheels_no_faster_than_they_may_be() -> None:
    limits, velocity = Limits(steering_rad_s=0.5), ZERO
    for speed in (0.2, -0.2):
        for _ in range(300):
            before = velocity
            velocity = slew(before, target_velocity(Velocity(speed, 0.2), CAR, 0.3), limits, 0.01)
            # back towards straight ahead it may be twice as hard
            assert abs(velocity.steering_rad - before.steering_rad) <= 2 * 0.5 * 0.01 + 1e-9
        assert velocity.numbers == pytest.approx((speed, 0.0, 0.0, math.copysign(math.atan(0.3), speed)))


def test_whoever_has_no_command_to_the_sides_has_no_cap_there() -> None:
    sideways = Profile(limits=Limits(lateral_m_s=0.2))
    caps = [
        velocity_cap(sideways, Pace.USUAL, speed=1.0, level=LinkLevel.GOOD, goes_sideways=goes)
        for goes in (True, False)
    ]

    assert [cap.lateral_m_s for cap in caps] == [0.2, 0.0]


def test_beyond_the_caps_a_set_point_keeps_its_way_also_to_the_side() -> None:
    assert target_velocity(Velocity(0.4, 0.4, 0.4), Velocity(0.4, 0.8, 0.2)) == Velocity(0.2, 0.2, 0.2)


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


LIFTING = Velocity(0.3, 0.8, free=(1.0, 0.5))


@pytest.mark.parametrize(
    ("wish", "free"),
    [
        (Stick(), (0.0, 0.0)),
        (Stick(free=(1.0,)), (1.0, 0.0)),
        (Stick(free=(-1.0, 1.0, 1.0)), (-1.0, 0.5)),
        (Stick(free=(0.05, -1.0)), (0.0, -0.5)),
        (Velocity(), (0.0, 0.0)),
        (Velocity(free=(0.7,)), (0.7, 0.0)),
        (Velocity(free=(-7.0, 0.7)), (-1.0, 0.5)),
        (Velocity(free=(0.7, 0.1, 0.0)), (0.7, 0.1)),
    ],
)
def test_each_free_axis_goes_within_its_cap_and_those_that_are_left_out_stand(
    wish: Stick | Velocity, free: tuple[float, ...]
) -> None:
    assert target_velocity(wish, LIFTING) == Velocity(free=free)


def test_an_axis_that_is_let_go_is_neutral_at_once_whatever_else_is_held() -> None:
    slow = FreeAxis("lift", rate_s=0.05), FreeAxis("tilt", rate_s=0.05)
    before = Velocity(0.3, free=(1.0, -1.0))

    assert slew(before, Velocity(0.3, free=(0.0, -1.0)), LIMITS, 0.01, slow) == Velocity(0.3, free=(0.0, -1.0))
    # one that is held a little comes down by its rate
    assert slew(before, Velocity(0.3, free=(0.5, -1.0)), LIMITS, 0.01, slow).free[0] == pytest.approx(0.999)


def test_what_turns_round_and_is_at_zero_just_now_is_a_zero_as_any_other() -> None:
    axes = (FreeAxis("lift"),)

    assert slew(Velocity(free=(-0.01,)), Velocity(free=(1.0,)), LIMITS, 0.005, axes) == ZERO
    assert slew(Velocity(), Velocity(0.3, free=(1.0,)), LIMITS, 0.0, axes) == ZERO


def test_a_base_that_is_let_go_is_zero_at_once_while_an_axis_is_held() -> None:
    axes = (FreeAxis("lift"),)
    before = Velocity(0.3, 0.8, 0.1, 0.2, free=(1.0,))

    assert slew(before, Velocity(free=(1.0,)), LIMITS, 0.01, axes) == Velocity(free=(1.0,))
    assert slew(before, Velocity(0.0, 0.8, free=(1.0,)), LIMITS, 0.01, axes).linear_m_s > 0.2


def test_a_set_point_for_an_axis_that_there_is_not_is_zero() -> None:
    assert target_velocity(Velocity(0.1, free=(0.0, 0.0, 0.1)), LIFTING) == ZERO
    assert target_velocity(Velocity(0.1, free=(0.1,)), MOST) == ZERO


def test_of_a_longer_and_a_shorter_way_both_are_no_faster_than_the_rate() -> None:
    axis = FreeAxis("tilt", least=-0.5, most=2.0, rate_s=1.0)
    up = slew(ZERO, Velocity(free=(1.0,)), LIMITS, 0.1, (axis,)).free[0]
    down = slew(ZERO, Velocity(free=(-1.0,)), LIMITS, 0.1, (axis,)).free[0]

    assert axis.value(up) == pytest.approx(0.1)
    assert -0.1 <= axis.value(down) < 0.0
