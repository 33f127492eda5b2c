"""What this side adds to a recording."""

from __future__ import annotations

import json
import logging
import math

import pytest

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


def test_what_is_dropped_is_counted() -> None:
    own = OwnChannels({})
    for number in range(10_005):
        own.note("log", {"number": number}, number)
    assert own.dropped == 5


@pytest.mark.expects_log("there is no channel typo")
@pytest.mark.expects_log("there is no channel odd")
@pytest.mark.expects_log("drive can't be watched")
def test_a_channel_that_fails_costs_no_other_and_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> object:
        raise RuntimeError

    own = OwnChannels({"drive": fail, "odd": lambda: 1, "clock": lambda: {"step_s": 1.0}})
    for then_ns in (1, 2):
        own.note("typo", {"text": "here"}, then_ns)
        own.note("log", {"text": "here"}, then_ns)
        kept = told(own.take(then_ns, everything=True))
        assert kept == [("log", then_ns, {"text": "here"}), ("clock", then_ns, {"step_s": 1.0})]
    assert own.dropped == 2
    assert len(caplog.records) == 3


def test_what_can_not_be_hidden_now_is_kept_until_it_can() -> None:
    secrets: list[tuple[str, ...]] = []
    own = OwnChannels({}, secrets.pop)
    own.note("log", {"text": "hunter2"}, 1)
    with pytest.raises(IndexError):
        own.take(2)
    secrets.append(("hunter2",))
    assert [note.time_ns for note in own.take(3)] == [1]


def test_who_logs_what_can_not_be_read_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging, "raiseExceptions", False)
    own = OwnChannels({})
    LogNotes(own).handle(logging.LogRecord("a", logging.INFO, "", 1, "%d", ("no number",), None))
    assert own.take(1) == []


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
