from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.connect.start_page import StartPage
from app.wording.ui.connect import ConnectWording


def test_it_offers_to_connect_and_the_last_addresses(qtbot: QtBot, themes: Themes, preferences: Preferences) -> None:
    for number in range(7):
        preferences.add_recent_uri(f"gazebo://robot:{number}")
    connect = QAction("connect")
    triggered: list[int] = [0]
    chosen: list[str] = []
    connect.triggered.connect(lambda: triggered.append(1))
    page = StartPage(themes, preferences, connect, QAction())
    qtbot.addWidget(page)
    page.uri_chosen.connect(chosen.append)
    page.show()
    button = next(button for button in page.findChildren(QPushButton) if button.property("primary"))
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    QTest.mouseClick(page.recent_buttons[1], Qt.MouseButton.LeftButton)

    assert triggered == [0, 1]
    assert [button.text() for button in page.recent_buttons] == [f"robot:{n}" for n in (6, 5, 4, 3, 2)]
    assert chosen == ["gazebo://robot:5"]


def test_addresses_are_those_of_the_moment_it_is_shown(qtbot: QtBot, themes: Themes, preferences: Preferences) -> None:
    page = StartPage(themes, preferences, QAction(), QAction())
    qtbot.addWidget(page)
    page.show()
    assert page.recent_buttons == []

    page.hide()
    preferences.add_recent_uri("gazebo://new:1")
    page.show()
    assert [button.text() for button in page.recent_buttons] == ["new"]


def test_the_demo_robot_is_started_once(qtbot: QtBot, themes: Themes, preferences: Preferences) -> None:
    demo = QAction()
    started: list[None] = []
    demo.triggered.connect(lambda: started.append(None))
    demo.triggered.connect(lambda: demo.setEnabled(False))
    page = StartPage(themes, preferences, QAction(), demo)
    qtbot.addWidget(page)
    page.show()
    for _ in range(2):
        QTest.mouseClick(page.demo_button, Qt.MouseButton.LeftButton)
    assert len(started) == 1
    assert page.demo_button.text() == ConnectWording.DEMO_STARTS()

    demo.setEnabled(True)
    assert page.demo_button.isEnabled()
    assert page.demo_button.text() == ConnectWording.START_DEMO()


def test_what_stands_below_each_other_is_of_one_width(qtbot: QtBot, themes: Themes, preferences: Preferences) -> None:
    for uri in ("gazebo://robot:1", "gazebo://a-robot-with-a-long-name.local:11345"):
        preferences.add_recent_uri(uri)
    page = StartPage(themes, preferences, QAction(), QAction())
    qtbot.addWidget(page)
    page.resize(900, 600)
    page.show()
    primary = next(button for button in page.findChildren(QPushButton) if button.property("primary"))
    recent = page.recent_buttons

    assert primary.width() == page.demo_button.width() >= primary.sizeHint().width()
    assert recent[0].width() == recent[1].width() >= recent[0].sizeHint().width()


def test_it_scrolls_where_it_has_no_room_and_cuts_no_line(
    qtbot: QtBot, themes: Themes, preferences: Preferences
) -> None:
    for number in range(5):
        preferences.add_recent_uri(f"gazebo://robot:{number}")
    page = StartPage(themes, preferences, QAction(), QAction())
    qtbot.addWidget(page)
    page.resize(500, 200)
    page.show()
    QTest.qWait(20)

    assert page.minimumSizeHint().height() < 120
    assert page.findChildren(QScrollArea)[0].verticalScrollBar().maximum() > 0
    for button in page.findChildren(QPushButton):
        assert button.height() >= button.minimumSizeHint().height(), button.text()
