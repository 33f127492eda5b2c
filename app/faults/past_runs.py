"""Past runs of the program that did not end in order: the incidents, and the texts about them.

A run consists of all processes of one start. It is reported once, when its leading process is gone without having ended
in order.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from app.config.folders import read_beginning, read_end, state_folder
from app.faults import WINDOW
from app.faults.run_file import (
    MAX_FILE_BYTES,
    MAX_FILES,
    REPORTED_SUFFIX,
    SUFFIX,
    RunHead,
    ended_in_order,
    is_locked,
    parse_head,
    runs_folder,
)
from app.wording.program import ProgramWording

# a native crash adds the stacks of all threads
MAX_READ_BYTES: Final = 2 * MAX_FILE_BYTES
# a process that an error has ended is gone by then; a process that lives on is seen alive again
LAST_ERROR_S: Final = 15.0
# beside the files of runs: the logs of driving, and the standard error of child processes
LOGS: Final = (
    *("drive.log", "watchdog.log", "drive-errors.log", "watchdog-errors.log", "demo-errors.log", "start.log"),
)

# of processes that a user starts; runs led by other processes are not reported
_ROLES: Final = frozenset({WINDOW, "drive"})

_FATAL: Final = re.compile(r"(?m)^(?:Windows fatal exception|Fatal Python error): (.+)$")
_QT_FATAL: Final = re.compile(r"(?m)^\S+ CRITICAL (?:\S+): (.+)$")
_FROZEN: Final = "Timeout ("
_ERROR: Final = re.compile(r"(?m)^([A-Za-z_][\w.]*(?:: .*)?)$")


@dataclass(frozen=True, slots=True)
class CrashedRun:
    """A run that did not end in order.

    Attributes:
        head: of the leading process.
        files: of all its processes, the leading process first.
        seen_at: when the process was last seen alive, ISO 8601 UTC; it may have lived on for ten seconds.
        what: what the files tell about its end, in a line; empty if nothing.
    """

    head: RunHead
    files: tuple[Path, ...]
    seen_at: str
    what: str


def find_incidents(folder: Path | None = None) -> list[CrashedRun]:
    """The incidents that were not reported yet, newest first. May take a moment, and never raises."""
    found = []
    for path in sorted(_files(folder or runs_folder()), reverse=True):
        if path.name.endswith(REPORTED_SUFFIX):
            continue
        head, text = _read(path)
        if head is not None and _is_over(path, head, text):
            found.append(_incident(path, head, text))
    return found


def last_incident(folder: Path | None = None) -> CrashedRun | None:
    """The newest incident, reported or not."""
    for path in sorted(_files(folder or runs_folder()), reverse=True):
        head, text = _read(path)
        if head is not None and _is_over(path, head, text):
            return _incident(path, head, text)
    return None


def claim_incident(incident: CrashedRun) -> CrashedRun | None:
    """Claim an incident, so that no other window reports it; None if another window was quicker."""
    path = incident.files[0]
    told = path.with_name(path.name.removesuffix(SUFFIX) + REPORTED_SUFFIX)
    try:
        path.rename(told)
    except OSError:
        return None
    return CrashedRun(incident.head, (told, *incident.files[1:]), incident.seen_at, incident.what)


def remove_old_files(folder: Path | None = None, most: int = MAX_FILES) -> None:
    """Remove the oldest files of processes that have ended, beyond `most`."""
    kept = 0
    for path in sorted(_files(folder or runs_folder()), reverse=True):
        if is_locked(path):
            continue
        kept += 1
        if kept > most:
            with contextlib.suppress(OSError):
                path.unlink()


def incident_report(incident: CrashedRun, robot: str) -> str:
    """All recorded text of a run: its files, its lines in the logs, and what happened to the robot."""
    head = incident.head
    facts = (
        f"Teledeck {head.version} ({head.role}, process {head.pid}) did not end in order.",
        f"Begun: {head.started}",
        f"Last seen alive: {incident.seen_at}",
        f"What its files tell of the end: {incident.what or 'nothing'}",
        robot,
    )
    parts = ["\n".join(facts)]
    pids = []
    for path in incident.files:
        of_process, data = _read(path)
        if of_process is not None:
            pids.append(of_process.pid)
        parts.append(f"--- {path.name}\n{data.decode(errors='replace').rstrip()}\n")
    for name in LOGS[:2]:
        lines = log_lines(state_folder() / name, pids)
        if lines:
            parts.append(f"--- {name}\n{lines}\n")
    return "\n".join(parts)


def log_lines(path: Path, pids: Sequence[int], nbytes: int = MAX_FILE_BYTES) -> str:
    """The lines that these processes have written at the end of a log, with their tracebacks."""
    try:
        data, _ = read_end(path, nbytes)
    except OSError:
        return ""
    marks = tuple(f"[{pid}]" for pid in pids)
    found, ours = [], False
    for line in data.decode(errors="replace").splitlines():
        # lines without a process number are tracebacks of the line before
        if re.match(r"\d{4}-\d\d-\d\d .*?\[\d+\]", line):
            ours = any(mark in line[:60] for mark in marks)
        if ours:
            found.append(line)
    return "\n".join(found)


def _is_over(path: Path, head: RunHead, data: bytes) -> bool:
    """Whether the process led a run, and is gone without having ended in order."""
    return head.leads and head.role in _ROLES and not ended_in_order(data) and not is_locked(path)


def _incident(path: Path, head: RunHead, data: bytes) -> CrashedRun:
    others = sorted(other for other in path.parent.glob(f"{head.run}-*{SUFFIX}") if other != path)
    seen_at = _modified(path) or head.started
    return CrashedRun(head, (path, *others), seen_at, _what(data.decode(errors="replace"), seen_at))


def _what(text: str, seen_at: str) -> str:
    fatal = _FATAL.findall(text)
    if fatal:
        qt = _QT_FATAL.findall(text)
        return f"{fatal[-1]}: {qt[0]}" if qt else str(fatal[-1])
    last = text.rstrip().rpartition("\n20")[2]
    # an error long before the last sign of life was not the end
    ended = "Traceback (" in last and _seconds(seen_at) - _seconds(f"20{last.partition(' ')[0]}") <= LAST_ERROR_S
    errors = _ERROR.findall(last) if ended else []
    if errors:
        return str(errors[-1])
    return ProgramWording.HAD_STOOD_STILL() if _FROZEN in text else ""


def _seconds(stamp: str) -> float:
    try:
        return datetime.fromisoformat(stamp).timestamp()
    except (ValueError, OverflowError):
        return 0.0


def _files(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.name.endswith(SUFFIX)]
    except OSError:
        return []


def _read(path: Path) -> tuple[RunHead | None, bytes]:
    try:
        data = read_beginning(path, MAX_READ_BYTES)
    except OSError:
        return None, b""
    return parse_head(data), data


def _modified(path: Path) -> str:
    try:
        at_s = path.stat().st_mtime
        return datetime.fromtimestamp(at_s, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (OSError, ValueError, OverflowError):
        return ""
