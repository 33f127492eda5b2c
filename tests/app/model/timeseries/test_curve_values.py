from __future__ import annotations

import itertools
import json
import math
from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.model.schema import FieldPath
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.curve_spec import CurveSpec, CurveTransform, CurveTransformKind
from app.model.timeseries.curve_values import WAIT_S, CurveSource, CurveValues, make_transform_step
from app.model.timeseries.feeds import SeriesFeed, TimeBase
from app.model.timeseries.series import Floats, Series
from app.model.topics import TopicKey
from tests.fakes.deliveries import delivery
from tests.fakes.session import JsonSchema

NO_GAPS = np.empty(0, dtype=np.int64)

KINDS = [kind for kind in CurveTransformKind if kind is not CurveTransformKind.YAW]


def _made(kind: CurveTransformKind, times: list[float], values: list[float], window_s: float = 1.0) -> list[float]:
    step = make_transform_step(CurveTransform(kind, window_s=window_s))
    found: list[float] = step.apply(np.array(times), np.array(values), NO_GAPS).tolist()
    return found


def test_the_derivative_is_the_slope_from_the_sample_before() -> None:
    first, *rest = _made(CurveTransformKind.DERIVATIVE, [0.0, 0.5, 1.0], [0.0, 1.0, 4.0])

    assert math.isnan(first)
    assert rest == [2.0, 6.0]


def test_samples_of_one_time_have_the_slope_to_the_last_of_them() -> None:
    _, *rest = _made(CurveTransformKind.DERIVATIVE, [0.0, 1.0, 1.0, 2.0], [0.0, 2.0, 9.0, 10.0])

    assert rest == [9.0, 9.0, 1.0]


def test_the_derivative_of_what_comes_in_batches_is_that_of_what_was_sent() -> None:
    step = make_transform_step(CurveTransform(CurveTransformKind.DERIVATIVE))
    values = np.linspace(0.0, 0.49, 50)
    # one a second at 100 Hz, five at a time, of which one batch comes in two pieces
    times = np.repeat(np.arange(10) * 0.05, 5)

    found = np.concatenate([step.apply(times[a:b], values[a:b], NO_GAPS) for a, b in ((0, 22), (22, 25), (25, 50))])

    np.testing.assert_allclose(np.delete(found, [20, 21])[5:], 1.0)


def test_the_integral_is_a_sum_of_trapezoids() -> None:
    assert _made(CurveTransformKind.INTEGRAL, [0.0, 1.0, 3.0], [0.0, 2.0, 2.0]) == [0.0, 1.0, 5.0]


def test_what_was_not_sent_adds_nothing_to_the_integral() -> None:
    found = _made(CurveTransformKind.INTEGRAL, [0.0, 1.0, 2.0, 3.0], [2.0, math.nan, 2.0, 2.0])

    assert math.isnan(found[1])
    assert found[2:] == [0.0, 2.0]


def test_a_gap_adds_nothing_to_the_integral_wherever_samples_are_cut() -> None:
    times, values = np.array([0.0, 1.0, 101.0, 102.0]), np.ones(4)
    for cut in (1, 2, 3):
        step = make_transform_step(CurveTransform(CurveTransformKind.INTEGRAL))
        before, behind = (np.array([2]), NO_GAPS) if cut > 2 else (NO_GAPS, np.array([2 - cut]))
        found = [*step.apply(times[:cut], values[:cut], before), *step.apply(times[cut:], values[cut:], behind)]

        assert found == [0.0, 1.0, 1.0, 2.0]


def test_the_mean_is_that_of_the_last_seconds() -> None:
    assert _made(CurveTransformKind.MEAN, [0.0, 1.0, 2.0, 3.0], [0.0, 2.0, 4.0, 6.0], 2.0) == [0.0, 1.0, 3.0, 5.0]


