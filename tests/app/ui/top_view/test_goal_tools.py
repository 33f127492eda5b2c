"""Goals and initial poses that are set in a top view: nothing is sent before it is confirmed."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow

from app.model.navigation import FlatPose, GoalPhase, NavigationState
from app.model.status import ConnectionState
from app.session.errors import SessionError
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.top_view.canvas import ENTER_PAUSE_S
from app.ui.top_view.goal_tools import GoalTool
from app.ui.top_view.panel import TopViewPanel
from app.ui.top_view.scene import Mark
from app.wording.ui.navigation import NavigationWording
from tests.fakes.geometry import add_topic
from tests.fakes.navigation import READY, with_goal
from tests.fakes.session import FakeSession
from tests.fakes.view_services import ViewServices, view_services
from tests.scenes.top_view import _schema
from tests.tools.sentences import shows

ROBOT = "ros1://rover:11311"
LEFT = Qt.MouseButton.LeftButton


class Station:
    """A view on a robot that navigates; the fixed frame is that of its goals, 40 pixels are a metre."""

    def __init__(self, session: FakeSession, tools: ViewServices, panel: TopViewPanel) -> None:
        self.session = session
        self.tools = tools
        self.panel = panel
        self.canvas = panel.canvas
        self.bar = panel.ui.goal_bar
        self.actions = panel.panel_actions
        self.now = 100.0
        self.canvas._clock = lambda: self.now

    def placed(self) -> Mark | None:
        """Where something was placed that is not sent yet."""
        return self.canvas.placed

    def tool(self) -> GoalTool | None:
        """The tool that is on."""
        return self.panel.goal_tools.tool

    def know(self, state: NavigationState = READY, **changes: Any) -> None:
        """What is known of goals."""
        self.session.navigation.known[ROBOT] = replace(state, **changes)
        self.tools.goals.refresh(0.0)
        self.panel.goal_tools.refresh()

    def at(self, x: float, y: float) -> QPoint:
        """Where a place of the world is in the view."""
        across, down = self.canvas.viewport.to_view(x, y)
        return QPoint(round(across), round(down))

    def place(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Press, drag for the heading, release."""
        QTest.mousePress(self.canvas, LEFT, pos=self.at(x, y))
        QTest.mouseMove(self.canvas, self.at(to_x, to_y))
        QTest.mouseRelease(self.canvas, LEFT, pos=self.at(to_x, to_y))

    def press(self, key: Qt.Key, after: float = 1.0) -> None:
        self.now += after
        QTest.keyClick(self.canvas, key)

    async def sent(self) -> list[tuple[str, Any]]:
        """What was sent by now."""
        for _ in range(3):
            await asyncio.sleep(0)
        return self.session.navigation.sent


@pytest.fixture
async def station(themes: Themes, preferences: Preferences, window: QMainWindow) -> AsyncIterator[Station]:
    session = FakeSession()
    session.set_state(ConnectionState.CONNECTED, connection=ROBOT)
    add_topic(session, "/odom", _schema("nav_msgs/Odometry"), ROBOT)
    running: set[asyncio.Task[Any]] = set()

    def spawn(coroutine: Any, _name: str) -> None:
        running.add(asyncio.get_running_loop().create_task(coroutine))

    tools = view_services(session, themes, preferences, window, spawn)
    panel = TopViewPanel(
        tools.links,
        tools.topics,
        tools.runs,
        tools.robot,
        themes,
        preferences,
        tools.spawn,
        tools.show_topic,
        tools.goals,
        "topview-1",
    )
    window.setCentralWidget(panel)
    window.show()
    panel.add_defaults(ROBOT)
    panel.set_fixed_frame("map")
    panel.refresh(1.0)
    panel.canvas.viewport.fit((-5.0, -5.0, 5.0, 5.0))
    station = Station(session, tools, panel)
    station.know()
    session.commands.allow(ROBOT, allowed=True)
    station.know()
    yield station
    panel.close_down()
    await asyncio.gather(*running)


