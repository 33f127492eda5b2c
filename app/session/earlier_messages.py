"""The messages of a topic that the black box has kept, read for histories without holding up anything else."""

from __future__ import annotations

import contextlib
import itertools
import operator
import os
import sys
import threading
import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from app.connections.file.schemas import has_schema, schema_of
from app.model.schema import Schema
from app.model.topics import Delivery, TopicKey
from app.record.box import BoxFiles, BoxMessage, ChunkCache
from app.record.channels import CONNECTION, NAMED, THINNED_OF
from app.record.extract import open_file
from app.record.mcap_fields import RecordingError
from app.record.mcap_format import INDEX_ENTRIES, INDEX_HEAD, SealedPart
from app.record.mcap_segment import KnownChannels, McapSegment
from app.record.recording import RecordedMessage, SegmentChannel
from app.record.segments import BoxFile
from protocols.errors import ProtocolError
from protocols.frames import FrameBatch
from protocols.schema import Payload

# of a topic, the newest; of a chunk that has few of them all is decompressed
MAX_MESSAGES: Final = 400_000
MAX_BYTES: Final = 1 << 30
# others have the interpreter again and again
PART_S: Final = 0.003
REST_S: Final = 0.005
_CACHE_BYTES: Final = 4 << 20
# files follow each other that closely, unless a clock was set back
_CLOCK_STEP_NS: Final = 100_000_000
_NICE: Final = 10


class Filling(Protocol):
    """A history that is filled in. Any thread may ask whether it is wanted."""

    @property
    def until_ns(self) -> int:
        """The time until before which messages are read for it."""

    @property
    def history_s(self) -> float:
        """How long it is kept."""

    @property
    def is_wanted(self) -> bool:
        """Whether it is still kept."""

    @property
    def earlier(self) -> Any:
        """The feed that gets the messages."""


@dataclass(frozen=True, slots=True)
class _Contents:
    """The topics of an ended file, with its first and last time."""

    keys: frozenset[TopicKey]
    start_ns: int
    end_ns: int


class _Chosen(NamedTuple):
    """A file that is read, with the time of which it is, and who wrote it: the number of its list, and its run."""

    writer: tuple[int, Path]
    path: Path
    sealed: SealedPart | None
    since_ns: int
    behind_ns: int


class _SaidLast:
    """The last messages of a topic, to recognise what a file of the black box begins with: what was said before."""

    def __init__(self) -> None:
        # each run counts the messages of a topic from one
        self._numbers: dict[Path, int] = {}
        self._newest: tuple[int, Payload] | None = None

    def pass_over(self, file: McapSegment, passed: Iterable[BoxMessage]) -> None:
        """Note messages of a file that are not read, since another has told them."""
        for one in passed:
            run, number = file.path.parent, one.message.number
            self._numbers[run] = max(number, self._numbers.get(run, -1))

    def is_repeat(self, file: McapSegment, message: RecordedMessage) -> bool:
        """Whether a message of a file repeats what was read before; one that does not is noted."""
        run, said = file.path.parent, (message.number, message.payload)
        # what had waited when the file was begun is older, and stands behind that
        if message.time_ns == file.chunks[0].start_ns and (
            said == self._newest or message.number <= self._numbers.get(run, -1)
        ):
            return True
        self._numbers[run], self._newest = message.number, said
        return False


