"""Commands about pads, as parts of a line to the drive process: moving the virtual pad, and setting a pad up. Pure.

{"pad":{"axes":{"lefty":-1}}}      move the virtual pad, where there is one
{"setup":{"do":"begin","pad":3}}   set up the pad with this number; all acts but “restore” are about that pad
"""

from __future__ import annotations

import enum
from typing import Annotated, Any, Final

import msgspec

from app.drive.inputs.gamepad.mapping.layout import AXES, BUTTONS
from app.drive.messages.lines import LineError
from app.wording.drive import LineWording

# SDL numbers a virtual pad's axes and buttons in this order
PAD_AXES: Final = AXES
PAD_BUTTONS: Final = BUTTONS[:15]


# SDL counts devices from 0, and never so far in a run
_MOST_NUMBER: Final = 2**31 - 1


class PadCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command for the virtual pad. Raises LineError for what no pad has.

    Attributes:
        axes: positions by SDL's names or by `axis0` …; -1 to 1, triggers from 0.
        buttons: whether buttons are pressed, by SDL's names or by `button0` …
        plugged: whether the pad is plugged in; None for no change.
    """

    axes: dict[str, float] = {}
    buttons: dict[str, bool] = {}
    plugged: bool | None = None

    def __post_init__(self) -> None:
        for name, position in self.axes.items():
            if input_number(name, PAD_AXES, "axis") is None or not -1.0 <= position <= 1.0:
                raise LineError(LineWording.NO_AXIS(name=name[:40]))
        for name in self.buttons:
            if input_number(name, PAD_BUTTONS, "button") is None:
                raise LineError(LineWording.NO_BUTTON(name=name[:40]))


def input_number(name: str, names: tuple[str, ...], raw: str) -> int | None:
    """Return the number of an axis or a button by its name; None for an unknown name."""
    if name in names:
        return names.index(name)
    number = name.removeprefix(raw)
    return int(number) if number != name and number.isascii() and number.isdigit() and len(number) <= 2 else None


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


class SetupCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A command of one act. Raises LineError for an act that should name a pad, or should not.

    Attributes:
        pad: for BEGIN and RESTORE, the number of the pad in reports.
    """

    act: SetupAction = msgspec.field(name="do")
    pad: Annotated[int, msgspec.Meta(ge=0, le=_MOST_NUMBER)] | None = None

    def __post_init__(self) -> None:
        if (self.act in ACTIONS_NAMING_A_PAD) != (self.pad is not None):
            raise LineError(LineWording.SETUP_NEEDS_PAD())

    @property
    def line(self) -> dict[str, Any]:
        """The command as the object of a line."""
        return {"setup": msgspec.to_builtins(self)}
