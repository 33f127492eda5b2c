"""Runs to compare with: they are opened, and read topic by topic, in a thread of each, while views go on."""

from __future__ import annotations

import asyncio
import dataclasses
import functools
import itertools
import logging
import math
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from types import EllipsisType
from typing import TYPE_CHECKING, Final

from app.model.reference_runs import MAX_RUNS, ReferenceRun, RunPlace, run_id
from app.model.time_contents import NO_CONTENTS, TimeContents
from app.model.timeseries.budget import SeriesBudget
from app.model.topics import Delivery, TopicKey
from app.net.tasks import TaskPool
from app.record.addresses import recording_name, recording_uri
from app.session.errors import SessionError, translated_errors
from app.wording.record import ReferenceWording
from protocols.sentence import sentence_of

if TYPE_CHECKING:
    # they need numpy, and are not needed before there is a run
    from app.connections.file.playback import ReadingThread
    from app.connections.file.recording import OpenRecording
    from app.model.schema import Schema
    from app.model.timeseries.columns import Columns
    from app.model.timeseries.feeds import SeriesFeed
    from app.record.mcap_fields import RecordingError

_LOGGER = logging.getLogger(__name__)

BUDGET_BYTES: Final = 512_000_000

# so many messages are laid within a millisecond or two
FEW: Final = 20_000

# the interpreter is left to others after so many messages, for so long
_AT_ONCE: Final = 200
_REST_S: Final = 0.0005

Take = Callable[[Delivery], object]


class _LeftError(Exception):
    """Nobody waits for what is read any more."""


class RunReading:
    """A topic of a run that is being read.

    Attributes:
        run_id: of the run.
        topics: what is read; none where it is looked through for marks, alerts and stops.
        share: how much of it is read, 0 to 1.
    """

    def __init__(self, run_id: str, topics: frozenset[str]) -> None:
        self.run_id = run_id
        self.topics = topics
        self.share = 0.0
        self._is_left = threading.Event()

    def cancel(self) -> None:
        """End it: what is read so far is not shown."""
        self._is_left.set()

    def go_on(self, share: float) -> None:
        """Take how far the thread has come. Raises _LeftError when it need not go on."""
        if self._is_left.is_set():
            raise _LeftError
        self.share = share
        time.sleep(_REST_S)


@dataclass(slots=True)
class _Opened:
    """A run that is open."""

    recording: OpenRecording
    thread: ReadingThread
    damage: list[RecordingError]
    contents: TimeContents = NO_CONTENTS


@dataclass(slots=True)
class _Kept:
    """A topic of a run whose fields a view keeps in a feed of its own."""

    key: TopicKey
    feed: SeriesFeed
    columns: Columns | None = None
    stamped: Columns | None = None
    fault: str = ""
    task: asyncio.Task[None] | None = None


