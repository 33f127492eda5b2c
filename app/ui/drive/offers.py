"""What can be driven, and by what: the topics of a robot that take commands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.drive.targets.target import TARGETS, TargetError, choose, fitting, is_driven_by_joints
from app.model.topic_store import TopicInfo


@dataclass(frozen=True, slots=True)
class Offer:
    """A topic, and the type of its commands."""

    topic: str
    type_name: str


@dataclass(frozen=True, slots=True)
class Offers:
    """What a robot can be driven by.

    Attributes:
        usual: what it is driven by where nobody says otherwise; None where somebody has to.
        reason, tip: why there is nothing; empty where there is.
    """

    all: tuple[Offer, ...] = ()
    usual: Offer | None = None
    reason: str = ""
    tip: str = ""


def can_be_driven(connection_id: str) -> bool:
    """Whether robots of this kind can be driven at all."""
    return _scheme(connection_id) in TARGETS


def offers_of(connection_id: str, infos: Iterable[TopicInfo]) -> Offers:
    """What a robot with these topics can be driven by."""
    scheme, known = _scheme(connection_id), tuple(infos)
    found = [Offer(topic, target.type_name) for topic, target in fitting(scheme, known)]
    try:
        topic, target = choose(scheme, "", "", known)
    except TargetError as error:
        # what else there is to say is for a command line, but for a robot that needs a profile
        tip = error.tip if is_driven_by_joints(scheme) else ""
        return Offers(tuple(found)) if found else Offers((), None, error.reason, tip)
    usual = Offer(topic, target.type_name)
    return Offers(tuple(found) if usual in found else (usual, *found), usual)


def offer_named(connection_id: str, topic: str, type_name: str, infos: Iterable[TopicInfo]) -> Offer | None:
    """What a topic and a type, of which either may be empty, mean for a robot with these topics; None where both are.

    Raises TargetError where it can't be driven by that.
    """
    if not topic and not type_name:
        return None
    chosen, target = choose(_scheme(connection_id), topic, type_name, infos)
    return Offer(chosen, target.type_name)


def _scheme(connection_id: str) -> str:
    return connection_id.partition(":")[0].lower()
