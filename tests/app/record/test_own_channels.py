"""What this side adds to a recording."""

from __future__ import annotations

import json
import logging
import math

from app.model.alerts import Alert, Severity
from app.record.own_channels import OWN_CHANNELS, LogNotes, Note, OwnChannels


def told(notes: list[Note]) -> list[tuple[str, int, object]]:
    """The notes with the names of their channels, decoded."""
    return [(OWN_CHANNELS[note.channel - 1], note.time_ns, json.loads(note.payload)) for note in notes]


def test_notes_come_in_their_order_with_their_times() -> None:
    own = OwnChannels({})
    own.note("log", {"text": "here"}, 5)
    own.note("clock", {"step_s": 2.0}, 4)
    assert told(own.take(9)) == [("log", 5, {"text": "here"}), ("clock", 4, {"step_s": 2.0})]
    assert own.take(10) == []


def test_what_is_watched_is_noted_when_it_changes_and_whenever_a_file_begins() -> None:
    state = "connecting"
    own = OwnChannels({"connections": lambda: {"state": state}})
    assert told(own.take(1)) == [("connections", 1, {"state": "connecting"})]
    assert own.take(2) == []
    state = "connected"
    assert told(own.take(3)) == [("connections", 3, {"state": "connected"})]
    assert told(own.take(4, everything=True)) == [("connections", 4, {"state": "connected"})]


def test_values_of_the_program_are_written_as_json() -> None:
    alert = Alert("key", Severity.ERROR, "ros1://robot", "It broke", raised_ns=7)
    own = OwnChannels({"alerts": lambda: (alert,), "drive": lambda: {"speed": math.nan, "odd": {1.5: object}}})
    alerts, drive = (json.loads(note.payload) for note in own.take(1))
    assert alerts["value"][0]["text"] == "It broke"
    assert alerts["value"][0]["severity"] == Severity.ERROR
    assert drive["speed"] is None


def test_secrets_are_never_written() -> None:
    own = OwnChannels({"connections": lambda: {"address": "galileo://robot?token=hunter2"}}, lambda: ("hunter2",))
    own.note("log", {"text": "hunter2 was refused"}, 1)
    assert not any(b"hunter2" in note.payload for note in own.take(2))


def test_what_nobody_takes_does_not_grow_without_bound() -> None:
    own = OwnChannels({})
    for number in range(20_000):
        own.note("log", {"number": number}, number)
    taken = own.take(0)
    assert len(taken) == 10_000
    assert json.loads(taken[-1].payload) == {"number": 19_999}


def test_a_name_that_is_no_text_is_written_all_the_same() -> None:
    own = OwnChannels({"connections": lambda: {"id": "ros1://r\udcfcbot"}})
    (note,) = own.take(1)
    assert "bot" in json.loads(note.payload)["value"]


def test_a_secret_with_a_quote_is_not_written_either() -> None:
    own = OwnChannels({"connections": lambda: {"address": 'token=hun"ter\\2'}}, lambda: ('hun"ter\\2',))
    (note,) = own.take(1)
    assert b"hun" not in note.payload


def test_what_the_program_logs_is_noted_with_its_time_but_not_what_only_developers_read() -> None:
    own = OwnChannels({})
    logger, notes = logging.getLogger("app.test"), LogNotes(own)
    logger.addHandler(notes)
    logger.debug("a detail")
    logger.info("%s is gone", "the robot")
    logger.removeHandler(notes)
    (note,) = own.take(1)
    assert json.loads(note.payload) == {"level": "INFO", "logger": "app.test", "text": "the robot is gone"}
    assert note.time_ns > 1_700_000_000 * 10**9


def test_another_thing_can_be_watched_instead() -> None:
    own = OwnChannels({"window": lambda: {"frozen": False}})
    own.watch("window", lambda: {"frozen": True})
    assert told(own.take(1)) == [("window", 1, {"frozen": True})]


def test_of_a_message_that_is_too_long_the_beginning_is_kept() -> None:
    own = OwnChannels({})
    own.note("sent", {"message": "x" * 2_000_000}, 1)
    (note,) = own.take(2)
    assert json.loads(note.payload)["cut"].startswith('{"message":"xxx')
    assert len(note.payload) < 1_100_000
