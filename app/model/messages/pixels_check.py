"""Checks of an image: its memory is as large as it says, and it is no larger than can be shown."""

from __future__ import annotations

from typing import Final

from app.model.messages.values import PixelFormat, RawImage
from protocols.errors import DecodeError

# no camera of a robot has more; an image that claims more would take all memory, or seconds
MAX_IMAGE_PIXELS: Final = 1 << 26
# coordinates beyond this can't be painted
MAX_IMAGE_SIDE: Final = 1 << 16

# a plane of brightness, and behind it one of colour
PLANAR_FORMATS: Final = frozenset({PixelFormat.NV21, PixelFormat.NV24})


def check_image(picture: RawImage) -> RawImage:
    """The image, if it is valid; raises DecodeError, saying why, if not. All of `app.model.images.conversion` relies on it."""
    width, height, step, label = picture.width, picture.height, picture.step, picture.format.label
    row = width * picture.format.bytes_per_pixel
    if width <= 0 or height <= 0 or step < row:
        raise DecodeError(f"a picture of {width} x {height} {label} pixels can't have a step of {step}")
    check_image_size(width, height)
    held, whole = picture.pixels.nbytes, step * height
    least = whole - step + row
    if picture.format in PLANAR_FORMATS:
        color_step, color_row, color_rows = color_plane(picture)
        least = whole + color_step * (color_rows - 1) + color_row
        whole += color_step * color_rows
        if color_step < color_row:
            raise DecodeError(f"a picture of {width} x {height} {label} pixels can't have a step of {step}")
    if held < least:
        raise DecodeError(
            f"a picture of {width} x {height} {label} pixels holds {held:,} bytes in its data, not {whole:,}"
        )
    return picture


def color_plane(picture: RawImage) -> tuple[int, int, int]:
    """The step, the bytes and the number of rows of the colour plane of an image that has one behind its brightness."""
    if picture.format is PixelFormat.NV24:
        return 2 * picture.step, 2 * picture.width, picture.height
    return picture.step, (picture.width + 1) // 2 * 2, (picture.height + 1) // 2


def check_image_size(width: int, height: int) -> None:
    """Raise DecodeError for an image that is larger than can be shown."""
    if max(width, height) > MAX_IMAGE_SIDE or width * height > MAX_IMAGE_PIXELS:
        raise DecodeError(
            f"a picture of {width} x {height} pixels is larger than can be shown",
            f"At most {MAX_IMAGE_PIXELS:,} pixels are, and {MAX_IMAGE_SIDE:,} side by side.",
        )
