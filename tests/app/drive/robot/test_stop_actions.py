"""What a profile has done at STOP beside zeros, over a connection that a test plays."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest

from app.config.profile import Profile
from app.drive.control.values import Stage
from app.drive.robot import stop_actions
from app.drive.robot.stop_actions import StopActions
from app.net.errors import LinkError
from app.net.tasks import TaskPool
from tests.fakes.waiting import eventually


class FakePublisher:
    def __init__(self, topic: str) -> None:
        self.topic = topic
        self.said: list[bool] = []

    def publish(self, value: Mapping[str, Any]) -> None:
        self.said.append(value["data"])


class FakeRobot:
    """Both a connection and what it offers beside topics."""

    def __init__(self) -> None:
        self.graph_access: Any = self
        self.failures = 0
        self.done: list[tuple[str, str]] = []
        self.publishers: list[FakePublisher] = []

    def _fail(self) -> None:
        if self.failures:
            self.failures -= 1
            raise LinkError("nobody answers")

    async def call_service(self, name: str, request: Mapping[str, Any], timeout_s: float) -> Mapping[str, Any]:
        assert timeout_s > 0
        self._fail()
        assert request == {}
        self.done.append(("service", name))
        return {}

    async def cancel_goal(self, action: str, goal_id: str, timeout_s: float) -> None:
        assert (goal_id, timeout_s > 0) == ("", True)
        self._fail()
        self.done.append(("goal", action))

    async def advertise(self, name: str, type_name: str, timeout_s: float, *, newest_only: bool) -> FakePublisher:
        assert (type_name, timeout_s > 0, newest_only) == ("std_msgs/Bool", True, True)
        self._fail()
        self.publishers.append(FakePublisher(name))
        return self.publishers[-1]


@pytest.fixture
def robot() -> FakeRobot:
    return FakeRobot()


@pytest.fixture
def entries() -> list[dict[str, object]]:
    return []


@pytest.fixture
async def tasks(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TaskPool]:
    monkeypatch.setattr(stop_actions, "RETRY_S", 0.001)
    monkeypatch.setattr(stop_actions, "LOCK_EVERY_S", 0.001)
    tasks = TaskPool("test")
    yield tasks
    await tasks.cancel()


def actions(robot: FakeRobot, tasks: TaskPool, **profile: str) -> StopActions:
    anything: Any = robot
    return StopActions(anything, Profile(**profile), tasks)  # type: ignore[arg-type]


async def test_a_service_is_called_and_goals_are_cancelled_once_at_each_stop(
    robot: FakeRobot, tasks: TaskPool, entries: list[dict[str, object]]
) -> None:
    made = actions(robot, tasks, stop_service="/brake", stop_goal="/move_base")

    for stage in (Stage.ARMED, Stage.STOPPED, Stage.STOPPED):
        made.observe_stage(stage, entries.append)
    await eventually(lambda: len(entries) == 2)

    assert sorted(robot.done) == [("goal", "/move_base"), ("service", "/brake")]
    made.observe_stage(Stage.DISARMED, entries.append)
    made.observe_stage(Stage.STOPPED, entries.append)
    await eventually(lambda: len(robot.done) == 4)
    assert all(entry["done"] for entry in entries)


async def test_a_lock_is_renewed_while_stop_is_latched_and_taken_back_when_it_is_cleared(
    robot: FakeRobot, tasks: TaskPool, entries: list[dict[str, object]]
) -> None:
    made = actions(robot, tasks, lock_topic="/e_stop")
    made.observe_stage(Stage.DISARMED, entries.append)
    assert robot.publishers == []

    made.observe_stage(Stage.STOPPED, entries.append)
    await eventually(lambda: robot.publishers and len(robot.publishers[0].said) > 3)
    made.use_profile(Profile(lock_topic="/other"))
    made.observe_stage(Stage.STOPPING, entries.append)
    await eventually(lambda: not robot.publishers[0].said[-1])

    assert set(robot.publishers[0].said[:-1]) == {True}
    await eventually(lambda: entries[-1] == {"unlock": "/e_stop", "done": True})
    made.observe_stage(Stage.STOPPED, entries.append)
    await eventually(lambda: len(robot.publishers) == 2)
    assert robot.publishers[1].topic == "/other"


async def test_what_fails_is_tried_again(robot: FakeRobot, tasks: TaskPool, entries: list[dict[str, object]]) -> None:
    robot.failures = stop_actions.ATTEMPTS - 1
    made = actions(robot, tasks, stop_service="/brake")

    made.observe_stage(Stage.STOPPED, entries.append)

    await eventually(lambda: entries)
    assert entries == [{"stop service": "/brake", "done": True}]


@pytest.mark.expects_log("at STOP, /brake could not be done: nobody answers")
async def test_what_fails_again_and_again_is_told(
    robot: FakeRobot, tasks: TaskPool, entries: list[dict[str, object]]
) -> None:
    robot.failures = stop_actions.ATTEMPTS
    made = actions(robot, tasks, stop_service="/brake")

    made.observe_stage(Stage.STOPPED, entries.append)

    await eventually(lambda: entries)
    assert entries == [{"stop service": "/brake", "done": False, "words": "nobody answers"}]


@pytest.mark.expects_log("could not be done")
async def test_a_lock_is_tried_for_as_long_as_stop_is_latched(
    robot: FakeRobot, tasks: TaskPool, entries: list[dict[str, object]]
) -> None:
    robot.failures = 3 * stop_actions.ATTEMPTS
    made = actions(robot, tasks, lock_topic="/e_stop")

    made.observe_stage(Stage.STOPPED, entries.append)

    await eventually(lambda: robot.publishers and robot.publishers[0].said)


@pytest.mark.expects_log("no services")
async def test_a_robot_without_services_is_told_of_once(
    robot: FakeRobot, tasks: TaskPool, entries: list[dict[str, object]]
) -> None:
    robot.graph_access = None
    made = actions(robot, tasks, stop_service="/brake")

    made.observe_stage(Stage.STOPPED, entries.append)

    await eventually(lambda: entries)
    assert not entries[0]["done"]


async def test_a_profile_without_any_does_nothing(robot: FakeRobot, tasks: TaskPool) -> None:
    made = actions(robot, tasks)

    made.observe_stage(Stage.STOPPED, lambda entry: pytest.fail(f"{entry}"))

    assert tasks._tasks == set()
