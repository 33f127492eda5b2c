"""The recorder: writes what the tap hands over into the black box, and never makes anybody wait for a disk."""

from __future__ import annotations

import errno
import logging
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.model.schema import Payload
from app.model.topics import Message
from app.record.channels import ChannelTable
from app.record.own_channels import OwnChannels
from app.record.segments import BoxLimits, Segment, SegmentFolder
from app.record.tap import LONG_BYTES, HandedOver, RecordTap
from app.wording.record import RecordWording

if TYPE_CHECKING:
    # it needs numpy, which is slow to load
    from app.record.mcap_writer import McapWriter

STEP_S: Final = 0.05
# what was not sealed is lost where the process is killed
SEAL_S: Final = 1.0
SEAL_BYTES: Final = 1 << 20
SEGMENT_S: Final = 30.0
SEGMENT_BYTES: Final = 512 << 20
# how often a disk that refused is tried again, and the room on it is looked at
RETRY_S: Final = 1.0
OWN_S: Final = 0.2
# the wall clock was set, or the computer slept
CLOCK_STEP_NS: Final = 100_000_000
# longer messages are left out of what a segment begins with, and what is beyond all of it
_MAX_SNAPSHOT_BYTES: Final = 16 << 20
_MAX_SNAPSHOTS_BYTES: Final = 64 << 20
# of one chunk: making it holds the interpreter, and the beat of the window must not wait for that
_CHUNK_BYTES: Final = 2 * SEAL_BYTES
_CHUNK_MESSAGES: Final = 10_000

# errors of a disk that has no room; there is no EDQUOT on Windows
_FULL: Final = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})

_LOGGER = logging.getLogger(__name__)

# opens the file of a segment
OpenWriter = Callable[[Path], "McapWriter"]
# gives what was said last: the number of a channel, and a message of it
Snapshot = Callable[[], Iterable[tuple[int, Message]]]


@dataclass(frozen=True, slots=True)
class BoxState:
    """The state of the black box.

    Attributes:
        kept_s: the time that it holds.
        kept_bytes: the size of what it holds.
        trouble: why nothing is kept now; empty where it is.
        lost: the number of messages that were not kept.
        ended: the number of files of earlier runs that had no end.
    """

    kept_s: float = 0.0
    kept_bytes: int = 0
    trouble: str = ""
    lost: int = 0
    ended: int = 0


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

    def first_chunk(self) -> int:
        """Return how many of the first messages go into one chunk."""
        if self.nbytes <= _CHUNK_BYTES and len(self.payloads) <= _CHUNK_MESSAGES:
            return len(self.payloads)
        nbytes = 0
        for count, payload in enumerate(self.payloads[:_CHUNK_MESSAGES], 1):
            nbytes += len(payload)
            if nbytes >= _CHUNK_BYTES:
                return count
        return min(len(self.payloads), _CHUNK_MESSAGES)

    def remove(self, count: int) -> None:
        """Remove the first messages."""
        self.nbytes -= sum(map(len, self.payloads[:count]))
        for column in (self.channels, self.times_ns, self.numbers, self.payloads):
            del column[:count]


