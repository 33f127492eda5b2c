"""The player of recordings, which tells what came between two times, and what was said last at one."""

from __future__ import annotations

import enum
import functools
import itertools
import operator
from collections.abc import Callable, Collection, Container, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from app.record.box import BoxFiles, BoxMessage, ChannelFilter, Stretch
from app.record.channels import CONNECTION
from app.record.recording import Recording, SegmentChannel
from protocols.frames import LONG_FRAME, FrameBatch

MIN_RATE: Final = 0.1
MAX_RATE: Final = 20.0
# no step goes further, however long nobody asked for one
MAX_STEP_S: Final = 0.25
# as much is decompressed in a step; where that is not enough, playing falls behind
_MAX_STEP_BYTES: Final = 32 << 20

# what goes before a time to which is jumped: of transforms, which come in parts, and of the lines of a log
LEAD_S: Final = 10.0
LEAD_LINES: Final = 500
_MAX_STATIC: Final = 1000
# behind the name of the topic that is changed
CHANGES_SUFFIX: Final = "_updates"
_MAX_LEAD_BYTES: Final = 32 << 20

_FIRST: Final = operator.attrgetter("first_ns")


class Lead(enum.Enum):
    """The choice of those messages of a topic that are told after a jump.

    Attributes:
        LAST: the last message.
        MOVING: the messages of the last seconds, each of which tells a part.
        STATIC: all messages since the beginning, each of which tells a part.
        LINES: the last lines of a log.
        CHANGES: all messages since the last one of the topic that they change, whose name theirs begins with.
    """

    LAST = enum.auto()
    MOVING = enum.auto()
    STATIC = enum.auto()
    LINES = enum.auto()
    CHANGES = enum.auto()


@dataclass(frozen=True, slots=True)
class Played:
    """Messages of one topic that follow each other, by one definition.

    Attributes:
        first_ns, last_ns: the times of the first and of the last.
    """

    channel: SegmentChannel
    batch: FrameBatch
    first_ns: int
    last_ns: int


def _always_last(channel: SegmentChannel) -> Lead:
    del channel
    return Lead.LAST


