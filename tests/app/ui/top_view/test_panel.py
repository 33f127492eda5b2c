from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMainWindow

from app.model.messages.values import Poses
from app.model.schema import DecodeError, Role
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes
from app.ui.time_axis.fields import fields_to_mime
from app.ui.top_view.ghost_feeds import GhostFeeds
from app.ui.top_view.panel import TopViewPanel
from app.ui.top_view.scene import PointsItem
from app.ui.top_view.state import GRAY, MAX_LAYERS, Layer
from app.wording.ui.top_view import TopViewWording
from tests.fakes.deliveries import delivery
from tests.fakes.geometry import GeometrySchema, add_topic, grid, moving, pose, scan, transforms
from tests.fakes.session import URI, FakeSession
from tests.fakes.view_services import ViewServices

ODOM, SCAN, MAP, TF = (TopicKey(URI, name) for name in ("/odom", "/scan", "/map", "/tf"))
Look = Callable[..., None]


@pytest.fixture
def robot(session: FakeSession) -> FakeSession:
    """One that has a map, a lidar and an odometry."""
    odom = [pose(float(number), frame="odom", name="base", velocity=moving(1.0)) for number in range(3)]
    add_topic(session, "/odom", GeometrySchema(Role.POSE, *odom, Poses(()), also=[Role.TWIST]))
    add_topic(session, "/scan", GeometrySchema(Role.SCAN, scan(2.0, frame="laser"), DecodeError("Too many", "Ask.")))
    add_topic(session, "/map", GeometrySchema(Role.GRID, grid()))
    places = pose(frame="map", name="odom"), pose(0.2, frame="base", name="laser")
    add_topic(session, "/tf", GeometrySchema(Role.TRANSFORMS, transforms(*places)))
    session.add_topics("/text")
    return session


@pytest.fixture
def look(panel: TopViewPanel, robot: FakeSession) -> Look:
    """Receive messages, each topic=number, and look at the panel until all of it is there."""

    def look(after_s: float = 0.3, **numbers: int) -> None:
        robot.now += after_s
        for name, number in numbers.items():
            robot.receive(f"/{name}", str(number).encode())
        for _ in range(4):
            panel.refresh(robot.now)
        robot.now += 0.25
        panel.refresh(robot.now)

    return look


def names(panel: TopViewPanel) -> list[str]:
    return [layer.key.topic for layer in panel.view_state.layers]


def test_an_empty_view_says_what_to_do(panel: TopViewPanel, session: FakeSession) -> None:
    panel.refresh(session.now)

    assert panel.ui.empty_state.isVisible()
    assert panel.ui.empty_state.hint == TopViewWording.CONNECT_FIRST()
    assert panel.ui.defaults_button.isHidden()


def test_a_button_shows_what_one_looks_at_first(panel: TopViewPanel, robot: FakeSession, look: Look) -> None:
    look()
    assert panel.ui.empty_state.hint == TopViewWording.ADD_TOPICS()
    panel.ui.defaults_button.click()

    assert names(panel) == ["/odom", "/scan", "/map"]
    assert [layer.color for layer in panel.view_state.layers][2] == GRAY
    assert robot.topics.wants["topview-1"] >= {ODOM, SCAN, MAP}
    assert panel.canvas.isVisible()


def test_all_of_it_is_placed_over_transforms(panel: TopViewPanel, look: Look) -> None:
    panel.show_defaults()
    look()
    look(tf=0, odom=1, scan=0, map=0)
    scene = panel.canvas.scene

    assert scene.unplaced == {}
    assert scene.fixed_frame == "map"
    assert len(scene.items) == 3
    assert scene.robot is not None
    assert scene.robot.x == 1.0
    assert panel.canvas.viewport.center == pytest.approx((1.0, 0.0))
    assert panel.ui.fault_notice.isHidden()


def test_topics_are_wanted_only_while_it_is_seen(
    panel: TopViewPanel, robot: FakeSession, look: Look, window: QMainWindow
) -> None:
    panel.show_defaults()
    look()
    assert robot.topics.wants["topview-1"] == {ODOM, SCAN, MAP, TF}
    assert len(robot.topics.sinks) == 1
    window.hide()
    assert robot.topics.wants["topview-1"] == set()
    assert robot.topics.sinks == {}
    window.show()
    assert robot.topics.wants["topview-1"] == {ODOM, SCAN, MAP, TF}
    panel.close_down()
    assert robot.topics.wants["topview-1"] == set()


def test_a_layer_that_is_switched_off_is_not_wanted(panel: TopViewPanel, robot: FakeSession, look: Look) -> None:
    panel.show_defaults()
    look()
    panel.list.item(1).setCheckState(Qt.CheckState.Unchecked)

    assert SCAN not in robot.topics.wants["topview-1"]
    assert panel.view_state.layer(SCAN) == Layer(SCAN, visible=False, color=0)


