"""Poses, scans, maps and transforms by hand: a schema whose messages are numbers of values."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from app.model.messages.geometry import Transform
from app.model.messages.values import Grid, GridUpdate, Polyline, Pose, Scan, Transforms, Twist
from app.model.schema import DecodeError, Payload, Role, Schema
from app.model.topics import TopicInfo, TopicKey
from tests.fakes.session import URI, FakeSession, JsonSchema


class GeometrySchema(JsonSchema):
    """A message is the number of a value; an error among them is raised."""

    def __init__(self, role: Role, *values: object, also: Sequence[Role] = ()) -> None:
        super().__init__(f"test.{role.name}", roles=[role, *also])
        self.values = list(values)

    def read(self, role: Role, payload: Payload) -> object:
        assert role in self.roles()
        value = self.values[int(bytes(payload))]
        if isinstance(value, DecodeError):
            raise value
        return value


def add_topic(session: FakeSession, name: str, schema: Schema, connection: str = URI) -> TopicKey:
    """Make a topic of any schema."""
    key = TopicKey(connection, name)
    topic = session.topics.store.get_or_create(key)
    topic.info, topic.schema = TopicInfo(name, schema.name, 1, 0), schema
    session.topics.store.touch()
    return key


def pose(x: float = 0.0, y: float = 0.0, yaw: float = 0.0, frame: str = "map", name: str = "", **more: object) -> Pose:
    """A pose on the floor."""
    return Pose(Transform.from_xy_yaw(x, y, yaw), frame, name, **more)  # type: ignore[arg-type] # stamp and velocity


def scan(*ranges: float, frame: str = "map", stamp_ns: int | None = None) -> Scan:
    """A scan to the left, from straight on by quarters."""
    return Scan(memoryview(array("f", ranges)), 0.0, 1.5707963267948966, 0.1, 10.0, frame, stamp_ns=stamp_ns)


def grid(width: int = 4, height: int = 3, frame: str = "map", cells: bytes | None = None) -> Grid:
    """A map whose cells are half a metre, from the origin on."""
    return Grid(width, height, 0.5, memoryview(cells or bytes(width * height)), frame)


def grid_update(x: int, y: int, width: int, height: int) -> GridUpdate:
    """A part of a map where something is."""
    return GridUpdate(x, y, width, height, memoryview(bytes([100]) * (width * height)))


def path(*points: tuple[float, float], frame: str = "map") -> Polyline:
    """A path."""
    return Polyline(points, frame)


def transforms(*poses: Pose) -> Transforms:
    """Where frames stand."""
    return Transforms(poses)


def moving(speed_m_s: float) -> Twist:
    """Straight on."""
    return Twist((speed_m_s, 0.0, 0.0), (0.0, 0.0, 0.0))
