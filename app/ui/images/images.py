"""Conversion from rasters to QImage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtGui import QImage, QTransform

from app.model.images.conversion import Raster, RasterFormat

_FORMATS: Final[Mapping[RasterFormat, QImage.Format]] = {
    RasterFormat.GRAY8: QImage.Format.Format_Grayscale8,
    RasterFormat.GRAY16: QImage.Format.Format_Grayscale16,
    RasterFormat.RGB24: QImage.Format.Format_RGB888,
    RasterFormat.BGR24: QImage.Format.Format_BGR888,
    RasterFormat.RGBA32: QImage.Format.Format_RGBA8888,
    # what robots send as alpha is no transparency: it is dropped
    RasterFormat.RGB32: QImage.Format.Format_ARGB32,
    RasterFormat.INDEXED8: QImage.Format.Format_Indexed8,
}


# Qt paints these in place, scaled and smooth, in less time than it takes to convert them. Other formats may contain an
# alpha that is no transparency and would be painted as such, or take longer
_PAINTED_IN_PLACE: Final = frozenset({RasterFormat.GRAY8, RasterFormat.GRAY16, RasterFormat.RGB24, RasterFormat.BGR24})


def borrowed_image(raster: Raster, turns: int = 0) -> QImage:
    """Return an image to paint, turned clockwise by `turns` quarters; `raster` must outlive it.

    It is not for holders that Python does not know of, such as a clipboard: see `owned_image`.
    """
    return _wrapped(raster) if raster.format in _PAINTED_IN_PLACE and not turns % 4 else owned_image(raster, turns)


def owned_image(raster: Raster, turns: int = 0) -> QImage:
    """Return an image in its own memory, turned clockwise by `turns` quarters, in the format that Qt scales fastest."""
    image = _wrapped(raster).convertToFormat(QImage.Format.Format_RGB32)
    return image.transformed(QTransform().rotate(90 * turns)) if turns % 4 else image


def _wrapped(raster: Raster) -> QImage:
    # Qt does not check the size of memory
    if raster.data.nbytes < raster.step * raster.height:
        raise ValueError(f"{raster.data.nbytes} bytes are no {raster.height} rows of {raster.step}")
    wrapped = QImage(raster.data, raster.width, raster.height, raster.step, _FORMATS[raster.format])
    if raster.colors:
        wrapped.setColorTable(raster.colors)
    return wrapped
