"""The record of Gazebo's addresses."""

from __future__ import annotations

from functools import partial
from typing import Final

from app.connections.scheme import Scheme, open_later

GAZEBO: Final = Scheme(
    "gazebo",
    partial(open_later, "app.connections.gazebo.connection"),
    form="gazebo://HOST:11345",
    example="gazebo://localhost:11345",
    port=11345,
    server="a Gazebo master",
    variable="GAZEBO_MASTER_URI",
    variable_prefix="GAZEBO_",
    topic_hint="Gazebo: ~/… for the world's own",
)
