"""What it costs to read one field of a message, next to the library's usual way.

    extractor    the function that a plot uses
    library      parse the whole, MessageToDict, walk to the field
    decode       the whole message as the inspector shows it, for information

Both give the same value, in the same round, by processor time of the thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from protocols.gazebo.message_types import schema_for
from protocols.schema import FieldPath
from protos.gazebo import basics_pb2, images_pb2, sensors_pb2, world_pb2
from tests.benchmarks.common import Budget, Figure, Section, Spread, in_turns, ratios

ROUNDS = 9
STAMP = {"sec": 1234, "nsec": 567_000_000}


def _world_statistics() -> Message:
    return world_pb2.WorldStatistics(
        sim_time=STAMP,
        pause_time={"sec": 0, "nsec": 0},
        real_time=STAMP,
        paused=False,
        iterations=1_234_567,
        model_count=7,
    )


def _imu() -> Message:
    return sensors_pb2.IMU(
        stamp=STAMP,
        entity_name="rover::base::imu",
        orientation={"x": 0.1, "y": 0.2, "z": 0.3, "w": 0.9},
        angular_velocity={"x": 0.01, "y": 0.02, "z": 0.03},
        linear_acceleration={"x": 0.1, "y": 0.2, "z": 9.8},
    )


def _pose(number: int) -> dict[str, Any]:
    return {
        "name": f"robot_{number}::link",
        "id": 1000 + number,
        "position": {"x": number * 0.5, "y": number * 0.25, "z": 0.1},
        "orientation": {"x": 0.0, "y": 0.0, "z": 0.7, "w": 0.7},
    }


def _poses() -> Message:
    return basics_pb2.PosesStamped(time=STAMP, pose=[_pose(number) for number in range(100)])


def _scan() -> Message:
    scan = {
        "frame": "rover::base::laser",
        "world_pose": _pose(1),
        "angle_min": -3.14,
        "angle_max": 3.14,
        "angle_step": 0.0175,
        "range_min": 0.1,
        "range_max": 30.0,
        "count": 360,
        "ranges": [1 + number * 0.01 for number in range(360)],
        "intensities": [0.0] * 360,
    }
    return sensors_pb2.LaserScanStamped(time=STAMP, scan=scan)


def _image() -> Message:
    width, height = 1920, 1080
    image = {"width": width, "height": height, "pixel_format": 3, "step": 3 * width, "data": bytes(3 * width * height)}
    return images_pb2.ImageStamped(time=STAMP, image=image)


# a message as gzserver sends it, and the field that is wanted of it
CASES = (
    ("WorldStatistics", _world_statistics, "real_time.sec"),
    ("IMU", _imu, "angular_velocity.z"),
    ("PosesStamped (100)", _poses, "pose[50].position.x"),
    ("LaserScanStamped (360)", _scan, "scan.ranges[180]"),
    ("ImageStamped (1080p)", _image, "image.width"),
)


def _library(message_class: type[Message], payload: bytes, path: FieldPath) -> object:
    return path.select(MessageToDict(message_class.FromString(payload), preserving_proto_field_name=True))


def _section(name: str, message: Message, text: str) -> Section:
    payload = message.SerializeToString()
    schema, path = schema_for(message.DESCRIPTOR.full_name, {}), FieldPath.parse(text)
    extract, message_class = schema.extractor(path), type(message)
    ways: dict[str, Callable[[], object]] = {
        "extractor": lambda: extract(payload),
        "library": lambda: _library(message_class, payload, path),
        "decode": lambda: schema.decode(payload),
    }
    if not ways["extractor"]() == ways["library"]() == path.select(schema.decode(payload)):
        raise RuntimeError(f"{name}: not all ways read the same value of {path}")
    times = in_turns(ways, ROUNDS)
    section = Section(f"extract {text} of {name}, {len(payload):,} bytes, {ROUNDS} rounds")
    section.figures += [Figure(way, Spread(tuple(values)), "us") for way, values in times.items()]
    section.budgets.append(Budget("library / extractor", ratios(times["library"], times["extractor"]), at_least=10))
    return section


def run() -> list[Section]:
    """All types."""
    return [_section(name, build(), text) for name, build, text in CASES]
