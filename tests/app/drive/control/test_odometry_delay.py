"""How long a command takes to show in the odometry, by bases of all kinds."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.drive.control.odometry_delay import KEPT_FOR_S, MOST_S, CommandHistory, DelayMeter, OdometryDelay
from app.drive.control.values import ZERO, DriveLink, Velocity
from tests.fakes.bases import LateBase, ramp, steps

LINK = DriveLink(connected=True, epoch=1, subscribers=("/base",))
ON = Velocity(0.3)


def measured_by(
    base: LateBase, commands: Callable[[float], Velocity], seconds: float = 4.0, link: DriveLink = LINK
) -> tuple[DelayMeter, float]:
    """A meter that has looked at a base for so long, and the time."""
    history, now = CommandHistory(), 1000.0
    meter = DelayMeter(history)
    for number in range(round(seconds / 0.01)):
        now = 1000.0 + number * 0.01
        sent = commands(number * 0.01)
        base.tell(sent, now)
        velocity, age_s = base.look(now)
        history.add(sent, now)
        meter.observe(sent, replace(link, measured=velocity, measured_s=age_s), now)
    return meter, now


def delay_of(base: LateBase, commands: Callable[[float], Velocity], link: DriveLink = LINK) -> OdometryDelay | None:
    meter, now = measured_by(base, commands, link=link)
    return meter.delay(now)


@pytest.mark.parametrize("delay_s", [0.0, 0.05, 0.13, 0.4, 0.8, 1.2])
@pytest.mark.parametrize("rate_hz", [10.0, 20.0, 50.0])
def test_a_motion_that_begins_tells_the_delay(delay_s: float, rate_hz: float) -> None:
    found = delay_of(LateBase(delay_s, rate_hz), ramp(ON, at_s=1.0))

    assert found is not None
    # of a measurement it is only known that what it shows began since the one before
    assert found.newest_s == pytest.approx(delay_s, abs=0.03 + 0.5 / rate_hz)


@pytest.mark.parametrize(
    "commands",
    [
        steps((1.0, ON), (4.0, ZERO)),
        steps((1.0, ON), (4.0, Velocity(-0.3))),
        steps((1.0, Velocity(0.0, 0.8)), (4.0, ZERO)),
        steps((1.0, Velocity(0.0, 0.0, 0.2)), (4.0, ZERO)),
        steps((1.0, Velocity(0.1, 0.8)), (4.0, Velocity(0.1, -0.8))),
    ],
    ids=["stops", "turns round", "turns", "sideways", "turns the other way"],
)
def test_so_does_one_that_ends_or_turns_round_whatever_the_axis(commands: Callable[[float], Velocity]) -> None:
    meter, now = measured_by(LateBase(0.4, 20.0), commands, 8.0)

    found = meter.delay(now)
    assert found is not None
    assert found.count == 2
    assert found.least_s == pytest.approx(0.4, abs=0.06)
    assert found.most_s == pytest.approx(0.4, abs=0.06)
    assert found.least_s <= found.median_s <= found.most_s


def test_a_car_is_measured_by_its_speed_alone() -> None:
    base = LateBase(0.3, 20.0)
    car = replace(LINK, steers=True)
    assert delay_of(base, steps((1.0, Velocity(0.3, steering_rad=0.4))), link=car) is not None
    assert delay_of(LateBase(0.3, 20.0), steps((1.0, Velocity(0.0, steering_rad=0.4))), link=car) is None


@pytest.mark.parametrize("scale", [0.5, 1.4, -1.0])
def test_a_base_that_is_slower_faster_or_the_other_way_round_is_measured_as_well(scale: float) -> None:
    found = delay_of(LateBase(0.25, 20.0, scale=scale), steps((1.0, ON)))
    assert found is not None
    assert found.newest_s == pytest.approx(0.25, abs=0.06)


def test_so_is_one_that_is_slow_to_speed_up_by_some_more() -> None:
    found = delay_of(LateBase(0.2, 20.0, acceleration_m_s2=1.0), steps((1.0, ON)))
    assert found is not None
    assert 0.2 <= found.newest_s <= 0.45


def test_noise_of_the_odometry_is_no_harm() -> None:
    random_ = random.Random(7)
    found = delay_of(LateBase(0.4, 20.0, noise=lambda: random_.gauss(0.0, 0.02)), steps((1.0, ON)))
    assert found is not None
    assert found.newest_s == pytest.approx(0.4, abs=0.1)


@pytest.mark.parametrize(
    "base",
    [
        LateBase(0.2, 20.0, scale=0.0),
        LateBase(0.2, 20.0, scale=math.nan),
        LateBase(0.2, 2.0),
        LateBase(MOST_S + 0.5, 20.0),
        LateBase(0.2, 0.0),
    ],
    ids=["stands", "no number", "seldom told", "too late", "never told"],
)
def test_what_is_not_known_is_not_guessed(base: LateBase) -> None:
    assert delay_of(base, steps((1.0, ON))) is None


def test_nothing_is_known_of_a_robot_that_is_moved_by_others() -> None:
    assert delay_of(LateBase(0.2, 20.0), steps((1.0, ON)), link=replace(LINK, others_sending=("/nav",))) is None
    waving = LateBase(0.2, 20.0, scale=0.0, noise=lambda: random.Random(1).uniform(-0.3, 0.3))
    assert delay_of(waving, steps((1.0, ON))) is None


def test_nothing_is_known_before_anything_moves_nor_of_what_is_hardly_a_motion() -> None:
    assert delay_of(LateBase(0.2, 20.0), steps()) is None
    assert delay_of(LateBase(0.2, 20.0), steps((1.0, Velocity(0.02)))) is None


def test_a_motion_that_comes_again_and_again_as_fast_as_the_delay_does_not_tell_it() -> None:
    # whether it is late by a period more nobody can see
    swings = steps(*((0.1 * number, Velocity(0.3 * (-1) ** number)) for number in range(80)))
    found = delay_of(LateBase(0.35, 50.0), swings)
    assert found is None or found.newest_s == pytest.approx(0.35, abs=0.1)


def test_a_moment_in_which_this_process_stood_still_is_not_measured() -> None:
    base, history = LateBase(0.2, 20.0), CommandHistory()
    meter = DelayMeter(history)
    commands = steps((1.0, ON))
    for number in range(400):
        now = number * 0.01
        base.tell(commands(now), now)
        if 1.2 < now < 1.6:
            continue
        velocity, age_s = base.look(now)
        history.add(commands(now), now)
        meter.observe(commands(now), replace(LINK, measured=velocity, measured_s=age_s), now)
    assert meter.delay(4.0) is None


def test_it_is_known_for_a_minute() -> None:
    meter, now = measured_by(LateBase(0.2, 20.0), steps((1.0, ON)))
    assert meter.delay(now + KEPT_FOR_S - 2.0) is not None
    assert meter.delay(now + KEPT_FOR_S + 1.0) is None


@settings(max_examples=30, deadline=None)
@given(
    delay_s=st.floats(0.0, 1.2),
    rate_hz=st.sampled_from([10.0, 20.0, 33.0, 50.0, 100.0]),
    speed=st.floats(0.1, 2.0),
    noise=st.floats(0.0, 0.05),
    seed=st.integers(0, 1000),
)
def test_what_is_said_is_right_whatever_the_base(
    delay_s: float, rate_hz: float, speed: float, noise: float, seed: int
) -> None:
    random_ = random.Random(seed)
    base = LateBase(delay_s, rate_hz, noise=lambda: random_.gauss(0.0, noise * speed))
    found = delay_of(base, steps((1.0, Velocity(speed))))

    assert found is None or abs(found.newest_s - delay_s) <= 0.1 + 0.5 / rate_hz


@settings(max_examples=50, deadline=None)
@given(
    looks=st.lists(
        st.tuples(
            st.sampled_from([0.01, 0.02, 0.04, 0.3, -1.0, 100.0]),
            st.sampled_from([0.0, 0.3, -0.3, 1e300]),
            st.sampled_from([None, 0.0, 0.3, math.nan, math.inf, 1e300]),
            st.sampled_from([0.0, 0.02, math.nan, -1.0]),
        ),
        max_size=300,
    )
)
def test_nothing_raises_whatever_comes(looks: list[tuple[float, float, float | None, float]]) -> None:
    history, now = CommandHistory(), 0.0
    meter = DelayMeter(history)
    for elapsed_s, sent, measured, age_s in looks:
        now += elapsed_s
        link = replace(LINK, measured=None if measured is None else Velocity(measured), measured_s=age_s)
        history.add(Velocity(sent), now)
        meter.observe(Velocity(sent), link, now)
        found = meter.delay(now)
        assert found is None or 0.0 <= found.least_s <= found.most_s <= MOST_S


class TestACommandHistory:
    def test_has_the_commands_of_a_span_and_the_one_before(self) -> None:
        history = CommandHistory(10.0)
        for at in (1.0, 2.0, 3.0):
            history.add(Velocity(at), at)
        history.add(Velocity(3.0), 3.5)
        assert [command.linear_m_s for command in history.between(1.5, 2.5)] == [1.0, 2.0]
        assert [command.linear_m_s for command in history.sampled([0.5, 1.0, 2.9, 9.0])] == [0.0, 1.0, 2.0, 3.0]

    def test_forgets_what_is_over_but_for_the_last(self) -> None:
        history = CommandHistory(1.0)
        for at in (1.0, 2.0, 9.0):
            history.add(Velocity(at), at)
        assert [command.linear_m_s for command in history.between(0.0, 9.0)] == [2.0, 9.0]

    def test_of_a_clock_that_went_back_begins_anew(self) -> None:
        history = CommandHistory(10.0)
        history.add(Velocity(1.0), 5.0)
        history.add(Velocity(2.0), 1.0)
        assert [command.linear_m_s for command in history.between(0.0, 9.0)] == [2.0]
