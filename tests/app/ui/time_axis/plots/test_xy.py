from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.model.status import ConnectionState
from app.model.timeseries.curve_spec import CurveSpec, CurveTransform, CurveTransformKind
from app.model.timeseries.curve_values import CurveValues
from app.model.topics import TopicKey
from app.ui.time_axis.plots.data import PlotData
from app.ui.time_axis.plots.readings import value_at
from app.ui.time_axis.plots.trace import PlotFrame, Trace
from app.ui.time_axis.plots.xy import XyPoints, paired_points, xy_ranges, xy_trace
from tests.fakes.session import URI, FakeSession

WIDTH, HEIGHT = 100, 100


class _Robot:
    """A robot with topics that send x and y, whose values are taken for curves."""

    def __init__(self) -> None:
        self.session = FakeSession()
        self.session.set_state(ConnectionState.CONNECTED)
        self.session.add_topics("/a", "/b")
        self.data = PlotData(self.session.links, self.session.topics)
        self.curves: list[CurveValues] = []

    def curve(self, path: str, topic: str = "/a", **transform: object) -> CurveValues:
        spec = CurveSpec(TopicKey(URI, topic), path, "", CurveTransform(**transform))  # type: ignore[arg-type]
        self.curves.append(self.data.acquire(spec))
        return self.curves[-1]

    def send(self, at_s: float, *messages: tuple[float, float], topic: str = "/a") -> None:
        self.session.now = at_s
        self.session.receive(topic, *({"x": x, "y": y} for x, y in messages))

    def drain(self) -> None:
        for curve in self.curves:
            curve.drain()


@pytest.fixture
def robot() -> _Robot:
    return _Robot()


def _trace(across: Sequence[float], up: Sequence[float], *breaks: int) -> Trace:
    points = XyPoints(
        np.array(across, dtype=np.float64), np.array(up, dtype=np.float64), np.array(breaks, dtype=np.int64)
    )
    return xy_trace(points, PlotFrame.of(0.0, 10.0, 0.0, 10.0, WIDTH, HEIGHT))


def _lines(found: Trace) -> list[list[float]]:
    return [(piece[:, 0] / 10).tolist() for piece in found.pieces]


def test_values_of_one_message_belong_together_also_when_many_come_at_once(robot: _Robot) -> None:
    across, up = robot.curve("x"), robot.curve("y")
    for batch in range(4):
        robot.send(1000 + batch * 0.2, *((10.0 * batch + n, 10.0 * batch + n) for n in range(10)))
    robot.drain()

    points = paired_points(across, up, None)

    assert points.across.tolist() == points.up.tolist() == list(range(40))
    assert xy_ranges(across, up, None) == ((0.0, 39.0), (0.0, 39.0))


def test_what_is_made_of_values_belongs_to_their_messages(robot: _Robot) -> None:
    across = robot.curve("x", scale=2.0)
    robot.send(1.0, (1, 0), (2, 0))
    robot.drain()
    up = robot.curve("y", kind=CurveTransformKind.INTEGRAL)
    for second in range(2, 8):
        robot.send(float(second), (second + 1, 1), (second + 1.5, 1))
    robot.drain()

    points = paired_points(across, up, None)

    # one a second, and what came together has no time between
    assert points.up.tolist() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert points.across.tolist() == [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]


def test_values_belong_together_after_a_clock_was_set_back(robot: _Robot) -> None:
    across, up = robot.curve("x", scale=1.5), robot.curve("y")
    robot.send(100.0, (1, 1), (2, 2))
    robot.drain()
    robot.send(101.0, (3, 3))
    robot.send(5.0, (4, 4), (5, 5))
    robot.drain()

    points = paired_points(across, up, None)

    assert points.up.tolist() == [4, 5]
    assert points.across.tolist() == [6.0, 7.5]


def test_only_what_is_shown_counts(robot: _Robot) -> None:
    across, up = robot.curve("x"), robot.curve("y")
    for second in range(10):
        robot.send(float(second), (second, -second))
    robot.drain()

    assert paired_points(across, up, (2.5, 5.0)).across.tolist() == [3, 4, 5]
    assert xy_ranges(across, up, (2.5, 5.0)) == ((3.0, 5.0), (-5.0, -3.0))
    assert xy_ranges(across, up, (20.0, 30.0)) == (None, None)


