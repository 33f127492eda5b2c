"""The translations of the window: `python -m tests.tools.translations` brings them up to date with the catalogues.

It adds new sentences to translations/*.ts as unfinished, keeps what was said of a sentence that has changed, as
unfinished too, removes what is gone, and makes of each file the .qm that the window reads. `--check` writes nothing and
exits with 1 if there is anything to write or to translate.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import re
import string
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

import PySide6

import app.wording
import protocols
from app.resources import resource
from protocols.sentence import Catalogue
from tests.tools.tracked_files import ROOT

LANGUAGES: Final = ("zh_CN",)

# what only the command line says, which speaks English
_COMMANDS: Final = "app.wording.commands"

_MNEMONIC: Final = re.compile(r"&(\w)")

_HEAD: Final = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="{language}" sourcelanguage="en">
"""


@dataclass(frozen=True, slots=True)
class Message:
    """What a file says of one sentence.

    Attributes:
        source: the sentence in English, with the names of its values in braces.
        translation: empty while there is none.
        is_finished: whether somebody has seen that the translation says what the English says.
    """

    source: str
    translation: str = ""
    is_finished: bool = False


# by catalogue and code
Messages = Mapping[tuple[str, str], Message]


def source_of(language: str) -> Path:
    """Return the file in which a language is translated."""
    return ROOT / "translations" / f"{language}.ts"


def catalogues() -> list[type[Catalogue]]:
    """Return the catalogues whose sentences the window shows, by name."""
    for package in (app.wording, protocols):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if "wording" in module.name:
                importlib.import_module(module.name)
    shown = (one for one in Catalogue.__subclasses__() if one.__module__ != _COMMANDS)
    ours = (one for one in shown if one.__module__.startswith(("app.", "protocols.")))
    return sorted(ours, key=lambda one: one.__name__)


def sources(known: Iterable[type[Catalogue]]) -> Messages:
    """Return all sentences of catalogues, none of them translated."""
    return {(one.__name__, code.name): Message(code.value) for one in known for code in one}


def read(text: str) -> Messages:
    """Read a .ts file."""
    found = {}
    for context in ET.fromstring(text).iter("context"):  # noqa: S314 - our own file
        for message in context.iter("message"):
            said = message.find("translation")
            is_finished = said is not None and said.get("type") is None
            words = "" if said is None else said.text or ""
            key = context.findtext("name", ""), message.findtext("comment", "")
            found[key] = Message(message.findtext("source", ""), words, is_finished)
    return found


def written(language: str, messages: Messages) -> str:
    """Return the text of a .ts file: a code is the comment of its sentence."""
    lines, before = [_HEAD.format(language=language)], ""
    for (context, code), message in messages.items():
        if context != before:
            lines += ["</context>\n"] * bool(before)
            lines += ["<context>\n", f"    <name>{context}</name>\n"]
            before = context
        kind = "" if message.is_finished else ' type="unfinished"'
        lines += [
            "    <message>\n",
            f"        <source>{escape(message.source)}</source>\n",
            f"        <comment>{code}</comment>\n",
            f"        <translation{kind}>{escape(message.translation)}</translation>\n",
            "    </message>\n",
        ]
    return "".join([*lines, *["</context>\n"] * bool(before), "</TS>\n"])


def updated(wanted: Messages, before: Messages) -> Messages:
    """Return the sentences that are wanted, with what was said of them before."""
    return {key: _updated(message, before.get(key, message)) for key, message in wanted.items()}


def _updated(message: Message, before: Message) -> Message:
    is_same = message.source == before.source
    return replace(before, source=message.source, is_finished=before.is_finished and is_same)


def faults(wanted: Messages, messages: Messages) -> Iterator[str]:
    """Tell what is wrong with translations; nothing where all of them can be shown."""
    for key, source in wanted.items():
        name, message = ".".join(key), messages.get(key)
        if message is None:
            yield f"{name} is missing"
        elif message.source != source.source:
            yield f"{name} is stale: the English has changed"
        elif not message.translation.strip():
            yield f"{name} is not translated"
        elif not message.is_finished:
            yield f"{name} is unfinished"
        elif (fault := _misfit(message)) is not None:
            yield f"{name} {fault}"
    for key in messages.keys() - wanted.keys():
        yield f"{'.'.join(key)} is gone"


def _misfit(message: Message) -> str | None:
    """Tell in what a translation does not fit its English."""
    try:
        have, want = _places(message.translation), _places(message.source)
    except ValueError as error:
        return f"can't be formatted: {error}"
    if have != want:
        return f"has other places for values: {message.translation}"
    if "&{" in message.source:
        # the letter is that of a value
        return None
    letters = [_MNEMONIC.findall(text.replace("&&", "").upper()) for text in (message.source, message.translation)]
    return None if letters[0] == letters[1] else f"has another letter behind &: {message.translation}"


def _places(text: str) -> Counter[tuple[str, str | None, str | None]]:
    return Counter(
        (name, form, conversion) for _, name, form, conversion in string.Formatter().parse(text) if name is not None
    )


def compiled(text: str) -> bytes:
    """Return the .qm of a .ts file, in which only finished translations are."""
    tool = Path(PySide6.__path__[0], "lrelease").with_suffix(".exe" if sys.platform == "win32" else "")
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "text.ts"), Path(folder, "text.qm")
        source.write_text(text, encoding="utf-8")
        subprocess.run([tool, "-silent", "-nounfinished", source, "-qm", made], check=True)
        return made.read_bytes()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.translations", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 if anything is to be done")
    is_check = parser.parse_args(arguments).check
    wanted = sources(catalogues())
    told = []
    for language in LANGUAGES:
        source, made = source_of(language), resource("languages", f"{language}.qm")
        before = source.read_text(encoding="utf-8") if source.exists() else ""
        messages = read(before) if before else {}
        if not is_check:
            messages = updated(wanted, messages)
            before = written(language, messages)
            source.write_text(before, encoding="utf-8", newline="\n")
            made.write_bytes(compiled(before))
        told += [f"{source.name}: {fault}" for fault in faults(wanted, messages)]
        if is_check and (not made.exists() or made.read_bytes() != compiled(before)):
            told.append(f"{made.name} is not what {source.name} gives")
    sys.stdout.writelines(f"{line}\n" for line in told)
    return 1 if is_check and told else 0


if __name__ == "__main__":
    sys.exit(main())
