from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.theme import Themes
from app.ui.widgets.labels import ElidedLabel
from app.ui.widgets.notices import Notice

_LONG = "the publisher closed the link before it said anything that could be understood"


@pytest.fixture
def notice(qtbot: QtBot) -> Notice:
    notice = Notice()
    qtbot.addWidget(notice)
    notice.resize(800, 60)
    notice.show()
    return notice


def test_the_text_stands_beside_the_title_where_it_fits_else_below(notice: Notice) -> None:
    notice.set_content(QIcon(), "Lost", "#ff0000", "gazebo://robot:11345", _LONG, "A tip.")
    notice.resize(1200, 60)
    wide = notice.sizeHint().height()
    places = [notice.text_is_beside]

    notice.resize(400, 60)
    places.append(notice.text_is_beside)
    assert places == [True, False]
    assert notice.heightForWidth(400) > wide


def test_a_text_beside_the_title_is_never_cut(qtbot: QtBot, themes: Themes) -> None:
    # a window would be kept as wide as its layout wants it
    page = QWidget()
    qtbot.addWidget(page)
    notice = Notice(page)
    notice.add_below(QLabel("2 % left"))
    notice.switch.setText("View only")
    for button in (notice.switch, notice.button):
        button.setIcon(themes.icon("lock"))
        button.setVisible(True)
    notice.set_content(QIcon(), "Connected", "#00ff00", "ros1://robot:11311", "ROS 1 noetic · 127.0.0.1", "")
    page.show()
    beside = 0
    for width in range(300, 900, 3):
        notice.resize(width, 60)
        QApplication.processEvents()
        if notice.text_is_beside:
            beside += 1
            (label,) = [label for label in notice.findChildren(ElidedLabel) if label.text() == notice.texts[2]]
            assert label.width() >= label.fontMetrics().horizontalAdvance(label.text()), width

    assert 0 < beside < 200


def test_what_has_no_room_beside_the_first_stands_on_a_second_line(qtbot: QtBot, themes: Themes) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    notice = Notice(page)
    notice.begin_with_title()
    for button in (notice.switch, notice.button):
        button.setIcon(themes.icon("lock"))
        button.setVisible(True)
    notice.set_content(
        QIcon(), "Stale for 3 s", "#00ff00", "Hall rover", "Nothing came", "", subtitle="ros1://robot:11311"
    )
    page.show()
    (word, title) = (
        next(label for label in notice.findChildren(ElidedLabel) if label.text() == text) for text in notice.texts[:2]
    )
    lines = []
    for width in (*range(160, 800, 7), *range(800, 160, -7)):
        # twice: its height follows from how it is laid out at that width
        for _ in range(2):
            notice.setGeometry(0, 0, width, max(notice.heightForWidth(width), notice.sizeHint().height()))
            QApplication.processEvents()
        lines.append(word.y() > title.y())
        assert title.width() >= min(title.sizeHint().width(), 112), width
        assert word.width() >= word.sizeHint().width(), width
        assert notice.button.geometry().right() < width - 5, width
        assert lines[-1] or word.x() > title.geometry().right()

    half = len(lines) // 2
    assert lines[:half] == sorted(lines[:half], reverse=True)
    assert lines == lines[::-1]
    assert set(lines) == {True, False}


def test_the_icon_can_say_the_word_alone(notice: Notice) -> None:
    notice.set_content(QIcon(), "Connected", "#00ff00", "robot", "", "", subtitle="<b>gazebo", by_icon=True)
    (icon,) = [label for label in notice.findChildren(QLabel) if label.accessibleName() == "Connected"]

    shown = [notice.word_is_shown]
    assert icon.toolTip() == "Connected\nrobot\n<b>gazebo"

    notice.set_content(QIcon(), "Lost", "#ff0000", "robot", "", "")
    shown.append(notice.word_is_shown)
    assert shown == [False, True]
    assert icon.toolTip() == "Lost\nrobot"


def test_no_tip_takes_no_room(notice: Notice) -> None:
    notice.set_content(QIcon(), "Lost", "#ff0000", "robot", "why", "A tip.")
    with_tip = notice.sizeHint().height()
    notice.set_content(QIcon(), "Lost", "#ff0000", "robot", "why", "")

    assert notice.sizeHint().height() < with_tip


def test_what_comes_from_outside_is_never_markup(notice: Notice) -> None:
    notice.set_content(QIcon(), "Lost", "#ff0000", "<h1>a</h1>", "<h1>b</h1>", "<h1>c</h1>")

    assert notice.sizeHint().height() < 90


def test_the_icon_is_drawn_anew_only_when_it_is_another(notice: Notice, themes: Themes) -> None:
    icon = themes.icon("robot")
    notice.set_content(icon, "a", "#ff0000", "b", "c", "d")
    before = notice.grab().toImage()
    notice.set_content(themes.icon("search"), "a", "#ff0000", "b", "c", "d")

    assert notice.grab().toImage() != before


def test_a_narrow_notice_takes_the_words_from_its_buttons_before_anything_is_cut(qtbot: QtBot, themes: Themes) -> None:
    # a window would be kept as wide as its layout wants it
    host, notice = QWidget(), Notice()
    QVBoxLayout(host).addWidget(notice)
    qtbot.addWidget(host)
    host.show()
    notice.switch.setText("Commands allowed")
    notice.switch.setIcon(themes.icon("unlock"))
    notice.switch.setVisible(True)
    notice.button.setVisible(True)
    for width, style in (
        (800, Qt.ToolButtonStyle.ToolButtonTextBesideIcon),
        (340, Qt.ToolButtonStyle.ToolButtonIconOnly),
        (800, Qt.ToolButtonStyle.ToolButtonTextBesideIcon),
    ):
        host.resize(width, 80)
        host.grab()
        notice.set_content(themes.icon("robot"), "Lost since 12:03:11", "#ff0000", "galileo://10.0.0.23:3547", "", "")
        assert notice.switch.toolButtonStyle() is style
        host.grab()
        assert notice.button.geometry().right() < notice.width()


def test_more_can_stand_below_all_of_it(notice: Notice) -> None:
    notice.set_content(QIcon(), "Lost", "#ff0000", "robot", "why", "A tip.")
    more = QLabel("more")
    notice.add_below(more)
    more.show()
    notice.resize(800, 120)
    notice.grab()
    tip = next(label for label in notice.findChildren(QLabel) if label.text() == "A tip.")

    assert more.y() > tip.y()


def test_a_card_of_a_robot_has_a_bar_in_its_colour_at_its_edge(notice: Notice) -> None:
    notice.set_edge("#c792ff")
    image = notice.grab().toImage()
    assert image.pixelColor(1, image.height() // 2).name() == "#c792ff"
    assert image.pixelColor(image.width() - 2, image.height() // 2).name() != "#c792ff"
