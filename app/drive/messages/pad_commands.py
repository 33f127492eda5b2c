"""Commands for setting up a pad, as a part of a line. Pure.

{"setup":{"do":"begin","pad":3}}   set up the pad with this number; all acts but “restore” are about that pad
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any, Final

# SDL counts devices from 0, and never so far in a run
_MOST_NUMBER: Final = 2**31 - 1


class SetupCommandError(Exception):  # noqa: N818 - what somebody wrote, not a fault of ours
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
    """Parse a command, decoded from JSON. Raises BadSetupCommand."""
    if not isinstance(value, dict) or value.keys() - {"do", "pad"}:
        raise SetupCommandError("a command to set up a pad is an object of “do” and “pad”")
    try:
        act = SetupAction(value.get("do"))
    except ValueError as error:
        raise SetupCommandError(f"a pad is not set up by {str(value.get('do'))[:40]}") from error
    pad = value.get("pad")
    if (act in ACTIONS_NAMING_A_PAD) != (pad is not None):
        raise SetupCommandError("“begin” and “restore” name a pad, and nothing else does")
    if pad is not None and (type(pad) is not int or not 0 <= pad <= _MOST_NUMBER):
        raise SetupCommandError("“pad” is no number of a pad")
    return SetupCommand(act, pad)
