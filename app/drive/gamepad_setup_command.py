"""What the operator does while a pad is set up: a part of a line. Pure.

{"setup":{"do":"begin","pad":3}}   set up the pad with this number; all else but “restore” is about that one
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any, Final

# SDL counts devices from 0, and never so far in a run
_MOST_NUMBER: Final = 2**31 - 1


class BadSetupCommand(Exception):  # noqa: N818 - what somebody wrote, not a fault of ours
    """A command can't be read."""


class SetupAct(enum.Enum):
    """What is done."""

    BEGIN = "begin"
    # go on, where the operator says when
    NEXT = "next"
    # leave an answer out
    SKIP = "skip"
    BACK = "back"
    # leave the sticks and buttons what they were, and take the calibration alone
    KEEP = "keep"
    SAVE = "save"
    # after saving: as it was before that
    UNDO = "undo"
    # forget all that was taught about a pad
    RESTORE = "restore"
    # leave; what was not saved is forgotten
    CANCEL = "cancel"


# those that name a pad
NAMING: Final = frozenset({SetupAct.BEGIN, SetupAct.RESTORE})


@dataclass(frozen=True, slots=True)
class SetupCommand:
    """One act.

    Attributes:
        pad: of BEGIN and RESTORE, the number of the pad in reports.
    """

    act: SetupAct
    pad: int | None = None

    @property
    def line(self) -> dict[str, Any]:
        """As a line says it."""
        return {"setup": {"do": self.act.value} | ({} if self.pad is None else {"pad": self.pad})}


def setup_command(value: object) -> SetupCommand:
    """A command out of decoded JSON. Raises BadSetupCommand."""
    if not isinstance(value, dict) or value.keys() - {"do", "pad"}:
        raise BadSetupCommand("a command to set up a pad is an object of “do” and “pad”")
    try:
        act = SetupAct(value.get("do"))
    except ValueError as error:
        raise BadSetupCommand(f"a pad is not set up by {str(value.get('do'))[:40]}") from error
    pad = value.get("pad")
    if (act in NAMING) != (pad is not None):
        raise BadSetupCommand("“begin” and “restore” name a pad, and nothing else does")
    if pad is not None and (type(pad) is not int or not 0 <= pad <= _MOST_NUMBER):
        raise BadSetupCommand("“pad” is no number of a pad")
    return SetupCommand(act, pad)
