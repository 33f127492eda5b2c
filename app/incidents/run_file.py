"""The files that processes keep of themselves: where they are, what the first line says, whether one still runs.

A process holds a lock on its file as long as it lives, and every system takes that back at its end, however it ends. So
no number that went to another process in the meantime can make a dead one look alive.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from app.config.folders import state_folder

# by which processes that a window starts know to whose run they belong
RUN_VARIABLE: Final = "TELEDECK_RUN"

SUFFIX: Final = ".log"
# of one that was told of; the name is what two windows that start at once compete for
TOLD_SUFFIX: Final = ".told.log"

# what a file grows to at the most, but for the stacks of a native crash
MAX_FILE_BYTES: Final = 256 * 1024
# of processes that have ended
MAX_FILES: Final = 40

_ENDED: Final = b"== ended in order"
_HEAD: Final = b"== "
_MAX_HEAD_BYTES: Final = 2000

# beyond whatever is written: Windows lets nobody else read what is locked
_LOCKED_BYTE: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class RunHead:
    """What the first line says of a process.

    Attributes:
        role: window, drive or watchdog.
        run: the same for all processes that one start of the program has brought.
        leads: whether it was this process that the user started.
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
        """The name of its file; names of one run stand together, and later runs below earlier ones."""
        return f"{self.run}-{self.role}-{self.pid}{SUFFIX}"


def runs_folder() -> Path:
    """Where the files are."""
    return state_folder() / "runs"


def head_line(head: RunHead) -> bytes:
    """The first line."""
    return _HEAD + json.dumps(asdict(head)).encode() + b"\n"


def parse_head(data: bytes) -> RunHead | None:
    """What the beginning of a file says; None if it isn't one of these."""
    line, end, _ = data[:_MAX_HEAD_BYTES].partition(b"\n")
    if not end or not line.startswith(_HEAD):
        return None
    try:
        told: Any = json.loads(line.removeprefix(_HEAD))
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict):
        return None
    values = {field.name: told.get(field.name) for field in fields(RunHead)}
    texts = (value for name, value in values.items() if name not in {"leads", "pid"})
    if type(values["pid"]) is not int or type(values["leads"]) is not bool:
        return None
    if not all(isinstance(text, str) for text in texts):
        return None
    checked: Any = values
    return RunHead(**checked)


def end_line() -> bytes:
    """The last line of a process that has ended in order."""
    return _ENDED + b"\n"


def ended_in_order(data: bytes) -> bool:
    """Whether a file says so."""
    return any(line == _ENDED for line in data.rsplit(b"\n", 8)[1:])


def open_private(path: Path) -> int:
    """A descriptor of a new file to append to, which nobody else reads. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)


def lock(descriptor: int) -> bool:
    """Hold the file as long as this process lives; False if another one does, or this file system knows no locks."""
    try:
        if sys.platform == "win32":
            _lock_on_windows(descriptor)
        else:
            import fcntl  # noqa: PLC0415 - Windows has none

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def is_held(path: Path) -> bool:
    """Whether a process that still runs holds this file, as far as can be known: one that can't be looked at does."""
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
