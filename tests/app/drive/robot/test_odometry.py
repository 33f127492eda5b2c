"""How the robot says that it moves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest

from app.drive.control.values import Velocity
from app.drive.robot import odometry
from app.drive.robot.odometry import Odometry, find_odometry_topic
from app.model.topics import TopicInfo, TopicKey, TopicStore
from app.net.errors import LinkError
from app.net.tasks import TaskPool
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
from tests.fakes.deliveries import delivery
from tests.fakes.waiting import eventually

ODOMETRY = "nav_msgs/Odometry"


def test_the_usual_topic_goes_first_and_one_that_nobody_publishes_is_none() -> None:
    infos = [TopicInfo("/a", ODOMETRY, 1), TopicInfo("/odom", ODOMETRY, 1), TopicInfo("/b", "nav_msgs/Path", 1)]

    assert find_odometry_topic("ros1", "/cmd_vel", infos) == "/odom"
    assert find_odometry_topic("ros1", "/cmd_vel", infos[:1]) == "/a"
    assert find_odometry_topic("ros1", "/cmd_vel", [TopicInfo("/odom", ODOMETRY, 0, 1)]) == ""


def test_of_several_robots_it_is_that_of_the_one_that_takes_the_commands() -> None:
    infos = [TopicInfo(name, ODOMETRY, 1) for name in ("/first/odom", "/odom", "/second/base/odom", "/second/camera")]

    assert find_odometry_topic("ros1", "/second/base/cmd_vel", infos) == "/second/base/odom"
    assert find_odometry_topic("ros1", "/first/cmd_vel", infos) == "/first/odom"
    assert find_odometry_topic("ros1", "/third/cmd_vel", infos) == "/odom"


def test_on_gazebo_it_is_a_velocity_beside_the_commands_and_no_command() -> None:
    commands = "/gazebo/default/rover/vel_cmd"
    names = ("other/velocity", "rover/wheel/velocity", "rover/cmd_vel", "rover/vel_cmd")
    infos = [TopicInfo(f"/gazebo/default/{name}", "gazebo.msgs.Twist", 1) for name in names]
    assert find_odometry_topic("gazebo", commands, infos) == ""

    told = TopicInfo("/gazebo/default/rover/velocity", "gazebo.msgs.Twist", 1)
    assert find_odometry_topic("gazebo", commands, [*infos, told]) == told.name


def test_galileo_robots_tell_it_in_their_status_which_none_of_them_lists() -> None:
    assert find_odometry_topic("galileo", "cmd_vel", []) == "galileo/status"


class FakeConnection:
    id = "ros1://robot"

    def __init__(self) -> None:
        self.infos: list[TopicInfo] = []

    async def list_topics(self, timeout_s: float) -> list[TopicInfo]:
        del timeout_s
        if not self.infos:
            raise LinkError("not yet")
        return self.infos


@pytest.fixture
async def tasks(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TaskPool]:
    monkeypatch.setattr(odometry, "LOOK_INTERVAL_S", 0.01)
    tasks = TaskPool("test")
    yield tasks
    await tasks.cancel()


async def test_the_newest_message_is_read_until_it_is_old(tasks: TaskPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odometry, "FRESH_FOR_S", 1000.0)
    connection: Any = FakeConnection()
    store = TopicStore()
    changes: list[Mapping[str, bool]] = []
    told: Any = Odometry(connection, store, "ros1", lambda: changes.append(told.wanted))
    told.look_for_topic("/cmd_vel", tasks)
    await asyncio.sleep(0.05)
    assert told.newest_velocity() == (None, 0.0)
    assert told.wanted == {}
    connection.infos = [TopicInfo("/odom", ODOMETRY, 1)]
    await eventually(lambda: changes == [{"/odom": False}])
    message = find_message(ODOMETRY)
    assert message is not None
    topic = store.get_or_create(TopicKey(connection.id, "/odom"))
    from app.connections.ros1.converters import READERS

    schema = Ros1Schema(message, READERS[ODOMETRY])
    zero = {"x": 0.0, "y": 0.0, "z": 0.0}

    def come(v: float) -> None:
        twist = {"linear": {**zero, "x": v}, "angular": {**zero, "z": -0.5}}
        payload = schema.encode({"twist": {"twist": twist}})
        arrived_s = asyncio.get_running_loop().time()
        topic.receive(delivery(payload, schema=schema, arrived_s=arrived_s, received_ns=time.time_ns()))

    come(0.25)
    assert told.newest_velocity()[0] == Velocity(0.25, -0.5)
    come(float("nan"))
    assert told.newest_velocity()[0] is None
    come(0.5)
    await asyncio.sleep(0.05)
    measured, age_s = told.newest_velocity()
    assert measured == Velocity(0.5, -0.5)
    assert 0.05 <= age_s < 10.0

    monkeypatch.setattr(odometry, "FRESH_FOR_S", -1.0)
    assert told.newest_velocity() == (None, 0.0)

    told.look_for_topic("/other/cmd_vel", tasks)
    monkeypatch.setattr(odometry, "FRESH_FOR_S", 1000.0)
    assert told.newest_velocity() == (None, 0.0)


async def test_a_velocity_that_is_told_with_a_pose_is_one_too(tasks: TaskPool) -> None:
    connection: Any = FakeConnection()
    connection.infos = [TopicInfo("galileo/status")]
    store = TopicStore()
    told = Odometry(connection, store, "galileo", lambda: None)
    told.look_for_topic("cmd_vel", tasks)
    await eventually(lambda: told.wanted == {"galileo/status": False})
    from app.connections.galileo.converters import readers_for
    from protocols.galileo.json_schema import JsonSchema

    payload = b'{"currentPosX":1,"currentPosY":2,"currentAngle":0,"currentSpeedX":0.2,"currentSpeedTheta":-0.1}'
    topic = store.get_or_create(TopicKey(connection.id, "galileo/status"))
    shape = JsonSchema("").widened(payload)
    schema = JsonSchema("", readers_for(shape)).widened(payload)
    topic.receive(delivery(payload, schema=schema, arrived_s=asyncio.get_running_loop().time()))

    assert told.newest_velocity()[0] == Velocity(0.2, -0.1)
