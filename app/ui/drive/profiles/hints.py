"""Hints for a profile: the names that a robot has, and notes about names that it does not have. No I/O."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from app.drive.robot.stop_actions import LOCK_TYPE
from app.drive.robot.targets import DRIVEN_SCHEMES, TargetError, driven_scheme
from app.model.graph import Graph
from app.model.topics import TopicInfo
from app.ui.base.text import listed_names, say, with_tip
from app.ui.drive.command_topics import find_command_topics, find_named_topic
from app.wording.ui.profiles import ProfilesWording

_JOINT = "Joint"
_ESTOP = re.compile(r"e[_-]?stop|emergency", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ProfileHints:
    """Names of a robot that a profile may use; all empty without a robot.

    Attributes:
        robot: id of its connection; empty for no robot.
        topics: names of its command topics.
        types: its types of commands; those of all protocols where there is no robot.
        nodes: names of all its nodes; `bases` are those that take commands.
        joints: names of its known joints.
        locks, services, actions: names of its lock topics, services and actions.
        estops: names of topics on which it may report its own E-stop, those that are named so first.
        topic_infos: infos of all its topics, by name.
    """

    robot: str = ""
    topics: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    nodes: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    joints: tuple[str, ...] = ()
    locks: tuple[str, ...] = ()
    services: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    estops: tuple[str, ...] = ()
    topic_infos: Mapping[str, TopicInfo] = field(default_factory=dict)

    @property
    def has_stop_actions(self) -> bool:
        """Whether the robot can do more at STOP than get zeros; True where that is not known."""
        return not self.robot or driven_scheme(self.robot).has_stop_actions

    @property
    def has_wheels(self) -> bool:
        """Whether the robot is driven by its joints; True where that is not known."""
        return not self.robot or driven_scheme(self.robot).by_joints

    def topic_note(self, topic: str, type_name: str) -> str:
        """Return a note about a topic and a type, either of which may be empty; empty for no note."""
        if not self.robot:
            return ""
        if type_name and type_name not in self.types:
            types = listed_names(self.types) or say(ProfilesWording.NO_COMMANDS())
            return say(ProfilesWording.TYPES_TAKEN(types=types))
        known = self.topic_infos.get(topic)
        if known is None:
            return say(ProfilesWording.TOPIC_UNKNOWN()) if topic else ""
        if type_name and known.type_name not in {"", type_name}:
            return say(ProfilesWording.TOPIC_CARRIES(type=known.type_name))
        try:
            find_named_topic(self.robot, topic, type_name, self.topic_infos.values())
        except TargetError as error:
            return with_tip(error.reason, error.tip)
        return ""

    def estop_note(self, topic: str) -> str:
        """Return a note about the topic of the robot's own E-stop; empty for no note."""
        if not topic or not self.robot:
            return ""
        if driven_scheme(self.robot).by_joints:
            return say(ProfilesWording.ESTOP_NOT_HERE())
        return "" if topic in self.topic_infos else say(ProfilesWording.TOPIC_UNKNOWN())

    def node_note(self, node: str) -> str:
        """Return a note about the node of the base; empty for no note."""
        if not node or not self.nodes or node in self.nodes:
            return ""
        return say(ProfilesWording.NODE_UNKNOWN())


def collect_hints(robot: str | None, infos: Iterable[TopicInfo], graph: Graph | None) -> ProfileHints:
    """Collect the names of a robot as they are known now; None for no robot."""
    if robot is None:
        known_targets = (scheme.targets for scheme in DRIVEN_SCHEMES.values() if not scheme.by_joints)
        return ProfileHints(types=tuple(dict.fromkeys(target.type_name for each in known_targets for target in each)))
    known = {info.name: info for info in infos}
    offers = find_command_topics(robot, known.values())
    topics = {offer.topic for offer in offers.all}
    nodes = graph.nodes if graph is not None else ()
    return ProfileHints(
        robot=robot,
        topics=tuple(offer.topic for offer in offers.all),
        types=tuple(target.type_name for target in driven_scheme(robot).targets),
        nodes=tuple(node.name for node in nodes),
        bases=tuple(node.name for node in nodes if topics.intersection(node.subscribes)),
        joints=tuple(sorted(name for name, info in known.items() if info.type_name == _JOINT)),
        locks=tuple(sorted(name for name, info in known.items() if info.type_name == LOCK_TYPE)),
        services=tuple(service.name for service in graph.services) if graph is not None else (),
        actions=tuple(action.name for action in graph.actions) if graph is not None else (),
        estops=_estop_topics(tuple(known.values())),
        topic_infos=known,
    )


def _estop_topics(infos: Collection[TopicInfo]) -> tuple[str, ...]:
    """Return the topics on which a robot may report its own E-stop: by name, and those of a mere boolean."""
    found = [(_ESTOP.search(info.name) is None, info.name) for info in infos if info.publishers != 0]
    booleans = {info.name for info in infos if info.type_name == LOCK_TYPE}
    return tuple(name for unnamed, name in sorted(found) if not unnamed or name in booleans)