def test_a_mean_does_not_know_of_what_was_before_its_window() -> None:
    times, values = np.arange(21) * 0.1, [3.4e38, *[2.0] * 20]

    assert _made(CurveTransformKind.MEAN, times.tolist(), values, 0.5)[8:] == [2.0] * 13


@pytest.mark.parametrize(("rate_hz", "window_s"), [(100.0, 0.1), (100.0, 1.0), (10.0, 300.0)])
def test_means_of_large_values_are_as_exact_as_these(rate_hz: float, window_s: float) -> None:
    times: Floats = np.arange(20_000) / rate_hz
    values = 1.7e9 + np.sin(times)

    found = make_transform_step(CurveTransform(CurveTransformKind.MEAN, window_s=window_s)).apply(
        times, values, NO_GAPS
    )

    # between two floats here are 2e-7
    first = np.searchsorted(times, times - window_s, side="right")
    for at in range(0, 20_000, 997):
        assert found[at] - 1.7e9 == pytest.approx(
            math.fsum(values[first[at] : at + 1] - 1.7e9) / (at + 1 - first[at]), abs=3e-6
        )


def test_a_window_that_is_shorter_than_times_can_tell_has_the_newest_value() -> None:
    times = [1.7e9, 1.7e9, 1.7e9 + 1, 1.7e9 + 2]

    assert _made(CurveTransformKind.MEAN, times, [1.0, 2.0, 3.0, 4.0], 1e-9) == [1.0, 2.0, 3.0, 4.0]


def test_means_of_the_largest_values_are_no_larger_than_these() -> None:
    found = _made(CurveTransformKind.MEAN, [0.0, 0.1, 0.2, 0.3, 9.0], [1e308, 1e308, 1e308, math.inf, 1.0])

    assert found[:3] == pytest.approx([1e308] * 3)
    assert math.isnan(found[3])
    assert found[4] == 1.0


def test_an_angle_goes_on_beyond_a_whole_turn() -> None:
    found = _made(CurveTransformKind.UNWRAP, [0.0, 1.0, 2.0, 3.0], [3.0, -3.0, math.nan, -2.0])

    assert found[0] == 3.0
    assert found[1] == pytest.approx(2 * math.pi - 3.0)
    assert found[3] == pytest.approx(2 * math.pi - 2.0)


def _noise(count: int, seed: int) -> tuple[Floats, Floats]:
    random = np.random.default_rng(seed)
    values = random.normal(size=count) * 4
    values[random.random(count) < 0.1] = np.nan
    steps = random.random(count)
    steps[random.random(count) < 0.2] = 0.0
    return np.cumsum(steps), values


@settings(max_examples=80, deadline=None)
@given(kind=st.sampled_from(KINDS), cuts=st.lists(st.integers(1, 199), max_size=8), seed=st.integers(0, 500))
def test_it_does_not_matter_in_which_pieces_samples_come(kind: CurveTransformKind, cuts: list[int], seed: int) -> None:
    times, values = _noise(200, seed)
    whole = make_transform_step(CurveTransform(kind)).apply(times, values, NO_GAPS)
    step = make_transform_step(CurveTransform(kind))

    places = [0, *sorted(set(cuts)), 200]
    pieces = [step.apply(times[a:b], values[a:b], NO_GAPS) for a, b in itertools.pairwise(places)]

    together = np.concatenate(pieces)
    if kind in {CurveTransformKind.MEAN, CurveTransformKind.DERIVATIVE}:
        # samples of one time may come in two pieces: those of the first do not know of the second
        last = np.append(np.diff(times) > 0, True)
        whole, together = whole[last], together[last]
    np.testing.assert_allclose(together, whole, atol=1e-9)


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
            feed = self.feeds.setdefault(field.key.topic, SeriesFeed(self.budget, self.base))
            feed.set_fields((*feed.fields, field.path))
            sources.append(CurveSource.of(feed, field))
        return CurveValues(spec, sources, self.budget, lambda: self.now)

    def receive(self, topic: str, *messages: Mapping[str, object], at_s: float = 0.0) -> None:
        payloads = [json.dumps(message).encode() for message in messages]
        self.feeds[topic](delivery(*payloads, schema=JsonSchema("test.Any"), received_ns=int(at_s * 1e9)))


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


