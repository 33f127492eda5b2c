"""One topic of a recording, as commands read it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.cli.command import NOT_REACHED, WRONG_USAGE, CommandError
from app.cli.recorded_topic import RecordedTopic
from app.record.mcap_writer import McapWriter
from app.wording.commands import CommandWording, RecordingCommandWording
from tests.fakes.played_recording import START_NS, S, count_up, write_recording
from tests.tools.sentences import shows


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A recording of 100 messages in 10 s, with a mark."""
    marks = [("teledeck/marks", 5.0, {"number": 1, "words": "gate"})]
    return write_recording(tmp_path / "a.mcap", sorted([*count_up("/a", 100, 10), *marks], key=lambda one: one[1]))


@pytest.mark.parametrize(
    ("since", "numbers"),
    [(None, range(100)), ((9 * S, False), range(90, 100)), ((START_NS + 9 * S, True), range(90, 100))],
)
def test_messages_come_from_a_time_on(file: Path, since: tuple[int, bool] | None, numbers: range) -> None:
    with RecordedTopic(file, "/a") as topic:
        told = [
            (delivery.schema.decode(payload)["n"], round(delivery.arrived_s, 6))
            for _, delivery in topic.deliveries(since)
            for payload in delivery.payloads
        ]

    assert told == [(number, number / 10) for number in numbers]


def test_the_share_of_the_recording_grows_to_all_of_it(file: Path) -> None:
    with RecordedTopic(file, "/a") as topic:
        shares = [share for share, _ in topic.deliveries()]

    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)


def test_the_marks_of_the_recording_are_there(file: Path) -> None:
    with RecordedTopic(file, "/a") as topic:
        assert [(mark.time_ns - topic.start_ns, mark.words) for mark in topic.marks()] == [(5 * S, "gate")]


def test_a_topic_that_is_not_there_is_wrong_usage_and_names_the_nearest(file: Path) -> None:
    with pytest.raises(CommandError) as raised:
        RecordedTopic(file, "/aa")
    assert raised.value.code == WRONG_USAGE
    assert shows(raised.value.reason, RecordingCommandWording.FILE_NO_TOPIC)
    assert shows(raised.value.tip, CommandWording.DID_YOU_MEAN, name="/a")


def test_a_topic_whose_definition_can_not_be_used_says_so(tmp_path: Path) -> None:
    writer = McapWriter(tmp_path / "a.mcap")
    writer.add_schema(1, "test/Broken", "ros1msg", b"this is no definition at all")
    writer.add_channel(1, 1, "/a", "ros1", {})
    writer.write_chunk([1], [START_NS], [1], [b"x"])
    with pytest.raises(CommandError) as raised, RecordedTopic(writer.finish(), "/a"):
        pass
    assert raised.value.code == NOT_REACHED


def test_damaged_parts_are_left_out_and_told_of(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = bytearray(file.read_bytes())
    data[data.index(b"(\xb5/\xfd", 3000) + 20] ^= 0xFF
    file.write_bytes(data)

    with RecordedTopic(file, "/a") as topic:
        payloads = [payload for _, delivery in topic.deliveries() for payload in delivery.payloads]

    assert 80 <= len(payloads) < 100
    assert shows(capsys.readouterr().err, RecordingCommandWording.DAMAGED_PARTS)
