"""The record of Gazebo's addresses."""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from app.connections.scheme import Probe, Scheme, open_later
from app.wording.schemes import SchemeWording

# the master speaks first: a length in hexadecimal digits, and a packet of this type
_GREETING: Final = re.compile(rb"[0-9a-f]{8}.{0,64}version_init", re.DOTALL)


def _recognises(answer: bytes) -> bool:
    return _GREETING.match(answer) is not None


GAZEBO: Final = Scheme(
    "gazebo",
    partial(open_later, "app.connections.gazebo.connection"),
    label=SchemeWording.GAZEBO(),
    form="gazebo://HOST:11345",
    example="gazebo://localhost:11345",
    probe=Probe(_recognises),
    port=11345,
    server=SchemeWording.GAZEBO_MASTER(),
    variable="GAZEBO_MASTER_URI",
    variable_prefix="GAZEBO_",
    topic_hint=SchemeWording.GAZEBO_TOPICS(),
)
