"""Saving of a top view: asks for a file, writes the image beside the interface thread, and shows the result."""

from __future__ import annotations

import asyncio
import functools
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QStandardPaths
from PySide6.QtGui import QImage, QImageWriter
from PySide6.QtWidgets import QWidget
from shiboken6 import Shiboken

from app.config.atomic_file import write_atomically
from app.ui.base.dialogs import ask_for_save_path
from app.ui.base.robot_tools import RobotTools
from app.ui.base.text import translate
from app.ui.widgets.notices import Notice


class TopViewSaver:
    """Saves images of a top view.

    Args:
        parent: the parent of the file dialog.
        notice: shows the result.
    """

    def __init__(self, parent: QWidget, tools: RobotTools, notice: Notice) -> None:
        self._parent = parent
        self._tools = tools
        self.notice = notice

    def ask(self, image: QImage) -> None:
        """Ask for a file, and write an image to it."""
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
        name = translate("TopView", "top-view") + ".png"
        title = translate("TopView", "Save picture")
        place = Path(folder) / name
        ask_for_save_path(
            self._parent, self._tools.themes, title, place, "PNG (*.png)", functools.partial(self._spawn, image)
        )

    async def save(self, image: QImage, path: Path) -> None:
        """Write an image to a file, and show the result."""
        failure = await asyncio.to_thread(_write, image, path)
        themes, notice = self._tools.themes, self.notice
        if not Shiboken.isValid(notice):
            # the view was closed meanwhile
            return
        notice.action.setVisible(False)
        if not failure:
            word = translate("TopView", "Saved")
            notice.set_content(themes.icon("snapshot", "ok"), word, themes.current.ok, path.name, "", str(path.parent))
        else:
            word = translate("TopView", "Not saved")
            reason = translate("TopView", "{path} can't be written: {reason}").format(path=path, reason=failure)
            tip = translate("TopView", "Choose another folder, or make room on the disk.")
            notice.set_content(themes.icon("alert-error", "error"), word, themes.current.error, "", reason, tip)
        notice.show()

    def _spawn(self, image: QImage, path: Path) -> None:
        self._tools.spawn(self.save(image, path), "save a top view")


def _write(image: QImage, path: Path) -> str:
    """Write an image; return why it could not be written, empty if it was."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    is_jpeg = path.suffix.lower() in {".jpg", ".jpeg"}
    writer = QImageWriter(buffer, QByteArray(b"jpeg" if is_jpeg else b"png"))
    if not writer.write(image):
        return writer.errorString()
    try:
        write_atomically(path, [bytes(buffer.data().data())])
    except OSError as error:
        return error.strerror or str(error)
    return ""
