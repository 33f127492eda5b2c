"""SDL's mapping strings, and the meaning of a device's readings for driving. Pure.

    03000000341a00000208000000000000,Some pad,a:b0,leftx:a0,lefty:a1~,dpup:h0.1,+rightx:b4,-rightx:b5,platform:Linux,

A mapping string says which axis, button or hat of a device is which stick and button of a usual pad. A device is read
raw, and the mapping says what the raw values mean. So the same code serves pads that SDL knows, pads that the operator
has mapped, and sticks that are only numbers.
"""

from __future__ import annotations

import enum
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from app.config.profile import PadAxis, PadMapping
from app.drive.control.values import Pace, Stick
from app.wording.drive import PadWording

# SDL's own longest has about 500 characters
MAX_CHARACTERS: Final = 2048

# SDL counts inputs in a byte, and a file must not make us look for thousands
_MAX_INDEX: Final = 255

AXES: Final = ("leftx", "lefty", "rightx", "righty", "lefttrigger", "righttrigger")
TRIGGERS: Final = frozenset({"lefttrigger", "righttrigger"})
BUTTONS: Final = (
    *("a", "b", "x", "y", "back", "guide", "start", "leftstick", "rightstick", "leftshoulder", "rightshoulder"),
    *("dpup", "dpdown", "dpleft", "dpright", "misc1", "paddle1", "paddle2", "paddle3", "paddle4", "touchpad"),
)

_GUID: Final = re.compile(r"[0-9a-f]{32}")
_INPUT: Final = re.compile(
    r"(?P<half>[+-]?)a(?P<axis>[0-9]{1,3})(?P<inverted>~?)|b(?P<button>[0-9]{1,3})|h(?P<hat>[0-9]{1,2})\.(?P<mask>[0-9])"
)
_RAW_AXIS: Final = re.compile(r"axis([0-9]{1,3})")
_RAW_BUTTON: Final = re.compile(r"button([0-9]{1,3})")


# the raw distance from its first position after which an axis is believed; SDL takes less for noise
SEEN_WAY: Final = 32768 // 80
_UNTOUCHED: Final = Stick()
_STICKS: Final = ({"leftx", "lefty"}, {"rightx", "righty"})


class PadLayoutError(Exception):
    """A text is no mapping string of SDL's, or a mapping string that is not supported."""


@dataclass(frozen=True, slots=True)
class RawPad:
    """The positions of all inputs of a device.

    Attributes:
        axes: -1 to 1, calibrated if the device was.
        hats: sums of 1 (up), 2 (right), 4 (down) and 8 (left).
    """

    axes: tuple[float, ...] = ()
    buttons: tuple[bool, ...] = ()
    hats: tuple[int, ...] = ()


class PadInputKind(enum.Enum):
    """The kind of input that a binding reads."""

    AXIS = "a"
    BUTTON = "b"
    HAT = "h"


@dataclass(frozen=True, slots=True)
class Binding:
    """The binding of one input of a device to an input of a usual pad, or to a part of one.

    Attributes:
        low, high: the ends of the input's range; `low` may be the larger one. Axes only.
        out_low, out_high: the output at these ends; 0 and 1 for a trigger, 0 and 1 or 0 and -1 for half an axis.
        mask: the directions of the hat. Hats only.
    """

    kind: PadInputKind
    index: int
    low: float = -1.0
    high: float = 1.0
    out_low: float = 0.0
    out_high: float = 1.0
    mask: int = 0

    def value(self, raw: RawPad) -> float:
        """Return the output; that of an untouched input where the device has no such input."""
        if self.kind is PadInputKind.AXIS:
            return self._of_axis(raw.axes[self.index]) if self.index < len(raw.axes) else 0.0
        if self.kind is PadInputKind.BUTTON:
            pressed = self.index < len(raw.buttons) and raw.buttons[self.index]
        else:
            pressed = self.index < len(raw.hats) and bool(raw.hats[self.index] & self.mask)
        # a button that is bound to an axis pushes it all the way
        return self.out_high if pressed else 0.0

    def overlaps(self, other: Binding) -> bool:
        """Return whether one move of the device moves both: of an axis the same half, of a hat the same direction."""
        if (self.kind, self.index) != (other.kind, other.index):
            return False
        if self.kind is PadInputKind.AXIS:
            ends = [(min(each.low, each.high), max(each.low, each.high)) for each in (self, other)]
            return max(low for low, _ in ends) < min(high for _, high in ends)
        return self.kind is PadInputKind.BUTTON or bool(self.mask & other.mask)

    def _of_axis(self, value: float) -> float:
        if not min(self.low, self.high) <= value <= max(self.low, self.high):
            return 0.0
        share = (value - self.low) / (self.high - self.low)
        return self.out_low + share * (self.out_high - self.out_low)


