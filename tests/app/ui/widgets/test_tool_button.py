from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QIcon, QImage, QPixmap
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from app.ui.widgets.tool_button import separate_icon

RED = QColor("red")


def _button(qtbot: QtBot, points: float) -> QToolButton:
    pixmap = QPixmap(16, 16)
    pixmap.fill(RED)
    button = QToolButton()
    button.setStyleSheet("color: blue; background: white; border: none;")
    font = QFont(button.font())
    font.setPointSizeF(points)
    button.setFont(font)
    button.setIcon(QIcon(pixmap))
    button.setIconSize(pixmap.size())
    button.setText("HH")
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.resize(button.sizeHint())
    qtbot.addWidget(button)
    return button


def _gap(button: QToolButton) -> int:
    """The columns between the icon and the first letter."""
    image = button.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    row = [image.pixelColor(x, image.height() // 2) for x in range(image.width())]
    end = max(x for x, color in enumerate(row) if color == RED)
    return next(x for x, color in enumerate(row) if x > end and color.red() < 128) - end


def _room_behind(button: QToolButton) -> int:
    image = button.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    ink = [x for x in range(image.width()) for y in range(image.height()) if image.pixelColor(x, y).red() < 128]
    return image.width() - 1 - max(ink)


@pytest.mark.parametrize("points", [9.0, 13.5, 18.0])
def test_the_gap_grows_with_the_text_which_is_not_cut(qtbot: QtBot, points: float) -> None:
    button = _button(qtbot, points)
    width, before = button.sizeHint().width(), _gap(button)
    separate_icon(button)

    assert _gap(button) - before >= button.fontMetrics().horizontalAdvance(" ") - 1
    assert button.sizeHint().width() == width
    assert _room_behind(button) > 0


def test_an_icon_alone_and_a_text_alone_stay_where_they_are(qtbot: QtBot) -> None:
    button = _button(qtbot, 9.0)
    for style in (Qt.ToolButtonStyle.ToolButtonIconOnly, Qt.ToolButtonStyle.ToolButtonTextOnly):
        button.setToolButtonStyle(style)
        before = button.grab().toImage()
        separate_icon(button)
        assert button.grab().toImage() == before