class ReferenceRuns:
    """The runs that are laid beneath what views show. For the interface's thread.

    Args:
        few: histories of no more messages are laid at once, longer ones in a thread.

    Attributes:
        runs: in the order in which they were added; replaced as a whole when anything changes.
        budget: the memory of all histories of runs, beside that of what is live.
        readings: the topics that are read now.
    """

    def __init__(self, few: int = FEW) -> None:
        self.runs: tuple[ReferenceRun, ...] = ()
        self.readings: list[RunReading] = []
        self.budget = SeriesBudget(BUDGET_BYTES, math.inf)
        self._few = few
        self._serials = itertools.count(1)
        self._laying: ReadingThread | None = None
        self._opening: dict[str, Future[_Opened]] = {}
        self._opened: dict[str, _Opened] = {}
        self._kept: dict[SeriesFeed, _Kept] = {}
        self._tasks = TaskPool("runs")

    def get(self, run_id: str) -> ReferenceRun | None:
        """Return a run; None when it was removed."""
        return next((run for run in self.runs if run.id == run_id), None)

    async def add(self, paths: Sequence[Path], name: str = "") -> ReferenceRun:
        """Open a recording of files and folders, and lay it beneath as it was: its times are its own.

        Raises:
            SessionError: it can't be read, has no message, or there are as many runs as there can be.
        """
        taken = {run.number for run in self.runs}
        number = next((each for each in range(MAX_RUNS) if each not in taken), None)
        if number is None:
            raise SessionError(ReferenceWording.TOO_MANY(most=MAX_RUNS), ReferenceWording.TOO_MANY_TIP())
        # it is taken before the files are open
        run = self._numbered(number, name or recording_name(recording_uri(paths)), paths)
        from app.connections.file.playback import ReadingThread  # noqa: PLC0415 - it needs numpy

        thread = ReadingThread(run.id)
        self.runs = (*self.runs, run)
        opening = self._opening[run.id] = thread.submit(_open, paths, thread)
        try:
            with translated_errors():
                opened = await asyncio.shield(asyncio.wrap_future(opening))
        except BaseException:
            if self._opening.get(run.id) is opening:
                self.remove(run.id)
            # nobody waits for it any more, but for the files
            opening.add_done_callback(functools.partial(_close_opened, thread))
            raise
        if self._opening.get(run.id) is not opening:
            # it was taken away meanwhile
            _close(opened)
            return run
        del self._opening[run.id]
        player = opened.recording.player
        run = dataclasses.replace(
            self.get(run.id) or run,
            start_ns=player.start_ns,
            end_ns=player.end_ns,
            topics={info.name: info.type_name for info in opened.recording.topics},
        )
        self._opened[run.id] = opened
        self._put(run)
        self._tasks.spawn(self._survey(run.id, opened), "survey")
        return run

    def remove(self, run_id: str) -> None:
        """Take a run away, and end what is read of it."""
        self.runs = tuple(run for run in self.runs if run.id != run_id)
        for reading in self.readings:
            if reading.run_id == run_id:
                reading.cancel()
        for kept in list(self._kept.values()):
            if kept.key.connection == run_id:
                self.let_go(kept.feed)
        self._opening.pop(run_id, None)
        opened = self._opened.pop(run_id, None)
        if opened is not None:
            _close(opened)

    def change(
        self,
        run_id: str,
        *,
        name: str | None = None,
        is_shown: bool | None = None,
        place: RunPlace | None = None,
        stamp_place: RunPlace | EllipsisType | None = ...,
    ) -> None:
        """Change what is given of a run; with None its stamps have no place of their own any more.

        Histories of its topics follow its place: short ones at once.
        """
        run = self.get(run_id)
        if run is None:
            return
        changed = dataclasses.replace(
            run,
            name=run.name if name is None else name,
            is_shown=run.is_shown if is_shown is None else is_shown,
            place=place or run.place,
            stamp_place=run.stamp_place if stamp_place is ... else stamp_place,
        )
        self._put(changed)
        if (changed.place, changed.stamp_place) != (run.place, run.stamp_place):
            for kept in self._kept.values():
                if kept.key.connection == run_id and kept.columns is not None:
                    self._shift(kept, changed)

    def contents(self, run_id: str) -> TimeContents:
        """Return the marks, alerts and stops of a run by its own time, as far as they are known."""
        opened = self._opened.get(run_id)
        return opened.contents if opened is not None else NO_CONTENTS

    def schema(self, key: TopicKey) -> Schema | None:
        """Return the schema of a topic of a run; None where it has no such topic."""
        opened = self._opened.get(key.connection)
        return opened.recording.topic_schema(key.topic) if opened is not None else None

    def damaged(self, run_id: str) -> int:
        """Return how many parts of a run could not be read, and are left out."""
        opened = self._opened.get(run_id)
        return len(opened.damage) if opened is not None else 0

    async def read(
        self, run_id: str, topics: Collection[str], take: Take, is_enough: Callable[[], bool] = lambda: False
    ) -> bool:
        """Give all messages of topics, in the order of time, to `take`, which is called in the run's thread.

        What they were received by is the time of the run. Returns whether all were given that are wanted: False where
        the run has gone, or the reading was cancelled. It ends early when `is_enough`, which the same thread asks.

        Raises:
            SessionError: the files can't be read.
        """
        opened = self._opened.get(run_id)
        if opened is None:
            return False
        reading = RunReading(run_id, frozenset(topics))
        self.readings.append(reading)
        try:
            with translated_errors():
                await asyncio.get_running_loop().run_in_executor(
                    opened.thread, _read, opened.recording, reading, take, is_enough
                )
        except _LeftError:
            return False
        except OSError as error:
            run = self.get(run_id)
            name, reason = run.name if run is not None else run_id, error.strerror or str(error)
            raise SessionError(ReferenceWording.NOT_READ(name=name, reason=reason)) from error
        finally:
            # whoever does not wait any more wants nothing of it
            reading.cancel()
            self.readings.remove(reading)
        return True

    # histories of fields

    def keep(self, key: TopicKey, feed: SeriesFeed) -> None:
        """Fill a feed with what a run has of its fields, now and whenever the run's place changes.

        It is called again when the feed has other fields.
        """
        self.let_go(feed)
        kept = self._kept[feed] = _Kept(key, feed)
        kept.task = self._tasks.spawn(self._fill(kept), "history")

    def let_go(self, feed: SeriesFeed) -> None:
        """Do not fill a feed any more."""
        kept = self._kept.pop(feed, None)
        if kept is not None and kept.task is not None:
            kept.task.cancel()

    def columns(self, feed: SeriesFeed) -> Columns | None:
        """Return what a feed was filled with, by the run's own time; None before it was read."""
        kept = self._kept.get(feed)
        return kept.columns if kept is not None else None

    def fault(self, feed: SeriesFeed) -> str:
        """Return the sentence why a feed has nothing of its run; empty where no reason is known."""
        kept = self._kept.get(feed)
        return kept.fault if kept is not None else ""

    async def close(self) -> None:
        """End all reading."""
        for run in self.runs:
            self.remove(run.id)
        await self._tasks.cancel()
        if self._laying is not None:
            self._laying.shutdown(wait=False)
            self._laying = None

    # inside

    def _numbered(self, number: int, name: str, paths: Sequence[Path]) -> ReferenceRun:
        """Return a run before anything of it is known; no other one had its id: views may still have what that was."""
        return ReferenceRun(run_id(next(self._serials)), number, name, tuple(paths), 0, 0)

    def _put(self, run: ReferenceRun) -> None:
        self.runs = tuple(run if each.id == run.id else each for each in self.runs)

    async def _fill(self, kept: _Kept) -> None:
        from app.model.timeseries.columns import ColumnCollector  # noqa: PLC0415 - it needs numpy

        run = self.get(kept.key.connection)
        if run is None or kept.key.topic not in run.topics:
            kept.fault = ReferenceWording.NO_TOPIC(topic=kept.key.topic)
            return
        collector = ColumnCollector(kept.feed.fields)
        try:
            if not await self.read(run.id, {kept.key.topic}, collector, lambda: collector.is_full):
                kept.fault = ReferenceWording.NOT_READ_WHOLE()
                return
        except SessionError as error:
            kept.fault = sentence_of(error)
            return
        if collector.count <= self._few:
            columns = collector.columns()
        else:
            columns = await asyncio.get_running_loop().run_in_executor(self._laying_thread(), collector.columns)
        if columns.nbytes + sum(each.nbytes for each in self._columns()) > BUDGET_BYTES:
            kept.fault = ReferenceWording.TOO_LARGE(most_mb=BUDGET_BYTES / 1e6)
            return
        kept.columns = columns
        if collector.count <= self._few:
            if (now := self.get(run.id)) is not None:
                _fill(kept, now)
        else:
            await self._lay(kept)

    def _columns(self) -> Iterator[Columns]:
        return (kept.columns for kept in self._kept.values() if kept.columns is not None)

    def _shift(self, kept: _Kept, run: ReferenceRun) -> None:
        """Put a history where its run lies now; a long one goes there in a thread, which has the newest place last."""
        if kept.columns is not None and len(kept.columns.received_ns) <= self._few:
            _fill(kept, run)
        elif kept.task is None or kept.task.done():
            kept.task = self._tasks.spawn(self._lay(kept), "shift")

    async def _lay(self, kept: _Kept) -> None:
        laid: object = None
        while (run := self.get(kept.key.connection)) is not None and (run.place, run.stamp_place) != laid:
            laid = run.place, run.stamp_place
            await asyncio.get_running_loop().run_in_executor(self._laying_thread(), _fill, kept, run)

    def _laying_thread(self) -> ReadingThread:
        """Return the thread that lays what is long, which would hold up the interface."""
        if self._laying is None:
            from app.connections.file.playback import ReadingThread  # noqa: PLC0415 - it needs numpy

            self._laying = ReadingThread("runs")
        return self._laying

    async def _survey(self, run_id: str, opened: _Opened) -> None:
        from app.connections.file.playback import ReadingThread  # noqa: PLC0415 - it needs numpy

        # what is shown does not wait for it
        thread = ReadingThread(f"{run_id} survey")
        reading = RunReading(run_id, frozenset())
        self.readings.append(reading)
        try:
            await asyncio.get_running_loop().run_in_executor(thread, _survey, opened, reading)
        except (_LeftError, OSError):
            # what is not known of it is not shown; views that read it say why
            _LOGGER.info("the survey of %s has ended early", run_id, exc_info=True)
        finally:
            reading.cancel()
            self.readings.remove(reading)
            thread.shutdown(wait=False)


