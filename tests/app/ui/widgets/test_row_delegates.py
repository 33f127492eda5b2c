from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect
from PySide6.QtGui import QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionViewItem

from app.ui.base.theme import Themes
from app.ui.widgets.row_delegates import EntryContent, EntryDelegate, row_height

WORDS = EntryContent(None, "", "████████")


class FakeSource:
    words = WORDS

    def entry(self, index: QModelIndex | QPersistentModelIndex) -> EntryContent:
        del index
        return self.words


@pytest.fixture
def source() -> FakeSource:
    return FakeSource()


@pytest.fixture
def delegate(source: FakeSource, themes: Themes, qapp: QObject) -> EntryDelegate:
    return EntryDelegate(source, themes, qapp)


def _columns(delegate: EntryDelegate, colour: str, state: QStyle.StateFlag = QStyle.StateFlag.State_None) -> list[int]:
    """Where, from the left, something of a colour was painted."""
    image = QImage(200, 24, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, 200, 24)
    option.state = state
    delegate.paint(painter, option, QModelIndex())
    painter.end()
    return [x for x in range(200) if any(image.pixelColor(x, y).name() == colour for y in range(24))]


def test_a_text_is_in_the_colour_of_text_unless_it_is_muted(
    delegate: EntryDelegate, source: FakeSource, themes: Themes
) -> None:
    assert _columns(delegate, themes.current.text)
    source.words = WORDS._replace(muted=True)
    assert not _columns(delegate, themes.current.text)
    assert _columns(delegate, themes.current.muted)


def test_lead_text_and_tail_stand_one_behind_the_other(
    delegate: EntryDelegate, source: FakeSource, themes: Themes
) -> None:
    source.words = WORDS._replace(lead="████", tail="████")
    text, muted = _columns(delegate, themes.current.text), _columns(delegate, themes.current.muted)

    assert muted[0] < text[0] < text[-1] < muted[-1]


def test_a_long_lead_gives_way_to_the_text(delegate: EntryDelegate, source: FakeSource, themes: Themes) -> None:
    alone = len(_columns(delegate, themes.current.text))
    source.words = WORDS._replace(lead="█" * 100)

    assert len(_columns(delegate, themes.current.text)) == alone


def test_a_badge_stands_at_the_right_end(delegate: EntryDelegate, source: FakeSource, themes: Themes) -> None:
    assert not [x for x in _columns(delegate, themes.current.text) if x > 150]
    source.words = WORDS._replace(badge="████")

    assert [x for x in _columns(delegate, themes.current.text) if x > 150]


def test_whose_it_is_stands_at_the_right_end_and_gives_way_to_the_text(
    delegate: EntryDelegate, source: FakeSource, themes: Themes
) -> None:
    sign = themes.icon("dot", "error")
    source.words = WORDS._replace(text="█", origin=(sign, "█" * 100))
    muted, dots = _columns(delegate, themes.current.muted), _columns(delegate, themes.current.error)
    assert muted[-1] > 180
    assert 80 < dots[0] < dots[-1] < muted[0]

    source.words = WORDS._replace(text="█" * 14, origin=(sign, "█" * 100))
    assert not _columns(delegate, themes.current.muted)
    assert _columns(delegate, themes.current.error)[-1] > 170


def test_the_ground_says_what_is_selected(delegate: EntryDelegate, themes: Themes) -> None:
    assert len(_columns(delegate, themes.current.selection, QStyle.StateFlag.State_Selected)) == 200
    assert len(_columns(delegate, themes.current.hover, QStyle.StateFlag.State_MouseOver)) == 200


def test_nothing_is_muted_on_a_selection(delegate: EntryDelegate, source: FakeSource, themes: Themes) -> None:
    source.words = WORDS._replace(muted=True)

    assert not _columns(delegate, themes.current.muted, QStyle.StateFlag.State_Selected)
    assert _columns(delegate, themes.current.text, QStyle.StateFlag.State_Selected)


def test_rows_are_as_high_as_a_line(delegate: EntryDelegate) -> None:
    option = QStyleOptionViewItem()
    option.fontMetrics = QFontMetrics(QApplication.font())

    assert delegate.sizeHint(option, QModelIndex()).height() == row_height(option.fontMetrics) >= 22


@pytest.mark.parametrize("width", [-30, 0, 4, 20, 27, 30, 40, 60])
def test_a_cell_that_is_too_narrow_is_not_painted_over_the_next(
    delegate: EntryDelegate, source: FakeSource, themes: Themes, width: int
) -> None:
    icon = themes.icon("namespace", "ok")
    source.words = EntryContent(icon, "lead", "/a/long/name", "tail", "measured", (icon, "robot"))
    image = QImage(200, 24, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    delegate.use_font(painter)
    delegate.draw(painter, QRect(10, 0, width, 24), QModelIndex(), selected=False)
    painter.end()
    painted = [x for x in range(200) if any(image.pixel(x, y) & 0xFFFFFF for y in range(24))]

    assert all(10 <= x < 10 + width for x in painted)


def test_a_row_of_a_robot_begins_with_a_bar_in_its_colour(delegate: EntryDelegate, source: FakeSource) -> None:
    source.words = EntryContent(None, "", "rover", edge="#c792ff")
    image = QImage(200, 24, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    delegate.use_font(painter)
    delegate.draw(painter, QRect(40, 0, 100, 24), QModelIndex(), selected=False)
    painter.end()

    assert {image.pixelColor(1, y).name() for y in range(24)} == {"#c792ff"}
    assert image.pixelColor(20, 12).name() == "#000000"
