"""The record of ROS 1's addresses."""

from __future__ import annotations

from functools import partial
from typing import Final

from app.connections.scheme import Scheme, open_later
from app.wording.schemes import SchemeWording

ROS1: Final = Scheme(
    "ros1",
    partial(open_later, "app.connections.ros1.connection"),
    form="ros1://HOST:11311",
    example="ros1://robot:11311",
    port=11311,
    server=SchemeWording.ROS1_MASTER(),
    variable="ROS_MASTER_URI",
    variable_prefix="ROS_",
    has_aliases=True,
)
