"""The subscriptions of the black box: what it records of each robot though no view looks at it."""

from __future__ import annotations

import asyncio
import functools
import logging
import math
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from app.config.profile import Profile
from app.config.profile_checks import ProfileError
from app.config.profile_folder import find_profile
from app.drive.robot.targets import driven_scheme
from app.model.schema import Role
from app.model.status import ConnectionState
from app.model.topics import Topic, TopicKey
from app.session.connections import OpenConnections
from app.session.topics import BOX_OWNER, Topics
from app.wording.record import RecordWording

if TYPE_CHECKING:
    # not needed before there is a robot, and slow to load
    from app.connections.base import Connection

# a topic that sends too much is tried again after so long: it may have been a burst
_FLOOD_S: Final = 300.0
# so often is looked whether robots have other topics
_LOOK_S: Final = 1.0
# of one robot and of one kind, those whose names come first; what a profile names comes before
MAX_TOPICS: Final = 32
MAX_OF_KIND: Final = 8
# of one topic: more is felt
MAX_BYTES_S: Final = 1_000_000
MAX_HZ: Final = 500.0

_STATES: Final = frozenset((Role.TRANSFORMS, Role.BATTERY, Role.DIAGNOSTICS, Role.GOALS))
_THERE: Final = frozenset((ConnectionState.CONNECTED, ConnectionState.STALE))

_LOGGER = logging.getLogger(__name__)
_LEFT_OUT: Final = "%s is recorded only while somebody looks at it: %s"


class _LeftOut(NamedTuple):
    """Until when a topic is left out, and why."""

    until_s: float
    why: str


