"""Drawing of icons: files in resources/icons, in a colour, in the sizes that the screens need."""

from __future__ import annotations

import functools
from typing import Final

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.resources import resource
from app.ui.base.text_size import grown

# pixels beside text of the usual size, of menus and of tool bars
_SIZES: Final = (16, 20)

# opacity of disabled icons, as faint as disabled text
_FADED: Final = 0.4


def draw_icon(name: str, color: str) -> QIcon:
    """Return the icon of a file in resources/icons, in a colour, for all screens that there are."""
    icon = QIcon()
    renderer = icon_renderer(name, color)
    for size in _pixel_sizes():
        pixmap = draw_square(renderer, size)
        icon.addPixmap(pixmap)
        # a selected row must not tint the colour
        icon.addPixmap(pixmap, QIcon.Mode.Selected)
        icon.addPixmap(_faded(pixmap), QIcon.Mode.Disabled)
    return icon


def icon_renderer(name: str, color: str) -> QSvgRenderer:
    """Return what draws a file in resources/icons, in a colour."""
    return QSvgRenderer(QByteArray(_read_drawing(name).replace("currentColor", color).encode()))


def draw_square(renderer: QSvgRenderer, size: int) -> QPixmap:
    """Return a drawing of so many pixels each way."""
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter)
    painter.end()
    return pixmap


def _pixel_sizes() -> list[int]:
    """Return the sizes in pixels for all screens: drawing is slow, so no other sizes are drawn."""
    ratios = {screen.devicePixelRatio() for screen in QGuiApplication.screens()}
    return sorted({round(grown(size) * ratio) for size in _SIZES for ratio in ratios})


def _faded(pixmap: QPixmap) -> QPixmap:
    faded = QPixmap(pixmap.size())
    faded.fill(Qt.GlobalColor.transparent)
    painter = QPainter(faded)
    painter.setOpacity(_FADED)
    painter.drawPixmap(0, 0, pixmap)
    painter.end()
    return faded


@functools.cache
def _read_drawing(name: str) -> str:
    return resource("icons", f"{name}.svg").read_text(encoding="utf-8")
