"""What is in a recording, by its indexes and without them."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from mcap.writer import Writer

from app.record.mcap_format import PART
from app.record.mcap_segment import McapSegment
from app.record.opening import open_recording
from app.record.summary import RecordingSummary, summarise
from tests.app.record.test_bag_segment import written
from tests.fakes.recordings import BEGIN_NS, CHUNKS, EACH, SECOND_NS, recorded_file


def summary_of(path: Path) -> RecordingSummary:
    with contextlib.closing(McapSegment(path)) as segment:
        return summarise(segment)


def counts(found: RecordingSummary) -> dict[str, int]:
    return {topic.channel.topic: topic.messages for topic in found.topics}


@pytest.mark.parametrize("is_ended", [True, False])
def test_messages_are_counted_by_topic_with_their_times(tmp_path: Path, *, is_ended: bool) -> None:
    path = tmp_path / "a.mcap"
    recorded_file(path, is_ended=is_ended)
    found = summary_of(path if is_ended else tmp_path / f"a.mcap{PART}")

    assert counts(found) == {"/large": 1, "/number": CHUNKS * EACH, "teledeck/log": 1}
    number = found.topics[1]
    assert (number.first_ns, number.last_ns) == (BEGIN_NS, BEGIN_NS + (CHUNKS * EACH - 1) * SECOND_NS // EACH)
    assert number.rate_hz == pytest.approx(EACH)
    assert found.topics[0].rate_hz is None
    assert found.compressions == {"", "zstd"}
    assert (found.messages, found.unreadable) == (CHUNKS * EACH + 2, 0)


@pytest.mark.parametrize("use_chunking", [True, False])
def test_files_of_other_writers_are_counted_with_and_without_chunks_and_indexes(
    tmp_path: Path, *, use_chunking: bool
) -> None:
    path = tmp_path / "a.mcap"
    with path.open("wb") as file:
        writer = Writer(file, use_chunking=use_chunking, chunk_size=100)
        writer.start()
        channel = writer.register_channel("/a", "json", writer.register_schema("a", "jsonschema", b"{}"))
        for number in range(50):
            writer.add_message(channel, number * SECOND_NS, b"{}", number * SECOND_NS, number)
        writer.finish()  # type: ignore[no-untyped-call]
    found = summary_of(path)

    assert counts(found) == {"/a": 50}
    assert found.topics[0].rate_hz == pytest.approx(1.0)


def test_the_share_that_is_done_grows(tmp_path: Path) -> None:
    recorded_file(tmp_path / "a.mcap")
    shares: list[float] = []
    with contextlib.closing(McapSegment(tmp_path / "a.mcap")) as segment:
        summarise(segment, shares.append)

    assert shares == sorted(shares)
    assert 0 <= shares[0] < shares[-1] <= 1


def test_a_bag_is_counted_by_what_it_tells_of_its_chunks(tmp_path: Path) -> None:
    messages = [(number % 2, number * SECOND_NS, b"%d" % number * 50) for number in range(60)]
    written(tmp_path / "a.bag", [*messages, (2, 1, b"once")], threshold=200)
    with contextlib.closing(open_recording(tmp_path / "a.bag")) as bag:
        assert len(bag.chunks) > 10
        found = summarise(bag)

    assert [(topic.messages, topic.first_ns, topic.last_ns) for topic in found.topics] == [
        (30, 0, 58 * SECOND_NS),
        (30, SECOND_NS, 59 * SECOND_NS),
        (1, 1, 1),
    ]
    assert found.topics[0].rate_hz == pytest.approx(0.5)
