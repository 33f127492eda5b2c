"""What a robot has that a profile may name, and what is to be said of a name that it hasn't."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from app.drive.stop_actions import LOCK_TYPE
from app.drive.targets.target import TARGETS, TargetError, is_driven_by_joints
from app.model.graph import Graph
from app.model.topic_store import TopicInfo
from app.ui.drive.offers import offer_named, offers_of
from app.ui.text import begin_sentence, translate

# of all protocols the one whose robots can do more at STOP than stand still
_WITH_STOP_ACTIONS = "ros1"
_JOINT = "Joint"


@dataclass(frozen=True, slots=True)
class Hints:
    """See the module; all empty where no robot is known.

    Attributes:
        robot: the name of its connection; empty for none.
        topics: those that take commands.
        types: those of commands; of all protocols where there is no robot.
        nodes: all of them; `bases` are those that take commands.
        joints: those that it is known to have.
        locks, services, actions: what else may be named.
        infos: of all its topics.
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
    infos: Mapping[str, TopicInfo] = field(default_factory=dict)

    @property
    def has_stop_actions(self) -> bool:
        """Whether more than zeros can be done at STOP; also where that is not known."""
        return not self.robot or _scheme(self.robot) == _WITH_STOP_ACTIONS

    @property
    def has_wheels(self) -> bool:
        """Whether it is driven by its joints; also where that is not known."""
        return not self.robot or is_driven_by_joints(_scheme(self.robot))

    def of_topic(self, topic: str, type_name: str) -> str:
        """What is to be said of these two, either of which may be empty; empty for nothing."""
        if not self.robot:
            return ""
        if type_name and type_name not in self.types:
            words = translate("Profile", "This robot can't be driven by that: it takes {types}.")
            return words.format(types=", ".join(self.types) or translate("Profile", "no commands"))
        known = self.infos.get(topic)
        if known is None:
            return translate("Profile", "This robot does not tell of this topic now.") if topic else ""
        if type_name and known.type_name not in {"", type_name}:
            return translate("Profile", "On this robot it carries {type}.").format(type=known.type_name)
        try:
            offer_named(self.robot, topic, type_name, self.infos.values())
        except TargetError as error:
            return f"{begin_sentence(error.reason)}. {error.tip}".strip()
        return ""

    def of_node(self, node: str) -> str:
        """What is to be said of the base's node; empty for nothing."""
        if not node or not self.nodes or node in self.nodes:
            return ""
        return translate("Profile", "This robot has no node of this name now.")


def hints_of(robot: str | None, infos: Iterable[TopicInfo], graph: Graph | None) -> Hints:
    """What is known of a robot now; None for no robot."""
    if robot is None:
        known_targets = (each for scheme, each in TARGETS.items() if not is_driven_by_joints(scheme))
        return Hints(types=tuple(dict.fromkeys(target.type_name for each in known_targets for target in each)))
    known = {info.name: info for info in infos}
    offers = offers_of(robot, known.values())
    topics = {offer.topic for offer in offers.all}
    nodes = graph.nodes if graph is not None else ()
    return Hints(
        robot=robot,
        topics=tuple(offer.topic for offer in offers.all),
        types=tuple(target.type_name for target in TARGETS.get(_scheme(robot), ())),
        nodes=tuple(node.name for node in nodes),
        bases=tuple(node.name for node in nodes if topics.intersection(node.subscribes)),
        joints=tuple(sorted(name for name, info in known.items() if info.type_name == _JOINT)),
        locks=tuple(sorted(name for name, info in known.items() if info.type_name == LOCK_TYPE)),
        services=tuple(service.name for service in graph.services) if graph is not None else (),
        actions=tuple(action.name for action in graph.actions) if graph is not None else (),
        infos=known,
    )


def _scheme(connection_id: str) -> str:
    return connection_id.partition(":")[0].lower()
