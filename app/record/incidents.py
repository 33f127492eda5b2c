"""The folder of incidents: for each what was recorded around it, facts in JSON, and what else explains it."""

from __future__ import annotations

import contextlib
import dataclasses
import enum
import logging
import os
import re
import shutil
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from app.config.atomic_file import HeldFile, hold_file, locked_file, write_atomically
from app.config.folders import read_beginning
from app.model.json_document import JsonError, convert_json, decode_json

FORMAT: Final = 1
FACTS: Final = "incident.json"
RECORDING: Final = "recording.mcap"
PAGE: Final = "page.html"
PICTURE: Final = "window.png"
DOCTOR: Final = "doctor.txt"

MAX_INCIDENTS: Final = 50
MAX_BYTES: Final = 2_000_000_000
MAX_NOTE: Final = 4000
_DAY_NS: Final = 86_400_000_000_000
_MAX_FACTS_BYTES: Final = 64 * 1024
_COPY_BYTES: Final = 1 << 20
# the name in a folder by which its facts are locked
_LOCKED: Final = ".facts"
# the end of the name of a file beside a folder that is locked by who makes the incident
_MAKING: Final = ".making"
# when its time is over, its files are made: of a large recording, or on a slow disk, that takes its time
_MAKING_NS: Final = 60_000_000_000
# the beginning of the name of a folder that is being removed
_REMOVED: Final = ".removed-"
# a folder without facts that is younger may be about to get them
_YOUNG_S: Final = 60.0

_LOGGER = logging.getLogger(__name__)

# told the share that is done; returns whether to go on
Progress = Callable[[float], bool]


class IncidentReason(enum.Enum):
    """The reason why an incident was kept."""

    STOP = "stop"  # the operator pressed STOP
    FAULT = "fault"  # something else disarmed the robot
    LINK = "link"  # the link was lost while the robot was armed
    ALERT = "alert"  # something raised an alert that is an error
    CRASH = "crash"  # the program did not end in order


class IncidentFacts(msgspec.Struct, frozen=True):
    """The facts about an incident, as its file has them. Neither addresses nor secrets are in them.

    Attributes:
        time_ns: when it happened, in wall time.
        words: the reason in words.
        from_ns, until_ns: what is recorded.
        robot: what the window calls the robot; empty where it is about none.
        profile: the name of the profile by which the robot was driven; empty where it was not.
        versions: of the program and of what it runs on.
        note: what the operator wrote.
        is_kept: whether it is never deleted to make room.
        is_complete: whether its recording is made.
        left_out: how many parts of the black box could not be read, and are missing in it.
        run: the name of the run that crashed; empty for other reasons.
    """

    time_ns: int
    reason: IncidentReason
    words: str = ""
    from_ns: int = 0
    until_ns: int = 0
    robot: str = ""
    profile: str = ""
    versions: Mapping[str, str] = {}
    note: str = ""
    is_kept: bool = False
    is_complete: bool = False
    left_out: int = 0
    run: str = ""
    format: int = FORMAT


@dataclasses.dataclass(frozen=True, slots=True)
class Incident:
    """An incident that is on the disk.

    Attributes:
        folder: its folder, whose name identifies it.
        nbytes: the size of all of its files.
        is_recorded: whether its time still goes on.
    """

    folder: Path
    facts: IncidentFacts
    nbytes: int = 0
    is_recorded: bool = False

    @property
    def name(self) -> str:
        """The name of its folder, by which it is known."""
        return self.folder.name

    @property
    def recording(self) -> Path:
        """The path of its recording, which is there once it is complete, unless nothing was recorded."""
        return self.folder / RECORDING