def test_values_are_computed_anew_when_a_history_was_replaced() -> None:
    budget = SeriesBudget()
    first, other = SeriesFeed(budget), SeriesFeed(budget)
    key, beside = TopicKey("a", "/a"), TopicKey("a", "/b")
    spec = CurveSpec(key, expression="x - {/b:x}")
    x = FieldPath.parse("x")
    for feed in (first, other):
        feed.set_fields((x,))
    feeds = {key: first, beside: other}
    values = CurveValues(spec, [CurveSource.of(feeds[field.key], field) for field in spec.fields], budget, lambda: 0.0)
    first.replace(np.array([1.0, 2.0, 3.0]), {x: np.array([10.0, 20.0, 30.0])}, {})
    values.drain()
    other.replace(np.array([0.0, 2.5]), {x: np.array([1.0, 2.0])}, {})
    values.drain()
    assert values.series.samples().values.tolist() == [9.0, 19.0, 28.0]
    # later by a second
    other.replace(np.array([1.0, 3.5]), {x: np.array([1.0, 2.0])}, {})
    values.drain()
    assert values.series.samples().values.tolist() == [9.0, 19.0, 29.0]


def _put_before(robot: _Robot, topic: str, *messages: tuple[float, Mapping[str, object]]) -> None:
    feed = robot.feeds[topic]
    earlier = feed.earlier(feed.fields)
    for at_s, message in messages:
        payload = json.dumps(message).encode()
        earlier(delivery(payload, schema=JsonSchema("test.Any"), received_ns=int(at_s * 1e9)))
    feed.put_before(earlier)


def test_what_is_put_before_is_computed_as_if_it_had_come_first() -> None:
    robot = _Robot(TimeBase.RECEIPT)
    integral = robot.curve(_spec("x", kind=CurveTransformKind.INTEGRAL))
    product = robot.curve(_spec(expression="x * y"))
    robot.receive("a", {"x": 1, "y": 3}, at_s=3.0)
    assert (_values(integral), _values(product)) == ([0.0], [3.0])
    _put_before(robot, "a", (1.0, {"x": 1, "y": 1}), (2.0, {"x": 1, "y": 2}))
    robot.receive("a", {"x": 1, "y": 4}, at_s=4.0)

    assert _values(integral) == [0.0, 1.0, 2.0, 3.0]
    assert _values(product) == [1.0, 2.0, 3.0, 4.0]
    assert _values(integral) == [0.0, 1.0, 2.0, 3.0]


def test_what_is_put_before_of_another_topic_counts_for_all_values() -> None:
    robot = _Robot(TimeBase.RECEIPT)
    curve = robot.curve(_spec(expression="x + {b:y}"))
    robot.receive("a", {"x": 1}, {"x": 2}, at_s=3.0)
    curve.drain()
    assert np.isnan(_values(curve)).all()
    _put_before(robot, "b", (1.0, {"y": 100}))

    assert _values(curve) == [101.0, 102.0]


def test_a_curve_over_another_goes_on_with_its_messages_after_something_was_put_before() -> None:
    robot = _Robot(TimeBase.RECEIPT)
    plain, twice = robot.curve(_spec("x")), robot.curve(_spec("y", scale=2.0))
    robot.receive("a", {"x": 3, "y": 30}, at_s=3.0)
    _values(plain), _values(twice)
    _put_before(robot, "a", (1.0, {"x": 1, "y": 10}), (2.0, {"x": 2, "y": 20}))
    assert (_values(plain), _values(twice)) == ([1.0, 2.0, 3.0], [20.0, 40.0, 60.0])
    first, other = plain.sample_origin, twice.sample_origin

    assert first.feed is other.feed
    assert plain.series.samples().first + first.shift == twice.series.samples().first + other.shift
