from __future__ import annotations

import json
import math
from collections.abc import Mapping

import numpy as np
import pytest

from app.model.schema import FieldPath
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.curve_spec import CurveSpec, CurveTransform, CurveTransformKind
from app.model.timeseries.curve_values import WAIT_S, CurveSource, CurveValues
from app.model.timeseries.feeds import SeriesFeed, TimeBase
from app.model.timeseries.series import Series
from app.model.topics import TopicKey
from tests.fakes.session import FakeBatch, JsonSchema


class _Robot:
    """Topics whose fields are fed to a curve."""

    def __init__(self, base: TimeBase = TimeBase.STAMP) -> None:
        self.budget = SeriesBudget()
        self.base = base
        self.now = 0.0
        self.feeds: dict[str, SeriesFeed] = {}

    def curve(self, spec: CurveSpec) -> CurveValues:
        sources = []
        for field in spec.fields:
            feed = self.feeds.setdefault(
                field.key.topic, SeriesFeed(lambda: JsonSchema("test.Any"), self.budget, self.base)
            )
            feed.set_fields((*feed.fields, field.path))
            sources.append(CurveSource.of(feed, field))
        return CurveValues(spec, sources, self.budget, lambda: self.now)

    def receive(self, topic: str, *messages: Mapping[str, object], at_s: float = 0.0) -> None:
        payloads = [json.dumps(message).encode() for message in messages]
        self.feeds[topic](FakeBatch(payloads), 0.0, int(at_s * 1e9))


def _spec(path: str = "", expression: str = "", **transform: object) -> CurveSpec:
    return CurveSpec(TopicKey("robot", "a"), path, expression, CurveTransform(**transform))  # type: ignore[arg-type]


def _values(curve: CurveValues) -> list[float]:
    curve.drain()
    found: list[float] = curve.series.samples().values.tolist()
    return found


def test_a_plain_field_is_drawn_as_it_is_and_takes_no_memory_twice() -> None:
    robot = _Robot()
    curve = robot.curve(_spec("x"))
    robot.receive("a", {"x": 1, "time": 1}, {"x": 2, "time": 2})

    assert _values(curve) == [1.0, 2.0]
    assert curve.series is robot.feeds["a"].series(FieldPath.parse("x"))


def test_values_are_scaled_as_they_come() -> None:
    robot = _Robot()
    curve = robot.curve(_spec("x", scale=2.0, offset=1.0))
    robot.receive("a", {"x": 1, "time": 1})
    assert _values(curve) == [3.0]
    robot.receive("a", {"x": 2, "time": 2})

    assert _values(curve) == [3.0, 5.0]


def test_a_batch_that_is_not_there_as_a_whole_is_taken_later(monkeypatch: pytest.MonkeyPatch) -> None:
    robot = _Robot(TimeBase.RECEIPT)
    curve = robot.curve(_spec("x", kind=CurveTransformKind.DERIVATIVE))
    robot.receive("a", {"x": 0}, at_s=1.0)
    early: list[list[float]] = []
    append = Series.append

    def looked_at(series: Series, time_s: float, value: float) -> None:
        append(series, time_s, value)
        early.append(_values(curve))

    monkeypatch.setattr(Series, "append", looked_at)
    robot.receive("a", {"x": 1}, {"x": 2}, at_s=2.0)

    assert [len(values) for values in early] == [1, 1]
    assert _values(curve)[1:] == [2.0, 2.0]


def test_another_transform_is_made_from_all_that_is_kept() -> None:
    robot = _Robot()
    robot.curve(_spec("x"))
    robot.receive("a", {"x": 0, "time": 0}, {"x": 4, "time": 2})
    curve = robot.curve(_spec("x", kind=CurveTransformKind.DERIVATIVE))

    assert _values(curve)[1:] == [2.0]


def test_fields_of_one_message_belong_together_whatever_its_time() -> None:
    robot = _Robot(TimeBase.RECEIPT)
    curve = robot.curve(_spec(expression="x * y"))
    robot.receive("a", {"x": 1, "y": 10}, {"x": 2, "y": 20}, {"x": 3, "y": 30}, at_s=5.0)

    assert _values(curve) == [10.0, 40.0, 90.0]


def test_a_field_that_was_read_before_goes_with_one_that_is_new() -> None:
    robot = _Robot()
    robot.curve(_spec("x"))
    robot.receive("a", {"x": 1, "y": 10, "time": 1})
    curve = robot.curve(_spec(expression="x + y"))
    robot.receive("a", {"x": 2, "y": 20, "time": 2})

    assert _values(curve) == [22.0]


def test_of_another_topic_the_last_value_before_is_taken() -> None:
    robot = _Robot()
    curve = robot.curve(_spec(expression="x + {b:y}"))
    robot.receive("b", {"y": 100, "time": 1.5}, {"y": 200, "time": 3})
    robot.receive("a", {"x": 1, "time": 1}, {"x": 2, "time": 2}, {"x": 3, "time": 3}, {"x": 4, "time": 9})

    first, *rest = _values(curve)
    assert math.isnan(first)
    assert rest == [102.0, 203.0]


