"""The reader of the joints in a robot's description (URDF), a parameter of ROS 1.

The XML is read strictly: no document type and so no entities, with bounds on size and depth.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Final
from xml.parsers import expat

from app.model.graph import Parameter
from app.model.messages.checks import MAX_JOINT_NAME, MAX_JOINTS, checked_joint_limits
from app.model.messages.values import JointDescription, JointKind
from app.wording.connections import Ros1Wording
from protocols.errors import DecodeError

# the last part of the parameter's name, in whatever namespace
NAME: Final = "robot_description"
# one robot may describe its arm and its base apart; many more are not to be expected
MAX_DESCRIPTIONS: Final = 8
# meshes are in other files: a humanoid takes half a megabyte
MAX_CHARACTERS: Final = 8 * 1024 * 1024
_MAX_DEPTH: Final = 64

_KINDS: Final[Mapping[str, JointKind]] = {
    "revolute": JointKind.REVOLUTE,
    "continuous": JointKind.REVOLUTE,
    "prismatic": JointKind.PRISMATIC,
}
# a continuous joint has no limits of its position, whatever is written
_ENDLESS: Final = "continuous"


async def described_joints(
    names: Collection[str], get: Callable[[str], Awaitable[Parameter]]
) -> dict[str, JointDescription]:
    """Read the joints in all descriptions of a robot, by their names; of two joints of one name the first counts.

    Args:
        names: the names of all parameters.
        get: asks for a parameter.

    Raises:
        DecodeError: a parameter is no description.
    """
    found: dict[str, JointDescription] = {}
    for name in [each for each in sorted(names) if each.rpartition("/")[2] == NAME][:MAX_DESCRIPTIONS]:
        text = await get(name)
        if not isinstance(text, str):
            raise DecodeError(Ros1Wording.DESCRIPTION_NO_TEXT(parameter=name))
        try:
            # beside the loop: other links go on
            found = await asyncio.to_thread(read_description, text) | found
        except DecodeError as error:
            raise DecodeError(Ros1Wording.DESCRIPTION_UNREADABLE(parameter=name, reason=error.reason)) from error
    return found


def read_description(text: str) -> dict[str, JointDescription]:
    """Read the joints in a description that turn or slide. Raises DecodeError where the text is no description."""
    if len(text) > MAX_CHARACTERS:
        raise DecodeError(Ros1Wording.DESCRIPTION_TOO_LONG(length=len(text), limit=MAX_CHARACTERS))
    reader = _Reader()
    # the XML may name another encoding, which no longer applies to a decoded text
    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.StartDoctypeDeclHandler = reader.refuse
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        raise DecodeError(Ros1Wording.DESCRIPTION_NO_XML(reason=str(error))) from error
    return reader.found


class _Reader:
    """The handler of XML elements. It takes joints directly in the robot; those in transmissions are references."""

    def __init__(self) -> None:
        self.found: dict[str, JointDescription] = {}
        self._path: list[str] = []
        self._joint = ""
        self._type = ""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Handle the start of an element."""
        if not self._path and tag != "robot":
            raise DecodeError(Ros1Wording.DESCRIPTION_ROOT(tag=tag[:40]))
        if len(self._path) >= _MAX_DEPTH:
            raise DecodeError(Ros1Wording.DESCRIPTION_TOO_DEEP(limit=_MAX_DEPTH))
        self._path.append(tag)
        if self._path == ["robot", "joint"]:
            self._begin_joint(attributes.get("name", ""), attributes.get("type", ""))
        elif self._path == ["robot", "joint", "limit"] and self._joint:
            self._take_limits(attributes)

    def end(self, tag: str) -> None:
        """Handle the end of an element."""
        del tag
        self._path.pop()

    def refuse(self, *parts: object) -> None:
        """Refuse a document type. Raises DecodeError."""
        del parts
        raise DecodeError(Ros1Wording.DESCRIPTION_DOCUMENT_TYPE())

    def _begin_joint(self, name: str, kind: str) -> None:
        good = 0 < len(name) <= MAX_JOINT_NAME and kind in _KINDS and len(self.found) < MAX_JOINTS
        self._joint, self._type = (name, kind) if good else ("", "")
        if good:
            self.found[name] = JointDescription(_KINDS[kind])

    def _take_limits(self, attributes: Mapping[str, str]) -> None:
        lower, upper, velocity, effort = (
            _number(attributes.get(name)) for name in ("lower", "upper", "velocity", "effort")
        )
        if self._type == _ENDLESS:
            lower = upper = None
        else:
            # a limit that is left out is 0 (urdfdom)
            lower, upper = lower or 0.0, upper or 0.0
        self.found[self._joint] = JointDescription(
            _KINDS[self._type], checked_joint_limits(lower, upper, velocity, effort)
        )


def _number(text: str | None) -> float | None:
    try:
        return float(text) if text is not None else None
    except ValueError:
        return None
