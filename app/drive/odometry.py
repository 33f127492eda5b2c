"""How the robot says that it moves, where it says so: the newest of its odometry."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Final

from app.connections.base import Connection
from app.drive.values import Velocity
from app.model.meaning import Twist
from app.model.schema import DecodeError, Role
from app.model.topic_store import Message, TopicInfo, TopicKey, TopicStore
from app.net.tasks import TaskPool
from protocols.errors import ProtocolError

_LOGGER = logging.getLogger(__name__)

# types that a base tells its own motion by, and the usual name of the topic
TYPES: Final = frozenset({"nav_msgs/Odometry"})
USUAL: Final = "/odom"
# what was said longer ago says nothing of now
FRESH_S: Final = 0.5
LOOK_INTERVAL_S: Final = 2.0
ASK_TIMEOUT_S: Final = 5.0


class Odometry:
    """Reads the newest message of one topic. A sensor is no proof of the link: it is only shown, and stops are held."""

    def __init__(self, connection: Connection, store: TopicStore) -> None:
        self._connection = connection
        self._store = store
        self._topic = ""
        self._number = 0
        self._measured: Velocity | None = None

    def start(self, tasks: TaskPool) -> None:
        """Look for the topic, until there is one."""
        tasks.spawn(self._look(), "odometry")

    @property
    def measured(self) -> Velocity | None:
        """The velocity, None where it is not known now."""
        topic = self._store.get(TopicKey(self._connection.id, self._topic)) if self._topic else None
        if topic is None or topic.newest is None:
            return None
        if asyncio.get_running_loop().time() - topic.last_arrival_s > FRESH_S:
            return None
        if topic.newest.number != self._number:
            self._number = topic.newest.number
            self._measured = _read(topic.newest)
        return self._measured

    async def _look(self) -> None:
        while True:
            try:
                self._topic = find(await self._connection.list_topics(ASK_TIMEOUT_S))
            except ProtocolError as error:
                _LOGGER.debug("no odometry yet: %s", error.reason)
            if self._topic:
                self._connection.set_wanted({self._topic: False})
                return
            await asyncio.sleep(LOOK_INTERVAL_S)


def find(infos: Iterable[TopicInfo]) -> str:
    """The topic by which the base tells its motion, the one that is called as usual first; empty where none does."""
    names = [info.name for info in infos if info.type_name in TYPES and info.publishers]
    return min(names, key=lambda name: (name != USUAL, name), default="")


def _read(message: Message) -> Velocity | None:
    schema = message.schema
    if schema is None or Role.TWIST not in schema.roles():
        return None
    try:
        twist = schema.read(Role.TWIST, message.payload)
    except DecodeError:
        return None
    if not isinstance(twist, Twist):
        return None
    found = Velocity(twist.linear_m_s[0], twist.angular_rad_s[2])
    return found if found.is_finite else None
