"""The shape of a link to an engine, whatever it speaks, and what it is used for."""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping
from typing import Final, Protocol

from protocols.nrp.answers import Answer

# how long this system goes on to send what nobody confirms on a link for commands; afterwards nothing comes late
GIVEN_UP_S: Final = 1.0


class Use(enum.Enum):
    """The use of a link.

    Attributes:
        QUESTIONS: it reads.
        MOTIONS: what goes by it may move a robot. It is not made anew by itself: an engine that was started again gets
            nothing that was meant for the one before.
        ZEROS: what goes by it moves nobody. It is made anew whenever that helps.
    """

    QUESTIONS = "questions"
    MOTIONS = "motions"
    ZEROS = "zeros"

    @property
    def commands(self) -> bool:
        """Whether commands go by it."""
        return self is not Use.QUESTIONS


class EngineLink(Protocol):
    """A link to an engine, whatever it speaks. One that failed is closed, and another made."""

    async def ask(self, names: Collection[str], timeout_s: float) -> Answer:
        """The answer to a question for DataPacks, or for none.

        Raises:
            LinkError: there is none within the time, or what answers is no engine.
            UnknownPackError: the engine does not know one of them, and so answers nothing.
            FrameTooLargeError: the answer is too large.
            EngineError: it is no answer of an engine.
        """

    async def tell(self, commands: Mapping[str, bytes], engine: str, timeout_s: float) -> None:
        """Command joints, by name, with payloads of `protocols.nrp.commands`, and wait until the engine has done so.

        Raises as `ask`. After a LinkError nobody knows whether it has, or still will.
        """

    async def close(self) -> None:
        """End it, and what is under way on it."""