def test_what_can_not_be_placed_is_told_with_what_to_do(panel: TopViewPanel, look: Look) -> None:
    panel.show_defaults()
    look(odom=0, scan=0, map=0)

    # the map and the odometry have nothing in common either
    assert panel.ui.fault_notice.isVisible()
    word, title, _, tip = panel.ui.fault_notice.texts
    assert (word, title) == (TopViewWording.NOT_PLACED(), TopViewWording.AND_MORE(topic="/map", count=1))
    assert tip == TopViewWording.NOT_PLACED_TIP()
    assert panel.list.item(1).text() == f"/scan\n{TopViewWording.NOT_PLACED_NOTE()}"
    look(tf=0)
    assert panel.ui.fault_notice.isHidden()
    assert panel.list.item(1).text() == "/scan"


def test_what_can_not_be_read_is_told(panel: TopViewPanel, look: Look) -> None:
    panel.show_defaults()
    look(tf=0, scan=1)

    assert panel.ui.fault_notice.texts == (TopViewWording.UNREADABLE(), "/scan", "Too many", "Ask.")
    assert panel.list.item(1).text() == f"/scan\n{TopViewWording.UNREADABLE_NOTE()}"


def test_what_is_old_says_how_old(panel: TopViewPanel, robot: FakeSession, look: Look) -> None:
    panel.show_defaults()
    look(tf=0)
    look(odom=0, scan=0, map=0)
    look(after_s=6.0)
    assert panel.list.item(0).text() == "/odom\n6.5 s old"
    assert panel.list.item(2).text() == "/map"
    robot.set_state(ConnectionState.LOST)
    look()
    assert panel.list.item(2).text() == "/map\n7.0 s old"
    assert all(item.style.old_s is not None for item in panel.canvas.scene.items)


def test_a_layer_of_a_topic_that_is_not_there_waits_for_it(panel: TopViewPanel, session: FakeSession) -> None:
    panel.restore({"layers": [{"topic": [URI, "/scan"]}]})
    panel.refresh(session.now)
    assert panel.list.item(0).text() == f"/scan\n{TopViewWording.NOT_THERE()}"
    add_topic(session, "/scan", GeometrySchema(Role.SCAN, scan(2.0)))
    session.receive("/scan", b"0")
    session.now += 1
    panel.refresh(session.now)
    assert panel.list.item(0).text() == "/scan"
    assert isinstance(panel.canvas.scene.items[0], PointsItem)


def test_a_removal_can_be_undone(panel: TopViewPanel, look: Look) -> None:
    panel.show_defaults()
    look()
    panel.list.setCurrentRow(1)
    QTest.keyClick(panel.list, Qt.Key.Key_Delete)
    panel.remove_layer(TopicKey(URI, "/nothing"))
    assert names(panel) == ["/odom", "/map"]
    assert panel.ui.undo_notice.texts[:2] == (TopViewWording.REMOVED(), "/scan")
    panel.ui.undo_notice.action.click()
    assert names(panel) == ["/odom", "/scan", "/map"]
    assert panel.ui.undo_notice.isHidden()
    assert not panel.panel_actions.undo.isEnabled()
    panel.panel_actions.redo.trigger()
    assert names(panel) == ["/odom", "/map"]
    assert not panel.panel_actions.redo.isEnabled()


def test_layers_can_be_moved_and_changed(panel: TopViewPanel, look: Look) -> None:
    panel.show_defaults()
    look()
    panel.move_layer(MAP, 0)
    panel.change_layer(Layer(MAP, color=2, opacity=0.5))

    assert names(panel) == ["/map", "/odom", "/scan"]
    assert panel.list.item(0).text() == "/map\nwaiting"


def test_there_is_an_end_to_adding(panel: TopViewPanel, session: FakeSession) -> None:
    keys = [add_topic(session, f"/{n}", GeometrySchema(Role.SCAN)) for n in range(MAX_LAYERS + 1)]
    added = [panel.add_topic(key) for key in keys]

    assert added == [True] * MAX_LAYERS + [False]
    assert panel.add_topic(keys[0])


def test_what_was_dropped_is_shown(panel: TopViewPanel, robot: FakeSession) -> None:
    assert robot.topics.store.topics
    data: QMimeData = fields_to_mime([(SCAN, "ranges"), (SCAN, "angle_min"), (TopicKey(URI, "/text"), "text")])
    none, place = Qt.KeyboardModifier.NoModifier, QPointF(50, 50)
    event = QDropEvent(place, Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, none)
    panel.dropEvent(event)

    assert names(panel) == ["/scan"]


