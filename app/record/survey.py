"""The survey of recordings: their contents over time, by the indexes of chunks and by what this side has noted."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from app.model.alerts import Severity
from app.model.density import Density
from app.model.marks import TimeMark, joined_marks, noted_mark
from app.model.time_contents import TimeContents, TimeEvent, TimeEventKind
from app.record.channels import OWN
from app.record.extract import open_file
from app.record.incident_story import shortened, stop_code
from app.record.mcap_fields import RecordingError
from app.record.mcap_format import INDEX_ENTRIES, INDEX_HEAD, INDEX_OFFSETS, McapChunk
from app.record.recording import Recording
from app.record.segments import BoxFile

# a chunk without an index has so many bytes for each message, as a guess
_MESSAGE_BYTES: Final = 256
# each may stand in a chunk of its own
_NOTES_AT_ONCE: Final = 8
# nobody tells more apart on a bar; the oldest go first
MAX_EVENTS: Final = 2000
_FAR_FUTURE_NS: Final = (1 << 64) - 1
# of driving, by the names that reports give stages
_ARMED: Final = "armed"
_STOPPING: Final = "stopping"
_STOPPED: Final = "stopped"


class _Noted(msgspec.Struct):
    value: Any = None


class _Drive(msgspec.Struct):
    stage: str = ""
    reason: tuple[str, str, str] | None = None


class _Alert(msgspec.Struct):
    key: str = ""
    severity: int = 0
    text: str = ""
    raised_ns: int = 0


class _Spans(NamedTuple):
    """The chunks of a file: their first and last times, and the numbers of their messages."""

    starts_ns: list[int]
    ends_ns: list[int]
    counts: list[int]


class Survey:
    """The contents of several files over time. For one thread.

    Attributes:
        contents: what is known so far.
    """

    def __init__(self) -> None:
        self.contents = TimeContents()
        self._spans: dict[str, _Spans] = {}
        self._is_new = False
        self._marks: tuple[TimeMark, ...] = ()
        # alerts by key and time, of which each file repeats those that stand
        self._events: dict[tuple[str, int], TimeEvent] = {}
        self._drive: _Drive | None = None
        self._take: Mapping[str, Callable[[int, bytes], None]] = {
            "marks": self._take_mark,
            "alerts": self._take_alerts,
            "drive": self._take_drive,
        }

    def take(self, name: str, file: Recording, taken: int = 0) -> Iterator[None]:
        """Take a file, which is known by a name. Raises OSError.

        It is taken bit by bit, so that other work of the thread can be done between. The notes of so many chunks are
        `taken` already: the file has these chunks no more then.
        """
        self._spans[name] = _spans_of(file.chunks)
        self._is_new = True
        if taken:
            # by chunks, not by times: a note may be written behind later messages
            file.chunks = file.chunks[taken:]
        yield
        noted = {number: name for number, channel in file.channels.items() if (name := self._noted_name(channel))}
        if noted:
            # what is damaged is told of when it is played
            with contextlib.suppress(RecordingError):
                for count, message in enumerate(file.messages(0, _FAR_FUTURE_NS, noted), 1):
                    with contextlib.suppress(msgspec.MsgspecError, ValueError, RecursionError):
                        self._take[noted[message.channel]](message.time_ns, bytes(message.payload))
                    if count % _NOTES_AT_ONCE == 0:
                        yield

    def keep(self, names: Collection[str]) -> None:
        """Forget the messages of all other files."""
        for name in self._spans.keys() - names:
            del self._spans[name]
            self._is_new = True

    def sum_up(self) -> None:
        """Sum up what was found so far."""
        density = self.contents.density
        if self._is_new:
            self._is_new = False
            spans = self._spans.values()
            density = Density(*([each for one in spans for each in one[part]] for part in range(3)))
        events = sorted(self._events.values(), key=lambda event: event.time_ns)[-MAX_EVENTS:]
        self.contents = TimeContents(density, self._marks, tuple(events))

    # what is noted

    def _noted_name(self, channel: Any) -> str:
        name = channel.topic.removeprefix(OWN)
        is_noted = channel.topic.startswith(OWN) and channel.message_encoding == "json" and name in self._take
        return str(name) if is_noted else ""

    def _take_mark(self, time_ns: int, payload: bytes) -> None:
        self._marks = joined_marks((*self._marks, noted_mark(payload, time_ns)))

    def _take_alerts(self, time_ns: int, payload: bytes) -> None:
        told = msgspec.json.decode(payload, type=_Noted)
        for alert in msgspec.convert(told.value, list[_Alert]):
            if alert.severity >= Severity.WARNING:
                raised_ns = alert.raised_ns or time_ns
                self._add(alert.key, TimeEvent(raised_ns, TimeEventKind.ALERT, shortened(alert.text)))

    def _take_drive(self, time_ns: int, payload: bytes) -> None:
        told = msgspec.convert(msgspec.json.decode(payload, type=_Noted).value, _Drive | None)
        before, self._drive = self._drive, told
        if told is None or before is None or told.stage == before.stage or told.reason is None:
            return
        # who stops goes from armed by stopping to stopped, which is one stop
        if before.stage == _ARMED or (told.stage == _STOPPED and before.stage != _STOPPING):
            code = stop_code(told.reason[1])
            text = shortened(told.reason[1]) if code is None else code()
            self._add("", TimeEvent(time_ns, TimeEventKind.STOP, text))

    def _add(self, key: str, event: TimeEvent) -> None:
        if len(self._events) >= 2 * MAX_EVENTS:
            newest = sorted(self._events.items(), key=lambda known: known[0][1])[-MAX_EVENTS:]
            self._events = dict(newest)
        self._events[key, event.time_ns] = event


class BoxSurvey:
    """The survey of the black box, which goes on with what is written. For one thread.

    Args:
        files: gives its files, those of each writer together.
    """

    def __init__(self, files: Callable[[], Sequence[Sequence[BoxFile]]]) -> None:
        self._files = files
        self._survey = Survey()
        # those that are complete, and of the others how many chunks they had, and of how many the notes are taken
        self._done: set[str] = set()
        self._looked: dict[str, tuple[int, int]] = {}

    @property
    def contents(self) -> TimeContents:
        """The contents, as far as they are known."""
        return self._survey.contents

    def look(self) -> bool:
        """Look at one file that is new, or goes on; returns whether there was one."""
        files = {survey_name(path): (path, sealed) for each in self._files() for path, sealed in each}
        self._survey.keep(files)
        self._done &= files.keys()
        for name, (path, sealed) in files.items():
            count, taken = self._looked.get(name, (0, 0))
            if name in self._done or (sealed is not None and len(sealed.chunks) == count):
                continue
            if sealed is None:
                self._done.add(name)
                self._looked.pop(name, None)
            else:
                # one that can't be opened now is tried again when it has grown
                self._looked[name] = len(sealed.chunks), taken
            # one that is gone or damaged is left out
            with contextlib.suppress(OSError, RecordingError), contextlib.closing(open_file(path, sealed)) as file:
                if sealed is not None:
                    self._looked[name] = len(sealed.chunks), len(sealed.chunks)
                for _ in self._survey.take(name, file, taken):
                    pass
            self._survey.sum_up()
            return True
        self._survey.sum_up()
        return False


def survey_name(path: Path) -> str:
    """Return the name by which a file is known, whether it has been ended or is still written."""
    return str(path).removesuffix(".part")


def _spans_of(chunks: Collection[McapChunk]) -> _Spans:
    found = [chunk for chunk in chunks if not chunk.is_empty]
    return _Spans(
        [chunk.start_ns for chunk in found], [chunk.end_ns for chunk in found], [_count_of(chunk) for chunk in found]
    )


def _count_of(chunk: McapChunk) -> int:
    """Return the number of messages of a chunk by the size of its index; without one that is a guess."""
    channels = len(chunk.index_offsets) // INDEX_OFFSETS.itemsize
    if channels and chunk.index_length:
        return max((chunk.index_length - channels * INDEX_HEAD.size) // INDEX_ENTRIES.itemsize, 1)
    return max(chunk.length // _MESSAGE_BYTES, 1)
