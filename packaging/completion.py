"""Completion of the command line for bash, zsh and fish, made from its grammar."""

from __future__ import annotations

import argparse
import re
from typing import Any, Final

import shtab

from app.cli.parser import COMMANDS, URI_HELP, add_command_options, add_window_options
from app.model.layout import SUFFIX

SHELLS: Final = ("bash", "zsh", "fish")

_ADDRESSES: Final = " ".join(dict.fromkeys(re.findall(r"[a-z0-9+]+://", URI_HELP)))

# by what the help calls a value
_COMPLETED: Final = {
    "DIR": shtab.DIRECTORY,
    "FILE": shtab.FILE,
    "URI": {"bash": "_teledeck_addresses", "zsh": "_teledeck_addresses", "fish": _ADDRESSES},
}

# An address is one word here, though readline takes each of its colons for the end of one: bash-completion mends that.
_BASH: Final = f"""
_teledeck_addresses() {{
    compgen -W '{_ADDRESSES}' -- "$1"
}}
_teledeck_first() {{
    local file
    _teledeck_addresses "$1"
    {{ compgen -f -X '!*{SUFFIX}' -- "$1"; compgen -d -S / -- "$1"; }} |
        while IFS= read -r file; do printf '%q\\n' "$file"; done
}}
_shtab_teledeck_pos_0_COMPGEN=_teledeck_first
_teledeck() {{
    local cur words cword
    if declare -F _get_comp_words_by_ref __ltrim_colon_completions >/dev/null; then
        _get_comp_words_by_ref -n : cur words cword
        local COMP_WORDS=("${{words[@]}}") COMP_CWORD=$cword
        _shtab_teledeck
        __ltrim_colon_completions "$cur"
    else
        _shtab_teledeck
    fi
    if [[ ${{#COMPREPLY[@]}} -eq 1 && ${{COMPREPLY[0]}} == */ ]]; then
        compopt -o nospace
    fi
}}
complete -o bashdefault -F _teledeck teledeck
"""

_ZSH: Final = f"""
_teledeck_addresses() {{ compadd -S '' -- {_ADDRESSES} }}
functions[_teledeck_commands]=$functions[_shtab_teledeck_commands]
_shtab_teledeck_commands() {{
  _alternative 'commands:command:_teledeck_commands' 'robots:robot:_teledeck_addresses' \\
    'layouts:layout:_files -g "*{SUFFIX}(-.)"'
}}
"""

_FISH: Final = f"""
complete -c teledeck -n _shtab_teledeck_using -ka "(__fish_complete_suffix {SUFFIX})"
complete -c teledeck -n _shtab_teledeck_using -ka "{_ADDRESSES}" -d robot
"""


def completion(shell: str) -> str:
    """The script that has one of SHELLS complete the command line."""
    script: str = shtab.complete(_grammar(), shell, preamble=_ZSH if shell == "zsh" else "")
    return script + {"bash": _BASH, "zsh": "", "fish": _FISH}[shell]


def _grammar() -> argparse.ArgumentParser:
    """All of it as one parser, which is never asked to parse: the program's own take options anywhere."""
    whole = argparse.ArgumentParser(prog="teledeck")
    add_window_options(whole)
    commands: Any = whole.add_subparsers(metavar="COMMAND")
    for name, (describe, _) in COMMANDS.items():
        add_command_options(name, commands.add_parser(name, help=describe))
    for parser in (whole, *commands.choices.values()):
        for action in parser._actions:  # noqa: SLF001 - argparse lists them nowhere else
            if action.metavar in _COMPLETED:
                action.complete = _COMPLETED[action.metavar]
    return whole