def test_to_pan_away_ends_following_and_its_key_begins_it(panel: TopViewPanel, look: Look) -> None:
    panel.show_defaults()
    look(tf=0, odom=0)
    for _ in range(10):
        QTest.keyClick(panel.canvas, Qt.Key.Key_Right)
    assert not panel.view_state.follow
    assert not panel.panel_actions.follow.isChecked()
    center = panel.canvas.viewport.center
    look(odom=2)
    assert panel.canvas.viewport.center == center
    panel.panel_actions.follow.trigger()
    look()
    assert panel.canvas.viewport.center == pytest.approx((2.0, 0.0))


def test_robot_up_turns_and_turns_back(panel: TopViewPanel, look: Look) -> None:
    panel.show_defaults()
    look(tf=0, odom=0)
    panel.panel_actions.robot_up.trigger()
    look(odom=1)
    assert panel.canvas.viewport.turn_rad == pytest.approx(1.5708, abs=1e-3)
    panel.panel_actions.robot_up.trigger()
    assert panel.canvas.viewport.turn_rad == 0.0


def test_show_all_fits_and_follows_no_more(panel: TopViewPanel, look: Look) -> None:
    panel.show_defaults()
    look(tf=0, odom=0, map=0)
    panel.canvas.viewport.zoom(50)
    panel.panel_actions.fit.trigger()

    assert panel.canvas.viewport.bounds[2] > 2.0
    assert not panel.view_state.follow


def test_measuring_begins_and_ends_with_its_switch(panel: TopViewPanel, look: Look) -> None:
    panel.show_defaults()
    look()
    panel.panel_actions.measure.trigger()
    assert panel.panel_actions.measure.isChecked()
    panel.canvas.measured = ((0.0, 0.0), (3.0, 4.0))
    panel.canvas.copy_position()
    assert QGuiApplication.clipboard().text() == "5 m   +53.1°"
    QTest.keyClick(panel.canvas, Qt.Key.Key_Escape)
    assert panel.canvas.describe_measured() == ""
    assert not panel.panel_actions.measure.isChecked()


def test_place_and_picture_can_be_copied(panel: TopViewPanel, look: Look) -> None:
    panel.show_defaults()
    look()
    panel.canvas.pointer = QPointF(*panel.canvas.viewport.to_view(1.0, -2.5))
    panel.panel_actions.copy.trigger()
    assert QGuiApplication.clipboard().text() == "x 1.000 m   y -2.500 m"
    panel.panel_actions.copy_picture.trigger()
    assert QGuiApplication.clipboard().image().width() >= panel.canvas.width()


def test_where_to_save_is_asked(panel: TopViewPanel) -> None:
    panel.ask_to_save()
    (dialog,) = panel.window().findChildren(QFileDialog)
    assert dialog.isVisible()
    dialog.reject()


def test_a_state_comes_back_in_another_view(
    panel: TopViewPanel, look: Look, tools: ViewServices, robot: FakeSession
) -> None:
    panel.show_defaults()
    look(tf=0, odom=0, map=0)
    assert "scale" not in panel.state()
    panel.canvas.viewport.zoom(1.3)
    panel.canvas.moved.emit()
    panel.set_deceleration(1.5)
    panel.set_fixed_frame("odom")
    panel.panel_actions.ring.trigger()
    panel.canvas.moved.emit()
    told = json.loads(json.dumps(panel.state()))
    other = TopViewPanel(
        tools.links,
        tools.topics,
        tools.runs,
        tools.robot,
        tools.themes,
        tools.preferences,
        tools.spawn,
        tools.show_topic,
        tools.goals,
        "topview-2",
    )
    other.restore(told)

    assert other.state() == told
    assert not other.panel_actions.ring.isChecked()
    assert other.canvas.viewport.scale == pytest.approx(panel.canvas.viewport.scale)
    assert robot.topics.wants.get("topview-2", set()) == set()
    other.close_down()
    other.deleteLater()


@pytest.mark.parametrize("told", [None, [], {"layers": [5]}, {"scale": "x"}])
def test_a_state_that_is_none_is_an_empty_view(panel: TopViewPanel, session: FakeSession, told: object) -> None:
    panel.restore(told)
    panel.refresh(session.now)

    assert panel.ui.empty_state.isVisible()


def test_both_looks_are_painted(panel: TopViewPanel, look: Look, themes: Themes) -> None:
    panel.show_defaults()
    look(tf=0, odom=0, scan=0, map=0)
    dark = panel.grab().toImage()
    themes.choose(ThemeChoice.LIGHT)
    look()

    assert panel.grab().toImage() != dark


