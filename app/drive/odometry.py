"""How the robot says that it moves, where it says so: the newest of its odometry.

ROS 1 has a type for that, Gazebo one of velocities beside the topic of the commands. Galileo robots tell it in their
status; what is sent as JSON tells no type.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from itertools import takewhile
from typing import Final

from app.connections.base import Connection
from app.drive.targets import find as find_target
from app.drive.values import Velocity
from app.model.meaning import Pose, Twist
from app.model.schema import DecodeError, Role
from app.model.topic_store import Message, TopicInfo, TopicKey, TopicStore
from app.net.tasks import TaskPool
from protocols.errors import ProtocolError

_LOGGER = logging.getLogger(__name__)

ODOMETRY: Final = "nav_msgs/Odometry"
VELOCITY: Final = "gazebo.msgs.Twist"
USUAL: Final = "/odom"
STATUS: Final = "galileo/status"
# what was said longer ago says nothing of now
FRESH_S: Final = 0.5
LOOK_INTERVAL_S: Final = 2.0
ASK_TIMEOUT_S: Final = 5.0


class Odometry:
    """Reads the newest message of one topic. A sensor is no proof of the link: it is only shown, and stops are held.

    Args:
        scheme: of the robot's address.
    """

    def __init__(self, connection: Connection, store: TopicStore, scheme: str) -> None:
        self._connection = connection
        self._store = store
        self._scheme = scheme
        self._looking: asyncio.Task[None] | None = None
        self._topic = ""
        self._number = 0
        self._measured: Velocity | None = None

    def find(self, commands: str, tasks: TaskPool) -> None:
        """Look for the topic of the base that takes these commands, until there is one."""
        if self._looking is not None:
            self._looking.cancel()
        self._topic, self._number = "", 0
        self._looking = tasks.spawn(self._look(commands), "odometry")

    def newest(self) -> tuple[Velocity | None, float]:
        """The velocity, None where it is not known now, and how long ago it came."""
        topic = self._store.get(TopicKey(self._connection.id, self._topic)) if self._topic else None
        if topic is None or topic.newest is None:
            return None, 0.0
        age_s = asyncio.get_running_loop().time() - topic.last_arrival_s
        if age_s > FRESH_S:
            return None, 0.0
        if topic.newest.number != self._number:
            self._number = topic.newest.number
            self._measured = _read(topic.newest)
        return self._measured, max(0.0, age_s)

    async def _look(self, commands: str) -> None:
        while not self._topic:
            try:
                self._topic = find(self._scheme, commands, await self._connection.list_topics(ASK_TIMEOUT_S))
            except ProtocolError as error:
                _LOGGER.debug("no odometry yet: %s", error.reason)
            if self._topic:
                self._connection.set_wanted({self._topic: False})
            else:
                await asyncio.sleep(LOOK_INTERVAL_S)


def find(scheme: str, commands: str, infos: Iterable[TopicInfo]) -> str:
    """The topic by which the base tells its motion that takes these commands; empty where none does.

    Of several the one whose name has most in common with theirs, then the one that is called as usual.
    """
    if scheme == "galileo":
        return STATUS
    names = [info.name for info in infos if info.publishers and _tells(info, commands)]
    return min(names, key=lambda name: (-_in_common(name, commands), name != USUAL, name), default="")


def _tells(info: TopicInfo, commands: str) -> bool:
    if info.type_name == ODOMETRY:
        return True
    # elsewhere it is another model's, and it may be a command as well
    beside = info.name.rpartition("/")[0] == commands.rpartition("/")[0]
    return info.type_name == VELOCITY and beside and not find_target("gazebo", VELOCITY).fits(info.name)


def _in_common(name: str, other: str) -> int:
    """How many parts two names begin with alike."""
    pairs = zip(name.split("/"), other.split("/"), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _read(message: Message) -> Velocity | None:
    schema = message.schema
    role = next((role for role in (Role.TWIST, Role.POSE) if schema is not None and role in schema.roles()), None)
    if schema is None or role is None:
        return None
    try:
        seen = schema.read(role, message.payload)
    except DecodeError:
        return None
    twist = seen.velocity if isinstance(seen, Pose) else seen
    if not isinstance(twist, Twist):
        return None
    found = Velocity(twist.linear_m_s[0], twist.angular_rad_s[2])
    return found if found.is_finite else None
