"""Keeps the screen from going dark while a robot is armed, where the system can be asked for that.

On Linux it is asked over D-Bus, as desktops have it in common (org.freedesktop.ScreenSaver); Windows has a call of its
own, and macOS a program.
"""

from __future__ import annotations

import logging
import os
import sys
from typing import Any, Final, Protocol

from PySide6.QtCore import QProcess

from app.ui.drive.ending import kill
from app.ui.text import translate

_LOGGER = logging.getLogger(__name__)

_SERVICE: Final = "org.freedesktop.ScreenSaver"
_PATH: Final = "/org/freedesktop/ScreenSaver"

# of SetThreadExecutionState
_CONTINUOUS: Final = 0x80000000
_SYSTEM_REQUIRED: Final = 0x00000001
_DISPLAY_REQUIRED: Final = 0x00000002


class Wakefulness(Protocol):
    """How a system is kept awake."""

    def begin(self) -> None:
        """From now on."""

    def end(self) -> None:
        """No longer."""


class ScreenAwake:
    """Asks once when it is needed, and once when it isn't any more.

    Args:
        how: None where the system can't be asked.
    """

    def __init__(self, how: Wakefulness | None) -> None:
        self._how = how
        self.is_kept = False

    def keep(self, wanted: bool) -> None:  # noqa: FBT001 - a setter
        """Keep it awake, or no longer."""
        if wanted != self.is_kept and self._how is not None:
            self.is_kept = wanted
            if wanted:
                self._how.begin()
            else:
                self._how.end()


def of_system() -> Wakefulness | None:
    """How this system is kept awake; None where it can't be."""
    if sys.platform == "win32":
        return WindowsWakefulness()
    if sys.platform == "darwin":
        return ProgramWakefulness()
    from PySide6.QtDBus import QDBusConnection  # noqa: PLC0415 - not needed before somebody drives

    return BusWakefulness() if QDBusConnection.sessionBus().isConnected() else None


class BusWakefulness:
    """Over D-Bus, by a link of its own: what was asked for over a link ends with it.

    So the number by which it could be taken back is not needed, which is unsigned, as no number of Python's is.

    Args:
        name: of the link.
    """

    def __init__(self, name: str = "teledeck-awake") -> None:
        self._name = name

    def begin(self) -> None:
        """See Wakefulness."""
        from PySide6.QtDBus import QDBusConnection, QDBusMessage  # noqa: PLC0415 - see `of_system`

        bus = QDBusConnection.connectToBus(QDBusConnection.BusType.SessionBus, self._name)
        call = QDBusMessage.createMethodCall(_SERVICE, _PATH, _SERVICE, "Inhibit")
        call.setArguments(["Teledeck", translate("Drive", "A robot is armed")])
        # nobody waits for the answer, which may never come
        if not bus.send(call):
            _LOGGER.info("the screen can't be kept awake: %s", bus.lastError().message())

    def end(self) -> None:
        """See Wakefulness."""
        from PySide6.QtDBus import QDBusConnection  # noqa: PLC0415 - see `of_system`

        QDBusConnection.disconnectFromBus(self._name)


class ProgramWakefulness:
    """By macOS' `caffeinate`, which ends with us, however we do.

    Args:
        program: where it is.
    """

    def __init__(self, program: str = "/usr/bin/caffeinate") -> None:
        self._program = program
        self._process: QProcess | None = None

    def begin(self) -> None:
        """See Wakefulness."""
        process = self._process = QProcess()
        # the display as well; -w: no longer than we live
        process.start(self._program, ["-d", "-w", str(os.getpid())])

    def end(self) -> None:
        """See Wakefulness."""
        process, self._process = self._process, None
        if process is not None:
            kill(process)


class WindowsWakefulness:
    """By SetThreadExecutionState, which counts for the thread that asks."""

    def begin(self) -> None:
        """See Wakefulness."""
        _set_thread_execution_state(_CONTINUOUS | _SYSTEM_REQUIRED | _DISPLAY_REQUIRED)

    def end(self) -> None:
        """See Wakefulness."""
        _set_thread_execution_state(_CONTINUOUS)


def _set_thread_execution_state(state: int) -> None:
    import ctypes  # noqa: PLC0415 - for one system

    windows: Any = ctypes
    windows.windll.kernel32.SetThreadExecutionState(state)
