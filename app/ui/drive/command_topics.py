"""Command topics: the topics of a robot by which it can be driven. No I/O."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.drive.robot.targets import TargetError, choose_target, driven_scheme, fitting_topics
from app.model.topics import TopicInfo


@dataclass(frozen=True, slots=True)
class CommandTopic:
    """Topic that takes commands, and the type of its messages."""

    topic: str
    type_name: str


@dataclass(frozen=True, slots=True)
class CommandTopics:
    """Command topics of a robot.

    Attributes:
        default: the topic that is used unless the operator selects another; None where the operator has to select one.
        reason, tip: why there is no topic; empty where there is one.
    """

    all: tuple[CommandTopic, ...] = ()
    default: CommandTopic | None = None
    reason: str = ""
    tip: str = ""


def is_drivable(connection_id: str) -> bool:
    """Whether robots of this connection's protocol can be driven at all."""
    return bool(driven_scheme(connection_id).targets)


def find_command_topics(connection_id: str, infos: Iterable[TopicInfo]) -> CommandTopics:
    """Find the command topics of a robot with these topics."""
    known = tuple(infos)
    found = [CommandTopic(topic, target.type_name) for topic, target in fitting_topics(connection_id, known)]
    try:
        topic, target = choose_target(connection_id, "", "", known)
    except TargetError as error:
        # other tips are for a command line; only that for a robot that needs a profile fits here
        tip = error.tip if driven_scheme(connection_id).by_joints else ""
        return CommandTopics(tuple(found)) if found else CommandTopics((), None, error.reason, tip)
    usual = CommandTopic(topic, target.type_name)
    return CommandTopics(tuple(found) if usual in found else (usual, *found), usual)


def find_named_topic(connection_id: str, topic: str, type_name: str, infos: Iterable[TopicInfo]) -> CommandTopic | None:
    """Find the command topic by name and type, of which either may be empty; None where both are.

    Raises TargetError: the robot can't be driven by that topic or type.
    """
    if not topic and not type_name:
        return None
    chosen, target = choose_target(connection_id, topic, type_name, infos)
    return CommandTopic(chosen, target.type_name)
