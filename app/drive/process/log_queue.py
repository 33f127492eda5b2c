"""Log records written by a thread of their own: a stopped terminal or a full pipe holds up nothing else."""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from typing_extensions import override

# the number of records that may wait; further ones are dropped
MAX_WAITING: Final = 1000
MAX_FILE_BYTES: Final = 1024 * 1024
END_TIMEOUT_S: Final = 0.5
# with the number of the process: several write into one file
FILE_PATTERN: Final = "%(asctime)s [%(process)d] %(levelname)s %(name)s: %(message)s"


class QueuedHandler(logging.Handler):
    """A handler that gives every record, as text, to a function that may block.

    Attributes:
        dropped: the number of records that were dropped because too many waited.
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        super().__init__()
        self.dropped = 0
        self._write = write
        self._closed = False
        self._queue: queue.Queue[str | None] = queue.Queue(MAX_WAITING)
        self._thread = threading.Thread(target=self._run, name="log", daemon=True)
        self._thread.start()

    @override
    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._queue.put_nowait(self.format(record))
        except queue.Full:
            self.dropped += 1
        except Exception:  # noqa: BLE001 - as every handler
            self.handleError(record)

    @override
    def close(self) -> None:
        # the records that wait are written, if that takes no longer than half a second
        self._closed = True
        with contextlib.suppress(queue.Full):
            self._queue.put_nowait(None)
        self._thread.join(END_TIMEOUT_S)
        super().close()

    def _run(self) -> None:
        while (text := self._queue.get()) is not None:
            with contextlib.suppress(OSError):
                self._write(text + "\n")
            if self._closed and self._queue.empty():
                return


class LogFile:
    """A log file that is begun anew when it is long; the one before is kept."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def write(self, text: str) -> None:
        """Append a text. Raises OSError."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):
            if self._path.stat().st_size > MAX_FILE_BYTES:
                self._path.replace(self._path.with_suffix(".old.log"))
        with self._path.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)


@contextlib.contextmanager
def logging_to(write: Callable[[str], None], level: int, pattern: str) -> Iterator[None]:
    """Send all log records to `write` only, while the context lasts."""
    root = logging.getLogger()
    handlers, before = root.handlers[:], root.level
    handler = QueuedHandler(write)
    handler.setFormatter(logging.Formatter(pattern))
    root.handlers[:] = [handler]
    root.setLevel(level)
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(before)
        handler.close()
