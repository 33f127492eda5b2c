"""Checks of sentences by their code, and of the catalogues that hold them."""

from __future__ import annotations

import ast
import functools
import re
import string
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from protocols.errors import ProtocolError
from protocols.schema import FieldPath
from protocols.sentence import Catalogue, Sentence, code_of
from protocols.wording import FieldWording
from tests.tools.tracked_files import parsed

_PROGRAM = tuple(Path(__file__).parents[2] / name for name in ("app", "protocols"))

# a check, for `pytest.raises`, of what an error says
Said = Callable[[Exception], bool]


def says(code: Catalogue, /, **values: object) -> Said:
    """Return a check that an error's sentence has this code, and these among its values.

    Errors of the window hold what it shows, in its language.
    """

    def check(error: Exception) -> bool:
        sentence = getattr(error, "reason", error.args[0])
        if not isinstance(sentence, Sentence):
            return shows(sentence, code, **values)
        return sentence.code is code and values.items() <= sentence.values.items()

    return check


def says_unknown(path: str, type_name: str, field: str, nearest: str) -> Said:
    """Return a check that an error says of a field on a path that its type has none of that name, and the nearest."""
    where = FieldPath.parse(path)
    return says(FieldWording.UNKNOWN, type_name=type_name, field=field, path=where, nearest=nearest)


@contextmanager
def taken_or_refused(kind: type[ProtocolError]) -> Iterator[None]:
    """Let an error of this kind, and of no other, end what is done within; check that it says why, by a code."""
    reason = None
    try:
        yield
    except kind as error:
        reason = error.reason
    assert reason is None or code_of(reason) is not None, f"no sentence: {reason!r}"


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
    """Return the members of a catalogue that the program never says; of one that it says by names none."""
    sayers = [text for text in _program().values() if catalogue.__name__ in text]
    if any(f"{catalogue.__name__}[" in text for text in sayers):
        return []
    found: set[str] = set()
    for text in sayers:
        # a long table may call its catalogue by a shorter name
        aliases = re.findall(rf"\b(\w+)(?:: Final)? = {catalogue.__name__}$", text, re.MULTILINE)
        aliases += re.findall(rf"\b{catalogue.__name__} as (\w+)", text)
        names = "|".join([catalogue.__name__, *aliases])
        found.update(re.findall(rf"\b(?:{names})\.(\w+)", text))
    return [code.name for code in catalogue if code.name not in found]


def missaid(catalogue: type[Catalogue]) -> list[str]:
    """Return the places at which the program makes a sentence with other values than those that it names."""
    calls = [call for call in _calls() if call[0] == catalogue.__name__]
    return [place for _, name, given, place in calls if given != {field for field, _ in _fields(catalogue[name])}]


def ill_made(catalogue: type[Catalogue]) -> list[str]:
    """Return the members of a catalogue that don't say all values that they name, or not on lines as they are shown."""
    return [code.name for code in catalogue if not _is_well_made(code)]


def _is_well_made(code: Catalogue) -> bool:
    values = {name: 2 if form else f"the {name}" for name, form in _fields(code)}
    try:
        sentence = code(**values)
    except (KeyError, ValueError):
        return False
    says_all = all(name.isidentifier() and str(value) in sentence for name, value in values.items())
    return says_all and sentence.replace("\n", " ").replace("\t", " ").isprintable()


def _fields(code: Catalogue) -> list[tuple[str, str | None]]:
    """Return the names of values in a sentence, each with its form."""
    return [(name, form) for _, name, form, _ in string.Formatter().parse(code.value) if name is not None]


@functools.cache
def _program() -> dict[Path, str]:
    files = [file for folder in _PROGRAM for file in folder.rglob("*.py")]
    return {file: file.read_text(encoding="utf-8") for file in files}


@functools.cache
def _calls() -> list[tuple[str, str, set[str], str]]:
    """Find the calls of codes in the program: catalogue, name, the names of the values, place."""
    found = []
    for file, text in _program().items():
        for call in ast.walk(parsed(text)):
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
                continue
            given = {keyword.arg for keyword in call.keywords if keyword.arg is not None}
            # a call with ** says only when it runs what it gives
            if isinstance(call.func.value, ast.Name) and len(given) == len(call.keywords):
                found.append((call.func.value.id, call.func.attr, given, f"{file}:{call.lineno}"))
    return found
