from __future__ import annotations

import itertools
import json
import math
from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.schema import Field, FieldKind, FieldPath, Schema
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.feeds import SeriesFeed, TimeBase
from tests.fakes.deliveries import delivery
from tests.fakes.session import JsonSchema

X, Y = FieldPath.parse("x"), FieldPath.parse("y")
S = 1_000_000_000


class _Topic:
    """A feed, and what it is read by."""

    def __init__(self, base: TimeBase = TimeBase.RECEIPT) -> None:
        self.schema: Schema = JsonSchema("test.Point")
        self.budget = SeriesBudget()
        self.feed = SeriesFeed(self.budget, base)
        self.told: list[tuple[float, Mapping[str, float]]] = []

    def receive(self, received_s: float, *messages: object) -> None:
        payloads = [m if isinstance(m, bytes) else json.dumps(m).encode() for m in messages]
        self.feed(delivery(*payloads, schema=self.schema, received_ns=int(received_s * S)))

    def values(self, path: FieldPath) -> list[float]:
        series = self.feed.series(path)
        series.drain()
        found: list[float] = series.samples().values.tolist()
        return found

    def times(self, path: FieldPath) -> list[float]:
        series = self.feed.series(path)
        series.drain()
        found: list[float] = series.samples().times.tolist()
        return found


def test_every_message_gives_a_sample_of_every_field() -> None:
    topic = _Topic()
    topic.feed.set_fields((X, Y))
    topic.receive(5.0, {"x": 1, "y": 2.5}, {"x": True, "y": 3.5})

    assert topic.values(X) == [1.0, 1.0]
    assert topic.values(Y) == [2.5, 3.5]
    assert topic.times(X) == [5.0, 5.0]


def test_by_stamp_the_time_is_that_of_the_message() -> None:
    topic = _Topic(TimeBase.STAMP)
    topic.feed.set_fields((X,))
    topic.receive(5.0, {"x": 1, "time": 100.0}, {"x": 2})

    assert topic.times(X) == [100.0]
    assert topic.feed.unstamped == 1


def test_by_stamp_a_late_message_is_left_out_and_what_was_before_stays() -> None:
    topic = _Topic(TimeBase.STAMP)
    topic.feed.set_fields((X, Y))
    for number in range(300):
        late_s = 0.25 if number % 100 == 50 else 0.0
        topic.receive(number / 100, {"x": number, "time": 100.0 + number / 100 - late_s})

    assert topic.values(X) == [float(number) for number in range(300) if number % 100 != 50]
    assert len(topic.values(Y)) == 297
    assert topic.feed.order.late == 3


def test_by_stamp_a_clock_that_was_set_back_begins_anew() -> None:
    topic = _Topic(TimeBase.STAMP)
    topic.feed.set_fields((X,))
    for number, time_s in enumerate((100.0, 100.1, 1.0, 1.1, 1.2, 1.3)):
        topic.receive(number / 10, {"x": number, "time": time_s})

    assert topic.times(X) == [1.2, 1.3]


@pytest.mark.parametrize("message", [{}, {"x": "text"}, {"x": [1]}, {"x": None}, {"x": 10**400}])
def test_what_is_no_number_is_a_gap(message: object) -> None:
    topic = _Topic()
    topic.feed.set_fields((X,))
    topic.receive(5.0, message, {"x": 2})

    first, second = topic.values(X)
    assert math.isnan(first)
    assert second == 2.0


def test_a_message_that_cannot_be_read_is_counted_and_a_gap() -> None:
    topic = _Topic()
    topic.feed.set_fields((X,))
    topic.receive(5.0, b"\xff\x00", {"x": 2})

    first, second = topic.values(X)
    assert math.isnan(first)
    assert second == 2.0
    assert topic.feed.faults == 1


def test_a_schema_that_changes_while_messages_come_is_followed() -> None:
    topic = _Topic()
    topic.feed.set_fields((X,))
    topic.receive(1.0, {"x": 1})
    topic.schema = JsonSchema("test.Other", {"test.Other": [Field("x", FieldKind.MESSAGE, "test.Point")]})
    topic.receive(2.0, {"x": {}})
    assert topic.feed.error(X) is not None
    topic.schema = JsonSchema("test.Point")
    topic.receive(4.0, {"x": 4})

    assert topic.feed.error(X) is None
    assert topic.times(X) == [1.0, 2.0, 4.0]
    assert topic.values(X)[::2] == [1.0, 4.0]


