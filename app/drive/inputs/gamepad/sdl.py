"""SDL's joysticks, real and virtual, and no more of SDL than that: no window, no sound, no handler of signals.

All arguments and answers of SDL are turned into our own values here. All calls belong to one thread. The virtual pad is
for tests and demonstrations on machines without a pad: what is asked of it goes through SDL and comes back as from a
real pad; it is the only device that a program can move.
"""

from __future__ import annotations

import ctypes
import warnings
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final

from app.drive.inputs.gamepad.mapping.layout import TRIGGERS
from app.drive.messages.pad_commands import PAD_AXES, PAD_BUTTONS, PadCommand, input_number
from app.model.errors import UserFacingError
from app.program.installation import is_frozen
from app.wording.drive import PadWording

# SDL's number of a device, which no two devices of a run share
JoystickId = int

_GUID_BYTES: Final = 33


VIRTUAL_PAD_NAME: Final = "Virtual pad"

# numbers with which SDL takes it for a usual pad; no real device has them
_VENDOR: Final = 0x1209
_PRODUCT: Final = 0x7E1E


class PadsUnavailable(UserFacingError):  # noqa: N818 - a state that is told, no fault of ours
    """Pads can't be used in this run; everything else works."""


@dataclass(frozen=True, slots=True)
class JoystickInfo:
    """The description of a device by itself.

    Attributes:
        guid: the same for all devices of a model on a kind of connection.
        mapping: SDL's mapping string; empty for a device that SDL does not know.
        rumbles: whether the device can rumble.
    """

    instance: JoystickId
    guid: str
    name: str
    mapping: str
    rumbles: bool
    virtual: bool


@dataclass(frozen=True, slots=True)
class JoystickState:
    """The raw state of all inputs of a device, as SDL has it.

    Attributes:
        pressed: the numbers of the buttons that went down since the last reading, whether they still are or not.
    """

    axes: tuple[int, ...]
    buttons: tuple[bool, ...]
    hats: tuple[int, ...]
    pressed: frozenset[int] = frozenset()


class Sdl:
    """SDL, started. Raises PadsUnavailable.

    Importing and starting SDL takes a quarter of a second: to be done before anything drives.

    Attributes:
        had_news: whether a device had moved, come or gone at the last `update`.
    """

    def __init__(self) -> None:
        self._sdl = _imported()
        for hint, value in (
            # there is no window that could have the focus; what a lost focus means is decided elsewhere
            (b"SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", b"1"),
            (b"SDL_NO_SIGNAL_HANDLERS", b"1"),
            # Windows: devices are watched by a thread, not by a window's messages
            (b"SDL_JOYSTICK_THREAD", b"1"),
        ):
            self._sdl.SDL_SetHint(hint, value)
        if self._sdl.SDL_InitSubSystem(self._sdl.SDL_INIT_GAMECONTROLLER) != 0:
            raise PadsUnavailable(PadWording.SDL_NOT_STARTED(error=self.error()), PadWording.SEE_LOG())
        # every device is read as a joystick, so the events of controllers would only repeat everything
        self._sdl.SDL_GameControllerEventState(self._sdl.SDL_IGNORE)
        self._event = self._sdl.SDL_Event()
        self.had_news = False
        self._events = (self._sdl.SDL_JOYAXISMOTION, self._sdl.SDL_JOYDEVICEREMOVED)
        self._pressed: dict[JoystickId, set[int]] = {}
        self._running = True

    @property
    def library(self) -> ModuleType:
        """The Python bindings of SDL, for the virtual pad."""
        return self._sdl

    def error(self) -> str:
        """Return SDL's last error message."""
        return str((self._sdl.SDL_GetError() or b"").decode(errors="replace"))

    def has_news(self) -> bool:
        """Poll all devices; return whether any has moved, come or gone since the last `update`."""
        self._sdl.SDL_JoystickUpdate()
        return bool(self._sdl.SDL_HasEvents(*self._events))

    def update(self) -> tuple[JoystickId, ...]:
        """Poll all devices; return those that are connected, in SDL's order."""
        sdl = self._sdl
        sdl.SDL_JoystickUpdate()
        self.had_news = False
        while sdl.SDL_PollEvent(ctypes.byref(self._event)):
            self.had_news = self.had_news or self._events[0] <= self._event.type <= self._events[1]
            if self._event.type == sdl.SDL_JOYBUTTONDOWN:
                button = self._event.jbutton
                self._pressed.setdefault(int(button.which), set()).add(int(button.button))
        found = (int(sdl.SDL_JoystickGetDeviceInstanceID(index)) for index in range(sdl.SDL_NumJoysticks()))
        return tuple(instance for instance in found if instance >= 0)

    def open(self, instance: JoystickId) -> Joystick | None:
        """Open a device that `update` returned; None if it is gone already, or can't be opened."""
        sdl = self._sdl
        for index in range(sdl.SDL_NumJoysticks()):
            if sdl.SDL_JoystickGetDeviceInstanceID(index) == instance:
                handle = sdl.SDL_JoystickOpen(index)
                return Joystick(self, handle, self._facts(index, handle)) if handle else None
        return None

    def take_pressed(self, instance: JoystickId) -> frozenset[int]:
        """Return the buttons of a device that went down since the last call."""
        return frozenset(self._pressed.pop(instance, ()))

    def close(self) -> None:
        """End SDL's joysticks. Can be called twice."""
        if self._running:
            self._running = False
            self._sdl.SDL_QuitSubSystem(self._sdl.SDL_INIT_GAMECONTROLLER)

    def _facts(self, index: int, handle: Any) -> JoystickInfo:
        sdl = self._sdl
        guid = ctypes.create_string_buffer(_GUID_BYTES)
        sdl.SDL_JoystickGetGUIDString(sdl.SDL_JoystickGetGUID(handle), guid, _GUID_BYTES)
        mapping = sdl.SDL_GameControllerMappingForDeviceIndex(index) or b""
        return JoystickInfo(
            instance=int(sdl.SDL_JoystickInstanceID(handle)),
            guid=guid.value.decode("ascii"),
            name=_printable(sdl.SDL_JoystickName(handle) or b"pad"),
            mapping=mapping.decode(errors="replace"),
            rumbles=bool(sdl.SDL_JoystickHasRumble(handle)),
            virtual=bool(sdl.SDL_JoystickIsVirtual(index)),
        )


