"""A look back: what the black box has kept, as the topics that views show instead of those of now."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import functools
import logging
import sys
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from app.model.playback import PlaybackState
from app.model.topics import Delivery, Sink, Topic, TopicKey, TopicStore
from app.net.tasks import TaskPool
from app.record.channels import OWN
from app.record.claims import Claim
from app.session.black_box import BlackBox
from app.session.connections import OpenConnections
from app.session.look_channels import LookChannels, learn_channels
from app.session.look_readers import LookReaders
from app.session.recorded_side import ALERTS, DRIVE, LINKS, LoggedLine, RecordedSide, link_state

if TYPE_CHECKING:
    # not needed before somebody looks back, and slow to load
    from app.connections.file.playback import Playback, ReadingThread
    from app.connections.file.recording import OpenRecording
    from app.record.player import Played
    from app.record.recording import Recording, SegmentChannel
    from app.session.box_reader import BoxReader

# what came last is in a file by then
SETTLE_S: Final = 1.5
# a look opens first what was kept so long before the time that it goes to: each file takes its time
RECENT_S: Final = 60.0
# between the others
REST_S: Final = 0.05
# what goes before a time is opened too
_LEAD_NS: Final = 15_000_000_000
# a disk that takes longer is not waited for
_SEAL_S: Final = 0.05
TICK_S: Final = 0.1
# how often it is found what had a message by then
HEARD_S: Final = 0.4
# so often it is put off while times are jumped to
_MOST_WAITS: Final = 4
# around what is looked at so much of the black box is kept; the rest is deleted when its time has come
KEPT_BEFORE_S: Final = 30.0
KEPT_BEHIND_S: Final = 60.0
# of what is repeated; a longer time is not kept whole
KEPT_LOOP_S: Final = 300.0
# files that the black box has deleted take room until they are closed
CHECK_S: Final = 5.0
# how often it is seen what the black box has kept since
SURVEY_S: Final = 1.0
# our own channels that are read whatever views read
_BESIDE: Final = frozenset({OWN + LINKS, OWN + ALERTS, OWN + DRIVE})
# the topics of the past are none of those of now
_FIRST_REVISION: Final = 1 << 32

_LOGGER = logging.getLogger(__name__)

Request = Callable[["Playback"], None]


class _Opened(NamedTuple):
    """A recording that was opened at a time, or at its end, with what was read of it there.

    Attributes:
        names: the names that are read.
        told: what these said last; None where that could not be read.
    """

    recording: OpenRecording
    time_ns: int | None
    channels: LookChannels
    names: frozenset[str]
    told: Sequence[Played] | None


class LookBack:
    """One look into the past. On the link loop, but for its attributes, which any thread may read.

    It begins with what is now: what topics say last stays, until a time is gone to.

    Args:
        readers: read the black box for it, and go on when it has ended.
        reach_now: called when time has gone on until now.
        jumped: called when all was told that was said by a time that was gone to.
        expected: the topics that views are about to read. They are read at once, and told when views read them.

    Attributes:
        store: the topics as they were; those of recordings that are played go on.
        state: where it stands.
        jumps_back: how often time went back.
        parts: the topics of which several messages belong together, as far as they are in the files.
        jumps: how often a time was gone to, rather than time going on; it has grown before a sink is told what was
            said by then.
        told_jumps: how many of these are over: all that was said by then was told.
        side: the links, alerts and driving of then.
        heard: of each topic that had a message by then, when the last one came; renewed a few times a second.
        thinned_hz: of topics whose last message is a thinned picture, how many there are in a second at most; else
            None.
        has_moved: whether a time was gone to, so that no topic says what it says now.
        log: what earlier runs have logged; None until it is asked for and read.
    """

    def __init__(
        self,
        connections: OpenConnections,
        box: BlackBox,
        readers: LookReaders,
        reach_now: Callable[[], None],
        now_ns: Callable[[], int],
        jumped: Callable[[], object],
        expected: Collection[TopicKey],
    ) -> None:
        now = now_ns()
        kept = box.state
        since_ns = kept.since_ns if kept is not None and kept.since_ns else now
        self.state = PlaybackState(since_ns, now, now, is_empty=since_ns == now)
        self.jumps_back = self.jumps = self.told_jumps = 0
        self._connections = connections
        self._box = box
        self._readers = readers
        self._reach_now = reach_now
        self._now_ns = now_ns
        self._jumped = jumped
        self._loop = asyncio.get_running_loop()
        self._claim = box.claims.add(*_around(now))
        self._tasks = TaskPool("look back")
        self._executor: ReadingThread | None = None
        # for the thread that reads
        self._reader: BoxReader | None = None
        self._opened_from_ns = sys.maxsize
        self._playback: Playback | None = None
        self._reading: asyncio.Task[None] | None = None
        self._rest: asyncio.Task[None] | None = None
        # for a playback that is still being made: where it begins, None for where views are, and what else it is asked
        self._opens_at_ns: int | None = None
        self._asked: list[Request] = []
        self._sinks: Mapping[TopicKey, Collection[Sink]] = dict.fromkeys(expected, ())
        self._is_read = asyncio.Event()
        # of the files that are open
        self._channels = LookChannels()
        self.parts: set[TopicKey] = set()
        self._jumps = 0
        self.has_moved = self._plays = self._loops = False
        self._rate = 1.0
        self._loop_ns: tuple[int, int] | None = None
        self._loop_claim: Claim | None = None
        self.store = self._copied()
        self.thinned_hz: dict[TopicKey, float | None] = {}
        self.heard: Mapping[TopicKey, int] = {
            topic.key: topic.newest.received_ns for topic in self.store.with_messages if topic.newest is not None
        }
        self.side = RecordedSide(
            {each.id: link_state(each) for each in connections.all if each.is_recorded}, connections.alerts.current
        )
        self.log: tuple[LoggedLine, ...] | None = None
        self._reads_log = False
        self._tasks.spawn(self._keep_age(), "age")
        self._tasks.spawn(self._note_heard(), "heard")
        self._tasks.spawn(self._close_deleted(), "deleted")
        self._tasks.spawn(self._survey(), "survey")
        self._read_from(None)

    async def close(self) -> None:
        """End it: it reads nothing more."""
        for claim in (self._claim, self._loop_claim):
            if claim is not None:
                self._box.claims.end(claim)
        await self._tasks.cancel()

    async def lead_to_now(self) -> list[tuple[TopicKey, Delivery]]:
        """Return what goes before now of topics of parts, to whose sinks the past was told. It shows nothing more."""
        names = self._channels.names_of(self.parts & self._sinks.keys())
        executor, reader = self._executor, self._reader
        if not names or executor is None or reader is None or not self._box.is_on:
            return []
        await self._tasks.cancel()
        await self._box.seal(_SEAL_S)
        now_ns = self._now_ns()
        from_ns = now_ns - round(RECENT_S * 1e9)
        played = await self._loop.run_in_executor(executor, reader.lead, names, from_ns, now_ns)
        now_s, keys = self._loop.time(), self._channels.keys
        return [(keys[id(one.channel)], self._delivery(one, now_s)) for one in played if id(one.channel) in keys]

    def set_wanted(self, sinks: Mapping[TopicKey, Collection[Sink]]) -> None:
        """Set the topics that views read, each with what gets its messages."""
        is_other = self._sinks.keys() != sinks.keys()
        self._sinks = sinks
        self._is_read.set()
        live = self._connections.store
        # what begins to be read now would say what is now
        shared = [topic for key in sinks if (topic := live.get(key)) is not None and self.store.get(key) is topic]
        if copies := self._copies(shared):
            self.store.replace(copies)
        if self._playback is not None and is_other:
            self._want(self._playback)

    def seek(self, time_ns: int) -> None:
        """Go to a time."""
        self._keep_around(time_ns)
        playback = self._playback
        if playback is None:
            self._opens_at_ns = time_ns
        elif self._box.is_on and (time_ns > playback.state.end_ns or self._is_before_opened(time_ns)):
            # there is more of it
            self._read_from(time_ns)
        else:
            playback.seek(time_ns)

    def play(self) -> None:
        """Let time go on."""
        self._plays = True
        playback = self._playback
        if playback is not None and playback.state.is_at_end and not self._loops:
            self._go_on(playback.state.end_ns)
        else:
            self.ask(lambda playback: playback.play())

    def pause(self) -> None:
        """Let time stand."""
        self._plays = False
        self.ask(lambda playback: playback.pause())

    def set_rate(self, rate: float) -> None:
        """Set how much faster than in reality time goes."""
        self._rate = rate
        self.ask(lambda playback: playback.set_rate(rate))

    def set_loop(self, *, loop: bool, within_ns: tuple[int, int] | None) -> None:
        """Set whether the beginning follows the end: of what was kept, or of the time between two."""
        self._loops, self._loop_ns = loop, within_ns if loop else None
        if self._loop_claim is not None:
            self._box.claims.end(self._loop_claim)
            self._loop_claim = None
        if self._loop_ns is not None and abs(self._loop_ns[1] - self._loop_ns[0]) <= KEPT_LOOP_S * 1e9:
            self._loop_claim = self._box.claims.add(min(self._loop_ns), max(self._loop_ns))
        if loop and self._playback is not None and self._opened_from_ns > self.state.start_ns:
            self._read_from(self.state.position_ns)
        self.ask(lambda playback: playback.set_loop(loop=loop, within_ns=within_ns))

    def ask(self, request: Request) -> None:
        """Ask something of the playback, as soon as there is one."""
        if self._playback is not None:
            request(self._playback)
        else:
            self._asked.append(request)

    def read_log(self, until_ns: int) -> None:
        """Read what was logged before this run has begun, unless that was asked for already."""
        if not self._reads_log:
            self._reads_log = True
            self._tasks.spawn(self._read_log(until_ns), "log")

    # the topics

    def _copied(self) -> TopicStore:
        """Return a store with what all topics said last; those of which nobody reads any are not copied."""
        live = self._connections.store
        copy = live.copied(self._copies(topic for topic in live.topics if topic.live or topic.messages))
        copy.revision = _FIRST_REVISION + live.revision
        return copy

    def _copies(self, topics: Iterable[Topic]) -> list[Topic]:
        return [topic.copied() for topic in topics if self._connections.is_recorded(topic.key.connection)]

    def _forget_others(self, told: Container[Topic]) -> bool:
        """Let topics have said nothing, but for those that were told of; whether one had."""
        is_other = False
        for topic in self.store.with_messages:
            if topic.newest is not None and topic not in told and self._connections.is_recorded(topic.key.connection):
                topic.newest = None
                topic.reset_rate()
                is_other = True
        return is_other

    async def _keep_age(self) -> None:
        """Let what was said last be as old as it was then, while time stands."""
        while True:
            before_s = self._loop.time()
            await asyncio.sleep(TICK_S)
            now_s = self._loop.time()
            for topic in self.store.with_messages:
                if self._connections.is_recorded(topic.key.connection):
                    if not self.state.is_playing:
                        topic.last_arrival_s += now_s - before_s
                    else:
                        topic.sample(now_s)

    # the files

    def _keep_around(self, time_ns: int) -> None:
        """Let the black box keep what is around a time, instead of what it has kept for views so far."""
        claim, (from_ns, until_ns) = self._claim, _around(time_ns)
        # the thread that deletes finds both times claimed meanwhile
        if from_ns < claim.from_ns:
            claim.from_ns, claim.until_ns = from_ns, until_ns
        else:
            claim.until_ns, claim.from_ns = until_ns, from_ns

    async def _close_deleted(self) -> None:
        """Close the files that the black box has deleted, but for what is looked at."""
        while True:
            await asyncio.sleep(CHECK_S)
            if self._playback is not None and self._executor is not None and self._reader is not None:
                is_gone = self._deleted()
                self._playback.close_files(is_gone)
                begins_ns = await self._loop.run_in_executor(self._executor, self._reader.close_gone, is_gone)
                if self._rest is not None and self._rest.done() and begins_ns is not None:
                    begins_ns = min(
                        begins_ns, self._playback.state.start_ns if self._playback is not None else begins_ns
                    )
                    self.state = dataclasses.replace(self.state, start_ns=max(self.state.start_ns, begins_ns))

    async def _survey(self) -> None:
        """See what the black box holds when, again and again, for it goes on."""
        # views come first
        await asyncio.sleep(SURVEY_S)
        while True:
            if not await self._readers.look():
                await asyncio.sleep(SURVEY_S)

    def _is_before_opened(self, time_ns: int) -> bool:
        return time_ns - _LEAD_NS < self._opened_from_ns and self._opened_from_ns > self.state.start_ns

    def _deleted(self) -> Callable[[Recording], bool]:
        """Return what tells whether a file is deleted and not looked at."""
        kept = {str(path) for files in self._box.files(0, self._now_ns()) for path, _ in files}
        from_ns, until_ns = self._claim.from_ns, self._claim.until_ns

        def is_deleted(file: Recording) -> bool:
            # one that was written when it was opened has another name since
            is_kept = str(file.path).removesuffix(".part") in kept
            return not is_kept and not (file.start_ns <= until_ns and file.end_ns >= from_ns)

        return is_deleted

    def _read_from(self, time_ns: int | None) -> None:
        """Open what the black box has now, and go to a time; with None the views go on as they are."""
        if self._reading is not None:
            self._reading.cancel()
        self._playback, self._opens_at_ns = None, time_ns
        self._reading = self._tasks.spawn(self._read(), "reading")

    async def _read(self) -> None:
        try:
            await self._play_files()
        except Exception:
            # nobody is to be left with what does not go on
            _LOGGER.exception("the black box can't be read")
            self._reach_now()

    async def _play_files(self) -> None:
        executor, reader = self._executor, self._reader = await self._readers.opened()
        from app.connections.file.playback import Playback  # noqa: PLC0415 - loaded by now

        opened = await self._open(executor, reader)
        await self._is_read.wait()
        player, time_ns = opened.recording.player, self._opens_at_ns
        self._channels = opened.channels
        self.parts |= self._channels.parts
        if self._plays and time_ns is not None and time_ns >= player.end_ns:
            self._reach_now()
            return
        player.set_rate(self._rate)
        player.set_loop(loop=self._loops, within_ns=self._loop_ns)
        is_empty = not opened.recording.has_messages
        playback = Playback(player, executor, self._deliver, self._tell, is_empty=is_empty)
        self._playback, self._jumps = playback, player.jumps - (time_ns is not None)
        is_there = time_ns == opened.time_ns
        if time_ns is not None and not is_there:
            # another was asked for meanwhile
            playback.seek(time_ns)
        elif opened.told is not None:
            self._deliver(opened.told, self._loop.time())
        if self._plays:
            playback.play()
        if opened.told is None or opened.names != self._channels.names_of(self._sinks):
            self._want(playback)
        # behind: a step goes to the next message of what is wanted
        asked, self._asked = self._asked, []
        for request in asked:
            request(playback)
        if is_there:
            # where it stands before it does what was asked for says nothing of whether it has come to its end
            self._note_state(playback.state)
        if self._rest is None:
            self._rest = self._tasks.spawn(self._open_rest(), "rest")
        while True:
            try:
                await playback.run()
            except OSError as error:
                _LOGGER.warning("the black box can't be read: %s", error)
                self._tell()
                await asyncio.sleep(TICK_S)

    async def _open(self, executor: ReadingThread, reader: BoxReader) -> _Opened:
        """Open what the black box has, as far as it is needed, where views are to begin."""
        time_ns = self._opens_at_ns
        if time_ns is None or self._now_ns() - time_ns < SETTLE_S * 1e9:
            await self._box.seal(_SEAL_S)
        opened = None
        while opened is None or (time_ns is not None and self._is_before_opened(time_ns)):
            until_ns = self._now_ns()
            from_ns = min(until_ns if time_ns is None else time_ns, until_ns) - round(RECENT_S * 1e9)
            # where all is open there is nothing to wait for, and who goes back further is about to go on
            is_open = self._rest is not None and self._rest.done()
            is_whole = self._loops or is_open or from_ns < self._opened_from_ns < sys.maxsize
            is_whole = is_whole or reader.knows_all(self.state.start_ns, until_ns)
            self._opened_from_ns = min(self._opened_from_ns, 0 if is_whole else from_ns)
            begin_ns = max(self.state.start_ns, self._opened_from_ns)
            # in one go: a link loop that is busy takes its time to hear of each step
            open_at = functools.partial(self._open_at, reader, begin_ns, until_ns, time_ns, tuple(self._sinks))
            opened = await self._loop.run_in_executor(executor, open_at)
            # another may have been asked for meanwhile
            time_ns = self._opens_at_ns
        return opened

    def _open_at(
        self, reader: BoxReader, begin_ns: int, until_ns: int, time_ns: int | None, wanted: Collection[TopicKey]
    ) -> _Opened:
        """Open what was kept between two times, go to one in it, and read what topics said last; in the thread."""
        recording = reader.open(begin_ns, until_ns)
        channels = learn_channels(recording, self._connections.store, reader.look_channels)
        reader.look_channels = channels
        player = recording.player
        # a clock that was set back has left later times
        player.end_ns = min(player.end_ns, self._now_ns())
        player.seek(player.end_ns if time_ns is None else time_ns, self._loop.time())
        names = channels.names_of(wanted)
        told = None
        # the playback asks for it again, and says what the disk refuses
        with contextlib.suppress(OSError):
            told = player.set_wanted(names, _BESIDE)
        return _Opened(recording, time_ns, channels, names, told)

    async def _note_heard(self) -> None:
        """Find again and again what all topics said last, also those that no view reads."""
        known: object = None
        jumps = waited = 0
        while True:
            await asyncio.sleep(HEARD_S)
            if self.jumps != jumps and waited < _MOST_WAITS:
                # what is jumped to comes first
                jumps, waited = self.jumps, waited + 1
                continue
            waited = 0
            reader, executor, time_ns = self._reader, self._executor, self.state.position_ns
            recording = reader.recording if reader is not None else None
            if recording is None or executor is None or not self.has_moved or known == (recording, time_ns):
                continue
            known = recording, time_ns
            read = {topic.key: topic.newest for topic in self.store.with_messages if topic.key in self._sinks}
            heard = {key: newest.received_ns for key, newest in read.items() if newest is not None}
            names = frozenset().union(*(names for key, names in self._channels.names.items() if key not in read))
            try:
                found = await self._loop.run_in_executor(executor, self._heard_by, recording, names, time_ns)
            except OSError as error:
                _LOGGER.warning("the black box can't be read: %s", error)
                continue
            for channel, last_ns in found:
                key = self._channels.keys.get(id(channel))
                if key is not None:
                    heard[key] = max(heard.get(key, 0), last_ns)
            self.heard = heard

    def _heard_by(
        self, recording: OpenRecording, names: Collection[str], time_ns: int
    ) -> list[tuple[SegmentChannel, int]]:
        """Return what had a message by a time; in the thread that reads."""
        # its files are closed where another was opened meanwhile
        is_open = self._reader is not None and recording is self._reader.recording
        return recording.player.heard(names, time_ns) if is_open else []

    async def _read_log(self, until_ns: int) -> None:
        """Read what was logged before a time, a file after the other."""
        # it needs numpy
        from app.session.earlier_log import EarlierLog  # noqa: PLC0415

        log = EarlierLog(lambda: self._box.files(0, until_ns), until_ns)
        while await asyncio.to_thread(log.look):
            pass
        self.log = tuple(log.lines)

    async def _open_rest(self) -> None:
        """Open the files of which nothing is known yet, so that a jump far back does not wait for it."""
        executor, reader = self._executor, self._reader
        if executor is None or reader is None:
            return
        files = [file for written in self._box.files(self.state.start_ns, self._now_ns()) for file in written]
        for path, sealed in reversed(files):
            if sealed is None and not reader.knows(path):
                # what is asked for meanwhile comes between
                await asyncio.sleep(REST_S)
                await self._loop.run_in_executor(executor, reader.open_ended, path)

    def _want(self, playback: Playback) -> None:
        playback.set_wanted(self._channels.names_of(self._sinks), _BESIDE)

    def _deliver(self, played: Sequence[Played], now_s: float) -> None:
        playback = self._playback
        if playback is None:
            return
        state, channels = playback.state, self._channels
        has_jumped, self._jumps = state.jumps != self._jumps, state.jumps
        if has_jumped:
            self.jumps += 1
            self.has_moved = True
            self.side.forget()
            self._connections.note_change()
        told: set[Topic] = set()
        is_other = False
        for one in played:
            if (own := channels.own.get(id(one.channel))) is not None:
                self._take_own(own, bytes(one.batch.newest))
                continue
            key = channels.keys.get(id(one.channel))
            if key is None:
                continue
            topic = self.store.get_or_create(key, one.channel.type_name)
            if not self.has_moved and topic.newest is not None and topic.newest.received_ns >= one.last_ns:
                # what was now is shown until a time is gone to
                continue
            if has_jumped and topic not in told:
                topic.reset_rate()
            told.add(topic)
            before = topic.schema if topic.newest is not None else None
            # as old as it was then
            arrived_s = now_s - max(state.position_ns - one.last_ns, 0) / 1e9
            delivery = self._delivery(one, arrived_s)
            topic.receive(delivery)
            is_other = is_other or before is not topic.schema
            self.thinned_hz[key] = channels.thinned_hz.get(id(one.channel))
            self._hand_on(key, delivery)
        # behind: views must not see that a topic says nothing before it says something else
        if has_jumped:
            is_other = self._forget_others(told) or is_other
        if is_other:
            self.store.touch()
        self.told_jumps = self.jumps
        if has_jumped:
            self._jumped()

    def _delivery(self, one: Played, arrived_s: float) -> Delivery:
        sender = one.channel.metadata.get("callerid", "")
        return Delivery(one.batch, self._channels.schemas[id(one.channel)], arrived_s, one.last_ns, sender)

    def _hand_on(self, key: TopicKey, delivery: Delivery) -> None:
        """Give messages to those that get each of them."""
        for sink in self._sinks.get(key, ()):
            try:
                sink(delivery)
            except Exception:
                _LOGGER.exception("a receiver of %s failed", key.topic, extra={"robot": key.connection})

    def _take_own(self, name: str, payload: bytes) -> None:
        # of links and alerts what was now is shown until a time is gone to; of driving nothing was told
        if self.has_moved or name == DRIVE:
            self.side.take(name, payload)
            self._connections.note_change()

    def _tell(self) -> None:
        """Tell where the past stands after a step, and go on behind the end of what was open."""
        playback = self._playback
        if playback is None:
            return
        self._note_state(playback.state)
        if self._plays and playback.state.is_at_end and not playback.state.is_playing:
            self._go_on(playback.state.end_ns)

    def _note_state(self, told: PlaybackState) -> None:
        before = self.state
        if before.position_ns > told.position_ns:
            self.jumps_back += 1
        is_cut = self._reader is not None and self._reader.is_cut
        is_whole = (is_cut or self._opened_from_ns <= before.start_ns) and not told.is_empty
        start_ns = told.start_ns if is_whole else before.start_ns
        self.state = dataclasses.replace(told, start_ns=start_ns, end_ns=self._now_ns())
        if not told.is_empty:
            self._keep_around(told.position_ns)

    def _go_on(self, reached_ns: int) -> None:
        """Go on behind the end of what was open: with what came meanwhile, or with now."""
        if self._now_ns() - reached_ns < SETTLE_S * 1e9 or not self._box.is_on:
            self._reach_now()
        else:
            self._read_from(reached_ns)


def _around(time_ns: int) -> tuple[int, int]:
    """Return the times between which something is kept around a time."""
    return time_ns - round(KEPT_BEFORE_S * 1e9), time_ns + round(KEPT_BEHIND_S * 1e9)
