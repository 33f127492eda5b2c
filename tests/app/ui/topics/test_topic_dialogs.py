from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.model.topics import TopicKey
from app.ui.base.text import with_tip
from app.ui.base.theme import Themes
from app.ui.topics.topic_dialogs import TopicDialog
from app.wording.ui.topics import TopicsWording
from protocols.gazebo.wording import GazeboWireWording
from protocols.wording import ProtocolWording
from tests.fakes.session import GALILEO, FakeSession


@pytest.fixture
def dialog(qtbot: QtBot, session: FakeSession, themes: Themes) -> Iterator[TopicDialog]:
    dialog = TopicDialog(session.topics, themes, GALILEO, "Tug")
    # the dialog deletes itself when it closes
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    dialog.show()
    yield dialog
    dialog.close()


@pytest.fixture
def chosen(dialog: TopicDialog) -> list[TopicKey]:
    chosen: list[TopicKey] = []
    dialog.chosen.connect(chosen.append)
    return chosen


def test_enter_decides_for_the_topic_that_the_name_stands_for(dialog: TopicDialog, chosen: list[TopicKey]) -> None:
    assert dialog.windowTitle() == TopicsWording.READ_TOPIC_OF(robot="Tug")
    QTest.keyClicks(dialog.name, " odom ")
    QTest.keyClick(dialog.name, Qt.Key.Key_Return)

    assert chosen == [TopicKey(GALILEO, "/odom")]
    assert not dialog.isVisible()


def test_a_name_that_no_topic_can_have_is_told_until_it_is_changed(dialog: TopicDialog, chosen: list[TopicKey]) -> None:
    dialog.name.setText("two words")
    dialog.read.click()
    assert dialog.error.isVisible()
    reason = ProtocolWording.NAME_CHARACTER(number=ord(" "))
    fault = GazeboWireWording.NAME_INVALID(topic="two words", reason=reason)
    assert dialog.error.text() == with_tip(fault, GazeboWireWording.NAME_TIP())
    assert dialog.isVisible()

    QTest.keyClick(dialog.name, Qt.Key.Key_Backspace)
    assert not dialog.error.isVisible()
    assert chosen == []


def test_without_a_name_nothing_is_decided(dialog: TopicDialog, chosen: list[TopicKey]) -> None:
    QTest.keyClick(dialog.name, Qt.Key.Key_Return)

    assert dialog.error.text() == TopicsWording.TYPE_A_NAME()
    assert chosen == []


def test_escape_decides_nothing(dialog: TopicDialog, chosen: list[TopicKey]) -> None:
    dialog.name.setText("odom")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)

    assert chosen == []
