from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from app.ui.base.theme import Themes
from app.ui.widgets.row_delegates import FigureDelegate


class FakeSource:
    text = "30.0 Hz"
    old = False

    def figure(self, index: QModelIndex | QPersistentModelIndex) -> tuple[str, bool]:
        del index
        return self.text, self.old


def _colours(delegate: FigureDelegate, state: QStyle.StateFlag) -> set[str]:
    """What is painted: every colour but those of the smoothed edges of letters that come but rarely."""
    image = QImage(120, 24, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, 120, 24)
    option.state = state
    delegate.paint(painter, option, QModelIndex())
    painter.end()
    return {image.pixelColor(x, y).name() for x in range(120) for y in range(24)}


@pytest.fixture
def source() -> FakeSource:
    return FakeSource()


@pytest.fixture
def delegate(source: FakeSource, themes: Themes, qapp: QObject) -> FigureDelegate:
    return FigureDelegate(source, themes, qapp)


def test_a_selected_row_has_its_ground_and_a_figure_its_colour(delegate: FigureDelegate, themes: Themes) -> None:
    enabled, selected = QStyle.StateFlag.State_Enabled, QStyle.StateFlag.State_Selected

    assert themes.current.text in _colours(delegate, enabled)
    assert themes.current.selection not in _colours(delegate, enabled)
    assert themes.current.selection in _colours(delegate, selected)
    assert themes.current.hover in _colours(delegate, QStyle.StateFlag.State_MouseOver)


def test_an_old_figure_is_greyed(delegate: FigureDelegate, source: FakeSource, themes: Themes) -> None:
    source.old = True
    colours = _colours(delegate, QStyle.StateFlag.State_Enabled)

    assert themes.current.muted in colours
    assert themes.current.text not in colours


def test_no_figure_paints_nothing(delegate: FigureDelegate, source: FakeSource) -> None:
    source.text = ""

    assert _colours(delegate, QStyle.StateFlag.State_Enabled) == {"#000000"}


def _columns_with_ink(delegate: FigureDelegate, width: int) -> list[int]:
    image = QImage(200, 24, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    option = QStyleOptionViewItem()
    option.rect = QRect(200 - width, 0, width, 24)
    delegate.paint(painter, option, QModelIndex())
    painter.end()
    return [x for x in range(200) if any(image.pixelColor(x, y).name() != "#000000" for y in range(24))]


def test_a_figure_keeps_within_its_cell_and_shows_its_beginning(delegate: FigureDelegate, source: FakeSource) -> None:
    source.text = "123,456 Hz"
    whole = _columns_with_ink(delegate, 150)
    short = _columns_with_ink(delegate, 60)

    assert min(whole) < 200 - 60
    assert min(short) >= 200 - 60
    assert 0 < len(short) < len(whole)
    assert _columns_with_ink(delegate, 4) == []
