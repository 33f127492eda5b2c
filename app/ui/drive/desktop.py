"""Wake lock: keeps the screen from going dark while a robot is armed, on systems that offer this.

Linux is asked over D-Bus, by the interface that desktops have in common (org.freedesktop.ScreenSaver); Windows by a
call of its own, macOS by a program.
"""

from __future__ import annotations

import logging
import os
import sys
from abc import ABC, abstractmethod
from typing import Any, Final

from PySide6.QtCore import QProcess
from typing_extensions import override

from app.ui.base.text import translate
from app.ui.drive.ending import kill_process

_LOGGER = logging.getLogger(__name__)

_SCREEN_SAVER_SERVICE: Final = "org.freedesktop.ScreenSaver"
_SCREEN_SAVER_PATH: Final = "/org/freedesktop/ScreenSaver"

# of SetThreadExecutionState
_CONTINUOUS: Final = 0x80000000
_SYSTEM_REQUIRED: Final = 0x00000001
_DISPLAY_REQUIRED: Final = 0x00000002


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
        call.setArguments(["Teledeck", translate("Drive", "A robot is armed")])
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
