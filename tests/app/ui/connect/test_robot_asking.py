from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from PySide6.QtWidgets import QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.net.tasks import TaskPool
from app.session.session import SessionError
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.topics.topic_dialogs import TopicDialog
from app.ui.window.main_window import MainWindow
from tests.fakes.session import DEMO_URI, ENGINE, URI, FakeSession
from tests.fakes.waiting import eventually

OTHER = "gazebo://other:11345"


@pytest.fixture
async def window(
    qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences
) -> AsyncIterator[MainWindow]:
    tasks = TaskPool("asking")
    window = MainWindow(themes, preferences)
    qtbot.addWidget(window)
    window.show()
    window.open(session, tasks.spawn)
    yield window
    window.close()
    await tasks.cancel()


async def test_the_demo_robot_is_connected_to_once_it_is_there(window: MainWindow, session: FakeSession) -> None:
    action = window.actions_of_window.start_demo
    window.operations.start_demo()
    assert not action.isEnabled()
    await eventually(lambda: session.connected_to, "the demo robot is connected to")

    assert session.connected_to == [DEMO_URI]
    await eventually(action.isEnabled, "it can be started again")


async def test_why_there_is_no_demo_robot_is_told(window: MainWindow, session: FakeSession) -> None:
    session.demo_error = SessionError("no port is free", "Close other programs.")
    window.operations.start_demo()
    await eventually(lambda: window.findChildren(QMessageBox), "the reason is told")

    assert "no port is free" in window.findChildren(QMessageBox)[0].text().lower()
    assert window.actions_of_window.start_demo.isEnabled()


async def test_a_robot_is_left_only_when_that_was_confirmed(window: MainWindow, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    window.operations.ask_to_disconnect_current()
    box = window.findChildren(QMessageBox)[0]
    assert session.disconnected_from == []
    next(button for button in box.findChildren(QPushButton) if button.text() == "Disconnect").click()
    await eventually(lambda: session.disconnected_from, "it was left")

    assert session.disconnected_from == [URI]


async def test_without_a_robot_nothing_is_asked(window: MainWindow) -> None:
    window.operations.ask_to_disconnect_current()
    window.operations.ask_for_topic_of_current()

    assert not window.findChildren(QMessageBox)
    assert not window.findChildren(TopicDialog)


async def test_a_topic_that_was_named_is_gone_to(window: MainWindow, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    window.operations.ask_for_topic_of_current()
    dialog = window.findChildren(TopicDialog)[0]
    dialog.chosen.emit(TopicKey(URI, "/named"))
    dialog.close()

    assert window.topics.selected == TopicKey(URI, "/named")


async def test_a_topic_of_a_robot_that_can_not_list_its_own_stays_in_the_list(
    window: MainWindow, session: FakeSession, preferences: Preferences
) -> None:
    session.connect(f"{ENGINE}?packs=rover")
    preferences.add_used_names(ENGINE, ["rover::chassis"])
    session.set_state(ConnectionState.CONNECTED, connection=ENGINE)
    window.operations.ask_for_topic_of_current()
    dialog = window.findChildren(TopicDialog)[0]
    completer = dialog.name.completer()
    assert completer is not None
    assert completer.completionCount() == 1
    dialog.name.setText("rover::chassis")
    dialog.read.click()

    assert session.named[ENGINE] == ("rover", "rover::chassis")
    assert window.topics.selected == TopicKey(ENGINE, "rover::chassis")
    window.operations._read(TopicKey(ENGINE, "two words"))
    assert "no spaces" in window.findChildren(QMessageBox)[0].text()


async def test_the_robot_in_view_is_that_of_the_row_or_the_only_one(window: MainWindow, session: FakeSession) -> None:
    assert window.operations.robot_in_view() is None
    session.set_state(ConnectionState.CONNECTED)
    assert window.operations.robot_in_view() == URI
    session.set_state(ConnectionState.CONNECTED, connection=OTHER)
    assert window.operations.robot_in_view() is None
    window.show_topic(TopicKey(OTHER, "/a"))

    assert window.operations.robot_in_view() == OTHER
