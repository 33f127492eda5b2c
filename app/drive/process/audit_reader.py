"""The reader of the audit log: whether the robot was stopped in a run, by whom, and whether that arrived.

The result says only what the log says. Where the log says nothing, that is the result.
"""

from __future__ import annotations

import contextlib
import enum
import json
import operator
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from app.config.folders import read_beginning, read_end
from app.drive.control.pacing import OWED_S
from app.drive.process.audit_log import MAX_FILE_BYTES

# an hour of driving is 9 MB; the end of a run is at the end of its last file
MAX_READ_BYTES: Final = 1024 * 1024
MAX_HEAD_BYTES: Final = 4096
# the number of drive processes of a run that are read, the last ones
MAX_DRIVES: Final = 8

# acts by which an operator stops, as `audit_trail` names them
_OPERATOR: Final = frozenset({"stop", "by_operator"})


class Stopper(enum.Enum):
    """The party that told the robot to stand still last."""

    NOBODY = "nobody"
    NOTHING_LOGGED = "nothing logged"
    NOT_MOVED = "not moved"
    DRIVE_PROCESS = "drive process"
    WATCHDOG = "watchdog"
    OPERATOR = "operator"
    NOT_KNOWN = "not known"


@dataclass(frozen=True, slots=True)
class StopEvidence:
    """The evidence of the audit log about the end of a run.

    Attributes:
        moved_at: when the last motion was sent, ISO 8601 UTC; empty if none is in the log.
        stopped_at: when the first zero after that motion was sent; empty if none is in the log.
        reason: the reason of the stop; empty where the log gives none.
        arrived: whether the stop was shown to have arrived; None where the log doesn't tell.
    """

    stopper: Stopper
    moved_at: str = ""
    stopped_at: str = ""
    reason: str = ""
    arrived: bool | None = None

    @property
    def is_unsure(self) -> bool:
        """Whether the robot may still be moving."""
        return self.stopper in _UNSURE or (bool(self.stopped_at) and self.arrived is False)


_UNSURE: Final = frozenset({Stopper.NOBODY, Stopper.NOT_KNOWN})


def read_stop_evidence(folder: Path, run: str) -> StopEvidence:
    """Read the evidence about the robot of a run; of several robots the last, unless another may still be moving.

    This may take a moment, and never raises.
    """
    drives: dict[str, list[Path]] = {}
    watchdogs: dict[str, list[Path]] = {}
    try:
        files = sorted(folder.glob("drive-*.jsonl"))
    except OSError:
        return StopEvidence(Stopper.NOT_KNOWN)
    for path in files:
        head = _head(path)
        if head.get("run") == run:
            group = watchdogs if head.get("process") == "watchdog" else drives
            # as `audit.AuditLog` names them: drive-TIME-PID-PART.jsonl
            group.setdefault(path.stem.rpartition("-")[0], []).append(path)
    if not drives:
        return StopEvidence(Stopper.NOTHING_LOGGED)
    found: list[StopEvidence] = []
    robots: set[str] = set()
    for name in sorted(drives, reverse=True)[:MAX_DRIVES]:
        robot, evidence = _evidence(drives[name], watchdogs.values())
        # a process that moved nothing is no evidence about the robot that was driven before it
        if evidence.stopper is not Stopper.NOT_MOVED and robot not in robots:
            robots.add(robot)
            found.append(evidence)
    unsure = [evidence for evidence in found if evidence.is_unsure]
    return (unsure or found or [StopEvidence(Stopper.NOT_MOVED)])[0]


def read_entries(folder: Path, from_s: float, until_s: float) -> list[tuple[int, bytes]]:
    """Return the entries of all processes between two times of the wall clock, each with its time in nanoseconds.

    What can't be read is left out. This may take a moment, and never raises.
    """
    found: list[tuple[int, bytes]] = []
    with contextlib.suppress(OSError):
        for path in sorted(folder.glob("drive-*.jsonl")):
            with contextlib.suppress(OSError):
                if path.stat().st_mtime >= from_s:
                    found += _entries_between(read_beginning(path, MAX_FILE_BYTES + MAX_HEAD_BYTES), from_s, until_s)
    return sorted(found, key=operator.itemgetter(0))


def _entries_between(data: bytes, from_s: float, until_s: float) -> Iterator[tuple[int, bytes]]:
    for line in data.splitlines():
        # the last line may be cut
        with contextlib.suppress(ValueError, KeyError, TypeError):
            at_s = datetime.fromisoformat(json.loads(line)["time"]).timestamp()
            if from_s <= at_s <= until_s:
                yield int(at_s * 1e6) * 1000, line


def evidence_text(evidence: StopEvidence) -> str:
    """Format evidence as lines, for a log."""
    arrived = {True: "shown to have arrived", False: "not shown to have arrived", None: "not known whether it arrived"}
    lines = [f"The robot, by the audit log: stopped by: {evidence.stopper.value}"]
    lines += [f"Last motion: {evidence.moved_at}"] if evidence.moved_at else []
    if evidence.stopped_at:
        lines.append(
            f"Stop: {evidence.stopped_at}, {evidence.reason or 'no reason given'}, {arrived[evidence.arrived]}"
        )
    return "\n".join(lines)


