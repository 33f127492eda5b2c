"""What `teledeck analyse` collects, by numbers."""

from __future__ import annotations

import math
import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli import analysis_samples
from app.cli.analysis_samples import Arrivals, CollectedSamples, SampleCollector, measure_arrivals
from app.model.schema import (
    DecodeError,
    Extractor,
    Field,
    FieldKind,
    FieldPath,
    Payload,
    RecordedSchema,
    Role,
    Schema,
    UnknownFieldError,
)
from app.wording.commands import CommandWording
from tests.fakes.deliveries import delivery

BEGAN_NS = 1_700_000_000_123_456_789
VALUE = FieldPath.parse("value")
STAMPED = struct.Struct("<qd")


class NumberSchema(Schema):
    """Messages of a stamp in nanoseconds, where zero is none, and a number; shorter ones can't be read."""

    name = "Number"
    known = True

    def fields(self, type_name: str | None = None) -> tuple[Field, ...]:
        del type_name
        return (Field("value", FieldKind.FLOAT, "double"), Field("text", FieldKind.STRING, "string"))

    def check(self, path: FieldPath) -> Field:
        for field in self.fields():
            if path.steps == (field.name,):
                return field
        raise UnknownFieldError(f"Number has no field “{path}”", "It has: value, text.")

    def extractor(self, path: FieldPath) -> Extractor:
        assert path == VALUE
        return lambda payload: self._unpack(payload)[1]

    def decode(self, payload: Payload) -> dict[str, Any]:
        return {"value": self._unpack(payload)[1]}

    def stamp_ns(self, payload: Payload) -> int | None:
        return self._unpack(payload)[0] or None

    def roles(self) -> frozenset[Role]:
        return frozenset()

    def read(self, role: Role, payload: Payload) -> object:
        del payload
        raise KeyError(role)

    def recorded(self) -> RecordedSchema:
        return RecordedSchema(self.name, "number")

    def _unpack(self, payload: Payload) -> tuple[int, float]:
        if len(payload) < STAMPED.size:
            raise DecodeError("a Number is cut short")
        stamp_ns, value = STAMPED.unpack(payload)
        return int(stamp_ns), float(value)


SCHEMA = NumberSchema()


