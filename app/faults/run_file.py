"""The file of a run log: its folder, its first and last line, and the lock that shows that its process still runs.

A process holds a lock on its file as long as it lives, and every system releases the lock at its end, however it ends.
So a process number that was reused meanwhile can't make a dead process look alive.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from app.config.folders import state_folder

# the environment variable that tells child processes to which run they belong
RUN_VARIABLE: Final = "TELEDECK_RUN"

SUFFIX: Final = ".log"
# of a reported run; two windows that start at once compete for the renaming
REPORTED_SUFFIX: Final = ".told.log"

# the maximum size of a file, apart from the stacks of a native crash
MAX_FILE_BYTES: Final = 256 * 1024
# files of ended processes that are kept
MAX_FILES: Final = 40

_ENDED: Final = b"== ended in order"
_HEAD: Final = b"== "
_MAX_HEAD_BYTES: Final = 2000

# beyond all content: on Windows nobody else can read a locked byte
_LOCKED_BYTE: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class RunHead:
    """The first line of a file, which describes the process.

    Attributes:
        role: window, drive or watchdog.
        run: the same for all processes of one start of the program.
        leads: whether the user started this process.
        started: ISO 8601, UTC.
    """

    role: str
    run: str
    leads: bool
    pid: int
    started: str
    version: str
    python: str
    system: str

    @property
    def file_name(self) -> str:
        """The name of the file; sorted by name, files of one run stand together, and later runs below earlier ones."""
        return f"{self.run}-{self.role}-{self.pid}{SUFFIX}"


def runs_folder() -> Path:
    """The folder of the files."""
    return state_folder() / "runs"


def head_line(head: RunHead) -> bytes:
    """The first line of a file."""
    return _HEAD + json.dumps(asdict(head)).encode() + b"\n"


def parse_head(data: bytes) -> RunHead | None:
    """Read the first line of a file; None if it is no file of a run log."""
    line, end, _ = data[:_MAX_HEAD_BYTES].partition(b"\n")
    if not end or not line.startswith(_HEAD):
        return None
    from app.model.json_document import JsonError, convert_json, decode_json  # noqa: PLC0415 - few processes need it

    try:
        return convert_json(decode_json(line.removeprefix(_HEAD)), RunHead)
    except JsonError:
        return None


def end_line() -> bytes:
    """The last line in the file of a process that has ended in order."""
    return _ENDED + b"\n"


def ended_in_order(data: bytes) -> bool:
    """Whether the file's end says that its process ended in order."""
    return any(line == _ENDED for line in data.rsplit(b"\n", 8)[1:])


def create_private_file(path: Path) -> int:
    """Create a file to append to, readable only by its owner; returns its descriptor. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)


def lock(descriptor: int) -> bool:
    """Lock the file as long as this process lives; false if another process has, or the file system has no locks."""
    try:
        if sys.platform == "win32":
            _lock_on_windows(descriptor)
        else:
            import fcntl  # noqa: PLC0415 - Windows has none

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def is_locked(path: Path) -> bool:
    """Whether a running process has locked the file; also true if that can't be found out."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError:
        return True
    try:
        return not lock(descriptor)
    finally:
        with contextlib.suppress(OSError):
            os.close(descriptor)


def _lock_on_windows(descriptor: int) -> None:
    import msvcrt  # noqa: PLC0415 - for one system

    windows: Any = msvcrt
    os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
    windows.locking(descriptor, windows.LK_NBLCK, 1)