def _evidence(drive: list[Path], watchdogs: Iterable[list[Path]]) -> tuple[str, StopEvidence]:
    """Return the address of the robot that a process drove, and the evidence about it."""
    entries, whole = _entries(drive)
    robot = next((str(entry["robot"]) for entry in reversed(entries) if "robot" in entry), "")
    for parts in watchdogs:
        more, _ = _entries(parts)
        if not robot or any(entry.get("robot") == robot for entry in more):
            entries += more
    entries.sort(key=lambda entry: str(entry.get("time", "")))
    return robot, _judge(entries, whole=whole)


def _judge(entries: list[Mapping[str, Any]], *, whole: bool) -> StopEvidence:
    moved = max((at for at, entry in enumerate(entries) if _moves(entry)), default=None)
    if moved is None:
        # a log that was cut, or could not be written, may have lost a motion
        known = whole and not any("dropped" in entry for entry in entries)
        return StopEvidence(Stopper.NOT_MOVED if known else Stopper.NOT_KNOWN)
    moved_at = str(entries[moved].get("time", ""))
    rest = entries[moved + 1 :]
    at = next((at for at, entry in enumerate(rest) if "sent" in entry and "v" in entry), None)
    if at is None:
        lost = any("dropped" in entry for entry in rest)
        return StopEvidence(Stopper.NOT_KNOWN if lost else Stopper.NOBODY, moved_at)
    stopper, reason = _stopper(rest[at], rest)
    return StopEvidence(stopper, moved_at, str(rest[at].get("time", "")), reason, _arrived(rest[at], rest[at + 1 :]))


def _stopper(zero: Mapping[str, Any], rest: Iterable[Mapping[str, Any]]) -> tuple[Stopper, str]:
    if zero.get("by") == "watchdog":
        why = next((str(entry["watchdog"]) for entry in rest if "watchdog" in entry and "sent" not in entry), "")
        return Stopper.WATCHDOG, why and f"the drive process: {why}"
    for entry in rest:
        # an entry that came later is not the reason of this zero
        if _later_s(entry, zero) > 0.0:
            continue
        if str(entry.get("act")) in _OPERATOR:
            return Stopper.OPERATOR, str(entry["act"])
        if "stop" in entry:
            by_hand = str(entry["stop"]) in {"released", "stop", "by_operator"}
            return (Stopper.OPERATOR if by_hand else Stopper.DRIVE_PROCESS), str(entry.get("words", ""))
    return Stopper.DRIVE_PROCESS, ""


def _arrived(zero: Mapping[str, Any], after: Iterable[Mapping[str, Any]]) -> bool | None:
    """Return whether a zero was shown to have arrived.

    Nothing is owed any more, either, once a minute is over or the operator says so: that is no proof.
    """
    arrived: bool | None = None
    given_up = False
    for entry in after:
        given_up = given_up or entry.get("act") == "clear"
        outcome = str(entry.get("watchdog"))
        if outcome in {"arrived", "given up"}:
            arrived = outcome == "arrived"
        elif entry.get("owed"):
            arrived = False
        elif "owed" in entry and not given_up and _later_s(entry, zero) <= OWED_S:
            arrived = True
    return arrived


def _later_s(entry: Mapping[str, Any], than: Mapping[str, Any]) -> float:
    """Return the seconds between two entries by the clock of the machine; 0 where an entry has no time."""
    later, earlier = entry.get("t"), than.get("t")
    return later - earlier if isinstance(later, float) and isinstance(earlier, float) else 0.0


def _moves(entry: Mapping[str, Any]) -> bool:
    return "sent" in entry and any(entry.get(axis) for axis in ("v", "w", "vy", "steer", "free"))


def _head(path: Path) -> Mapping[str, Any]:
    try:
        line = read_beginning(path, MAX_HEAD_BYTES).partition(b"\n")[0]
    except OSError:
        return {}
    return next(iter(_parsed([line])), {})


def _entries(parts: list[Path]) -> tuple[list[Mapping[str, Any]], bool]:
    """Return the last entries that a process wrote, and whether those are all."""
    found: list[Mapping[str, Any]] = []
    left = MAX_READ_BYTES
    whole = parts[0].stem.endswith("-0001")
    for path in sorted(parts, reverse=True):
        if left <= 0:
            return found, False
        try:
            data, complete = read_end(path, left)
        except OSError:
            return found, False
        lines = data.splitlines()
        found = [*_parsed(lines if complete else lines[1:]), *found]
        whole = whole and complete
        left -= len(data)
    return found, whole


def _parsed(lines: Iterable[bytes]) -> Iterator[Mapping[str, Any]]:
    for line in lines:
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            # the last line of a process that was killed
            continue
        if isinstance(entry, dict):
            yield entry