class Recorder:
    """The black box of one run. For one thread, which calls `step` every `STEP_S`.

    Args:
        folder: where the segments go.
        tap, channels, own: what is recorded.
        snapshot: gives what each topic said last, for a segment to stand alone.
        limits: the bounds.
        open_writer: opens the file of a segment.
        show_trouble: called with why nothing is kept whenever that changes; with an empty text when all is well again.

    Attributes:
        state: the state of now; any thread reads it.
        limits: the bounds; any thread may replace them.
    """

    def __init__(
        self,
        folder: SegmentFolder,
        tap: RecordTap,
        channels: ChannelTable,
        own: OwnChannels,
        snapshot: Snapshot,
        limits: BoxLimits,
        open_writer: OpenWriter,
        show_trouble: Callable[[str], None],
    ) -> None:
        self.state = BoxState()
        self.limits = limits
        self._folder = folder
        self._tap = tap
        self._channels = channels
        self._own = own
        self._snapshot = snapshot
        self._open_writer = open_writer
        self._show_trouble = show_trouble
        self._writer: McapWriter | None = None
        self._announced = 0
        self._announced_schemas: set[int] = set()
        self._pending = _Pending()
        self._long: list[tuple[int, int, int, Payload]] = []
        # files that could not be ended, to be ended as soon as there is room
        self._left: list[Path] = []
        self._path = Path()
        self._own_numbers: dict[int, int] = {}
        self._begun_s = self._sealed_s = self._looked_s = self._own_s = 0.0
        self._retry_s = float("-inf")
        # the segment ends at the next step, however young it is
        self._must_end = False
        self._has_begun = False
        self._clock_ns: int | None = None
        self._lost = 0
        self._ended = 0
        self._trouble = ""

    def step(self, now_s: float, now_ns: int) -> None:
        """Write what is due. Never raises OSError: what a disk refuses is counted and said."""
        self._take(now_s, now_ns)
        try:
            self._write_due(now_s, now_ns)
        except OSError as error:
            self._give_up(error)
            if error.errno not in _FULL:
                self._fail(error.strerror or str(error), now_s)
                return
            # room can be made at once, so that nothing of this is lost
            try:
                self._folder.make_room(self.limits, one_at_least=True)
                self._write_due(now_s, now_ns)
            except OSError as again:
                self._give_up(again)
                self._fail(again.strerror or str(again), now_s)

    def finish(self, now_s: float, now_ns: int) -> None:
        """Write all that came, and end the segment and the run."""
        self._sealed_s = float("-inf")
        self.step(now_s, now_ns)
        try:
            self._end_segment()
        except OSError as error:
            # it is ended at the next start
            self._give_up(error)
        self._folder.end()

    def fail(self, error: Exception, now_s: float) -> None:
        """Take an error that nobody expected: what waits is dropped, for it may be the cause, and said."""
        self._give_up(error)
        self._fail(str(error) or type(error).__name__, now_s)

    # what comes

    def _take(self, now_s: float, now_ns: int) -> None:
        pending = self._pending
        while (lists := self._tap.take()) is not None:
            if lists.nbytes > LONG_BYTES:
                lists = self._without_long(lists)
            pending.channels += lists.channels
            pending.times_ns += lists.times_ns
            pending.numbers += lists.numbers
            pending.payloads += lists.payloads
            pending.nbytes += lists.nbytes
        self._watch_clock(now_s, now_ns)
        if now_s - self._own_s >= OWN_S:
            self._own_s = now_s
            self._note_own(now_ns)

    def _without_long(self, lists: HandedOver) -> HandedOver:
        """Set the long messages aside, which are written at once: nobody may use their memory meanwhile."""
        short = _Pending()
        for one in zip(lists.channels, lists.times_ns, lists.numbers, lists.payloads, strict=True):
            if len(one[3]) > LONG_BYTES:
                self._long.append(one)
            else:
                short.add(*one)
        return HandedOver(short.channels, short.times_ns, short.numbers, short.payloads, short.nbytes)

    def _note_own(self, now_ns: int, *, everything: bool = False) -> None:
        for note in self._own.take(now_ns, everything=everything):
            number = self._own_numbers[note.channel] = self._own_numbers.get(note.channel, 0) + 1
            self._pending.add(note.channel, note.time_ns, number, note.payload)

    def _watch_clock(self, now_s: float, now_ns: int) -> None:
        """Begin a segment where the wall clock was set, or the computer slept: times within one go on."""
        offset_ns = now_ns - int(now_s * 1e9)
        before, self._clock_ns = self._clock_ns, offset_ns
        if before is not None and abs(offset_ns - before) > CLOCK_STEP_NS:
            self._own.note("clock", {"step_s": (offset_ns - before) / 1e9}, now_ns)
            self._must_end = True

    # what is written

    def _write_due(self, now_s: float, now_ns: int) -> None:
        if self._writer is None and (now_s < self._retry_s or not self._begin_segment(now_s, now_ns)):
            self._drop_pending()
            return
        self._write_long()
        if self._pending.nbytes >= SEAL_BYTES or now_s - self._sealed_s >= SEAL_S:
            self._seal(now_s)
        if self._writer is not None and now_s - self._looked_s >= RETRY_S:
            self._look(self._writer, now_s)
        # looking may have ended it
        writer = self._writer
        most = min(SEGMENT_BYTES, self.limits.nbytes // 4)
        if writer is not None and (self._must_end or now_s - self._begun_s >= SEGMENT_S or writer.nbytes >= most):
            self._end_segment()

    def _begin_segment(self, now_s: float, now_ns: int) -> bool:
        """Open a segment that begins with what was said last; false where the disk has no room."""
        if not self._has_begun:
            self._ended = self._folder.begin(now_ns)
            self._has_begun = True
        if not self._folder.make_room(self.limits):
            self._fail(RecordWording.TOO_LITTLE_FREE(free_gb=self.limits.free_bytes / 1e9), now_s)
            return False
        self._left = self._folder.end_files(self._left)
        self._path = self._folder.next_path()
        self._writer = self._open_writer(self._path)
        self._announced, self._announced_schemas = 0, set()
        self._begun_s, self._must_end = now_s, False
        self._write_snapshot(self._writer, now_ns)
        self._note_own(now_ns, everything=True)
        return True

    def _write_snapshot(self, writer: McapWriter, now_ns: int) -> None:
        first, waiting = _Pending(), set(zip(self._pending.channels, self._pending.numbers, strict=True))
        nbytes = 0
        for channel, message in self._snapshot():
            size = len(message.payload)
            # what came only now is in the tap
            is_old = message.received_ns <= now_ns and (channel, message.number) not in waiting
            if not is_old or size > _MAX_SNAPSHOT_BYTES or nbytes + size > _MAX_SNAPSHOTS_BYTES:
                continue
            nbytes += size
            if size > LONG_BYTES:
                self._announce(writer)
                writer.write_large(channel, now_ns, message.number, message.payload)
            else:
                first.add(channel, now_ns, message.number, message.payload)
        self._write(first)

    def _seal(self, now_s: float) -> None:
        self._write(self._pending)
        self._sealed_s = now_s

    def _write(self, pending: _Pending) -> None:
        """Write messages, which are removed; those that a disk refuses stay."""
        writer = self._writer
        if writer is None:
            return
        while pending.payloads:
            count = pending.first_chunk()
            self._announce(writer)
            writer.write_chunk(
                pending.channels[:count], pending.times_ns[:count], pending.numbers[:count], pending.payloads[:count]
            )
            pending.remove(count)

    def _write_long(self) -> None:
        writer = self._writer
        if writer is not None and self._long:
            self._announce(writer)
            while self._long:
                writer.write_large(*self._long[0])
                del self._long[0]

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

    def _look(self, writer: McapWriter, now_s: float) -> None:
        """Look after the disk, and say what the box holds."""
        self._looked_s = now_s
        writer.sync()
        self._trouble = ""
        if not self._folder.make_room(self.limits, writer.nbytes):
            self._end_segment()
            self._fail(RecordWording.TOO_LITTLE_FREE(free_gb=self.limits.free_bytes / 1e9), now_s)
            return
        self._tell(now_s)

    def _end_segment(self) -> None:
        writer = self._writer
        if writer is None:
            return
        self._write(self._pending)
        path = writer.finish()
        self._writer = None
        self._folder.add(Segment(path, writer.first_ns, writer.last_ns, writer.nbytes))

    # what goes wrong

    def _give_up(self, error: Exception) -> None:
        """Leave the file as it is, whole up to its last chunk: it is ended at the next start."""
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.give_up()
            self._left.append(self._path)
        if isinstance(error, FileNotFoundError):
            # somebody has removed the folder, or the disk is another one
            self._has_begun = False

    def _fail(self, trouble: str, now_s: float) -> None:
        if not self._trouble:
            _LOGGER.warning("the black box can't be written: %s", trouble)
        self._trouble = trouble
        self._retry_s = now_s + RETRY_S
        self._drop_pending()
        self._tell(now_s)

    def _drop_pending(self) -> None:
        self._lost += len(self._pending.payloads) + len(self._long)
        self._pending = _Pending()
        self._long.clear()

    def _tell(self, now_s: float) -> None:
        writer, folder = self._writer, self._folder
        if self._trouble != self.state.trouble:
            self._show_trouble(self._trouble)
        self.state = BoxState(
            folder.kept_s + (now_s - self._begun_s if writer is not None else 0.0),
            folder.kept_bytes + (writer.nbytes if writer is not None else 0),
            self._trouble,
            self._lost + self._tap.dropped,
            self._ended,
        )


class RecorderThread(threading.Thread):
    """The thread of a recorder; `stop` ends it."""

    def __init__(self, make: Callable[[], Recorder], wake: threading.Event) -> None:
        super().__init__(name="recorder", daemon=True)
        self.recorder: Recorder | None = None
        self._make = make
        self._wake = wake
        self._ends = threading.Event()

    def run(self) -> None:
        """Write until the end; an error that nobody expected costs what waits, and no more."""
        recorder = self.recorder = self._make()
        is_logged = False
        while not self._ends.is_set():
            self._wake.wait(STEP_S)
            self._wake.clear()
            now_s = time.monotonic()
            try:
                recorder.step(now_s, time.time_ns())
            except Exception as error:
                if not is_logged:
                    _LOGGER.exception("the black box failed")
                    is_logged = True
                recorder.fail(error, now_s)
        recorder.finish(time.monotonic(), time.time_ns())

    @property
    def has_failed(self) -> bool:
        """Whether the thread has ended though nobody has stopped it; any thread."""
        return self.ident is not None and not self.is_alive() and not self._ends.is_set()

    def stop(self, timeout_s: float) -> bool:
        """End the thread; whether it has ended within the time."""
        self._ends.set()
        self._wake.set()
        self.join(timeout_s)
        return not self.is_alive()
