from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.base.theme import Themes
from app.ui.time_axis.fields import fields_from_mime
from app.ui.topics.topic_cells import TopicCells
from app.ui.topics.topic_models import TopicMatchesModel, TopicTreeModel
from app.ui.topics.topic_views import TopicList, TopicTree
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
        self._tree.sync(self._session.links.connections, self._session.topics.store.topics)
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


_IMU = TopicKey(URI, "/a/imu")


def _take_nothing(event: QKeyEvent) -> bool:
    del event
    return False


@pytest.fixture
def tree(qtbot: QtBot, session: FakeSession, themes: Themes) -> TopicTree:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/imu", "/a/raw", "/b/scan", "/b/scan_2")
    tree = TopicTree(TopicTreeModel(TopicCells(themes)), themes, _take_nothing)
    qtbot.addWidget(tree)
    tree.resize(600, 400)
    tree.show()
    follow(tree, session)
    return tree


def follow(tree: TopicTree, session: FakeSession) -> None:
    model = tree.model()
    assert isinstance(model, TopicTreeModel)
    tree.following = True
    model.sync(session.links.connections, session.topics.store.topics)
    tree.following = False


def current(tree: TopicTree) -> str:
    return str(tree.currentIndex().data())


def test_what_is_wanted_is_selected_whenever_it_is_there(tree: TopicTree, session: FakeSession) -> None:
    tree.wanted = _IMU
    tree.show_wanted()
    assert current(tree) == "imu"

    session.remove_topics("/a/imu")
    follow(tree, session)
    assert not tree.currentIndex().isValid()

    session.add_topics("/a/imu")
    follow(tree, session)
    assert current(tree) == "imu"


def test_what_the_operator_closed_stays_closed_when_it_comes_again(tree: TopicTree, session: FakeSession) -> None:
    namespace = tree.model().index(0, 0, tree.model().index(0, 0))
    tree.collapse(namespace)
    session.remove_topics("/a/imu", "/a/raw")
    follow(tree, session)
    session.add_topics("/a/imu", "/a/raw")
    follow(tree, session)

    connection = tree.model().index(0, 0)
    opened = [tree.isExpanded(tree.model().index(row, 0, connection)) for row in range(2)]
    assert opened == [False, True]


def test_closing_all_leaves_the_connections_open(tree: TopicTree) -> None:
    tree.collapse_all()
    connection = tree.model().index(0, 0)

    assert tree.isExpanded(connection)
    assert not tree.isExpanded(tree.model().index(0, 0, connection))


def test_words_of_connections_and_namespaces_go_over_all_columns(tree: TopicTree) -> None:
    connection = tree.model().index(0, 0)
    namespace = tree.model().index(0, 0, connection)

    assert tree.isFirstColumnSpanned(0, connection.parent())
    assert tree.isFirstColumnSpanned(0, connection)
    assert not tree.isFirstColumnSpanned(0, namespace)


def test_what_is_selected_stays_in_sight_when_there_is_less_room(tree: TopicTree, session: FakeSession) -> None:
    session.add_topics(*(f"/c/{number}" for number in range(30)))
    follow(tree, session)
    tree.wanted = TopicKey(URI, "/c/5")
    tree.show_wanted()
    tree.resize(600, 120)

    assert tree.viewport().rect().contains(tree.visualRect(tree.currentIndex()))


def test_who_looked_elsewhere_still_does_when_there_is_less_room(tree: TopicTree, session: FakeSession) -> None:
    session.add_topics(*(f"/c/{number:02}" for number in range(60)))
    follow(tree, session)
    tree.wanted = TopicKey(URI, "/c/00")
    tree.show_wanted()
    tree.scrollToBottom()
    place = tree.verticalScrollBar().value()
    tree.resize(600, 300)

    assert tree.verticalScrollBar().value() == place