class Player:
    """The player of one recording, which may be of several files. For one thread.

    All times but those of the recording are in seconds, of any clock that does not go back. Raises OSError for what the
    disk refuses.

    Args:
        files: the recording. What is damaged of it is left out if it is told so.
        lead_of: says what of a topic is told after a jump.

    Attributes:
        position_ns: the time of the recording that is reached: all messages up to it were told.
        rate: how much faster than in reality.
        loop: whether the beginning follows the end.
        loop_ns: the times between which it is repeated; None for all of it.
        is_playing: whether time goes on.
        is_late: whether the last step could not go as far as it should have.
        jumps: how often a time was gone to, rather than time going on.
    """

    def __init__(self, files: BoxFiles, lead_of: Callable[[SegmentChannel], Lead] = _always_last) -> None:
        # of those that are not empty, by number
        self._spans = {
            file: (segment.start_ns, segment.end_ns) for file, segment in enumerate(files.segments) if segment.chunks
        }
        # a file of the black box begins with what was said last; what had waited then is older, and stands behind that
        self._begun = {file: files.segments[file].chunks[0].start_ns for file in self._spans}
        self.start_ns = min((start_ns for start_ns, _ in self._spans.values()), default=0)
        self.end_ns = max((end_ns for _, end_ns in self._spans.values()), default=0)
        self.position_ns = self.start_ns
        self.rate = 1.0
        self.loop = self.is_playing = self.is_late = False
        self.loop_ns: tuple[int, int] | None = None
        self.jumps = 0
        self._files = files
        self._lead_of = lead_of
        self._wanted: frozenset[str] = frozenset()
        self._beside: frozenset[str] = frozenset()
        self._at_s = 0.0
        # from the newest file on
        self._order = sorted(self._spans, key=self._spans.__getitem__, reverse=True)
        self._topics: dict[int, frozenset[str]] = {}
        # when messages were told first with which files begin, by file, topic and number
        self._told_ns: dict[tuple[int, str, int], int] = {}

    @property
    def damaged(self) -> int:
        """The number of chunks that were to be played and are damaged."""
        return self._files.damaged

    @property
    def is_at_end(self) -> bool:
        """Whether nothing follows."""
        return self.position_ns >= self.end_ns

    def set_wanted(self, topics: Collection[str], beside: Collection[str] = ()) -> list[Played]:
        """Set the topics that are read; return what those that are new said last, as after a jump.

        Those of `beside` are read too, but no step ends at a message of theirs.
        """
        self._beside = frozenset(beside)
        wanted = self._beside.union(topics)
        told = self._said(wanted - self._wanted)
        # what could not be read is asked for again
        self._wanted = wanted
        return told

    def heard(self, topics: Collection[str], time_ns: int) -> list[tuple[SegmentChannel, int]]:
        """Return the channels of topics that had a message by a time, each with the time of the last."""
        return [(said.channel, said.message.time_ns) for _, said in self._said_last(time_ns, topics)]

    def play(self, now_s: float) -> list[Played]:
        """Let time go on; at the end from the beginning. Returns what was said last there."""
        told = self.seek(self._repeated()[0], now_s) if self.is_at_end and not self.is_playing else []
        self._at_s, self.is_playing = now_s, True
        return told

    def pause(self) -> None:
        """Let time stand."""
        self.is_playing = self.is_late = False

    def set_rate(self, rate: float) -> None:
        """Set how much faster than in reality time goes, within the bounds; as of the next step."""
        self.rate = min(max(rate, MIN_RATE), MAX_RATE)

    def set_loop(self, *, loop: bool, within_ns: tuple[int, int] | None = None) -> None:
        """Set whether the beginning follows the end: of the recording, or of the time between two."""
        self.loop = loop
        self.loop_ns = (min(within_ns), max(within_ns)) if loop and within_ns is not None else None

    def seek(self, time_ns: int, now_s: float) -> list[Played]:
        """Jump to a time; return what was said last there, and what must go before it."""
        self.position_ns = min(max(time_ns, self.start_ns), self.end_ns)
        self._at_s = now_s
        self.jumps += 1
        return self._said(self._wanted)

    def step(self, now_s: float, *, forward: bool) -> list[Played]:
        """Go to the next message of a wanted topic and return it, or back to the one before; time stands then."""
        self.pause()
        if forward:
            time_ns = self._files.next_time(self.position_ns, self._is_stepped_to)
            return self._advance_to(time_ns) if time_ns is not None else []
        shown_ns = self._last_time(self.position_ns)
        before_ns = self._last_time(shown_ns - 1) if shown_ns is not None else None
        return self.seek(before_ns, now_s) if before_ns is not None else []

    def close_files(self, is_gone: Callable[[Recording], bool]) -> None:
        """Close files, and leave them out from now on; time stays where it is."""
        for file in [file for file in self._order if is_gone(self._files.segments[file])]:
            del self._spans[file]
            self._order.remove(file)
            self._files.close_file(file)
        self.start_ns = min((start_ns for start_ns, _ in self._spans.values()), default=self.end_ns)

    def advance(self, now_s: float) -> list[Played]:
        """Go on to a time of the caller's clock, and return what came; by topic in the order of time."""
        passed_s, self._at_s = max(now_s - self._at_s, 0.0), now_s
        if not self.is_playing:
            return []
        first_ns, last_ns = self._repeated()
        if self.position_ns >= last_ns:
            if self.loop and last_ns > first_ns:
                return self.seek(first_ns, now_s)
            self.pause()
            return []
        aim_ns = self.position_ns + round(min(passed_s, MAX_STEP_S) * self.rate * 1e9)
        played = self._advance_to(min(aim_ns, last_ns))
        self.is_late = passed_s > MAX_STEP_S or self.position_ns < min(aim_ns, last_ns)
        if self.position_ns >= self.end_ns and not self.loop:
            self.pause()
        return played

    # inside

    def _repeated(self) -> tuple[int, int]:
        """Return the first and the last time that is played."""
        if self.loop_ns is None:
            return self.start_ns, self.end_ns
        first_ns, last_ns = self.loop_ns
        return min(max(first_ns, self.start_ns), self.end_ns), min(max(last_ns, self.start_ns), self.end_ns)

    def _is_wanted(self, channel: SegmentChannel) -> bool:
        return channel.topic in self._wanted

    def _is_stepped_to(self, channel: SegmentChannel) -> bool:
        return channel.topic in self._wanted and channel.topic not in self._beside

    def _advance_to(self, time_ns: int) -> list[Played]:
        played, behind_ns = self._between(self.position_ns + 1, time_ns + 1, self._is_wanted)
        self.position_ns = max(behind_ns - 1, self.position_ns)
        return played

    def _between(self, begin_ns: int, behind_ns: int, wanted: ChannelFilter) -> tuple[list[Played], int]:
        """Return what came from a time until before another, and until before which time that is all."""
        found, behind_ns = self._files.stretches(begin_ns, behind_ns, wanted, _MAX_STEP_BYTES)
        new = [left for stretch in found if len((left := self._without_repeats(stretch)).entries)]
        return self._in_order(new), behind_ns

    def _without_repeats(self, stretch: Stretch) -> Stretch:
        """Leave out what a file of the black box begins with, as far as it was told before.

        Each run counts its messages from one, so that a number alone does not tell a repeat.
        """
        begun_ns, channel = self._begun[stretch.file], self._channel_of(stretch)
        if int(stretch.entries[0, 0]) != begun_ns or CONNECTION not in channel.metadata:
            return stretch
        known = [(said.message.number, said.message.payload) for _, said in self._said_before(stretch.file, channel)]
        first = 0
        for time_ns, offset in stretch.entries.tolist():
            message = stretch.loaded.message(offset)
            if time_ns > begun_ns or (message.number, message.payload) not in known:
                break
            first += 1
        return stretch._replace(entries=stretch.entries[first:])

    def _said_before(self, file: int, channel: SegmentChannel) -> list[tuple[int, BoxMessage]]:
        """Return what a channel said last before a file was begun, by the file itself and by the one before it."""
        begun_ns = self._begun[file]
        asked = [(file, begun_ns - 1)] if self._spans[file][0] < begun_ns else []
        asked += [(older, begun_ns) for older in self._older(file, channel.topic)[:1]]
        return [
            (each, said)
            for each, time_ns in asked
            for said in self._files.said_last_in(each, time_ns, lambda other: other == channel)
        ]

    def _last_time(self, time_ns: int) -> int | None:
        """Return the time of the last message of all wanted topics at or before a time; None where there is none."""
        times = [said.message.time_ns for _, said in self._said_last(time_ns, self._wanted - self._beside)]
        return max(times, default=None)

    def _said_last(self, time_ns: int, topics: Collection[str]) -> Iterator[tuple[int, BoxMessage]]:
        """Yield the last messages of topics, by channel, each with the number of its file, from the newest file on.

        Files that have ended before what a newer one says of a topic are not asked for it.
        """
        if time_ns < self.start_ns:
            return
        said_ns: dict[str, int] = {}
        left, left_ns = topics, self.end_ns
        for file in self._order:
            start_ns, end_ns = self._spans[file]
            if start_ns > time_ns:
                continue
            # who is not asked for of a file is not of those that end before it either
            asked = left if end_ns <= left_ns else topics
            left, left_ns = {topic for topic in asked if said_ns.get(topic, -1) <= end_ns}, end_ns
            here = left & self._files.topics_of(file) if left else left
            if not here:
                continue
            wanted = functools.partial(_is_one_of, here)
            for said in self._files.said_last_in(file, time_ns, wanted):
                topic = said.channel.topic
                said_ns[topic] = max(said_ns.get(topic, -1), said.message.time_ns)
                yield file, said

    def _said(self, topics: Collection[str]) -> list[Played]:
        """Return what topics said last at the position, and what must go before it."""
        if not topics or self.end_ns < self.start_ns:
            return []
        if self.position_ns == self.start_ns:
            # playing goes on behind the first time: all of it is told
            return self._between(self.start_ns, self.start_ns + 1, lambda channel: channel.topic in topics)[0]
        last: dict[str, tuple[int, int, BoxMessage]] = {}
        for file, said in self._said_last(self.position_ns, topics):
            known = last.get(said.channel.topic)
            if known is None or (said.message.time_ns, file) > known[:2]:
                last[said.channel.topic] = (said.message.time_ns, file, said)
        played, behind_ns = [], self.position_ns + 1
        for _, file, said in last.values():
            lead = self._lead_of(said.channel)
            if lead is Lead.LAST:
                payload, size = said.message.payload, len(said.message.payload)
                batch = FrameBatch(payload if size > LONG_FRAME else bytes(payload), (0,), (size,), size)
                told_ns = self._told_first(file, said)
                played.append(Played(said.channel, batch, told_ns, told_ns))
            else:
                since_ns = self._lead_begins(lead, said.channel.topic, behind_ns)
                played += self._in_order(self._lead(lead, file, said.channel, since_ns, behind_ns))
        return sorted(played, key=_FIRST)

    def _lead_begins(self, lead: Lead, topic: str, behind_ns: int) -> int:
        """Return since when messages go before a time."""
        if lead is Lead.MOVING:
            return behind_ns - round(LEAD_S * 1e9)
        if lead is not Lead.CHANGES:
            return 0
        changed = self._said_last(behind_ns - 1, {topic.removesuffix(CHANGES_SUFFIX)})
        return max((self._told_first(file, said) for file, said in changed), default=0)

    def _lead(self, lead: Lead, file: int, channel: SegmentChannel, since_ns: int, behind_ns: int) -> list[Stretch]:
        """Return what goes before a time of a topic whose last message is in a file; it may begin in older ones."""
        count = {Lead.LINES: LEAD_LINES, Lead.STATIC: _MAX_STATIC}.get(lead, 1 << 30)
        nbytes = _MAX_LEAD_BYTES
        found: list[Stretch] = []
        # a file begins with all that stays
        older = [] if lead is Lead.STATIC else self._older(file, channel.topic)
        for each in (file, *older):
            if count <= 0 or nbytes <= 0 or self._spans[each][1] < since_ns:
                break
            inside: list[Stretch] = []
            for number, other in self._files.segments[each].channels.items():
                if other.topic == channel.topic:
                    inside += self._files.tail(each, number, since_ns, behind_ns, count, nbytes)
            if lead is Lead.LINES:
                inside = [left for stretch in inside if len((left := self._without_repeats(stretch)).entries)]
            count -= sum(len(stretch.entries) for stretch in inside)
            nbytes -= sum(stretch.loaded.nbytes for stretch in inside)
            found += inside
        return found

    def _older(self, file: int, topic: str) -> list[int]:
        """Return the files before one that have a topic, from the newest on."""
        behind = self._order[self._order.index(file) + 1 :]
        return [each for each in behind if topic in self._topics_of(each)]

    def _topics_of(self, file: int) -> frozenset[str]:
        known = self._topics.get(file)
        if known is None:
            channels = self._files.segments[file].channels.values()
            known = self._topics[file] = frozenset(channel.topic for channel in channels)
        return known

    def _told_first(self, file: int, said: BoxMessage) -> int:
        """Return when a message was told first: files of the black box begin with what was said last before them."""
        time_ns, message = said.message.time_ns, said.message
        if time_ns != self._begun[file] or CONNECTION not in said.channel.metadata:
            return time_ns
        key = (file, said.channel.topic, message.number)
        known = self._told_ns.get(key)
        if known is not None:
            return known
        at: int | None = file
        while at is not None and time_ns == self._begun[at]:
            same = [
                (each, one.message.time_ns)
                for each, one in self._said_before(at, said.channel)
                if (one.message.number, one.message.payload) == (message.number, message.payload)
            ]
            at, time_ns = same[0] if same else (None, time_ns)
        self._told_ns[key] = time_ns
        return time_ns

    def _in_order(self, found: Sequence[Stretch]) -> list[Played]:
        """Return the messages of each topic in the order of time, those of equal times in that of the files."""
        by_topic: dict[str, list[Stretch]] = {}
        for stretch in found:
            by_topic.setdefault(self._channel_of(stretch).topic, []).append(stretch)
        ordered: list[Stretch] = []
        for stretches in by_topic.values():
            stretches.sort(key=_place)
            follow = all(a.entries[-1, 0] < b.entries[0, 0] for a, b in itertools.pairwise(stretches))
            ordered += stretches if follow else _merged(stretches)
        return sorted(self._played(ordered), key=_FIRST)

    def _channel_of(self, stretch: Stretch) -> SegmentChannel:
        return self._files.segments[stretch.file].channels[stretch.channel]

    def _played(self, stretches: Sequence[Stretch]) -> Iterator[Played]:
        """Yield the messages of stretches in the order of their chunks; those of a chunk are looked up at once."""
        by_chunk: dict[tuple[int, int], list[Stretch]] = {}
        for stretch in stretches:
            by_chunk.setdefault((stretch.file, stretch.chunk), []).append(stretch)
        for chunk in sorted(by_chunk):
            inside = by_chunk[chunk]
            loaded = inside[0].loaded
            entries = np.concatenate([stretch.entries for stretch in inside])
            begins, ends = loaded.spans(entries[:, 1])
            times, starts, stops = entries[:, 0].tolist(), begins.tolist(), ends.tolist()
            first = 0
            for stretch in inside:
                behind = first + len(stretch.entries)
                nbytes = sum(stops[first:behind]) - sum(starts[first:behind])
                data = memoryview(loaded.data) if nbytes > LONG_FRAME * (behind - first) else loaded.data
                batch = FrameBatch(data, starts[first:behind], stops[first:behind], nbytes)
                yield Played(self._channel_of(stretch), batch, times[first], times[behind - 1])
                first = behind


def _is_one_of(topics: Container[str], channel: SegmentChannel) -> bool:
    return channel.topic in topics


def _place(stretch: Stretch) -> tuple[int, int, int]:
    return int(stretch.entries[0, 0]), stretch.file, stretch.chunk


def _merged(stretches: Sequence[Stretch]) -> list[Stretch]:
    """Cut stretches whose times overlap into such as follow each other."""
    stretches = sorted(stretches, key=lambda stretch: (stretch.file, stretch.chunk))
    entries = np.concatenate([stretch.entries for stretch in stretches])
    where = np.repeat(np.arange(len(stretches)), [len(stretch.entries) for stretch in stretches])
    chunks = np.array([(stretch.file, stretch.chunk) for stretch in stretches], np.uint64)[where]
    order = np.lexsort((entries[:, 1], chunks[:, 1], chunks[:, 0], entries[:, 0]))
    entries, where = entries[order], where[order]
    cuts = [0, *(np.flatnonzero(where[1:] != where[:-1]) + 1).tolist(), len(where)]
    return [stretches[where[first]]._replace(entries=entries[first:last]) for first, last in itertools.pairwise(cuts)]
