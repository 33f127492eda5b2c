"""Atomic writing of files, renaming in place of deletion, and locks while a file is changed."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

# a process that holds the lock for longer has hung
LOCK_TIMEOUT_S: Final = 2.0
_HOLD_POLL_S: Final = 0.02

# on Windows a reader, or a virus scanner, keeps a file from being replaced
_REPLACE_TRIES: Final = 5
_REPLACE_PAUSE_S: Final = 0.05


def write_atomically(file: Path, pieces: Iterable[bytes], *, private: bool = False) -> None:
    """Write the pieces, one after another, to a new file, and replace `file` by it when all of them are on the disk.

    An existing file keeps its permissions; a new file that is private is for its owner alone. A link stays a link.

    Raises:
        OSError: the file can't be written. Exceptions of the iterable pass through; the file is unchanged then, too.
    """
    target = Path(os.path.realpath(file))
    written = target.with_name(f".{target.name[:80]}-{os.urandom(4).hex()}.new")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(written, flags, 0o600 if private else 0o666), "wb") as opened:
        try:
            opened.writelines(pieces)
            opened.flush()
            os.fsync(opened.fileno())
            with contextlib.suppress(FileNotFoundError):
                written.chmod(stat.S_IMODE(target.stat().st_mode))
        except BaseException:
            # otherwise closing tries to write the rest, and fails again
            with contextlib.suppress(OSError):
                opened.close()
            written.unlink(missing_ok=True)
            raise
    try:
        _replace(written, target)
    except OSError:
        written.unlink(missing_ok=True)
        raise
    _keep_name(target.parent)


def set_aside(file: Path, mark: str, *, to_be_replaced: bool = False) -> Path:
    """Rename a file to a name under which nobody reads it; returns the new path. Raises OSError.

    A file that is to be replaced keeps its old name, too, until then, if the system can do that: should the replacement
    fail, nothing is missing.
    """
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    for number in itertools.count(1):
        aside = file.with_name(f"{file.name}.{mark}-{stamp}" + ("" if number == 1 else f"-{number}"))
        if not os.path.lexists(aside):
            break
    if to_be_replaced:
        with contextlib.suppress(OSError):
            Path(aside).hardlink_to(os.path.realpath(file))
            return aside
    return file.rename(aside)


@contextlib.contextmanager
def locked_file(file: Path, timeout_s: float = LOCK_TIMEOUT_S) -> Iterator[None]:
    """Lock a file against other processes of this program, by a lock file beside it.

    After `timeout_s` the lock of another process is ignored. On file systems without locks nothing is locked. Raises
    OSError if nothing can be written there.
    """
    until = time.monotonic() + timeout_s
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
    with os.fdopen(os.open(file.with_name(file.name + ".lock"), flags, 0o600), "ab") as lock:
        while not _take(lock.fileno()) and time.monotonic() < until:
            time.sleep(_HOLD_POLL_S)
        # the system releases the lock when the file is closed, or the process ends
        yield


class HeldFile:
    """A lock file that this process holds until `end`; it is released when the process ends, however that is."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor

    def end(self) -> None:
        """Release and remove it. Never raises."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor < 0:
            return
        # on Windows it can't be removed while it is open, elsewhere another may have it as soon as it is closed
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            os.close(descriptor)
        if sys.platform == "win32":
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)


def hold_file(path: Path) -> HeldFile | None:
    """Hold a lock file; None where another holds it. On file systems without locks nobody does. Raises OSError."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    is_ours = False
    try:
        # who has held it may have removed it meanwhile
        is_ours = _take(descriptor) and os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return None
    finally:
        if not is_ours:
            os.close(descriptor)
    return HeldFile(path, descriptor) if is_ours else None


def _replace(written: Path, target: Path) -> None:
    for left in reversed(range(_REPLACE_TRIES)):
        try:
            written.replace(target)
        except PermissionError:
            if os.name != "nt" or not left:
                raise
            time.sleep(_REPLACE_PAUSE_S)
        else:
            return


def _keep_name(folder: Path) -> None:
    """Flush a folder's entries to the disk, if the system supports it; the file itself is there in any case."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            number = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(number)
            finally:
                os.close(number)


if sys.platform == "win32":
    import msvcrt

    def _take(number: int) -> bool:
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            return error.errno not in {errno.EACCES, errno.EDEADLK}
        return True

else:
    import fcntl

    def _take(number: int) -> bool:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            return error.errno not in {errno.EACCES, errno.EAGAIN}
        return True
