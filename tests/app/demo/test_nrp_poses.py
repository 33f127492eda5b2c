"""One rover, whichever way one looks at it: its pose on every protocol, read by the program's own connections."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from app.config.run_settings import Settings
from app.connections.base import Connection
from app.connections.gazebo.connection import open_connection as open_gazebo
from app.connections.nrp.connection import open_connection as open_nrp
from app.connections.ros1.connection import open_connection as open_ros1
from app.demo.nrp_packs import LINK, MODEL
from app.demo.serve import DemoServer
from app.demo.simulation import BODY_HEIGHT
from app.model.messages.geometry import Transform
from app.model.messages.values import Pose, Poses, Transforms
from app.model.topics import Topic
from protocols.schema import Role
from tests.fakes.station import ConnectionStation
from tests.fakes.waiting import eventually

WITHIN = 1e-6
GAZEBO_POSES, ROS1_FRAMES = "/gazebo/default/pose/info", "/tf"
# all feeds that tell poses are due at once then
TICKS = 5

Look = Callable[[], Transform]


def seen(topic: Topic, role: Role) -> object:
    """The newest message in a role."""
    message = topic.newest
    assert message is not None
    assert message.schema is not None
    return message.schema.read(role, message.payload)


def of_gazebo(topic: Topic) -> Transform:
    poses = seen(topic, Role.POSE)
    assert isinstance(poses, Poses)
    return next(pose.transform for pose in poses.poses if pose.name == "rover")


def of_ros1(topic: Topic) -> Transform:
    frames = seen(topic, Role.TRANSFORMS)
    assert isinstance(frames, Transforms)
    steps = {(pose.frame, pose.name): pose.transform for pose in frames.poses}
    # its base is the floor below the body
    body = Transform((0.0, 0.0, BODY_HEIGHT))
    return steps["map", "odom"].compose(steps["odom", "base_link"]).compose(body)


def of_nrp(topic: Topic) -> Transform:
    pose = seen(topic, Role.POSE)
    assert isinstance(pose, Pose)
    return pose.transform


@pytest.fixture
async def looks(demo: DemoServer) -> AsyncIterator[dict[str, Look]]:
    """The pose as each protocol says it."""
    uris = demo.uris
    ways: dict[str, tuple[Callable[..., Connection], str, str, Callable[[Topic], Transform]]] = {
        "gazebo": (open_gazebo, uris["gazebo"], GAZEBO_POSES, of_gazebo),
        "ros1": (open_ros1, uris["ros1"], ROS1_FRAMES, of_ros1),
        "grpc model": (open_nrp, uris["nrp+grpc"], MODEL, of_nrp),
        "grpc link": (open_nrp, uris["nrp+grpc"], LINK, of_nrp),
        "json link": (open_nrp, uris["nrp+json"], LINK, of_nrp),
    }
    looks: dict[str, Look] = {}
    async with AsyncExitStack() as stack:
        for way, (open_connection, uri, topic, read) in ways.items():
            station = ConnectionStation(open_connection, uri, Settings())
            stack.push_async_callback(station.connection.close)
            station.connection.start()
            await station.reach("connected")
            station.want(topic)
            await station.get(topic)
            looks[way] = _look(station, topic, read)
        yield looks


def _look(station: ConnectionStation[Any], topic: str, read: Callable[[Topic], Transform]) -> Look:
    return lambda: read(station.topic(topic))


def apart(one: Transform, other: Transform) -> float:
    """By how much two places differ: in metres, and in the numbers of their rotations, which have two signs."""
    sign = math.copysign(1.0, sum(a * b for a, b in zip(one.rotation, other.rotation, strict=True)))
    turns = (abs(a - sign * b) for a, b in zip(one.rotation, other.rotation, strict=True))
    return max(math.dist(one.translation_m, other.translation_m), *turns)


async def test_at_every_step_all_protocols_say_the_same_pose(demo: DemoServer, looks: dict[str, Look]) -> None:
    demo.simulation.paused = True
    # round a circle, so that every rotation comes by
    demo.simulation.drive(0.6, 1.5)
    for _ in range(100):
        demo.simulation.tick()
        while demo.simulation.ticks % TICKS:
            demo.simulation.tick()
        demo.on_tick()
        pose = demo.simulation.rover.pose
        true = Transform.from_xy_yaw(pose.x, pose.y, pose.yaw).compose(Transform((0.0, 0.0, BODY_HEIGHT)))

        def all_say_it(true: Transform = true) -> bool:
            return all(apart(look(), true) <= WITHIN for look in looks.values())

        await eventually(all_say_it)
