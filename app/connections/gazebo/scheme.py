"""The record of Gazebo's addresses."""

from __future__ import annotations

from functools import partial
from typing import Final

from app.connections.scheme import Scheme, open_later
from app.wording.schemes import SchemeWording

GAZEBO: Final = Scheme(
    "gazebo",
    partial(open_later, "app.connections.gazebo.connection"),
    form="gazebo://HOST:11345",
    example="gazebo://localhost:11345",
    port=11345,
    server=SchemeWording.GAZEBO_MASTER(),
    variable="GAZEBO_MASTER_URI",
    variable_prefix="GAZEBO_",
    topic_hint=SchemeWording.GAZEBO_TOPICS(),
)
