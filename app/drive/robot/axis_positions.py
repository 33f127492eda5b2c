"""The positions of free axes, as the robot tells them: the newest number of a field that the profile names."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping

from app.config.profile import FreeAxis, Profile
from app.connections.base import Connection
from app.drive.robot.odometry import FRESH_FOR_S
from app.model.schema import DecodeError, FieldPath, UnknownFieldError
from app.model.topics import Message, TopicKey, TopicStore


class AxisPositions:
    """The reader of the positions of free axes, on the running loop. They are read when they are asked for.

    Attributes:
        told: what another process has measured, by the numbers of the axes, which goes before what is read; empty for
            nothing.
    """

    def __init__(self, connection: Connection, store: TopicStore, profile: Profile) -> None:
        self.told: tuple[float, ...] = ()
        self._connection = connection
        self._store = store
        self._axes = profile.axes

    @property
    def wanted(self) -> Mapping[str, bool]:
        """The topics to subscribe to, as `Connection.set_wanted` takes them."""
        return {axis.measured_topic: False for axis in self._axes if axis.holds}

    def use_profile(self, profile: Profile) -> bool:
        """Read what a profile names; return whether those are other topics than before."""
        before, self._axes, self.told = self.wanted, profile.axes, ()
        return self.wanted != before

    def newest(self, number: int) -> float | None:
        """Return the position of an axis by its number; None where it is not known now."""
        if number < len(self.told):
            return self.told[number]
        axis = self._axes[number] if number < len(self._axes) else None
        if axis is None or not axis.holds:
            return None
        key = TopicKey(self._connection.id, self._connection.resolve(axis.measured_topic))
        topic = self._store.get(key)
        if topic is None or topic.newest is None:
            return None
        age_s = asyncio.get_running_loop().time() - topic.last_arrival_s
        return _read(topic.newest, axis) if age_s <= FRESH_FOR_S else None


def _read(message: Message, axis: FreeAxis) -> float | None:
    try:
        value = message.schema.extractor(FieldPath.parse(axis.measured_field))(message.payload)
    except (DecodeError, UnknownFieldError):
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) else None