@dataclass(frozen=True, slots=True)
class PadLayout:
    """The mapping of a device's inputs. The names `axis0`, `button0` … are known on every device.

    Attributes:
        bindings: by SDL's names; empty for a device that SDL does not know and that was not mapped.
        text: the pairs of the mapping string that were read.
    """

    bindings: Mapping[str, tuple[Binding, ...]] = field(default_factory=dict)
    text: str = ""

    def of(self, name: str) -> Sequence[Binding]:
        """Return the bindings of a name."""
        return self.bindings.get(name) or _numbered(name)

    def has(self, name: str, raw: RawPad) -> bool:
        """Return whether a device with as many inputs as `raw` has the input `name`."""
        counts = {
            PadInputKind.AXIS: len(raw.axes),
            PadInputKind.BUTTON: len(raw.buttons),
            PadInputKind.HAT: len(raw.hats),
        }
        bindings = self.of(name)
        return bool(bindings) and all(binding.index < counts[binding.kind] for binding in bindings)

    def axis(self, name: str, raw: RawPad) -> float:
        """Return the position of an axis, -1 to 1; of several inputs of one axis, that of the one pushed furthest."""
        return max((binding.value(raw) for binding in self.of(name)), key=abs, default=0.0)

    def button(self, name: str, raw: RawPad) -> bool:
        """Return whether a button is pressed; triggers and other axes count as pressed beyond half of their output."""
        return any(binding.value(raw) >= 0.5 for binding in self.of(name))

    def raw_axes(self, name: str) -> Iterator[int]:
        """Return the numbers of the device's axes that a name comes from."""
        return (binding.index for binding in self.of(name) if binding.kind is PadInputKind.AXIS)


def parse_layout(text: str) -> PadLayout:
    """Parse a mapping string. Raises PadLayoutError; unknown keys are passed over, as SDL does."""
    _, _, pairs = split_mapping(text)
    return parse_pairs(pairs)


def parse_pairs(pairs: Sequence[str]) -> PadLayout:
    """Parse the pairs of a mapping string, such as “lefty:a1~”. Raises PadLayoutError."""
    read: list[str] = []
    bindings: dict[str, tuple[Binding, ...]] = {}
    for pair in pairs:
        key, _, value = pair.partition(":")
        sign, name = (key[0], key[1:]) if key[:1] in {"+", "-"} else ("", key)
        if name in AXES or name in BUTTONS:
            bindings[name] = (*bindings.get(name, ()), _binding(sign, name, value))
            read.append(pair)
    return PadLayout(MappingProxyType(bindings), ",".join(read))


def split_mapping(text: str) -> tuple[str, str, list[str]]:
    """Split a mapping string into the device's GUID, its name and the pairs. Raises PadLayoutError."""
    if len(text) > MAX_CHARACTERS or not text.isprintable():
        raise PadLayoutError(PadWording.MAPPING_TOO_LONG())
    guid, *rest = text.strip().split(",")
    if not _GUID.fullmatch(guid):
        raise PadLayoutError(PadWording.MAPPING_NO_GUID(guid=guid[:40]))
    if not rest:
        raise PadLayoutError(PadWording.MAPPING_EMPTY())
    return guid, rest[0], [pair for pair in rest[1:] if pair]


def _binding(sign: str, name: str, value: str) -> Binding:
    match = _INPUT.fullmatch(value)
    if not match:
        raise PadLayoutError(PadWording.MAPPING_NO_INPUT(name=name, value=value[:40]))
    out_low, out_high = _outputs(sign, name)
    if match["button"] is not None:
        return Binding(PadInputKind.BUTTON, _index(match["button"]), out_low=out_low, out_high=out_high)
    if match["hat"] is not None:
        mask = int(match["mask"])
        if mask not in {1, 2, 4, 8}:
            raise PadLayoutError(PadWording.MAPPING_NO_DIRECTION(name=name, value=value[:40]))
        return Binding(PadInputKind.HAT, _index(match["hat"]), out_low=out_low, out_high=out_high, mask=mask)
    low, high = {"": (-1.0, 1.0), "+": (0.0, 1.0), "-": (0.0, -1.0)}[match["half"]]
    if match["inverted"]:
        low, high = high, low
    return Binding(PadInputKind.AXIS, _index(match["axis"]), low, high, out_low, out_high)


@lru_cache(maxsize=_MAX_INDEX)
def _numbered(name: str) -> tuple[Binding, ...]:
    if match := _RAW_AXIS.fullmatch(name):
        return (Binding(PadInputKind.AXIS, int(match[1]), out_low=-1.0),)
    if match := _RAW_BUTTON.fullmatch(name):
        return (Binding(PadInputKind.BUTTON, int(match[1])),)
    return ()


