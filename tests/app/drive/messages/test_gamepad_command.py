"""Commands for the virtual pad: read, or refused."""

from __future__ import annotations

import pytest

from app.drive.messages.gamepad_command import PadCommand, PadCommandError, parse_pad_command


def test_a_command_is_read() -> None:
    command = parse_pad_command({"axes": {"lefty": -1, "axis3": 0.5}, "buttons": {"a": True}, "plugged": False})

    assert command == PadCommand({"lefty": -1.0, "axis3": 0.5}, {"a": True}, plugged=False)
    assert parse_pad_command({}) == PadCommand()


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
    with pytest.raises(PadCommandError):
        parse_pad_command(value)
