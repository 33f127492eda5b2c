"""Fuzzes all that reads what a Gazebo peer sends: frames, packets, the master session, topic links, messages.

Run by hand; atheris and protobuf go into an environment of their own:

    python3.11 -m venv build/fuzz
    build/fuzz/bin/pip install 'atheris==3.0.0' 'protobuf>=7.35.1,<8'
    build/fuzz/bin/python -m tests.fuzz.fuzz_gazebo build/corpus -max_total_time=600

What is recorded in tests/data/gazebo11 is put into the corpus first. How a run ends is told in `tests.fuzz.harness`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import atheris  # type: ignore[import-untyped]

with atheris.instrument_imports(include=["protocols"]):
    from protocols.errors import DecodeError
    from protocols.gazebo.master import MasterSession
    from protocols.gazebo.message_types import schema_for
    from protocols.gazebo.names import GazeboEndpoint
    from protocols.gazebo.packets import PublisherRecord, encode_packet
    from protocols.gazebo.topic_links import GazeboInboundTopicLink
    from protocols.protobuf.plan import plan_of
    from protocols.schema import FieldPath, Schema

from google.protobuf.descriptor import Descriptor
from google.protobuf.message import DecodeError as LibraryDecodeError

from tests.fakes import gazebo as fake
from tests.fuzz import harness
from tests.fuzz.harness import feed, told
from tests.protocols import oracle
from tests.protocols.gazebo import captures

IDENTITY = GazeboEndpoint("127.0.0.1", 45454)
RECORD = PublisherRecord("/topic", "gazebo.msgs.Pose", "127.0.0.1", 38751)
GREETING = fake.FakeMaster(publishers=[RECORD]).greeting()
LIMIT = 1024 * 1024
PACKET_TYPES = (
    "version_init",
    "topic_namepaces_init",
    "publishers_init",
    "topic_namespace_add",
    "publisher_add",
    "publisher_del",
    "publisher_subscribe",
    "publisher_advertise",
    "publisher_update",
    "unadvertise",
    "unsubscribe",
    "topic_list",
    "publisher_list",
    "get_topic_namespaces_response",
    "topic_info_response",
    "other",
)
TYPES = oracle.gazebo_types()


def fuzz_frames(data: bytes) -> None:
    """However a stream is cut, the same messages come out, and never more than went in."""
    seed, data = data[:1], data[1:]
    whole = feed(GazeboInboundTopicLink(RECORD, IDENTITY, 0.0, limit=LIMIT), data, None)
    cut = feed(GazeboInboundTopicLink(RECORD, IDENTITY, 0.0, limit=LIMIT), data, int.from_bytes(seed, "big"))
    assert whole == cut
    assert sum(map(len, whole[0])) <= len(data)


def fuzz_master(data: bytes) -> None:
    """A master that says anything, from the start or after its greeting."""
    seed, data = int.from_bytes(data[:1], "big"), data[1:]
    data = GREETING + data if seed & 1 else data
    assert feed(asked_session(), data, None) == feed(asked_session(), data, seed)


def fuzz_packets(data: bytes) -> None:
    """A master that says packets of the right types with anything in them."""
    stream = GREETING if data[:1] > b"\x7f" else b""
    rest = data[1:]
    while rest:
        size = rest[1] if len(rest) > 1 else 0
        body, packet_type = rest[2 : 2 + size], PACKET_TYPES[rest[0] % len(PACKET_TYPES)]
        stream += encode_packet(packet_type, body, 1.0)
        rest = rest[2 + size :]
    feed(asked_session(), stream, None)


def asked_session() -> MasterSession:
    """A session that waits for an answer to every kind of question."""
    session = MasterSession(IDENTITY, 0.0, LIMIT)
    session.ask_topic_info("/topic", 0.0)
    session.ask_topics(0.0)
    session.ask_publishers(0.0)
    session.ask_namespaces(0.0)
    return session


def fuzz_message(data: bytes) -> None:
    """A message of some type: read as the library reads it, or refused."""
    descriptor = TYPES[int.from_bytes(data[:1], "big") % len(TYPES)]
    steps, payload = data[1:7], data[7:]
    schema = schema_for(descriptor.full_name, {})
    decoded = checked(lambda: schema.decode(payload))
    checked(lambda: schema.stamp_ns(payload))
    checked(lambda: schema_for("", {}).decode(payload))
    check_extractor(schema, descriptor, steps, payload, decoded)
    try:
        theirs = oracle.as_dict(oracle.parse(descriptor, payload))
    except LibraryDecodeError:
        return
    assert decoded is not None
    assert oracle.differences(descriptor, decoded, theirs) == []


def checked(read: Callable[[], Any]) -> Any:
    """What `read` gives, None if it refuses the message."""
    try:
        return read()
    except DecodeError as error:
        told(error)
        return None


def check_extractor(
    schema: Schema, descriptor: Descriptor, steps: bytes, payload: bytes, decoded: dict[str, Any] | None
) -> None:
    """An extractor gives what the decoded message has at its path."""
    path: list[str | int] = []
    message: Descriptor | None = descriptor
    for step in steps:
        if message is None or not (fields := plan_of(message).fields):
            break
        field = fields[step % len(fields)]
        path += [field.name, step >> 6] if field.repeated else [field.name]
        message = plan_of(message).by_name[field.name].message
    if not path or message is not None:
        return
    where = FieldPath(tuple(path))
    value = checked(lambda: schema.extractor(where)(payload))
    if decoded is None:
        return
    try:
        expected = where.select(decoded)
    except (KeyError, IndexError):
        expected = None
    expected = dict(field.enum_names).get(expected, expected) if field.enum_names else expected
    assert oracle.plain(value) == oracle.plain(expected)


TARGETS = (fuzz_frames, fuzz_master, fuzz_packets, fuzz_message)


def write_seeds(folder: Path) -> None:
    """Put the recorded conversations into a corpus."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in captures.FOLDER.glob("*.bin"):
        stream = path.read_bytes()[:4000]
        (folder / f"{path.stem}.frames").write_bytes(b"\x00\x07" + stream)
        if path.stem.startswith("master"):
            (folder / f"{path.stem}.master").write_bytes(b"\x01\x08" + stream)
            bodies = captures.packets(path.read_bytes())
            parts = [
                bytes([PACKET_TYPES.index(kind), len(body)]) + body
                for kind, body in bodies
                if kind in PACKET_TYPES and len(body) < 256
            ]
            (folder / f"{path.stem}.packets").write_bytes(b"\x02\xff" + b"".join(parts))
    for name, type_name in (
        ("data_world_stats", "WorldStatistics"),
        ("data_pose_info", "PosesStamped"),
        ("data_rover_chassis_imu_imu", "IMU"),
        ("data_rover_chassis_laser_scan", "LaserScanStamped"),
        ("data_physics_contacts", "Contacts"),
        ("data_diagnostics", "Diagnostics"),
    ):
        payload = captures.frames(captures.stream(f"{name}.server"))[-1]
        chosen = bytes([3, TYPES.index(oracle.gazebo_type(type_name))])
        (folder / f"{name}.message").write_bytes(chosen + bytes(6) + payload)


if __name__ == "__main__":
    harness.fuzz(TARGETS, write_seeds)
