"""What can be driven, and by what: the topics of a robot that take commands, and the profiles there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from app.config.folders import config_folder
from app.config.profile import SUFFIX, Profile, load_profile, profile_path
from app.drive.targets.target import TARGETS, TargetError, choose, fitting
from app.model.topic_store import TopicInfo

DEFAULT = Profile()


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
        return Offers(tuple(found)) if found else Offers((), None, error.reason, "")
    usual = Offer(topic, target.type_name)
    return Offers(tuple(found) if usual in found else (usual, *found), usual)


def profile_names(folder: Path | None = None) -> list[str]:
    """The names of the profiles there are, the usual one first."""
    place = config_folder() / "profiles" if folder is None else folder
    try:
        names = sorted(path.name.removesuffix(SUFFIX) for path in place.glob(f"*{SUFFIX}"))
    except OSError:
        names = []
    return [DEFAULT.name, *(name for name in names if name != DEFAULT.name)]


def profile_of(name: str, folder: Path | None = None) -> Profile:
    """The profile of a name. Raises ProfileError."""
    # the usual one may be kept as a file like any other, and need not
    if name == DEFAULT.name and not profile_path(name, folder).exists():
        return DEFAULT
    return load_profile(name, folder)


def _scheme(connection_id: str) -> str:
    return connection_id.partition(":")[0].lower()
