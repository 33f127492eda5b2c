"""Messages on their way into one file after another."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcap.reader import make_reader

from app.model.schema import Payload
from app.record.mcap_writer import McapWriter
from app.record.stream import SEAL_BYTES, SEAL_S, RecordStream, select
from app.record.tap import EACH_BYTES, LONG_BYTES, HandedOver
from tests.app.record.test_tap import Tapped


def lists_of(*payloads: Payload, channel: int = 1) -> HandedOver:
    """Messages of a channel that came together."""
    count = len(payloads)
    numbers = list(range(1, count + 1))
    nbytes = sum(map(len, payloads))
    has_long = any(len(payload) > LONG_BYTES for payload in payloads)
    return HandedOver(
        [channel] * count, [10**9] * count, numbers, list(payloads), nbytes + count * EACH_BYTES, has_long
    )


@pytest.fixture
def stream() -> RecordStream:
    """A stream with one channel."""
    tapped = Tapped()
    tapped.receive(b"", at_s=0.0)
    return RecordStream(tapped.channels, McapWriter)


def chunks(path: Path) -> list[int]:
    """The sizes of the chunks of a file, whose sums are right."""
    with path.open("rb") as file:
        reader = make_reader(file, validate_crcs=True)
        assert list(reader.iter_messages())
        summary = reader.get_summary()
    assert summary is not None
    return [index.uncompressed_size for index in summary.chunk_indexes]


def test_what_comes_waits_until_a_chunk_is_due(stream: RecordStream, tmp_path: Path) -> None:
    stream.begin(tmp_path / "a.mcap", 10.0, [])
    stream.write_due(10.0)
    stream.take(lists_of(b"one"))
    stream.write_due(10.0 + SEAL_S / 2)
    assert stream.writer is not None
    assert stream.writer.messages == 0
    stream.write_due(10.0 + SEAL_S)
    assert stream.writer.messages == 1


def test_what_was_sealed_counts_no_more(stream: RecordStream, tmp_path: Path) -> None:
    stream.begin(tmp_path / "a.mcap", 10.0, [])
    stream.write_due(10.0)
    # less than a chunk each second
    lists = lists_of(*[b"short"] * int(0.3 * SEAL_BYTES / EACH_BYTES))
    for second in range(3):
        stream.take(lists)
        stream.write_due(10.0 + second + SEAL_S / 2)
        stream.take(lists)
        stream.write_due(10.0 + second + SEAL_S)
    assert stream.end() is not None
    assert len(chunks(tmp_path / "a.mcap")) == 3


def test_a_long_message_is_a_chunk_of_its_own_at_once(stream: RecordStream, tmp_path: Path) -> None:
    stream.begin(tmp_path / "a.mcap", 10.0, [])
    stream.take(lists_of(bytes(LONG_BYTES + 1), b"short"))
    stream.write_due(10.0)
    assert stream.writer is not None
    assert stream.writer.messages >= 1
    segment = stream.end()
    assert segment is not None
    assert len(chunks(segment.path)) == 2


@pytest.mark.parametrize("factor", [1, 4])
def test_chunks_are_as_large_as_was_asked_for(tmp_path: Path, factor: int) -> None:
    tapped = Tapped()
    tapped.receive(b"", at_s=0.0)
    stream = RecordStream(tapped.channels, McapWriter, factor * SEAL_BYTES)
    stream.begin(tmp_path / "a.mcap", 10.0, [])
    for _ in range(160):
        stream.take(lists_of(*[bytes(1000)] * 100))
        stream.write_due(10.0)
    segment = stream.end()
    assert segment is not None
    assert max(chunks(segment.path)) == pytest.approx(factor * SEAL_BYTES, rel=0.2)


def test_each_file_knows_its_channels_and_begins_with_what_is_given(stream: RecordStream, tmp_path: Path) -> None:
    for name in ("a.mcap", "b.mcap"):
        stream.begin(tmp_path / name, 10.0, [(1, 5, 7, b"before")])
        stream.take(lists_of(b"then"))
        assert stream.end() is not None
        with (tmp_path / name).open("rb") as file:
            found = [(channel.topic, one.data) for _, channel, one in make_reader(file).iter_messages()]
        assert found == [("/a", b"before"), ("/a", b"then")]


def test_what_waits_can_be_dropped_and_is_counted(stream: RecordStream) -> None:
    stream.take(lists_of(b"one", bytes(LONG_BYTES + 1)))
    assert stream.waiting == {(1, 1), (1, 2)}
    assert stream.drop() == 2
    assert stream.drop() == 0


def test_a_file_that_is_given_up_is_left_as_far_as_it_is_whole(stream: RecordStream, tmp_path: Path) -> None:
    assert stream.give_up() is None
    stream.begin(tmp_path / "a.mcap", 10.0, [(1, 5, 7, b"before")])
    assert stream.give_up() == tmp_path / "a.mcap"
    assert stream.end() is None
    assert [path.name for path in tmp_path.iterdir()] == ["a.mcap.part"]


def test_messages_of_some_channels_are_chosen() -> None:
    lists = HandedOver([1, 2, 1], [7, 8, 9], [1, 1, 2], [b"a", b"bc", b"d"], 4 + 3 * EACH_BYTES)
    assert select(lists, {1}.__contains__) == HandedOver([1, 1], [7, 9], [1, 2], [b"a", b"d"], 2 + 2 * EACH_BYTES)
    assert select(lists, lambda _: True) is lists
