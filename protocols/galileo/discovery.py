"""The broadcasts by which robots announce themselves: JSON on UDP port 22002, from the robot's own address."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from protocols.errors import GalileoError
from protocols.galileo.wording import GalileoWireWording

# robots broadcast about once a second
FORGET_AFTER_S: Final = 5.0

_MAX_DATAGRAM: Final = 4096
_MAX_TEXT: Final = 256


@dataclass(frozen=True, slots=True)
class AnnouncedRobot:
    """A robot as it announces itself.

    Attributes:
        robot_id: the robot's own id, 76 hexadecimal digits.
        address: the address that the broadcast came from.
        http_port: the port of its HTTP interface; not the port of this protocol.
        mac, version: empty where the broadcast lacks them.
    """

    robot_id: str
    address: str
    http_port: int | None = None
    mac: str = ""
    version: str = ""


def parse_announcement(data: bytes, sender: str) -> AnnouncedRobot:
    """Parse a broadcast that came from `sender`; a password in it is not kept. Raises GalileoError."""
    if len(data) > _MAX_DATAGRAM:
        raise GalileoError(GalileoWireWording.BROADCAST_TOO_LONG(length_bytes=len(data)))
    try:
        told = json.loads(data.rstrip(b"\0").decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise GalileoError(GalileoWireWording.BROADCAST_NO_JSON()) from error
    if not isinstance(told, dict):
        raise GalileoError(GalileoWireWording.BROADCAST_NO_OBJECT())
    robot_id = _text(told, "id")
    if not robot_id:
        raise GalileoError(GalileoWireWording.BROADCAST_WITHOUT_ID())
    port = told.get("port")
    http_port = port if type(port) is int and 0 < port <= 0xFFFF else None
    return AnnouncedRobot(robot_id, sender, http_port, _text(told, "mac"), _text(told, "version"))


def _text(told: dict[str, Any], name: str) -> str:
    """Return a short printable text, or an empty one for anything else."""
    value = told.get(name)
    return value if isinstance(value, str) and len(value) <= _MAX_TEXT and value.isprintable() else ""