def test_a_topic_is_dragged_to_a_plot_and_a_namespace_is_not(tree: TopicTree, monkeypatch: pytest.MonkeyPatch) -> None:
    dragged: list[list[tuple[TopicKey, str]]] = []
    monkeypatch.setattr("app.ui.time_axis.fields.run_drag", lambda _, data: dragged.append(fields_from_mime(data)))
    tree.wanted = _IMU
    tree.show_wanted()
    for index in (tree.currentIndex(), tree.currentIndex().parent()):
        place = QPointF(tree.visualRect(index).center())
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        tree.mousePressEvent(QMouseEvent(QEvent.Type.MouseButtonPress, place, place, left, left, none))
        far = place + QPointF(80, 0)
        tree.mouseMoveEvent(QMouseEvent(QEvent.Type.MouseMove, far, far, Qt.MouseButton.NoButton, left, none))

    assert dragged == [[(_IMU, "")]]


def test_topics_that_are_selected_together_are_dragged_together(
    tree: TopicTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    dragged: list[list[tuple[TopicKey, str]]] = []
    monkeypatch.setattr("app.ui.time_axis.fields.run_drag", lambda _, data: dragged.append(fields_from_mime(data)))
    scan = TopicKey(URI, "/b/scan")
    tree.expandAll()
    model = tree.model()
    assert isinstance(model, TopicTreeModel)
    rows = [model.index_of(key) for key in (_IMU, scan)]
    button, control = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
    for row, modifiers in zip(rows, (Qt.KeyboardModifier.NoModifier, control), strict=True):
        QTest.mouseClick(tree.viewport(), button, modifiers, tree.visualRect(row).center())
    # nothing more is selected on the way
    place = QPointF(tree.visualRect(rows[1]).center())
    none = Qt.KeyboardModifier.NoModifier
    tree.mousePressEvent(QMouseEvent(QEvent.Type.MouseButtonPress, place, place, button, button, none))
    for far in (QPointF(2, -4), QPointF(0, -30)):
        tree.mouseMoveEvent(
            QMouseEvent(QEvent.Type.MouseMove, place + far, place + far, Qt.MouseButton.NoButton, button, none)
        )

    assert dragged == [[(_IMU, ""), (scan, "")]]
    assert len(tree.selectionModel().selectedRows()) == 2
    # another row is dragged alone
    assert tree.fields_at(tree.visualRect(rows[0].parent()).center()) == []


def test_a_topic_that_others_stand_below_has_figures_and_is_open(tree: TopicTree, session: FakeSession) -> None:
    session.add_topics("rover")
    follow(tree, session)
    session.add_topics("rover::head::camera", "rover::head::lidar", "rover::tail")
    follow(tree, session)
    model = tree.model()
    assert isinstance(model, TopicTreeModel)
    camera = model.index_of(TopicKey(URI, "rover::head::camera"))
    head, rover = camera.parent(), camera.parent().parent()
    assert rover == model.index_of(TopicKey(URI, "rover"))
    assert tree.visualRect(camera).isValid()
    assert [tree.isExpanded(index) for index in (rover, head)] == [True, True]
    spanned = [tree.isFirstColumnSpanned(index.row(), index.parent()) for index in (rover, head)]
    assert spanned == [False, True]

    session.add_topics("rover::head")
    session.remove_topics("rover")
    follow(tree, session)
    spanned = [tree.isFirstColumnSpanned(index.row(), index.parent()) for index in (rover, head)]
    assert spanned == [True, False]
    assert tree.visualRect(camera).isValid()


def test_the_parts_of_names_stay_closed_when_they_were_closed(tree: TopicTree, session: FakeSession) -> None:
    session.add_topics("rover", "rover::chassis")
    follow(tree, session)
    model = tree.model()
    assert isinstance(model, TopicTreeModel)
    tree.collapse(model.index_of(TopicKey(URI, "rover")))
    session.remove_topics("rover", "rover::chassis")
    follow(tree, session)
    session.add_topics("rover", "rover::chassis", "cone::base")
    follow(tree, session)

    cone = model.index_of(TopicKey(URI, "cone::base")).parent()
    assert [tree.isExpanded(index) for index in (model.index_of(TopicKey(URI, "rover")), cone)] == [False, True]
