"""An image as a file or for the clipboard: as it is seen, as it was sent, or its numbers.

A file is written beside the interface thread, and the panel says whether that succeeded.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
from PySide6.QtCore import QByteArray, QIODevice, QSaveFile, QStandardPaths
from PySide6.QtGui import QImage, QImageWriter
from PySide6.QtWidgets import QWidget
from shiboken6 import Shiboken

from app.model.images import conversion
from app.model.images.shading import Shading
from app.model.messages.values import CompressedImage, PixelFormat, RawImage
from app.model.schema import DecodeError
from app.ui.base.dialogs import ask_for_save_path
from app.ui.base.robot_tools import RobotTools
from app.ui.base.text import translate
from app.ui.images.image_frame import ViewedImage
from app.ui.images.qt_images import owned_image, unpack_image
from app.ui.widgets.notices import Notice

# greatest number in 16 bits, in millimetres
_MAX_UINT16: Final = 65535

_SUFFIXES: Final = {"jpeg": (".jpg", ".jpeg"), "png": (".png",)}


class ImageSaveError(Exception):
    """A file could not be written; the text says why."""


def has_numbers(frame: ViewedImage) -> bool:
    """Whether an image contains numbers with more detail than what is seen of them."""
    pixels = frame.pixels
    return pixels is not None and (pixels.format in conversion.METRES_PER_UNIT or pixels.format is PixelFormat.MONO16)


def image_as_seen(frame: ViewedImage, shading: Shading | None, turns: int) -> QImage:
    """Return the whole image, in its full size. Raises DecodeError."""
    pixels, owner = _all_pixels(frame)
    image = owned_image(conversion.convert(pixels, conversion.whole_region(pixels), 1, shading), turns)
    del owner
    return image


def image_of_numbers(frame: ViewedImage) -> QImage:
    """Return an image's numbers in 16 bits: distances in millimetres, 0 where there is none. Raises DecodeError."""
    pixels, owner = _all_pixels(frame)
    numbers = conversion.pixel_array(pixels)
    if numbers.dtype.kind == "f":
        millimetres = numbers.astype(np.float64) * 1000
        millimetres[~np.isfinite(millimetres)] = 0
        numbers = np.clip(np.rint(millimetres), 0, _MAX_UINT16)
    rows = np.zeros((pixels.height, pixels.width + pixels.width % 2), np.uint16)
    rows[:, : pixels.width] = numbers
    del owner
    wrapped = QImage(
        rows.data.cast("B"), pixels.width, pixels.height, rows.strides[0], QImage.Format.Format_Grayscale16
    )
    return wrapped.copy()


def save_as_seen(path: Path, frame: ViewedImage, shading: Shading | None, turns: int) -> None:
    """Write an image to a file; a compressed image as it was sent if the suffix of the file fits.

    Raises:
        ImageSaveError: the file can't be written.
        DecodeError: the image can't be unpacked.
    """
    source = frame.source
    # a turned image has to be compressed again
    if (
        not turns
        and isinstance(source, CompressedImage)
        and source.depth is None
        and _has_suffix_of(path, source.format)
    ):
        _write(path, source.data)
        return
    _write(path, image_as_seen(frame, shading, turns))


def save_numbers(path: Path, frame: ViewedImage) -> None:
    """Write the numbers of an image to a PNG of 16 bits; raises as `save_as_seen` does."""
    _write(path, image_of_numbers(frame))


def file_name(topic: str, frame: ViewedImage, *, numbers: bool = False) -> str:
    """Return a name for the file of an image: its topic and time of receipt."""
    words = re.sub(r"[^A-Za-z0-9]+", "-", topic).strip("-")[-60:].strip("-") or "picture"
    seconds, rest = divmod(frame.message.received_ns, 1_000_000_000)
    moment = time.strftime("%Y%m%d-%H%M%S", time.localtime(seconds))
    ending = "-mm.png" if numbers and _is_depth(frame) else "-16bit.png" if numbers else ".png"
    if isinstance(frame.source, CompressedImage) and frame.source.format.lower() == "jpeg" and not numbers:
        ending = ".jpg"
    return f"{words}-{moment}.{rest // 1_000_000:03d}{ending}"


def _has_suffix_of(path: Path, kind: str) -> bool:
    return path.suffix.lower() in _SUFFIXES.get(kind, ())


def _is_depth(frame: ViewedImage) -> bool:
    return frame.pixels is not None and frame.pixels.format in conversion.METRES_PER_UNIT


def _all_pixels(frame: ViewedImage) -> tuple[RawImage, object]:
    """Return all pixels of a frame, and the owner of their memory."""
    if isinstance(frame.source, RawImage):
        return frame.source, frame
    decoded = frame.decoded
    if decoded is None or decoded.factor > 1:
        decoded = unpack_image(frame.source)
    return decoded.pixels, decoded


def _write(path: Path, content: QImage | memoryview) -> None:
    """Write all of the file or nothing: the previous content stays if it fails."""
    if isinstance(content, QImage) and path.suffix.lower() not in {".png", ".jpg", ".jpeg"}:
        path = path.with_name(path.name + ".png")
    file = QSaveFile(str(path))
    if not file.open(QIODevice.OpenModeFlag.WriteOnly):
        raise ImageSaveError(_failure_text(path, file.errorString()))
    if isinstance(content, QImage):
        writer = QImageWriter(file, QByteArray(b"PNG" if path.suffix.lower() == ".png" else b"JPEG"))
        written = writer.write(content)
        reason = writer.errorString()
    else:
        written = file.write(QByteArray(bytes(content))) == content.nbytes
        reason = file.errorString()
    if not written:
        file.cancelWriting()
        file.commit()
        raise ImageSaveError(_failure_text(path, reason))
    if not file.commit():
        raise ImageSaveError(_failure_text(path, file.errorString()))


def _failure_text(path: Path, reason: str) -> str:
    return translate("Picture", "{path} can't be written: {reason}").format(path=path, reason=reason)


class ImageSaver:
    """Saves images to files.

    Args:
        parent: the panel that owns the dialog.
        done: the notice of success.
        tell_fault: shows a failure: a word, the reason, a tip.
    """

    def __init__(
        self, parent: QWidget, tools: RobotTools, done: Notice, show_fault: Callable[[str, str, str], None]
    ) -> None:
        self._parent = parent
        self._tools = tools
        self._done = done
        self._show_fault = show_fault

    def ask_for_file(
        self, topic: str, frame: ViewedImage, shading: Shading | None, turns: int, *, numbers: bool
    ) -> None:
        """Ask for a file, and write an image of a topic to it: as it is seen, or its numbers."""
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
        name = file_name(topic, frame, numbers=numbers)
        title = translate("Picture", "Save numbers") if numbers else translate("Picture", "Save picture")
        kinds = "PNG (*.png)" if numbers else translate("Picture", "Pictures") + " (*.png *.jpg)"

        def save(path: Path) -> None:
            def write() -> None:
                if numbers:
                    save_numbers(path, frame)
                else:
                    save_as_seen(path, frame, shading, turns)

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
            self._show_fault(translate("Picture", "Not saved"), reason, tip)
        else:
            themes = self._tools.themes
            word = translate("Picture", "Saved")
            self._done.set_content(
                themes.icon("snapshot", "ok"), word, themes.current.ok, path.name, "", str(path.parent)
            )
            self._done.show()
