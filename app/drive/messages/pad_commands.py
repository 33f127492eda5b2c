"""Commands about pads, as parts of a line to the drive process: moving the virtual pad, and setting a pad up. Pure.

{"pad":{"axes":{"lefty":-1}}}      move the virtual pad, where there is one
{"setup":{"do":"begin","pad":3}}   set up the pad with this number; all acts but “restore” are about that pad
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from app.drive.inputs.gamepad.mapping.layout import AXES, BUTTONS
from app.wording.drive import LineWording

# SDL numbers a virtual pad's axes and buttons in this order
PAD_AXES: Final = AXES
PAD_BUTTONS: Final = BUTTONS[:15]


# SDL counts devices from 0, and never so far in a run
_MOST_NUMBER: Final = 2**31 - 1


class PadCommandError(Exception):
    """A command for the virtual pad can't be read."""


@dataclass(frozen=True, slots=True)
class PadCommand:
    """A command for the virtual pad.

    Attributes:
        axes: positions by SDL's names or by `axis0` …; -1 to 1, triggers from 0.
        buttons: whether buttons are pressed, by SDL's names or by `button0` …
        plugged: whether the pad is plugged in; None for no change.
    """

    axes: Mapping[str, float] = field(default_factory=dict)
    buttons: Mapping[str, bool] = field(default_factory=dict)
    plugged: bool | None = None


def parse_pad_command(value: object) -> PadCommand:
    """Parse a command, decoded from JSON: `{"axes":{"lefty":-1},"buttons":{"a":true},"plugged":true}`.

    Raises PadCommandError.
    """
    if not isinstance(value, dict) or value.keys() - {"axes", "buttons", "plugged"}:
        raise PadCommandError(LineWording.PAD_KEYS())
    axes, buttons, plugged = value.get("axes", {}), value.get("buttons", {}), value.get("plugged")
    if not isinstance(axes, dict) or not isinstance(buttons, dict) or not isinstance(plugged, bool | None):
        raise PadCommandError(LineWording.PAD_PARTS())
    for name, number in axes.items():
        if input_number(name, PAD_AXES, "axis") is None or not _is_position(number):
            raise PadCommandError(LineWording.NO_AXIS(name=name[:40]))
    for name, pressed in buttons.items():
        if input_number(name, PAD_BUTTONS, "button") is None or not isinstance(pressed, bool):
            raise PadCommandError(LineWording.NO_BUTTON(name=name[:40]))
    return PadCommand({name: float(number) for name, number in axes.items()}, buttons, plugged)


def input_number(name: str, names: tuple[str, ...], raw: str) -> int | None:
    """Return the number of an axis or a button by its name; None for an unknown name."""
    if name in names:
        return names.index(name)
    number = name.removeprefix(raw)
    return int(number) if number != name and number.isascii() and number.isdigit() and len(number) <= 2 else None


def _is_position(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and -1.0 <= value <= 1.0


class SetupCommandError(Exception):
    """A command for setting up a pad can't be read."""


class SetupAction(enum.Enum):
    """The acts of setting up a pad."""

    BEGIN = "begin"
    # go on to the next step
    NEXT = "next"
    # leave a question unanswered
    SKIP = "skip"
    BACK = "back"
    # take the calibration, and leave the mapping of sticks and buttons
    KEEP = "keep"
    SAVE = "save"
    # after saving: return to the state before
    UNDO = "undo"
    # delete all that was saved about a pad
    RESTORE = "restore"
    # end without saving
    CANCEL = "cancel"


# the acts that name a pad
ACTIONS_NAMING_A_PAD: Final = frozenset({SetupAction.BEGIN, SetupAction.RESTORE})


@dataclass(frozen=True, slots=True)
class SetupCommand:
    """A command of one act.

    Attributes:
        pad: for BEGIN and RESTORE, the number of the pad in reports.
    """

    act: SetupAction
    pad: int | None = None

    @property
    def line(self) -> dict[str, Any]:
        """The command as the object of a line."""
        return {"setup": {"do": self.act.value} | ({} if self.pad is None else {"pad": self.pad})}


def parse_setup_command(value: object) -> SetupCommand:
    """Parse a command, decoded from JSON. Raises SetupCommandError."""
    if not isinstance(value, dict) or value.keys() - {"do", "pad"}:
        raise SetupCommandError(LineWording.SETUP_KEYS())
    try:
        act = SetupAction(value.get("do"))
    except ValueError as error:
        raise SetupCommandError(LineWording.SETUP_UNKNOWN(action=str(value.get("do"))[:40])) from error
    pad = value.get("pad")
    if (act in ACTIONS_NAMING_A_PAD) != (pad is not None):
        raise SetupCommandError(LineWording.SETUP_NEEDS_PAD())
    if pad is not None and (type(pad) is not int or not 0 <= pad <= _MOST_NUMBER):
        raise SetupCommandError(LineWording.SETUP_NO_PAD())
    return SetupCommand(act, pad)