class IncidentFolder:
    """The incidents of this user. Any thread; all that changes something raises OSError.

    Args:
        root: its folder, which need not exist.
        most: the most incidents that are there, beside those that are kept.
        nbytes: the most bytes of all.

    Attributes:
        now_ns: gives the time of the wall clock.
    """

    def __init__(self, root: Path, most: int = MAX_INCIDENTS, nbytes: int = MAX_BYTES) -> None:
        self.root = root
        self.now_ns: Callable[[], int] = time.time_ns
        self._most = most
        self._nbytes = nbytes
        # the names of those that were made here, in that order
        self._made: list[str] = []

    def list(self) -> list[Incident]:
        """Return all incidents, newest first. Never raises."""
        found = []
        for folder in _folders(self.root):
            incident = self.find(folder.name)
            if incident is not None:
                found.append(incident)
        return sorted(found, key=lambda one: (one.facts.time_ns, one.name), reverse=True)

    def find(self, name: str) -> Incident | None:
        """Return the incident of this name; None where there is none, or its facts can't be read."""
        folder = self.root / name
        if not name or name.startswith(".") or folder.parent != self.root:
            return None
        try:
            data = read_beginning(folder / FACTS, _MAX_FACTS_BYTES)
            return self._told(folder, convert_json(decode_json(data), IncidentFacts))
        except (OSError, JsonError):
            return None

    def add(self, facts: IncidentFacts) -> Incident:
        """Make the folder of an incident."""
        self.root.mkdir(parents=True, exist_ok=True, mode=0o700)
        stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(facts.time_ns / 1e9))
        name = f"{stamp}-{facts.reason.value}"
        for number in range(1, 1000):
            folder = self.root / (name if number == 1 else f"{name}-{number}")
            with contextlib.suppress(FileExistsError):
                folder.mkdir(mode=0o700)
                self._made.append(folder.name)
                return self._write(Incident(folder, facts))
        raise FileExistsError(name)

    def claim(self, incident: Incident) -> HeldFile | None:
        """Claim the making of an incident, as long as this process lives; None where another makes it."""
        return hold_file(self.root / f".{incident.name}{_MAKING}")

    def complete(self, incident: Incident, words: str | None = None, left_out: int = 0) -> Incident:
        """Say that the recording of an incident is made, and how many parts that can't be read are missing in it.

        `words` are those in which nothing must be hidden any more.
        """
        told = {"words": words} if words is not None else {}
        return self._change(incident, is_complete=True, left_out=left_out, **told)

    def note(self, incident: Incident, text: str) -> Incident:
        """Set what the operator has to say; a longer text is cut."""
        return self._change(incident, note=text[:MAX_NOTE])

    def keep(self, incident: Incident, *, is_kept: bool) -> Incident:
        """Set whether an incident is never deleted to make room."""
        return self._change(incident, is_kept=is_kept)

    def delete(self, incident: Incident) -> None:
        """Delete an incident, as a whole: one of which a part is left is not listed."""
        removed = incident.folder.with_name(f"{_REMOVED}{incident.name}-{os.urandom(4).hex()}")
        incident.folder.rename(removed)
        shutil.rmtree(removed, ignore_errors=True)

    def export(self, incident: Incident, path: Path, progress: Progress = lambda _: True) -> bool:
        """Write all files of an incident into a zip file; false where `progress` has ended that. Nothing half stays."""
        part = path.with_name(f".{path.name[:80]}-{os.urandom(4).hex()}.new")
        try:
            if not _zip(incident, part, progress):
                return False
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        return True

    def tidy(self) -> None:
        """Delete incidents beyond the bounds, and what is left of deleting. Never raises.

        Those of alerts go first, then the oldest. What is kept is never deleted, nor the newest, nor one whose
        recording is not made yet, nor one of the last day because another alone has more bytes than all may have.
        Those that were made here are newer than all others, whatever the clock says.
        """
        self._remove_rests()
        made = {name: place for place, name in enumerate(self._made)}
        incidents = sorted(self.list(), key=lambda one: (made.get(one.name, -1), one.facts.time_ns, one.name))
        nbytes = sum(one.nbytes for one in incidents)
        loose = [one for one in incidents[:-1] if not one.facts.is_kept and one.facts.is_complete]
        too_many = sum(not one.facts.is_kept for one in incidents) - self._most
        has_giant = any(one.nbytes > self._nbytes for one in incidents)
        recent_ns = self.now_ns() - _DAY_NS
        for incident in sorted(loose, key=lambda one: one.facts.reason is not IncidentReason.ALERT):
            is_spared = has_giant and incident.facts.time_ns > recent_ns
            if too_many <= 0 and (nbytes <= self._nbytes or is_spared):
                continue
            try:
                # another window may just have
                with contextlib.suppress(FileNotFoundError):
                    self.delete(incident)
            except OSError as error:
                _LOGGER.warning("%s can't be deleted: %s", incident.folder, error)
                continue
            too_many -= 1
            nbytes -= incident.nbytes

    # inside

    def _change(self, incident: Incident, **changes: object) -> Incident:
        # another window, or the thread that makes it, may have changed it meanwhile
        with locked_file(incident.folder / _LOCKED):
            now = self.find(incident.name)
            if now is None:
                raise FileNotFoundError(incident.folder / FACTS)
            return self._write(dataclasses.replace(now, facts=msgspec.structs.replace(now.facts, **changes)))

    def _write(self, incident: Incident) -> Incident:
        # words may be a sentence, which is a text of a class of its own
        data = msgspec.json.format(msgspec.json.encode(incident.facts, enc_hook=str))
        write_atomically(incident.folder / FACTS, [data], private=True)
        return self._told(incident.folder, incident.facts)

    def _told(self, folder: Path, facts: IncidentFacts) -> Incident:
        """Return what is told of an incident; where the clock was set meanwhile, its time is taken to be over."""
        goes_on = not facts.is_complete and facts.from_ns <= self.now_ns() <= facts.until_ns + _MAKING_NS
        return Incident(folder, facts, _size(folder), goes_on)

    def _remove_rests(self) -> None:
        """Remove folders that are deleted half, those that never got their facts nor a recording, and old claims."""
        with contextlib.suppress(OSError):
            for path in self.root.glob(f".*{_MAKING}"):
                if not (self.root / path.name[1:].removesuffix(_MAKING)).exists():
                    path.unlink(missing_ok=True)
        for folder in _folders(self.root, hidden=True):
            with contextlib.suppress(OSError):
                is_young = time.time() - folder.stat().st_mtime < _YOUNG_S
                if folder.name.startswith(_REMOVED) or not (is_young or _has_content(folder)):
                    shutil.rmtree(folder, ignore_errors=True)


