"""What a line says about a pad that is set up."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.drive.messages.commands import parse_command
from app.drive.messages.lines import LineError, convert_object
from app.drive.messages.pad_commands import (
    PadCommand,
    SetupAction,
    SetupCommand,
)


def test_a_command_is_read() -> None:
    command = convert_object(
        {"axes": {"lefty": -1, "axis3": 0.5}, "buttons": {"a": True}, "plugged": False}, PadCommand
    )

    assert command == PadCommand({"lefty": -1.0, "axis3": 0.5}, {"a": True}, plugged=False)
    assert convert_object({}, PadCommand) == PadCommand()


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {"more": 1},
        {"axes": []},
        {"axes": {"up": 1}},
        {"axes": {"axis": 1}},
        {"axes": {"axis100": 1}},
        {"axes": {"axis٣": 1}},
        {"axes": {"lefty": 1.1}},
        {"axes": {"lefty": 10**400}},
        {"axes": {"lefty": float("nan")}},
        {"axes": {"lefty": True}},
        {"axes": {"lefty": "1"}},
        {"buttons": {"a": 1}},
        {"buttons": {"fire": True}},
        {"buttons": None},
        {"plugged": 1},
    ],
)
def test_what_is_no_command_is_refused(value: object) -> None:
    with pytest.raises(LineError):
        convert_object(value, PadCommand)


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
    with pytest.raises(LineError):
        convert_object(value, SetupCommand)
    with pytest.raises(LineError):
        parse_command(json.dumps({"setup": value}).encode())