def test_a_field_that_is_added_later_begins_at_its_message() -> None:
    topic = _Topic()
    topic.feed.set_fields((X,))
    topic.receive(1.0, {"x": 1, "y": 1}, {"x": 2, "y": 2})
    topic.feed.set_fields((X, Y))
    topic.receive(2.0, {"x": 3, "y": 3})

    assert topic.values(Y) == [3.0]
    assert (topic.feed.message_offset(X), topic.feed.message_offset(Y)) == (0, 2)


def test_a_field_that_is_wanted_no_more_takes_no_memory() -> None:
    topic = _Topic()
    topic.feed.set_fields((X, Y))
    before = topic.budget.used_bytes
    topic.feed.set_fields((Y,))
    topic.receive(1.0, {"x": 1, "y": 1})

    assert topic.feed.fields == (Y,)
    assert topic.budget.used_bytes == before // 2
    with pytest.raises(KeyError):
        topic.feed.series(X)


def test_a_whole_history_is_put_in_the_place_of_the_one_before() -> None:
    topic = _Topic()
    topic.feed.set_fields((X, Y))
    topic.receive(5.0, {"x": 1, "y": 2}, {"x": 3, "y": 4})
    before = topic.feed.series(X).resets
    topic.feed.replace(np.array([1.0, 2.0, 3.0]), {X: np.array([7.0, 8.0, 9.0])}, {})

    assert topic.times(X) == [1.0, 2.0, 3.0]
    assert topic.values(X) == [7.0, 8.0, 9.0]
    assert all(math.isnan(value) for value in topic.values(Y))
    assert topic.feed.series(X).resets > before
    assert topic.feed.replacements == 1


def test_messages_go_on_behind_a_history_that_was_put_in_place() -> None:
    topic = _Topic()
    topic.feed.set_fields((X, Y))
    topic.receive(5.0, {"x": 1, "y": 2})
    topic.feed.replace(np.array([1.0, 2.0]), {X: np.array([7.0, 8.0]), Y: np.array([5.0, 6.0])}, {})
    topic.receive(6.0, {"x": 9, "y": 7})

    assert topic.values(X) == [7.0, 8.0, 9.0]
    assert topic.values(Y) == [5.0, 6.0, 7.0]
    # the newest sample is that of the newest message
    for path in (X, Y):
        series = topic.feed.series(path)
        assert series.written + topic.feed.message_offset(path) == topic.feed.complete_messages


def _filled(topic: _Topic, kept: _Topic, *paths: FieldPath) -> None:
    """Put before what came what another feed has read."""
    earlier = topic.feed.earlier(paths)
    for received_s, message in kept.told:
        began_ns = topic.feed.began_ns(paths)
        if began_ns is None or int(received_s * S) < began_ns:
            earlier(delivery(json.dumps(message).encode(), schema=topic.schema, received_ns=int(received_s * S)))
    topic.feed.put_before(earlier)


def _kept(*numbers: float) -> _Topic:
    """What was kept of a topic: a message at each of these seconds."""
    topic = _Topic()
    topic.told = [(number, {"x": number, "y": 10 * number, "time": number + 100}) for number in numbers]
    return topic


def test_what_was_kept_stands_before_what_came() -> None:
    topic = _Topic()
    topic.feed.set_fields((X,))
    assert topic.feed.began_ns((X,)) is None
    topic.receive(5.0, {"x": 5})
    assert topic.values(X) == [5.0]
    topic.receive(6.0, {"x": 6})
    _filled(topic, _kept(1, 2, 3, 4, 5, 6), X)
    topic.receive(7.0, {"x": 7})

    assert topic.times(X) == topic.values(X) == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]
    assert topic.feed.began_ns((X, Y)) == 5 * S


def test_where_nothing_was_kept_nothing_is_begun_anew() -> None:
    topic = _Topic()
    topic.feed.set_fields((X,))
    topic.receive(5.0, {"x": 5})
    topic.values(X)
    _filled(topic, _kept(), X)
    topic.values(X)

    assert topic.feed.replacements == topic.feed.series(X).resets == 0


def test_what_was_kept_is_all_there_is_until_something_comes() -> None:
    topic = _Topic()
    topic.feed.set_fields((X,))
    _filled(topic, _kept(1, 2), X)
    assert topic.values(X) == [1.0, 2.0]
    topic.receive(3.0, {"x": 3})

    assert topic.values(X) == [1.0, 2.0, 3.0]


