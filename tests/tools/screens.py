"""Pictures of every panel, dialog and empty state: python -m tests.tools.screens FOLDER.

Each in both themes, at 1440x900, at 1366x768, and at 1366x768 on a screen with twice as many pixels.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

# size of the window, and pixels of the screen for each of its own
VARIANTS = (("1440x900", 1), ("1366x768", 1), ("1366x768", 2))


def main() -> int:
    """Take the pictures, a process for each scale: it can't be changed while a program runs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    status = 0
    for size, scale in VARIANTS:
        environ = {"QT_QPA_PLATFORM": "offscreen", **os.environ, "QT_SCALE_FACTOR": str(scale)}
        place = folder / (size if scale == 1 else f"{size}-{scale}00%")
        command = [sys.executable, "-m", "tests.tools.screenshot", str(place), "--size", size]
        status = max(status, subprocess.run(command, env=environ, check=False).returncode)
    return status


if __name__ == "__main__":
    sys.exit(main())
