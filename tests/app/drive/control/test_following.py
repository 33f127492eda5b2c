"""Whether a robot does what it is told, by its own odometry: what is said, when, and what is no fault."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.config.profile import Profile
from app.drive.control.following import AGAIN_S, FOR_S, HELD_S, FollowFault, FollowWatch
from app.drive.control.values import ZERO, DriveLink, LinkLevel, Velocity
from tests.fakes.bases import Commands, LateBase, ramp, steps

LINK = DriveLink(connected=True, epoch=1, subscribers=("/base",), round_trip_s=0.01)
ON = Velocity(0.3)


class Drive:
    """A base that is watched, in steps of 10 ms.

    Attributes:
        said: the faults and when each began or ended.
    """

    def __init__(self, base: LateBase, commands: Commands, profile: Profile | None = None) -> None:
        self.watch = FollowWatch(profile or Profile())
        self.base = base
        self.commands = commands
        self.link, self.level = LINK, LinkLevel.GOOD
        self.at_s = 0.0
        self.said: list[tuple[float, FollowFault | None]] = []

    def run(self, seconds: float) -> Drive:
        for _ in range(round(seconds / 0.01)):
            self.at_s = round(self.at_s + 0.01, 2)
            now, before = 1000.0 + self.at_s, self.watch.fault
            self.base.tell(self.commands(self.at_s), now)
            measured, age_s = self.base.look(now)
            link = replace(self.link, measured=measured, measured_s=age_s)
            self.watch.observe(self.commands(self.at_s), link, self.level, now)
            if self.watch.fault is not before:
                self.said.append((self.at_s, self.watch.fault))
        return self

    def fault(self) -> FollowFault | None:
        return self.watch.fault

    @property
    def faults(self) -> set[FollowFault | None]:
        return {fault for _, fault in self.said}


@pytest.mark.parametrize("on", [ON, Velocity(-0.3), Velocity(0.0, 0.8), Velocity(0.0, 0.0, -0.2), Velocity(0.3, 0.5)])
@pytest.mark.parametrize(
    ("scale", "fault"),
    [
        (0.0, FollowFault.STANDS),
        (-1.0, FollowFault.BACKWARDS),
        (0.3, FollowFault.SLOW),
        (2.5, FollowFault.FAST),
    ],
)
def test_one_that_does_not_follow_is_told_of_within_two_seconds(on: Velocity, scale: float, fault: FollowFault) -> None:
    drive = Drive(LateBase(0.1, scale=scale), steps((1.0, on))).run(5.0)

    (said,) = drive.said
    assert said[1] is fault
    assert FOR_S <= said[0] - 1.0 <= FOR_S + 1.0


@pytest.mark.parametrize("scale", [0.5, 1.0, 1.8])
@pytest.mark.parametrize("delay_s", [0.0, 0.3, 0.9])
@pytest.mark.parametrize("rate_hz", [3.0, 20.0, 100.0])
@pytest.mark.parametrize("acceleration_m_s2", [None, 0.3])
def test_one_that_follows_is_not_however_late_slowly_or_seldom_it_tells_so(
    scale: float, delay_s: float, rate_hz: float, acceleration_m_s2: float | None
) -> None:
    commands = steps((1.0, ON), (4.0, ZERO), (6.0, Velocity(-0.3)), (9.0, ON), (12.0, Velocity(0.1)), (15.0, ON))
    base = LateBase(delay_s, rate_hz, scale, acceleration_m_s2)
    drive = Drive(base, commands).run(18.0)

    assert drive.said == []


def test_one_that_speeds_up_for_long_follows() -> None:
    fast = Velocity(5.0)
    assert Drive(LateBase(0.1, acceleration_m_s2=0.5), steps((1.0, fast))).run(12.0).said == []
    assert Drive(LateBase(0.1, acceleration_m_s2=0.5), ramp(fast, at_s=1.0)).run(12.0).said == []


@pytest.mark.parametrize("on", [Velocity(0.04), Velocity(0.0, 0.09), Velocity(0.0, 0.0, -0.03)])
@pytest.mark.parametrize("scale", [0.0, -1.0, 3.0])
def test_at_a_speed_that_an_odometry_hardly_tells_nothing_is_said(on: Velocity, scale: float) -> None:
    assert Drive(LateBase(0.1, scale=scale), steps((1.0, on))).run(5.0).said == []


def test_a_wavering_hand_is_no_way_out_for_one_that_stands() -> None:
    random_ = random.Random(3)
    waver = [Velocity(0.1 + 0.2 * random_.random()) for _ in range(1000)]
    drive = Drive(LateBase(scale=0.0), lambda at_s: waver[int(at_s * 10)] if at_s > 1.0 else ZERO).run(5.0)
    assert drive.faults == {FollowFault.STANDS}


def test_an_odometry_that_trembles_makes_nothing_flicker() -> None:
    random_ = random.Random(5)
    base = LateBase(0.1, 50.0, 0.4, noise=lambda: random_.gauss(0.0, 0.03))
    drive = Drive(base, steps((1.0, ON))).run(30.0)
    assert len(drive.said) <= 4


def test_one_that_follows_again_is_said_to_after_a_moment() -> None:
    base = LateBase(0.1, scale=0.0)
    drive = Drive(base, steps((1.0, ON))).run(4.0)
    assert drive.fault() is FollowFault.STANDS
    base.scale = 1.0
    drive.run(AGAIN_S / 2)
    assert drive.fault() is FollowFault.STANDS
    drive.run(AGAIN_S + 0.5)
    assert drive.fault() is None


def test_what_was_said_can_be_read_when_the_motion_has_ended_and_is_over_then() -> None:
    drive = Drive(LateBase(0.1, scale=0.0), steps((1.0, ON), (4.0, ZERO))).run(4.0 + HELD_S - 0.5)
    assert drive.fault() is FollowFault.STANDS
    drive.run(1.5)
    assert drive.fault() is None


def test_one_that_does_not_follow_in_another_way_is_said_to() -> None:
    base = LateBase(0.1, scale=0.0)
    drive = Drive(base, steps((1.0, ON))).run(4.0)
    base.scale = -1.0
    drive.run(4.0)
    assert drive.fault() is FollowFault.BACKWARDS


def test_of_a_robot_that_goes_and_does_not_turn_it_is_not_said_that_it_stands() -> None:
    class GoesStraight(LateBase):
        def look(self, now: float) -> tuple[Velocity | None, float]:
            velocity, age_s = super().look(now)
            return (velocity and Velocity(velocity.linear_m_s)), age_s

    drive = Drive(GoesStraight(0.1), steps((1.0, Velocity(0.3, 0.5)))).run(5.0)
    assert drive.faults == {FollowFault.SLOW}


def test_of_a_car_only_the_speed_is_judged() -> None:
    drive = Drive(LateBase(0.1, scale=0.0), steps((1.0, Velocity(0.3, steering_rad=0.4))))
    drive.link = replace(LINK, steers=True)
    assert drive.run(4.0).faults == {FollowFault.STANDS}
    drive = Drive(LateBase(0.1, scale=0.0), steps((1.0, Velocity(0.0, 0.8, steering_rad=0.4))))
    drive.link = replace(LINK, steers=True)
    assert drive.run(4.0).said == []


def test_a_joint_that_is_driven_by_effort_is_not_judged_nor_timed() -> None:
    profile = Profile(joint="arm", joint_effort=2.0, joint_on_stop="zero")
    drive = Drive(LateBase(0.1, scale=0.0), steps((1.0, ON)), profile).run(5.0)
    assert drive.said == []
    assert drive.watch.delay(1000.0 + drive.at_s) is None


def test_where_a_profile_turns_a_direction_round_it_is_not_said_that_the_robot_goes_the_other_way() -> None:
    profile = Profile(linear_sign=-1)
    assert Drive(LateBase(0.1, scale=-1.0), steps((1.0, ON)), profile).run(5.0).said == []
    assert Drive(LateBase(0.1, scale=0.0), steps((1.0, ON)), profile).run(5.0).faults == {FollowFault.STANDS}


def test_while_the_link_is_slow_nothing_is_said() -> None:
    for level in (LinkLevel.SLOW, LinkLevel.POOR, LinkLevel.LOST):
        drive = Drive(LateBase(0.1, scale=0.0), steps((1.0, ON)))
        drive.level = level
        assert drive.run(5.0).said == []


def test_nor_is_of_a_robot_that_does_not_tell_how_it_moves() -> None:
    assert Drive(LateBase(rate_hz=0.0), steps((1.0, ON))).run(5.0).said == []
    assert Drive(LateBase(rate_hz=1.0, scale=0.0), steps((1.0, ON))).run(8.0).said == []
    assert Drive(LateBase(scale=math.nan), steps((1.0, ON))).run(5.0).said == []


def test_another_way_to_a_robot_and_another_profile_begin_anew() -> None:
    drive = Drive(LateBase(0.1, scale=0.0), steps((1.0, ON))).run(4.0)
    drive.link = replace(LINK, epoch=2)
    drive.run(0.02)
    assert drive.fault() is None
    drive.run(4.0)
    assert drive.fault() is FollowFault.STANDS
    drive.watch.use_profile(Profile("other"))
    assert drive.fault() is None


def test_one_whose_delay_was_measured_is_given_that_time() -> None:
    commands = steps((1.0, ON), (5.0, ZERO), (8.0, ON), (12.0, Velocity(-0.3)))
    drive = Drive(LateBase(1.2), commands).run(16.0)
    found = drive.watch.delay(1000.0 + drive.at_s)
    assert found is not None
    assert found.newest_s == pytest.approx(1.2, abs=0.1)
    assert drive.said == []


def test_a_process_that_stood_still_knows_nothing_of_that_time() -> None:
    drive = Drive(LateBase(scale=0.0), steps((1.0, ON))).run(1.9)
    drive.at_s += 1.0
    drive.run(0.9)
    assert drive.said == []


@settings(max_examples=40, deadline=None)
@given(
    delay_s=st.floats(0.0, 0.5),
    rate_hz=st.sampled_from([5.0, 20.0, 50.0]),
    scale=st.floats(0.5, 1.9),
    acceleration=st.none() | st.floats(0.3, 5.0),
    changes=st.lists(st.tuples(st.floats(0.05, 3.0), st.sampled_from([-0.5, -0.3, 0.0, 0.06, 0.3, 0.8])), max_size=8),
)
def test_of_a_robot_that_follows_nothing_is_said_whatever_it_is_told(
    delay_s: float,
    rate_hz: float,
    scale: float,
    acceleration: float | None,
    changes: list[tuple[float, float]],
) -> None:
    at_s, told = 0.5, list[tuple[float, Velocity]]()
    for after_s, speed in changes:
        at_s += after_s
        told.append((at_s, Velocity(speed)))
    base = LateBase(delay_s, rate_hz, scale, acceleration)
    assert Drive(base, steps(*told)).run(at_s + 3.0).said == []


@settings(max_examples=50, deadline=None)
@given(
    looks=st.lists(
        st.tuples(
            st.sampled_from([0.01, 0.02, 0.04, 0.3, -1.0, 100.0]),
            st.sampled_from([0.0, 0.3, -0.3, 1e300, 5e-324]),
            st.sampled_from([None, 0.0, 0.3, math.nan, math.inf, -math.inf, 1e300]),
            st.sampled_from([0.0, 0.02, math.nan, -1.0]),
            st.sampled_from([None, 0.01, math.nan, 1e300]),
            st.sampled_from(list(LinkLevel)),
        ),
        max_size=200,
    )
)
def test_nothing_raises_whatever_comes(
    looks: list[tuple[float, float, float | None, float, float | None, LinkLevel]],
) -> None:
    watch, now = FollowWatch(Profile()), 0.0
    for elapsed_s, sent, measured, age_s, trip_s, level in looks:
        now += elapsed_s
        velocity = None if measured is None else Velocity(measured)
        link = replace(LINK, measured=velocity, measured_s=age_s, round_trip_s=trip_s)
        watch.observe(Velocity(sent), link, level, now)
        assert watch.fault in {None, *FollowFault}
