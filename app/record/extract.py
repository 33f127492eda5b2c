"""An extract of recordings: a file of a stretch of time that stands alone, made of whole chunks as they are.

In front of these stands what each topic said last before. Chunks of the first run keep their numbers of channels, and
so do those of all runs that have the same; others, and those in which something is hidden, are written anew.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

from app.record.box import BoxFiles
from app.record.channels import CONNECTION, OWN, THINNED_OF
from app.record.claims import overlapping
from app.record.hiding import MAX_ADDRESSES, addresses_in
from app.record.mcap_fields import RecordingError
from app.record.mcap_format import (
    CHANNEL,
    MESSAGE_HEAD,
    MESSAGE_HEADS,
    PART,
    RECORD,
    SCHEMA,
    McapChunk,
    SealedPart,
    record,
)
from app.record.mcap_segment import KnownChannels, McapSegment
from app.record.mcap_writer import McapWriter
from app.record.recording import RecordedMessage, SegmentChannel
from app.record.repair import chunk_counts, read_packing
from app.record.segments import BoxFile
from app.record.tap import LONG_BYTES
from app.wording.record import RecordingWording

FACTS_NAME: Final = "teledeck.extract"
# longer messages are left out of what a file begins with, and what is beyond all of it
_MAX_BEGINNING_BYTES: Final = 64 << 20
_MAX_PARTS: Final = 64
# of these, the last messages that are looked at
_MOST_OF_PARTS: Final = 1000
# messages that are added stand in chunks of about so many bytes
_CHUNK_BYTES: Final = 1 << 20
# what was left by a process that was killed: a file that nobody has written to for so long
_REST_S: Final = 60.0
_COPY: Final = ".copy"
_BEGINNING_NS: Final = 1_000_000_000
# transforms are parts of a whole, each of another node
_OF_PARTS: Final = "tf_static"
# what a disk says that has a file no more, or can't read it; there is no ESTALE on Windows
_UNREADABLE: Final = frozenset(
    {
        errno.ENOENT,
        errno.EIO,
        errno.EACCES,
        errno.EPERM,
        errno.ENOTCONN,
        errno.ENODEV,
        getattr(errno, "ESTALE", errno.EIO),
    }
)
_MAX_CHANNELS: Final = 0xFFFF
# our own channels that name what we were connected to, and the chunks in which a file says it first
_OF_CONNECTIONS: Final = frozenset({f"{OWN}connections", f"{OWN}alerts"})
_BEGINNING_CHUNKS: Final = 3

# replaces what must not be in a file; what it returns has the same length, and is the same object if nothing was found
Hide = Callable[[bytes], bytes]
# told the share that is done; returns whether to go on
GoOn = Callable[[float], bool]
_Found = TypeVar("_Found")
# a channel, the time, the number and the payload of a message
_Message = tuple[int, int, int, bytes]


class Added(NamedTuple):
    """A channel of JSON that is added to an extract: its topic, and the times and payloads of its messages."""

    topic: str
    messages: Sequence[tuple[int, bytes]]


class Extracted(NamedTuple):
    """The result of making an extract.

    Attributes:
        first_ns, last_ns: the first and the last time in it.
        nbytes: its size.
        left_out: the number of chunks and files that could not be read.
    """

    path: Path
    first_ns: int
    last_ns: int
    nbytes: int
    messages: int
    left_out: int


class _Part(NamedTuple):
    """The chunks of a file that belong to the time that is wanted."""

    segment: McapSegment
    chunks: list[McapChunk]


class Extractor:
    """One extract. It is used once, in a thread of its own.

    Args:
        from_ns, until_ns: the time that is wanted.
        hide: replaces what must not be in the file.
        progress: told the share that is done, and asked whether to go on.

    Attributes:
        reserve_bytes: the room that is to stay free on the disk.
        left_out: how much could not be read: the number of chunks, and of files that their opener could not open.
        hide_in_words: replaces it in what our own channels say.
    """

    def __init__(self, from_ns: int, until_ns: int, hide: Hide | None = None, progress: GoOn = lambda _: True) -> None:
        # a clock that nobody has set begins in 1970
        self._from_ns = max(0, from_ns)
        self._until_ns = until_ns
        self._hide = hide
        self._progress = progress
        self.reserve_bytes = 0
        self.hide_in_words = hide
        self.left_out = 0
        # what a disk has said of the last chunk that it can't read
        self._refusal: OSError | None = None
        # channels of images of which there are thinned pictures, by their connection and topic
        self._thinned: set[tuple[str, str]] = set()
        # what is in the file, by the records without their numbers
        self._schemas: dict[bytes, int] = {}
        self._channels: dict[bytes, int] = {}

    def make(
        self,
        files: Sequence[Sequence[McapSegment]],
        path: Path,
        added: Sequence[Added] = (),
        facts: Mapping[str, str] | None = None,
    ) -> Extracted | None:
        """Make the file; None where there is nothing to put in, or `progress` has ended it. Nothing half stays.

        Args:
            files: files that belong together, in the order in which they were written; each list is of one writer.
            path: of the new file; an existing one is replaced.
            added: channels to be added, unless there is nothing else.
            facts: about the file.

        Raises:
            OSError: the disk refuses to take it, or to read any of it.
        """
        channels = [channel for each in files for segment in each for channel in segment.channels.values()]
        self._thinned = {_source(channel) for channel in channels if THINNED_OF in channel.metadata}
        stretches = [stretch for each in files for stretch in self._stretches(each)]
        total = sum(chunk.length for stretch in stretches for chunk in stretch.chunks)
        if not total:
            return None
        if self.reserve_bytes and shutil.disk_usage(path.parent).free - total < self.reserve_bytes:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        copy = path.with_name(f".{path.name[:80]}-{os.urandom(4).hex()}{_COPY}")
        writer = McapWriter(copy, profile="")
        try:
            self._write_beginning(writer, files)
            is_whole = self._write_chunks(writer, stretches, total)
            if is_whole and not writer.messages and self._refusal is not None:
                raise self._refusal
            if is_whole and writer.messages:
                self._write_added(writer, added)
                told = {"from_ns": str(self._from_ns), "until_ns": str(self._until_ns), **(facts or {})}
                writer.write_metadata(FACTS_NAME, told)
                writer.finish().replace(path)
                return Extracted(path, writer.first_ns, writer.last_ns, writer.nbytes, writer.messages, self.left_out)
        finally:
            writer.give_up()
            for rest in (copy, copy.with_name(copy.name + PART)):
                with contextlib.suppress(OSError):
                    rest.unlink(missing_ok=True)
        return None

    # what belongs to it

    def _stretches(self, segments: Sequence[McapSegment]) -> list[_Part]:
        """Return what each file has of the time."""
        chosen = overlapping([_Spanned(segment) for segment in segments], self._from_ns, self._until_ns)
        found = []
        for place, spanned in enumerate(chosen):
            chunks = spanned.segment.chunks
            if place in {0, len(chosen) - 1}:
                chunks = [chunk for chunk in chunks if self._has_time(chunk)]
            # what was written between belongs to it, whatever a clock that was set has said
            found.append(_Part(spanned.segment, list(chunks)))
        return found

    def _has_time(self, chunk: McapChunk) -> bool:
        return chunk.start_ns <= self._until_ns and chunk.end_ns >= self._from_ns

    def _said_before(self, segments: Sequence[McapSegment]) -> list[_Message]:
        """Return what each topic said last before the time, as messages of its beginning."""
        chosen = overlapping([_Spanned(segment) for segment in segments], self._from_ns, self._until_ns)
        if not chosen or chosen[0].first_ns >= self._from_ns:
            # it begins with that itself
            return []
        segment = chosen[0].segment
        box = BoxFiles([segment], on_damage=lambda _: None)
        numbers = self._numbers_of(segment)
        parts = {number for number, channel in segment.channels.items() if channel.topic.endswith(_OF_PARTS)}
        found: list[RecordedMessage] = []
        try:
            found += [one.message for one in box.said_last_in(0, self._from_ns - 1) if one.message.channel not in parts]
            found += _said_in_parts(box, parts, self._from_ns)
        except OSError:
            # what a disk can't read any more keeps nothing else from being there
            self.left_out += 1
        return [
            (numbers[one.channel], self._from_ns, one.number, self._payload(segment, one.channel, bytes(one.payload)))
            for one in found
            if one.channel in numbers
        ]

    # numbers

    def _numbers_of(self, segment: McapSegment) -> dict[int, int]:
        """Return the number in the new file of each channel of a file that belongs to it."""
        images = self._images_of(segment)
        schemas: dict[int, int] = {0: 0}
        for number, told in segment.schema_records.items():
            schemas[number] = _number(self._schemas, told[RECORD.size + 2 :], number)
        found = {}
        for number, told in segment.channel_records.items():
            if number in images:
                continue
            body = told[RECORD.size :]
            schema = schemas[int.from_bytes(body[2:4], "little")]
            chosen = _number(self._channels, schema.to_bytes(2, "little") + body[4:], number)
            if chosen <= _MAX_CHANNELS:
                found[number] = chosen
        return found

    def _images_of(self, segment: McapSegment) -> set[int]:
        """Return the channels of images of which there are thinned pictures: a recording may be full of them."""
        return {
            number
            for number, channel in segment.channels.items()
            if THINNED_OF not in channel.metadata and _source(channel) in self._thinned
        }

    def _announce(self, writer: McapWriter, segments: Sequence[McapSegment]) -> None:
        """Add the channels of all files, so that each has its number before the first chunk."""
        for segment in segments:
            self._numbers_of(segment)
        for body, number in self._schemas.items():
            writer.add_record(SCHEMA, number, record(SCHEMA, number.to_bytes(2, "little") + body))
        for body, number in self._channels.items():
            if number <= _MAX_CHANNELS:
                told = record(CHANNEL, number.to_bytes(2, "little") + self._hidden(body))
                writer.add_record(CHANNEL, number, told)

    # what is written

    def _write_beginning(self, writer: McapWriter, files: Sequence[Sequence[McapSegment]]) -> None:
        self._announce(writer, [segment for each in files for segment in each])
        said = [message for each in files for message in self._said_before(each)]
        room = _MAX_BEGINNING_BYTES
        short = []
        for message in sorted(said, key=lambda one: len(one[3])):
            room -= len(message[3])
            if room < 0:
                break
            if len(message[3]) > LONG_BYTES:
                writer.write_large(*message)
            else:
                short.append(message)
        _write_messages(writer, short)

    def _write_chunks(self, writer: McapWriter, stretches: Sequence[_Part], total: int) -> bool:
        """Write all chunks; false where `progress` has ended that."""
        done = 0
        for segment, chunks in stretches:
            numbers = self._numbers_of(segment)
            for chunk in chunks:
                if not self._progress(done / total):
                    return False
                try:
                    self._write_chunk(writer, segment, chunk, numbers)
                except RecordingError as error:
                    self.left_out += 1
                    self._refusal = error.__cause__ if isinstance(error.__cause__, OSError) else self._refusal
                done += chunk.length
        return self._progress(1.0)

    def _write_chunk(
        self, writer: McapWriter, segment: McapSegment, chunk: McapChunk, numbers: Mapping[int, int]
    ) -> None:
        told = segment.channels_of(chunk)["channel"].tolist()
        images = self._images_of(segment)
        if told and images.issuperset(told):
            return
        data = _read(segment, chunk, McapSegment.records_of) if self._hide is not None else None
        hidden = self._hidden_records(segment, chunk, data, told) if data is not None else None
        if hidden is data and all(numbers.get(channel) == channel for channel in told):
            packing = _read(segment, chunk, read_packing)
            writer.copy_chunk(segment, chunk, packing, chunk_counts(segment, chunk))
            return
        hidden = hidden if hidden is not None else _read(segment, chunk, McapSegment.records_of)
        entries = segment.walk_messages(hidden, chunk.offset)
        if not images.isdisjoint(entries):
            kept = {channel: found for channel, found in entries.items() if channel not in images}
            _write_messages(writer, _messages(hidden, kept, numbers))
            return
        if not entries.keys() <= numbers.keys():
            raise segment.error(chunk.offset, "Message.channel_id", RecordingWording.OUT_OF_FILE())
        if entries:
            _write_records(writer, hidden, entries, numbers)

    def _hidden(self, data: bytes) -> bytes:
        return self._hide(data) if self._hide is not None else data

    def _payload(self, segment: McapSegment, channel: int, payload: bytes) -> bytes:
        return self._hidden_words(payload) if _is_own(segment.channels[channel]) else self._hidden(payload)

    def _hidden_words(self, data: bytes) -> bytes:
        return self.hide_in_words(data) if self.hide_in_words is not None else data

    def _hidden_records(self, segment: McapSegment, chunk: McapChunk, data: bytes, told: Sequence[int]) -> bytes:
        """Return the records of a chunk with these channels without what must not be in the file."""
        hidden = self._hidden(data)
        own = [number for number in told if number in segment.channels and _is_own(segment.channels[number])]
        if not own or self.hide_in_words is None:
            return hidden
        entries = _entries(segment, chunk, hidden)
        changed: bytearray | None = None
        for place in (place for number in own if number in entries for place in entries[number][:, 1].tolist()):
            _, length = RECORD.unpack_from(hidden, place)
            begin, end = place + MESSAGE_HEAD.size, place + RECORD.size + length
            said = hidden[begin:end]
            words = self._hidden_words(said)
            if words is not said:
                changed = bytearray(hidden) if changed is None else changed
                changed[begin:end] = words
        return bytes(changed) if changed is not None else hidden

    def _write_added(self, writer: McapWriter, added: Sequence[Added]) -> None:
        number = max(self._channels.values(), default=0)
        schema = max(self._schemas.values(), default=0)
        for topic, messages in added:
            number += 1
            schema += 1
            if number > _MAX_CHANNELS or not messages:
                continue
            writer.add_schema(schema, topic, "jsonschema", b'{"type":"object"}')
            writer.add_channel(number, schema, topic, "json", {"type": topic})
            _write_messages(
                writer,
                [
                    (number, then_ns, count, self._hidden_words(payload))
                    for count, (then_ns, payload) in enumerate(messages, 1)
                ],
            )


def recorded_addresses(files: Sequence[Sequence[McapSegment]], from_ns: int, until_ns: int) -> set[str]:
    """Return the addresses of robots that files tell of, and those in what was said of connections in a time."""
    found: set[str] = set()
    for segment in (segment for each in files for segment in each):
        found.update(channel.metadata.get(CONNECTION, "") for channel in segment.channels.values())
        telling = {number for number, channel in segment.channels.items() if channel.topic in _OF_CONNECTIONS}
        for number, chunk in enumerate(segment.chunks):
            # a file begins with all that is known
            is_in_time = number < _BEGINNING_CHUNKS or (chunk.start_ns <= until_ns and chunk.end_ns >= from_ns)
            if not is_in_time or len(found) >= MAX_ADDRESSES:
                continue
            told = segment.channels_of(chunk)["channel"].tolist()
            if not told or not telling.isdisjoint(told):
                with contextlib.suppress(RecordingError, OSError):
                    loaded = segment.load(number)
                    for channel in telling & loaded.entries.keys():
                        for place in loaded.entries[channel][:, 1].tolist():
                            found.update(addresses_in(loaded.message(place).payload))
    return found


@contextlib.contextmanager
def open_files(
    files: Sequence[Sequence[BoxFile]], leave_out: Callable[[Path], object] = lambda _: None
) -> Iterator[list[list[McapSegment]]]:
    """Open files of a black box to be read; of what is gone or damaged `leave_out` is told. Raises OSError."""
    with contextlib.ExitStack() as stack:
        opened = []
        for each in files:
            segments = []
            for path, sealed in each:
                try:
                    segments.append(stack.enter_context(contextlib.closing(open_file(path, sealed))))
                except RecordingError:
                    leave_out(path)
                except OSError as error:
                    # one of several disks that is gone costs what was on it alone
                    if error.errno not in _UNREADABLE:
                        raise
                    leave_out(path)
            opened.append(segments)
        yield opened


def open_file(path: Path, sealed: SealedPart | None, known: KnownChannels | None = None) -> McapSegment:
    """Open a file of a black box, of one that is still written what is whole. Raises OSError, RecordingError.

    `known` are the channels of those that are open.
    """
    if sealed is not None:
        with contextlib.suppress(FileNotFoundError):
            return McapSegment(path.with_name(path.name + PART), sealed, known)
    # it may have been ended meanwhile
    return McapSegment(path, None, known)


def remove_rests(folder: Path) -> None:
    """Remove what extracts have left in a folder that were killed while they were made. Never raises."""
    with contextlib.suppress(OSError):
        for rest in (*folder.glob(f".*{_COPY}"), *folder.glob(f".*{_COPY}.part")):
            with contextlib.suppress(OSError):
                if time.time() - rest.stat().st_mtime > _REST_S:
                    rest.unlink()


def _said_in_parts(box: BoxFiles, channels: Collection[int], until_ns: int) -> list[RecordedMessage]:
    """Return what was said before a time on channels of which several messages belong together.

    They are those with which the only file begins, and the last ones, whatever a long recording has between them.
    """
    if not channels:
        return []
    # what came just before a file was begun is written behind what it begins with
    begin_ns = min(box.segments[0].start_ns + _BEGINNING_NS, until_ns)
    found = [one.message for one in box.messages(0, begin_ns, lambda channel: channel.topic.endswith(_OF_PARTS))]
    for channel in channels:
        for stretch in box.tail(0, channel, begin_ns, until_ns, _MOST_OF_PARTS, _MAX_BEGINNING_BYTES):
            found += [stretch.loaded.message(place) for place in stretch.entries[:, 1].tolist()]
    # the last of those that say the same
    said = {bytes(message.payload): message for message in found}
    return list(said.values())[-_MAX_PARTS:]


def _read(segment: McapSegment, chunk: McapChunk, read: Callable[[McapSegment, McapChunk], _Found]) -> _Found:
    """Read something of a chunk; what a disk can't read any more is damage of this chunk alone."""
    try:
        return read(segment, chunk)
    except OSError as error:
        raise segment.error(chunk.offset, "Chunk", error.strerror or str(error)) from error


