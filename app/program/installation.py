"""The installed program: processes of it are started from there, it may be replaced meanwhile, and it is started again.

An upgrade puts other files in the place of those of a running program. Whatever the program loads afterwards is of
another version, and so is every process that it would start. So a replaced program starts no processes any more, and
each process is told which version it has to be.

Error logs are the files for what processes of this program write to standard error where nobody reads it.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from app.resources import package_folder
from app.version import EXPECTED_VARIABLE, identity
from app.wording.program import ProgramWording

if TYPE_CHECKING:
    import subprocess

_LOGGER = logging.getLogger(__name__)

CHECK_INTERVAL_S: Final = 2.0
# what the last look at the disk may take before it is left to itself
_LAST_LOOK_S: Final = 0.2

# the mutex by which the installer of Windows knows that a window or a drive runs, and waits
RUNNING_MUTEX: Final = "TeledeckIsRunning"

# on Windows: of the two programs the one that has a console's pipes
_CONSOLE_PROGRAM: Final = "teledeck.exe"


# addresses may hold tokens, and a command line can be read by any user of the machine
_ROBOTS: Final = "TELEDECK_ROBOTS"

# more were never shown in one window
_MAX_ROBOTS: Final = 200

# for what an interpreter writes before it can write its own log
MAX_LOG_BYTES: Final = 256 * 1024
MAX_ERROR_LINE: Final = 300


class ProgramReplacedError(OSError):
    """No process can be started, for it would be of another version."""

    def __init__(self) -> None:
        super().__init__(0, ProgramWording.UPDATED_START_AGAIN())


def is_frozen() -> bool:
    """Whether the program is a bundle with an interpreter of its own."""
    return bool(getattr(sys, "frozen", False))


def command_line(*, with_window: bool = False) -> list[str]:
    """The command line that starts this program.

    Args:
        with_window: on Windows, of its two programs the one with a window; else the one that has a console's pipes.
    """
    if not is_frozen():
        # -P: don't import a folder named app from the working directory
        return [sys.executable, "-P", "-m", "app"]
    console = Path(sys.executable).with_name(_CONSOLE_PROGRAM)
    return [str(console) if sys.platform == "win32" and not with_window and console.exists() else sys.executable]


def start_process(
    arguments: Sequence[str], environ: Mapping[str, str] | None = None, errors: BinaryIO | None = None
) -> subprocess.Popen[bytes]:
    """Start a process of this program, with unbuffered pipes to its standard input and from its output.

    Args:
        arguments: of `teledeck`.
        environ: variables that are added to our environment.
        errors: file for its standard error; our own standard error if not given.

    Raises:
        ProgramReplacedError: the process would be of another version.
        OSError: it can't be started.
    """
    import subprocess  # noqa: PLC0415 - the first window does not wait for it

    # read before the check below, so that the identity is that of our own files
    expected = identity()
    if is_replaced():
        raise ProgramReplacedError
    # Ctrl-C goes to the process that starts it, which then ends it
    apart: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        apart = {"creationflags": subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP}
    return subprocess.Popen(  # noqa: S603 - ourselves
        [*command_line(), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        env={**os.environ, **(environ or {}), EXPECTED_VARIABLE: expected},
        bufsize=0,
        **apart,
    )


def can_be_started() -> bool:
    """Whether the program still exists on the disk where this process was started from, in any version."""
    file = Path(sys.executable) if is_frozen() else Path(__file__)
    return file.is_file()


def is_replaced() -> bool:
    """Whether the files on the disk are others than those that this process was started from."""
    return _BEGAN_WITH is not None and _footprint(_BEGAN_WITH[0]) not in {_BEGAN_WITH[1], None}


class ReplacementWatch:
    """A periodic check for a replaced program, in a thread of its own, since a disk may be slow.

    Attributes:
        is_replaced: whether the program was replaced; once true, it stays true.
    """

    def __init__(self, interval_s: float = CHECK_INTERVAL_S) -> None:
        self.is_replaced = False
        self._interval_s = interval_s
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="replacement watch", daemon=True)
        self._thread.start()
        _tell_installer()

    def close(self) -> None:
        """End the checks. Can be called twice."""
        self._closed.set()

    def _run(self) -> None:
        while not self.is_replaced and not self._closed.is_set():
            if is_replaced():
                # logged before anybody acts on it
                _LOGGER.warning("Teledeck was updated. Start it again.")
                self.is_replaced = True
            self._closed.wait(self._interval_s)


def _tell_installer() -> None:
    """Hold the mutex that the installer of Windows checks to the end of this process: it replaces no files in use."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - for one system

        windows: Any = ctypes
        windows.windll.kernel32.CreateMutexW(None, False, RUNNING_MUTEX)


def _watched_file() -> Path | None:
    """The file that an upgrade replaces; None in a source tree, whose files change all the time."""
    if is_frozen():
        return Path(sys.executable)
    package = package_folder()
    return None if package.with_name("pyproject.toml").exists() else package / "version.py"


def _footprint(file: Path) -> tuple[int, int, int, int] | None:
    """Device, inode, size and time of a file, which identify it; zeros if it is missing, None if that is unknown."""
    try:
        stat = file.stat()
    except (FileNotFoundError, NotADirectoryError):
        return (0, 0, 0, 0)
    except OSError as error:
        _LOGGER.debug("%s can't be looked at: %s", file, error)
        return None
    return stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns


def _began_with() -> tuple[Path, tuple[int, int, int, int]] | None:
    file = _watched_file()
    footprint = None if file is None else _footprint(file)
    return None if file is None or footprint is None else (file, footprint)


_BEGAN_WITH: Final = _began_with()


@dataclass(frozen=True, slots=True)
class RestartState:
    """The robots with which the program starts again.

    Attributes:
        uris: the addresses of robots, with their tokens.
        demo: whether it starts a demo robot.
    """

    uris: tuple[str, ...] = ()
    demo: bool = False

    def __repr__(self) -> str:
        return f"{len(self.uris)} addresses"


def restart_program(reopening: RestartState) -> None:
    """Start the program as it was started. To be called when everything else has ended. Raises OSError."""
    import subprocess  # noqa: PLC0415 - hardly ever needed

    told = json.dumps({"uris": reopening.uris, "demo": reopening.demo})
    # otherwise the new bundle takes itself for a child of this process
    environ = {**os.environ, _ROBOTS: told, "PYINSTALLER_RESET_ENVIRONMENT": "1"}
    subprocess.Popen(  # noqa: S603 - ourselves
        [*command_line(with_window=True), *sys.argv[1:]], env=environ, stdin=subprocess.DEVNULL, start_new_session=True
    )


def take_restart_state() -> RestartState | None:
    """Take the robots of the previous run out of the environment; None if this run is no restart."""
    told = os.environ.pop(_ROBOTS, None)
    if told is None:
        return None
    from app.model.json_document import JsonError, decode_json  # noqa: PLC0415 - after a restart only
    from app.model.json_salvage import salvage_json  # noqa: PLC0415

    try:
        state, _ = salvage_json(decode_json(told.encode("utf-8", "replace")), RestartState)
    except JsonError:
        return None
    return None if state is None else replace(state, uris=state.uris[:_MAX_ROBOTS])


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
