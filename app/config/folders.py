"""The folders for the user's files, by the rules of each system or as the user says, and bounded reading of files.

The only folder that is created here is the empty one of safe mode.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

# the environment variable with the folder for all files; children inherit it
CONFIG_VARIABLE: Final = "TELEDECK_CONFIG"
# the environment variable with the empty folder that replaces the user's, in safe mode; children inherit it
SAFE_MODE_VARIABLE: Final = "TELEDECK_SAFE_MODE"

# if there is no home folder: nothing exists there, and nothing can be created there, not even by root
NO_HOME_FOLDER: Final = Path(os.devnull, "no-home-folder")

_NAME: Final = "teledeck"


def config_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The folder for the user's settings, layouts, profiles and pads."""
    if environ.get(SAFE_MODE_VARIABLE):
        return Path(environ[SAFE_MODE_VARIABLE])
    if environ.get(CONFIG_VARIABLE):
        return Path(environ[CONFIG_VARIABLE]).absolute()
    return _folder(environ, platform, "XDG_CONFIG_HOME", ".config", "APPDATA")


def state_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The folder for logs; in safe mode, too."""
    if environ.get(CONFIG_VARIABLE):
        return Path(environ[CONFIG_VARIABLE], "state").absolute()
    return _folder(environ, platform, "XDG_STATE_HOME", ".local/state", "LOCALAPPDATA")


def black_box_folder() -> Path:
    """The folder of the black box."""
    return state_folder() / "black-box"


def incidents_folder() -> Path:
    """The folder of the files of incidents."""
    return state_folder() / "incidents"


def recordings_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The folder for recordings that were asked for; in safe mode, too."""
    if environ.get(CONFIG_VARIABLE):
        return Path(environ[CONFIG_VARIABLE], "recordings").absolute()
    return _folder(environ, platform, "XDG_DATA_HOME", ".local/share", "LOCALAPPDATA") / "recordings"


def box_pictures_folder() -> Path:
    """The folder of the pictures of the black box."""
    return state_folder() / "black-box-pictures"


def qsettings_file(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path | None:
    """The file of QSettings, used before there was `user_settings`; None if it is not to be read."""
    if environ.get(SAFE_MODE_VARIABLE) or environ.get(CONFIG_VARIABLE):
        return None
    # the same place on every Unix, including macOS
    folder = _folder(environ, "win32" if platform == "win32" else "linux", "XDG_CONFIG_HOME", ".config", "APPDATA")
    return folder.with_name("Teledeck") / "Teledeck.ini"


@contextlib.contextmanager
def safe_mode() -> Iterator[None]:
    """Replace the user's settings by an empty folder, in this process and its children; it is removed at the end."""
    import shutil  # noqa: PLC0415 - hardly ever needed
    import tempfile  # noqa: PLC0415

    try:
        folder = tempfile.mkdtemp(prefix="teledeck-safe-mode-")
    except OSError:
        # nothing can be written there
        folder = str(NO_HOME_FOLDER)
    os.environ[SAFE_MODE_VARIABLE] = folder
    try:
        yield
    finally:
        os.environ.pop(SAFE_MODE_VARIABLE, None)
        shutil.rmtree(folder, ignore_errors=True)


def read_beginning(file: Path | int, nbytes: int) -> bytes:
    """The first bytes of a file, or of a descriptor. Raises OSError.

    For every file that the user names, since it may have no end. To detect that a file is too long, ask for one byte
    more than it may have.
    """
    with open(file, "rb", closefd=not isinstance(file, int)) as opened:
        return opened.read(nbytes)


def read_end(file: Path, nbytes: int) -> tuple[bytes, bool]:
    """The last bytes of a file, and whether they are the whole file. Raises OSError."""
    with file.open("rb") as opened:
        size = opened.seek(0, os.SEEK_END)
        opened.seek(max(0, size - nbytes))
        return opened.read(nbytes), size <= nbytes


# Not by platformdirs: it follows the variables of XDG on macOS as well, and no variable on Windows, so that files that
# are there already would not be found.
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
        return NO_HOME_FOLDER
