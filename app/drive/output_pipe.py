"""Standard output, written without ever waiting: of what nobody takes in time only the newest is kept.

The writing is done in a thread: a pipe can be set not to block, but then it would not block for its other users either,
who may share it with us as a terminal is shared.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable


class OutputPipe:
    """Writes lines to a descriptor.

    Args:
        fd: whatever it is.
        on_broken: called once, in the thread, when nobody will ever read any more.

    Attributes:
        dropped: lines that gave way to newer ones.
    """

    def __init__(self, fd: int, on_broken: Callable[[], None]) -> None:
        self.dropped = 0
        self._fd = fd
        self._on_broken = on_broken
        self._slot: bytes | None = None
        self._writing = False
        self._closed = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="standard output", daemon=True)
        self._thread.start()

    def put(self, line: bytes) -> None:
        """Write a line soon, or a newer one in its place."""
        with self._changed:
            self.dropped += self._slot is not None
            self._slot = line
            self._changed.notify()

    def close(self, timeout_s: float) -> bool:
        """Write no more; whether the last line was taken within the time."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while True:
            with self._changed:
                while self._slot is None and not self._closed:
                    self._changed.wait()
                line, self._slot = self._slot, None
            if line is None:
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
