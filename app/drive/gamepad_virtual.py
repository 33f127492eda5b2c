"""SDL's virtual pad: what is asked of it goes through SDL and comes back as from a real one.

For tests and demonstrations on machines without a pad; it is the only device that a program can move.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from app.drive.gamepad_layout import AXES, BUTTONS, TRIGGERS
from app.drive.gamepad_sdl import PadsUnavailable, Sdl

NAME: Final = "Virtual pad"

# a usual pad's, so that SDL takes it for one; nobody's real number
_VENDOR: Final = 0x1209
_PRODUCT: Final = 0x7E1E

# SDL numbers a virtual pad's axes and buttons in this order
PAD_AXES: Final = AXES
PAD_BUTTONS: Final = BUTTONS[:15]


class BadPadCommand(Exception):  # noqa: N818 - what somebody wrote, not a fault of ours
    """A command for the virtual pad can't be read."""


@dataclass(frozen=True, slots=True)
class PadCommand:
    """What the virtual pad is to do.

    Attributes:
        axes: by SDL's names or as `axis0` …; -1 to 1, triggers from 0.
        buttons: by SDL's names or as `button0` …
        plugged: whether it is there at all; None for as it is.
    """

    axes: Mapping[str, float] = field(default_factory=dict)
    buttons: Mapping[str, bool] = field(default_factory=dict)
    plugged: bool | None = None


def pad_command(value: object) -> PadCommand:
    """A command out of decoded JSON: `{"axes":{"lefty":-1},"buttons":{"a":true},"plugged":true}`.

    Raises BadPadCommand.
    """
    if not isinstance(value, dict) or value.keys() - {"axes", "buttons", "plugged"}:
        raise BadPadCommand("a command for the pad is an object of “axes”, “buttons” and “plugged”")
    axes, buttons, plugged = value.get("axes", {}), value.get("buttons", {}), value.get("plugged")
    if not isinstance(axes, dict) or not isinstance(buttons, dict) or not isinstance(plugged, bool | None):
        raise BadPadCommand("“axes” and “buttons” are objects, “plugged” is true or false")
    for name, number in axes.items():
        if _number(name, PAD_AXES, "axis") is None or not _is_position(number):
            raise BadPadCommand(f"“{name[:40]}” is no axis, or not at -1 to 1")
    for name, pressed in buttons.items():
        if _number(name, PAD_BUTTONS, "button") is None or not isinstance(pressed, bool):
            raise BadPadCommand(f"“{name[:40]}” is no button, or neither true nor false")
    return PadCommand({name: float(number) for name, number in axes.items()}, buttons, plugged)


class VirtualPad:
    """One virtual device, plugged in. Raises PadsUnavailable.

    Attributes:
        rumbles: what it was made to feel: strength, 0 to 1, and so on.
    """

    def __init__(self, sdl: Sdl, name: str = NAME, *, stick: bool = False, hats: int = 0) -> None:
        """`stick` makes it one that SDL does not take for a usual pad, with 4 axes and 8 buttons."""
        self.rumbles: list[tuple[float, float]] = []
        self._sdl = sdl
        self._handle: Any = None
        library = sdl.library
        self._description = library.SDL_VirtualJoystickDesc()
        self._description.version = library.SDL_VIRTUAL_JOYSTICK_DESC_VERSION
        kind = library.SDL_JOYSTICK_TYPE_FLIGHT_STICK if stick else library.SDL_JOYSTICK_TYPE_GAMECONTROLLER
        self._description.type = kind
        self._description.naxes = 4 if stick else len(PAD_AXES)
        self._description.nbuttons = 8 if stick else len(PAD_BUTTONS)
        self._description.nhats = hats
        self._description.vendor_id = _VENDOR
        self._description.product_id = _PRODUCT + stick
        self._name = name.encode()
        self._description.name = self._name
        self._description.Rumble = library.joystick.CFUNC_Rumble(self._on_rumble)
        self._stick = stick
        self.plug()

    @property
    def plugged(self) -> bool:
        """Whether it is there."""
        return self._handle is not None

    def apply(self, command: PadCommand) -> None:
        """Do what a command says; an unplugged pad moves nothing."""
        if command.plugged is not None:
            (self.plug if command.plugged else self.unplug)()
        for name, value in command.axes.items():
            self.axis(name, value)
        for name, pressed in command.buttons.items():
            self.button(name, pressed=pressed)

    def plug(self) -> None:
        """Plug it in, untouched. Raises PadsUnavailable."""
        if self.plugged:
            return
        library = self._sdl.library
        index = library.SDL_JoystickAttachVirtualEx(ctypes.byref(self._description))
        self._handle = library.SDL_JoystickOpen(index) if index >= 0 else None
        if not self._handle:
            self._handle = None
            raise PadsUnavailable(f"SDL makes no virtual pad: {self._sdl.error()}")
        for name in () if self._stick else TRIGGERS:
            self.axis(name, 0.0)

    def unplug(self) -> None:
        """Pull it out, however it stands. Can be called twice."""
        handle, self._handle = self._handle, None
        if handle is None:
            return
        library = self._sdl.library
        instance = library.SDL_JoystickInstanceID(handle)
        for index in range(library.SDL_NumJoysticks()):
            if library.SDL_JoystickGetDeviceInstanceID(index) == instance:
                library.SDL_JoystickDetachVirtual(index)
                break
        library.SDL_JoystickClose(handle)

    def axis(self, name: str, value: float) -> None:
        """Move an axis; a trigger from 0 to 1."""
        number = _number(name, PAD_AXES, "axis")
        if name in TRIGGERS:
            value = 2.0 * value - 1.0
        if self._handle is not None and number is not None:
            raw = round(value * (32768 if value < 0 else 32767))
            self._sdl.library.SDL_JoystickSetVirtualAxis(self._handle, number, raw)

    def button(self, name: str, *, pressed: bool = True) -> None:
        """Press a button, or let go of it."""
        number = _number(name, PAD_BUTTONS, "button")
        if self._handle is not None and number is not None:
            self._sdl.library.SDL_JoystickSetVirtualButton(self._handle, number, int(pressed))

    def hat(self, number: int, directions: int) -> None:
        """Push a hat in a sum of directions."""
        if self._handle is not None:
            self._sdl.library.SDL_JoystickSetVirtualHat(self._handle, number, directions)

    def _on_rumble(self, _userdata: int, low: int, high: int) -> int:
        self.rumbles.append((low / 0xFFFF, high / 0xFFFF))
        return 0


def _number(name: str, names: tuple[str, ...], raw: str) -> int | None:
    if name in names:
        return names.index(name)
    number = name.removeprefix(raw)
    return int(number) if number != name and number.isascii() and number.isdigit() and len(number) <= 2 else None


def _is_position(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and -1.0 <= value <= 1.0