def _entries(segment: McapSegment, chunk: McapChunk, data: bytes) -> dict[int, Any]:
    """Return where messages are in the records of a chunk, by its indexes: walking it would hold up other threads."""
    if chunk.index_length:
        with contextlib.suppress(RecordingError, OSError):
            return segment.read_index(chunk, data)
    return segment.walk_messages(data, chunk.offset)


def _is_own(channel: SegmentChannel) -> bool:
    return channel.topic.startswith(OWN)


class _Spanned(NamedTuple):
    segment: McapSegment

    @property
    def first_ns(self) -> int:
        return self.segment.start_ns

    @property
    def last_ns(self) -> int:
        return self.segment.end_ns


def _number(known: dict[bytes, int], body: bytes, wanted: int) -> int:
    """Return the number of a record: the one that it has already, or the one that it wants, unless that is taken."""
    number = known.get(body)
    if number is None:
        taken = known.values()
        number = known[body] = wanted if wanted not in taken else max(taken) + 1
    return number


def _write_messages(writer: McapWriter, messages: Sequence[_Message]) -> None:
    """Write messages that are not long in chunks."""
    waiting: list[_Message] = []
    nbytes = 0
    for message in messages:
        waiting.append(message)
        nbytes += len(message[3])
        if nbytes >= _CHUNK_BYTES:
            writer.write_chunk(*map(list, zip(*waiting, strict=True)))
            waiting, nbytes = [], 0
    if waiting:
        writer.write_chunk(*map(list, zip(*waiting, strict=True)))


