"""Runs that are laid beneath what views show: opened, read and shifted."""

from __future__ import annotations

import asyncio
import struct
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from app.connections.file.playback import ReadingThread
from app.model.reference_runs import MAX_RUNS, RunPlace
from app.model.schema import FieldPath
from app.model.timeseries.feeds import SeriesFeed, TimeBase
from app.model.topics import Delivery, TopicKey
from app.record.mcap_writer import McapWriter
from app.session import reference_runs
from app.session.errors import SessionError
from app.session.reference_runs import ReferenceRuns
from app.wording.record import ReferenceWording
from protocols.sentence import code_of
from tests.fakes.played_recording import START_NS, S, count_up, write_recording
from tests.fakes.waiting import eventually

N = FieldPath.parse("n")
START_S = START_NS / 1e9


def feed_of(runs: ReferenceRuns, base: TimeBase = TimeBase.RECEIPT) -> SeriesFeed:
    feed = SeriesFeed(runs.budget, base)
    feed.set_fields((N,))
    return feed


def samples(feed: SeriesFeed) -> tuple[list[float], list[float]]:
    series = feed.series(N)
    series.drain()
    found = series.samples()
    return found.times.tolist(), found.values.tolist()


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A recording of two topics, 10 messages of one and 5 of the other in a second."""
    return write_recording(tmp_path / "run.mcap", [*count_up("/a", 11, 10.0), *count_up("/b", 6, 5.0)])


async def test_a_run_tells_when_it_was_recorded_and_what_is_in_it(recorded: Path) -> None:
    runs = ReferenceRuns()
    run = await runs.add([recorded])
    assert [each.id for each in runs.runs] == [run.id]
    assert (run.start_ns, run.end_ns) == (START_NS, START_NS + S)
    assert dict(run.topics) == {"/a": "test/Values", "/b": "test/Values"}
    assert run.name == recorded.name
    await runs.close()
    assert not runs.runs


async def test_a_number_that_is_free_again_is_taken_first(recorded: Path) -> None:
    runs = ReferenceRuns()
    for _ in range(MAX_RUNS):
        await runs.add([recorded])
    with pytest.raises(SessionError) as raised:
        await runs.add([recorded])
    assert code_of(raised.value.reason) is ReferenceWording.TOO_MANY
    ids = {run.id for run in runs.runs}
    runs.remove("run:2")
    added = await runs.add([recorded])
    # its colour, but not what views know it by: they may still have something of the other one
    assert added.number == 1
    assert added.id not in ids
    assert len({run.number for run in runs.runs}) == MAX_RUNS
    await runs.close()


@pytest.mark.parametrize("content", [b"", b"no recording", b"\x89MCAP0\r\n" + bytes(50)])
async def test_what_is_no_recording_is_refused_and_takes_no_place(tmp_path: Path, content: bytes) -> None:
    bad = tmp_path / "bad.mcap"
    bad.write_bytes(content)
    runs = ReferenceRuns()
    with pytest.raises(SessionError):
        await runs.add([bad])
    with pytest.raises(SessionError):
        await runs.add([tmp_path / "missing.mcap"])
    assert runs.runs == ()
    await runs.close()


async def test_a_recording_without_messages_is_refused(tmp_path: Path) -> None:
    runs = ReferenceRuns()
    with pytest.raises(SessionError) as raised:
        await runs.add([write_recording(tmp_path / "empty.mcap", [])])
    assert code_of(raised.value.reason) is ReferenceWording.EMPTY
    await runs.close()


@pytest.fixture
def slow_disk(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Lets recordings be open only once it is set."""
    answers, open_run = threading.Event(), reference_runs._open

    def wait_and_open(paths: Sequence[Path], thread: ReadingThread) -> object:
        answers.wait(30)
        return open_run(paths, thread)

    monkeypatch.setattr(reference_runs, "_open", wait_and_open)
    return answers


async def test_a_run_that_is_taken_away_while_it_opens_does_not_come_back(
    recorded: Path, slow_disk: threading.Event
) -> None:
    runs = ReferenceRuns()
    adding = asyncio.get_running_loop().create_task(runs.add([recorded]))
    await eventually(lambda: runs.runs)
    runs.remove(runs.runs[0].id)
    slow_disk.set()
    await adding
    assert not runs.runs
    await runs.close()


async def test_opening_that_is_given_up_leaves_no_run_and_its_number_is_free(
    recorded: Path, slow_disk: threading.Event
) -> None:
    runs = ReferenceRuns()
    adding = asyncio.get_running_loop().create_task(runs.add([recorded]))
    await eventually(lambda: runs.runs)
    adding.cancel()
    with pytest.raises(asyncio.CancelledError):
        await adding
    assert not runs.runs
    slow_disk.set()
    assert (await runs.add([recorded])).number == 0
    await runs.close()


