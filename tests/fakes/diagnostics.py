"""Diagnostics of a ROS 1 robot: at first all is well, then it is not."""

from __future__ import annotations

from typing import Final

from app.model.messages.values import DiagnosticLevel, Diagnostics, DiagnosticStatus
from app.model.schema import Role
from app.model.topics import TopicKey
from tests.fakes.deliveries import delivery
from tests.fakes.geometry import GeometrySchema, add_topic
from tests.fakes.ros_robot import ROBOT
from tests.fakes.session import FakeSession

SECOND_NS: Final = 1_000_000_000
TOPIC: Final = TopicKey(ROBOT, "/diagnostics")
AGGREGATED: Final = TopicKey(ROBOT, "/diagnostics_agg")
OK, WARN, ERROR, STALE = DiagnosticLevel

_VALUES: Final = (("voltage", "21.4 V"), ("charge", "18 %"), ("temperature", "31 °C"))
GOOD: Final = Diagnostics(
    (
        DiagnosticStatus("/Base/rover: Battery", OK, "Good", "rover-7", _VALUES),
        DiagnosticStatus("/Base/rover: Motor left", OK, "Running", "motor-1"),
        DiagnosticStatus("/Base/rover: Motor right", OK, "Running", "motor-2"),
        DiagnosticStatus("/Sensors/hokuyo: Connection", OK, "Connected", "H1204"),
        DiagnosticStatus("/Sensors/camera driver: Frames", OK, "30.1 Hz", "C920"),
        DiagnosticStatus("/Sensors/gps: Fix", OK, "3D fix", "ublox"),
    )
)
WORSE: Final = Diagnostics(
    (
        DiagnosticStatus("/Base/rover: Battery", WARN, "Low", "rover-7", _VALUES),
        DiagnosticStatus("/Base/rover: Motor left", ERROR, "Overcurrent: 14.2 A", "motor-1", (("current", "14.2 A"),)),
        DiagnosticStatus("/Base/rover: Motor right", OK, "Running", "motor-2"),
        DiagnosticStatus("/Sensors/hokuyo: Connection", STALE, "No answer", "H1204"),
        DiagnosticStatus("/Sensors/camera driver: Frames", OK, "29.8 Hz", "C920"),
    )
)


def add_diagnostics(session: FakeSession, key: TopicKey = TOPIC) -> GeometrySchema:
    """Let the robot have a topic with diagnostics."""
    schema = GeometrySchema(Role.DIAGNOSTICS)
    add_topic(session, key.topic, schema, key.connection)
    return schema


def send_diagnostics(session: FakeSession, told: object, received_ns: int, key: TopicKey = TOPIC) -> None:
    """Send diagnostics to all who listen; an error among them is raised when they are read."""
    topic = session.topics.store.get(key)
    assert topic is not None
    schema = topic.schema
    assert isinstance(schema, GeometrySchema)
    schema.values.append(told)
    sent = delivery(str(len(schema.values) - 1).encode(), schema=schema, received_ns=received_ns)
    topic.receive(sent)
    for (_, listened), sink in tuple(session.topics.sinks.items()):
        if listened == key:
            sink(sent)
