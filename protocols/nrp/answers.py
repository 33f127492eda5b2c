"""The answer of an engine to a request for DataPacks, over any transport."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from protocols.errors import DecodeError
from protocols.names import shown_name
from protocols.nrp.packs import Pack
from protocols.nrp_errors import EngineError, UnknownPackError

# a DataPack; None where the engine has nothing new of it; or the error that says why there is none
Said = Pack | UnknownPackError | DecodeError | None
Answer = dict[str, Said]

_MISSING: Final = "the engine left “{name}” out of its answer"


def complete(answer: Answer, asked: Collection[str]) -> Answer:
    """Add errors for DataPacks that an answer lacks. Raises EngineError for a name that was not asked for."""
    for name in answer:
        if name not in asked:
            raise EngineError(f"the engine answers with “{shown_name(name)}”, which was not asked for")
    for name in asked:
        if name not in answer:
            answer[name] = DecodeError(_MISSING.format(name=shown_name(name)))
    return answer