async def test_a_feed_is_filled_with_all_messages_of_its_topic(recorded: Path) -> None:
    runs = ReferenceRuns()
    run = await runs.add([recorded])
    feed = feed_of(runs)
    runs.keep(run.key("/a"), feed)
    await eventually(lambda: runs.columns(feed) is not None)
    times, values = samples(feed)
    assert values == [float(number) for number in range(11)]
    assert times == pytest.approx([START_S + number / 10 for number in range(11)], abs=1e-6)
    await runs.close()


async def test_histories_follow_the_place_of_their_run_and_no_other(recorded: Path) -> None:
    runs = ReferenceRuns()
    one, other = await runs.add([recorded]), await runs.add([recorded])
    feeds = feed_of(runs), feed_of(runs)
    for run, feed in zip((one, other), feeds, strict=True):
        runs.keep(run.key("/b"), feed)
    await eventually(lambda: all(runs.columns(feed) is not None for feed in feeds))
    runs.change(one.id, place=RunPlace(100 * S))
    assert samples(feeds[0])[0][0] == pytest.approx(START_S + 100, abs=1e-6)
    assert samples(feeds[1])[0][0] == pytest.approx(START_S, abs=1e-6)
    assert samples(feeds[0])[1] == samples(feeds[1])[1]
    await runs.close()


STAMPED: Final = (
    b"std_msgs/Header header\nint32 n\n"
    + b"=" * 80
    + (b"\nMSG: std_msgs/Header\nuint32 seq\ntime stamp\nstring frame_id\n")
)


def write_stamped(path: Path, stamps_s: list[int]) -> Path:
    """Write messages of ROS 1 that count from 0, one each second, with these stamps; 0 for none."""
    writer = McapWriter(path)
    writer.add_schema(1, "test/Stamped", "ros1msg", STAMPED)
    writer.add_channel(1, 1, "/a", "ros1", {})
    payloads = [struct.pack("<IIIIi", 0, stamp_s, 0, 0, number) for number, stamp_s in enumerate(stamps_s)]
    numbers = list(range(len(stamps_s)))
    writer.write_chunk([1] * len(numbers), [START_NS + each * S for each in numbers], numbers, payloads)
    return writer.finish()


