from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QInputDialog, QMenu

from app.model.schema import Role
from app.model.topics import TopicKey
from app.ui.top_view.panel import TopViewPanel
from app.wording.ui.top_view import TopViewWording
from tests.fakes.geometry import GeometrySchema, add_topic, pose, transforms
from tests.fakes.session import URI, FakeSession

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")

ODOM, SCAN = TopicKey(URI, "/odom"), TopicKey(URI, "/scan")
OTHER = "ros1://other:11311"


@pytest.fixture
def robot(session: FakeSession) -> FakeSession:
    add_topic(session, "/odom", GeometrySchema(Role.POSE, pose(name="base")))
    add_topic(session, "/scan", GeometrySchema(Role.SCAN))
    add_topic(session, "/tf", GeometrySchema(Role.TRANSFORMS, transforms(pose(frame="base", name="laser"))))
    session.add_topics("/text")
    return session


def texts(menu: QMenu) -> list[str]:
    return [action.text().split("\t")[0] for action in menu.actions() if action.text()]


def choose(menu: QMenu, *way: str) -> None:
    """Choose an entry, or one of a menu below it."""
    for step in way[:-1]:
        menu = below(menu, step)
    find(menu, way[-1]).trigger()


def below(menu: QMenu, title: str) -> QMenu:
    return next(each for each in menu.findChildren(QMenu) if each.title() == title)


def find(menu: QMenu, text: str) -> QAction:
    return next(action for action in menu.actions() if action.text().split("\t")[0] == text)


def layer_menu(panel: TopViewPanel, key: TopicKey) -> QMenu:
    panel.menu.open_layer(key, QPoint(0, 0))
    return next(
        menu for menu in panel.findChildren(QMenu) if menu.isVisible() and TopViewWording.COLOR() in texts(menu)
    )


def test_every_topic_that_can_be_drawn_is_offered_once(panel: TopViewPanel, robot: FakeSession) -> None:
    assert robot.topics.store.topics
    menu = panel.ui.add_button.choices
    panel.menu.fill_add(menu)
    assert texts(menu) == [TopViewWording.ADD_DEFAULTS(), "/scan", "/odom"]
    choose(menu, "/scan")
    panel.menu.fill_add(menu)
    assert texts(menu) == [TopViewWording.ADD_DEFAULTS(), "/odom"]
    choose(menu, TopViewWording.ADD_DEFAULTS())
    panel.menu.fill_add(menu)
    assert texts(menu) == [TopViewWording.NOTHING_TO_ADD()]


def test_several_robots_have_menus_of_their_own(panel: TopViewPanel, robot: FakeSession) -> None:
    add_topic(robot, "/odom", GeometrySchema(Role.POSE), OTHER)
    panel.menu.fill_add(panel.ui.add_button.choices)
    assert texts(panel.ui.add_button.choices) == ["robot", "other"]
    choose(panel.ui.add_button.choices, "other", "/odom")

    assert [layer.key.connection for layer in panel.view_state.layers] == [OTHER]


def test_a_layer_is_coloured_made_fainter_moved_and_removed(panel: TopViewPanel, robot: FakeSession) -> None:
    panel.show_defaults()
    panel.refresh(robot.now)
    for way in ((TopViewWording.COLOR(), "Pink"), (TopViewWording.OPACITY(), "50%"), (TopViewWording.MOVE_DOWN(),)):
        menu = layer_menu(panel, ODOM)
        choose(menu, *way)
        menu.close()
    assert [layer.key for layer in panel.view_state.layers] == [SCAN, ODOM]
    assert panel.view_state.layers[1].color == 3
    menu = layer_menu(panel, ODOM)
    assert not find(menu, TopViewWording.MOVE_DOWN()).isEnabled()
    choose(menu, TopViewWording.REMOVE())
    menu.close()
    assert [layer.key for layer in panel.view_state.layers] == [SCAN]
    panel.menu.open_layer(ODOM, QPoint(0, 0))


def test_opacity_and_colour_are_both_kept(panel: TopViewPanel, robot: FakeSession) -> None:
    panel.show_defaults()
    panel.refresh(robot.now)
    for way in ((TopViewWording.COLOR(), "Pink"), (TopViewWording.OPACITY(), "50%")):
        menu = layer_menu(panel, ODOM)
        choose(menu, *way)
        menu.close()
    layer = panel.view_state.layer(ODOM)
    assert layer is not None

    assert (layer.color, layer.opacity) == (3, 0.5)


def test_a_layer_is_placed_in_a_frame_that_is_known(panel: TopViewPanel, robot: FakeSession) -> None:
    panel.show_defaults()
    panel.refresh(robot.now)
    robot.receive("/tf", b"0")
    panel.refresh(robot.now)
    menu = layer_menu(panel, SCAN)
    places = below(menu, TopViewWording.PLACE_IN_FRAME())
    assert texts(places) == [TopViewWording.AS_MESSAGES_SAY(), "base", "laser"]
    choose(places, "laser")
    menu.close()
    layer = panel.view_state.layer(SCAN)
    assert layer is not None
    assert layer.place_in == "laser"


def test_a_robot_can_be_chosen_to_be_followed(panel: TopViewPanel, robot: FakeSession) -> None:
    panel.show_defaults()
    robot.receive("/odom", b"0")
    panel.refresh(robot.now)
    menu = layer_menu(panel, ODOM)
    choose(menu, TopViewWording.FOLLOW_ROBOT())
    menu.close()

    assert panel.view_state.robot == ODOM
    menu = layer_menu(panel, SCAN)
    assert TopViewWording.FOLLOW_ROBOT() not in texts(menu)
    menu.close()


def test_the_view_has_its_switches_and_frames(panel: TopViewPanel, robot: FakeSession) -> None:
    panel.show_defaults()
    panel.refresh(robot.now)
    robot.receive("/tf", b"0")
    panel.refresh(robot.now)
    menu = panel.ui.more_button.choices
    panel.menu.fill_view(menu)
    actions = panel.panel_actions
    assert {actions.fit, actions.names, actions.ring, actions.copy, actions.undo} <= set(menu.actions())
    choose(menu, TopViewWording.FIXED_FRAME(), "base")
    choose(menu, "Names")

    assert panel.view_state.fixed_frame == "base"
    assert not panel.canvas.names


def test_what_the_ring_reckons_with_is_asked(panel: TopViewPanel) -> None:
    panel.menu.ask_deceleration()
    (dialog,) = panel.findChildren(QInputDialog)
    assert dialog.doubleValue() == 0.8
    dialog.setDoubleValue(2.5)
    dialog.accept()

    assert panel.view_state.deceleration_m_s2 == 2.5
