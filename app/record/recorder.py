"""The recorder: writes what the tap hands over into the black box, and never makes anybody wait for a disk."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from app.model.schema import Payload
from app.model.topics import Message
from app.record.channels import ChannelTable
from app.record.claims import overlapping
from app.record.own_channels import OwnChannels
from app.record.recording_writer import RecordingOrder, RecordingState, RecordingWriter
from app.record.segments import BoxFile, BoxLimits, Segment, SegmentFolder
from app.record.stream import OpenWriter, RecordStream, select
from app.record.tap import HandedOver
from app.wording.record import RecordWording

STEP_S: Final = 0.05
# pictures are taken five times a second at most, and each wake-up costs more than what is done in it
PATIENT_STEP_S: Final = 0.1
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

# of the recordings that were made in the place of the black box
_MOST_RECORDED: Final = 100

_PATIENT_NICE: Final = 10

# errors of a disk that has no room; there is no EDQUOT on Windows
_FULL: Final = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})

_LOGGER = logging.getLogger(__name__)

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
        since_ns: the earliest time that it holds; 0 where it holds nothing.
    """

    kept_s: float = 0.0
    kept_bytes: int = 0
    trouble: str = ""
    lost: int = 0
    ended: int = 0
    since_ns: int = 0


class MessageSource(Protocol):
    """A source of messages to be recorded.

    Attributes:
        dropped: the number of messages that it did not keep.
        images: the channels of images that were ever wanted for a recording.
    """

    dropped: int
    images: set[int]

    def take(self) -> HandedOver | None:
        """Return the oldest messages that wait; None if none do."""


