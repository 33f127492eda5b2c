"""Histories that begin now get what the black box has kept before."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from app.config.folders import CONFIG_VARIABLE
from app.model.schema import FieldPath
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.feeds import SeriesFeed, StateFeed, TimeBase
from app.model.topics import Delivery, TopicKey
from app.net.link_thread import LinkThread
from app.record import recorder
from app.session import backfill
from app.session.alerts import SessionAlerts
from app.session.backfill import Backfill
from app.session.black_box import BlackBox
from app.session.connections import OpenConnections
from app.session.earlier_messages import EarlierMessages
from protocols.frames import FrameBatch
from protocols.galileo.json_schema import JsonSchema
from tests.fakes.waiting import eventually

ROBOT = "ros1://robot"
A, B = TopicKey(ROBOT, "/a"), TopicKey(ROBOT, "/b")
N, TWICE, WORD = (FieldPath.parse(path) for path in ("n", "twice", "word"))
SCHEMA = JsonSchema("test/Values").widened(b'{"n":1,"twice":2,"word":"w"}')


class Run:
    """A run with a black box, and topics whose messages a test makes.

    Attributes:
        readings: of which topics files were read.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.link = LinkThread()
        self.link.start()
        self.connections = OpenConnections(self.link)
        alerts = SessionAlerts(self.link, self.connections.alerts, self.connections.note_change)
        self.box = BlackBox(self.link, self.connections, alerts, {}, lambda: ())
        self.backfill = Backfill(self.link, self.connections, self.box)
        self.sinks: list[tuple[TopicKey, Callable[[Delivery], None]]] = []
        self.readings: list[TopicKey] = []
        self.told = 0
        fill = EarlierMessages.fill

        def noted(reader: EarlierMessages, key: TopicKey, *rest: object) -> None:
            self.readings.append(key)
            fill(reader, key, *rest)  # type: ignore[arg-type]

        monkeypatch.setattr(EarlierMessages, "fill", noted)

    async def tell(self, key: TopicKey, count: int = 1) -> None:
        """Let messages come that count on."""

        async def receive() -> None:
            for _ in range(count):
                self.told += 1
                payload = b'{"n":%d,"twice":%d,"word":"w%d"}' % (self.told, 2 * self.told, self.told // 10)
                topic = self.connections.store.get_or_create(key)
                topic.live = True
                batch = FrameBatch(payload, (0,), (len(payload),), len(payload))
                delivery = Delivery(batch, SCHEMA, self.link.loop.time(), time.time_ns())
                topic.receive(delivery)
                if self.connections.store.tap is not None:
                    self.connections.store.tap(topic, delivery)
                for told, sink in self.sinks:
                    if told == key:
                        sink(delivery)

        await self.link.run(receive())

    async def plot(self, key: TopicKey, *paths: FieldPath, base: TimeBase = TimeBase.RECEIPT) -> SeriesFeed:
        """Begin to keep fields."""
        feed = SeriesFeed(SeriesBudget(), base)
        feed.set_fields(paths)
        self.sinks.append((key, feed))
        self.backfill.fill_in(key, feed, paths)
        return feed

    async def begin(self) -> None:
        """Start the black box."""
        self.box.start()
        await eventually(lambda: self.box.is_ready)


@pytest.fixture
async def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Run]:
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path))
    made = Run(monkeypatch)
    yield made
    await made.backfill.close()
    await made.box.close()
    made.link.stop()


def values(feed: SeriesFeed, path: FieldPath = N) -> list[float]:
    feed.drain()
    found: list[float] = feed.series(path).samples().values.tolist()
    return found


def counted(last: int, first: int = 1) -> list[float]:
    return [float(number) for number in range(first, last + 1)]


async def test_what_was_kept_comes_before_what_comes_without_a_hole_and_once(run: Run) -> None:
    await run.begin()
    await run.tell(A, 50)
    feed = await run.plot(A, N)
    # some of them come before it is asked, some while it is read, and all of them are in the box
    for _ in range(30):
        await run.tell(A)
        await asyncio.sleep(0.01)
    await eventually(lambda: len(values(feed)) >= 80)
    await run.tell(A)

    assert values(feed) == counted(81)
    times = feed.series(N).samples().times
    assert (times[1:] >= times[:-1]).all()