class BoxSubscriptions:
    """Subscribes the black box to the topics that it always records. On the link loop.

    It never has a sensor work that nobody looks at, nor a robot be asked for what it does not send by itself.

    Args:
        topics: subscribes.
        driven: gives the id of the connection whose robot is driven, empty for none, and its profile.
        profile_name: gives the name of the profile by which a robot would be driven, empty where nobody knows.
    """

    def __init__(
        self,
        connections: OpenConnections,
        topics: Topics,
        driven: Callable[[], tuple[str, Profile | None]],
        profile_name: Callable[[str], str] = lambda _: "",
    ) -> None:
        self._connections = connections
        self._topics = topics
        self._driven = driven
        self._profile_name = profile_name
        self._profiles: dict[str, Profile] = {}
        # the names of those that were read, and whose are not read yet
        self._read: dict[str, str] = {}
        self._reading: set[str] = set()
        self._seen: object = None
        self._due_s = float("-inf")
        self._left_out: dict[TopicKey, _LeftOut] = {}
        # those that there is no room for, and those of them that the log has told
        self._too_many: frozenset[TopicKey] = frozenset()
        self._told: set[TopicKey] = set()
        self._wanted: list[TopicKey] = []

    def look(self, now_s: float) -> None:
        """Subscribe to what robots have now, where the time to look has come."""
        if now_s < self._due_s:
            return
        self._due_s = now_s + _LOOK_S
        self._read_profiles()
        driven, profile = self._driven()
        if driven and profile is not None:
            self._profiles[driven] = profile
        self._leave_out_floods(now_s)
        self._left_out = {key: one for key, one in self._left_out.items() if one.until_s > now_s}
        # who sends is linked with us, not with the master: of what was recorded more may come from a robot that is lost
        kept = {key.connection for key in self._wanted}
        there = [
            each
            for each in self._connections.running()
            # what its profile says comes before anything is subscribed to
            if each.is_recorded
            and (each.id not in self._reading or each.id in kept)
            and (each.status.state in _THERE or (each.status.state is ConnectionState.LOST and each.id in kept))
        ]
        ids = tuple(connection.id for connection in there)
        seen = (ids, self._connections.store.revision, tuple(self._profiles.items()), len(self._left_out))
        if seen == self._seen:
            return
        self._seen = seen
        known = {connection.id for connection in self._connections.all}
        self._profiles = {key: profile for key, profile in self._profiles.items() if key in known}
        self._read = {key: name for key, name in self._read.items() if key in known}
        self._left_out = {key: one for key, one in self._left_out.items() if key.connection in known}
        chosen = [self._choose(connection) for connection in there]
        self._wanted = [key for keys in chosen for key in keys[:MAX_TOPICS]]
        self._leave_out_rest([key for keys in chosen for key in keys[MAX_TOPICS:]])
        self._topics.set_subscriptions(BOX_OWNER, self._wanted)

    def unrecorded(self) -> dict[str, dict[str, str]]:
        """Return what should be recorded and can't be, and why, by robot and topic; any thread."""
        found: dict[TopicKey, str] = dict.fromkeys(self._too_many, RecordWording.TOO_MANY_TOPICS(most=MAX_TOPICS))
        found |= {key: one.why for key, one in dict(self._left_out).items()}
        for key in self._wanted:
            topic = self._connections.store.get(key)
            if topic is not None and topic.unread:
                found[key] = topic.unread
        told: dict[str, dict[str, str]] = {}
        for key in sorted(found, key=lambda key: (key.connection, key.topic)):
            told.setdefault(key.connection, {})[key.topic] = found[key]
        return told

    def end(self) -> None:
        """Subscribe to nothing."""
        self._seen, self._wanted, self._due_s = None, [], float("-inf")
        self._too_many = frozenset()
        self._topics.set_subscriptions(BOX_OWNER, ())

    def _read_profiles(self) -> None:
        """Have the profiles read by which robots would be driven: what they have recorded holds before that."""
        for connection in self._connections.all:
            name = self._profile_name(connection.id) if connection.is_recorded else ""
            if name and name != self._read.get(connection.id):
                self._read[connection.id] = name
                self._reading.add(connection.id)
                # a disk may take its time
                found = asyncio.get_running_loop().run_in_executor(None, _find_profile, name)
                found.add_done_callback(functools.partial(self._take_profile, connection.id))

    def _take_profile(self, connection_id: str, found: asyncio.Future[Profile | None]) -> None:
        self._reading.discard(connection_id)
        profile = found.result() if not found.cancelled() else None
        if profile is not None:
            self._profiles[connection_id] = profile

    def _choose(self, connection: Connection) -> list[TopicKey]:
        """Return the topics to be recorded, the first first: there may be no room for all."""
        profile = self._profiles.get(connection.id) or Profile()
        topics = [topic for topic in self._connections.store.topics if topic.key.connection == connection.id]
        found = dict.fromkeys(self._named(connection, topics, profile))
        if profile.record_usual:
            found |= dict.fromkeys(self._usual(connection, topics))
        return [topic.key for topic in found if topic.key not in self._left_out and self._allows(connection, topic)]

    def _named(self, connection: Connection, topics: Collection[Topic], profile: Profile) -> Iterator[Topic]:
        """Yield the topics that a profile names, to be recorded or because they tell of driving."""
        names = list(profile.record_topics)
        if profile.record_usual:
            names += [*self._commands(connection, profile.topic), profile.estop_topic]
        wanted = {connection.resolve(name) for name in names if name}
        return (topic for topic in topics if topic.key.topic in wanted)

    def _commands(self, connection: Connection, topic: str) -> tuple[str, ...]:
        # where subscribers have no names, another one would blur who obeys
        return (topic,) if driven_scheme(connection.id).has_lasting_names else ()

    def _usual(self, connection: Connection, topics: Collection[Topic]) -> Iterator[Topic]:
        """Yield the topics of commands, and those that tell how a robot is, by what their types can be shown as."""
        counts: dict[str, int] = {}
        for topic in sorted(topics, key=lambda topic: topic.key.topic):
            kind = self._kind_of(connection, topic)
            counts[kind] = counts.get(kind, 0) + 1
            if kind and counts[kind] <= MAX_OF_KIND:
                yield topic

    def _kind_of(self, connection: Connection, topic: Topic) -> str:
        """Return what a topic tells, in a word; empty for what is not recorded by itself."""
        name, info = topic.key.topic, topic.info
        # what was named by hand, or is polled, or costs something, is sent for a view alone
        if connection.named is not None or info.cost or connection.poll_rate_of(name) is not None:
            return ""
        if connection.commands_motion(name, info.type_name):
            is_there = info.publishers != 0 or info.subscribers != 0
            return "commands" if is_there and self._commands(connection, name) else ""
        if info.publishers == 0:
            return ""
        if name in (connection.log_topic, connection.world_topic and connection.resolve(connection.world_topic)):
            return "log" if name == connection.log_topic else "clock"
        return self._kind_of_state(connection, topic)

    def _kind_of_state(self, connection: Connection, topic: Topic) -> str:
        # where only messages show their type, they come anyway, or were named by hand
        schema = connection.schema_of(topic.info.type_name)
        roles = frozenset(schema.roles()) if schema is not None else frozenset()
        # what commands motion is known already
        if Role.TWIST in roles:
            return "odometry"
        # a simulated world has no transforms
        if Role.POSE in roles and connection.world_topic:
            return "poses"
        return next((role.value for role in _STATES & roles), "")

    def _allows(self, connection: Connection, topic: Topic) -> bool:
        """Whether a topic is no sensor that would work for the black box alone."""
        if not topic.info.type_name:
            return False
        if not connection.is_sensor(topic.info.type_name):
            return True
        why = RecordWording.SENSOR_ALONE(type_name=topic.info.type_name)
        self._leave_out(topic.key, math.inf, why)
        return False

    def _leave_out_floods(self, now_s: float) -> None:
        for key in self._wanted:
            topic = self._connections.store.get(key)
            if topic is None or not topic.recorded_only:
                continue
            if (topic.bandwidth_bytes_s or 0.0) > MAX_BYTES_S or (topic.rate_hz or 0.0) > MAX_HZ:
                why = RecordWording.TOO_MUCH(most_mb_s=MAX_BYTES_S / 1e6, most_hz=MAX_HZ)
                self._leave_out(key, now_s + _FLOOD_S, why, logging.INFO)

    def _leave_out_rest(self, keys: Collection[TopicKey]) -> None:
        self._too_many = frozenset(keys)
        for key in keys:
            if key not in self._told:
                self._told.add(key)
                _LOGGER.info(_LEFT_OUT, key.topic, RecordWording.TOO_MANY_TOPICS(most=MAX_TOPICS))
        self._told &= self._too_many

    def _leave_out(self, key: TopicKey, until_s: float, why: str, level: int = logging.WARNING) -> None:
        if key not in self._left_out:
            self._left_out[key] = _LeftOut(until_s, why)
            _LOGGER.log(level, _LEFT_OUT, key.topic, why)


def _find_profile(name: str) -> Profile | None:
    """Return a profile; None for one that can't be used, which is said where it is chosen."""
    try:
        return find_profile(name)
    except ProfileError:
        return None
