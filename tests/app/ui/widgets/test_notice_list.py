from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.widgets.notices import MAX_LIST_HEIGHT, NoticeList


@pytest.fixture
def notices(qtbot: QtBot) -> Iterator[NoticeList]:
    page = QWidget()
    qtbot.addWidget(page)
    layout = QVBoxLayout(page)
    notices = NoticeList()
    layout.addWidget(notices)
    layout.addStretch(1)
    page.resize(600, 600)
    page.show()
    yield notices
    page.close()


def _fill(notices: NoticeList, count: int) -> None:
    for notice in notices.set_count(count):
        notice.set_content(QIcon(), "Lost", "#ff0000", "robot", "why", "A tip.")
    for _ in range(3):
        QApplication.processEvents()


def test_it_is_as_high_as_its_rows_up_to_a_limit(notices: NoticeList, qtbot: QtBot) -> None:
    _fill(notices, 1)
    qtbot.waitUntil(lambda: 40 <= notices.height() <= 70, timeout=20_000)
    height = notices.height()

    _fill(notices, 2)
    qtbot.waitUntil(lambda: abs(notices.height() - 2 * height) <= 8, timeout=20_000)

    _fill(notices, 12)
    qtbot.waitUntil(lambda: notices.height() == MAX_LIST_HEIGHT, timeout=20_000)


def test_rows_that_stay_are_the_same_widgets(notices: NoticeList) -> None:
    first = notices.set_count(3)[0]
    notices.set_count(1)

    assert notices.set_count(2)[0] is first
    assert len(notices.notices) == 2


def test_without_rows_it_is_hidden(notices: NoticeList) -> None:
    notices.set_count(1)
    assert not notices.isHidden()

    notices.set_count(0)
    assert notices.isHidden()


def test_each_new_row_is_prepared_with_its_number(qtbot: QtBot) -> None:
    prepared: list[int] = []
    notices = NoticeList(lambda _notice, row: prepared.append(row))
    qtbot.addWidget(notices)
    notices.set_count(2)
    notices.set_count(3)

    assert prepared == [0, 1, 2]
