"""A robot that sends much: a Gazebo server with many topics, of which some are sent, and a camera.

`python -m tests.benchmarks.views_load PORT` is its master: it lists the topics as published at `PORT`, where
`views_sender.c` sends, and prints its own port.
"""

from __future__ import annotations

import asyncio
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from protocols.gazebo.packets import PublisherRecord
from protos.gazebo import images_pb2, sensors_pb2
from tests.benchmarks.common import compile_c
from tests.fakes.gazebo_server import GazeboServer

ROOT: Final = Path(__file__).parents[2]

SENT_TOPICS: Final = 200
ADVERTISED: Final = 10_000
SMALL_BYTES: Final = 200
SMALL_HZ: Final = 100
CAMERA_HZ: Final = 30
SIZE: Final = (1920, 1080)

NAMESPACE: Final = "/gazebo/default/load"
CAMERA: Final = "/gazebo/default/rover/camera/image"
SMALL_TYPE: Final = "gazebo.msgs.IMU"
CAMERA_TYPE: Final = "gazebo.msgs.ImageStamped"

# of a small message
VALUE_FIELD: Final = "angular_velocity.z"

# at the place of a double that the sender fills in
_NUMBER, _TIME, _VALUE = 1.25e10, 2.25e10, 3.25e10
_STAMP: Final = struct.Struct("<QQ")


def sent_topic(number: int) -> str:
    """The name of a topic that is sent."""
    return f"{NAMESPACE}/t{number:04}"


def names() -> list[str]:
    """All topics but the camera's: those that are sent first."""
    kinds = ("camera", "imu", "lidar", "odom", "battery")
    others = [f"/gazebo/default/robot{i % 100}/{kinds[i % 5]}/part{i}" for i in range(ADVERTISED - SENT_TOPICS - 1)]
    return [*map(sent_topic, range(SENT_TOPICS)), *others]


def number_at() -> int:
    """Where a small message has its number, a double."""
    return places()[0]


def places() -> list[int]:
    """Where a small message has doubles that change: its number, its time and its value."""
    message = small()
    return [message.index(struct.pack("<d", marker)) for marker in (_NUMBER, _TIME, _VALUE)]


def stamp_of(pixels: memoryview) -> tuple[int, int]:
    """Number and time, in nanoseconds, of a picture."""
    number, sent_ns = _STAMP.unpack_from(pixels, 0)
    return int(number), int(sent_ns)


@dataclass(frozen=True, slots=True)
class Counts:
    """What was sent since the start."""

    small: tuple[int, ...]
    camera: int


class Load:
    """A sender and its master; `port` is the master's, `data_port` the sender's."""

    def __init__(self, port: int, data_port: int, to: IO[str], answers: IO[str]) -> None:
        self.port = port
        self.data_port = data_port
        self._to = to
        self._answers = answers

    @property
    def uri(self) -> str:
        """What a client connects to."""
        return f"gazebo://127.0.0.1:{self.port}"

    def send(self, small_hz: float, camera_hz: float) -> None:
        """Send so often of each topic from now on; 0 for nothing."""
        self._tell(f"rate {small_hz} {camera_hz}")

    def counts(self) -> Counts:
        """What was sent up to now."""
        self._tell("counts")
        *small, camera = map(int, self._answers.readline().split())
        return Counts(tuple(small), camera)

    def links(self) -> int:
        """How many topics, and cameras, have a client."""
        self._tell("links")
        return int(self._answers.readline())

    def _tell(self, line: str) -> None:
        self._to.write(f"{line}\n")
        self._to.flush()


@contextmanager
def running_load() -> Iterator[Load]:
    """Sends nothing at first. Raises MissingError without a C compiler."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = compile_c("views_sender", folder)
        message, head = small(), _camera_head()
        (folder / "small").write_bytes(message)
        (folder / "head").write_bytes(head)
        offsets = list(map(str, places()))
        width, height = map(str, SIZE)
        command: list[str | Path] = [
            program,
            folder / "small",
            str(len(message)),
            *offsets,
            str(SENT_TOPICS),
            folder / "head",
        ]
        pipe = subprocess.PIPE
        with subprocess.Popen([*command, str(len(head)), width, height], stdin=pipe, stdout=pipe, text=True) as sender:
            assert sender.stdin is not None
            assert sender.stdout is not None
            try:
                data_port = int(sender.stdout.readline())
                with _master(data_port) as port:
                    yield Load(port, data_port, sender.stdin, sender.stdout)
            finally:
                sender.kill()


@contextmanager
def _master(data_port: int) -> Iterator[int]:
    command = [sys.executable, "-m", "tests.benchmarks.views_load", str(data_port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as master:
        try:
            assert master.stdout is not None
            yield int(master.stdout.readline())
        finally:
            master.kill()


def small() -> bytes:
    """A small message with marks where its number, its time and its value belong."""
    message = sensors_pb2.IMU(
        stamp={"sec": 1, "nsec": 2},
        entity_name="",
        orientation={"x": 0.1, "y": 0.2, "z": 0.3, "w": 0.9},
        angular_velocity={"x": 0.01, "y": 0.02, "z": _VALUE},
        linear_acceleration={"x": _NUMBER, "y": _TIME, "z": 9.8},
    )
    name = "rover::base_link::imu::"
    message.entity_name = name + "x" * (SMALL_BYTES - message.ByteSize() - len(name))
    data = message.SerializeToString()
    assert len(data) == SMALL_BYTES
    return data


def _camera_head() -> bytes:
    """A picture's message up to its pixels, which are the last of it."""
    width, height = SIZE
    pixels = bytes(3 * width * height)
    message = images_pb2.ImageStamped(
        time={"sec": 1, "nsec": 2},
        image={"width": width, "height": height, "pixel_format": 3, "step": 3 * width, "data": pixels},
    )
    data = message.SerializeToString()
    assert data.endswith(pixels)
    return data[: -len(pixels)]


async def _serve(data_port: int) -> None:
    async with GazeboServer() as server:
        records = [PublisherRecord(name, SMALL_TYPE, "127.0.0.1", data_port) for name in names()]
        server.master.publishers += [*records, PublisherRecord(CAMERA, CAMERA_TYPE, "127.0.0.1", data_port)]
        sys.stdout.write(f"{server.port}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1])))
