from __future__ import annotations

import subprocess
import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.drive.robot.joints import JointChannel
from app.model.topics import TopicKey
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.joints.panel import JointsPanel
from app.ui.robot.calls import CallsPanel
from app.ui.robot.console import OWNER
from app.ui.topics.topic_verbs import TopicVerb
from app.ui.widgets.dock_places import resize_docks
from app.ui.window.main_window import MainWindow
from tests.fakes.joints import JointSchema, told
from tests.fakes.ros_robot import ROBOT, ros_session
from tests.fakes.session import FakeSession
from tests.fakes.waiting import eventually


@pytest.fixture
def robot() -> FakeSession:
    return ros_session()


@pytest.fixture
def session(robot: FakeSession) -> FakeSession:
    return robot


async def test_no_panel_is_made_before_it_is_seen(window: MainWindow) -> None:
    assert window.robot_docks.panels == {}
    assert all(dock.isHidden() for dock in window.robot_docks.docks.values())
    assert len(window.robot_docks.docks) == len(window.actions_of_window.robot.all)


async def test_its_action_shows_a_dock_and_hides_it(window: MainWindow, robot: FakeSession) -> None:
    action, dock = window.actions_of_window.robot.console, window.robot_docks.docks["console"]
    action.trigger()
    QApplication.sendPostedEvents()
    window.refresher.tick()
    assert dock.isVisible()
    assert action.isChecked()
    assert robot.topics.wants[OWNER]
    assert dock.height() > 150

    action.trigger()
    assert dock.isHidden()
    assert not action.isChecked()
    assert robot.topics.wants[OWNER] == set()


async def test_a_dock_of_a_minimised_window_is_filled_too(window: MainWindow) -> None:
    window.showMinimized()
    QApplication.sendPostedEvents()
    window.hide()
    window.actions_of_window.robot.nodes.trigger()

    assert "nodes" in window.robot_docks.panels
    assert not window.robot_docks.docks["nodes"].isHidden()
    window.showNormal()


async def test_its_keys_work_at_once(window: MainWindow) -> None:
    window.actions_of_window.robot.parameters.trigger()
    panel = window.robot_docks.panels["parameters"]

    assert panel.body.isVisible()
    focus = window.focusWidget()
    assert focus is not None
    assert panel.isAncestorOf(focus)


async def test_a_dock_that_lost_its_tabs_to_a_layout_does_not_squeeze_in_above_what_is_there(
    window: MainWindow,
) -> None:
    window.resize(1440, 900)
    log, inspector = window.log_dock, window.inspector_dock
    # as a layout places them; what it does not name is left where it was
    for dock, area in (
        (inspector, Qt.DockWidgetArea.RightDockWidgetArea),
        (log, Qt.DockWidgetArea.BottomDockWidgetArea),
    ):
        dock.show()
        window.addDockWidget(area, dock)
    resize_docks(window, {log: 400}, Qt.Orientation.Vertical)
    calls = window.robot_docks.docks["calls"]
    assert not window.tabifiedDockWidgets(calls)
    window.actions_of_window.robot.calls.trigger()

    assert window.tabifiedDockWidgets(calls) == [inspector]
    assert not calls.visibleRegion().isEmpty()


async def test_every_dock_is_filled_when_it_is_seen(window: MainWindow) -> None:
    for name, dock in window.robot_docks.docks.items():
        panel = window.robot_docks.show(name)
        window.refresher.tick()
        assert dock.widget() is panel
        assert panel.connection == "ros1://rover:11311"


async def test_joints_of_a_topic_are_shown_and_plotted(window: MainWindow, robot: FakeSession) -> None:
    robot.add_topics("/joint_states", connection=ROBOT, schema=JointSchema())
    window.topics.verb_asked.emit(TopicVerb.JOINTS, TopicKey(ROBOT, "/joint_states"))
    QApplication.sendPostedEvents()
    window.refresher.tick()
    robot.receive("/joint_states", {"joints": [told("pan", 0.5)]}, connection=ROBOT)
    panel = window.robot_docks.panels["joints"]
    panel.refresh(robot.now)
    assert isinstance(panel, JointsPanel)
    assert [row.name for row in panel.selected] == ["pan"]

    QTest.keyClick(panel.table, Qt.Key.Key_P)
    assert len(window.plot_docks.panels) == 1


async def test_what_was_open_is_open_again(
    qtbot: QtBot, window: MainWindow, robot: FakeSession, themes: Themes, preferences: Preferences
) -> None:
    window.robot_docks.show("console")
    window.close()
    again = MainWindow(themes, preferences)
    qtbot.addWidget(again)
    again.show()
    again.open(robot, lambda coroutine, _name: coroutine.close())

    assert again.robot_docks.docks["console"].isVisible()
    assert list(again.robot_docks.panels) == ["console"]
    again.close()


async def test_what_was_published_and_commanded_ends_with_the_window(window: MainWindow, robot: FakeSession) -> None:
    window.actions_of_window.allow_commands.trigger()
    calls, joints = window.robot_docks.show("calls"), window.robot_docks.show("joints")
    assert isinstance(calls, CallsPanel)
    assert isinstance(joints, JointsPanel)
    await calls.publishing.publish(TopicKey(ROBOT, "/chatter"), "std_msgs/String", {"data": "hello"}, None)
    await joints.moves.move(ROBOT, JointChannel("/arm", "std_msgs/Float64"), 1.0, 0.5, lambda: 0.0)
    publishers = robot.commands.publishers
    assert [publisher.topic for publisher in publishers] == ["/chatter", "/arm"]
    assert not any(publisher.closed for publisher in publishers)

    window.close_at_once()
    await eventually(lambda: all(publisher.closed for publisher in publishers))


def test_panels_are_not_loaded_with_the_window() -> None:
    script = """
import sys
import app.ui.robot.robot_docks
late = {"calls", "console", "goals", "nodes", "parameters", "robot_panel"}
late = {f"app.ui.robot.{name}" for name in late}
late |= {"app.ui.joints.panel", "app.ui.frames.panel", "app.ui.diagnostics.panel"}
print(sorted(late & set(sys.modules)))
"""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=40)

    assert (result.returncode, result.stdout) == (0, "[]\n"), result.stderr
