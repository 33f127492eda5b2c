from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.base.preferences import Preferences
from app.ui.images.topic_choice import ImageDropTarget, ImageTopicChoice, carries_images
from app.ui.time_axis.fields import MIME_TYPE, fields_to_mime
from tests.fakes.images import ImageSchema, noise
from tests.fakes.session import URI, FakeSession, JsonSchema

ONE, TWO = TopicKey(URI, "/cam/one"), TopicKey(URI, "/cam/two")


@pytest.fixture
def robot(session: FakeSession) -> FakeSession:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/cam/two", "/cam/one", schema=ImageSchema(noise(2, 2)))
    session.add_topics("/imu")
    return session


@pytest.fixture
def choice(qtbot: QtBot, robot: FakeSession, preferences: Preferences) -> ImageTopicChoice:
    choice = ImageTopicChoice(robot.topics, preferences)
    qtbot.addWidget(choice)
    choice.show()
    choice.sync(None)
    return choice


def test_topics_with_pictures_are_offered_by_name(choice: ImageTopicChoice) -> None:
    assert [choice.itemText(row) for row in range(choice.count())] == ["/cam/one", "/cam/two"]
    assert choice.currentText() == ""


def test_what_is_chosen_is_told_once(choice: ImageTopicChoice) -> None:
    found: list[TopicKey] = []
    choice.chosen.connect(found.append)
    choice.activated.emit(1)
    choice.activated.emit(1)
    choice.activated.emit(0)

    assert found == [TWO, ONE]


def test_what_was_typed_and_not_chosen_is_forgotten(choice: ImageTopicChoice) -> None:
    choice.sync(TWO)
    choice.setFocus()
    line = choice.lineEdit()
    assert line is not None
    line.selectAll()
    QTest.keyClicks(line, "xyz")
    QTest.keyClick(line, Qt.Key.Key_Return)
    line.editingFinished.emit()

    assert choice.currentText() == "/cam/two"


def test_a_topic_that_is_not_there_is_named_all_the_same(choice: ImageTopicChoice, robot: FakeSession) -> None:
    away = TopicKey(URI, "/away")
    choice.sync(away)
    assert choice.currentText() == "/away"
    robot.add_topics("/away", schema=ImageSchema(noise(2, 2)))
    choice.sync(away)

    assert choice.currentText() == "/away"
    assert choice.currentIndex() == 0


def test_whose_a_topic_is_stands_in_the_list_only(choice: ImageTopicChoice, robot: FakeSession) -> None:
    robot.set_state(ConnectionState.CONNECTED, connection="gazebo://b:1")
    robot.add_topics("/cam/one", connection="gazebo://b:1", schema=ImageSchema(noise(2, 2)))
    choice.sync(ONE)

    assert choice.itemText(choice.currentIndex()) == "/cam/one  \N{EN DASH}  robot"
    assert choice.currentText() == "/cam/one"
    choice.activated.emit(0)
    assert choice.currentText() == "/cam/one"


def test_a_topic_without_a_schema_is_one_of_its_type(robot: FakeSession) -> None:
    topic = robot.topic("/cam/one")
    topic.schema = None
    assert not carries_images(robot.topics, topic)
    robot.topics.schemas["test.Picture"] = ImageSchema(noise(2, 2))
    assert carries_images(robot.topics, topic)

    topic.schema = JsonSchema("test.Picture")
    assert not carries_images(robot.topics, topic)


def test_a_name_that_has_not_room_gives_way_in_the_middle_until_it_is_typed_in(
    robot: FakeSession, preferences: Preferences, qtbot: QtBot
) -> None:
    window, other, choice = QWidget(), QLineEdit(), ImageTopicChoice(robot.topics, preferences)
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    layout.addWidget(other)
    layout.addWidget(choice)
    robot.add_topics("/a/very/long/name/of/a/camera", schema=ImageSchema(noise(2, 2)))
    choice.sync(TopicKey(URI, "/a/very/long/name/of/a/camera"))
    window.show()
    other.setFocus()
    window.resize(600, 100)
    assert choice.drawn_text == "/a/very/long/name/of/a/camera"
    before = choice.grab().toImage()
    window.resize(200, 100)

    assert choice.currentText() == "/a/very/long/name/of/a/camera"
    begin, end = choice.drawn_text.split("…")
    assert choice.currentText().startswith(begin)
    assert choice.currentText().endswith(end)
    assert choice.grab().toImage() != before
    window.activateWindow()
    choice.setFocus()
    qtbot.waitUntil(choice.hasFocus)
    assert choice.drawn_text == choice.currentText()


CAMERA, ODOM = TopicKey(URI, "/cam"), TopicKey(URI, "/odom")
ACTION = Qt.DropAction.CopyAction
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


class Target:
    """A view, and what it was asked to show."""

    def __init__(self, session: FakeSession) -> None:
        session.add_topics("/cam", schema=ImageSchema(noise(8, 6)))
        session.add_topics("/odom", schema=JsonSchema("test.Odom"))
        self.view = QWidget()
        self.shown: list[TopicKey] = []
        self.dropping = ImageDropTarget(self.view, session.topics, self.shown.append)

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