def test_tools_are_grey_with_the_reason_where_nothing_can_be_sent(station: Station) -> None:
    goal, pose = station.actions.set_goal, station.actions.set_pose
    assert goal.isEnabled()
    assert pose.isEnabled()

    def why(**changes: Any) -> str:
        station.know(**changes)
        assert not goal.isEnabled()
        return goal.toolTip()

    assert shows(why(server="", servers=()), NavigationWording.NO_SERVER)
    assert shows(why(server="", servers=("/a", "/b")), NavigationWording.SEVERAL_SERVERS)
    assert shows(why(ready=False), NavigationWording.SERVER_SILENT)
    assert shows(why(frame="odom"), NavigationWording.NOT_PLACED)
    assert shows(why(report=with_goal(GoalPhase.CANCELLING)), NavigationWording.STILL_CANCELLING)
    station.know(pose_ready=False)
    assert shows(pose.toolTip(), NavigationWording.NOBODY_LISTENS)
    station.know(report=with_goal())
    assert shows(pose.toolTip(), NavigationWording.GOAL_ACTIVE)
    station.session.commands.allow(ROBOT, allowed=False)
    assert shows(why(), NavigationWording.VIEW_ONLY)
    del station.session.navigation.known[ROBOT]
    station.panel.goal_tools.refresh()
    assert shows(goal.toolTip(), NavigationWording.NOT_ROS1)


async def test_a_goal_is_sent_by_its_button_only_after_it_was_placed(station: Station) -> None:
    station.actions.set_goal.trigger()
    assert shows(station.bar.words.text(), NavigationWording.PRESS_FOR_GOAL)
    station.place(2.0, 1.0, 2.0, 3.0)
    assert station.placed() is not None
    assert station.bar.send.isVisible()
    assert await station.sent() == []

    station.bar.send.click()
    ((what, pose),) = await station.sent()
    assert what == f"goal {ROBOT}"
    assert (pose.frame, pose.x_m, pose.y_m) == ("map", pytest.approx(2.0, abs=0.05), pytest.approx(1.0, abs=0.05))
    assert pose.yaw_rad == pytest.approx(math.pi / 2, abs=0.05)
    assert station.tool() is None
    assert station.placed() is None
    # another press moves the view, and sends nothing
    station.place(1.0, 1.0, 2.0, 2.0)
    station.bar.send.click()
    assert len(await station.sent()) == 1


async def test_a_double_click_sends_nothing(station: Station) -> None:
    station.actions.set_goal.trigger()
    for _ in range(2):
        QTest.mouseDClick(station.canvas, LEFT, pos=station.at(1.0, 1.0))
        QTest.mouseClick(station.canvas, LEFT, pos=station.at(1.0, 1.0))
    assert station.placed() is not None
    assert await station.sent() == []


async def test_enter_sends_once_and_not_while_it_is_held_since_before(station: Station) -> None:
    station.actions.set_goal.trigger()
    # without a mouse: in the middle of the view
    station.press(Qt.Key.Key_Return)
    assert station.placed() is not None
    for _ in range(10):
        # repetitions that a busy system did not mark as such
        station.press(Qt.Key.Key_Return, after=ENTER_PAUSE_S / 10)
    assert await station.sent() == []
    station.press(Qt.Key.Key_Return, after=ENTER_PAUSE_S + 0.1)
    station.press(Qt.Key.Key_Return)
    assert len(await station.sent()) == 1


