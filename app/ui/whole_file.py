"""Writes files as a whole or not at all: what was there before stays if it fails."""

from __future__ import annotations

import errno
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QIODevice, QSaveFile


def write_file(file: Path, pieces: Iterable[bytes]) -> None:
    """Write the pieces, one after another, and have them where they belong when all are written.

    Raises:
        OSError: it can't be written. Whatever the pieces raise comes through; then nothing was written, either.
    """
    saved = QSaveFile(str(file))
    # else what has no room is only noticed later, without the reason
    if not saved.open(QIODevice.OpenModeFlag.WriteOnly | QIODevice.OpenModeFlag.Unbuffered):
        raise _failed(saved)
    try:
        for piece in pieces:
            _write(saved, piece)
    except BaseException:
        saved.cancelWriting()
        saved.commit()
        raise
    if not saved.commit():
        raise _failed(saved)


def _write(saved: QSaveFile, piece: bytes) -> None:
    while piece:
        count = saved.write(piece)
        if count <= 0:
            raise _failed(saved)
        # of what was written in part only the rest says why
        piece = piece[count:]


def _failed(saved: QSaveFile) -> OSError:
    return OSError(errno.EIO, saved.errorString(), saved.fileName())
