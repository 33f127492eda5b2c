"""The frozen program's beginning."""

from __future__ import annotations

import os
import sys


def _forget_own_libraries() -> None:
    """Keep the programs that are started later (a sound player, a file manager) from loading the bundle's libraries.

    The loader has read the variable when this process began, so nothing here misses it. The bootloader sets it anew for
    processes of this program that are started from here, where it is told that they are not of the same run.
    """
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before:
        os.environ["LD_LIBRARY_PATH"] = before
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"


if sys.platform.startswith("linux"):
    _forget_own_libraries()

from app.__main__ import main  # noqa: E402 - libraries first

sys.exit(main())
