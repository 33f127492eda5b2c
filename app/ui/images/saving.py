"""An image as a file or for the clipboard: as it is seen, as it was sent, or its numbers."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Final

import numpy as np
from PySide6.QtGui import QImage

from app.config.atomic_file import write_atomically
from app.model.images import conversion
from app.model.images.shading import Shading
from app.model.messages.values import CompressedImage, PixelFormat, RawImage
from app.ui.base.saving import write_image
from app.ui.images.image_frame import ViewedImage
from app.ui.images.qt_images import owned_image, unpack_image

# greatest number in 16 bits, in millimetres
_MAX_UINT16: Final = 65535

_SUFFIXES: Final = {"jpeg": (".jpg", ".jpeg"), "png": (".png",)}


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
        OSError: the file can't be written.
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
        write_atomically(path, [bytes(source.data)])
        return
    write_image(_with_suffix(path), image_as_seen(frame, shading, turns))


def save_numbers(path: Path, frame: ViewedImage) -> None:
    """Write the numbers of an image to a PNG of 16 bits; raises as `save_as_seen` does."""
    write_image(_with_suffix(path), image_of_numbers(frame))


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


def _with_suffix(path: Path) -> Path:
    return path if path.suffix.lower() in {".png", ".jpg", ".jpeg"} else path.with_name(path.name + ".png")


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
