"""Wishes of the system: high contrast, reduced motion, and controls for fingers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QObject, QProcess, QStandardPaths, Qt
from PySide6.QtGui import QGuiApplication, QInputDevice

# pointers that are there without any device: of X11, and of programs that touch by Qt
_VIRTUAL: Final = ("core pointer", "xtest pointer", "test touch device")
_POINTERS: Final = frozenset({QInputDevice.DeviceType.Mouse, QInputDevice.DeviceType.TouchPad})

# asks whether there are animations on the client area of windows
_SPI_GETCLIENTAREAANIMATION: Final = 0x1042

# a program to ask, and its answer where motion is to be reduced; desktops other than GNOME write GNOME's key, too
_ASKED: Final = (
    (("gsettings", "get", "org.gnome.desktop.interface", "enable-animations"), "false"),
    (("defaults", "read", "com.apple.universalaccess", "reduceMotion"), "1"),
)


def system_wants_contrast() -> bool:
    """Whether the system asks programs for high contrast."""
    hints = QGuiApplication.styleHints().accessibility()
    return hints.contrastPreference() is Qt.ContrastPreference.HighContrast


def only_touch_points(devices: Iterable[QInputDevice] | None = None) -> bool:
    """Whether a touch screen is the only pointer among input devices; by itself among those of the system."""
    if devices is None and sys.platform == "win32":
        # Qt names no mouse there, so that each computer with a touch screen would seem to have none
        return False
    found = list(QInputDevice.devices() if devices is None else devices)
    real = [device for device in found if not device.name().lower().endswith(_VIRTUAL)]
    has_pointer = any(device.type() in _POINTERS for device in real)
    return not has_pointer and any(device.type() is QInputDevice.DeviceType.TouchScreen for device in real)


def ask_for_motion(parent: QObject, tell: Callable[[bool], object]) -> None:
    """Ask the system whether motion is to be reduced, and tell once it answers; nothing waits for that."""
    if sys.platform == "win32":
        tell(not _windows_animates())
        return
    for (name, *arguments), reduced in _ASKED:
        program = QStandardPaths.findExecutable(name)
        if program:
            _ask(parent, program, arguments, reduced, tell)
            return


def _ask(parent: QObject, program: str, arguments: list[str], reduced: str, tell: Callable[[bool], object]) -> None:
    process = QProcess(parent)

    def take() -> None:
        answer = bytes(process.readAllStandardOutput().data()).decode(errors="replace").strip()
        tell(answer == reduced)
        process.deleteLater()

    process.finished.connect(take)
    process.errorOccurred.connect(lambda _: process.deleteLater())
    process.start(program, arguments)


def _windows_animates() -> bool:
    import ctypes  # noqa: PLC0415 - on one system

    animates = ctypes.c_int(1)
    # the same call for every library that Windows has: mypy knows it on Windows alone
    user32 = ctypes.windll.user32  # type: ignore[attr-defined,unused-ignore]
    user32.SystemParametersInfoW(_SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(animates), 0)
    return bool(animates.value)