class OddSchema(NumberSchema):
    """Gives something else for a number."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def extractor(self, path: FieldPath) -> Extractor:
        del path
        return lambda payload: self.value if payload else None


def number(value: float, stamp_s: float | None = None) -> bytes:
    """A message; its stamp is in seconds after the first message came."""
    return STAMPED.pack(0 if stamp_s is None else BEGAN_NS + round(stamp_s * 1e9), value)


@pytest.fixture
def collector() -> SampleCollector:
    return SampleCollector(10.0, VALUE)


def put(collector: SampleCollector, *messages: tuple[float, bytes], schema: Schema = SCHEMA) -> None:
    """Have messages come at these times of a monotonic clock."""
    for now, payload in messages:
        received_ns = BEGAN_NS + round((now - messages[0][0]) * 1e9)
        collector.put(delivery(payload, schema=schema, arrived_s=now, received_ns=received_ns))


def test_times_are_told_from_the_first_message_on_by_receipt_and_by_stamp(collector: SampleCollector) -> None:
    put(collector, (100.0, number(1.0, -0.25)), (100.5, number(2.0, 0.125)), (101.0, number(3.0, 0.75)))
    samples = collector.samples(101.5)

    assert samples.received_s.tolist() == [0.0, 0.5, 1.0]
    assert samples.stamps_s is not None
    # whole nanoseconds, though they are of a time of today
    assert samples.stamps_s.tolist() == [-0.25, 0.125, 0.75]
    assert samples.times_s is samples.stamps_s
    assert samples.values.tolist() == [1.0, 2.0, 3.0]
    assert (samples.began_ns, samples.end_s, samples.stopped) == (BEGAN_NS, 1.5, False)


def test_messages_of_a_batch_came_together(collector: SampleCollector) -> None:
    collector.put(delivery(number(1.0), number(2.0), schema=SCHEMA, arrived_s=5.0, received_ns=BEGAN_NS))

    assert collector.samples(5.0).received_s.tolist() == [0.0, 0.0]


def test_a_stamp_that_any_message_lacks_makes_all_be_taken_by_receipt(collector: SampleCollector) -> None:
    put(collector, (0.0, number(1.0, 0.0)), (1.0, number(2.0)), (2.0, number(3.0, 2.0)))
    samples = collector.samples(2.0)

    assert samples.stamps_s is None
    assert samples.times_s is samples.received_s


def test_values_are_of_no_stamp_that_never_changes(collector: SampleCollector) -> None:
    put(collector, *((float(second), number(1.0, 7.0)) for second in range(4)))
    samples = collector.samples(4.0)

    assert samples.times_s is samples.received_s
    # the timing tells of it
    assert samples.stamps_s is not None


def test_what_comes_after_the_time_is_not_taken_and_the_time_ends_then(collector: SampleCollector) -> None:
    put(collector, (1.0, number(1.0)), (11.0, number(2.0)), (11.001, number(3.0)))

    samples = collector.samples(20.0)
    assert samples.values.tolist() == [1.0, 2.0]
    assert samples.end_s == 10.0


def test_a_message_that_can_not_be_read_is_counted_and_has_no_number(collector: SampleCollector) -> None:
    put(collector, (0.0, number(1.0, 0.5)), (1.0, b"short"), (2.0, number(3.0, 2.5)))
    samples = collector.samples(3.0)

    assert collector.unread == 1
    assert samples.received_s.tolist() == [0.0, 1.0, 2.0]
    assert np.isnan(samples.values).tolist() == [False, True, False]


@pytest.mark.parametrize("value", [None, "7", b"7", 10**400])
def test_what_is_no_number_is_nan(value: Any) -> None:
    collector = SampleCollector(10.0, VALUE)
    put(collector, (0.0, number(0.0)), schema=OddSchema(value))

    assert math.isnan(collector.samples(0.0).values[0])


def test_true_is_one() -> None:
    collector = SampleCollector(10.0, VALUE)
    put(collector, (0.0, number(0.0)), schema=OddSchema(value=True))

    assert collector.samples(0.0).values.tolist() == [1.0]


@pytest.mark.parametrize(
    ("path", "reason"),
    [("nope", "no field “nope”"), ("text", CommandWording.NO_NUMBER(path="text", type_name="string"))],
)
def test_a_field_that_can_not_be_had_is_a_fault(path: str, reason: str) -> None:
    collector = SampleCollector(10.0, FieldPath.parse(path))
    put(collector, (0.0, number(1.0)))

    assert collector.fault is not None
    assert reason in collector.fault.reason
    assert collector.fault.tip


def test_without_a_field_there_are_times_alone() -> None:
    collector = SampleCollector(10.0, None)
    put(collector, (0.0, number(1.0, 0.0)), (1.0, number(2.0, 1.0)))
    samples = collector.samples(1.0)

    assert len(samples.values) == 0
    assert samples.stamps_s is not None


def test_a_schema_that_changes_is_followed(collector: SampleCollector) -> None:
    put(collector, (0.0, number(1.0)))
    put(collector, (1.0, number(2.0)), schema=OddSchema(5.0))

    assert collector.samples(1.0).values.tolist() == [1.0, 5.0]


def test_memory_is_bounded(collector: SampleCollector, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_samples, "MAX_MESSAGES", 3)
    collector.put(delivery(number(1.0), number(2.0), schema=SCHEMA, arrived_s=0.0, received_ns=BEGAN_NS))
    collector.put(delivery(number(3.0), number(4.0), schema=SCHEMA, arrived_s=1.0, received_ns=BEGAN_NS))

    assert collector.is_full
    samples = collector.samples(9.0)
    assert samples.values.tolist() == [1.0, 2.0, 3.0]
    # what came behind them is no silence
    assert samples.end_s == 1.0


def came(*received_s: float, end_s: float) -> CollectedSamples:
    """Samples of messages that came at these times."""
    return CollectedSamples(np.array(received_s), None, np.empty(0), BEGAN_NS, end_s)


def test_the_rate_is_intervals_over_their_time() -> None:
    assert measure_arrivals(came(0.0, 0.5, 1.5, 2.0, end_s=2.25)) == Arrivals(1.5, 1.0, 0.5)


def test_a_silence_at_the_end_counts_once_it_is_the_longest() -> None:
    assert measure_arrivals(came(0.0, 0.5, 1.0, end_s=1.5)) == Arrivals(2.0, 0.5, 0.0)
    assert measure_arrivals(came(0.0, 0.5, 1.0, end_s=4.0)) == Arrivals(0.5, 3.0, 1.0)


def test_of_one_message_all_that_is_known_is_the_silence_behind_it() -> None:
    assert measure_arrivals(came(0.0, end_s=10.0)) == Arrivals(0.0, 10.0, 0.0)
    assert measure_arrivals(came(0.0, end_s=0.0)) == Arrivals(0.0, 0.0, 0.0)


def test_messages_of_one_moment_have_no_rate() -> None:
    assert measure_arrivals(came(0.0, 0.0, end_s=0.0)).rate_hz == 0.0


# a clock tells apart what is a nanosecond apart
GAPS_S = st.floats(min_value=1e-9, max_value=100.0) | st.just(0.0)


@given(st.lists(GAPS_S, min_size=1, max_size=40), st.floats(min_value=0, max_value=50))
def test_no_gap_is_longer_than_the_longest_and_that_is_where_it_is_said_to_be(gaps: list[float], rest: float) -> None:
    times = np.concatenate(([0.0], np.cumsum(gaps)))
    end_s = float(times[-1]) + rest
    told = measure_arrivals(came(*times.tolist(), end_s=end_s))

    assert told.gap_s == max(*np.diff(times).tolist(), end_s - times[-1])
    later = [time for time in (*times.tolist(), end_s) if time > told.gap_at_s]
    assert not later or min(later) == pytest.approx(told.gap_at_s + told.gap_s)
    assert math.isfinite(told.rate_hz)
