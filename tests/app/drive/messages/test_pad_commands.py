"""What a line says about a pad that is set up."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.drive.messages.commands import LineError, parse_line
from app.drive.messages.pad_commands import BadSetupCommand, SetupAct, SetupCommand, setup_command

COMMANDS = [SetupCommand(act, 3 if act in {SetupAct.BEGIN, SetupAct.RESTORE} else None) for act in SetupAct]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.act.value)
def test_what_is_said_is_what_is_read(command: SetupCommand) -> None:
    assert parse_line(json.dumps(command.line).encode()).setup == command


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
    with pytest.raises(BadSetupCommand):
        setup_command(value)
    with pytest.raises(LineError):
        parse_line(json.dumps({"setup": value}).encode())
