"""The record of ROS 1's addresses."""

from __future__ import annotations

from functools import partial
from typing import Final

from app.connections.scheme import Probe, Scheme, open_later
from app.wording.schemes import SchemeWording

# nodes have no such method, and answer with a fault
_CALL: Final = (
    b'<?xml version="1.0"?><methodCall><methodName>getUri</methodName>'
    b"<params><param><value><string>/teledeck</string></value></param></params></methodCall>"
)
_QUESTION: Final = b"POST /RPC2 HTTP/1.0\r\nHost: robot\r\nContent-Type: text/xml\r\nContent-Length: %d\r\n\r\n%s" % (
    len(_CALL),
    _CALL,
)


def _recognises(answer: bytes) -> bool:
    return b"</methodResponse>" in answer and b"<fault>" not in answer


ROS1: Final = Scheme(
    "ros1",
    partial(open_later, "app.connections.ros1.connection"),
    label=SchemeWording.ROS1(),
    form="ros1://HOST:11311",
    example="ros1://robot:11311",
    aliases=("http", "ros", "rosmaster"),
    probe=Probe(_recognises, lambda: _QUESTION),
    port=11311,
    server=SchemeWording.ROS1_MASTER(),
    variable="ROS_MASTER_URI",
    variable_prefix="ROS_",
    has_aliases=True,
)
