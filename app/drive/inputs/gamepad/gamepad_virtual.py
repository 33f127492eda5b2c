"""SDL's virtual pad: its commands go through SDL and come back as from a real pad.

For tests and demonstrations on machines without a pad; it is the only device that a program can move.
"""

from __future__ import annotations

import ctypes
from typing import Any, Final

from app.drive.inputs.gamepad.mapping.layout import TRIGGERS
from app.drive.inputs.gamepad.sdl import PadsUnavailable, Sdl
from app.drive.messages.gamepad_command import PAD_AXES, PAD_BUTTONS, PadCommand, input_number

VIRTUAL_PAD_NAME: Final = "Virtual pad"

# numbers with which SDL takes it for a usual pad; no real device has them
_VENDOR: Final = 0x1209
_PRODUCT: Final = 0x7E1E


class VirtualPad:
    """A virtual device, plugged in. Raises PadsUnavailable.

    Attributes:
        rumbles: the rumbles so far: the strengths of both motors, 0 to 1.
    """

    def __init__(self, sdl: Sdl, name: str = VIRTUAL_PAD_NAME, *, stick: bool = False, hats: int = 0) -> None:
        """Plug it in; `stick` makes it a device that SDL does not take for a usual pad, with 4 axes and 8 buttons."""
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
        """Whether the pad is plugged in."""
        return self._handle is not None

    def apply(self, command: PadCommand) -> None:
        """Carry out a command; an unplugged pad moves nothing."""
        if command.plugged is not None:
            (self.plug if command.plugged else self.unplug)()
        for name, value in command.axes.items():
            self.axis(name, value)
        for name, pressed in command.buttons.items():
            self.button(name, pressed=pressed)

    def plug(self) -> None:
        """Plug the pad in, untouched. Raises PadsUnavailable."""
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
        """Pull the pad out, whatever is pressed. Can be called twice."""
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
        number = input_number(name, PAD_AXES, "axis")
        if name in TRIGGERS:
            value = 2.0 * value - 1.0
        if self._handle is not None and number is not None:
            raw = round(value * (32768 if value < 0 else 32767))
            self._sdl.library.SDL_JoystickSetVirtualAxis(self._handle, number, raw)

    def button(self, name: str, *, pressed: bool = True) -> None:
        """Press or release a button."""
        number = input_number(name, PAD_BUTTONS, "button")
        if self._handle is not None and number is not None:
            self._sdl.library.SDL_JoystickSetVirtualButton(self._handle, number, int(pressed))

    def hat(self, number: int, directions: int) -> None:
        """Push a hat; `directions` is a sum of 1 (up), 2 (right), 4 (down) and 8 (left)."""
        if self._handle is not None:
            self._sdl.library.SDL_JoystickSetVirtualHat(self._handle, number, directions)

    def _on_rumble(self, _userdata: int, low: int, high: int) -> int:
        self.rumbles.append((low / 0xFFFF, high / 0xFFFF))
        return 0
