"""Files of the user's: where they are kept, as each system has it, and how they are read; nothing is made here."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

_NAME = "teledeck"


def config_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """What the user has set up: profiles, pads."""
    return _folder(environ, platform, "XDG_CONFIG_HOME", ".config", "APPDATA")


def state_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """What happened: logs."""
    return _folder(environ, platform, "XDG_STATE_HOME", ".local/state", "LOCALAPPDATA")


def read_beginning(file: Path | int, nbytes: int) -> bytes:
    """The first bytes of a file, or of what comes by a descriptor. Raises OSError.

    Whatever the user names is read by this, for it may have no end. To see that something is too long, ask for one byte
    more than it may have.
    """
    with open(file, "rb", closefd=not isinstance(file, int)) as opened:
        return opened.read(nbytes)


def _folder(environ: Mapping[str, str], platform: str, variable: str, usual: str, windows: str) -> Path:
    if platform == "win32" and environ.get(windows):
        return Path(environ[windows], _NAME)
    if platform == "darwin":
        return _home(environ) / "Library" / "Application Support" / _NAME
    given = environ.get(variable, "")
    # a relative path there is to be ignored, says the specification
    return (Path(given) if given.startswith("/") else _home(environ) / usual) / _NAME


def _home(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("HOME") or Path.home())
