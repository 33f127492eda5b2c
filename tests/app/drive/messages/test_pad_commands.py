"""What a line says about a pad that is set up."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.drive.messages.commands import LineError, parse_command
from app.drive.messages.pad_commands import SetupAction, SetupCommand, SetupCommandError, parse_setup_command

COMMANDS = [SetupCommand(act, 3 if act in {SetupAction.BEGIN, SetupAction.RESTORE} else None) for act in SetupAction]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.act.value)
def test_what_is_said_is_what_is_read(command: SetupCommand) -> None:
    assert parse_command(json.dumps(command.line).encode()).setup == command


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        "begin",
        {},
        {"do": "explode"},
        {"do": ["begin"]},
        {"do": "begin"},
        {"do": "begin", "pad": -1},
        {"do": "begin", "pad": True},
        {"do": "begin", "pad": 2**31},
        {"do": "begin", "pad": "3"},
        {"do": "save", "pad": 3},
        {"do": "save", "now": True},
    ],
)
def test_what_can_not_be_is_refused_and_so_is_its_line(value: Any) -> None:
    with pytest.raises(SetupCommandError):
        parse_setup_command(value)
    with pytest.raises(LineError):
        parse_command(json.dumps({"setup": value}).encode())
