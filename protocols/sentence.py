"""A sentence with its code and its values, and the base of the catalogues that hold such sentences."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Self


class Sentence(str):
    """A sentence in English that knows its code and its values, by which it is told from others and translated.

    A sentence is the text itself, so it goes wherever a text does; what is made of it (a slice, a concatenation) is
    a plain text without a code.

    Attributes:
        code: the member of a catalogue that the sentence was made from.
        values: what the sentence says, by name; sentences within a sentence keep their codes.
    """

    __slots__ = ("code", "values")

    code: Catalogue
    values: Mapping[str, object]

    def __new__(cls, code: Catalogue, values: Mapping[str, object]) -> Self:
        """Make the text. Raises KeyError for a value that is missing."""
        made = super().__new__(cls, code.value.format_map(values))
        made.code = code
        made.values = values
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[Catalogue, Mapping[str, object]]]:
        """Return how a copy is made; the way of str knows neither code nor values."""
        return type(self), (self.code, self.values)


class Catalogue(enum.Enum):
    """The base of catalogues: a member is a code, its value the sentence, with the names of values in braces."""

    def __call__(self, **values: object) -> Sentence:
        """Return the sentence with these values. Raises KeyError for a value that is missing."""
        return Sentence(self, values)


def sentence_of(error: Exception) -> str:
    """Return the sentence that an error was raised with, of which `str` makes a plain text; else the error's text."""
    told = error.args[0] if error.args else None
    return told if isinstance(told, Sentence) else str(error)


def code_of(text: str) -> Catalogue | None:
    """Return the code of a sentence; None for a text that is none."""
    return text.code if isinstance(text, Sentence) else None
