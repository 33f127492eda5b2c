"""Recorded conversations with a real gzserver (tests/data/gazebo11), cut by a reader that shares nothing with ours."""

from __future__ import annotations

from pathlib import Path

from protos.gazebo import transport_pb2 as pb

FOLDER = Path(__file__).parents[2] / "data" / "gazebo11"


def stream(name: str) -> bytes:
    """All bytes of one side: `stream("master_subscribe.server")`."""
    return (FOLDER / f"{name}.bin").read_bytes()


def frames(data: bytes) -> list[bytes]:
    """The payloads of whole frames."""
    found = []
    while data:
        end = 8 + int(data[:8], 16)
        assert end <= len(data)
        found.append(data[8:end])
        data = data[end:]
    return found


def packets(data: bytes) -> list[tuple[str, bytes]]:
    """Type and body of every packet of a control stream."""
    messages = [pb.Packet.FromString(payload) for payload in frames(data)]
    return [(message.type, message.serialized_data) for message in messages]


def greeting_length(data: bytes) -> int:
    """How many bytes the first three frames take."""
    return sum(8 + len(payload) for payload in frames(data)[:3])
