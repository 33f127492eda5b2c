"""Services of the desktop for driving: sounds, a screen that does not go dark, and the end of programs for either.

Keeping the screen on: Linux is asked over D-Bus, by the interface that desktops have in common
(org.freedesktop.ScreenSaver); Windows by a call of its own, macOS by a program.

Sounds: Qt's own player needs parts that are not in its Essentials, and its `beep` is silent on many desktops. So
Windows is called directly, elsewhere a program that plays files is started, and where there is none, or no
loudspeaker, Qt
beeps.
"""

from __future__ import annotations

import enum
import logging
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, QProcess, QStandardPaths, QTimer
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from app.config.feedback import FeedbackPattern
from app.resources import resource
from app.ui.base.text import say
from app.wording.ui.drive import DrivePanelWording

# a killed process ends at once, unless the machine gives it no turn; Qt itself waits as long for a process it deletes
_KILL_TIMEOUT_MS: Final = 5000

_LOGGER = logging.getLogger(__name__)

_SCREEN_SAVER_SERVICE: Final = "org.freedesktop.ScreenSaver"
_SCREEN_SAVER_PATH: Final = "/org/freedesktop/ScreenSaver"

# of SetThreadExecutionState
_CONTINUOUS: Final = 0x80000000
_SYSTEM_REQUIRED: Final = 0x00000001
_DISPLAY_REQUIRED: Final = 0x00000002

# tried in this order; the path of the file is the last argument
PLAYERS: Final[Sequence[tuple[str, ...]]] = (
    ("pw-play",),
    ("paplay",),
    ("aplay", "-q"),
    ("afplay",),
)


def kill_process(process: QProcess) -> None:
    """Kill a process that need not be asked to quit, and wait until it has ended."""
    process.kill()
    process.waitForFinished(_KILL_TIMEOUT_MS)


class ScreenInhibitor(ABC):
    """Way to keep one system's screen on."""

    @abstractmethod
    def inhibit(self) -> None:
        """Keep the screen on from now on."""

    @abstractmethod
    def release(self) -> None:
        """Let the screen go dark again."""


class ScreenWakeLock:
    """Wake lock of the screen: asks the system once when it is taken, and once when it is released.

    Args:
        how: asks the system; None where the system can't be asked.

    Attributes:
        is_held: whether the screen is kept on now.
    """

    def __init__(self, how: ScreenInhibitor | None) -> None:
        self._how = how
        self.is_held = False

    def set_held(self, wanted: bool) -> None:  # noqa: FBT001 - a setter
        """Keep the screen on, or no longer."""
        if wanted != self.is_held and self._how is not None:
            self.is_held = wanted
            if wanted:
                self._how.inhibit()
            else:
                self._how.release()


def system_inhibitor() -> ScreenInhibitor | None:
    """Return the inhibitor for this system; None where the screen can't be kept on."""
    if sys.platform == "win32":
        return WindowsInhibitor()
    if sys.platform == "darwin":
        return CaffeinateInhibitor()
    from PySide6.QtDBus import QDBusConnection  # noqa: PLC0415 - not needed before a robot is driven

    return DBusInhibitor() if QDBusConnection.sessionBus().isConnected() else None


class DBusInhibitor(ScreenInhibitor):
    """Inhibitor over D-Bus, by a link of its own: an inhibition ends with the link that asked for it.

    So the cookie to take it back is not needed, which is an unsigned integer, and Python has none.

    Args:
        name: name of the D-Bus link.
    """

    def __init__(self, name: str = "teledeck-awake") -> None:
        self._name = name

    @override
    def inhibit(self) -> None:
        from PySide6.QtDBus import QDBusConnection, QDBusMessage  # noqa: PLC0415 - see `system_inhibitor`

        bus = QDBusConnection.connectToBus(QDBusConnection.BusType.SessionBus, self._name)
        call = QDBusMessage.createMethodCall(
            _SCREEN_SAVER_SERVICE, _SCREEN_SAVER_PATH, _SCREEN_SAVER_SERVICE, "Inhibit"
        )
        call.setArguments(["Teledeck", say(DrivePanelWording.A_ROBOT_IS_ARMED())])
        # the answer is not awaited: it may never come
        if not bus.send(call):
            _LOGGER.info("the screen can't be kept awake: %s", bus.lastError().message())

    @override
    def release(self) -> None:
        from PySide6.QtDBus import QDBusConnection  # noqa: PLC0415 - see `system_inhibitor`

        QDBusConnection.disconnectFromBus(self._name)