class Joystick:
    """An open device."""

    def __init__(self, sdl: Sdl, handle: Any, facts: JoystickInfo) -> None:
        self.info = facts
        self._owner = sdl
        self._sdl = sdl.library
        self._handle = handle
        self._axes = range(self._sdl.SDL_JoystickNumAxes(handle))
        self._buttons = range(self._sdl.SDL_JoystickNumButtons(handle))
        self._hats = range(self._sdl.SDL_JoystickNumHats(handle))

    @property
    def is_there(self) -> bool:
        """Whether the device was connected at the last `Sdl.update`."""
        return bool(self._handle and self._sdl.SDL_JoystickGetAttached(self._handle))

    def read(self) -> JoystickState | None:
        """Return the state of all inputs as of the last `Sdl.update`; None if the device is gone."""
        sdl, handle = self._sdl, self._handle
        if not self.is_there:
            return None
        return JoystickState(
            tuple(sdl.SDL_JoystickGetAxis(handle, number) for number in self._axes),
            tuple(bool(sdl.SDL_JoystickGetButton(handle, number)) for number in self._buttons),
            tuple(sdl.SDL_JoystickGetHat(handle, number) for number in self._hats),
            self._owner.take_pressed(self.info.instance),
        )

    def rumble(self, strength: float, seconds: float) -> None:
        """Rumble with a strength of 0 to 1; a device that can't does nothing."""
        level = int(max(0.0, min(1.0, strength)) * 0xFFFF)
        if self._handle:
            self._sdl.SDL_JoystickRumble(self._handle, level, level, int(seconds * 1000))

    def close(self) -> None:
        """Close the device. Can be called twice."""
        handle, self._handle = self._handle, None
        if handle:
            self._sdl.SDL_JoystickClose(handle)


def _imported() -> ModuleType:
    try:
        with warnings.catch_warnings():
            # it warns of the library file that it takes
            warnings.simplefilter("ignore")
            import sdl2  # noqa: PLC0415 - takes long, and may not be there
    except (ImportError, OSError, RuntimeError) as error:
        raise PadsUnavailable(
            PadWording.SDL_NOT_LOADED(error=str(error)[:200]),
            # the installed package brings SDL
            PadWording.INSTALL_AGAIN() if is_frozen() else PadWording.INSTALL_SDL(),
        ) from error
    return sdl2  # type: ignore[no-any-return]


def _printable(name: bytes) -> str:
    text = name.decode(errors="replace")
    return "".join(char if char.isprintable() else "?" for char in text)[:100]


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
            raise PadsUnavailable(PadWording.NO_VIRTUAL_PAD(error=self._sdl.error()))
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
