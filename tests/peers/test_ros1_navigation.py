"""Goals and initial poses for a real actionlib server: what it does, and what is known of it here."""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.config.run_settings import Settings
from app.connections.ros1.navigation import FAREWELL_S
from app.model.navigation import FlatPose, GoalPhase, GoalReport, NavigationState
from app.net.link_thread import LinkThread
from app.session.errors import SessionError
from app.session.session import Session
from app.wording.connections import Ros1Wording
from app.wording.session import SessionWording
from protocols.ros1.goals import SILENCE_S
from tests.fakes.broken_links import reset_links
from tests.fakes.ports import free_port
from tests.peers.ros1_server import Node, Ros1
from tests.peers.test_ros1_graph import until
from tests.tools.sentences import says
from tests.tools.tracked_files import ROOT

pytestmark = pytest.mark.timeout(180)

FAR = FlatPose("map", 100.0, 2.0, math.pi / 2)
NEAR = FlatPose("map", 0.5, 0.0, 0.0)
NOWHERE = FlatPose("map", -3.0, 0.0, 0.0)
STUCK = FlatPose("map", 100.0, 60.0, 0.0)


class Robot:
    """A session that is connected to a robot that navigates."""

    def __init__(self, ros1: Ros1, session: Session, server: Node) -> None:
        self.ros1 = ros1
        self.session = session
        self.navigation = session.navigation
        self.server = server
        self.uri = session.links.connect(ros1.uri)

    @property
    def state(self) -> NavigationState:
        state = self.navigation.state(self.uri)
        assert state is not None
        return state

    @property
    def report(self) -> GoalReport:
        return self.state.report

    def is_in(self, phase: GoalPhase) -> bool:
        return self.report.goal is not None and self.report.goal.phase is phase

    @property
    def text(self) -> str:
        return self.report.goal.text if self.report.goal is not None else ""

    def allow(self, *, allowed: bool = True) -> None:
        self.session.commands.allow(self.uri, allowed=allowed)
        self.navigation.apply()

    async def ready(self) -> None:
        self.allow()
        await until(lambda: self.state.ready, "the server")

    async def line(self, timeout_s: float = 20.0) -> str:
        return (await asyncio.to_thread(self.server.next_line, timeout_s))[1].strip()

    async def go(self, pose: FlatPose = FAR) -> None:
        await self.navigation.set_goal(self.uri, pose)
        assert (await self.line()).startswith("begun")
        await until(lambda: self.is_in(GoalPhase.ACTIVE) or pose is not FAR, "the goal")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the processes that call off goals write."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "here"))


@contextlib.asynccontextmanager
async def connected(ros1: Ros1, port: int = 0) -> AsyncIterator[Robot]:
    """A robot that navigates, and a session whose publishers are at a port."""
    server = ros1.rospy("navigator", name="/navigator")
    assert (await asyncio.to_thread(server.next_line))[1].strip() == "ready"
    thread = LinkThread()
    thread.start()
    session = Session(thread, Settings(publisher_port=port))
    robot = Robot(ros1, session, server)
    await until(lambda: robot.state.server == "/move_base", "the action")
    yield robot
    await session.close()
    thread.stop()


@pytest.fixture
async def robot(ros1: Ros1) -> AsyncIterator[Robot]:
    async with connected(ros1) as robot:
        yield robot


class GoalWindow:
    """Another program of ours that has sent the robot to a goal."""

    def __init__(self, robot: Robot, home: Path, x_m: float = 100.0) -> None:
        folders = {"XDG_STATE_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
        self._robot = robot
        self._before = robot.ros1.nodes()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.peers.goal_window", robot.ros1.uri, str(x_m)],
            env=os.environ | folders,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
        )

    def nodes(self) -> set[str]:
        """The nodes of its watchdog, and its own while it lives: one that is killed stays registered."""
        own = f"/teledeck_{self.process.pid}_"
        ours = {name for name in self._robot.ros1.nodes() - self._before if name.startswith("/teledeck_")}
        return {name for name in ours if self.process.returncode is None or not name.startswith(own)}

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
async def goal_window(robot: Robot, tmp_path: Path) -> AsyncIterator[GoalWindow]:
    window = GoalWindow(robot, tmp_path)
    yield window
    window.kill()


def advertised(robot: Robot) -> list[str]:
    """Who publishes goals and cancellations, as the master knows it."""
    return [*robot.ros1.publishers("/move_base/goal"), *robot.ros1.publishers("/move_base/cancel")]


async def test_nothing_is_announced_nor_sent_before_commands_are_allowed(robot: Robot) -> None:
    robot.navigation.watch("test", robot.uri)
    await until(lambda: robot.report.heard, "its list")
    assert not robot.state.ready
    assert advertised(robot) == []
    with pytest.raises(SessionError, check=says(SessionWording.LOCKED)):
        await robot.navigation.set_goal(robot.uri, FAR)
    robot.navigation.stop()
    await asyncio.sleep(0.5)
    assert robot.server.all_lines() == []


