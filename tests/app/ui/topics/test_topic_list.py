from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from pytestqt.qtbot import QtBot

from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.base.theme import Themes
from app.ui.time_axis.fields import fields_from_mime
from app.ui.topics.topic_cells import TopicCells
from app.ui.topics.topic_list import TopicList
from app.ui.topics.topic_models import TopicTreeModel
from app.ui.topics.topic_tree_matches import TopicMatchesModel
from tests.fakes.session import URI, FakeSession

IMU = TopicKey(URI, "/a/imu")


class Stage:
    """A list of the topics with an m, and what is dragged from it."""

    def __init__(self, session: FakeSession, themes: Themes, monkeypatch: pytest.MonkeyPatch) -> None:
        cells = TopicCells(themes)
        self._session = session
        self._tree = TopicTreeModel(cells)
        self._matches = TopicMatchesModel(self._tree, cells)
        self._matches.set_filter("m")
        self.list = TopicList(self._matches, themes, self._take_nothing)
        self.dragged: list[list[tuple[TopicKey, str]]] = []
        monkeypatch.setattr(
            "app.ui.time_axis.fields.run_drag", lambda _, data: self.dragged.append(fields_from_mime(data))
        )
        self.follow()

    def follow(self) -> None:
        self._tree.sync(self._session.connections, self._session.store.topics)
        self._matches.sync()

    def mouse(self, kind: QEvent.Type, y: float, x: float = 20.0) -> None:
        button = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
        place = QPointF(x, y)
        event = QMouseEvent(
            kind, place, place, place, button, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        )
        take = self.list.mousePressEvent if kind is QEvent.Type.MouseButtonPress else self.list.mouseMoveEvent
        take(event)

    @staticmethod
    def _take_nothing(event: QKeyEvent) -> bool:
        del event
        return False


@pytest.fixture
def stage(qtbot: QtBot, session: FakeSession, themes: Themes, monkeypatch: pytest.MonkeyPatch) -> Stage:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/imu", "/b/map", "/c/scan")
    stage = Stage(session, themes, monkeypatch)
    qtbot.addWidget(stage.list)
    stage.list.resize(600, 300)
    stage.list.show()
    return stage


def middle_of(stage: Stage, row: int) -> float:
    return float(stage.list.rowViewportPosition(row) + stage.list.rowHeight(row) // 2)


def test_a_topic_is_dragged_as_a_whole(stage: Stage) -> None:
    stage.mouse(QEvent.Type.MouseButtonPress, middle_of(stage, 0))
    stage.mouse(QEvent.Type.MouseMove, middle_of(stage, 0) + 1)
    assert stage.dragged == []
    stage.mouse(QEvent.Type.MouseMove, middle_of(stage, 0), 90.0)

    assert stage.dragged == [[(IMU, "")]]


def test_nothing_is_dragged_from_below_the_list(stage: Stage) -> None:
    below = middle_of(stage, 1) + 100
    stage.mouse(QEvent.Type.MouseButtonPress, below)
    stage.mouse(QEvent.Type.MouseMove, below, 90.0)

    assert stage.dragged == []


def test_what_was_pressed_is_dragged_whatever_stands_there_by_then(stage: Stage, session: FakeSession) -> None:
    stage.mouse(QEvent.Type.MouseButtonPress, middle_of(stage, 0))
    session.add_topics("/a/first/m")
    stage.follow()
    stage.mouse(QEvent.Type.MouseMove, middle_of(stage, 0), 90.0)

    assert stage.dragged == [[(IMU, "")]]
