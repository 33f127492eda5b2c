"""Images by hand: noise of any format, files of it, and a schema whose messages are numbers of images."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage

from app.model.messages.values import CompressedImage, ImageGroup, PixelFormat, RawImage
from app.model.schema import DecodeError, Payload, Role
from tests.fakes.session import JsonSchema


class ImageSchema(JsonSchema):
    """A message is the number of a value; an error among them is raised."""

    def __init__(self, *values: RawImage | CompressedImage | ImageGroup | DecodeError) -> None:
        super().__init__("test.Picture", roles=[Role.IMAGE])
        self.values = list(values)

    def read(self, role: Role, payload: Payload) -> object:
        assert role is Role.IMAGE
        value = self.values[int(bytes(payload))]
        if isinstance(value, DecodeError):
            raise value
        return value


def noise(width: int, height: int, kind: PixelFormat = PixelFormat.RGB8, seed: int = 1, pad: int = 0) -> RawImage:
    """A picture of noise."""
    step = width * kind.bytes_per_pixel + pad
    rng = np.random.default_rng(seed)
    if kind is PixelFormat.FLOAT32:
        data = (rng.random((height, step // 4)) * 5).astype("<f4").tobytes()
    else:
        data = rng.integers(0, 256, step * height, dtype=np.uint8).tobytes()
    return RawImage(width, height, step, kind, memoryview(data))


def plain(width: int, height: int, color: tuple[int, int, int]) -> RawImage:
    """A picture of one colour."""
    return RawImage(width, height, 3 * width, PixelFormat.RGB8, memoryview(bytes(color) * (width * height)))


def packed(image: QImage, kind: str) -> CompressedImage:
    """An image as a file."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # the stubs ask for bytes, which it does not take
    assert image.save(buffer, kind.upper(), 95 if kind == "jpeg" else -1)  # type: ignore[call-overload]
    return CompressedImage(kind, memoryview(content.data()))


def gray16(rows: list[list[int]]) -> QImage:
    """An image of 16-bit numbers."""
    numbers = np.zeros((len(rows), len(rows[0]) + len(rows[0]) % 2), np.uint16)
    numbers[:, : len(rows[0])] = rows
    image = QImage(
        numbers.data.cast("B"), len(rows[0]), len(rows), numbers.strides[0], QImage.Format.Format_Grayscale16
    )
    return image.copy()


def colors_of(image: QImage) -> list[list[tuple[int, int, int]]]:
    """What an image shows."""
    rows = []
    for y in range(image.height()):
        colors = [image.pixelColor(x, y) for x in range(image.width())]
        rows.append([(color.red(), color.green(), color.blue()) for color in colors])
    return rows
