"""Saving of files: the operator is asked where, a thread writes, and a view shows whether that succeeded."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject
from PySide6.QtGui import QImage, QImageWriter
from PySide6.QtWidgets import QWidget
from shiboken6 import Shiboken

from app.config.atomic_file import write_atomically
from app.config.preference_values import SaveFolder
from app.model.schema import DecodeError
from app.ui.base.dialogs import ask_for_save_path
from app.ui.base.refresh import Spawn
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.widgets.notices import Notice
from app.wording.ui.widgets import WidgetsWording


async def write_in_thread(
    view: QObject,
    write: Callable[[], object],
    done: Callable[[], object],
    failed: Callable[[str, str], object],
) -> None:
    """Write a file in a thread, and report the result, unless the view was closed meanwhile.

    Args:
        view: its owner.
        write: writes the file; may raise an OSError or a DecodeError.
        done: called once the file is written.
        failed: called with a reason and a tip if it is not.
    """
    report = done
    try:
        await asyncio.to_thread(write)
    except OSError as error:
        report = functools.partial(failed, error.strerror or str(error), "")
    except DecodeError as error:
        report = functools.partial(failed, error.reason, error.tip)
    if Shiboken.isValid(view):
        report()


def encode_image(image: QImage, kind: str = "png") -> bytes:
    """Return an image as the content of a file of this kind.

    Raises:
        OSError: the image can't be written so.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(kind.encode()))
    if not writer.write(image):
        raise OSError(writer.errorString())
    return bytes(buffer.data().data())


def write_image(path: Path, image: QImage) -> None:
    """Write an image to a file, as JPEG if its suffix says so, else as PNG. Raises OSError."""
    kind = "jpeg" if path.suffix.lower() in {".jpg", ".jpeg"} else "png"
    write_atomically(path, [encode_image(image, kind)])


class ImageFileSaver:
    """Saves images of a view to files.

    Args:
        view: the view.
        done: the notice of success.
        show_fault: shows a failure: a word, the reason, a tip.
    """

    def __init__(
        self, view: QWidget, spawn: Spawn, themes: Themes, done: Notice, show_fault: Callable[[str, str, str], None]
    ) -> None:
        self._view = view
        self._spawn = spawn
        self._themes = themes
        self._done = done
        self._show_fault = show_fault

    def ask(self, title: str, name: str, kinds: str, write: Callable[[Path], object]) -> None:
        """Ask for a file, `name` in the folder of images if nothing else is chosen, and write it by `write`."""

        def save(path: Path) -> None:
            self._spawn(self.save(path, write), f"save {path.name}")

        ask_for_save_path(self._view, self._themes, title, Path(name), kinds, save, folder=SaveFolder.IMAGES)

    async def save(self, path: Path, write: Callable[[Path], object]) -> None:
        """Write a file by `write` in a thread, and show the result."""

        def failed(reason: str, tip: str) -> None:
            self._show_fault(say(WidgetsWording.NOT_SAVED()), reason, tip)

        await write_in_thread(
            self._view, functools.partial(_write, path, write), lambda: self._show_saved(path), failed
        )

    def _show_saved(self, path: Path) -> None:
        word, themes = say(WidgetsWording.SAVED()), self._themes
        icon, color = themes.icon("snapshot", "ok"), themes.current.ok
        self._done.action.setVisible(False)
        self._done.set_content(icon, word, color, path.name, "", str(path.parent))
        self._done.show()


def _write(path: Path, write: Callable[[Path], object]) -> None:
    try:
        write(path)
    except OSError as error:
        raise OSError(say(WidgetsWording.NOT_WRITTEN(path=path, reason=error.strerror or str(error)))) from error