def test_what_another_topic_may_still_have_a_value_for_is_held_back_for_a_while() -> None:
    robot = _Robot()
    curve = robot.curve(_spec(expression="x + {b:y}"))
    robot.receive("b", {"y": 100, "time": 1})
    robot.receive("a", {"x": 1, "time": 1}, {"x": 2, "time": 2})
    assert _values(curve) == [101.0]
    robot.now = 0.3
    robot.receive("a", {"x": 3, "time": 3})
    assert _values(curve) == [101.0]
    robot.now = WAIT_S
    assert _values(curve) == [101.0, 102.0]
    robot.receive("b", {"y": 200, "time": 2.9})
    robot.now = 0.3 + WAIT_S

    assert _values(curve) == [101.0, 102.0, 203.0]


def test_it_does_not_matter_when_values_of_two_topics_are_looked_at() -> None:
    robot = _Robot()
    spec = _spec(expression="x - {b:x}")
    curve = robot.curve(spec)
    for number in range(20):
        robot.now += 0.1
        robot.receive("a", {"x": number, "time": number})
        curve.drain()
        robot.receive("b", {"x": number, "time": number - 0.01})
        curve.drain()
    anew = robot.curve(spec)
    robot.receive("b", {"x": 0, "time": 30})

    assert _values(curve) == [0.0] * 20
    assert _values(anew) == [0.0] * 20


def test_by_the_time_of_receipt_nothing_is_held_back() -> None:
    robot = _Robot(TimeBase.RECEIPT)
    curve = robot.curve(_spec(expression="x - {b:x}"))
    robot.receive("b", {"x": 1}, at_s=1.0)
    robot.receive("a", {"x": 3}, at_s=2.0)

    assert _values(curve) == [2.0]


def test_the_yaw_of_a_quaternion_is_its_angle_about_z() -> None:
    robot = _Robot()
    curve = robot.curve(_spec("q", kind=CurveTransformKind.YAW))
    half = 0.75
    robot.receive("a", {"q": {"x": 0, "y": 0, "z": math.sin(half), "w": math.cos(half)}, "time": 1})

    assert _values(curve) == [pytest.approx(1.5)]


def test_a_silence_adds_nothing_to_an_integral() -> None:
    robot = _Robot()
    curve = robot.curve(_spec("x", kind=CurveTransformKind.INTEGRAL))
    for number in range(11):
        robot.receive("a", {"x": 1, "time": number})
        curve.drain()
    robot.receive("a", {"x": 1, "time": 110}, {"x": 1, "time": 111})

    assert _values(curve)[10:] == [10.0, 10.0, 11.0]


def test_a_clock_that_was_set_back_begins_the_curve_anew() -> None:
    robot = _Robot()
    curve = robot.curve(_spec("x", kind=CurveTransformKind.INTEGRAL))
    robot.receive("a", {"x": 1, "time": 10}, {"x": 1, "time": 20})
    assert _values(curve) == [0.0, 10.0]
    # the first two of them could be late
    robot.receive("a", *({"x": 1, "time": time} for time in (-2, -1, 0, 1)))

    assert _values(curve) == [0.0, 1.0]


def test_a_clock_that_is_set_back_while_values_are_taken_leaves_them_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    robot = _Robot()
    curve = robot.curve(_spec("x", scale=2.0))
    robot.receive("a", {"x": 1, "time": 10}, {"x": 2, "time": 20})
    drain = Series.drain

    def interrupted(series: Series) -> bool:
        came = drain(series)
        monkeypatch.undo()
        # the first two of them could be late
        robot.receive("a", *({"x": 3, "time": time} for time in (3, 4, 5)))
        return came

    monkeypatch.setattr(Series, "drain", interrupted)
    assert _values(curve) == [2.0, 4.0]
    robot.receive("a", {"x": 4, "time": 6})

    assert _values(curve) == [6.0, 8.0]
    assert curve.series.samples().times.tolist() == [5.0, 6.0]


def test_a_curve_of_its_own_values_gives_its_memory_back() -> None:
    robot = _Robot()
    curve = robot.curve(_spec("x", scale=2.0))
    before = robot.budget.used_bytes
    curve.close()

    assert robot.budget.used_bytes == before // 2


def test_a_long_history_comes_in_pieces_without_a_break() -> None:
    robot = _Robot()
    curve = robot.curve(_spec(expression="x - 2*y"))
    for part in range(20):
        robot.receive("a", *({"x": n, "y": n / 2, "time": n * 0.01} for n in range(part * 1000, part * 1000 + 1000)))
        curve.drain()

    values = np.array(_values(curve))
    assert len(values) == 20_000
    assert not values.any()
