from __future__ import annotations

import asyncio

import pytest

from app.model.status import ConnectionState
from app.session.connection_info import ConnectionInfo
from app.session.errors import SessionError
from app.ui.robot.robot_panel import RobotPanel
from app.wording.ui.robot import RobotWording
from tests.app.ui.robot.conftest import Surroundings
from tests.fakes.ros_robot import ROBOT
from tests.fakes.session import URI
from tests.tools.sentences import shows


class Panel(RobotPanel):
    """Shows nothing, and notes what it is told."""

    forgotten = 0
    locks = 0

    def no_content_text(self, name: str) -> tuple[str, str]:
        return f"{name} has none", "Take another."

    def robot_changed(self) -> None:
        self.forgotten += 1

    def refresh_robot(self, info: ConnectionInfo, now: float) -> None:
        del info, now
        self.show_body()

    def show_lock(self) -> None:
        self.locks += 1


@pytest.fixture
def panel(robot: Surroundings) -> Panel:
    panel = Panel(robot.tools.robot_tools, "robot", robot.window)
    panel.show()
    panel.refresh(0.0)
    return panel


async def test_it_follows_the_robot_in_view(panel: Panel, robot: Surroundings) -> None:
    assert (panel.connection, panel.body.isVisible(), panel.forgotten) == (ROBOT, True, 1)
    assert panel.name.isHidden() or not panel.name.isVisible()

    robot.session.set_state(ConnectionState.CONNECTED, connection=URI)
    robot.tools.preferences.set_robot_name(URI, "Yard")
    robot.current = URI
    panel.refresh(0.0)
    assert (panel.connection, panel.forgotten) == (URI, 2)
    assert (panel.nothing.title, panel.nothing.hint) == ("Yard has none", "Take another.")
    assert panel.name.isVisible()
    assert panel.name.text() == "Yard"


async def test_without_a_robot_it_says_what_to_do(panel: Panel, robot: Surroundings) -> None:
    robot.session.links.infos.clear()
    robot.session.links.note_change()
    robot.current = None
    panel.refresh(0.0)

    assert panel.connection is None
    assert panel.nothing.title == RobotWording.NO_ROBOT()
    assert not panel.allowed


async def test_what_can_not_be_done_is_said_until_something_is_or_it_is_dismissed(panel: Panel) -> None:
    async def fail(connection: str) -> None:
        raise SessionError(f"{connection} is tired", "Let it sleep.")

    async def succeed(connection: str) -> None:
        del connection

    panel.run(fail, "fail")
    await asyncio.sleep(0)
    assert panel.error_notice.isVisible()
    assert panel.error_notice.texts[2:] == (f"{ROBOT} is tired", "Let it sleep.")
    panel.run(succeed, "succeed")
    await asyncio.sleep(0)
    assert not panel.error_notice.isVisible()

    panel.run(fail, "fail")
    await asyncio.sleep(0)
    panel.error_notice.button.click()
    assert not panel.error_notice.isVisible()


async def test_what_one_robot_could_not_do_is_not_said_of_another(panel: Panel, robot: Surroundings) -> None:
    gate = asyncio.Event()

    async def fail_late(connection: str) -> None:
        await gate.wait()
        raise SessionError(f"{connection} is tired")

    panel.run(fail_late, "fail")
    await asyncio.sleep(0)
    robot.session.set_state(ConnectionState.CONNECTED, connection=URI)
    robot.current = URI
    panel.refresh(0.0)
    gate.set()
    await asyncio.sleep(0)

    assert not panel.error_notice.isVisible()


async def test_a_lock_that_changes_is_shown(panel: Panel, robot: Surroundings) -> None:
    before = panel.locks
    robot.allow()

    assert panel.locks == before + 1
    assert panel.allowed
    assert panel.locked_tip("Call it") == "Call it"
    robot.allow()
    assert shows(panel.locked_tip("Call it"), RobotWording.ALLOW_FIRST)


async def test_a_robot_that_is_not_reached_gives_its_reason(panel: Panel, robot: Surroundings) -> None:
    info = robot.tools.robot.connections[0]
    panel.show_waiting(info, "No parameters yet")
    assert panel.nothing.hint == RobotWording.ASKED_FOR()

    robot.session.set_state(ConnectionState.LOST, "The master is gone", connection=ROBOT)
    panel.show_waiting(robot.tools.robot.connections[0], "No parameters yet")
    assert panel.nothing.hint == "The master is gone"
