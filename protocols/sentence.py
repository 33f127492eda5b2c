"""A sentence with its code and its values, and the base of the catalogues that hold such sentences."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, Self

# a text of our own as another process tells it: a sentence by its code and values, by which the window translates it.
# Of any type, for `said_text` reads whatever came: nothing is refused for its words
SaidLine = Any


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


class _Codes(type):
    """The metaclass of catalogues: makes a member when it is first asked for.

    The window loads well over a thousand sentences when it starts and says few of them; `enum.EnumType` would take some
    10 µs for each.
    """

    made_codes: dict[str, Any]
    texts_of_codes: dict[str, str]

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        """Make a catalogue: each text of its body becomes a member."""
        texts = {key: value for key, value in namespace.items() if isinstance(value, str) and key.isupper()}
        others = {key: value for key, value in namespace.items() if key not in texts}
        made: Any = super().__new__(cls, name, bases, others)
        made.made_codes = {}
        made.texts_of_codes = texts
        return made

    def __getattr__(cls, name: str) -> Any:
        """Make a member. Only what is no attribute yet comes here."""
        text = cls.texts_of_codes.get(name)
        if text is None:
            raise AttributeError(f"{cls.__name__} has no member {name}")
        kind: Any = cls
        member: Any = object.__new__(kind)
        member.name, member.value = name, text
        # threads that ask at once get the same
        member = cls.made_codes.setdefault(name, member)
        setattr(cls, name, member)
        return member

    def __getitem__(cls, name: str) -> Any:
        if name not in cls.texts_of_codes:
            raise KeyError(name)
        return getattr(cls, name)

    def __iter__(cls) -> Iterator[Any]:
        return (getattr(cls, name) for name in cls.texts_of_codes)

    def __len__(cls) -> int:
        return len(cls.texts_of_codes)


if TYPE_CHECKING:
    # type checkers know the members of no other class
    _Base = enum.Enum
else:

    class _Base(metaclass=_Codes):
        def __repr__(self) -> str:
            return f"<{type(self).__name__}.{self.name}>"

        def __reduce__(self) -> tuple[Any, ...]:
            return getattr, (type(self), self.name)


class Catalogue(_Base):
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


_catalogues: Final[dict[str, type[Catalogue]]] = {}


def said_line(value: object) -> tuple[str, dict[str, object]]:
    """Return how a sentence is told to another process. Raises TypeError for what is none."""
    if not isinstance(value, Sentence):
        raise TypeError(type(value))
    values = {name: _said_value(given) for name, given in value.values.items()}
    return f"{type(value.code).__name__}.{value.code.name}", values


def said_text(line: SaidLine, plain: str = "") -> str:
    """Return the text, or the sentence, that stands in a line; the plain text for a sentence that can't be made."""
    try:
        return line if isinstance(line, str) else _sentence(line)
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        return plain


def _said_value(value: object) -> object:
    if isinstance(value, Sentence):
        return said_line(value)
    return value if isinstance(value, int | float) else str(value)


def _sentence(line: SaidLine) -> Sentence:
    """Make the sentence of a line. Raises whatever comes of a line that is none."""
    code, values = line
    catalogue, _, name = code.partition(".")
    given = {key: value if isinstance(value, int | float | str) else _sentence(value) for key, value in values.items()}
    made: Sentence = _catalogue(catalogue)[name](**given)
    return made


def _catalogue(name: str) -> type[Catalogue]:
    """Find a catalogue by its name. Raises KeyError."""
    if name not in _catalogues:
        # some are loaded late, as those of a protocol with its first robot
        _catalogues.update((each.__name__, each) for each in _kinds(Catalogue))
    return _catalogues[name]


def _kinds(base: type[Catalogue]) -> Iterator[type[Catalogue]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _kinds(kind)