async def test_a_history_of_states_gets_its_beginning_too(run: Run) -> None:
    await run.begin()
    await run.tell(A, 25)
    feed = StateFeed()
    feed.set_fields((WORD,))
    run.sinks.append((A, feed))
    run.backfill.fill_in(A, feed, (WORD,))
    await run.tell(A, 10)

    def words() -> list[str | None]:
        history = feed.history(WORD)
        history.drain()
        return [history.word(run.code) for run in history.runs]

    await eventually(lambda: len(words()) > 2)
    assert words() == ["w0", "w1", "w2", "w3"]


async def test_what_is_asked_for_together_is_read_once(run: Run) -> None:
    await run.begin()
    await run.tell(A, 5)
    await run.tell(B, 5)
    feeds = [await run.plot(A, N, TWICE), await run.plot(A, N), await run.plot(B, N)]
    states = StateFeed()
    states.set_fields((WORD,))
    run.backfill.fill_in(A, states, (WORD,))
    await eventually(lambda: all(values(feed) for feed in feeds))

    assert run.readings == [A, B]
    assert values(feeds[0], TWICE) == [2.0 * number for number in counted(5)]
    assert values(feeds[1]) == counted(5)
    assert values(feeds[2]) == counted(10, 6)
    assert states.history(WORD).drain()


async def test_a_field_that_is_added_later_is_as_long_as_the_others(run: Run) -> None:
    await run.begin()
    await run.tell(A, 5)
    feed = await run.plot(A, N)
    await eventually(lambda: values(feed) == counted(5))
    await run.tell(A, 5)
    feed.set_fields((N, TWICE))
    run.backfill.fill_in(A, feed, (TWICE,))
    await eventually(lambda: len(values(feed, TWICE)) == 10)
    await run.tell(A)

    assert values(feed) == counted(11)
    assert values(feed, TWICE) == [2.0 * number for number in counted(11)]


async def test_what_was_kept_by_an_earlier_run_comes_too_and_repeats_are_left_out(run: Run) -> None:
    await run.begin()
    await run.tell(A, 5)
    await run.box.stop()
    await run.begin()
    # each file begins with what was said last
    await run.tell(A, 5)
    feed = await run.plot(A, N)
    await eventually(lambda: len(values(feed)) >= 10)

    assert values(feed) == counted(10)


async def test_where_a_file_ends_and_another_begins_nothing_is_missing_or_there_twice(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder, "SEGMENT_S", 0.2)
    await run.begin()
    fast, slow = [], []
    for step in range(60):
        fast.append(run.told + 1)
        await run.tell(A)
        if step % 20 == 0:
            # what a file begins with was told in the one before it, and others wait to be written
            slow.append(run.told + 1)
            await run.tell(B)
        await asyncio.sleep(0.02)
    feeds = [await run.plot(A, N), await run.plot(B, N)]
    await eventually(lambda: all(len(values(feed)) for feed in feeds))

    assert len(run.box.files(0, time.time_ns())[0]) > 3
    assert values(feeds[0]) == fast
    assert values(feeds[1]) == slow


async def test_what_is_asked_before_the_black_box_has_begun_waits_for_it(run: Run) -> None:
    await run.begin()
    await run.tell(A, 5)
    await run.box.stop()
    feed = await run.plot(A, N)
    await asyncio.sleep(0.3)
    assert values(feed) == []
    await run.begin()
    await eventually(lambda: values(feed) == counted(5))


async def test_with_the_black_box_off_a_history_stays_as_it_is(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backfill, "BEGIN_S", 0.2)
    feed = await run.plot(A, N)
    await run.tell(A, 2)
    await asyncio.sleep(0.8)

    assert values(feed) == [1.0, 2.0]
    assert (feed.replacements, run.readings) == (0, [])


async def test_what_nobody_listened_to_changes_nothing(run: Run) -> None:
    await run.begin()
    await run.tell(B, 5)
    feed = await run.plot(A, N)
    await eventually(lambda: run.readings)
    await run.tell(A)

    assert values(feed) == [6.0]
    assert feed.replacements == 0


async def test_a_curve_that_is_removed_is_not_read_for(run: Run) -> None:
    await run.begin()
    await run.tell(A, 5)
    feed = await run.plot(A, N)
    feed.set_fields(())
    other = await run.plot(B, N)
    await run.tell(B)
    await eventually(lambda: values(other))
    await eventually(lambda: run.readings)

    assert run.readings == [B]


async def test_a_recording_that_is_played_is_not_in_the_black_box(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    await run.begin()
    with monkeypatch.context() as played:
        played.setattr(run.connections, "is_recorded", lambda _: False)
        await run.plot(A, N)
    await run.plot(B, N)
    await eventually(lambda: run.readings)

    assert run.readings == [B]
