"""Names of the axes and buttons of a pad, and which of them a profile gives a function. No widgets."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Final

from app.config.profile import PadMapping
from app.drive.inputs.gamepad.mapping.layout import (
    DoubledInput,
    PadLayoutError,
    asked_way,
    doubled_input,
    parse_pairs,
)
from app.drive.messages.report import PadReport
from app.ui.base.text import say
from app.wording.ui.drive import PadInputWording

# shares of the way of a stick that count as centred here
_CENTRE: Final = 0.1

_SHORT: Final = {
    "leftx": PadInputWording.SHORT_LEFTX,
    "lefty": PadInputWording.SHORT_LEFTY,
    "rightx": PadInputWording.SHORT_RIGHTX,
    "righty": PadInputWording.SHORT_RIGHTY,
}


def input_name(name: str) -> str:
    """Return the operator's name for an axis or a button, by its name in a profile."""
    for prefix, code in (("axis", PadInputWording.AXIS_NUMBER), ("button", PadInputWording.BUTTON_NUMBER)):
        number = name.removeprefix(prefix)
        if number != name and number.isdigit():
            return say(code(number=number))
    return say(PadInputWording[name.upper()]()) if name else ""


def short_input_name(name: str) -> str:
    """Return a name that needs little room: the axes of sticks by an arrow."""
    return say(_SHORT[name]()) if name in _SHORT else input_name(name)


def chosen_pad(pads: Sequence[PadReport]) -> PadReport | None:
    """Return the pad that drives, else the first one; None for none."""
    return next((pad for pad in pads if pad.drives), pads[0] if pads else None)


def asked_share(pad: PadReport, axis: str, *, inverted: bool) -> float | None:
    """Return what an axis asks for now, -1 to 1: forward and left are positive.

    None where it was not moved yet. Raises LookupError where the pad has no such axis.
    """
    # an axis with a name of SDL's is known by its number, too, and may be the other way round then
    known = dict(pad.axes) | {f"axis{number}": position for number, position in enumerate(pad.numbers)}
    position = known[axis]
    if position is None:
        return None
    share = asked_way(position, inverted=inverted)
    return 0.0 if abs(share) < _CENTRE else share


@functools.lru_cache(maxsize=8)
def doubled_in(inputs: str, pad: PadMapping) -> DoubledInput | None:
    """Return two functions of a profile that are one input of a pad, which is given as its report has it."""
    try:
        return doubled_input(pad, parse_pairs(inputs.split(",")))
    except PadLayoutError:
        return None


def button_roles(pad: PadMapping) -> list[tuple[str, str]]:
    """Return the roles of buttons in a profile, each with the name of its button; those without one are left out."""
    names = ("hold", "turbo", "slow", "faster", "slower", "arm", "clear", "mark")
    return [(name, getattr(pad, name)) for name in names if getattr(pad, name)] + [("stop", name) for name in pad.stop]
