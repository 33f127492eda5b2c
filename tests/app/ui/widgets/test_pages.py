from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes
from app.ui.widgets.pages import EmptyState, PageStack


def test_only_the_page_that_is_shown_asks_for_room(qtbot: QtBot) -> None:
    outer, stack = QWidget(), PageStack()
    qtbot.addWidget(outer)
    QVBoxLayout(outer).addWidget(stack)
    large, small = QWidget(), QWidget()
    large.setMinimumSize(400, 300)
    small.setMinimumSize(50, 40)
    stack.addWidget(large)
    stack.addWidget(small)
    assert stack.minimumSizeHint() == QSize(400, 300)
    before = outer.minimumSizeHint()
    stack.setCurrentWidget(small)

    assert stack.minimumSizeHint() == QSize(50, 40)
    assert outer.minimumSizeHint() == before - QSize(350, 260)


def test_it_says_what_is_missing_and_what_to_do(qtbot: QtBot, themes: Themes) -> None:
    page = EmptyState(themes, "robot", "Nothing here", "Do this.")
    qtbot.addWidget(page)
    assert (page.title, page.hint) == ("Nothing here", "Do this.")

    page.set_texts("Other", "Do that.")
    assert (page.title, page.hint) == ("Other", "Do that.")

    page.set_texts("No topic", "Nothing listens there")
    assert (page.title, page.hint) == ("No topic", "Nothing listens there")


def test_icon_and_theme_change_what_is_drawn(qtbot: QtBot, themes: Themes) -> None:
    page = EmptyState(themes, "robot", "", "")
    qtbot.addWidget(page)
    pictures = [page.grab().toImage()]
    page.set_texts("", "", "search")
    pictures.append(page.grab().toImage())
    themes.choose(ThemeChoice.LIGHT)
    pictures.append(page.grab().toImage())

    assert pictures[0] != pictures[1] != pictures[2]


def test_where_there_is_little_room_the_words_come_before_the_icon(qtbot: QtBot, themes: Themes) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    page = EmptyState(themes, "robot", "Nothing here", "Do this.", window)
    window.show()
    page.resize(300, 200)
    layout = page.layout()
    assert layout is not None
    high = layout.totalHeightForWidth(300)
    icon, *words = page.findChildren(QLabel)
    page.resize(300, high)
    assert icon.isVisible()
    assert page.toolTip() == ""
    assert page.minimumSizeHint().height() < high
    page.resize(300, high - 1)
    assert icon.isHidden()
    assert all(word.isVisible() for word in words)
    page.resize(300, high)
    assert icon.isVisible()


def test_a_hint_that_would_be_cut_is_told_as_a_tip(qtbot: QtBot, themes: Themes) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    page = EmptyState(themes, "robot", "Nothing here", "Words that take more than one line. " * 5, window)
    window.show()
    page.resize(200, 60)
    icon, title, hint = page.findChildren(QLabel)

    assert (icon.isHidden(), title.isHidden(), hint.isHidden()) == (True, False, True)
    assert "more than one line" in page.toolTip()
    page.set_texts("Nothing here", "")
    page.resize(200, 300)
    assert not hint.isHidden()
    assert page.toolTip() == ""