def test_no_line_leads_over_a_gap(robot: _Robot) -> None:
    across, up = robot.curve("x"), robot.curve("y")
    for number in range(100):
        robot.send(number * 0.1 + (40.0 if number >= 50 else 0.0), (number, number))
    robot.drain()

    points = paired_points(across, up, None)

    assert points.breaks.tolist() == [50]
    found = xy_trace(points, PlotFrame.of(0.0, 100.0, 0.0, 100.0, WIDTH, HEIGHT))
    assert [len(piece) for piece in found.pieces] == [50, 50]


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000), silent_s=st.floats(0.1, 3.0), step_s=st.floats(0.02, 0.5))
def test_of_another_topic_it_is_the_value_that_the_cursor_tells(seed: int, silent_s: float, step_s: float) -> None:
    robot = _Robot()
    random = np.random.default_rng(seed)
    across, up = robot.curve("x", "/b"), robot.curve("y")
    times = [(float(at), "/b") for at in np.arange(40) * 0.05 if not 1.0 < at < 1.0 + silent_s]
    times += [(at, "/a") for at in np.sort(random.random(int(3.0 / step_s)) * 3.0 - 0.3).tolist()]
    for number, (at_s, topic) in enumerate(sorted(times)):
        robot.send(10.0 + at_s, (number, number), topic=topic)
    robot.drain()

    points = paired_points(across, up, None)

    first, samples = across.series.samples(), up.series.samples()
    expected = [value_at(first, at_s) for at_s in samples.times.tolist()]
    np.testing.assert_array_equal(points.across, expected)
    ends = np.searchsorted(first.times, samples.times, side="right").tolist()
    for place in range(1, len(ends)):
        over = any(ends[place - 1] <= gap < ends[place] for gap in first.gaps.tolist())
        assert (place in points.breaks) == (over or place in samples.gaps)
    finite = [value for value in expected if not math.isnan(value)]
    assert xy_ranges(across, up, None)[0] == ((min(finite), max(finite)) if finite else None)


def test_a_line_is_broken_where_either_has_no_value_and_at_breaks() -> None:
    nan, inf = math.nan, math.inf

    found = _trace([0, 1, 2, nan, 4, 5, 6, 7, 8, 9], [1, 2, 3, 4, 5, 6, inf, 8, 9, 9], 5)

    # 4 stands alone, and so does 5, behind the break
    assert _lines(found) == [[0, 1, 2], [7, 8, 9]]
    assert (found.dots[:, 0] / 10).tolist() == [4, 5, 9]


def test_a_break_at_what_has_no_value_is_one_nevertheless() -> None:
    assert _lines(_trace([0, 1, math.nan, 3, 4], [0] * 5, 2)) == [[0, 1], [3, 4]]


def test_what_is_on_the_pixel_of_the_one_before_is_left_out_but_not_where_a_part_begins() -> None:
    found = _trace([1, 1.001, 1.002, 2, 2.001, 9], [5] * 6, 4)

    assert _lines(found) == [[1, 2], [2.001, 9]]


def test_a_value_that_is_far_outside_is_outside() -> None:
    found = _trace([0, 1e308, 2], [1, 1, 1])

    assert len(found.pieces) == 1
    assert found.pieces[0][1, 0] > WIDTH


def test_of_too_many_points_some_are_left_out_but_no_break() -> None:
    count = 100_000
    across = np.arange(count) * 7 % 10 + 0.5
    up = np.arange(count) * 3 % 10 + 0.5
    across[50_001] = np.nan

    found = _trace(across.tolist(), up.tolist(), 70_003)

    assert len(found.pieces) == 3
    assert sum(map(len, found.pieces)) < 30_000
    ends = [piece[[0, -1], 0].tolist() for piece in found.pieces]
    assert ends == [
        (across[[first, last]] * 10).tolist() for first, last in ((0, 50_000), (50_002, 70_002), (70_003, -1))
    ]


def test_no_point_is_nothing() -> None:
    found = _trace([], [])

    assert not found.pieces
    assert not len(found.dots)
    assert not _trace([math.nan], [1.0]).pieces
