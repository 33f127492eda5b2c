from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.style_sheet import primary_colors, style_sheet
from app.ui.base.theme import DARK, LIGHT, Theme, Themes
from app.ui.widgets.tree_view import TreeView
from tests.tools.contrast import contrast

both = pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])


@both
def test_white_can_be_read_on_the_button_that_one_is_to_press(theme: Theme) -> None:
    assert all(contrast("#ffffff", ground) >= 4.5 for ground in primary_colors(theme))


@both
def test_the_ring_of_the_focus_can_be_seen_on_every_ground(theme: Theme) -> None:
    """3:1 is what signs need."""
    assert all(contrast(theme.accent, ground) >= 3.0 for ground in (theme.window, theme.base, theme.button))


@both
def test_the_ring_of_the_button_that_one_is_to_press_stands_out_from_what_is_around_it(theme: Theme) -> None:
    """Of text, two pixels wide: on its own ground it need not be seen."""
    assert all(contrast(theme.text, ground) >= 4.5 for ground in (theme.window, theme.base))
    assert f"2px solid {theme.text}" in style_sheet(theme)


@both
def test_all_pictures_that_it_names_are_there(theme: Theme) -> None:
    named = re.findall(r'url\("([^"]+)"\)', style_sheet(theme))

    assert named
    assert all(Path(name).is_file() for name in named)


@both
def test_qt_understands_it(qtbot: QtBot, theme: Theme) -> None:
    """Qt warns of what it does not understand, and a warning fails a test."""
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.setStyleSheet(style_sheet(theme))
    widget.show()
    QApplication.processEvents()

    assert QColor(theme.border).isValid()


def _tabs() -> QWidget:
    tabs = QTabBar()
    for name in ("Fields", "JSON"):
        tabs.addTab(name)
    return tabs


@pytest.mark.parametrize("make", [_tabs, lambda: QCheckBox("Keep it")], ids=["a row of tabs", "a check box"])
def test_what_has_the_focus_shows_it(qtbot: QtBot, themes: Themes, make: Callable[[], QWidget]) -> None:
    del themes
    window, widget, field = QWidget(), make(), QLineEdit()
    for placed in (widget, field):
        placed.setParent(window)
    widget.resize(200, 30)
    field.move(0, 40)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus, timeout=20_000)
    without = widget.grab().toImage()
    widget.setFocus()
    qtbot.waitUntil(widget.hasFocus, timeout=20_000)

    assert widget.grab().toImage() != without


def _first_drawn(image: QImage, rows: range, columns: range) -> int:
    """The first column of a part of a picture that is not all of one colour."""
    ground = image.pixel(columns.start, rows.start)
    return next(x for x in columns if any(image.pixel(x, y) != ground for y in rows))


def test_a_title_begins_where_its_cells_begin(qtbot: QtBot, themes: Themes) -> None:
    del themes
    tree = TreeView(Qt.TextElideMode.ElideRight, 16)
    qtbot.addWidget(tree)
    model = QStandardItemModel(0, 2, tree)
    model.setHorizontalHeaderLabels(["Name", "Hill"])
    model.appendRow([QStandardItem("a"), QStandardItem("Hill")])
    tree.setModel(model)
    tree.header().resizeSection(0, 80)
    tree.resize(300, 100)
    tree.show()
    image, header = tree.grab().toImage(), tree.header()
    left = header.mapTo(tree, QPoint(header.sectionViewportPosition(1), 0)).x()
    cell = tree.visualRect(model.index(0, 1)).translated(tree.viewport().pos())
    within = range(left + 1, left + 60)

    title = _first_drawn(image, range(header.y() + 4, header.y() + header.height() - 4), within)
    assert title == _first_drawn(image, range(cell.top() + 1, cell.bottom()), within)
