"""What the demo robot says, by its real messages: all of it lies where its world is."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from app.connections.gazebo.converters import READERS as GAZEBO_READERS
from app.connections.ros1.converters import READERS as ROS1_READERS
from app.demo.gazebo_messages import GazeboMessages
from app.demo.ros1_messages import Ros1Messages
from app.demo.scenery import SCENE_OBJECTS
from app.demo.shapes import Box
from app.demo.simulation import SENSOR_HEIGHT, TICKS_PER_S, Simulation
from app.ui.top_view.cells import OCCUPIED
from app.ui.top_view.panel import TopViewPanel
from app.ui.top_view.scene import GridItem, PointsItem, PoseItem
from app.ui.top_view.topics import default_topics
from app.ui.top_view.viewport import apply_affine
from protocols.gazebo.message_types import schema_for
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
from protocols.schema import Schema
from tests.fakes.geometry import add_topic
from tests.fakes.session import URI, FakeSession

TALL = [thing for thing in SCENE_OBJECTS if thing.height > SENSOR_HEIGHT]

Say = Callable[[], None]


def ros1_robot(session: FakeSession, simulation: Simulation) -> Say:
    messages = Ros1Messages(simulation, lambda: 5_000_000_000 + simulation.ticks * 10_000_000)
    schemas: dict[str, Ros1Schema] = {}
    for feed in messages.feeds():
        found = find_message(feed.msg_type)
        assert found is not None
        schemas[feed.topic] = Ros1Schema(found, ROS1_READERS.get(feed.msg_type, {}))
        add_topic(session, feed.topic, schemas[feed.topic])

    def say() -> None:
        for feed in messages.feeds():
            session.receive(feed.topic, schemas[feed.topic].encode(feed.make()))

    return say


def gazebo_robot(session: FakeSession, simulation: Simulation) -> Say:
    messages = GazeboMessages(simulation)
    for feed in messages.feeds():
        schema: Schema = schema_for(feed.msg_type, GAZEBO_READERS.get(feed.msg_type, {}))
        add_topic(session, feed.topic, schema)

    def say() -> None:
        for feed in messages.feeds():
            session.receive(feed.topic, feed.make())

    return say


ROBOTS = pytest.mark.parametrize("robot", [ros1_robot, gazebo_robot])


def look(panel: TopViewPanel, session: FakeSession, say: Say) -> None:
    say()
    for _ in range(20):
        session.now += 0.02
        panel.refresh(session.now)


def stands_in_something(x: float, y: float, reach_m: float) -> bool:
    return any(thing.shape.overlaps(Box(x, y, reach_m, reach_m)) for thing in TALL)


@ROBOTS
def test_robot_scan_and_walls_lie_where_they_are(
    robot: Callable[[FakeSession, Simulation], Say], panel: TopViewPanel, session: FakeSession
) -> None:
    simulation = Simulation(seed=5)
    say = robot(session, simulation)
    panel.add_defaults(URI)
    for linear, angular in ((0.0, 0.6), (0.4, 0.3), (0.3, -0.5)):
        simulation.drive(linear, angular)
        for _ in range(TICKS_PER_S):
            simulation.tick()
        look(panel, session, say)
    scene = panel.canvas.scene
    assert scene.unplaced == {}

    assert scene.robot is not None
    true = simulation.rover.pose
    # its odometry drifts, and over transforms that is undone
    assert math.hypot(scene.robot.x - true.x, scene.robot.y - true.y) < 0.05
    assert scene.robot.yaw_rad == pytest.approx(true.yaw, abs=0.05)

    (points,) = [item for item in scene.items if isinstance(item, PointsItem)]
    hits = [apply_affine(points.plane, float(x), float(y)) for x, y in points.points]
    assert len(hits) > 200
    near = [stands_in_something(x, y, 0.12) for x, y in hits]
    assert sum(near) > 0.98 * len(near)


def test_the_map_shows_what_stands_there(panel: TopViewPanel, session: FakeSession) -> None:
    say = ros1_robot(session, Simulation(seed=5))
    panel.add_defaults(URI)
    look(panel, session, say)

    (item,) = [item for item in panel.canvas.scene.items if isinstance(item, GridItem)]
    grid = item.cells.grid
    seen = item.cells.visible_image((1, 0, 0, 1, 0, 0), (grid.width, grid.height), np.arange(256, dtype=np.uint32))
    assert seen is not None
    rows, columns = np.nonzero(seen.pixels == OCCUPIED)
    assert len(rows) > 1000
    for row, column in list(zip(rows, columns, strict=True))[::37]:
        x, y = apply_affine(item.plane, float(column) + 0.5, float(row) + 0.5)
        assert stands_in_something(x, y, grid.resolution_m)


@ROBOTS
def test_a_positive_turn_is_one_to_the_left(
    robot: Callable[[FakeSession, Simulation], Say], panel: TopViewPanel, session: FakeSession
) -> None:
    simulation = Simulation(seed=5)
    say = robot(session, simulation)
    panel.add_defaults(URI)
    look(panel, session, say)
    before = panel.canvas.scene.robot
    simulation.drive(0.0, 0.8)
    for _ in range(TICKS_PER_S):
        simulation.tick()
    look(panel, session, say)
    after = panel.canvas.scene.robot
    assert before is not None
    assert after is not None

    assert 0.3 < after.yaw_rad - before.yaw_rad < 1.2
    # what is ahead of it, at first to the right, is seen further up now
    view = panel.canvas.viewport
    tip = view.to_view(after.x + math.cos(after.yaw_rad), after.y + math.sin(after.yaw_rad))
    assert tip[1] < view.to_view(after.x, after.y)[1] - 5


@ROBOTS
def test_a_robot_that_drives_has_a_trail_and_a_speed(
    robot: Callable[[FakeSession, Simulation], Say], panel: TopViewPanel, session: FakeSession
) -> None:
    simulation = Simulation(seed=5)
    say = robot(session, simulation)
    panel.add_defaults(URI)
    simulation.drive(0.5, 0.0)
    for _ in range(15):
        for _ in range(10):
            simulation.tick()
        look(panel, session, say)

    (item,) = [item for item in panel.canvas.scene.items if isinstance(item, PoseItem)]
    assert len(item.trail) > 5
    assert item.followed
    assert item.speed_m_s == pytest.approx(simulation.rover.measured.linear, abs=0.1)
    assert item.ring_m == pytest.approx(item.speed_m_s**2 / 1.6)


def test_one_begins_with_what_tells_where_the_robot_is_and_what_it_sees(session: FakeSession) -> None:
    gazebo_robot(session, Simulation())
    topics = [key.topic.removeprefix("/gazebo/default/rover/") for key in default_topics(session.topics, URI)]

    assert topics == ["chassis/laser/scan", "velocity", "odom"]
