from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.messages.values import JointKind, JointLimits, JointState
from app.model.topics import TopicKey
from app.ui.joints.rows import PART_S, PARTS, SPAN_S, JointRow, JointStatus, JointTrace

NOW_S = 1000.0


def test_a_trace_goes_from_what_was_ten_seconds_ago_to_now() -> None:
    trace = JointTrace()
    for step in range(400):
        trace.add(NOW_S - 20.0 + step * 0.05, float(step))
    (line,) = trace.lines(NOW_S - 0.05)

    assert (line[0, 0], line[-1, 0]) == (0.0, 1.0)
    assert line[-1, 1] == 399.0
    assert line[:, 1].min() >= 398.0 - SPAN_S / 0.05


def test_a_part_shows_the_least_and_the_greatest_of_it() -> None:
    trace = JointTrace()
    for position in (0.5, -2.0, 3.0, 0.0):
        trace.add(NOW_S, position)

    assert trace.lines(NOW_S)[0][:, 1].tolist() == [-2.0, 3.0]
    assert (trace.extent, trace.span) == ((-2.0, 3.0), 5.0)


def test_it_costs_no_more_when_more_is_told() -> None:
    trace = JointTrace()
    for step in range(100_000):
        trace.add(NOW_S + step * 0.001, math.sin(step))

    assert len(trace.lines(NOW_S + 100.0)[0]) <= 2 * PARTS


def test_what_was_silent_for_seconds_is_no_line() -> None:
    trace = JointTrace()
    for at_s in (0.0, 1.0, 2.0, 6.0, 7.0):
        trace.add(NOW_S + at_s, at_s)

    assert [line[0, 1] for line in trace.lines(NOW_S + 7.0)] == [0.0, 6.0]
    assert trace.lines(NOW_S + 60.0) == []


def test_one_that_holds_is_where_it_was_until_it_is_told_of_again() -> None:
    trace = JointTrace()
    trace.holds = True
    trace.add(NOW_S, 1.0)
    trace.add(NOW_S + 6.0, 2.0)
    (line,) = trace.lines(NOW_S + 8.0)
    assert line[-1].tolist() == [1.0, 2.0]
    assert set(line[:, 1]) == {1.0, 2.0}
    (line,) = trace.lines(NOW_S + 100.0)
    assert set(line[:, 1]) == {2.0}


def test_one_that_was_never_told_of_has_none() -> None:
    trace = JointTrace()
    trace.holds = True
    assert trace.lines(NOW_S) == []
    assert trace.span is None


def test_what_comes_late_counts_as_of_now() -> None:
    trace = JointTrace()
    trace.add(NOW_S, 1.0)
    trace.add(NOW_S - 5.0, 7.0)
    assert trace.lines(NOW_S)[0][:, 1].tolist() == [1.0, 7.0]


@given(told=st.lists(st.tuples(st.floats(0.0, 30.0), st.floats(-10.0, 10.0)), max_size=60), holds=st.booleans())
def test_whatever_is_told_lines_are_in_order_and_within_what_was_told(
    *, told: list[tuple[float, float]], holds: bool
) -> None:
    trace = JointTrace()
    trace.holds = holds
    now_s = NOW_S
    for after_s, position in told:
        now_s += after_s
        trace.add(now_s, position)
    for line in trace.lines(now_s + PART_S):
        assert (line[1:, 0] >= line[:-1, 0]).all()
        assert ((line[:, 0] >= 0.0) & (line[:, 0] <= 1.0)).all()
        assert min(each for _, each in told) <= line[:, 1].min()
        assert line[:, 1].max() <= max(each for _, each in told)


KEY = TopicKey("ros1://arm:11311", "/joint_states")


def test_what_is_told_of_a_joint_is_taken_and_traced() -> None:
    row = JointRow(KEY, "pan", (0, 0))
    limits = JointLimits(-1.0, 1.0)
    row.set_state(
        JointState("pan", 0.5, 0.1, None, JointKind.REVOLUTE, limits, ("position[0]", "velocity[0]", "")), 1000.0
    )

    assert row.numbers == (0.5, 0.1, None)
    assert (row.kind, row.limits, row.fields[1]) == (JointKind.REVOLUTE, limits, "velocity[0]")
    assert row.age_s(1002.5) == 2.5
    assert row.trace.span == 0.0


@pytest.mark.parametrize(
    ("position", "share"), [(-1.0, 0.0), (0.0, 0.5), (1.0, 1.0), (2.0, 1.5), (-3.0, -1.0), (None, None)]
)
def test_a_share_tells_where_between_its_limits_a_joint_is(position: float | None, share: float | None) -> None:
    row = JointRow(KEY, "pan", (0, 0), position=position, reported_limits=JointLimits(-1.0, 1.0))
    assert row.limit_fraction() == share


def test_without_limits_there_is_no_share() -> None:
    assert JointRow(KEY, "pan", (0, 0), position=1.0).limit_fraction() is None


def test_only_what_is_live_is_not_old() -> None:
    assert [standing for standing in JointStatus if not JointRow(KEY, "", (0, 0), status=standing).is_old] == [
        JointStatus.LIVE
    ]