async def test_a_goal_is_driven_to_and_reached(robot: Robot) -> None:
    await robot.ready()
    await robot.navigation.set_goal(robot.uri, NEAR)
    assert await robot.line() == "begun map 0.50 0.00 0.000 1.000"
    await until(lambda: robot.report.goal is not None and robot.report.goal.at is not None, "where it is")
    assert robot.report.under_way
    await until(lambda: robot.is_in(GoalPhase.SUCCEEDED), "the end")
    assert robot.text == "Goal reached."
    assert not robot.report.under_way


async def test_a_goal_that_can_not_be_reached_is_aborted_in_the_words_of_the_server(robot: Robot) -> None:
    await robot.ready()
    await robot.navigation.set_goal(robot.uri, NOWHERE)
    await until(lambda: robot.is_in(GoalPhase.ABORTED), "the end")
    assert robot.text.startswith("Failed to find a valid plan.")


async def test_stop_ends_it_at_once_whoever_set_it(robot: Robot) -> None:
    await robot.ready()
    await robot.go()
    began = time.monotonic()
    robot.navigation.stop()
    assert await robot.line() == "called off"
    assert time.monotonic() - began < 0.5
    await until(lambda: robot.is_in(GoalPhase.CANCELLED) and not robot.report.cancelling, "the end")

    other = robot.ros1.rospy("other_client", "30")
    assert (await robot.line()).startswith("begun map 30")
    await until(lambda: robot.report.others == 1, "the goal of the other")
    assert not robot.report.under_way
    robot.navigation.stop()
    assert await robot.line() == "called off"
    await until(lambda: not robot.report.cancelling and not robot.report.others, "its end")
    assert (await asyncio.to_thread(other.next_line))[1] == "sent\n"
    assert (await asyncio.to_thread(other.next_line))[1] == "ended 2\n"


async def test_stop_goes_on_through_a_recovery_that_looks_at_nothing_and_names_it(robot: Robot) -> None:
    await robot.ready()
    await robot.navigation.set_goal(robot.uri, STUCK)
    assert (await robot.line()).startswith("begun")
    assert await robot.line() == "recovers"
    robot.navigation.stop()
    await until(lambda: robot.report.recovery == "rotate_recovery" and robot.is_in(GoalPhase.CANCELLING), "its name")
    assert robot.report.cancelling
    assert await robot.line() == "called off"
    await until(lambda: robot.is_in(GoalPhase.CANCELLED) and not robot.report.cancelling, "the end")


async def test_a_goal_that_is_sent_in_one_breath_with_stop_moves_nothing_for_long(robot: Robot) -> None:
    await robot.ready()
    for _ in range(10):
        with contextlib.suppress(SessionError):
            await robot.navigation.set_goal(robot.uri, FAR)
        robot.navigation.stop()
        await until(lambda: not robot.report.cancelling and not robot.state.is_driving, "the end")
        await asyncio.sleep(0.3)
    lines = [line.strip() for line in robot.server.all_lines()]
    assert sum(line.startswith("begun") for line in lines) == lines.count("called off")


async def test_another_goal_takes_its_place_and_so_does_that_of_another_program(robot: Robot) -> None:
    await robot.ready()
    await robot.go()
    await robot.navigation.set_goal(robot.uri, FlatPose("map", 50.0, 0.0, 0.0))
    assert await robot.line() == "called off"
    assert (await robot.line()).startswith("begun map 50")
    await until(lambda: robot.is_in(GoalPhase.ACTIVE), "the second")

    robot.ros1.rospy("other_client", "30")
    assert await robot.line() == "called off"
    assert (await robot.line()).startswith("begun map 30")
    await until(lambda: robot.is_in(GoalPhase.CANCELLED) and robot.report.others == 1, "the end of ours")
    robot.navigation.withdraw()
    await asyncio.sleep(0.5)
    assert robot.server.all_lines() == []


async def test_a_server_that_is_killed_is_not_heard_and_one_that_is_back_has_no_goal(robot: Robot) -> None:
    await robot.ready()
    await robot.go()
    robot.server.kill()
    await until(lambda: not robot.report.heard, "its silence", SILENCE_S + 2)
    assert robot.report.under_way
    assert not robot.state.ready
    with pytest.raises(SessionError, check=says(Ros1Wording.GOAL_UNHEARD)):
        await robot.navigation.set_goal(robot.uri, NEAR)

    robot.server = robot.ros1.rospy("navigator", name="/navigator")
    assert await robot.line() == "ready"
    await until(lambda: robot.is_in(GoalPhase.LOST), "that it is lost")
    await until(lambda: robot.state.ready, "the new one")
    await asyncio.sleep(1.0)
    # what was sent before was not kept for it
    assert robot.server.all_lines() == []
    await robot.go()


