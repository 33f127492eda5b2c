"""The folder of the black box: a folder for each run, in it numbered segments, of which the oldest go first."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import shutil
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.config.folders import read_beginning
from app.faults.run_file import create_private_file, is_locked, lock
from app.record.claims import Claims

if TYPE_CHECKING:
    # it needs numpy, which is slow to load
    from app.record.mcap_format import SealedPart

SUFFIX: Final = ".mcap"
# of a file that is written
PART: Final = f"{SUFFIX}.part"
_LOCK: Final = "lock"
_LOCK_TRIES: Final = 20
_LOCK_PAUSE_S: Final = 0.01
# the recordings that a run has begun elsewhere: a line of JSON for each, its path and whether it takes all that comes
_RECORDINGS: Final = "recordings"
_MOST_NOTED_BYTES: Final = 1 << 20
# of these, the newest ones that are looked into for what was recorded
_MOST_NOTED: Final = 20
# longer than any segment
_MOST_S: Final = 60.0
# a folder that is younger may be about to get its lock
_YOUNG_S: Final = 10.0

_LOGGER = logging.getLogger(__name__)

# the path of a file, and of one that is written what is whole in it
BoxFile = tuple[Path, "SealedPart | None"]


@dataclass(frozen=True, slots=True)
class Segment:
    """A file of the black box that is complete, or can't be; times of its first and last message.

    Of a file that can't be read both are the time when it was written last.
    """

    path: Path
    first_ns: int
    last_ns: int
    nbytes: int

    @property
    def duration_s(self) -> float:
        """The time that the segment covers, as far as that can be: where the clock was set, its times say nothing."""
        return min(max(0, self.last_ns - self.first_ns) / 1e9, _MOST_S)


@dataclass(frozen=True, slots=True)
class BoxLimits:
    """The bounds of the black box.

    Attributes:
        duration_s: the time that is kept.
        nbytes: the most bytes that are kept.
        free_bytes: the room that stays free on the disk.
        since_ns: files that end before this time go, whatever room there is.
    """

    duration_s: float = 900.0
    nbytes: int = 2_000_000_000
    free_bytes: int = 5_000_000_000
    since_ns: int = 0


class SegmentFolder:
    """The segments of the black box. For the thread that writes.

    What earlier runs have left is kept until this run has recorded as much: the minutes before a crash are worth most.

    Args:
        root: the folder of all runs, which need not exist.
        claims: the parts that are not deleted.
        name: the name of this run, if it is not that of its time.

    Attributes:
        segments: the segments that are not written any more, oldest first; any thread may copy the list.
        recordings: what ended runs have recorded elsewhere in the place of segments; it is never deleted.
    """

    def __init__(self, root: Path, claims: Claims | None = None, name: str = "") -> None:
        self.segments: list[Segment] = []
        self.recordings: tuple[Segment, ...] = ()
        self._claims = claims or Claims()
        self._root = root
        self._name = name
        self._run: Path | None = None
        self._lock = -1
        self._number = 0

    def begin(self, now_ns: int) -> int:
        """Begin a run, and take over what ended runs have left; returns the number of files that had to be ended.

        Raises OSError if nothing can be written there.
        """
        self.end()
        self.segments.clear()
        self.recordings = ()
        self._run = None
        ended = 0
        for folder in sorted(self._root.iterdir()) if self._root.is_dir() else ():
            try:
                ended += self._take_over(folder)
            except OSError as error:
                # of another user, or just removed by another window
                _LOGGER.warning("%s can't be read: %s", folder, error)
        run = self._root / (self._name or run_name(now_ns))
        self._lock = create_private_file(run / _LOCK)
        # another window that looks whether it is locked holds it for a moment
        for _ in range(_LOCK_TRIES):
            if lock(self._lock):
                break
            time.sleep(_LOCK_PAUSE_S)
        self._run, self._name = run, ""
        return ended

    def _take_over(self, folder: Path) -> int:
        if not folder.is_dir() or _goes_on(folder):
            return 0
        ended = sum(end_file(part) is not None for part in sorted(folder.glob(f"*{PART}")))
        ended += self._end_recordings(folder / _RECORDINGS)
        # what can't be ended, or read, takes room as well
        files = (path for path in folder.iterdir() if path.name.endswith((SUFFIX, PART)))
        self.segments += filter(None, map(_segment, sorted(files)))
        self._remove_empty(folder)
        return ended

    def _end_recordings(self, noted: Path) -> int:
        """End the recordings that an ended run has noted and not ended; returns how many were."""
        if not noted.exists():
            return 0
        ended, recordings = 0, []
        for line in read_beginning(noted, _MOST_NOTED_BYTES).decode(errors="replace").splitlines():
            # the last line may be cut, and a folder closed to us
            with contextlib.suppress(ValueError, OSError):
                told = json.loads(line)
                name, takes_all = told if isinstance(told, list) else (told, False)
                path = Path(str(name))
                part = part_of(path)
                if part.exists():
                    path = end_file(part) or part
                    ended += path != part
                recordings += [path] if takes_all else []
        found = [_segment(path) for path in recordings[-_MOST_NOTED:]]
        self.recordings += tuple(one for one in found if one is not None)
        noted.unlink(missing_ok=True)
        return ended

    def end_files(self, paths: Iterable[Path]) -> list[Path]:
        """End files of this run that a disk has refused to end; returns those that it still refuses."""
        left = []
        for path in paths:
            part = part_of(path)
            ended = end_file(part) if part.exists() else path
            if ended is None and part.exists():
                left.append(path)
                ended = part
            self._add_again(_segment(ended) if ended is not None else None, part)
        return left

    def _add_again(self, segment: Segment | None, part: Path) -> None:
        """Add a segment, or put it in the place of what it was before it was ended."""
        known = [one.path for one in self.segments]
        if part in known:
            place = known.index(part)
            self.segments[place : place + 1] = [segment] if segment is not None else []
        elif segment is not None and segment.path not in known:
            self.segments.append(segment)

    def next_path(self) -> Path:
        """Return the path of the next segment."""
        self._number += 1
        return (self._run or self._root) / f"{self._number:06d}{SUFFIX}"

    def note_recording(self, path: Path, *, takes_all: bool = False) -> None:
        """Note a recording that is begun elsewhere, for the next start to end it if this run does not.

        `takes_all` says that it stands in the place of segments.
        """
        if self._run is None:
            return
        noted = self._run / _RECORDINGS
        try:
            with os.fdopen(
                os.open(noted, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600), "a", encoding="utf-8"
            ) as file:
                file.write(json.dumps([str(path), takes_all]) + "\n")
        except OSError as error:
            _LOGGER.warning("%s can't be written: %s", noted, error)

    def add(self, segment: Segment) -> None:
        """Add a segment that was completed."""
        self.segments.append(segment)

    def make_room(self, limits: BoxLimits, writing_bytes: int = 0, *, one_at_least: bool = False) -> bool:
        """Delete the oldest segments until the limits hold; returns whether the disk has room to go on.

        What is claimed stays, even beyond the limits. `writing_bytes` is the size of the segment that is written.
        """
        # deleting may take seconds, and what is claimed meanwhile stays too
        while loose := self._claims.loose(self.segments):
            oldest = loose[0]
            if not one_at_least and not self._is_too_much(oldest, limits, writing_bytes):
                break
            self.segments.remove(oldest)
            one_at_least = False
            try:
                oldest.path.unlink(missing_ok=True)
            except OSError as error:
                # it counts no more, and is deleted by a later run
                _LOGGER.warning("%s can't be deleted: %s", oldest.path, error)
            self._remove_empty(oldest.path.parent)
        return self._free_bytes() >= limits.free_bytes

    def end(self) -> None:
        """End the run; its segments stay."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    @property
    def kept_s(self) -> float:
        """The time that all complete segments cover."""
        return sum(segment.duration_s for segment in self.segments)

    @property
    def kept_bytes(self) -> int:
        """The size of all complete segments."""
        return sum(segment.nbytes for segment in self.segments)

    def _is_too_much(self, oldest: Segment, limits: BoxLimits, writing_bytes: int) -> bool:
        if oldest.last_ns < limits.since_ns:
            return True
        # the oldest goes only when what is left without it is long enough
        if self.kept_s - oldest.duration_s >= limits.duration_s:
            return True
        if self.kept_bytes + writing_bytes > limits.nbytes:
            return True
        # where others have filled the disk, deleting would gain nothing
        free = self._free_bytes()
        return free < limits.free_bytes <= free + self.kept_bytes

    def _free_bytes(self) -> int:
        return shutil.disk_usage(self._root).free

    def _remove_empty(self, folder: Path) -> None:
        """Remove the folder of an ended run that has no segment any more."""
        if folder == self._run or any(segment.path.parent == folder for segment in self.segments):
            return
        with contextlib.suppress(OSError):
            if any(path.name != _LOCK for path in folder.iterdir()):
                return
            (folder / _LOCK).unlink(missing_ok=True)
            folder.rmdir()


