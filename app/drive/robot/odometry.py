"""The odometry of the robot: the newest velocity that it reports, where it reports one.

ROS 1 has a type of message for odometry, Gazebo a topic of velocities beside the topic of the commands. Messages that
have no type are those of one topic, which `DrivenScheme` names.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile
from typing import Final

from app.connections.base import Connection
from app.drive.control.values import Velocity
from app.drive.robot.targets import driven_scheme, find_target
from app.model.messages.values import Pose, Twist
from app.model.schema import DecodeError, Role
from app.model.topics import Message, TopicInfo, TopicKey, TopicStore
from app.net.tasks import TaskPool
from protocols.errors import ProtocolError

_LOGGER = logging.getLogger(__name__)

ODOMETRY_TYPE: Final = "nav_msgs/Odometry"
VELOCITY_TYPE: Final = "gazebo.msgs.Twist"
USUAL_TOPIC: Final = "/odom"
# an older velocity says nothing of now
FRESH_FOR_S: Final = 0.5
LOOK_INTERVAL_S: Final = 2.0
ASK_TIMEOUT_S: Final = 5.0


class Odometry:
    """The reader of the newest message of the odometry topic. A sensor is no proof of the link: it can only hold stops.

    Args:
        scheme: the scheme of the robot's address.
        changed: called when `wanted` is another than before.
    """

    def __init__(self, connection: Connection, store: TopicStore, scheme: str, changed: Callable[[], None]) -> None:
        self._connection = connection
        self._changed = changed
        self._store = store
        self._scheme = scheme
        self._looking: asyncio.Task[None] | None = None
        self._topic = ""
        self._number = 0
        self._measured: Velocity | None = None

    @property
    def wanted(self) -> Mapping[str, bool]:
        """The topic to subscribe to, as `Connection.set_wanted` takes it; empty while it is not known."""
        return {self._topic: False} if self._topic else {}

    def look_for_topic(self, commands: str, tasks: TaskPool) -> None:
        """Look for the odometry topic of the base that takes the commands of a topic, until there is one."""
        if self._looking is not None:
            self._looking.cancel()
        self._topic, self._number = "", 0
        self._looking = tasks.spawn(self._look(commands), "odometry")

    def newest_velocity(self) -> tuple[Velocity | None, float]:
        """Return the velocity, None where it is not known now, and its age in seconds."""
        topic = self._store.get(TopicKey(self._connection.id, self._topic)) if self._topic else None
        if topic is None or topic.newest is None:
            return None, 0.0
        age_s = asyncio.get_running_loop().time() - topic.last_arrival_s
        if age_s > FRESH_FOR_S:
            return None, 0.0
        if topic.newest.number != self._number:
            self._number = topic.newest.number
            self._measured = _read(topic.newest)
        return self._measured, max(0.0, age_s)

    async def _look(self, commands: str) -> None:
        while not self._topic:
            try:
                self._topic = find_odometry_topic(
                    self._scheme, commands, await self._connection.list_topics(ASK_TIMEOUT_S)
                )
            except ProtocolError as error:
                _LOGGER.debug("no odometry yet: %s", error.reason)
            if self._topic:
                self._changed()
            else:
                await asyncio.sleep(LOOK_INTERVAL_S)


def find_odometry_topic(scheme: str, commands: str, infos: Iterable[TopicInfo]) -> str:
    """Return the odometry topic of the base that takes the commands of a topic; empty where there is none.

    Of several topics it is the one whose name has most in common with that topic's, then the one with the usual name.
    """
    known = driven_scheme(scheme).velocity_topic
    if known:
        return known
    names = [info.name for info in infos if info.publishers and _tells(info, commands)]
    return min(names, key=lambda name: (-_in_common(name, commands), name != USUAL_TOPIC, name), default="")


def _tells(info: TopicInfo, commands: str) -> bool:
    if info.type_name == ODOMETRY_TYPE:
        return True
    # a topic elsewhere is another model's, and a topic of this type may be of commands as well
    beside = info.name.rpartition("/")[0] == commands.rpartition("/")[0]
    return info.type_name == VELOCITY_TYPE and beside and not find_target("gazebo", VELOCITY_TYPE).fits(info.name)


def _in_common(name: str, other: str) -> int:
    """Return the number of parts that two names have in common at their start."""
    pairs = zip(name.split("/"), other.split("/"), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _read(message: Message) -> Velocity | None:
    role = next((role for role in (Role.TWIST, Role.POSE) if role in message.schema.roles()), None)
    if role is None:
        return None
    try:
        seen = message.schema.read(role, message.payload)
    except DecodeError:
        return None
    twist = seen.velocity if isinstance(seen, Pose) else seen
    if not isinstance(twist, Twist):
        return None
    found = Velocity(twist.linear_m_s[0], twist.angular_rad_s[2], twist.linear_m_s[1])
    return found if found.is_finite else None
