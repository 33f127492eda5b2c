"""Standard input and standard output of the drive process and its watchdog, read and written without ever waiting.

Input that is older than it seems is thrown away unread. Of output that nobody takes in time only the newest line is
kept. The writing is done in a thread: a pipe can be set not to block, but then it would not block for its other users
either, who may share it with us as a terminal is shared.
"""

from __future__ import annotations

import array
import asyncio
import contextlib
import os
import select
import threading
from collections import deque
from collections.abc import Callable
from typing import Final

try:
    import fcntl
    import termios
except ImportError:  # Windows
    _WAITING = None
else:
    _WAITING = getattr(termios, "FIONREAD", None)

# the number of bytes that are read at a time: a pipe holds as much
READ_CHUNK_BYTES: Final = 64 * 1024


# a few pages of text for a person
MAX_KEPT_BYTES: Final = 16 * 1024


class InputPipe:
    """A reader of a descriptor, on the running loop.

    Args:
        fd: a pipe, a terminal, a socket or a file.
        wake: called when there is something to read, or the end; to be answered by `read`.
    """

    def __init__(self, fd: int, wake: Callable[[], None]) -> None:
        self._fd = fd
        self._wake = wake
        self._loop = asyncio.get_running_loop()
        self._ended = False
        self._poll = select.poll() if hasattr(select, "poll") else None
        if self._poll is not None:
            self._poll.register(fd, select.POLLIN)
        self._handed: deque[bytes] = deque()
        self._watched = False
        self._is_file = False
        try:
            os.fstat(fd)
        except OSError:
            # closed from the start: the input has ended
            self._is_file = True
            self._loop.call_soon(wake)
            return
        try:
            self._loop.add_reader(fd, wake)
            self._watched = True
        except NotImplementedError:
            # no loop of Windows waits for standard input
            threading.Thread(target=self._read_on, name="standard input", daemon=True).start()
        except OSError:
            # a descriptor that can't be waited for is a file, and can always be read
            self._is_file = True
            self._loop.call_soon(wake)

    def read(self) -> bytes | None:
        """Return the bytes that have come, b"" where none have; None once the input has ended."""
        if self._handed:
            data, after = self._handed.popleft(), self._handed
            if data and after:
                self._loop.call_soon(self._wake)
            if not data:
                self.close()
            return data or None
        if self._ended:
            return None
        if not (self._watched or self._is_file) or not self._is_readable():
            return b""
        try:
            data = os.read(self._fd, READ_CHUNK_BYTES)
        except BlockingIOError:
            return b""
        except OSError:
            # a terminal that was hung up
            data = b""
        if data and self._is_file:
            self._loop.call_soon(self._wake)
        if not data:
            self.close()
        return data or None

    def discard(self) -> bytes:
        """Read and return the bytes that wait now, and none that come meanwhile: they are not to be obeyed."""
        taken = b"".join(self._handed)
        # the end is left for the next `read`
        self._handed = deque(data for data in self._handed if not data)
        left = self._waiting()
        while left > 0 and self._is_readable():
            try:
                data = os.read(self._fd, min(left, READ_CHUNK_BYTES))
            except OSError:
                break
            if not data:
                break
            taken += data
            left -= len(data)
        return taken

    def close(self) -> None:
        """Stop reading."""
        self._ended = True
        if self._watched:
            self._watched = False
            self._loop.remove_reader(self._fd)

    def _is_readable(self) -> bool:
        if self._is_file:
            return True
        with contextlib.suppress(OSError, ValueError):
            if self._poll is not None:
                return bool(self._poll.poll(0))
            return bool(select.select([self._fd], [], [], 0)[0])
        return False

    def _waiting(self) -> int:
        if _WAITING is None:
            return 0
        count = array.array("i", (0,))
        with contextlib.suppress(OSError):
            fcntl.ioctl(self._fd, _WAITING, count)
        return count[0]

    def _read_on(self) -> None:
        while True:
            try:
                data = os.read(self._fd, READ_CHUNK_BYTES)
            except OSError:
                data = b""
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._take, data)
            if not data:
                return

    def _take(self, data: bytes) -> None:
        if not self._ended:
            self._handed.append(data)
            self._wake()


class OutputPipe:
    """A writer of lines to a descriptor.

    Args:
        fd: the descriptor of a pipe, a terminal or a file.
        on_broken: called once, in the thread, when the reader is gone.

    Attributes:
        dropped: the number of lines that gave way to newer ones.
    """

    def __init__(self, fd: int, on_broken: Callable[[], None]) -> None:
        self.dropped = 0
        self._fd = fd
        self._on_broken = on_broken
        self._slot: bytes | None = None
        self._kept = b""
        self._writing = False
        self._closed = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="standard output", daemon=True)
        self._thread.start()

    def put_line(self, line: bytes) -> None:
        """Write a line soon, or a newer one in its place."""
        with self._changed:
            self.dropped += self._slot is not None
            self._slot = line
            self._changed.notify()

    def put_text(self, text: bytes) -> None:
        """Write a text soon, before the line that is newest then; a text is dropped only if too much waits."""
        with self._changed:
            if len(self._kept) + len(text) <= MAX_KEPT_BYTES:
                self._kept += text
            else:
                self.dropped += 1
            self._changed.notify()

    def close(self, timeout_s: float) -> bool:
        """Stop writing; return whether the last line was written within the time."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while True:
            with self._changed:
                while self._slot is None and not self._kept and not self._closed:
                    self._changed.wait()
                line, self._slot = self._kept + (self._slot or b""), None
                self._kept = b""
            if not line:
                return
            try:
                self._write(line)
            except OSError:
                with contextlib.suppress(RuntimeError):
                    self._on_broken()
                return

    def _write(self, line: bytes) -> None:
        data = memoryview(line)
        while data:
            data = data[os.write(self._fd, data) :]
