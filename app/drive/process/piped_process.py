"""A process of this program behind pipes: written to without ever waiting, read by lines, killed as the last resort.

Its output is read by a thread of its own, which works alike on every system and under every loop: Qt's loop and those
of Windows wait for pipes each in another manner, or not at all. So neither a frozen interface nor a busy link thread
makes the process look silent.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import errno
import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from app.drive.messages.lines import MAX_LINE
from app.program import installation
from app.program.installation import open_error_log

READ_CHUNK_BYTES: Final = 64 * 1024


class PipedProcess:
    """A process behind pipes. Raises OSError where it can't be started; starting may take long.

    Args:
        arguments: the arguments of `teledeck`.
        environ: the variables that are added to ours.
        log: a file for its standard error, which must not be a pipe that is not read.
        heard: called with the newest line, in the thread that reads.
        ended: called once, in the same thread, with the exit code; a negative one is the signal that ended it.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        environ: Mapping[str, str],
        log: Path,
        heard: Callable[[bytes], None],
        ended: Callable[[int], None],
    ) -> None:
        self._on_line = heard
        self._on_end = ended
        self._writing = threading.Lock()
        self._input = -1
        with open_error_log(log) as errors:
            self._process = installation.start_process(arguments, environ, errors)
        self.ended: concurrent.futures.Future[int] = concurrent.futures.Future()
        self._thread = threading.Thread(target=self._read, name=f"process {self.pid}", daemon=True)
        assert self._process.stdin is not None  # noqa: S101 - for the type checker
        try:
            self._input = os.dup(self._process.stdin.fileno())
            self._process.stdin.close()
            _set_nonblocking(self._input)
            self._thread.start()
        except (OSError, RuntimeError) as error:
            # its output would not be read, nor its end be seen
            self.close_input()
            self.kill()
            with self._process:
                pass
            raise error if isinstance(error, OSError) else OSError(errno.EAGAIN, str(error)) from error

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def write(self, data: bytes) -> int:
        """Write what the pipe takes now; return how many bytes, 0 if it is full or not read any more. Never waits."""
        with self._writing:
            if self._input < 0:
                return 0
            try:
                return os.write(self._input, data)
            except OSError:
                # the pipe is full, or the process has ended
                return 0

    def close_input(self) -> None:
        """Close the input, which has the process end: zeros first. Can be called twice."""
        with self._writing:
            number, self._input = self._input, -1
        if number >= 0:
            with contextlib.suppress(OSError):
                os.close(number)

    def kill(self) -> None:
        """End the process at once, if it has not ended. Any thread may call this."""
        with contextlib.suppress(OSError):
            self._process.kill()

    def join(self, timeout_s: float) -> None:
        """Wait for the thread that reads, once the process has ended."""
        self._thread.join(timeout_s)

    def _read(self) -> None:
        output = self._process.stdout
        assert output is not None  # noqa: S101 - for the type checker
        lines = NewestLine()
        while data := _read_some(output.fileno()):
            newest = lines.feed(data)
            if newest is not None:
                self._on_line(newest)
        output.close()
        code = self._process.wait()
        self.close_input()
        self._on_end(code)
        self.ended.set_result(code)


class NewestLine:
    """The newest whole line of a pipe's data, which may be cut anywhere: older reports are of no use."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> bytes | None:
        """Return the last line that ends in `data`; None where none does."""
        *ended, self._rest = (self._rest + data).split(b"\n")
        # a line that is too long is no report, and parsing it says so
        self._rest = self._rest[: MAX_LINE + 1]
        return ended[-1] if ended else None


def _read_some(number: int) -> bytes:
    try:
        return os.read(number, READ_CHUNK_BYTES)
    except OSError:
        return b""


def _set_nonblocking(number: int) -> None:
    """Set a descriptor not to wait for writing. The other end of the pipe is not concerned."""
    if sys.platform != "win32" or sys.version_info >= (3, 12):
        os.set_blocking(number, False)
    else:
        _set_nonblocking_on_windows(number)


def _set_nonblocking_on_windows(number: int) -> None:
    """Do as `os.set_blocking` does since Python 3.12. Raises OSError."""
    import ctypes  # noqa: PLC0415 - for one system
    import msvcrt  # noqa: PLC0415

    windows: Any = ctypes
    handle = vars(msvcrt)["get_osfhandle"](number)
    nowait = ctypes.c_ulong(1)
    if not windows.windll.kernel32.SetNamedPipeHandleState(handle, ctypes.byref(nowait), None, None):
        raise OSError("a pipe could not be set not to wait")
