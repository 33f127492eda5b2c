"""Checks of sentences by their code, and of the catalogues that hold them."""

from __future__ import annotations

import functools
import re
import string
from collections.abc import Callable
from pathlib import Path

from protocols.sentence import Catalogue, Sentence

_APP = Path(__file__).parents[2] / "app"


def says(code: Catalogue, /, **values: object) -> Callable[[Exception], bool]:
    """Return a check, for `pytest.raises`, that an error's sentence has this code, and these among its values.

    Errors of the window hold what it shows, in its language.
    """

    def check(error: Exception) -> bool:
        sentence = error.args[0]
        if not isinstance(sentence, Sentence):
            return shows(sentence, code, **values)
        return sentence.code is code and values.items() <= sentence.values.items()

    return check


def tells(text: str, code: Catalogue, /, **values: object) -> bool:
    """Return whether a sentence, or one within it, has this code, and these among its values."""
    if not isinstance(text, Sentence):
        return False
    if text.code is code and values.items() <= text.values.items():
        return True
    return any(tells(inner, code, **values) for inner in text.values.values() if isinstance(inner, Sentence))


def shows(text: str, code: Catalogue, /, **values: object) -> bool:
    """Return whether a text that a widget shows holds a sentence of this code, with these among its values.

    A widget shows a plain text, often one of several sentences. Values that are not given may be any text on one
    line; the first letter may have been made a capital one.

    Raises:
        ValueError: the sentence has no such value, or has no words of its own and could be any text.
    """
    parts = list(string.Formatter().parse(code.value))
    names = {name for _, name, _, _ in parts if name is not None}
    wordless = not any(letter.isalpha() for words, _, _, _ in parts for letter in words)
    if not values.keys() <= names or (wordless and values.keys() != names):
        raise ValueError(code, values)
    pattern = []
    for words, name, form, _ in parts:
        pattern.append(re.escape(words))
        if name in values:
            pattern.append(re.escape(format(values[name], form or "")))
        elif name is not None:
            pattern.append(".*")
    whole = "".join(pattern)
    if whole[0].isalpha():
        whole = f"[{whole[0].upper()}{whole[0].lower()}]{whole[1:]}"
    return re.search(rf"(?<!\w){whole}(?!\w)", text) is not None


def unsaid(catalogue: type[Catalogue]) -> list[str]:
    """Return the members of a catalogue that the program never says."""
    said = re.compile(rf"\b{catalogue.__name__}\.(\w+)")
    found = set(said.findall(_program()))
    return [name for name in catalogue.__members__ if name not in found]


@functools.cache
def _program() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in _APP.rglob("*.py"))