async def test_one_that_hangs_is_told_to_stop_until_it_is_back(robot: Robot) -> None:
    await robot.ready()
    await robot.go()
    robot.server.send_signal(signal.SIGSTOP)
    await until(lambda: not robot.report.heard, "its silence")
    robot.navigation.stop()
    await asyncio.sleep(1.0)
    assert robot.report.cancelling
    robot.server.send_signal(signal.SIGCONT)
    assert await robot.line() == "called off"
    await until(lambda: robot.is_in(GoalPhase.CANCELLED) and not robot.report.cancelling, "the end")


async def test_who_forbids_commands_has_his_goal_cancelled_and_nothing_announced_any_more(robot: Robot) -> None:
    await robot.ready()
    await robot.go()
    robot.allow(allowed=False)
    assert await robot.line() == "called off"
    await until(lambda: not advertised(robot), "that nothing is announced")


async def test_the_end_of_the_program_cancels_its_own_goal_and_not_that_of_others(robot: Robot) -> None:
    await robot.ready()
    await robot.go()
    began = time.monotonic()
    await robot.session.links.disconnect(robot.uri)
    assert time.monotonic() - began < FAREWELL_S + 1
    assert await robot.line() == "called off"

    robot.uri = robot.session.links.connect(robot.ros1.uri)
    robot.ros1.rospy("other_client", "30")
    assert (await robot.line()).startswith("begun map 30")
    await robot.ready()
    await robot.session.links.disconnect(robot.uri)
    await asyncio.sleep(0.5)
    assert robot.server.all_lines() == []


async def test_where_it_is_is_told_with_the_uncertainty_of_rviz_and_not_while_it_drives(robot: Robot) -> None:
    await robot.ready()
    await until(lambda: robot.state.pose_ready, "who listens")
    assert robot.state.pose_topic == "/initialpose"
    await robot.navigation.set_initial_pose(robot.uri, FlatPose("map", 1.0, -2.0, 0.5))
    assert await robot.line() == "is at map 1.00 -2.00 0.25 0.0685"
    await robot.go()
    with pytest.raises(SessionError, check=says(Ros1Wording.POSE_WHILE_DRIVING)):
        await robot.navigation.set_initial_pose(robot.uri, FAR)


async def test_of_two_servers_one_has_to_be_chosen(robot: Robot) -> None:
    await robot.ready()
    second = robot.ros1.rospy("navigator", "/other/move_base", name="/second")
    assert (await asyncio.to_thread(second.next_line))[1] == "ready\n"
    await until(lambda: len(robot.state.servers) == 2, "both")
    assert robot.state.servers == ("/move_base", "/other/move_base")
    assert (robot.state.server, robot.state.ready) == ("", False)
    robot.navigation.choose_server(robot.uri, "/other/move_base")
    await until(lambda: robot.state.ready, "the other")
    await robot.navigation.set_goal(robot.uri, FAR)
    assert (await asyncio.to_thread(second.next_line))[1].startswith("begun")
    assert robot.server.all_lines() == []
    # the goal of the one before is ended, and STOP is for all of them
    robot.navigation.choose_server(robot.uri, "/move_base")
    assert (await asyncio.to_thread(second.next_line))[1] == "called off\n"
    await until(lambda: robot.state.ready and not robot.state.is_driving, "the first again")
    await robot.go()
    robot.navigation.choose_server(robot.uri, "/other/move_base")
    robot.navigation.stop()
    assert await robot.line() == "called off"
    await until(lambda: not robot.state.is_driving and robot.state.unconfirmed == (), "the end")


async def watched_over(robot: Robot, tmp_path: Path, window: GoalWindow) -> None:
    """Wait until it has set its goal, and its watchdog stands by."""
    assert (await robot.line(60.0)).startswith("begun")
    log = tmp_path / "teledeck" / "goal-watchdog.log"
    await until(lambda: log.exists() and "stands by" in log.read_text(), f"its watchdog, of {window.nodes()}", 60.0)


async def test_the_goal_of_a_window_that_is_killed_is_called_off(
    robot: Robot, goal_window: GoalWindow, tmp_path: Path
) -> None:
    await watched_over(robot, tmp_path, goal_window)
    began = time.monotonic()
    goal_window.kill()
    assert await robot.line() == "called off"
    assert time.monotonic() - began < 5.0
    log = tmp_path / "teledeck" / "goal-watchdog.log"
    await until(lambda: "is confirmed" in log.read_text(), "the end")
    await until(lambda: not goal_window.nodes(), "that nobody is left")