def _messages(data: bytes, entries: Mapping[int, Any], numbers: Mapping[int, int]) -> list[_Message]:
    """Return messages of the records of a chunk, in their order there."""
    found = []
    for at, channel in sorted((int(at), channel) for channel, each in entries.items() for _, at in each.tolist()):
        head = np.frombuffer(data, MESSAGE_HEADS, 1, at)[0]
        begin, end = at + MESSAGE_HEADS.itemsize, at + RECORD.size + int(head["length"])
        found.append((numbers[channel], int(head["log"]), int(head["sequence"]), data[begin:end]))
    return found


def _source(channel: SegmentChannel) -> tuple[str, str]:
    return channel.metadata.get(CONNECTION, ""), channel.topic


def _write_records(writer: McapWriter, data: bytes, entries: Mapping[int, Any], numbers: Mapping[int, int]) -> None:
    """Write the records of a chunk with other numbers of channels."""
    channels = np.repeat(
        np.array([numbers[channel] for channel in entries], np.uint16), [len(found) for found in entries.values()]
    )
    times, places = np.concatenate(list(entries.values())).T
    order = np.argsort(places)
    channels, times, places = channels[order], times[order], places[order].astype(np.int64)
    changed = bytearray(data)
    room = np.ndarray((len(changed) - MESSAGE_HEADS.itemsize + 1,), "V31", changed, 0, (1,))
    heads = room[places].view(MESSAGE_HEADS)
    heads["channel"] = channels
    room[places] = heads.view("V31")
    writer.write_records(changed, channels, times, places)
