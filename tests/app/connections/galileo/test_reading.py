from __future__ import annotations

import math
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from app.connections.galileo.decoders import JPEG, ROS1, Decoders, DecoderSelection
from app.connections.galileo.reading import LEARN_INTERVAL_S, TEACHERS, TopicReader
from protocols.galileo.reassembly import QUIET_S, Fragment
from protocols.schema import Role, Schema

FULL = 512


class Reading:
    """A reader, and what it gave."""

    def __init__(self, choice: DecoderSelection | None = None) -> None:
        self.messages: list[tuple[bytes, str]] = []
        self.schemas: list[Schema] = []
        self.times: list[float] = []
        self.reader = TopicReader("odom", Decoders(), self._take)
        self.reader.choice = choice or DecoderSelection()

    def _take(self, payload: bytes, schema: Schema, type_name: str, now: float) -> None:
        self.messages.append((payload, type_name))
        self.schemas.append(schema)
        self.times.append(now)

    def fragments(self, *payloads: bytes, now: float = 1.0, indexed: bool | None = True) -> None:
        for payload in payloads:
            self.reader.receive_bytes(Fragment(payload), now, indexed=indexed)

    @property
    def payloads(self) -> list[bytes]:
        return [payload for payload, _ in self.messages]


def test_a_text_is_given_with_the_schema_that_it_taught() -> None:
    reading = Reading()

    reading.reader.receive_text(b'{"power": 12.0}', 1.0)

    assert reading.messages == [(b'{"power": 12.0}', "JSON text")]
    assert [field.name for field in reading.schemas[0].fields()] == ["power"]
    assert reading.schemas[0].roles() == {Role.BATTERY}
    assert reading.reader.has_text
    assert not reading.reader.has_bytes


def test_a_text_that_is_no_json_is_given_all_the_same() -> None:
    reading = Reading()

    for text in (b"hello", b'{"cut": ', b"\xff\xfe", b""):
        reading.reader.receive_text(text, 1.0)

    assert reading.payloads == [b"hello", b'{"cut": ', b"\xff\xfe", b""]


def test_learning_is_not_done_for_each_of_many_messages() -> None:
    reading = Reading()
    for number in range(100):
        reading.reader.receive_text(b'{"f%d": 1}' % number, 1.0)
    assert len(reading.schemas[-1].fields()) == TEACHERS

    reading.reader.receive_text(b'{"late": 1}', 1.0 + LEARN_INTERVAL_S)

    assert "late" in {field.name for field in reading.schemas[-1].fields()}


def test_ever_new_fields_are_bounded() -> None:
    reading = Reading()
    for number in range(400):
        text = "{" + ",".join(f'"f{number}_{field}": 1' for field in range(20)) + "}"
        reading.reader.receive_text(text.encode(), float(number))

    assert len(reading.schemas[-1].fields()) <= 2000


def test_bytes_are_given_as_they_come() -> None:
    reading = Reading()

    reading.fragments(bytes(FULL), b"rest", indexed=None)

    assert reading.messages == [(bytes(FULL), "bytes"), (b"rest", "bytes")]
    assert reading.reader.deadline is None


def test_fragments_are_joined_for_a_decoder() -> None:
    reading = Reading(DecoderSelection(ROS1, "std_msgs/String"))

    reading.fragments(b"a" * FULL, b"b" * FULL, b"c")

    assert reading.messages == [(b"a" * FULL + b"b" * FULL + b"c", "std_msgs/String")]


def test_a_message_of_whole_fragments_ends_by_silence() -> None:
    reading = Reading(DecoderSelection(ROS1, "std_msgs/String"))
    reading.fragments(bytes(FULL), now=1.0)
    assert reading.reader.deadline == 1.0 + QUIET_S

    reading.reader.expire(1.0 + QUIET_S / 2)
    assert reading.messages == []
    reading.reader.expire(1.0 + QUIET_S)

    assert reading.payloads == [bytes(FULL)]
    assert reading.times == [1.0 + QUIET_S]
    assert reading.reader.deadline is None


def test_a_picture_of_whole_fragments_ends_where_the_next_begins() -> None:
    reading = Reading(DecoderSelection(JPEG))
    first = b"\xff\xd8\xff\xe0" + bytes(FULL - 4)

    reading.fragments(first, first, b"end")

    assert reading.payloads == [first, first + b"end"]
    assert all(math.isfinite(time) for time in reading.times)


def test_what_may_begin_with_an_index_is_no_part_of_a_message() -> None:
    reading = Reading(DecoderSelection(JPEG))

    reading.fragments(b"\0\0\0\0\xff\xd8\xff", indexed=None)
    reading.fragments(b"the rest of the first")
    reading.fragments(b"\xff\xd8\xff second")

    assert reading.payloads == [b"\xff\xd8\xff second"]


def test_a_message_with_a_gap_is_dropped_and_counted() -> None:
    reading = Reading(DecoderSelection(JPEG))
    reading.fragments(bytes(FULL))
    reading.reader.receive_bytes(Fragment(b"end", 5, 2), 1.0, indexed=True)

    assert reading.messages == []
    assert reading.reader.dropped == 1


def test_another_choice_counts_from_the_next_fragment_on() -> None:
    reading = Reading(DecoderSelection(JPEG))
    reading.fragments(bytes(FULL))

    reading.reader.choice = DecoderSelection()
    reading.fragments(b"plain")

    assert reading.messages == [(b"plain", "bytes")]


def test_another_session_does_not_go_on_with_a_message() -> None:
    reading = Reading(DecoderSelection(JPEG))
    reading.fragments(bytes(FULL))

    reading.reader.reset()
    reading.fragments(b"new")

    assert reading.payloads == [b"new"]


@given(
    st.lists(
        st.tuples(st.binary(max_size=20), st.integers(0, 3), st.sampled_from((None, False, True)), st.booleans()),
        max_size=30,
    ),
    st.sampled_from((DecoderSelection(), DecoderSelection(JPEG), DecoderSelection(ROS1, "std_msgs/String"))),
)
def test_whatever_comes_is_read(parts: list[tuple[bytes, int, bool | None, bool]], choice: DecoderSelection) -> None:
    reading = Reading(choice)
    take: Callable[[bytes, float], None] = reading.reader.receive_text
    for number, (payload, gap, indexed, text) in enumerate(parts):
        if text:
            take(payload, float(number))
        else:
            reading.reader.receive_bytes(Fragment(payload, number, gap), float(number), indexed=indexed)
        reading.reader.expire(number + 0.5)

    assert sum(text for *_, text in parts) <= len(reading.messages)
