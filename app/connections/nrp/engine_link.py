"""A link to an engine, whatever it speaks."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from protocols.nrp.answers import Answer


class EngineLink(Protocol):
    """One question at a time; a link that failed is closed, and another one made."""

    async def ask(self, names: Collection[str], timeout_s: float) -> Answer:
        """The answer to a question for DataPacks, or for none.

        Raises:
            LinkError: there is none within the time, or what answers is no engine.
            UnknownPackError: the engine does not know one of them, and so answers nothing.
            FrameTooLargeError: the answer is too large.
            EngineError: it is no answer of an engine.
        """

    async def close(self) -> None:
        """End it, and what is under way on it."""
