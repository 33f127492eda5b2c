"""Obstacles to a start: whether a window can be shown, and the notice for whoever started the program.

A notice goes to a terminal, else to a file or a message box: a desktop shows nobody what programs write to standard
error, and the windowed program of Windows has no standard error. The module imports next to nothing.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from typing import TYPE_CHECKING, Any, Final, TextIO

from app.version import VERSION
from app.wording.program import ProgramWording

if TYPE_CHECKING:
    from pathlib import Path

_TITLE: Final = "Teledeck"
_ERROR_SIGN: Final = 0x10
# a recording may be of a thousand files, and robots need some beside them
_MOST_OPEN_FILES: Final = 4096


_QT_LIBRARIES: Final = (
    "libglib2.0-0 libegl1 libgl1 libfontconfig1 libdbus-1-3 libxkbcommon0 libxkbcommon-x11-0 libxcb-cursor0 "
    "libxcb-icccm4 libxcb-keysyms1 libxcb-randr0 libxcb-shape0 libxcb-sync1 libxcb-xfixes0 libxcb-xkb1 libx11-xcb1"
)

# for an installed package, which contains the others
_PACKAGE_LIBRARIES: Final = "libegl1 libgl1 libxcb1 libwayland-client0 libwayland-cursor0 fontconfig-config libstdc++6"


def allow_open_files() -> int:
    """Allow this process as many open files as the system lets it have, within reason; returns how many these are."""
    try:
        import resource  # noqa: PLC0415 - there is none on Windows, which has no such limit
    except ImportError:
        return _MOST_OPEN_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_OPEN_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return _MOST_OPEN_FILES if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        return soft
    return wanted


def start_log_path() -> Path:
    """The file to which notices are written if nobody may have seen them on standard error."""
    from app.config.folders import state_folder  # noqa: PLC0415 - hardly ever needed

    return state_folder() / "start.log"


def show_notice(text: str, more: str = "") -> None:
    """Show a sentence, and on a line of its own more details."""
    told = f"teledeck: {text}\n" + (f"{more}\n" if more else "")
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(told)
            sys.stderr.flush()
        if _is_read(sys.stderr):
            return
    with contextlib.suppress(OSError):
        start_log_path().parent.mkdir(parents=True, exist_ok=True)
        start_log_path().write_text(told, encoding="utf-8")
    if sys.platform == "win32" and sys.stderr is None:
        show_message_box(f"{text[:1].upper()}{text[1:]}" + (f"\n\n{more}" if more else ""))


def show_version() -> None:
    """Show the version on standard output, in a message box where a program with windows has none."""
    told = f"teledeck {VERSION}"
    if sys.stdout is None:
        show_message_box(told)
    else:
        with contextlib.suppress(OSError):
            sys.stdout.write(f"{told}\n")


def show_message_box(text: str) -> None:
    """Show a message box of Windows, until it is closed; nothing on other systems."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - for one system

        windows: Any = ctypes
        windows.windll.user32.MessageBoxW(None, text, _TITLE, _ERROR_SIGN)


def _is_read(stream: TextIO) -> bool:
    """Whether somebody may read the stream: it is a terminal, or was redirected to a pipe or a file."""
    try:
        mode = os.fstat(stream.fileno()).st_mode
    except (OSError, ValueError):
        # a Python stream without a descriptor, put there on purpose
        return True
    return stream.isatty() or stat.S_ISFIFO(mode) or stat.S_ISREG(mode)


def libraries_hint() -> str:
    """The command that installs the system libraries that a window needs; empty if the system always has them."""
    if sys.platform != "linux":
        return ""
    libraries = _PACKAGE_LIBRARIES if getattr(sys, "frozen", False) else _QT_LIBRARIES
    return ProgramWording.LIBRARIES_TIP(libraries=libraries)


def has_display() -> bool:
    """Whether there is a screen, or Qt was set to another platform."""
    if sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
