"""The meaning of a device's readings for driving. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from app.config.profile import PadMapping
from app.drive.control.values import Stick
from app.drive.inputs.gamepad.mapping.layout import PadLayout, RawPad

# the raw distance from its first position after which an axis is believed; SDL takes less for noise
SEEN_WAY: Final = 32768 // 80

_UNTOUCHED: Final = Stick()

_STICKS: Final = ({"leftx", "lefty"}, {"rightx", "righty"})


@dataclass(frozen=True, slots=True)
class PadReading:
    """A reading of a device by the roles of the robot's profile."""

    stick: Stick = _UNTOUCHED
    hold: bool = False
    turbo: bool = False
    stop: bool = False
    arm: bool = False
    clear: bool = False


def read_pad(mapping: PadMapping, layout: PadLayout, raw: RawPad) -> PadReading:
    """Read a device by a profile's mapping. Inputs that the device does not have are untouched."""
    forward, turn = layout.axis(mapping.forward, raw), layout.axis(mapping.turn, raw)
    return PadReading(
        Stick(
            forward=-forward if mapping.forward_inverted else forward,
            turn=-turn if mapping.turn_inverted else turn,
            radial={mapping.forward, mapping.turn} in _STICKS,
        ),
        hold=layout.button(mapping.hold, raw),
        turbo=layout.button(mapping.turbo, raw),
        stop=any(layout.button(name, raw) for name in mapping.stop),
        arm=layout.button(mapping.arm, raw),
        clear=layout.button(mapping.clear, raw),
    )


def missing_roles(mapping: PadMapping, layout: PadLayout, raw: RawPad) -> tuple[str, ...]:
    """Return the roles that driving needs and the device has no input for, by their names in the profile."""
    needed = {"forward": mapping.forward, "turn": mapping.turn, "hold": mapping.hold}
    lacking = [role for role, name in needed.items() if not layout.has(name, raw)]
    if not any(layout.has(name, raw) for name in mapping.stop):
        lacking.append("stop")
    return tuple(lacking)


def mapped_axes(mapping: PadMapping, layout: PadLayout) -> frozenset[int]:
    """Return the numbers of the device's axes that have a role: all must have moved once before arming."""
    names = (mapping.forward, mapping.turn, mapping.hold, mapping.turbo, mapping.arm, mapping.clear, *mapping.stop)
    return frozenset(index for name in names for index in layout.raw_axes(name))


class SeenAxes:
    """The axes that have moved since the device was opened.

    A driver answers 0 for an axis that has not reported yet, wherever it is; so only an axis that has moved is
    believed.
    """

    def __init__(self, first: Sequence[int]) -> None:
        self._first = tuple(first)
        self._seen: set[int] = set()

    def feed(self, axes: Sequence[int]) -> None:
        """Take one more reading of the raw axes."""
        for number, (before, now) in enumerate(zip(self._first, axes, strict=True)):
            if abs(now - before) > SEEN_WAY:
                self._seen.add(number)

    def unseen(self, wanted: frozenset[int]) -> Iterator[int]:
        """Return the axes of `wanted` that have not moved; axes that the device does not have are not waited for."""
        return (number for number in sorted(wanted - self._seen) if number < len(self._first))
