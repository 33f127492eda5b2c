from __future__ import annotations

import json

import pytest

from app.model.schema import Field, FieldKind, FieldPath, Schema, UnknownFieldError
from app.model.timeseries.feeds import StateFeed, TimeBase
from app.model.timeseries.states import LONGEST_WORD, MAX_WAITING, NotAStateError
from tests.fakes.deliveries import delivery
from tests.fakes.session import JsonSchema

MODE, DOCKED, NOTE = (FieldPath.parse(path) for path in ("mode", "docked", "note"))
S = 1_000_000_000
FIELDS = (
    Field("mode", FieldKind.ENUM, "Mode", enum_names=(("IDLE", 0), ("DRIVE", 1))),
    Field("docked", FieldKind.BOOLEAN, "bool"),
    Field("note", FieldKind.STRING, "string"),
)


class _Topic:
    """A feed, and what it is read by."""

    def __init__(self, base: TimeBase = TimeBase.RECEIPT) -> None:
        self.schema: Schema = JsonSchema("Robot", {"Robot": FIELDS})
        self.feed = StateFeed(base)
        self.feed.set_fields((MODE, DOCKED, NOTE))

    def receive(self, received_s: float, *messages: object) -> None:
        payloads = [m if isinstance(m, bytes) else json.dumps(m).encode() for m in messages]
        self.feed(delivery(*payloads, schema=self.schema, received_ns=int(received_s * S)))

    def runs(self, path: FieldPath) -> list[tuple[float, str | None]]:
        history = self.feed.history(path)
        history.drain()
        return [(run.start_s, history.word(run.code)) for run in history.runs]


def test_every_field_has_a_history_of_its_own() -> None:
    topic = _Topic()
    topic.receive(1.0, {"mode": 0, "docked": True, "note": "well"})
    topic.receive(2.0, {"mode": 1, "docked": True, "note": "well"}, {"mode": 1, "docked": False, "note": "ill"})

    assert topic.runs(MODE) == [(1.0, "IDLE"), (2.0, "DRIVE")]
    assert topic.runs(DOCKED) == [(1.0, "true"), (2.0, "false")]
    assert topic.runs(NOTE) == [(1.0, "well"), (2.0, "ill")]


def test_by_stamp_the_time_is_that_of_the_message() -> None:
    topic = _Topic(TimeBase.STAMP)
    topic.receive(5.0, {"mode": 0, "time": 100.0}, {"mode": 1}, {"mode": 1, "time": 101.0})

    assert topic.runs(MODE) == [(100.0, "IDLE"), (101.0, "DRIVE")]
    assert topic.feed.unstamped == 1


def test_publishers_a_little_out_of_step_do_not_begin_anew() -> None:
    topic = _Topic(TimeBase.STAMP)
    topic.receive(5.0, {"mode": 0, "time": 100.0}, {"mode": 1, "time": 99.95}, {"mode": 0, "time": 100.1})

    assert topic.runs(MODE) == [(100.0, "IDLE"), (100.0, "DRIVE"), (100.1, "IDLE")]
    assert topic.feed.history(MODE).resets == 0


def test_what_was_not_sent_is_no_state() -> None:
    topic = _Topic()
    topic.receive(1.0, {"mode": 0})

    assert topic.runs(NOTE) == [(1.0, None)]


def test_a_message_that_cannot_be_read_is_counted_and_no_state() -> None:
    topic = _Topic()
    topic.receive(1.0, {"mode": 0})
    topic.receive(2.0, b"\xff{")

    assert topic.runs(MODE) == [(1.0, "IDLE"), (2.0, None)]
    assert topic.feed.faults == 3


def test_another_type_is_read_by_its_own_names_and_a_number_is_told() -> None:
    topic = _Topic()
    topic.receive(1.0, {"mode": 1, "docked": True})
    other = (
        Field("mode", FieldKind.ENUM, "Mode", enum_names=(("OFF", 1),)),
        Field("docked", FieldKind.FLOAT, "double"),
    )
    topic.schema = JsonSchema("Other", {"Other": other})
    topic.receive(2.0, {"mode": 1, "docked": 0.5})

    assert topic.runs(MODE) == [(1.0, "DRIVE"), (2.0, "OFF")]
    assert topic.runs(DOCKED) == [(1.0, "true"), (2.0, None)]
    error = topic.feed.error(DOCKED)
    assert isinstance(error, NotAStateError)
    assert error.is_number
    assert topic.feed.error(MODE) is None


def test_a_field_that_a_type_does_not_have_is_told() -> None:
    class Empty(JsonSchema):
        def check(self, path: FieldPath) -> Field:
            raise UnknownFieldError(f"no {path}")

    topic = _Topic()
    topic.schema = Empty("Empty")
    topic.receive(1.0, {})

    assert isinstance(topic.feed.error(MODE), UnknownFieldError)


def test_what_is_no_longer_wanted_is_forgotten_and_the_rest_goes_on() -> None:
    topic = _Topic()
    topic.receive(1.0, {"mode": 0, "note": "a"})
    topic.feed.set_fields((NOTE,))
    topic.receive(2.0, {"mode": 1, "note": "b"})

    assert topic.feed.fields == (NOTE,)
    assert topic.runs(NOTE) == [(1.0, "a"), (2.0, "b")]
    with pytest.raises(KeyError):
        topic.feed.history(MODE)


def test_memory_is_bounded_whatever_texts_come() -> None:
    topic = _Topic()
    for number in range(MAX_WAITING + 100):
        topic.receive(number / 1000, {"note": f"{number:06}" + "x" * 2000})
    history = topic.feed.history(NOTE)
    history.drain()

    assert history.dropped == 100
    assert all(len(word) <= LONGEST_WORD for word in history.words)
    assert history.unnamed == MAX_WAITING - len(history.words)


def test_what_was_kept_stands_before_what_came() -> None:
    topic = _Topic()
    assert topic.feed.began_ns((MODE,)) is None
    topic.receive(5.0, {"mode": 1, "docked": True, "note": "b"})
    assert topic.feed.began_ns((MODE, NOTE)) == 5 * S
    earlier = topic.feed.earlier((MODE, NOTE))
    for received_s, message in ((3.0, {"mode": 0, "note": "a"}), (4.0, {"mode": 1, "note": "b"})):
        earlier(delivery(json.dumps(message).encode(), schema=topic.schema, received_ns=int(received_s * S)))
    earlier.drain()
    topic.feed.set_fields((MODE, DOCKED))
    topic.feed.put_before(earlier)

    assert topic.runs(MODE) == [(3.0, "IDLE"), (4.0, "DRIVE")]
    # it was not asked for
    assert topic.runs(DOCKED) == [(5.0, "true")]


def test_by_stamp_what_was_kept_has_the_times_of_the_messages() -> None:
    topic = _Topic(TimeBase.STAMP)
    earlier = topic.feed.earlier((MODE,))
    earlier(delivery(b'{"mode": 0, "time": 101}', schema=topic.schema, received_ns=3 * S))
    earlier.drain()
    topic.receive(5.0, {"mode": 1, "time": 103})
    topic.feed.put_before(earlier)

    assert topic.runs(MODE) == [(101.0, "IDLE"), (103.0, "DRIVE")]
