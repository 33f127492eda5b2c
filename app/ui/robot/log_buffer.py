"""Buffer of the program's log records, from any thread and at any rate, for a view that reads a few times a second."""

from __future__ import annotations

import logging
import time
from collections import deque
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from app.ui.base.text import say

if TYPE_CHECKING:
    # it loads topics, for which the first window would wait
    from app.model.reference_runs import ReferenceRun

MAX_LINES: Final = 10_000

# characters kept of a line: a whole message as text can be megabytes
_MAX_TEXT: Final = 4000

# our own packages log from INFO, libraries from WARNING
_OURS: Final = ("app", "protocols")


@dataclass(frozen=True, slots=True)
class ProgramLogLine:
    """A log record.

    Attributes:
        created_s: time of creation, in seconds of the wall clock.
        source: name of the logger.
        text: as logs and reports have it, in English.
        robot: address of the robot that it is about; empty where it is about none.
        said: the text in the language of the window; empty if it is the same.
        run: the run that logged it; None for what is logged now.
    """

    created_s: float
    level: int
    source: str
    text: str
    robot: str = ""
    said: str = ""
    run: ReferenceRun | None = None

    @property
    def shown(self) -> str:
        """The text in the language of the window."""
        return self.said or self.text


class LogBuffer(logging.Handler):
    """Handler that keeps the last lines; `install` it at the start, and `uninstall` it in the end.

    Attributes:
        total: number of lines logged so far; only the last MAX_LINES are kept.
        begun_s: when it was made, in seconds of the wall clock.
    """

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.total = 0
        self._lines: deque[ProgramLogLine] = deque(maxlen=MAX_LINES)
        self._levels: dict[str, int] = {}
        self._console: logging.Handler | None = None
        self.begun_s = time.time()

    def install(self) -> None:
        """Capture our own records from INFO up, and all others from WARNING up."""
        root = logging.getLogger()
        if not root.handlers:
            # without any handler Python writes warnings to standard error, which must go on
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
        """Restore all loggers; may be called twice."""
        root = logging.getLogger()
        root.removeHandler(self)
        if self._console is not None:
            root.removeHandler(self._console)
            self._console = None
        for name, level in self._levels.items():
            logging.getLogger(name).setLevel(level)
        self._levels.clear()

    def emit(self, record: logging.LogRecord) -> None:
        """See logging.Handler, which holds a lock around this call."""
        if record.levelno < logging.WARNING and record.name.partition(".")[0] not in _OURS:
            return
        try:
            trace = "\n" + logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
            texts = [record.getMessage() + trace, _said(record) + trace]
        except Exception:  # noqa: BLE001 - what can't be written must not end whoever writes it
            self.handleError(record)
            return
        robot = str(getattr(record, "robot", ""))
        # in a terminal the text has to name it
        text, said = (text.removeprefix(f"{robot}: ")[:_MAX_TEXT] for text in texts)
        said = said if said != text else ""
        self._lines.append(ProgramLogLine(record.created, record.levelno, record.name, text, robot, said))
        self.total += 1

    def since(self, total: int) -> list[ProgramLogLine]:
        """Return the lines logged after `total` lines, as far as they are kept."""
        self.acquire()
        try:
            count = min(self.total - total, len(self._lines))
            return list(islice(self._lines, len(self._lines) - count, None)) if count > 0 else []
        finally:
            self.release()

    def until(self, time_s: float, count: int) -> list[ProgramLogLine]:
        """Return the last lines logged by a time of the wall clock, at most `count`, as far as they are kept."""
        return [line for line in self.since(0) if line.created_s <= time_s][-count:]


def _said(record: logging.LogRecord) -> str:
    """Return the text of a record, in which sentences are said in the language of the window."""
    if not isinstance(record.args, tuple):
        return record.getMessage()
    words = say(record.msg) if isinstance(record.msg, str) else str(record.msg)
    return words % tuple(say(arg) if isinstance(arg, str) else arg for arg in record.args) if record.args else words
