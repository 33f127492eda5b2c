"""A session that looks like one with a rover, for pictures of the window and for tests that need a lot of it."""

from __future__ import annotations

import math

from app.model.alerts import Alert, Severity
from app.model.schema import Field, FieldKind
from app.model.status import ConnectionState
from app.wording.connections import GazeboWording, LinkWording
from protocols.gazebo.wording import GazeboWireWording
from tests.fakes.session import URI, FakeSession, JsonSchema

_XYZ = tuple(Field(name, FieldKind.FLOAT, "double") for name in "xyz")

_TYPES = {
    "gazebo.msgs.IMU": (
        Field("stamp", FieldKind.MESSAGE, "gazebo.msgs.Time"),
        Field("entity_name", FieldKind.STRING, "string"),
        Field("orientation", FieldKind.MESSAGE, "gazebo.msgs.Quaternion"),
        Field("angular_velocity", FieldKind.MESSAGE, "gazebo.msgs.Vector3d"),
        Field("linear_acceleration", FieldKind.MESSAGE, "gazebo.msgs.Vector3d"),
        Field("covariance", FieldKind.FLOAT, "double", repeated=True),
        Field("ranges", FieldKind.FLOAT, "double", repeated=True),
        Field("status", FieldKind.ENUM, "gazebo.msgs.IMU.Status", enum_names=(("OK", 0), ("CALIBRATING", 1))),
        Field("picture", FieldKind.BYTES, "bytes"),
    ),
    "gazebo.msgs.Time": (Field("sec", FieldKind.INTEGER, "int32"), Field("nsec", FieldKind.INTEGER, "int32")),
    "gazebo.msgs.Vector3d": _XYZ,
    "gazebo.msgs.Quaternion": (*_XYZ, Field("w", FieldKind.FLOAT, "double")),
}

_WORLD = (
    *(
        "~/atmosphere",
        "~/diagnostics",
        "~/factory",
        "~/gui",
        "~/joint",
        "~/light/modify",
        "~/log/control",
        "~/log/status",
    ),
    *("~/model/info", "~/model/modify", "~/physics", "~/physics/contacts", "~/pose/info", "~/request", "~/response"),
    *("~/scene", "~/sensor", "~/world_control", "~/world_stats"),
)

IMU = "/gazebo/default/rover/chassis/imu/imu"
CAMERA = "/gazebo/default/rover/chassis/camera/image"


def imu_message(t: float) -> dict[str, object]:
    """What the rover's IMU says at a time."""
    return {
        "stamp": {"sec": int(t), "nsec": int(t % 1 * 1e9)},
        "entity_name": "default::rover::chassis::imu",
        "orientation": {"x": 0.0, "y": 0.0, "z": math.sin(t / 20), "w": math.cos(t / 20)},
        "angular_velocity": {"x": 0.0012, "y": -0.0031, "z": 0.1 + 0.01 * math.sin(t)},
        "linear_acceleration": {"x": 0.02, "y": -0.11, "z": 9.8},
        "covariance": [0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.02],
        "ranges": [2 + math.sin(i / 40) for i in range(640)],
        "status": "OK",
        "picture": {"bytes": 921600},
    }


def rover_session() -> FakeSession:
    """Connected to a rover, whose IMU sends; another robot refuses us."""
    session = FakeSession()
    session.set_state(ConnectionState.CONNECTED, "Gazebo 11.1")
    session.add_topics(
        *(name.replace("~", "/gazebo/default", 1) for name in _WORLD), schema=JsonSchema("gazebo.msgs.GzString")
    )
    session.add_topics(IMU, schema=JsonSchema("gazebo.msgs.IMU", _TYPES))
    session.add_topics(CAMERA, schema=JsonSchema("gazebo.msgs.ImageStamped"))
    session.add_topics("/gazebo/default/rover/chassis/laser/scan", schema=JsonSchema("gazebo.msgs.LaserScanStamped"))
    for name, rate_hz, nbytes in ((IMU, 50.0, 312), (CAMERA, 30.0, 921_640)):
        topic = session.topic(name)
        topic.live = True
        session.now = 1000.0 if name == IMU else 988.0
        session.receive(name, imu_message(312.48))
        topic.rate_hz, topic.bandwidth_bytes_s, topic.messages = rate_hz, rate_hz * nbytes, int(rate_hz * 24)
    session.topic(CAMERA).live = False
    return session


def add_troubles(session: FakeSession) -> None:
    """A second robot that refuses, a third that is tried, and something to look after."""
    session.set_state(
        ConnectionState.REFUSED,
        GazeboWireWording.REJECTED(),
        GazeboWireWording.REJECTED_TIP(),
        connection="gazebo://rover-2.local:11345",
    )
    session.set_state(
        ConnectionState.CONNECTING,
        LinkWording.NOTHING_LISTENS(host="10.0.0.17", port=11345),
        LinkWording.NOTHING_LISTENS_TIP(),
        connection="gazebo://10.0.0.17:11345",
    )
    session.alerts.raise_alert(
        Alert(
            "publisher",
            Severity.WARNING,
            URI,
            GazeboWording.HOST_REPLACED(told_host="127.0.0.1", host="robot"),
            GazeboWording.HOST_REPLACED_TIP(),
        )
    )
