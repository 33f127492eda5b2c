"""The log of earlier runs, as far as the black box still has it."""

from __future__ import annotations

import contextlib
import functools
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from app.record.box import BoxFiles
from app.record.channels import OWN
from app.record.extract import open_file
from app.record.mcap_fields import RecordingError
from app.record.recording import SegmentChannel
from app.record.segments import BoxFile
from app.session.recorded_side import LoggedLine

MOST_LINES: Final = 10_000


class EarlierLog:
    """The last lines that were logged before a time. For one thread.

    Args:
        files: gives the files of the black box, those of each writer together.

    Attributes:
        lines: those that were read, oldest first.
    """

    def __init__(self, files: Callable[[], Sequence[Sequence[BoxFile]]], until_ns: int) -> None:
        self.lines: deque[LoggedLine] = deque(maxlen=MOST_LINES)
        self._files = files
        self._until_ns = until_ns
        self._done: set[Path] = set()

    def look(self) -> bool:
        """Look at one file that is new; returns whether there was one."""
        new = (one for each in self._files() for one in each if one[0] not in self._done)
        path, sealed = next(new, (None, None))
        if path is None:
            return False
        self._done.add(path)
        # one that is gone or damaged is left out, from there on
        with (
            contextlib.suppress(OSError, RecordingError),
            contextlib.closing(open_file(path, sealed)) as file,
        ):
            for one in BoxFiles([file]).messages(0, self._until_ns, _is_log):
                line = logged_line(one.message.time_ns, bytes(one.message.payload))
                if line is not None:
                    self.lines.append(line)
        return True


def logged_line(time_ns: int, payload: bytes) -> LoggedLine | None:
    """Return the line of a message of our own log; None where it can't be understood."""
    with contextlib.suppress(msgspec.MsgspecError, ValueError, RecursionError):
        told = _read(payload)
        return LoggedLine(time_ns, told.level, told.logger, told.text)
    return None


class _Logged(msgspec.Struct):
    level: str
    logger: str
    text: str


_read = functools.partial(msgspec.json.decode, type=_Logged)


def _is_log(channel: SegmentChannel) -> bool:
    return channel.topic == f"{OWN}log" and channel.message_encoding == "json"