class CaffeinateInhibitor(ScreenInhibitor):
    """Inhibitor that runs macOS' `caffeinate`, which ends when this process ends, for whatever reason.

    Args:
        program: path of `caffeinate`.
    """

    def __init__(self, program: str = "/usr/bin/caffeinate") -> None:
        self._program = program
        self._process: QProcess | None = None

    @override
    def inhibit(self) -> None:
        process = self._process = QProcess()
        # -d: the display as well; -w: no longer than this process lives
        process.start(self._program, ["-d", "-w", str(os.getpid())])

    @override
    def release(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            kill_process(process)


class WindowsInhibitor(ScreenInhibitor):
    """Inhibitor by SetThreadExecutionState, which counts for the thread that calls it."""

    @override
    def inhibit(self) -> None:
        _set_thread_execution_state(_CONTINUOUS | _SYSTEM_REQUIRED | _DISPLAY_REQUIRED)

    @override
    def release(self) -> None:
        _set_thread_execution_state(_CONTINUOUS)


def _set_thread_execution_state(state: int) -> None:
    import ctypes  # noqa: PLC0415 - for one system

    windows: Any = ctypes
    windows.windll.kernel32.SetThreadExecutionState(state)


class AlertSound(enum.Enum):
    """Sound to play, by the pattern of the same name; the value is the name of its file in resources/sounds."""

    SHORT = "short"
    LONG = "long"
    DOUBLE = "double"

    @classmethod
    def of(cls, pattern: FeedbackPattern) -> AlertSound | None:
        """Return the sound of a pattern; None for none."""
        return None if pattern is FeedbackPattern.OFF else cls[pattern.name]

    @property
    def file(self) -> Path:
        """Path of the file."""
        return resource("sounds", f"{self.value}.wav")


# many times the longest sound: a program that plays for longer waits for a loudspeaker that is not there
_LONGEST_PLAY_MS: Final = 3000


class SoundPlayer(QObject):
    """Plays sounds. Of two sounds at once only the first is heard.

    Args:
        find: returns the path of a program; empty if there is none.
        beep: called where no sound can be played.

    Attributes:
        limit: ends a program that plays for too long.
    """

    def __init__(
        self,
        parent: QObject | None = None,
        find: Callable[[str], str] = QStandardPaths.findExecutable,
        beep: Callable[[], None] = QApplication.beep,
    ) -> None:
        super().__init__(parent)
        self._find = find
        self._beep = beep
        self._players: list[list[str]] | None = None
        self._process: QProcess | None = None
        self.limit = QTimer(self, singleShot=True, interval=_LONGEST_PLAY_MS)
        self.limit.timeout.connect(self._give_up)

    def play(self, sound: AlertSound) -> None:
        """Play a sound; returns at once."""
        if sys.platform == "win32":
            _play_on_windows(sound.file)
        elif self._process is None:
            self._play(sound.file)

    def close(self) -> None:
        """End the sound that is playing: the window closes."""
        self.limit.stop()
        process, self._process = self._process, None
        if process is not None:
            process.finished.disconnect(self._end)
            process.errorOccurred.disconnect(self._fail)
            kill_process(process)
            process.deleteLater()

    def _play(self, file: Path) -> None:
        if self._players is None:
            found = [(self._find(name), options) for name, *options in PLAYERS]
            self._players = [[program, *options] for program, options in found if program]
        if not self._players:
            self._beep()
            return
        program, *options = self._players[0]
        process = self._process = QProcess(self)
        process.setProcessChannelMode(QProcess.ProcessChannelMode.SeparateChannels)
        process.setStandardOutputFile(QProcess.nullDevice())
        process.setStandardErrorFile(QProcess.nullDevice())
        process.finished.connect(self._end)
        process.errorOccurred.connect(self._fail)
        process.start(program, [*options, str(file)])
        self.limit.start()

    def _give_up(self) -> None:
        self.limit.stop()
        process, self._process = self._process, None
        if process is not None:
            process.finished.disconnect(self._end)
            process.errorOccurred.disconnect(self._fail)
            # not waited for: what hangs in the system ends when that lets it, and the window goes on
            process.finished.connect(process.deleteLater)
            process.kill()
            self._pass_over()

    def _end(self, code: int, status: QProcess.ExitStatus) -> None:
        self._done(heard=code == 0 and status is QProcess.ExitStatus.NormalExit)

    def _fail(self, error: QProcess.ProcessError) -> None:
        # a player that crashed has ended too, for which `finished` is emitted
        if error is QProcess.ProcessError.FailedToStart:
            self._done(heard=False)

    def _done(self, *, heard: bool) -> None:
        self.limit.stop()
        process, self._process = self._process, None
        if process is None:
            return
        process.deleteLater()
        if not heard:
            self._pass_over()

    def _pass_over(self) -> None:
        """Beep: the next player may have a loudspeaker, but for this sound it is too late to try."""
        program = self._players.pop(0)[0] if self._players else ""
        _LOGGER.info("%s could not play a sound", program)
        self._beep()


def _play_on_windows(file: Path) -> None:
    if sys.platform == "win32":
        import winsound  # noqa: PLC0415 - Windows only

        winsound.PlaySound(str(file), winsound.SND_FILENAME | winsound.SND_ASYNC)