def _close_opened(thread: ReadingThread, opening: Future[_Opened]) -> None:
    if opening.cancelled() or opening.exception() is not None:
        thread.shutdown(wait=False)
    else:
        _close(opening.result())


def _close(opened: _Opened) -> None:
    """Close a run behind all that its thread does."""
    opened.thread.submit(opened.recording.close)
    opened.thread.shutdown(wait=False)


def _fill(kept: _Kept, run: ReferenceRun) -> None:
    """Put the histories of a topic where they lie on the time of views."""
    from app.model.timeseries.feeds import TimeBase  # noqa: PLC0415 - the feed has loaded it

    columns, by_stamp = kept.columns, kept.feed.base is TimeBase.STAMP
    if columns is None:
        return
    if by_stamp:
        # sorted once, not at each shift
        columns = kept.stamped = kept.stamped or columns.stamped()
    times_s = (columns.stamps_ns if by_stamp else columns.received_ns) / 1e9
    place = run.place_by(stamp=by_stamp, newest_s=float(times_s[-1]) if len(times_s) else math.inf)
    kept.feed.replace(place.shown_s(times_s), columns.values, columns.errors)


def _open(paths: Sequence[Path], thread: ReadingThread) -> _Opened:
    from app.connections.file.recording import open_paths  # noqa: PLC0415 - it needs numpy

    damage: list[RecordingError] = []
    recording = open_paths(paths, damage.append)
    if not recording.has_messages:
        recording.close()
        raise SessionError(ReferenceWording.EMPTY(name=recording_name(recording_uri(paths))))
    return _Opened(recording, thread, damage)


def _read(recording: OpenRecording, reading: RunReading, take: Take, is_enough: Callable[[], bool]) -> None:
    player = recording.player
    span_ns = max(player.end_ns - player.start_ns, 1)
    for count, delivery in enumerate(recording.deliveries(reading.topics)):
        if count % _AT_ONCE == 0:
            reading.go_on((delivery.received_ns - player.start_ns) / span_ns)
            if is_enough():
                break
        take(delivery)
    reading.go_on(1.0)


def _survey(opened: _Opened, reading: RunReading) -> None:
    from app.record.survey import Survey  # noqa: PLC0415 - it needs numpy

    survey = Survey()
    files = opened.recording.files
    for number, file in enumerate(files):
        for _ in survey.take(str(file.path), file):
            reading.go_on(number / len(files))
    survey.sum_up()
    opened.contents = survey.contents
