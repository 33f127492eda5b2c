"""The manual page, made from the grammar of the command line."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from app.cli.parser import COMMANDS, URI_HELP, add_command_options, add_window_options
from app.version import VERSION

# sections that no grammar tells, in roff
_OTHERS: Final = Path(__file__).parent / "linux" / "manual-sections.roff"

_DESCRIPTION: Final = (
    "Opens the window, connected to the robots that are named and with the layout in FILE. With a COMMAND no window is "
    "opened, except by demo and selftest --gui. Options may stand anywhere behind the command; behind -- nothing is an "
    "option."
)


def manual_page(date: str) -> str:
    """The page in roff; `date`, YYYY-MM-DD, is told at its foot."""
    window = argparse.ArgumentParser(prog="teledeck")
    add_window_options(window)
    lines = [
        f'.TH TELEDECK 1 "{date}" "Teledeck {VERSION}" "User Commands"',
        *(".SH NAME", r"teledeck \- watch and drive robots"),
        *(".SH SYNOPSIS", r"\fBteledeck\fR [\fIOPTION\fR ...] [\fIURI\fR | \fIFILE\fR.teledeck\-layout.json ...]"),
        *(".br", r"\fBteledeck\fR \fICOMMAND\fR [\fIOPTION\fR ...] [\fIARGUMENT\fR ...]"),
        *(".SH DESCRIPTION", _escaped(_DESCRIPTION), ".PP", rf"\fIURI\fR is {_escaped(URI_HELP)}."),
        *(".SH OPTIONS", *_told(window)),
        ".SH COMMANDS",
        "Options that are told above are only named here.",
    ]
    above = {action.help for action in _actions(window)}
    for name, (describe, _) in COMMANDS.items():
        parser = argparse.ArgumentParser(prog=f"teledeck {name}")
        add_command_options(name, parser)
        lines += [f".SS {_escaped(parser.prog)} {_positionals(parser)}".rstrip()]
        lines += [_escaped(f"{describe[0].upper()}{describe[1:]}."), *_told(parser, above)]
        if parser.epilog:
            lines += [".PP", ".nf", *map(_escaped, parser.epilog.splitlines()), ".fi"]
    return "\n".join([*lines, _OTHERS.read_text(encoding="utf-8")])


def _positionals(parser: argparse.ArgumentParser) -> str:
    """The arguments as a synopsis shows them."""
    names = [(_named(action), action.nargs) for action in _actions(parser) if not action.option_strings]
    return " ".join(f"[{name}]" if nargs == "?" else name for name, nargs in names)


def _told(parser: argparse.ArgumentParser, above: Collection[str | None] = ()) -> Iterator[str]:
    """A paragraph for each argument and option, and one for all those whose help stands `above`."""
    named = []
    for action in _actions(parser):
        if action.help in above:
            named.append(_named(action))
        elif action.help != URI_HELP:
            yield ".TP"
            yield _named(action)
            yield _escaped((action.help or "") % {**vars(action), "prog": parser.prog})
    if named:
        yield ".PP"
        yield "Also " + ", ".join(named) + "."


def _actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """The arguments and options that users are told of."""
    actions = parser._actions  # noqa: SLF001 - argparse lists them nowhere else
    return [each for each in actions if each.help != argparse.SUPPRESS and "--help" not in each.option_strings]


def _named(action: argparse.Action) -> str:
    value = str(action.metavar or "|".join(action.choices or ()))
    if not action.option_strings:
        return rf"\fI{_escaped(value)}\fR"
    return ", ".join(
        rf"\fB{_escaped(name)}\fR" + (rf" \fI{_escaped(value)}\fR" if action.nargs != 0 else "")
        for name in action.option_strings
    )


def _escaped(text: str) -> str:
    """Text as roff takes it; a line that begins with a dot or an apostrophe would be a request."""
    written = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{written}" if written.startswith((".", "'", " ")) else written
