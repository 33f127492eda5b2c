"""A drive process as the window has it: its start, and its reports.

No secret stands on its command line, which any user of a machine can read. Its profile goes by a variable of the
environment: a file would stay where the window is killed.
"""

from __future__ import annotations

import concurrent.futures
import json
import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from app.config.folders import state_folder
from app.config.profile import Profile, profile_values
from app.drive.messages.lines import LineError
from app.drive.messages.report import DriveReport, parse_report
from app.drive.process.piped_process import PipedProcess
from app.net.boot_clock import boot_time

_LOGGER = logging.getLogger(__name__)


# variables of the environment that `teledeck drive --supervised` reads
WATCHDOG_VARIABLE: Final = "TELEDECK_WATCHDOG"
PROFILE_VARIABLE: Final = "TELEDECK_DRIVE_PROFILE"


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


@dataclass(frozen=True, slots=True)
class DriveTarget:
    """The robot that is driven, and how.

    Attributes:
        uri: the robot's address, without secrets.
        topic, type_name: the topic and the type of the commands; empty for those of the profile, or the usual ones.
        secrets: the variables of the environment with the secrets of the robot.
        publisher_port, slave_port: see `Settings`.
        watchdog: the window's address for the watchdog, as text of a `WindowAddress`; empty for no window.
    """

    uri: str
    topic: str = ""
    type_name: str = ""
    profile: Profile = field(default_factory=Profile)
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    publisher_port: int = 0
    slave_port: int = 0
    watchdog: str = field(default="", repr=False)


def error_log() -> Path:
    """Return the path of the log of the process's standard error."""
    return state_folder() / "drive-errors.log"


def arguments_of(target: DriveTarget, *, latched: bool) -> list[str]:
    """Return the arguments of the command line."""
    arguments = ["drive", target.uri, "--supervised"]
    options = {
        "--topic": target.topic,
        "--type": target.type_name,
        "--publisher-port": target.publisher_port,
        "--slave-port": target.slave_port,
    }
    for option, value in options.items():
        if value:
            arguments += [option, str(value)]
    return arguments + (["--latched"] if latched else [])


def environ_of(target: DriveTarget) -> dict[str, str]:
    """Return the variables of the environment, which only this user can read."""
    # without letters that another encoding of variables does not have
    profile = json.dumps(profile_values(target.profile))
    # also a usual profile, and no watchdog: the window's own environment may have others
    return {**target.secrets, WATCHDOG_VARIABLE: target.watchdog, PROFILE_VARIABLE: profile}


def start_drive_process(target: DriveTarget, latched: bool, log: Path | None, ear: ReportListener) -> DriveChildProcess:  # noqa: FBT001 - see DriveSupervisor
    """Start a drive process. Raises OSError."""
    return DriveChildProcess(arguments_of(target, latched=latched), environ_of(target), log or error_log(), ear)