class EarlierMessages:
    """Reads the messages of topics. For one thread, but for `is_closed`.

    Args:
        files: gives the files of the black box of a time, as they were written, those of each writer together.

    Attributes:
        is_closed: whether nothing more is wanted.
    """

    def __init__(self, files: Callable[[int, int], Sequence[Sequence[BoxFile]]]) -> None:
        self.is_closed = False
        self._files = files
        self._contents: dict[Path, _Contents] = {}
        self._channels: KnownChannels = {}
        # by the channel, the schema of now and that of its messages
        self._known: dict[int, tuple[Schema | None, Schema | None]] = {}
        self._is_patient = False
        self._began_s = 0.0

    def fill(self, key: TopicKey, fillings: Sequence[Filling], schema: Schema | None) -> None:
        """Give each history the messages of a topic that came before its time; `schema` is that of now, if known.

        What is damaged, and what the disk refuses, is left out.
        """
        self._be_patient()
        self._began_s = time.perf_counter()
        until_ns = max(each.until_ns for each in fillings)
        from_ns = until_ns - round(max(each.history_s for each in fillings) * 1e9)
        for delivery in self._messages(key, max(from_ns, 0), until_ns, schema):
            for each in fillings:
                if delivery.received_ns < each.until_ns:
                    each.earlier(delivery)
            if self._rests():
                for each in fillings:
                    each.earlier.drain()
                if self.is_closed or not any(each.is_wanted for each in fillings):
                    return
        for each in fillings:
            each.earlier.drain()

    def _messages(self, key: TopicKey, from_ns: int, until_ns: int, schema: Schema | None) -> Iterator[Delivery]:
        """Yield the messages of a topic from a time until before another, oldest first."""
        said = _SaidLast()
        # by who wrote them, until when messages were told
        told_ns: dict[tuple[int, Path], int] = {}
        for one in self._chosen(key, from_ns, until_ns):
            others_ns = max((last_ns for writer, last_ns in told_ns.items() if writer != one.writer), default=-1)
            with (
                contextlib.suppress(OSError, RecordingError),
                contextlib.closing(open_file(one.path, one.sealed, self._channels)) as file,
            ):
                file.only = _numbers_of(file, key)
                box = BoxFiles([file], ChunkCache(_CACHE_BYTES), _leave_out)
                since_ns = max(one.since_ns, others_ns + 1)
                if since_ns > one.since_ns:
                    # the next file of the same writer may begin with that
                    said.pass_over(file, box.said_last_in(0, since_ns - 1, lambda channel: _key_of(channel) == key))
                for found in box.messages(since_ns, one.behind_ns, lambda channel: _key_of(channel) == key):
                    if said.is_repeat(file, found.message):
                        continue
                    time_ns, payload = found.message.time_ns, found.message.payload
                    told_ns[one.writer] = max(told_ns.get(one.writer, -1), time_ns)
                    read_by = self._schema_of(found.channel, payload, schema)
                    if read_by is not None:
                        batch = FrameBatch(payload, (0,), (len(payload),), len(payload))
                        yield Delivery(batch, read_by, 0.0, time_ns)

    def _chosen(self, key: TopicKey, from_ns: int, until_ns: int) -> list[_Chosen]:
        """Return the files that have messages of a topic, oldest first; each with the time of which it is read.

        The newest come first where there are too many messages.
        """
        found: list[tuple[int, _Chosen]] = []
        known = self._contents
        self._contents = {}
        for number, written in enumerate(self._files(from_ns, until_ns)):
            begins_ns, ends_ns = sys.maxsize, 0
            for run, inside in reversed(_runs_of(written)):
                told = [(path, sealed, self._look_into(known, path, sealed)) for path, sealed in inside]
                spans = [(path, sealed, contents) for path, sealed, contents in told if contents and contents.end_ns]
                # of windows that have run beside each other none tells what came to the other
                is_beside = min((contents.start_ns for *_, contents in spans), default=0) <= ends_ns
                behind_ns = sys.maxsize if is_beside else begins_ns
                for path, sealed, contents in reversed(spans):
                    # since a clock was set back, later files tell the rest
                    is_overtaken = contents.end_ns > behind_ns + _CLOCK_STEP_NS
                    if key in contents.keys:
                        read_ns = min(behind_ns, until_ns) if is_overtaken else until_ns
                        found.append((contents.start_ns, _Chosen((number, run), path, sealed, from_ns, read_ns)))
                    behind_ns = min(behind_ns, contents.start_ns)
                    ends_ns = max(ends_ns, contents.end_ns)
                begins_ns = min(begins_ns, behind_ns)
        chosen: list[_Chosen] = []
        left, room = MAX_MESSAGES, MAX_BYTES
        found.sort(key=operator.itemgetter(0), reverse=True)
        for _, one in found:
            # it is closed again until its turn comes: what holds many files open keeps their room on the disk
            with (
                contextlib.suppress(OSError, RecordingError),
                contextlib.closing(open_file(one.path, one.sealed, self._channels)) as file,
            ):
                since_ns, left, room = self._bounded(file, _numbers_of(file, key), from_ns, left, room)
                chosen.append(one._replace(since_ns=since_ns))
            if left <= 0 or room <= 0:
                break
        return chosen[::-1]

    def _look_into(self, known: Mapping[Path, _Contents], path: Path, sealed: SealedPart | None) -> _Contents | None:
        """Return what a file has; that of an ended one is remembered."""
        self._rests()
        contents = known.get(path) or _contents_of(path, sealed, self._channels)
        if contents is not None and sealed is None:
            self._contents[path] = contents
        return contents

    def _bounded(
        self, file: McapSegment, numbers: Container[int], from_ns: int, left: int, room: int
    ) -> tuple[int, int, int]:
        """Return since when a file is read so that it is not too much, and what may still be read then."""
        for chunk in sorted(file.chunks, key=lambda chunk: chunk.start_ns, reverse=True):
            self._rests()
            if chunk.end_ns < from_ns:
                continue
            told = file.channels_of(chunk)
            places = [place for channel, place in told.tolist() if channel in numbers]
            if len(told) and not places:
                continue
            if left <= 0 or room <= 0:
                return chunk.end_ns + 1, left, room
            room -= chunk.length
            for place in places:
                head = file.read(place, INDEX_HEAD.size)
                if len(head) == INDEX_HEAD.size:
                    left -= INDEX_HEAD.unpack(head)[3] // INDEX_ENTRIES.itemsize
        return from_ns, left, room

    def _schema_of(self, channel: SegmentChannel, payload: Payload, schema: Schema | None) -> Schema | None:
        """Return the schema of a channel; None for one of another type than now, or which can't be read."""
        known = self._known.get(id(channel))
        if known is None or known[0] is not schema:
            known = self._known[id(channel)] = schema, _schema_of(channel, payload, schema)
        return known[1]

    def _rests(self) -> bool:
        """Rest if something was done for long enough; whether it was."""
        if time.perf_counter() - self._began_s < PART_S:
            return False
        time.sleep(REST_S)
        self._began_s = time.perf_counter()
        return True

    def _be_patient(self) -> None:
        """Let all other threads come first, where the system can do that."""
        if not self._is_patient and sys.platform == "linux":
            # elsewhere it would be the priority of the whole process
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
        self._is_patient = True


