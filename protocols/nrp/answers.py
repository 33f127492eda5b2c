"""The answer of an engine to a request for DataPacks, over any transport."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from protocols.errors import DecodeError, EngineError, UnknownPackError
from protocols.names import printable_name
from protocols.nrp.packs import DataPack

# a DataPack; None where the engine has nothing new of it; or the error that says why there is none
PackAnswer = DataPack | UnknownPackError | DecodeError | None
EngineAnswer = dict[str, PackAnswer]

_MISSING: Final = "the engine left “{name}” out of its answer"


def completed_answer(answer: EngineAnswer, asked: Collection[str]) -> EngineAnswer:
    """Add errors for DataPacks that an answer lacks. Raises EngineError for a name that was not asked for."""
    for name in answer:
        if name not in asked:
            raise EngineError(f"the engine answers with “{printable_name(name)}”, which was not asked for")
    for name in asked:
        if name not in answer:
            answer[name] = DecodeError(_MISSING.format(name=printable_name(name)))
    return answer
