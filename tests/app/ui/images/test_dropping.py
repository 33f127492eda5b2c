from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.model.topics import TopicKey
from app.ui.images.dropping import ImageDropTarget
from app.ui.time_axis.fields import MIME_TYPE, fields_to_mime
from tests.fakes.pictures import PictureSchema, noise
from tests.fakes.session import URI, FakeSession, JsonSchema

CAMERA, ODOM = TopicKey(URI, "/cam"), TopicKey(URI, "/odom")
ACTION = Qt.DropAction.CopyAction
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


class Target:
    """A view, and what it was asked to show."""

    def __init__(self, session: FakeSession) -> None:
        session.add_topics("/cam", schema=PictureSchema(noise(8, 6)))
        session.add_topics("/odom", schema=JsonSchema("test.Odom"))
        self.view = QWidget()
        self.shown: list[TopicKey] = []
        self.dropping = ImageDropTarget(self.view, session, self.shown.append)

    def drag(self, data: QMimeData) -> bool:
        """Whether it takes what is dragged; then it is dropped."""
        enter = QDragEnterEvent(QPoint(5, 5), ACTION, data, LEFT, NONE)
        QApplication.sendEvent(self.view, enter)
        QApplication.sendEvent(self.view, QDropEvent(QPointF(5, 5), ACTION, data, LEFT, NONE))
        return enter.isAccepted()


@pytest.fixture
def target(qtbot: QtBot, session: FakeSession) -> Target:
    target = Target(session)
    qtbot.addWidget(target.view)
    return target


def test_a_topic_with_pictures_is_shown(target: Target) -> None:
    assert target.drag(fields_to_mime([(CAMERA, "")]))
    assert target.drag(fields_to_mime([(ODOM, "x"), (CAMERA, "width")]))

    assert target.shown == [CAMERA, CAMERA]


def test_what_has_no_pictures_is_refused(target: Target) -> None:
    other = QMimeData()
    other.setText("/cam")
    hostile = QMimeData()
    hostile.setData(MIME_TYPE, b"[[[")
    for data in (fields_to_mime([(ODOM, "x")]), fields_to_mime([(TopicKey(URI, "/gone"), "")]), other, hostile):
        assert not target.drag(data)

    assert target.shown == []