@pytest.mark.parametrize(("first_s", "shift_s"), [(START_NS // S, 100), (50, 0)], ids=["wall clock", "simulated"])
async def test_by_stamp_simulated_time_stays_as_it_is_until_it_has_a_place(
    tmp_path: Path, first_s: int, shift_s: int
) -> None:
    runs = ReferenceRuns()
    # the last but one is late, the second has none
    run = await runs.add([write_stamped(tmp_path / "run.mcap", [first_s, 0, first_s + 3, first_s + 2, first_s + 4])])
    runs.change(run.id, place=RunPlace(100 * S))
    feed = feed_of(runs, TimeBase.STAMP)
    runs.keep(run.key("/a"), feed)
    await eventually(lambda: runs.columns(feed) is not None)
    times, values = samples(feed)
    assert values == [0.0, 3.0, 2.0, 4.0]
    assert times == pytest.approx([first_s + shift_s + each for each in (0, 2, 3, 4)])
    runs.change(run.id, stamp_place=RunPlace(7 * S))
    assert samples(feed)[0] == pytest.approx([first_s + 7 + each for each in (0, 2, 3, 4)])
    await runs.close()


async def test_a_topic_that_a_run_has_not_is_told(recorded: Path) -> None:
    runs = ReferenceRuns()
    run = await runs.add([recorded])
    feed = feed_of(runs)
    runs.keep(TopicKey(run.id, "/c"), feed)
    await eventually(lambda: runs.fault(feed))
    fault = runs.fault(feed)
    assert code_of(fault) is ReferenceWording.NO_TOPIC
    await runs.close()


async def test_reading_that_is_cancelled_ends_soon_and_shows_nothing(tmp_path: Path) -> None:
    runs = ReferenceRuns()
    run = await runs.add([write_recording(tmp_path / "run.mcap", count_up("/a", 2000, 100.0))])
    seen, goes_on = threading.Event(), threading.Event()
    count = 0

    def take(_delivery: Delivery) -> None:
        nonlocal count
        count += 1
        seen.set()
        goes_on.wait(10)

    reading = asyncio.get_running_loop().create_task(runs.read(run.id, {"/a"}, take))
    await asyncio.to_thread(seen.wait, 10)
    for one in runs.readings:
        one.cancel()
    goes_on.set()
    assert await reading is False
    assert count < 2000
    assert runs.readings == []
    await runs.close()


async def test_several_topics_are_read_in_the_order_of_time_and_the_share_rises(recorded: Path) -> None:
    runs = ReferenceRuns()
    run = await runs.add([recorded])
    shares: list[float] = []
    times_ns: list[int] = []

    def take(delivery: Delivery) -> None:
        times_ns.append(delivery.received_ns)
        shares.extend(reading.share for reading in runs.readings if reading.topics)

    assert await runs.read(run.id, {"/a", "/b"}, take) is True
    assert len(times_ns) == 17
    assert times_ns == sorted(times_ns)
    assert shares == sorted(shares)
    assert await runs.read("run:4", {"/a"}, take) is False
    await runs.close()


async def test_a_removed_run_ends_what_is_read_of_it(recorded: Path) -> None:
    runs = ReferenceRuns()
    run = await runs.add([recorded])
    feed = feed_of(runs)
    runs.keep(run.key("/a"), feed)
    runs.remove(run.id)
    assert runs.columns(feed) is None
    await eventually(lambda: not runs.readings)
    await runs.close()


async def test_a_run_is_renamed_hidden_and_shown(recorded: Path) -> None:
    runs = ReferenceRuns()
    run = await runs.add([recorded], "before lunch")
    assert run.name == "before lunch"
    before = runs.runs
    runs.change(run.id, name="slow", is_shown=False)
    assert runs.runs is not before
    changed = runs.get(run.id)
    assert changed is not None
    assert (changed.name, changed.is_shown, changed.place) == ("slow", False, RunPlace())
    runs.change("run:4", name="nobody")
    assert len(runs.runs) == 1
    await runs.close()


async def test_the_schema_of_a_topic_is_known_before_it_is_read(recorded: Path) -> None:
    runs = ReferenceRuns()
    run = await runs.add([recorded])
    schema = runs.schema(run.key("/a"))
    assert schema is not None
    assert [field.name for field in schema.fields()] == ["n"]
    assert runs.schema(run.key("/c")) is None
    runs.remove(run.id)
    assert runs.schema(run.key("/a")) is None
    await runs.close()


async def test_the_marks_of_a_run_become_known(tmp_path: Path) -> None:
    told = [*count_up("/a", 5, 1.0), ("teledeck/marks", 2.5, {"number": 1, "time_ns": START_NS + 2 * S, "words": "go"})]
    runs = ReferenceRuns()
    run = await runs.add([write_recording(tmp_path / "run.mcap", told)])
    await eventually(lambda: runs.contents(run.id).marks)
    assert [(mark.time_ns, mark.words) for mark in runs.contents(run.id).marks] == [(START_NS + 2 * S, "go")]
    assert runs.contents(run.id).density is not None
    await runs.close()


def test_histories_of_runs_have_memory_of_their_own() -> None:
    runs = ReferenceRuns()
    assert runs.budget.may_grow(256_000_000)
    assert not runs.budget.may_grow(1_000_000_000)


async def test_long_histories_are_laid_in_a_thread_which_has_the_newest_place_last(recorded: Path) -> None:
    runs = ReferenceRuns(few=0)
    run = await runs.add([recorded])
    feed = feed_of(runs)
    runs.keep(run.key("/a"), feed)
    await eventually(lambda: len(samples(feed)[0]) == 11)
    for offset_s in range(1, 20):
        runs.change(run.id, place=RunPlace(offset_s * S))
    await eventually(lambda: samples(feed)[0][0] == pytest.approx(START_S + 19, abs=1e-6))
    assert samples(feed)[1] == [float(number) for number in range(11)]
    # a place that comes while one is laid
    runs.change(run.id, place=RunPlace(50 * S))
    await asyncio.sleep(0)
    runs.change(run.id, place=RunPlace(60 * S))
    await eventually(lambda: samples(feed)[0][0] == pytest.approx(START_S + 60, abs=1e-6))
    await runs.close()


async def test_a_place_of_stamps_can_be_taken_back(recorded: Path) -> None:
    runs = ReferenceRuns()
    run = await runs.add([recorded])
    runs.change(run.id, place=RunPlace(S))
    runs.change(run.id, stamp_place=RunPlace(2 * S))
    runs.change(run.id, name="slow")
    changed = runs.get(run.id)
    assert changed is not None
    assert changed.stamp_place == RunPlace(2 * S)
    runs.change(run.id, stamp_place=None)
    changed = runs.get(run.id)
    assert changed is not None
    assert (changed.place, changed.stamp_place) == (RunPlace(S), None)
    await runs.close()


async def test_reading_ends_where_there_is_enough(tmp_path: Path) -> None:
    runs = ReferenceRuns()
    run = await runs.add([write_recording(tmp_path / "run.mcap", count_up("/a", 2000, 100.0))])
    numbers: list[int] = []
    assert await runs.read(run.id, {"/a"}, lambda each: numbers.append(each.received_ns), lambda: len(numbers) > 500)
    assert 500 < len(numbers) < 1000
    await runs.close()


async def test_histories_that_take_more_memory_than_there_is_are_refused_in_words(
    recorded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # eleven messages take 24 bytes each
    monkeypatch.setattr(reference_runs, "BUDGET_BYTES", 400)
    runs = ReferenceRuns()
    run = await runs.add([recorded])
    one, other = feed_of(runs), feed_of(runs)
    runs.keep(run.key("/a"), one)
    await eventually(lambda: runs.columns(one) is not None)
    runs.keep(run.key("/a"), other)
    await eventually(lambda: runs.fault(other))
    assert code_of(runs.fault(other)) is ReferenceWording.TOO_LARGE
    assert runs.columns(other) is None
    runs.let_go(one)
    runs.keep(run.key("/a"), other)
    await eventually(lambda: runs.columns(other) is not None)
    await runs.close()
