"""The fields of records, none of which is believed before it was checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.record.mcap_fields import Fields, RecordingError, records
from app.record.mcap_format import record, text, text_map
from app.wording.record import RecordingWording
from protocols.sentence import Sentence

PATH = Path("folder/a.mcap")


def test_fields_come_one_after_the_other() -> None:
    body = memoryview(b"\x07\x00" + text("Räuber") + text_map({"a": "1", "b": ""}))
    fields = Fields(PATH, body, 0, "Channel")
    assert (fields.number(2, "id"), fields.text("topic")) == (7, "Räuber")
    assert fields.texts("metadata") == {"a": "1", "b": ""}


def test_an_error_names_the_file_the_place_and_the_field() -> None:
    with pytest.raises(RecordingError) as caught:
        Fields(PATH, memoryview(b"\xff\xff\xff\xff"), 1234, "Channel").text("topic")
    error = caught.value
    assert (error.path, error.place, error.field) == (PATH, 1234, "Channel.topic")
    assert isinstance(error.reason, Sentence)
    values = {"file": "a.mcap", "place": 1234, "field": "Channel.topic", "what": RecordingWording.CUT_SHORT()}
    assert error.reason.values == values


def test_records_are_found_with_their_places() -> None:
    data = record(3, b"abc") + record(200, b"")
    assert [(opcode, place, bytes(body)) for opcode, place, body in records(PATH, data, 100)] == [
        (3, 100, b"abc"),
        (200, 112, b""),
    ]


@pytest.mark.parametrize("cut", [1, 9, 11])
def test_a_record_that_is_not_all_there_is_an_error(cut: int) -> None:
    data = record(3, b"abc") + record(3, b"")
    with pytest.raises(RecordingError) as caught:
        list(records(PATH, data[:-cut] if cut != 9 else data[:15], 100))
    assert caught.value.place in {100, 112}
