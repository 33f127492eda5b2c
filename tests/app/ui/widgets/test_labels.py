from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.widgets.labels import ElidedLabel, FigureLabel, LinesLabel
from tests.fakes.layout_requests import LayoutRequests


@pytest.fixture
def label(qtbot: QtBot) -> Iterator[FigureLabel]:
    window = QWidget()
    qtbot.addWidget(window)
    label = FigureLabel("1,000")
    QHBoxLayout(window).addWidget(label)
    window.show()
    QApplication.processEvents()
    yield label
    # held until now, else it would be collected
    window.close()


def _requests_of(label: FigureLabel, *texts: str) -> int:
    requests = LayoutRequests(label.window())
    for text in texts:
        label.setText(text)
        QApplication.processEvents()
    return requests.count


def test_other_figures_of_the_same_room_ask_for_no_new_layout(label: FigureLabel) -> None:
    before = label.grab().toImage()

    assert _requests_of(label, "2,111", "3,004", "711") == 0
    assert label.text() == "711"
    assert label.grab().toImage() != before


def test_a_longer_figure_gets_its_room(label: FigureLabel) -> None:
    before = label.width()

    assert _requests_of(label, "1,000,000,000") >= 1
    assert label.width() >= label.fontMetrics().horizontalAdvance("1,000,000,000") > before


def test_room_is_given_back_when_it_is_told_so(label: FigureLabel) -> None:
    label.setText("9,999,999")
    before = label.sizeHint().width()
    label.setText("999,999")
    assert label.sizeHint().width() == before
    label.shrink()

    assert label.sizeHint().width() < before


def test_the_room_of_words_is_given_back_when_a_figure_comes(label: FigureLabel) -> None:
    label.setText("nothing heard of it yet")
    before = label.sizeHint().width()

    assert _requests_of(label, "6.200 s") == 1
    assert label.sizeHint().width() < before / 2


def test_a_larger_font_needs_more_room(label: FigureLabel) -> None:
    before = label.sizeHint()
    font = label.font()
    font.setPointSizeF(2 * font.pointSizeF())
    label.setFont(font)

    assert label.sizeHint().width() > before.width()
    assert label.sizeHint().height() > before.height()


def test_a_style_sets_its_colour(label: FigureLabel) -> None:
    before = label.grab().toImage()
    label.setStyleSheet("color: #ff0000;")

    assert label.grab().toImage() != before


def test_it_is_read_aloud_as_it_is_shown(label: FigureLabel) -> None:
    assert label.accessibleName() == "1,000"
    label.setText("2")
    assert label.accessibleName() == "2"


@pytest.mark.parametrize(
    ("side", "direction", "at_left"),
    [
        (Qt.AlignmentFlag.AlignLeft, Qt.LayoutDirection.LeftToRight, True),
        (Qt.AlignmentFlag.AlignRight, Qt.LayoutDirection.LeftToRight, False),
        (Qt.AlignmentFlag.AlignLeft, Qt.LayoutDirection.RightToLeft, False),
        (Qt.AlignmentFlag.AlignRight, Qt.LayoutDirection.RightToLeft, True),
    ],
)
def test_it_stands_at_its_side_of_the_room(
    qtbot: QtBot, side: Qt.AlignmentFlag, direction: Qt.LayoutDirection, *, at_left: bool
) -> None:
    label = FigureLabel("8", side)
    qtbot.addWidget(label)
    label.setStyleSheet("color: #ff0000; background: #000000;")
    label.setLayoutDirection(direction)
    label.resize(200, 20)
    image = label.grab().toImage()
    inked = [x for x in range(200) for y in range(20) if QColor(image.pixel(x, y)).red() > 128]

    assert max(inked) < 100 if at_left else min(inked) > 100


def test_its_margins_are_room_that_it_does_not_write_in(label: FigureLabel) -> None:
    before = label.sizeHint()
    label.setContentsMargins(8, 1, 4, 2)

    assert (label.sizeHint().width(), label.sizeHint().height()) == (before.width() + 12, before.height() + 3)


def test_a_font_of_what_it_stands_in_is_taken(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    font = window.font()
    font.setPointSizeF(3 * font.pointSizeF())
    window.setFont(font)

    assert FigureLabel("1,000", parent=window).sizeHint().width() > 2 * FigureLabel("1,000").sizeHint().width()


def test_the_room_of_lines_is_kept_whatever_is_written_in_them(qtbot: QtBot) -> None:
    label = LinesLabel(3)
    qtbot.addWidget(label)
    sizes = set()
    for text in ("", "STOP", "A sentence that is far longer than the room that there is for it. " * 4):
        label.setText(text)
        sizes.add((label.sizeHint().toTuple(), label.minimumSizeHint().toTuple(), label.hasHeightForWidth()))
    assert len(sizes) == 1
    assert label.sizeHint().height() >= 3 * label.fontMetrics().height()


def test_what_has_no_room_in_the_lines_is_elided_and_whole_in_the_tip(qtbot: QtBot) -> None:
    label = LinesLabel(2)
    qtbot.addWidget(label)
    label.resize(120, 40)
    for text in ("Short.", "\N{ROBOT FACE} " * 60, "Ein Satz mit " + "langen " * 40):
        label.setText(text)
        label.grab()
        lines = label.drawn_lines
        assert all(label.fontMetrics().horizontalAdvance(line) <= 120 for line in lines)
        if text == "Short.":
            assert (lines, label.toolTip()) == (("Short.",), "")
        else:
            assert len(lines) == 2
            assert lines[-1].endswith("\N{HORIZONTAL ELLIPSIS}")
            assert label.toolTip() == text


def test_a_text_that_fits_into_the_lines_is_whole(qtbot: QtBot) -> None:
    label = LinesLabel(2)
    qtbot.addWidget(label)
    label.setText("Push and hold to drive, let go to stop.")
    label.resize(label.fontMetrics().horizontalAdvance(label.text()) * 3 // 4, 40)
    label.grab()
    assert " ".join(label.drawn_lines) == label.text()
    assert label.toolTip() == ""


def test_a_text_without_blanks_that_fits_into_the_lines_has_no_tip(qtbot: QtBot) -> None:
    label = LinesLabel(2)
    qtbot.addWidget(label)
    label.setText("软件停止不是安全认证的急停")
    label.resize(label.fontMetrics().horizontalAdvance(label.text()) * 3 // 4, 40)
    label.grab()
    assert len(label.drawn_lines) == 2
    assert label.toolTip() == ""


def test_what_a_text_does_not_say_is_in_its_tip_beside_what_is_elided(qtbot: QtBot) -> None:
    label = ElidedLabel("short")
    qtbot.addWidget(label)
    label.resize(300, 20)
    label.show()
    label.grab()
    assert label.toolTip() == ""
    label.set_detail("and more")
    label.grab()
    assert "and more" in label.toolTip()
    assert "short" not in label.toolTip()
    label.setText("long " * 50)
    label.grab()
    assert "long" in label.toolTip()
    assert "and more" in label.toolTip()
    label.set_detail("")
    label.setText("short")
    label.grab()
    assert label.toolTip() == ""