def test_a_drag_of_the_pointer_over_nothing_does_no_harm(panel: TopViewPanel) -> None:
    QTest.mouseMove(panel.canvas, QPoint(5, 5))
    panel.fit()
    panel.canvas.copy_position()
    panel.clear_trails()
    panel.removals.undo_last()

    assert names(panel) == []


def at_once(coroutine: Coroutine[Any, Any, None], _name: str) -> None:
    with pytest.raises(StopIteration):
        coroutine.send(None)


@pytest.fixture
def ghosts(panel: TopViewPanel, robot: FakeSession, look: Look) -> GhostFeeds:
    """Those of a run in which the robot drove 40 m, and is half way now."""
    panel.ghosts = GhostFeeds(robot.runs, robot.links, at_once, lambda: 5_000_000_000)
    odom = GeometrySchema(Role.POSE, *(pose(4.0 * number, frame="odom", name="base") for number in range(11)))
    tf = GeometrySchema(Role.TRANSFORMS, transforms(pose(1.0, frame="map", name="odom")))
    told = [delivery(str(n).encode(), schema=odom, received_ns=n * 1_000_000_000) for n in range(11)]
    robot.runs.put({"/odom": told, "/tf": [delivery(b"0", schema=tf)]}, "slow")
    panel.show_defaults()
    look()
    look(tf=0, odom=0, map=0)
    look()
    return panel.ghosts


def test_a_run_has_a_ghost_beneath_the_robot_and_a_row_below_the_layers(
    panel: TopViewPanel, ghosts: GhostFeeds
) -> None:
    (ghost,) = panel.canvas.ghosts

    assert ghosts.ghosts == (ghost,)
    assert ghost.mark is not None
    assert (ghost.mark.x, ghost.way_m) == (21.0, 20.0)
    assert panel.list.count() == 4
    assert panel.list.item(3).text().startswith("slow\n")
    assert panel.canvas.scene.robot is not None
    assert panel.canvas.scene.robot.x == 0.0


def test_a_ghost_can_be_switched_off_and_its_trail_with_all_others(
    panel: TopViewPanel, ghosts: GhostFeeds, look: Look
) -> None:
    panel.panel_actions.trails.trigger()
    look()
    assert not panel.canvas.ghosts[0].has_trail
    panel.list.item(3).setCheckState(Qt.CheckState.Unchecked)
    look()
    assert panel.canvas.ghosts == ()
    assert ghosts.hidden == {"run:1"}
    assert panel.list.item(3).checkState() is Qt.CheckState.Unchecked


@pytest.mark.usefixtures("ghosts")
def test_to_show_all_shows_ghosts_too(panel: TopViewPanel) -> None:
    panel.fit()

    assert panel.canvas.viewport.bounds[2] > 41.0


@pytest.mark.usefixtures("ghosts")
def test_a_ghost_is_no_layer_of_the_view(panel: TopViewPanel, look: Look) -> None:
    run = TopicKey("run:1", "")
    before = panel.state()
    panel.remove_layer(run)
    panel.move_layer(run, 0)
    panel.menu.open_layer(run, QPoint())
    look()

    assert panel.state() == before
    assert panel.list.count() == 4


def test_a_run_that_is_removed_leaves_no_ghost(
    panel: TopViewPanel, ghosts: GhostFeeds, robot: FakeSession, look: Look
) -> None:
    robot.runs.remove("run:1")
    look()

    assert panel.canvas.ghosts == ghosts.ghosts == ()
    assert panel.list.count() == 3


def test_a_ghost_goes_on_with_what_is_drawn_anew_and_else_ten_times_a_second(
    panel: TopViewPanel, robot: FakeSession, look: Look
) -> None:
    clock = [0]
    panel.ghosts = GhostFeeds(robot.runs, robot.links, at_once, lambda: clock[0])
    odom = GeometrySchema(Role.POSE, pose(0.0), pose(10.0))
    told = [delivery(str(n).encode(), schema=odom, received_ns=1 + n * 10_000_000_000) for n in range(2)]
    robot.runs.put({"/odom": told})
    panel.show_defaults()
    look(tf=0, odom=0)
    look()
    look()

    def way_m(at_s: float) -> float:
        clock[0] = 1 + round(at_s * 1e9)
        robot.now += 0.02
        panel.refresh(robot.now)
        return round(panel.canvas.ghosts[0].way_m, 3)

    robot.now += 0.1
    assert [way_m(at_s) for at_s in (2.0, 2.1, 2.2, 2.3, 2.4)] == [2.0, 2.0, 2.0, 2.0, 2.0]
    robot.receive("/odom", b"1")
    assert way_m(2.5) == 2.5