def _folders(root: Path, *, hidden: bool = False) -> list[Path]:
    """Return the folders that the program makes; no others."""
    pattern = rf"({re.escape(_REMOVED)})?\d{{8}}T\d{{6}}Z-.*" if hidden else r"\d{8}T\d{6}Z-.*"
    try:
        return [path for path in root.iterdir() if re.fullmatch(pattern, path.name) and path.is_dir()]
    except OSError:
        return []


def _has_content(folder: Path) -> bool:
    return any((folder / name).exists() for name in (FACTS, RECORDING))


def _size(folder: Path) -> int:
    nbytes = 0
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            # files come and go meanwhile
            with contextlib.suppress(OSError):
                nbytes += path.stat().st_size
    return nbytes


def _zip(incident: Incident, part: Path, progress: Progress) -> bool:
    """Write the files of an incident; false where `progress` has ended that."""
    paths = sorted(path for path in incident.folder.iterdir() if path.is_file() and not path.name.startswith("."))
    total = sum(path.stat().st_size for path in paths) or 1
    done = 0
    descriptor = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    with os.fdopen(descriptor, "wb") as opened, zipfile.ZipFile(opened, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in paths:
            entry = zipfile.ZipInfo.from_file(path, f"{incident.name}/{_plain_name(path)}", strict_timestamps=False)
            # chunks are compressed already
            entry.compress_type = zipfile.ZIP_STORED if path.name == RECORDING else zipfile.ZIP_DEFLATED
            with path.open("rb") as source, archive.open(entry, "w", force_zip64=True) as target:
                for block in _blocks(source.read):
                    target.write(block)
                    done += len(block)
                    if not progress(min(1.0, done / total)):
                        return False
    return True


def _plain_name(path: Path) -> str:
    """Return the name of a file as any archive can have it: bytes that are no text are written as numbers."""
    return path.name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace").replace("\\", "%")


def _blocks(read: Callable[[int], bytes]) -> Iterator[bytes]:
    while block := read(_COPY_BYTES):
        yield block
