"""Catches what the program logs, from any thread and at any rate, for a view that looks a few times a second."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass
from itertools import islice
from typing import Final

MAX_LINES: Final = 10_000

# what of a line is kept: a whole message as text can be megabytes
_MAX_TEXT: Final = 4000

# our own parts say more than the libraries do
_OURS: Final = ("app", "protocols")


@dataclass(frozen=True, slots=True)
class LogLine:
    """One record: when it was made in seconds of the wall clock, how much it matters, who said it, and what."""

    created_s: float
    level: int
    source: str
    text: str


class LogBuffer(logging.Handler):
    """The last lines. `install` it to begin, and `uninstall` it in the end.

    Attributes:
        total: how many lines there ever were; those before the last MAX_LINES are gone.
    """

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.total = 0
        self._lines: deque[LogLine] = deque(maxlen=MAX_LINES)
        self._levels: dict[str, int] = {}
        self._console: logging.Handler | None = None

    def install(self) -> None:
        """Catch everything from INFO up of ours, and from WARNING up of all others."""
        root = logging.getLogger()
        if not root.handlers:
            # without any handler Python writes warnings to standard error, which we must not keep from it
            self._console = logging.StreamHandler()
            self._console.setLevel(logging.WARNING)
            root.addHandler(self._console)
        root.addHandler(self)
        for name in _OURS:
            logger = logging.getLogger(name)
            self._levels[name] = logger.level
            if logger.getEffectiveLevel() > logging.INFO:
                logger.setLevel(logging.INFO)

    def uninstall(self) -> None:
        """Leave everything as it was; may be called twice."""
        root = logging.getLogger()
        root.removeHandler(self)
        if self._console is not None:
            root.removeHandler(self._console)
            self._console = None
        for name, level in self._levels.items():
            logging.getLogger(name).setLevel(level)
        self._levels.clear()

    def emit(self, record: logging.LogRecord) -> None:
        """See logging.Handler, which holds a lock around it."""
        if record.levelno < logging.WARNING and record.name.partition(".")[0] not in _OURS:
            return
        try:
            text = record.getMessage()
            if record.exc_info:
                text += "\n" + logging.Formatter().formatException(record.exc_info)
        except Exception:  # noqa: BLE001 - what can't be written must not end whoever writes it
            self.handleError(record)
            return
        self._lines.append(LogLine(record.created, record.levelno, record.name, text[:_MAX_TEXT]))
        self.total += 1

    def since(self, total: int) -> list[LogLine]:
        """The lines that came after there were `total`, as far as they are kept."""
        self.acquire()
        try:
            count = min(self.total - total, len(self._lines))
            return list(islice(self._lines, len(self._lines) - count, None)) if count > 0 else []
        finally:
            self.release()
