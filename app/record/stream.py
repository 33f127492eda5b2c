"""The stream of messages into one file after another: what waits to be sealed, and what each file must know of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.model.schema import Payload
from app.record.channels import ChannelList
from app.record.segments import Segment
from app.record.tap import EACH_BYTES, LONG_BYTES, HandedOver

if TYPE_CHECKING:
    # it needs numpy, which is slow to load
    from app.record.mcap_format import SealedPart
    from app.record.mcap_writer import McapWriter

# what was not sealed is lost where the process is killed
SEAL_S: Final = 1.0
SEAL_BYTES: Final = 1 << 20
# of one chunk: making it holds the interpreter, and the beat of the window must not wait for that; and two of them may
# have to be read to tell what all topics said last
_CHUNK_MESSAGES: Final = 6_000

# opens a file
OpenWriter = Callable[[Path], "McapWriter"]


def select(lists: HandedOver, wants: Callable[[int], bool]) -> HandedOver:
    """Return the messages of those channels that are wanted, by their numbers."""
    places = [place for place, channel in enumerate(lists.channels) if wants(channel)]
    if len(places) == len(lists.channels):
        return lists
    payloads = [lists.payloads[place] for place in places]
    return HandedOver(
        [lists.channels[place] for place in places],
        [lists.times_ns[place] for place in places],
        [lists.numbers[place] for place in places],
        payloads,
        sum(map(len, payloads)) + EACH_BYTES * len(payloads),
        lists.has_long,
    )


class _Pending:
    """Messages that are not sealed yet."""

    def __init__(self) -> None:
        self.channels: list[int] = []
        self.times_ns: list[int] = []
        self.numbers: list[int] = []
        self.payloads: list[Payload] = []
        self.nbytes = 0

    def add(self, channel: int, time_ns: int, number: int, payload: Payload) -> None:
        self.channels.append(channel)
        self.times_ns.append(time_ns)
        self.numbers.append(number)
        self.payloads.append(payload)
        self.nbytes += len(payload)

    def extend(self, lists: HandedOver) -> None:
        self.channels += lists.channels
        self.times_ns += lists.times_ns
        self.numbers += lists.numbers
        self.payloads += lists.payloads
        self.nbytes += lists.nbytes - EACH_BYTES * len(lists.channels)

    def first_chunk(self, limit: int) -> int:
        """Return how many of the first messages go into one chunk of about so many bytes at most."""
        if self.nbytes <= limit and len(self.payloads) <= _CHUNK_MESSAGES:
            return len(self.payloads)
        nbytes = 0
        for count, payload in enumerate(self.payloads[:_CHUNK_MESSAGES], 1):
            nbytes += len(payload)
            if nbytes >= limit:
                return count
        return min(len(self.payloads), _CHUNK_MESSAGES)

    def remove(self, count: int) -> None:
        """Remove the first messages."""
        self.nbytes -= sum(map(len, self.payloads[:count]))
        for column in (self.channels, self.times_ns, self.numbers, self.payloads):
            del column[:count]


class RecordStream:
    """Messages on their way into files, one file after another. All that writes raises OSError.

    Args:
        channels: what the numbers of channels stand for.
        open_writer: opens a file.
        seal_bytes: the size of a chunk, unless the time for one has come before.

    Attributes:
        writer: the writer of the file that is open; None where none is.
        path: the path of that file, or of the last one.
        begun_s: when it was begun.
    """

    def __init__(self, channels: ChannelList, open_writer: OpenWriter, seal_bytes: int = SEAL_BYTES) -> None:
        self.writer: McapWriter | None = None
        self.path = Path()
        self.begun_s = 0.0
        self._channels = channels
        self._open_writer = open_writer
        self._seal_bytes = seal_bytes
        self._pending = _Pending()
        self._long: list[tuple[int, int, int, Payload]] = []
        self._sealed_s = 0.0
        self._announced = 0
        self._announced_schemas: set[int] = set()

    # what comes

    def take(self, lists: HandedOver) -> None:
        """Add messages; long ones are set aside to be written at once: nobody may use their memory meanwhile."""
        if not lists.has_long:
            self._pending.extend(lists)
            return
        for one in zip(lists.channels, lists.times_ns, lists.numbers, lists.payloads, strict=True):
            if len(one[3]) > LONG_BYTES:
                self._long.append(one)
            else:
                self.add(*one)

    def add(self, channel: int, time_ns: int, number: int, payload: Payload) -> None:
        """Add a message that is not long."""
        self._pending.add(channel, time_ns, number, payload)

    @property
    def waiting(self) -> set[tuple[int, int]]:
        """The channel and number of each message that waits."""
        return {(channel, number) for channel, _, number, _ in self._long}.union(
            zip(self._pending.channels, self._pending.numbers, strict=True)
        )

    @property
    def has_waiting(self) -> bool:
        """Whether any message waits."""
        return bool(self._pending.payloads or self._long)

    @property
    def open_file(self) -> tuple[Path, SealedPart] | None:
        """The path of the file that is open, and what is whole in it; any thread."""
        path, writer = self.path, self.writer
        # another may be begun meanwhile
        return (path, writer.sealed_part()) if writer is not None and path is self.path else None

    def drop(self) -> int:
        """Drop what waits; returns how many messages that are."""
        count = len(self._pending.payloads) + len(self._long)
        self._pending = _Pending()
        self._long.clear()
        return count

    # what is written

    def begin(self, path: Path, now_s: float, first: Iterable[tuple[int, int, int, Payload]]) -> None:
        """Open a file; `first` stands before all that waits."""
        self.path = path
        self.writer = writer = self._open_writer(path)
        self.begun_s = now_s
        self._announced, self._announced_schemas = 0, set()
        beginning = _Pending()
        for one in first:
            if len(one[3]) > LONG_BYTES:
                self._announce(writer)
                writer.write_large(*one)
            else:
                beginning.add(*one)
        self._write(writer, beginning)

    def write_due(self, now_s: float, *, at_once: bool = False) -> None:
        """Write long messages, and seal what waits where its time has come, or at once."""
        writer = self.writer
        if writer is None:
            return
        self._write_long(writer)
        if at_once or self._pending.nbytes >= self._seal_bytes or now_s - self._sealed_s >= SEAL_S:
            self._write(writer, self._pending)
            self._sealed_s = now_s

    def end(self) -> Segment | None:
        """Write all that waits, and end the file; None where none is open."""
        writer = self.writer
        if writer is None:
            return None
        self._write_long(writer)
        self._write(writer, self._pending)
        path = writer.finish()
        self.writer = None
        return Segment(path, writer.first_ns, writer.last_ns, writer.nbytes)

    def give_up(self) -> Path | None:
        """Leave the file as it is, whole up to its last chunk, to be ended later; returns it if one was open."""
        writer, self.writer = self.writer, None
        if writer is None:
            return None
        writer.give_up()
        return self.path

    def _write_long(self, writer: McapWriter) -> None:
        if self._long:
            self._announce(writer)
        while self._long:
            writer.write_large(*self._long[0])
            del self._long[0]

    def _write(self, writer: McapWriter, pending: _Pending) -> None:
        """Write messages, which are removed; those that a disk refuses stay."""
        while pending.payloads:
            count = pending.first_chunk(2 * self._seal_bytes)
            self._announce(writer)
            writer.write_chunk(
                pending.channels[:count], pending.times_ns[:count], pending.numbers[:count], pending.payloads[:count]
            )
            pending.remove(count)

    def _announce(self, writer: McapWriter) -> None:
        """Add the channels that are new, which may have no message in this file."""
        new = self._channels.all[self._announced :]
        for channel in new:
            schema = channel.schema
            if channel.schema_number and channel.schema_number not in self._announced_schemas:
                self._announced_schemas.add(channel.schema_number)
                writer.add_schema(channel.schema_number, schema.name, schema.encoding, schema.definition)
            writer.add_channel(
                channel.number, channel.schema_number, channel.topic, schema.message_encoding, channel.metadata
            )
        self._announced += len(new)
