"""The positions of free axes, out of a store that a test fills."""

from __future__ import annotations

import asyncio
import struct
from typing import Any

import pytest

from app.config.profile import FreeAxis, Profile
from app.drive.robot.axis_positions import AxisPositions
from app.drive.robot.odometry import FRESH_FOR_S
from app.model.topics import TopicInfo, TopicKey, TopicStore
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
from tests.fakes.deliveries import delivery

LIFT = FreeAxis("lift", measured_topic="lift/position")
SPEED = FreeAxis("tilt", field="linear.z")


class FakeConnection:
    id = "ros1://robot"

    def resolve(self, name: str) -> str:
        return "/" + name.lstrip("/")


@pytest.fixture
def store() -> TopicStore:
    store = TopicStore()
    store.update(FakeConnection.id, [TopicInfo("/lift/position", "std_msgs/Float64", 1, 0)])
    return store


def positions(store: TopicStore, *axes: FreeAxis) -> AxisPositions:
    anything: Any = FakeConnection()
    return AxisPositions(anything, store, Profile(axes=axes))


def tell(store: TopicStore, value: float, age_s: float = 0.0) -> None:
    topic = store.get(TopicKey(FakeConnection.id, "/lift/position"))
    message = find_message("std_msgs/Float64")
    assert topic is not None
    assert message is not None
    arrived_s = asyncio.get_running_loop().time() - age_s
    topic.receive(delivery(struct.pack("<d", value), schema=Ros1Schema(message), arrived_s=arrived_s))


async def test_the_newest_value_is_the_position_as_long_as_it_is_fresh(store: TopicStore) -> None:
    found = positions(store, SPEED, LIFT)
    assert found.wanted == {"lift/position": False}
    assert found.newest(1) is None
    tell(store, 0.2)
    tell(store, 0.3)
    assert (found.newest(0), found.newest(1), found.newest(2)) == (None, 0.3, None)

    tell(store, 0.4, FRESH_FOR_S + 0.1)

    assert found.newest(1) is None


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
async def test_what_is_no_number_is_no_position(store: TopicStore, value: float) -> None:
    found = positions(store, LIFT)
    tell(store, value)

    assert found.newest(0) is None


async def test_a_field_that_is_not_there_tells_no_position(store: TopicStore) -> None:
    found = positions(store, FreeAxis("lift", measured_topic="lift/position", measured_field="height"))
    tell(store, 0.2)

    assert found.newest(0) is None


async def test_what_another_process_has_measured_goes_before_and_ends_with_another_profile(store: TopicStore) -> None:
    found = positions(store, LIFT)
    found.told = (0.1,)
    tell(store, 0.3)
    assert found.newest(0) == 0.1

    assert not found.use_profile(Profile(axes=(LIFT,)))
    assert found.newest(0) == 0.3
    assert found.use_profile(Profile())
    assert found.newest(0) is None
