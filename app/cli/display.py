"""Whether a window can be shown here. Imports next to nothing."""

from __future__ import annotations

import os
import sys


def has_display() -> bool:
    """Whether there is a screen, or Qt was told to do with something else."""
    if sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