def _runs_of(written: Sequence[BoxFile]) -> list[tuple[Path, list[BoxFile]]]:
    return [(run, list(inside)) for run, inside in itertools.groupby(written, lambda file: file[0].parent)]


def _schema_of(channel: SegmentChannel, payload: Payload, schema: Schema | None) -> Schema | None:
    if schema is not None:
        if has_schema(channel, schema):
            return schema
        # it may have another name in files than in views
        if channel.type_name and channel.type_name != schema.recorded().name:
            return None
    with contextlib.suppress(ProtocolError):
        return schema_of(channel, [payload])
    return None


def _contents_of(path: Path, sealed: SealedPart | None, channels: KnownChannels) -> _Contents | None:
    """Return what a file has; None where it is gone or damaged."""
    with contextlib.suppress(OSError, RecordingError), contextlib.closing(open_file(path, sealed, channels)) as file:
        keys = frozenset(key for key in map(_key_of, file.channels.values()) if key is not None)
        return _Contents(keys, file.start_ns, file.end_ns)
    return None


def _key_of(channel: SegmentChannel) -> TopicKey | None:
    """Return the topic of a channel; None for one of our own, and of thinned pictures."""
    connection = channel.metadata.get(CONNECTION, "")
    if not connection or THINNED_OF in channel.metadata:
        return None
    return TopicKey(connection, channel.metadata.get(NAMED) or channel.topic)


def _numbers_of(file: McapSegment, key: TopicKey) -> set[int]:
    return {number for number, channel in file.channels.items() if _key_of(channel) == key}


def _leave_out(_: RecordingError) -> None:
    """Leave out what is damaged: who looks back is told of it."""