async def test_a_goal_of_another_program_goes_on_when_a_window_is_killed(
    robot: Robot, goal_window: GoalWindow, tmp_path: Path
) -> None:
    await watched_over(robot, tmp_path, goal_window)
    robot.ros1.rospy("other_client", "30")
    assert await robot.line() == "called off"
    assert (await robot.line()).startswith("begun map 30")
    await asyncio.sleep(1.0)
    goal_window.kill()
    await until(lambda: not goal_window.nodes(), "that nobody is left")
    assert robot.server.all_lines() == []


async def test_a_window_that_ends_in_order_has_ended_its_goal_and_leaves_nobody(
    robot: Robot, goal_window: GoalWindow, tmp_path: Path
) -> None:
    await watched_over(robot, tmp_path, goal_window)
    await asyncio.to_thread(goal_window.process.communicate, b"\n", 30)
    assert await robot.line() == "called off"
    await until(lambda: not goal_window.nodes(), "that nobody is left")
    assert "has died" not in (tmp_path / "teledeck" / "goal-watchdog.log").read_text()
    assert robot.server.all_lines() == []


async def test_stop_of_another_teledeck_ends_it_and_the_first_knows(robot: Robot) -> None:
    await robot.ready()
    await robot.go()
    thread = LinkThread()
    thread.start()
    session = Session(thread)
    other = Robot(robot.ros1, session, robot.server)
    await until(lambda: other.state.server == "/move_base", "the action")
    await other.ready()
    await until(lambda: other.report.others == 1, "the goal of the first")
    session.navigation.stop()
    assert await robot.line() == "called off"
    await until(lambda: robot.is_in(GoalPhase.CANCELLED), "that the first knows")
    await until(lambda: not other.report.cancelling and not other.report.others, "the end")
    await session.close()
    thread.stop()


async def test_stop_arrives_by_a_link_that_was_reset(ros1: Ros1) -> None:
    port = free_port()
    async with connected(ros1, port) as robot:
        await robot.ready()
        await robot.go()
        assert await asyncio.to_thread(reset_links, port) >= 2
        began = time.monotonic()
        robot.navigation.stop()
        assert await robot.line() == "called off"
        assert time.monotonic() - began < 4.0
        await until(lambda: robot.is_in(GoalPhase.CANCELLED) and not robot.report.cancelling, "the end")
        await until(lambda: robot.state.ready, "both links")


async def test_stop_arrives_while_roscore_is_gone(own_ros1: Ros1) -> None:
    async with connected(own_ros1) as robot:
        await robot.ready()
        await robot.go()
        own_ros1.kill()
        await asyncio.sleep(1.0)
        robot.navigation.stop()
        assert await robot.line() == "called off"
        await until(lambda: robot.is_in(GoalPhase.CANCELLED) and not robot.report.cancelling, "the end")


async def test_a_server_that_is_started_again_while_stop_is_owed_confirms_it(robot: Robot) -> None:
    await robot.ready()
    await robot.go()
    robot.server.send_signal(signal.SIGSTOP)
    robot.navigation.stop()
    await until(lambda: robot.state.unconfirmed == ("/move_base",), "that it is silent", SILENCE_S + 3)
    robot.server.kill()
    robot.server = robot.ros1.rospy("navigator", name="/navigator")
    assert await robot.line() == "ready"
    await until(lambda: not robot.report.cancelling and robot.state.unconfirmed == (), "that it has none")
    await until(lambda: robot.state.ready, "the new one")
    await robot.go()


async def test_a_goal_that_is_stopped_before_it_comes_is_forgotten_by_the_server_too(robot: Robot) -> None:
    await robot.ready()
    robot.server.send_signal(signal.SIGSTOP)
    await robot.navigation.set_goal(robot.uri, FAR)
    robot.navigation.stop()
    await asyncio.sleep(1.0)
    robot.server.send_signal(signal.SIGCONT)
    # it has it, or has noted that it is to be refused
    await until(lambda: not robot.report.cancelling, "the end", 15.0)
    await until(lambda: not robot.state.is_driving, "that it stands")
    lines = [line.strip() for line in robot.server.all_lines()]
    assert sum(line.startswith("begun") for line in lines) == lines.count("called off")
    await robot.go()


async def test_a_goal_watchdog_that_is_killed_is_started_again_and_the_goal_called_off_with_the_window(
    robot: Robot, goal_window: GoalWindow, tmp_path: Path
) -> None:
    await watched_over(robot, tmp_path, goal_window)
    log = tmp_path / "teledeck" / "goal-watchdog.log"
    (watchdog,) = {int(pid) for pid in re.findall(r"\[(\d+)\]", log.read_text())}
    os.kill(watchdog, signal.SIGKILL)
    await until(lambda: log.read_text().count("stands by") == 2, "another one", 60.0)
    goal_window.kill()
    assert await robot.line() == "called off"
