"""Standard output, written without ever waiting: of lines that are not read in time only the newest is kept.

The writing is done in a thread: a pipe can be set not to block, but then it would not block for its other users either,
who may share it with us as a terminal is shared.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable
from typing import Final

# a few pages of text for a person
MAX_KEPT_BYTES: Final = 16 * 1024


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