def run_name(now_ns: int) -> str:
    """Return the name of a run that begins now."""
    return f"{now_ns:020d}-{os.getpid()}"


def part_of(path: Path) -> Path:
    """Return the path that a file has while it is written."""
    return path.with_name(path.name + PART.removeprefix(SUFFIX))


def end_file(part: Path) -> Path | None:
    """End a file that nobody ended; returns its new path, None where that can't be done or nothing was in it."""
    # it needs numpy, which is slow to load
    from app.record.mcap_fields import RecordingError  # noqa: PLC0415
    from app.record.repair import repair  # noqa: PLC0415

    try:
        return repair(part).path
    except (OSError, RecordingError) as error:
        _LOGGER.warning("%s can't be ended: %s", part, error)
        return None


def _segment(path: Path) -> Segment | None:
    """Return what a file is as a segment; None where it is gone, or written by a process that runs."""
    from app.record.mcap_fields import RecordingError  # noqa: PLC0415 - as above
    from app.record.mcap_segment import McapSegment  # noqa: PLC0415 - as above
    from app.record.repair import is_written  # noqa: PLC0415 - as above

    nbytes = first_ns = last_ns = 0
    try:
        found = path.stat()
        nbytes = found.st_size
        if path.name.endswith(PART) and is_written(path):
            return None
        first_ns = last_ns = found.st_mtime_ns
        with contextlib.closing(McapSegment(path)) as segment:
            if segment.end_ns:
                first_ns, last_ns = segment.start_ns, segment.end_ns
    except FileNotFoundError:
        return None
    except (OSError, RecordingError) as error:
        _LOGGER.warning("%s can't be read: %s", path, error)
    return Segment(path, first_ns, last_ns, nbytes)


def _goes_on(folder: Path) -> bool:
    """Whether the run of a folder goes on."""
    path = folder / _LOCK
    return is_locked(path) if path.exists() else time.time() - folder.stat().st_mtime < _YOUNG_S
