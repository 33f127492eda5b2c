from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.widgets.page_stack import PageStack


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
