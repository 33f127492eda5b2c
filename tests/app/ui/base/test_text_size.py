"""What grows with the text: signs in buttons, rows and check boxes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QCheckBox, QStyle, QToolBar, QToolButton, QTreeView, QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.preferences import Preferences
from app.ui.base.text_size import grown, grown_square, text_scale
from app.ui.base.theme import Themes
from app.ui.widgets.docks import DockTools


@pytest.mark.usefixtures("themes")
@pytest.mark.parametrize(("percent", "size"), [(80, 16), (100, 16), (150, 24), (200, 32)])
def test_a_sign_grows_with_the_text_and_is_never_smaller_than_usual(
    preferences: Preferences, percent: int, size: int
) -> None:
    preferences.set_value("text_percent", percent)

    assert text_scale() == pytest.approx(percent / 100, rel=0.02)
    assert (grown(16), grown_square(16)) == (size, QSize(size, size))


def test_buttons_trees_and_check_boxes_have_larger_signs_beside_larger_text(
    qtbot: QtBot, themes: Themes, preferences: Preferences
) -> None:
    shown = QWidget()
    qtbot.addWidget(shown)
    button, tree, box, bar = QToolButton(shown), QTreeView(shown), QCheckBox(shown), QToolBar(shown)
    tools = DockTools(themes, shown).findChildren(QToolButton)
    shown.show()

    def sizes() -> list[int]:
        metric = QStyle.PixelMetric
        return [
            button.iconSize().width(),
            bar.iconSize().width(),
            tools[0].iconSize().width(),
            tree.style().pixelMetric(metric.PM_SmallIconSize, None, tree),
            # with its border
            box.style().pixelMetric(metric.PM_IndicatorWidth, None, box) - 2,
        ]

    assert sizes() == [16, 20, 14, 16, 14]
    preferences.set_value("text_percent", 200)
    assert sizes() == [32, 40, 28, 32, 28]
    preferences.set_value("text_percent", 100)
    assert sizes() == [16, 20, 14, 16, 14]


def test_icons_are_drawn_as_large_as_they_are_shown(themes: Themes, preferences: Preferences) -> None:
    preferences.set_value("text_percent", 200)

    assert max(size.width() for size in themes.icon("stop").availableSizes()) >= 40
