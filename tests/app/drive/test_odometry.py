"""How the robot says that it moves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest

from app.drive import odometry
from app.drive.odometry import Odometry, find
from app.drive.values import Velocity
from app.model.topic_store import TopicInfo, TopicKey, TopicStore
from app.net.errors import LinkError
from app.net.tasks import TaskPool
from protocols.buffer import FrameBatch
from protocols.ros1.schema import Ros1Schema
from protocols.ros1.standard_types import find_message
from tests.fakes.waiting import eventually

ODOMETRY = "nav_msgs/Odometry"


def test_the_usual_topic_goes_first_and_one_that_nobody_publishes_is_none() -> None:
    infos = [TopicInfo("/a", ODOMETRY, 1), TopicInfo("/odom", ODOMETRY, 1), TopicInfo("/b", "nav_msgs/Path", 1)]

    assert find(infos) == "/odom"
    assert find(infos[:1]) == "/a"
    assert find([TopicInfo("/odom", ODOMETRY, 0, 1)]) == ""


class FakeConnection:
    id = "ros1://robot"

    def __init__(self) -> None:
        self.infos: list[TopicInfo] = []
        self.wanted: Mapping[str, bool] = {}

    async def list_topics(self, timeout_s: float) -> list[TopicInfo]:
        del timeout_s
        if not self.infos:
            raise LinkError("not yet")
        return self.infos

    def set_wanted(self, names: Mapping[str, bool]) -> None:
        self.wanted = names


@pytest.fixture
async def tasks(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TaskPool]:
    monkeypatch.setattr(odometry, "LOOK_INTERVAL_S", 0.01)
    tasks = TaskPool("test")
    yield tasks
    await tasks.cancel()


async def test_the_newest_message_is_read_until_it_is_old(tasks: TaskPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odometry, "FRESH_S", 1000.0)
    connection: Any = FakeConnection()
    store = TopicStore()
    told: Any = Odometry(connection, store)
    told.start(tasks)
    await asyncio.sleep(0.05)
    assert [told.measured] == [None]
    connection.infos = [TopicInfo("/odom", ODOMETRY, 1)]
    await eventually(lambda: connection.wanted == {"/odom": False})
    message = find_message(ODOMETRY)
    assert message is not None
    topic = store.topic(TopicKey(connection.id, "/odom"))
    from app.connections.ros1.meaning import READERS

    topic.schema = schema = Ros1Schema(message, READERS[ODOMETRY])
    zero = {"x": 0.0, "y": 0.0, "z": 0.0}

    def come(v: float) -> None:
        twist = {"linear": {**zero, "x": v}, "angular": {**zero, "z": -0.5}}
        payload = schema.encode({"twist": {"twist": twist}})
        batch = FrameBatch(payload, (0,), (len(payload),), len(payload))
        topic.receive(batch, asyncio.get_running_loop().time(), time.time_ns())

    come(0.25)
    assert told.measured == Velocity(0.25, -0.5)
    come(float("nan"))
    assert [told.measured] == [None]
    come(0.5)
    assert told.measured == Velocity(0.5, -0.5)

    monkeypatch.setattr(odometry, "FRESH_S", -1.0)
    assert [told.measured] == [None]