def _outputs(sign: str, name: str) -> tuple[float, float]:
    if name in TRIGGERS or name in BUTTONS or sign == "+":
        return 0.0, 1.0
    return (0.0, -1.0) if sign == "-" else (-1.0, 1.0)


def _index(text: str) -> int:
    if int(text) > _MAX_INDEX:
        raise PadLayoutError(PadWording.MAPPING_INPUT_TOO_HIGH(input=text))
    return int(text)


@dataclass(frozen=True, slots=True)
class PadReading:
    """A reading of a device by the roles of the robot's profile."""

    stick: Stick = _UNTOUCHED
    hold: bool = False
    turbo: bool = False
    slow: bool = False
    faster: bool = False
    slower: bool = False
    stop: bool = False
    arm: bool = False
    clear: bool = False
    mark: bool = False


def read_pad(mapping: PadMapping, layout: PadLayout, raw: RawPad) -> PadReading:
    """Read a device by a profile's mapping. Inputs that the device does not have are untouched."""
    turbo, slow = layout.button(mapping.turbo, raw), layout.button(mapping.slow, raw)
    return PadReading(
        Stick(
            forward=asked_way(layout.axis(mapping.forward, raw), inverted=mapping.forward_inverted),
            turn=asked_way(layout.axis(mapping.turn, raw), inverted=mapping.turn_inverted),
            radial={mapping.forward, mapping.turn} in _STICKS,
            # of both the slower counts
            lateral=asked_way(layout.axis(mapping.lateral, raw), inverted=mapping.lateral_inverted),
            pace=Pace.SLOW if slow else Pace.TURBO if turbo else Pace.USUAL,
            free=tuple(_free_way(free, layout, raw) for free in mapping.free),
        ),
        hold=layout.button(mapping.hold, raw),
        turbo=turbo,
        slow=slow,
        faster=layout.button(mapping.faster, raw),
        slower=layout.button(mapping.slower, raw),
        stop=any(layout.button(name, raw) for name in mapping.stop),
        arm=layout.button(mapping.arm, raw),
        clear=layout.button(mapping.clear, raw),
        mark=layout.button(mapping.mark, raw),
    )


def asked_way(position: float, *, inverted: bool) -> float:
    """Return what the position of an axis asks for, -1 to 1: forward, left and up are positive."""
    return -position if inverted else position


def _free_way(free: PadAxis, layout: PadLayout, raw: RawPad) -> float:
    """Return the position of a free axis, -1 to 1; two buttons that are both pressed cancel each other."""
    way = asked_way(layout.axis(free.axis, raw), inverted=free.inverted)
    pressed = layout.button(free.more, raw) - layout.button(free.less, raw)
    return min(max(way + pressed, -1.0), 1.0)


def missing_roles(mapping: PadMapping, layout: PadLayout, raw: RawPad) -> tuple[str, ...]:
    """Return the roles that driving needs and the device has no input for, by their names in the profile."""
    needed = {"forward": mapping.forward, "turn": mapping.turn, "hold": mapping.hold}
    lacking = [role for role, name in needed.items() if not layout.has(name, raw)]
    if not any(layout.has(name, raw) for name in mapping.stop):
        lacking.append("stop")
    return tuple(lacking)


@dataclass(frozen=True, slots=True)
class DoubledInput:
    """Two functions that a profile gives to one input of a device, under two names.

    Attributes:
        first, second: the functions, by their names in the profile.
        first_name, second_name: the names of the input.
    """

    first: str
    second: str
    first_name: str
    second_name: str

    @property
    def trouble(self) -> str:
        """Why a pad can't drive by this profile, with what to do."""
        names = {"first_name": self.first_name, "second_name": self.second_name}
        return PadWording.INPUT_DOUBLED(first=self.first, second=self.second, **names)


def doubled_input(mapping: PadMapping, layout: PadLayout) -> DoubledInput | None:
    """Return the first two functions that one input of the device would have; None for none. STOP may have several."""
    for (first, one), (second, other) in itertools.combinations(mapping.inputs, 2):
        if first == second == "stop":
            continue
        pairs = itertools.product(layout.of(one), layout.of(other))
        if any(binding.overlaps(another) for binding, another in pairs):
            return DoubledInput(first, second, one, other)
    return None


def mapped_axes(mapping: PadMapping, layout: PadLayout) -> frozenset[int]:
    """Return the numbers of the device's axes that have a role: all must have moved once before arming."""
    # not those of slow and of steps: unseen they make nothing faster
    axes = (mapping.forward, mapping.turn, mapping.lateral)
    free = (name for one in mapping.free for name in (one.axis, one.more, one.less))
    names = (*axes, *free, mapping.hold, mapping.turbo, mapping.arm, mapping.clear, *mapping.stop)
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
