"""The interface of a link to an engine, over whatever wire, and the uses of a link."""

from __future__ import annotations

import abc
import enum
from collections.abc import Collection, Mapping
from typing import Final

from protocols.nrp.packs import EngineAnswer

# how long this system goes on to send unconfirmed data on a link for commands; afterwards nothing comes late
GIVEN_UP_S: Final = 1.0


class EngineLinkUse(enum.Enum):
    """The use of a link.

    Attributes:
        QUESTIONS: the link reads.
        MOTIONS: the commands on the link may move a robot. The link is not made anew by itself: an engine that was
            started again gets nothing that was meant for the one before.
        ZEROS: the commands on the link move nothing. The link is made anew whenever that helps.
    """

    QUESTIONS = "questions"
    MOTIONS = "motions"
    ZEROS = "zeros"

    @property
    def commands(self) -> bool:
        """Whether commands go by the link."""
        return self is not EngineLinkUse.QUESTIONS


class EngineLink(abc.ABC):
    """A link to an engine, over whatever wire. A link that failed is closed, and another made."""

    @abc.abstractmethod
    async def ask(self, names: Collection[str], timeout_s: float) -> EngineAnswer:
        """Ask for DataPacks, or for none, and return the answer.

        Raises:
            LinkError: there is no answer within the time, or the program that answers is no engine.
            UnknownPackError: the engine does not know one of the names, and so answers nothing.
            FrameTooLargeError: the answer is too large.
            EngineError: the answer is none of an engine.
        """

    @abc.abstractmethod
    async def command(self, commands: Mapping[str, bytes], engine: str, timeout_s: float) -> None:
        """Command joints by name with payloads of `protocols.nrp.joint_commands`, and wait until the engine did so.

        Raises as `ask`. After a LinkError it is unknown whether the engine has done so, or still will.
        """

    @abc.abstractmethod
    async def close(self) -> None:
        """End the link, and the calls that are under way on it."""
