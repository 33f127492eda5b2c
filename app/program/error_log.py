"""Files for what processes of this program write to standard error, where nobody reads it."""

from __future__ import annotations

import contextlib
import logging
import os
from pathlib import Path
from typing import BinaryIO, Final

_LOGGER = logging.getLogger(__name__)

# for what an interpreter writes before it can write its own log
MAX_LOG_BYTES: Final = 256 * 1024
MAX_ERROR_LINE: Final = 300


def open_error_log(log: Path) -> BinaryIO:
    """Open a log to append to; the null device if that fails, for a full disk may keep nobody from driving."""
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):
            if log.stat().st_size > MAX_LOG_BYTES:
                log.unlink()
        return log.open("ab")
    except OSError as error:
        _LOGGER.warning("%s can't be written: %s", log, error.strerror or error)
        return Path(os.devnull).open("ab")


def last_error_line(log: Path) -> str:
    """The last line in the log of a process that ended, for the operator; empty if there is none."""
    try:
        text = log.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    lines = [line.strip() for line in text[-4 * MAX_ERROR_LINE :].splitlines() if line.strip()]
    return lines[-1].removeprefix("teledeck: ")[:MAX_ERROR_LINE] if lines else ""
