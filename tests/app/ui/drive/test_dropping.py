from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.model.topics import TopicKey
from app.ui.drive.command_topics import CommandTopic, CommandTopicDrop, CommandTopics
from app.ui.time_axis.fields import fields_to_mime
from tests.app.ui.drive.conftest import OTHER, ROBOT, TWIST

OFFER = CommandTopic("/cmd_vel", TWIST)


class _Target(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.chosen: list[CommandTopic] = []
        self.drop = CommandTopicDrop(self, lambda: CommandTopics((OFFER,)), lambda: ROBOT, self.chosen.append)


@pytest.fixture
def target(qtbot: QtBot) -> _Target:
    target = _Target()
    qtbot.addWidget(target)
    return target


def drop(target: QWidget, data: QMimeData) -> bool:
    buttons, keys, action = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.DropAction.CopyAction
    enter = QDragEnterEvent(QPoint(3, 3), action, data, buttons, keys)
    QApplication.sendEvent(target, enter)
    if enter.isAccepted():
        QApplication.sendEvent(target, QDropEvent(QPointF(3, 3), action, data, buttons, keys))
    return enter.isAccepted()


def test_a_topic_that_takes_commands_is_driven_when_it_is_dropped(target: _Target) -> None:
    assert drop(target, fields_to_mime([(TopicKey(ROBOT, "/cmd_vel"), "linear.x")]))
    assert target.chosen == [OFFER]


@pytest.mark.parametrize("key", [TopicKey(ROBOT, "/odom"), TopicKey(OTHER, "/cmd_vel")])
def test_any_other_is_refused(target: _Target, key: TopicKey) -> None:
    assert not drop(target, fields_to_mime([(key, "")]))
    assert not drop(target, QMimeData())
    assert target.chosen == []
