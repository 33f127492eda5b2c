"""The drive process as the window has it."""

from __future__ import annotations

import concurrent.futures
import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path

from app.drive.messages.commands import LineError
from app.drive.messages.report import DriveReport, parse_report
from app.drive.process.piped_process import PipedProcess
from app.net.boot_clock import boot_time

_LOGGER = logging.getLogger(__name__)


class ReportListener(ABC):
    """The listener to a drive process; called in the thread that reads."""

    @abstractmethod
    def receive_report(self, told: DriveReport, now: float) -> None:
        """Take the newest report, which came at `now`."""

    @abstractmethod
    def handle_end(self, code: int) -> None:
        """Take the exit code of the process, once; a negative code is the signal that ended it."""


class DriveProcess(ABC):
    """A drive process.

    Attributes:
        ended: the exit code, when the process has ended.
    """

    ended: concurrent.futures.Future[int]

    @abstractmethod
    def write(self, data: bytes) -> int:
        """Write what the pipe takes now; return how many bytes that was. Never waits."""

    @abstractmethod
    def close_input(self) -> None:
        """Have the process end: zeros first. Can be called twice."""

    @abstractmethod
    def kill(self) -> None:
        """End the process at once."""


class DriveChildProcess(PipedProcess, DriveProcess):
    """A drive process that runs. Raises OSError where it can't be started."""

    def __init__(self, arguments: Sequence[str], environ: Mapping[str, str], log: Path, ear: ReportListener) -> None:
        self._ear = ear
        super().__init__(arguments, environ, log, self._hear, ear.handle_end)

    def _hear(self, line: bytes) -> None:
        try:
            told = parse_report(line)
        except LineError as error:
            # this is no sign of life: it is not known what the process does
            _LOGGER.info("a line of the drive process could not be read: %s", error.text)
            return
        self._ear.receive_report(told, boot_time())
