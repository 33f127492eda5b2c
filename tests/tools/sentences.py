"""Checks of sentences by their code, and of the catalogues that hold them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from protocols.sentence import Catalogue, Sentence

_APP = Path(__file__).parents[2] / "app"


def says(code: Catalogue, **values: object) -> Callable[[Exception], bool]:
    """Return a check, for `pytest.raises`, that an error's sentence has this code, and these among its values."""

    def check(error: Exception) -> bool:
        sentence = error.args[0]
        return isinstance(sentence, Sentence) and sentence.code is code and values.items() <= sentence.values.items()

    return check


def tells(text: str, code: Catalogue, **values: object) -> bool:
    """Return whether a sentence, or one within it, has this code, and these among its values."""
    if not isinstance(text, Sentence):
        return False
    if text.code is code and values.items() <= text.values.items():
        return True
    return any(tells(inner, code, **values) for inner in text.values.values() if isinstance(inner, Sentence))


def unsaid(catalogue: type[Catalogue]) -> list[str]:
    """Return the members of a catalogue that the program never says."""
    said = re.compile(rf"\b{catalogue.__name__}\.(\w+)")
    found = {name for path in _APP.rglob("*.py") for name in said.findall(path.read_text(encoding="utf-8"))}
    return [name for name in catalogue.__members__ if name not in found]
