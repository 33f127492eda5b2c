"""The drive process from outside, as the window has it."""

from __future__ import annotations

import concurrent.futures
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from app.drive.lines import LineError
from app.drive.piped_process import PipedProcess
from app.drive.report import Report, parse_report
from app.net.boot_clock import boot_time

_LOGGER = logging.getLogger(__name__)


class Ear(Protocol):
    """Who hears what a process says; called in the thread that reads."""

    def heard(self, told: Report, now: float) -> None:
        """The newest report."""

    def ended(self, code: int) -> None:
        """The process is over, once; a negative code is the signal that ended it."""


class Child(Protocol):
    """A drive process."""

    @property
    def ended(self) -> concurrent.futures.Future[int]:
        """Its exit code, when it has ended."""

    def write(self, data: bytes) -> int:
        """See PipedProcess."""

    def close_input(self) -> None:
        """See PipedProcess."""

    def kill(self) -> None:
        """See PipedProcess."""


class DriveChild(PipedProcess):
    """A drive process that runs. Raises OSError where it can't be started."""

    def __init__(self, arguments: Sequence[str], environ: Mapping[str, str], log: Path, ear: Ear) -> None:
        self._ear = ear
        super().__init__(arguments, environ, log, self._hear, ear.ended)

    def _hear(self, line: bytes) -> None:
        try:
            told = parse_report(line)
        except LineError as error:
            # no sign of life: something is there, but nobody knows what
            _LOGGER.info("a line of the drive process could not be read: %s", error.words)
            return
        self._ear.heard(told, boot_time())
