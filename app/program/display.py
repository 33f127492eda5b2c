"""The display: whether a window can be shown. Imports next to nothing."""

from __future__ import annotations

import os
import sys
from typing import Final

_QT_LIBRARIES: Final = (
    "libglib2.0-0 libegl1 libgl1 libfontconfig1 libdbus-1-3 libxkbcommon0 libxkbcommon-x11-0 libxcb-cursor0 "
    "libxcb-icccm4 libxcb-keysyms1 libxcb-randr0 libxcb-shape0 libxcb-sync1 libxcb-xfixes0 libxcb-xkb1 libx11-xcb1"
)
# for an installed package, which contains the others
_PACKAGE_LIBRARIES: Final = "libegl1 libgl1 libxcb1 libwayland-client0 libwayland-cursor0 fontconfig-config libstdc++6"


def libraries_hint() -> str:
    """The command that installs the system libraries that a window needs; empty if the system always has them."""
    if sys.platform != "linux":
        return ""
    libraries = _PACKAGE_LIBRARIES if getattr(sys, "frozen", False) else _QT_LIBRARIES
    return f"On Debian and Ubuntu: sudo apt install {libraries}"


def has_display() -> bool:
    """Whether there is a screen, or Qt was set to another platform."""
    if sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
