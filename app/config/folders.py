"""Files of the user's: where they are kept, as each system has it or as the user says, and how they are read.

Nothing is made here but the empty folder of safe mode.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

# names the folder for all that is kept; children inherit it
CONFIG: Final = "TELEDECK_CONFIG"
# names the empty folder that stands for what the user has set up, in safe mode; children inherit it
SAFE_MODE: Final = "TELEDECK_SAFE_MODE"

# where there is no home: nothing is there, and nothing can be made there, not even by root
NOWHERE: Final = Path(os.devnull, "no-home-folder")

_NAME: Final = "teledeck"


def config_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """What the user has set up: settings, layouts, profiles, pads."""
    if environ.get(SAFE_MODE):
        return Path(environ[SAFE_MODE])
    if environ.get(CONFIG):
        return Path(environ[CONFIG]).absolute()
    return _folder(environ, platform, "XDG_CONFIG_HOME", ".config", "APPDATA")


def state_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """What happened: logs. Safe mode keeps them, too."""
    if environ.get(CONFIG):
        return Path(environ[CONFIG], "state").absolute()
    return _folder(environ, platform, "XDG_STATE_HOME", ".local/state", "LOCALAPPDATA")


def qsettings_file(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path | None:
    """The settings as Qt kept them before there was `settings_document`; None where they are not to be looked for."""
    if environ.get(SAFE_MODE) or environ.get(CONFIG):
        return None
    # the one place on every Unix, that of Apple's included
    folder = _folder(environ, "win32" if platform == "win32" else "linux", "XDG_CONFIG_HOME", ".config", "APPDATA")
    return folder.with_name("Teledeck") / "Teledeck.ini"


@contextlib.contextmanager
def safe_mode() -> Iterator[None]:
    """Have an empty folder stand for what the user has set up, here and in children; it goes with what is put there."""
    import shutil  # noqa: PLC0415 - hardly ever needed
    import tempfile  # noqa: PLC0415

    try:
        folder = tempfile.mkdtemp(prefix="teledeck-safe-mode-")
    except OSError:
        # nothing can be put there
        folder = str(NOWHERE)
    os.environ[SAFE_MODE] = folder
    try:
        yield
    finally:
        os.environ.pop(SAFE_MODE, None)
        shutil.rmtree(folder, ignore_errors=True)


def read_beginning(file: Path | int, nbytes: int) -> bytes:
    """The first bytes of a file, or of what comes by a descriptor. Raises OSError.

    Whatever the user names is read by this, for it may have no end. To see that something is too long, ask for one byte
    more than it may have.
    """
    with open(file, "rb", closefd=not isinstance(file, int)) as opened:
        return opened.read(nbytes)


def read_end(file: Path, nbytes: int) -> tuple[bytes, bool]:
    """The last bytes of a file, and whether that is all of it. Raises OSError."""
    with file.open("rb") as opened:
        size = opened.seek(0, os.SEEK_END)
        opened.seek(max(0, size - nbytes))
        return opened.read(nbytes), size <= nbytes


def _folder(environ: Mapping[str, str], platform: str, variable: str, usual: str, windows: str) -> Path:
    if platform == "win32" and environ.get(windows):
        return Path(environ[windows], _NAME)
    if platform == "darwin":
        return _home(environ) / "Library" / "Application Support" / _NAME
    given = environ.get(variable, "")
    # a relative path there is to be ignored, says the specification
    return (Path(given) if given.startswith("/") else _home(environ) / usual) / _NAME


def _home(environ: Mapping[str, str]) -> Path:
    try:
        return Path(environ.get("HOME") or Path.home())
    except RuntimeError:
        # a user whom the system does not know
        return NOWHERE
