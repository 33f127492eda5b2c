"""The saving of an image: the dialog for its file, the write beside the interface thread, and the notice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QWidget
from shiboken6 import Shiboken

from app.model.images.shading import Shading
from app.model.schema import DecodeError
from app.ui.base.dialogs import ask_for_save_path
from app.ui.base.robot_tools import RobotTools
from app.ui.base.text import translate
from app.ui.images import snapshot
from app.ui.images.image_frame import ViewedImage
from app.ui.images.snapshot import ImageSaveError
from app.ui.widgets.notices import Notice


class ImageSaver:
    """Saves images to files.

    Args:
        parent: the panel that owns the dialog.
        done: the notice of success.
        tell_fault: shows a failure: a word, the reason, a tip.
    """

    def __init__(
        self, parent: QWidget, tools: RobotTools, done: Notice, tell_fault: Callable[[str, str, str], None]
    ) -> None:
        self._parent = parent
        self._tools = tools
        self._done = done
        self._tell_fault = tell_fault

    def ask_for_file(
        self, topic: str, frame: ViewedImage, shading: Shading | None, turns: int, *, numbers: bool
    ) -> None:
        """Ask for a file, and write an image of a topic to it: as it is seen, or its numbers."""
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
        name = snapshot.file_name(topic, frame, numbers=numbers)
        title = translate("Picture", "Save numbers") if numbers else translate("Picture", "Save picture")
        kinds = "PNG (*.png)" if numbers else translate("Picture", "Pictures") + " (*.png *.jpg)"

        def save(path: Path) -> None:
            def write() -> None:
                if numbers:
                    snapshot.save_numbers(path, frame)
                else:
                    snapshot.save_as_seen(path, frame, shading, turns)

            self._tools.spawn(self.save(path, write), f"save {path.name}")

        ask_for_save_path(self._parent, self._tools.themes, title, Path(folder) / name, kinds, save)

    async def save(self, path: Path, write: Callable[[], None]) -> None:
        """Write a file in a thread, and show the result."""
        reason = tip = ""
        try:
            await asyncio.to_thread(write)
        except ImageSaveError as error:
            reason = str(error)
        except DecodeError as error:
            reason, tip = error.reason, error.tip
        if not Shiboken.isValid(self._parent):
            # the view was closed meanwhile
            return
        if reason:
            self._tell_fault(translate("Picture", "Not saved"), reason, tip)
        else:
            themes = self._tools.themes
            word = translate("Picture", "Saved")
            self._done.set_content(
                themes.icon("snapshot", "ok"), word, themes.current.ok, path.name, "", str(path.parent)
            )
            self._done.show()
