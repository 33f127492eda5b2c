"""The registry of schemes of robots' addresses. The first is the one that is offered to an operator who names none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from app.connections.file.scheme import FILE
from app.connections.galileo.scheme import GALILEO
from app.connections.gazebo.scheme import GAZEBO
from app.connections.nrp.scheme import NRP_SCHEMES
from app.connections.ros1.scheme import ROS1
from app.connections.scheme import Scheme

SCHEMES: Final[Mapping[str, Scheme]] = {scheme.name: scheme for scheme in (GAZEBO, ROS1, GALILEO, *NRP_SCHEMES, FILE)}


def find_scheme(uri: str) -> Scheme | None:
    """Find the scheme that an address begins with; None for none that is known."""
    name, colon, _ = uri.strip().partition(":")
    return SCHEMES.get(name.lower()) if colon else None