def test_by_stamp_what_was_kept_is_in_the_order_of_stamps() -> None:
    topic = _Topic(TimeBase.STAMP)
    topic.feed.set_fields((X,))
    topic.receive(5.0, {"x": 5, "time": 105}, {"x": 5})
    kept = _kept(1, 2, 3)
    kept.told[1:1] = [(1.5, {"x": 9, "time": 50}), (1.6, {"x": 9})]
    _filled(topic, kept, X)

    assert topic.times(X) == [101.0, 102.0, 103.0, 105.0]
    assert topic.values(X) == [1.0, 2.0, 3.0, 5.0]


def test_before_a_clock_that_was_set_back_nothing_is_put() -> None:
    topic = _Topic()
    topic.feed.set_fields((X,))
    earlier = topic.feed.earlier((X,))
    earlier(delivery(b'{"x": 1}', schema=topic.schema, received_ns=100 * S))
    topic.receive(5.0, {"x": 5})
    topic.feed.put_before(earlier)

    assert topic.values(X) == [5.0]


def test_a_field_that_is_no_longer_read_gets_nothing() -> None:
    topic = _Topic()
    topic.feed.set_fields((X, Y))
    earlier = topic.feed.earlier((X, Y))
    earlier(delivery(b'{"x": 1, "y": 2}', schema=topic.schema, received_ns=1 * S))
    topic.feed.set_fields((Y,))
    topic.feed.put_before(earlier)

    assert topic.values(Y) == [2.0]


def test_a_field_that_is_read_again_gets_what_was_read_for_it_alone() -> None:
    topic = _Topic()
    topic.feed.set_fields((X,))
    topic.receive(2.0, {"x": 2})
    earlier = topic.feed.earlier((X,))
    earlier(delivery(b'{"x": 1}', schema=topic.schema, received_ns=1 * S))
    topic.feed.set_fields(())
    topic.feed.set_fields((X,))
    topic.feed.put_before(earlier)
    assert topic.values(X) == []
    _filled(topic, _kept(1, 2, 3), X)

    assert topic.values(X) == [1.0, 2.0, 3.0]


def test_a_field_that_was_read_longer_keeps_its_history_also_what_was_not_kept() -> None:
    topic = _Topic()
    topic.feed.set_fields((X,))
    for number in (1, 2, 3, 4):
        topic.receive(number, {"x": number, "y": 10 * number})
    topic.feed.set_fields((X, Y))
    topic.receive(5, {"x": 5, "y": 50})
    # the black box was off at 2
    _filled(topic, _kept(0.5, 1, 3, 4), Y)

    assert topic.values(X) == [1.0, 2.0, 3.0, 4.0, 5.0]
    assert topic.times(Y) == [0.5, 1.0, 2.0, 3.0, 4.0, 5.0]
    assert topic.values(Y)[:2] == [5.0, 10.0]
    assert math.isnan(topic.values(Y)[2])
    assert topic.values(Y)[3:] == [30.0, 40.0, 50.0]


@given(st.lists(st.integers(0, 3), min_size=1, max_size=30), st.integers(0, 30), st.integers(0, 30), st.booleans())
def test_samples_of_one_message_stand_together_whenever_fields_were_added_and_filled_in(
    steps: list[int],
    x_from: int,
    y_from: int,
    x_first: bool,  # noqa: FBT001
) -> None:
    """Several messages may come at the same time."""
    topic, at = _Topic(), list(itertools.accumulate(steps))
    x_from, y_from = min(x_from, len(at)), min(y_from, len(at))
    # messages of one time come together, so none of them begins a field
    while 0 < x_from < len(at) and at[x_from] == at[x_from - 1]:
        x_from -= 1
    while 0 < y_from < len(at) and at[y_from] == at[y_from - 1]:
        y_from -= 1
    kept = _Topic()
    kept.told = [(second, {"x": number, "y": 1000 + number}) for number, second in enumerate(at)]
    for number, (second, message) in enumerate(kept.told):
        wanted = tuple(path for path, since in ((X, x_from), (Y, y_from)) if number >= since)
        topic.feed.set_fields(wanted)
        topic.receive(second, message)
    topic.feed.set_fields((X, Y))
    for path in (X, Y) if x_first else (Y, X):
        _filled(topic, kept, path)

    assert topic.values(X) == list(range(len(at)))
    assert topic.values(Y) == [1000.0 + number for number in range(len(at))]
    numbers = [topic.feed.series(path).written + topic.feed.message_offset(path) for path in (X, Y)]
    assert numbers == [topic.feed.complete_messages] * 2
