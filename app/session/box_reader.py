"""The reader of the black box for views: its files, of which those that are ended stay open while the past is shown.

What is in an ended file is read once: it is opened again without that.
"""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Final

from app.connections.file.recording import OpenRecording
from app.model.schema import Schema
from app.program.startup import allow_open_files
from app.record.box import KnownTables
from app.record.extract import open_file
from app.record.mcap_fields import RecordingError
from app.record.mcap_segment import KnownChannels, McapSegment
from app.record.player import Played
from app.record.recording import Recording
from app.record.segments import BoxFile
from app.session.look_channels import LookChannels

# files follow each other that closely, unless a clock was set back
_CLOCK_STEP_NS: Final = 100_000_000
# robots, and a drive process that is started, need some of those that may be open
_SHARES: Final = 3
# a look back begins with what is as new
_NEW_NS: Final = 15_000_000_000
# topics that are read ahead
MOST_AHEAD: Final = 200

_LOGGER = logging.getLogger(__name__)


class BoxReader:
    """The files of the black box that are open. For one thread.

    Args:
        files: gives those of a time, as they were written, those of each writer together.

    Attributes:
        recording: what was opened last; any thread may look which it is.
        is_cut: whether older files of it were left out, since no more may be open.
        look_channels: the channels as the last look has learnt them; kept for the next one.
    """

    def __init__(self, files: Callable[[int, int], Sequence[Sequence[BoxFile]]]) -> None:
        self._files = files
        self.recording: OpenRecording | None = None
        self.is_cut = False
        self.look_channels = LookChannels()
        self._most = max(allow_open_files() // _SHARES, 1)
        # also those that are closed
        self._ended: dict[Path, McapSegment] = {}
        # what could not be learnt, as long as it is kept
        self._refused: set[Path] = set()
        self._channels: KnownChannels = {}
        self._schemas: dict[tuple[str | bytes, ...], Schema] = {}
        self._tables = KnownTables()
        # the channels of written files that were read ahead, as their records; None before that was done
        self._read_channels: set[bytes] | None = None

    @property
    def ended(self) -> int:
        """The number of ended files that are open."""
        return sum(file.descriptor >= 0 for file in self._ended.values())

    def knows(self, path: Path) -> bool:
        """Whether it is known what is in an ended file; any thread."""
        return path in self._ended

    def knows_all(self, from_ns: int, until_ns: int) -> bool:
        """Whether it is known what is in all ended files of a time that can be read; any thread."""
        found = self._files(from_ns, until_ns)
        return all(
            sealed is not None or self.knows(path) or path in self._refused
            for written in found
            for path, sealed in written
        )

    def learn(self) -> bool:
        """Read what is in one ended file more, to open it at once when it is asked for; whether there was one.

        What was in files that are gone is forgotten.
        """
        files = [file for written in self._files(0, sys.maxsize) for file in written]
        kept = {path for path, _ in files}
        for path in [path for path, file in self._ended.items() if path not in kept and file.descriptor < 0]:
            del self._ended[path]
        self._refused &= kept
        for path, sealed in reversed(files):
            if sealed is None and not self.knows(path) and path not in self._refused:
                try:
                    with contextlib.closing(self._opened(path)) as file:
                        self._tables.of(file)
                        OpenRecording([file], _warn, self._schemas, self._tables)
                except (OSError, RecordingError):
                    # one that is gone or damaged is left out, and not walked again and again
                    self._refused.add(path)
                else:
                    return True
        return False

    def open(self, from_ns: int, until_ns: int) -> OpenRecording:
        """Open the files of a time, unless they are open already; of what was opened before only ended ones stay so."""
        found = self._files(from_ns, until_ns)
        newest = _newest_of(found, self._most)
        self.is_cut = sum(map(len, newest)) < sum(map(len, found))
        self._make_room([path for written in newest for path, _ in written])
        files = self._open_all(newest)
        before, self.recording = self.recording, None
        self._close_written(before)
        self.recording = recording = OpenRecording(files, _warn, self._schemas, self._tables)
        return recording

    def read_ahead(self, now_ns: int) -> None:
        """Read what the newest files say, so that the first look back takes no longer than others.

        That is done once, and again where written files have channels that were not among them. Nothing stays open, and
        nothing is done while a look has files open.
        """
        if self.recording is not None:
            return
        from_ns = now_ns - _NEW_NS
        sealed = [part for written in self._files(from_ns, now_ns) for _, part in written if part is not None]
        channels = {record for part in sealed for record in part.channels.values()}
        if self._read_channels is not None and channels <= self._read_channels:
            return
        try:
            recording = self.open(from_ns, now_ns)
            for file in recording.files:
                if file.is_complete:
                    self._tables.of(file)
            recording.player.seek(recording.player.end_ns, 0.0)
            # so many show what others take as well
            topics = dict.fromkeys(channel.topic for channel in recording.channels.values())
            recording.player.set_wanted([*topics][:MOST_AHEAD])
            self._read_channels = channels.union(self._read_channels or ())
        except (OSError, RecordingError):
            _LOGGER.debug("the black box can't be read ahead", exc_info=True)
        finally:
            self.rest()

    def _open_all(self, newest: Sequence[Sequence[BoxFile]]) -> list[McapSegment]:
        files: list[McapSegment] = []
        for written in newest:
            opened: list[McapSegment] = []
            for path, sealed in written:
                # one that is gone or damaged is left out
                with contextlib.suppress(OSError, RecordingError):
                    opened.append(self._opened(path) if sealed is None else open_file(path, sealed, self._channels))
            _leave_out_overtaken(opened)
            files += opened
        return files

    def _close_written(self, recording: OpenRecording | None) -> None:
        """Close those files of a recording that were written when they were opened."""
        for file in recording.files if recording is not None else ():
            if self._ended.get(file.path) is not file:
                file.close()

    def open_ended(self, path: Path) -> None:
        """Open an ended file, to have it open when it is asked for; not one that can't be opened or has no room."""
        if self.ended < self._most:
            with contextlib.suppress(OSError, RecordingError):
                self._opened(path)

    def lead(self, topics: Collection[str], from_ns: int, until_ns: int) -> list[Played]:
        """Return what topics said last by a time, and what must go before it, of what was kept since another."""
        # another look may have begun, and reads what was opened last
        recording = OpenRecording(self._open_all(self._files(from_ns, until_ns)), _warn, self._schemas, self._tables)
        try:
            recording.player.seek(recording.player.end_ns, 0.0)
            return recording.player.set_wanted(topics)
        finally:
            self._close_written(recording)

    def close_gone(self, is_gone: Callable[[Recording], bool]) -> int | None:
        """Close ended files, and return when the others begin; None where there are none."""
        for path, file in list(self._ended.items()):
            if is_gone(file):
                del self._ended[path]
                file.close()
        return min((file.start_ns for file in self._ended.values() if file.chunks), default=None)

    def rest(self) -> None:
        """Close all files: nobody looks back."""
        recording, self.recording = self.recording, None
        for file in (*(recording.files if recording is not None else ()), *self._ended.values()):
            file.close()

    def _make_room(self, wanted: Collection[Path]) -> None:
        """Close the oldest ended files of which more are open than there is room for beside those that are wanted."""
        opened = {path: file for path, file in self._ended.items() if file.descriptor >= 0}
        others = sorted(opened.keys() - wanted, key=lambda path: opened[path].start_ns)
        for path in others[: max(len(others) + len(wanted) - self._most, 0)]:
            opened[path].close()

    def _opened(self, path: Path) -> McapSegment:
        known = self._ended.get(path)
        if known is None:
            known = self._ended[path] = open_file(path, None, self._channels)
        elif known.descriptor < 0:
            known.reopen()
        return known


def _newest_of(files: Sequence[Sequence[BoxFile]], most: int) -> list[Sequence[BoxFile]]:
    """Return the newest files of each writer, which share what may be open."""
    newest: dict[int, Sequence[BoxFile]] = {}
    # who has fewer leaves more to the others
    for count, number in enumerate(sorted(range(len(files)), key=lambda each: len(files[each]))):
        share = (most - sum(map(len, newest.values()))) // (len(files) - count)
        newest[number] = files[number][max(len(files[number]) - share, 0) :]
    return [newest[number] for number in range(len(files))]


def _warn(error: RecordingError) -> None:
    _LOGGER.warning("%s", error)


def _leave_out_overtaken(files: Sequence[McapSegment]) -> None:
    """Leave out the times that later files tell again, since a clock was set back."""
    begins_ns = sys.maxsize
    for file in reversed(files):
        if file.chunks:
            start_ns = file.start_ns
            if file.end_ns > begins_ns:
                file.chunks = [chunk for chunk in file.chunks if chunk.start_ns < begins_ns + _CLOCK_STEP_NS]
            begins_ns = min(begins_ns, start_ns)