async def test_by_keys_it_is_moved_and_turned(station: Station) -> None:
    station.actions.set_goal.trigger()
    station.press(Qt.Key.Key_Return)
    first = station.placed()
    assert first is not None
    QTest.keyClick(station.canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(station.canvas, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    station.press(Qt.Key.Key_Comma)
    moved = station.placed()
    assert moved is not None
    assert moved.x > first.x
    assert moved.y > first.y
    assert moved.yaw_rad == pytest.approx(first.yaw_rad + math.radians(5))
    station.press(Qt.Key.Key_Period)
    turned = station.placed()
    assert turned is not None
    assert turned.yaw_rad == pytest.approx(first.yaw_rad)
    # without Shift the view is moved, as ever
    QTest.keyClick(station.canvas, Qt.Key.Key_Right)
    assert station.placed() == turned


async def test_escape_takes_it_back_and_then_ends_the_tool(station: Station) -> None:
    station.actions.set_goal.trigger()
    station.place(2.0, 1.0, 2.0, 3.0)
    station.press(Qt.Key.Key_Escape)
    assert station.placed() is None
    assert station.tool() is GoalTool.GOAL
    station.press(Qt.Key.Key_Escape)
    assert station.tool() is None
    assert not station.actions.set_goal.isChecked()
    station.press(Qt.Key.Key_Return)
    assert await station.sent() == []


@pytest.mark.parametrize("what", ["stop", "exit", "lock", "server", "frame", "armed", "hidden"])
async def test_whatever_comes_in_the_way_takes_back_what_was_placed(station: Station, what: str) -> None:
    station.actions.set_goal.trigger()
    station.place(2.0, 1.0, 2.0, 3.0)
    if what == "stop":
        station.tools.goals.stop()
    elif what == "exit":
        station.tools.switch.stopped.emit()
    elif what == "lock":
        station.tools.switch.allow(ROBOT, False)
    elif what == "server":
        station.know(ready=False)
    elif what == "frame":
        station.know(frame="odom")
    elif what == "armed":
        station.tools.goals.driving_obstacle = lambda _: "armed"
        station.know()
    else:
        station.panel.hide()
    assert station.placed() is None
    assert station.tool() is None
    station.panel.show()
    station.bar.send.click()
    station.press(Qt.Key.Key_Return)
    assert [each for each in await station.sent() if each[0].startswith("goal")] == []


async def test_what_was_placed_is_for_the_server_that_was_chosen_then(station: Station) -> None:
    servers = ("/a/move_base", "/b/move_base")
    station.know(servers=servers, server=servers[0])
    station.actions.set_goal.trigger()
    station.place(2.0, 1.0, 2.0, 3.0)
    assert shows(station.bar.words.text(), NavigationWording.ASK_GOAL_SERVER, server=servers[0])
    # unseen
    station.session.navigation.known[ROBOT] = replace(READY, servers=servers, server=servers[1])
    station.press(Qt.Key.Key_Return)
    assert await station.sent() == []
    assert station.placed() is None


async def test_what_comes_in_the_way_unseen_is_seen_when_it_is_sent(station: Station) -> None:
    station.actions.set_goal.trigger()
    station.place(2.0, 1.0, 2.0, 3.0)
    station.session.commands.allow(ROBOT, allowed=False)
    station.bar.send.click()
    assert await station.sent() == []


async def test_an_initial_pose_is_asked_for_and_sent_as_such(station: Station) -> None:
    station.actions.set_pose.trigger()
    station.place(-1.0, -1.0, 1.0, -1.0)
    assert shows(station.bar.words.text(), NavigationWording.ASK_POSE)
    station.bar.send.click()
    ((what, pose),) = await station.sent()
    assert what == f"pose {ROBOT}"
    assert isinstance(pose, FlatPose)
    assert shows(station.bar.words.text(), NavigationWording.POSE_SENT)
    station.bar.dismiss.click()
    assert not station.bar.isVisible()


async def test_what_could_not_be_sent_is_said(station: Station) -> None:
    station.session.navigation.error = SessionError("nobody is there")
    station.actions.set_goal.trigger()
    station.place(2.0, 1.0, 2.0, 3.0)
    station.bar.send.click()
    await station.sent()
    assert shows(station.bar.words.text(), NavigationWording.NOT_SENT, reason="nobody is there")


def test_one_tool_ends_another(station: Station) -> None:
    station.actions.set_goal.trigger()
    station.actions.set_pose.trigger()
    assert (station.actions.set_goal.isChecked(), station.actions.set_pose.isChecked()) == (False, True)
    station.actions.measure.trigger()
    assert not station.actions.set_pose.isChecked()
    measured = [station.canvas.measuring]
    station.actions.set_goal.trigger()
    assert [*measured, station.canvas.measuring] == [True, False]
    assert not station.actions.measure.isChecked()


async def test_what_becomes_of_a_goal_is_shown_and_it_is_cancelled_there(station: Station) -> None:
    station.know(report=with_goal(at=FlatPose("map", 0.0, 1.0, 0.0)))
    assert shows(station.bar.words.text(), NavigationWording.ACTIVE_LEFT, distance="2.0")
    driven_to = [station.canvas.goal is not None]
    station.bar.cancel.click()
    assert await station.sent() == [("cancel", ROBOT)]
    station.know(report=with_goal(GoalPhase.SUCCEEDED))
    assert shows(station.bar.words.text(), NavigationWording.SUCCEEDED)
    assert [*driven_to, station.canvas.goal is not None] == [True, False]
    assert not station.bar.cancel.isVisible()


async def test_a_cancellation_that_nobody_confirms_is_given_up_there(station: Station) -> None:
    station.know()
    assert not station.bar.give_up.isVisible()
    station.know(unconfirmed=("/move_base",), overdue=True)
    assert shows(station.bar.words.text(), NavigationWording.OVERDUE)
    station.tools.goals._clock = lambda: station.now
    QTest.mouseDClick(station.bar.give_up, LEFT)
    station.bar.give_up.click()
    assert shows(station.bar.words.text(), NavigationWording.GIVE_UP_AGAIN)
    assert await station.sent() == []
    station.now += 1.0
    station.bar.give_up.click()
    assert await station.sent() == [("give up", ROBOT)]
    station.know()
    assert not station.bar.isVisible()


def test_the_view_looks_at_goals_only_while_it_is_seen(station: Station) -> None:
    assert station.session.navigation.watched["topview-1"] == ROBOT
    station.panel.hide()
    assert station.session.navigation.watched["topview-1"] is None