class Recorder:
    """The black box of one run, and its recordings. For one thread, which calls `step` every `STEP_S`, or later.

    A recording of all that comes is written in the place of the black box, which goes on behind it; one of chosen
    topics is written beside it.

    Args:
        folder: where the segments go.
        tap, channels: what is recorded.
        own: our own channels; without them it has thinned pictures alone, and begins a file only when there is one,
            that may have come before.
        snapshot: gives what each topic said last, for a segment to stand alone.
        limits: the bounds.
        open_writer: opens the file of a segment.
        show_trouble: called with why nothing is kept whenever that changes; with an empty text when all is well again.

    Attributes:
        state: the state of now; any thread reads it.
        limits: the bounds; any thread may replace them.
        keeps: whether the black box is kept, beside recordings; any thread may set it.
        order: the recording that is wanted; any thread may set it.
        recording: the state of the recording, or of the last one.
        seals_asked: how often it was asked to seal at once what came; any thread may count it up.
        seals_done: how many of these are done.
    """

    def __init__(
        self,
        folder: SegmentFolder,
        tap: MessageSource,
        channels: ChannelTable,
        own: OwnChannels | None,
        snapshot: Snapshot,
        limits: BoxLimits,
        open_writer: OpenWriter,
        show_trouble: Callable[[str], None],
    ) -> None:
        self.state = BoxState()
        self.limits = limits
        self.keeps = True
        self.order: RecordingOrder | None = None
        self.seals_asked = self.seals_done = 0
        self._recording: RecordingWriter | None = None
        # those before it that stand in the place of the black box
        self._recorded: tuple[Segment, ...] = ()
        self._dropped_before = 0
        self._channels = channels
        self._open_writer = open_writer
        self._folder = folder
        self._tap = tap
        self._own = own
        self._snapshot = snapshot
        self._box = RecordStream(channels if own is not None else channels.thinned, open_writer)
        self._show_trouble = show_trouble
        # files that could not be ended, to be ended as soon as there is room
        self._left: list[Path] = []
        self._own_numbers: dict[int, int] = {}
        self._looked_s = self._own_s = 0.0
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
        asked = self.seals_asked
        self._step(now_s, now_ns)
        self.seals_done = asked

    def _step(self, now_s: float, now_ns: int) -> None:
        self._take(now_s, now_ns)
        self._follow_order(now_s, now_ns)
        if self._recording is not None and not self._recording.state.is_ended:
            self._recording.step(now_s, self._tap.dropped - self._dropped_before)
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
        self.order = None
        self.step(now_s, now_ns)
        try:
            self._end_segment()
        except OSError as error:
            # it is ended at the next start
            self._give_up(error)
        self._folder.end()

    def fail(self, error: Exception, now_s: float) -> None:
        """Take an error that nobody expected: what waits is dropped, for it may be the cause, and said."""
        trouble = str(error) or type(error).__name__
        if self._recording is not None:
            self._recording.fail(trouble)
        self._give_up(error)
        self._fail(trouble, now_s)

    @property
    def recording(self) -> RecordingState | None:
        """The state of the recording, or of the last one; any thread."""
        recording = self._recording
        return recording.state if recording is not None else None

    @property
    def has_begun(self) -> bool:
        """Whether its files are those that ended runs have left too; any thread."""
        return self._has_begun

    def files(self, from_ns: int, until_ns: int, *, recordings: bool = True) -> list[list[BoxFile]]:
        """Return the files of the box of a time, as they were written, and recordings in its place; any thread.

        Without `recordings` none is among them but that of now, which the box has nothing beside.
        """
        opened, writer = self._box.open_file, self._box.writer
        segments = list(self._folder.segments)
        if opened is not None and writer is not None and all(segment.path != opened[0] for segment in segments):
            segments.append(Segment(opened[0], writer.first_ns, sys.maxsize, 0))
        else:
            opened = None
        box: list[BoxFile] = [(segment.path, None) for segment in overlapping(segments, from_ns, until_ns)]
        if opened is not None and (opened[0], None) in box:
            box[-1] = opened
        recorded = self._recorded_between(from_ns, until_ns, ended=recordings)
        return [box, recorded] if recorded else [box]

    def _recorded_between(self, from_ns: int, until_ns: int, *, ended: bool) -> list[BoxFile]:
        """Return the recordings of a time that stand in the place of the box; any thread."""
        recording = self._recording
        opened = recording.open_file if recording is not None else None
        now = [recording.file] if recording is not None and recording.takes_all else []
        # it may just have become one of these
        before = (*self._folder.recordings, *self._recorded) if ended else ()
        known = {file.path: file for file in (*before, *now)}
        found: list[BoxFile] = [(file.path, None) for file in overlapping(list(known.values()), from_ns, until_ns)]
        return [opened if opened is not None and file == (opened[0], None) else file for file in found]

    # recordings

    def _follow_order(self, now_s: float, now_ns: int) -> None:
        """Begin the recording that is wanted, or end the one that is wanted no more."""
        order, recording = self.order, self._recording
        if recording is not None and recording.state.order is not order and not recording.state.is_ended:
            recording.end(now_s)
        if order is None or (recording is not None and recording.state.order is order):
            return
        try:
            self._begin_run(now_ns)
        except OSError as error:
            # only a kill would leave it without an end then
            _LOGGER.warning("the black box can't be written: %s", error)
        self._folder.note_recording(order.path, takes_all=order.keys is None)
        if recording is not None and recording.takes_all:
            self._recorded = (*self._recorded, recording.file)[-_MOST_RECORDED:]
        self._dropped_before = self._tap.dropped
        recording = RecordingWriter(order, self._channels, self._open_writer)
        recording.begin(now_s, self._said_last(now_ns, set()))
        self._recording = recording
        self._note_own(now_ns, everything=True)

    @property
    def _keeps_box(self) -> bool:
        """Whether the black box is written now."""
        recording = self._recording
        return self.keeps and (recording is None or recording.state.is_ended or not recording.takes_all)

    # what comes

    def _take(self, now_s: float, now_ns: int) -> None:
        recording = self._recording
        if recording is not None and recording.state.is_ended:
            recording = None
        keeps_box, images = self._keeps_box, self._tap.images
        while (lists := self._tap.take()) is not None:
            if recording is not None:
                recording.take(lists)
            if keeps_box:
                # images are for the recording alone
                self._box.take(select(lists, lambda channel: channel not in images) if recording is not None else lists)
        self._watch_clock(now_s, now_ns)
        if now_s - self._own_s >= OWN_S:
            self._own_s = now_s
            self._note_own(now_ns)

    def _note_own(self, now_ns: int, *, everything: bool = False) -> None:
        if self._own is None:
            return
        for note in self._own.take(now_ns, everything=everything):
            number = self._own_numbers[note.channel] = self._own_numbers.get(note.channel, 0) + 1
            if self._recording is not None and not self._recording.state.is_ended:
                self._recording.add(note.channel, note.time_ns, number, note.payload)
            if self._keeps_box:
                self._box.add(note.channel, note.time_ns, number, note.payload)

    def _watch_clock(self, now_s: float, now_ns: int) -> None:
        """Begin a segment where the wall clock was set, or the computer slept: times within one go on."""
        offset_ns = now_ns - int(now_s * 1e9)
        before, self._clock_ns = self._clock_ns, offset_ns
        if before is not None and abs(offset_ns - before) > CLOCK_STEP_NS:
            if self._own is not None:
                self._own.note("clock", {"step_s": (offset_ns - before) / 1e9}, now_ns)
            self._must_end = True

    # what is written

    def _write_due(self, now_s: float, now_ns: int) -> None:
        box = self._box
        if not self._keeps_box:
            self._end_segment()
            self._lost += box.drop()
            self._make_room_meanwhile(now_s)
            return
        if box.writer is None and (now_s < self._retry_s or not self._begin_segment(now_s, now_ns)):
            self._lost += box.drop()
            return
        box.write_due(now_s, at_once=self.seals_done != self.seals_asked)
        if now_s - self._looked_s >= RETRY_S:
            self._look(now_s)
        # looking may have ended it
        writer = box.writer
        most = min(SEGMENT_BYTES, self.limits.nbytes // 4)
        if writer is not None and (self._must_end or now_s - box.begun_s >= SEGMENT_S or writer.nbytes >= most):
            self._end_segment()

    def _begin_run(self, now_ns: int) -> None:
        if not self._has_begun:
            self._ended = self._folder.begin(now_ns)
            self._has_begun = True

    def _make_room_meanwhile(self, now_s: float) -> None:
        """Have the black box give a recording the room that it takes itself."""
        if now_s - self._looked_s >= RETRY_S and self._has_begun:
            self._looked_s, self._trouble = now_s, ""
            self._folder.make_room(self.limits)
            self._tell(now_s)

    def _begin_segment(self, now_s: float, now_ns: int) -> bool:
        """Open a segment that begins with what was said last; false where the disk has no room."""
        self._begin_run(now_ns)
        if self._own is None and not self._box.has_waiting and not any(self._snapshot()):
            self._make_room_meanwhile(now_s)
            return False
        if not self._folder.make_room(self.limits):
            self._fail(RecordWording.TOO_LITTLE_FREE(free_gb=self.limits.free_bytes / 1e9), now_s)
            return False
        self._left = self._folder.end_files(self._left)
        self._box.begin(self._folder.next_path(), now_s, self._said_last(now_ns, self._box.waiting))
        self._must_end = False
        self._note_own(now_ns, everything=True)
        return True

    def _said_last(self, now_ns: int, waiting: Container[tuple[int, int]]) -> Iterator[tuple[int, int, int, Payload]]:
        """Yield what was said last, as messages of now, but for what waits to be written."""
        nbytes = 0
        for channel, message in self._snapshot():
            size = len(message.payload)
            # what came only now is in the tap; a later time is one of before the clock was set back
            is_new = now_ns < message.received_ns <= now_ns + CLOCK_STEP_NS
            is_old = not is_new and (channel, message.number) not in waiting
            if is_old and size <= _MAX_SNAPSHOT_BYTES and nbytes + size <= _MAX_SNAPSHOTS_BYTES:
                nbytes += size
                yield channel, now_ns, message.number, message.payload

    def _look(self, now_s: float) -> None:
        """Look after the disk, and say what the box holds."""
        self._looked_s = now_s
        writer = self._box.writer
        if writer is None:
            return
        writer.sync()
        self._trouble = ""
        if not self._folder.make_room(self.limits, writer.nbytes):
            self._end_segment()
            self._fail(RecordWording.TOO_LITTLE_FREE(free_gb=self.limits.free_bytes / 1e9), now_s)
            return
        self._tell(now_s)

    def _end_segment(self) -> None:
        segment = self._box.end()
        if segment is not None:
            self._folder.add(segment)

    # what goes wrong

    def _give_up(self, error: Exception) -> None:
        """Leave the file as it is, whole up to its last chunk: it is ended at the next start."""
        left = self._box.give_up()
        if left is not None:
            self._left.append(left)
        if isinstance(error, FileNotFoundError):
            # somebody has removed the folder, or the disk is another one
            self._has_begun = False

    def _fail(self, trouble: str, now_s: float) -> None:
        if not self._trouble:
            _LOGGER.warning("the black box can't be written: %s", trouble)
        self._trouble = trouble
        self._retry_s = now_s + RETRY_S
        self._lost += self._box.drop()
        self._tell(now_s)

    def _tell(self, now_s: float) -> None:
        writer, folder = self._box.writer, self._folder
        if self._trouble != self.state.trouble:
            self._show_trouble(self._trouble)
        begins = [segment.first_ns for segment in folder.segments]
        if writer is not None:
            begins.append(writer.first_ns)
        self.state = BoxState(
            folder.kept_s + (now_s - self._box.begun_s if writer is not None else 0.0),
            folder.kept_bytes + (writer.nbytes if writer is not None else 0),
            self._trouble,
            self._lost + self._tap.dropped + (self._own.dropped if self._own is not None else 0),
            self._ended,
            min((each for each in begins if each), default=0),
        )


class RecorderThread(threading.Thread):
    """The thread of a recorder; `stop` ends it.

    Args:
        make: makes the recorder, in the thread.
        wake: set when something can't wait.
        is_patient: whether all other threads come first.
    """

    def __init__(self, make: Callable[[], Recorder], wake: threading.Event, *, is_patient: bool = False) -> None:
        super().__init__(name="recorder", daemon=True)
        self._is_patient = is_patient
        self._step_s = PATIENT_STEP_S if is_patient else STEP_S
        self.recorder: Recorder | None = None
        self._make = make
        self._wake = wake
        self._ends = threading.Event()

    def run(self) -> None:
        """Write until the end; an error that nobody expected costs what waits, and no more."""
        if self._is_patient and sys.platform == "linux":
            # elsewhere it would be the priority of the whole process
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _PATIENT_NICE)
        recorder = self.recorder = self._make()
        is_logged = False
        while not self._ends.is_set():
            self._wake.wait(self._step_s)
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

    def wake(self) -> None:
        """Have it take a step at once; any thread."""
        self._wake.set()

    def stop(self, timeout_s: float) -> bool:
        """End the thread; whether it has ended within the time."""
        self._ends.set()
        self._wake.set()
        self.join(timeout_s)
        return not self.is_alive()
