"""From pixels that can be painted to an image of Qt's, in the one format that Qt scales fast."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtGui import QImage, QTransform

from app.model.pixels import Layout, Raster

_FORMATS: Final[Mapping[Layout, QImage.Format]] = {
    Layout.GRAY8: QImage.Format.Format_Grayscale8,
    Layout.GRAY16: QImage.Format.Format_Grayscale16,
    Layout.RGB24: QImage.Format.Format_RGB888,
    Layout.BGR24: QImage.Format.Format_BGR888,
    Layout.RGBA32: QImage.Format.Format_RGBA8888,
    # what robots send as alpha is no transparency: the conversion drops it
    Layout.RGB32: QImage.Format.Format_ARGB32,
    Layout.INDEXED8: QImage.Format.Format_Indexed8,
}


def image_of(raster: Raster, turns: int = 0) -> QImage:
    """An image in memory of its own, turned clockwise by so many quarters."""
    # Qt believes whatever it is told of memory
    if raster.data.nbytes < raster.step * raster.height:
        raise ValueError(f"{raster.data.nbytes} bytes are no {raster.height} rows of {raster.step}")
    wrapped = QImage(raster.data, raster.width, raster.height, raster.step, _FORMATS[raster.layout])
    if raster.colors:
        wrapped.setColorTable(raster.colors)
    image = wrapped.convertToFormat(QImage.Format.Format_RGB32)
    return image.transformed(QTransform().rotate(90 * turns)) if turns % 4 else image
