"""Moves of a joint to a position."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.joint_move import LEAD_S, JointMove

places = st.floats(-100.0, 100.0)
speeds = st.floats(0.01, 10.0)
times = st.lists(st.floats(0.0, 0.2), max_size=60)


class TestAJointThatFollows:
    def test_is_at_its_target_after_the_time_that_its_speed_takes(self) -> None:
        move = JointMove(0.0, 1.0, 0.5)

        at = 0.0
        for _ in range(40):
            at = move.step(at, 0.05)

        assert at == 1.0
        assert move.is_done

    def test_goes_down_as_it_goes_up(self) -> None:
        up, down = JointMove(0.0, 1.0, 0.5), JointMove(0.0, -1.0, 0.5)

        assert [up.step(0.0, 0.05), up.step(0.05, 0.1)] == [-down.step(0.0, 0.05), -down.step(-0.05, 0.1)]

    def test_is_not_commanded_away_from_where_it_stands_at_first(self) -> None:
        assert JointMove(0.7, 1.0, 0.5).step(0.7, 0.0) == 0.7

    def test_that_is_there_has_no_way_to_go(self) -> None:
        assert JointMove(0.3, 0.3, 1.0).is_done


class TestAJointThatIsHeldUp:
    def test_holds_up_its_command(self) -> None:
        move = JointMove(0.0, 10.0, 0.5)

        commands = [move.step(0.0, 0.05) for _ in range(100)]

        assert max(commands) == pytest.approx(0.5 * LEAD_S)
        assert not move.is_done

    def test_goes_on_at_its_speed_when_it_is_free_again(self) -> None:
        move = JointMove(0.0, 10.0, 0.5)
        for _ in range(100):
            before = move.step(0.0, 0.05)

        assert move.step(before, 0.05) == pytest.approx(before + 0.5 * 0.05)

    def test_that_was_pushed_back_is_not_followed_there(self) -> None:
        move = JointMove(0.0, 10.0, 0.5)
        before = move.step(0.0, 0.05)

        assert move.step(-3.0, 0.05) == before


@given(start=places, target=places, speed=speeds, elapsed=times, lags=st.lists(st.floats(0.0, 5.0), max_size=60))
def test_no_step_is_faster_than_the_speed_goes_back_or_passes_the_target(
    start: float, target: float, speed: float, elapsed: list[float], lags: list[float]
) -> None:
    move = JointMove(start, target, speed)
    sign = 1.0 if target > start else -1.0

    before = start
    for elapsed_s, lag in itertools.zip_longest(elapsed, lags[: len(elapsed)], fillvalue=0.0):
        command = move.step(before - sign * lag, elapsed_s)

        assert 0.0 <= sign * (command - before) <= speed * (elapsed_s + 0.002) + 1e-9
        assert sign * command <= sign * target
        before = command


@given(start=places, target=places, speed=speeds, elapsed=times)
def test_a_joint_that_stands_is_led_no_further_than_its_speed_takes_it_in_a_moment(
    start: float, target: float, speed: float, elapsed: list[float]
) -> None:
    move = JointMove(start, target, speed)

    for elapsed_s in elapsed:
        assert abs(move.step(start, elapsed_s) - start) <= speed * LEAD_S + 1e-9
