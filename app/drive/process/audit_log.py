"""The audit log: the commands that were sent and every reason for a stop, as JSON lines in files that are rotated.

The files are written by a thread of their own: a slow or a full disk is no reason for a robot to wait. Entries that
can't be written are counted, and the count is written as soon as something can be.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TextIO

from app.drive.control.values import Effect, OutgoingCommand, Reason
from app.wording.drive import DriveWording

_LOGGER = logging.getLogger(__name__)

# an hour of driving is 9 MB at 20 Hz; all files together hold a day of it
MAX_FILE_BYTES: Final = 8 * 1024 * 1024
MAX_FILES: Final = 24

# two minutes of commands as fast as they come
MAX_WAITING: Final = 12_000

CLOSE_TIMEOUT_S: Final = 2.0

# the time between attempts to write where there are no entries: a trouble is to be known before arming
CHECK_S: Final = 5.0
# the time after which a write that has not ended is reported
STUCK_S: Final = 2.0

_PREFIX: Final = "drive-"
_SUFFIX: Final = ".jsonl"

_ENCODER: Final = json.JSONEncoder(separators=(",", ":"), default=str)


def sent_entry(send: OutgoingCommand, now: float) -> dict[str, Any]:
    """Make the entry of a command that was sent."""
    velocity = send.velocity
    more = {"vy": velocity.lateral_m_s, "steer": velocity.steering_rad, "free": any(velocity.free) and velocity.free}
    told = {"v": velocity.linear_m_s, "w": velocity.angular_rad_s} | {key: more[key] for key in more if more[key]}
    return {"t": now, "sent": send.number, **told}


def reason_entry(reason: Reason, now: float, about: tuple[str, ...] = ()) -> dict[str, Any]:
    """Make the entry of a stop or a refusal; `about` names the subscribers that it is about."""
    what = "refusal" if reason.effect is Effect.REFUSAL else "stop"
    entry = {"t": now, what: reason.name.lower(), "effect": reason.effect.value, "words": reason.text}
    return entry | {"about": about} if about else entry


class AuditLog:
    """The audit log. `record` never blocks and never raises; any thread may call it.

    Args:
        head: the first entry of each file, which says which run and process it belongs to.

    Attributes:
        dropped: the number of entries that came faster than they could be written, or could not be written.
    """

    def __init__(
        self,
        folder: Path,
        wall_s: Callable[[], float] = time.time,
        max_file_bytes: int = MAX_FILE_BYTES,
        max_files: int = MAX_FILES,
        head: Mapping[str, Any] | None = None,
    ) -> None:
        self.dropped = 0
        self._head = head
        self._folder = folder
        self._wall_s = wall_s
        self._max_file_bytes = max_file_bytes
        self._max_files = max_files
        self._waiting: deque[tuple[float, Mapping[str, Any]]] = deque()
        self._wake = threading.Condition()
        self._closing = False
        self._file: TextIO | None = None
        self._nbytes = 0
        self._part = 0
        self._told_dropped = 0
        self._failed = ""
        self._writing_since: float | None = None
        self._name = f"{_PREFIX}{_stamp(wall_s())}-{os.getpid()}"
        self._thread = threading.Thread(target=self._run, name="drive-audit", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> str:
        """The reason why nothing can be written now, as far as is known; empty where there is none."""
        since = self._writing_since
        if since is not None and time.monotonic() - since > STUCK_S:
            return DriveWording.LOG_NOT_TAKEN(folder=self._folder)
        return self._failed

    def record(self, entry: Mapping[str, Any]) -> None:
        """Write an entry soon; the time of day is added."""
        with self._wake:
            if self._closing or len(self._waiting) >= MAX_WAITING:
                self.dropped += 1
                return
            self._waiting.append((self._wall_s(), entry))
            self._wake.notify()

    def close(self) -> None:
        """Write the entries that wait, for two seconds at the most, and end. Can be called twice."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        self._thread.join(CLOSE_TIMEOUT_S)

    def _run(self) -> None:
        begun = False
        while True:
            with self._wake:
                while not self._waiting and not self._closing and self._wake.wait(CHECK_S if begun else None):
                    pass
                if not self._waiting and self._closing:
                    break
                batch = list(self._waiting)
                self._waiting.clear()
            begun = True
            self._writing_since = time.monotonic()
            self._write(batch)
            self._writing_since = None
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()

    def _write(self, batch: list[tuple[float, Mapping[str, Any]]]) -> None:
        lines = [_line(wall_s, entry) for wall_s, entry in batch] or [_line(self._wall_s(), {"checked": True})]
        # more may be dropped during this write: the next write tells of those
        dropped = self.dropped
        if dropped > self._told_dropped:
            lines.append(_line(self._wall_s(), {"dropped": dropped}))
        try:
            for line in lines:
                self._write_line(line)
            if self._file is not None:
                # a process that is killed takes no entries with it
                self._file.flush()
        except OSError as error:
            self._give_up_file(error, len(batch))
        else:
            self._told_dropped = dropped
            self._failed = ""

    def _write_line(self, line: str) -> None:
        file = self._file
        if file is None or self._nbytes + len(line) > self._max_file_bytes:
            file = self._next_file()
        file.write(line)
        self._nbytes += len(line)

    def _next_file(self) -> TextIO:
        if self._file is not None:
            file, self._file = self._file, None
            file.close()
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._part += 1
        self._file = file = _private(self._folder / f"{self._name}-{self._part:04d}{_SUFFIX}")
        self._nbytes = 0
        if self._head is not None:
            line = _line(self._wall_s(), self._head)
            file.write(line)
            self._nbytes = len(line)
        for old in sorted(self._folder.glob(f"{_PREFIX}*{_SUFFIX}"))[: -self._max_files]:
            with contextlib.suppress(OSError):
                old.unlink()
        return file

    def _give_up_file(self, error: OSError, nlines: int) -> None:
        """Have the next entry try another file; the failure is logged once, until something could be written again."""
        if not self._failed:
            _LOGGER.warning("the audit log in %s can't be written: %s", self._folder, error.strerror or error)
        self._failed = DriveWording.LOG_FAILED(error=error.strerror or str(error), folder=self._folder)
        self.dropped += nlines
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None


def _private(path: Path) -> TextIO:
    """Open a file to append to that no other user can read: it tells when the operator was where."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a", encoding="ascii")


def _stamp(wall_s: float) -> str:
    return time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(wall_s))


def _line(wall_s: float, entry: Mapping[str, Any]) -> str:
    when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(wall_s)) + f".{int(wall_s * 1e6) % 1_000_000:06d}Z"
    return _ENCODER.encode({"time": when, **entry}) + "\n"
