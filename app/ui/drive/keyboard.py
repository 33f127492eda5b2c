"""State of the system's keyboard: which keys are down, independent of the key events of a window.

Those may be wrong: another program that takes the keyboard for a moment, or a key that changes the layout, can keep the
release of a key from a window; an input method can keep a Space from it.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Final

from PySide6.QtCore import QObject, QSocketNotifier, Signal
from PySide6.QtGui import QGuiApplication
from typing_extensions import override

from app.ui.drive.client import DriveClient

_LOGGER = logging.getLogger(__name__)

# a system that does not answer for so many beats in a row does not report released keys either
_SILENT_BEATS: Final = 4

_UNKNOWN: Final = (
    "the system does not tell which keys are down (%s): a key that goes up unheard while it drives is held until it is"
    " pressed again"
)

KeyReport = Callable[[frozenset[int]], object]


class SystemKeyboard(ABC):
    """Keyboard of a system, which can be asked for the keys that are down."""

    @abstractmethod
    def query(self, tell: KeyReport) -> None:
        """Call `tell` with the codes of all keys that are down, now or as soon as they are known, without waiting.

        Raises OSError: the keys can't be read any more.
        """

    @abstractmethod
    def close(self) -> None:
        """End the link to the system."""


class KeyboardMonitor(QObject):
    """Reads the keyboard with every beat, while a driving key is held or a Space would stop the robot.

    Signals:
        keys_reported: the codes of all keys that are down, as a set.
    """

    keys_reported = Signal(object)

    def __init__(self, pilot: DriveClient, of_platform: Callable[[str], SystemKeyboard | None] | None = None) -> None:
        super().__init__(pilot)
        self._pilot = pilot
        self._of_platform = of_platform or system_keyboard
        self._keyboard: SystemKeyboard | None = None
        self._is_open = False
        self._unanswered = 0
        pilot.polled.connect(self._look)

    def close(self) -> None:
        """Close the keyboard, and read it no more."""
        keyboard, self._keyboard, self._is_open = self._keyboard, None, True
        if keyboard is not None:
            keyboard.close()

    def _look(self) -> None:
        if not self._is_open:
            # opened when a robot is selected, before any key is held
            self._is_open, self._keyboard = True, self._of_platform(QGuiApplication.platformName())
        if self._keyboard is None:
            return
        if not (self._pilot.holds_keys or self._pilot.in_danger):
            self._unanswered = 0
            return
        self._unanswered += 1
        if self._unanswered > _SILENT_BEATS:
            self.keys_reported.emit(frozenset())
        try:
            self._keyboard.query(self._tell)
        except OSError as error:
            _LOGGER.warning(_UNKNOWN, error)
            self.close()

    def _tell(self, down: frozenset[int]) -> None:
        self._unanswered = 0
        self.keys_reported.emit(down)


def system_keyboard(platform: str) -> SystemKeyboard | None:
    """Open the keyboard of a platform, by Qt's name of it; None where the system reports no keys, as with Wayland."""
    try:
        if platform == "xcb":
            return XKeyboard()
        if platform == "windows":
            return WindowsKeyboard()
        if platform == "cocoa":
            return MacKeyboard()
    except (OSError, AttributeError) as error:
        _LOGGER.warning(_UNKNOWN, error)
    return None


class XKeyboard(SystemKeyboard):
    """Keyboard of an X server, by a link of its own; libxcb is installed wherever Qt has a window on X11.

    One request is under way at a time, and its answer is read when it comes: once the link is open, a server that is
    far away or hangs is not waited for.
    """

    def __init__(self) -> None:
        import ctypes  # noqa: PLC0415 - not needed before a robot is driven

        class Cookie(ctypes.Structure):
            _fields_ = (("sequence", ctypes.c_uint),)

        self._ctypes = ctypes
        self._xcb = xcb = ctypes.CDLL("libxcb.so.1")
        self._free = ctypes.CDLL(None).free
        self._free.argtypes = [ctypes.c_void_p]
        xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
        xcb.xcb_connect.restype = xcb.xcb_poll_for_event.restype = ctypes.c_void_p
        xcb.xcb_query_keymap.restype = Cookie
        pointers = [ctypes.POINTER(ctypes.c_void_p)] * 2
        xcb.xcb_poll_for_reply.argtypes = [ctypes.c_void_p, ctypes.c_uint, *pointers]
        self._link = ctypes.c_void_p(xcb.xcb_connect(None, None))
        self._asked: int | None = None
        self._tell: KeyReport | None = None
        self._notifier: QSocketNotifier | None = None
        try:
            self._check()
        except OSError:
            self.close()
            raise
        self._notifier = QSocketNotifier(xcb.xcb_get_file_descriptor(self._link), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._read)

    @override
    def query(self, tell: KeyReport) -> None:
        self._tell = tell
        self._check()
        if self._asked is None:
            self._asked = self._xcb.xcb_query_keymap(self._link).sequence
            self._xcb.xcb_flush(self._link)

    @override
    def close(self) -> None:
        if self._notifier is not None:
            self._notifier.setEnabled(False)
            self._notifier = None
        self._xcb.xcb_disconnect(self._link)

    def _check(self) -> None:
        error = self._xcb.xcb_connection_has_error(self._link)
        if error:
            raise OSError(f"the link to the X server has ended (xcb's error {error})")

    def _read(self) -> None:
        """Read the answer, and throw away the events that every program gets."""
        while event := self._xcb.xcb_poll_for_event(self._link):
            self._free(event)
        if self._asked is not None:
            self._take(self._asked)
        if self._notifier is not None and self._xcb.xcb_connection_has_error(self._link):
            # readable for ever; the next `query` raises the error
            self._notifier.setEnabled(False)

    def _take(self, asked: int) -> None:
        ctypes = self._ctypes
        reply, error = ctypes.c_void_p(), ctypes.c_void_p()
        if not self._xcb.xcb_poll_for_reply(self._link, asked, ctypes.byref(reply), ctypes.byref(error)):
            return
        self._asked = None
        if error.value:
            self._free(error)
        if reply.value and self._tell is not None:
            # after the 8 bytes that every reply begins with
            bits = int.from_bytes(ctypes.string_at(reply.value + 8, 32), "little")
            self._free(reply)
            self._tell(frozenset(code for code in range(8, 256) if bits >> code & 1))


class WindowsKeyboard(SystemKeyboard):
    """Keyboard of Windows, by GetAsyncKeyState, which takes virtual keys: those of letters depend on the layout of now.

    A key of the number block counts as down if its digit or its arrow is, and so does the separate arrow key.
    """

    _FIXED: Final[Mapping[int, tuple[int, ...]]] = {
        0x39: (0x20,),
        # both Shifts
        0x2A: (0xA0,),
        0x36: (0xA1,),
        0x48: (0x68, 0x26),
        0x4B: (0x64, 0x25),
        0x50: (0x62, 0x28),
        0x4D: (0x66, 0x27),
        0x148: (0x26,),
        0x14B: (0x25,),
        0x150: (0x28,),
        0x14D: (0x27,),
    }
    # W A S D, X, J L, those of free axes, V, K, Q and P
    _LETTERS: Final = (
        *(0x11, 0x1E, 0x1F, 0x20, 0x2D, 0x24, 0x26, 0x13, 0x21, 0x14, 0x22, 0x15, 0x23),
        *(0x2F, 0x25, 0x10, 0x19),
    )
    _FROM_SCAN_CODE: Final = 3

    def __init__(self, user32: Any = None) -> None:
        import ctypes  # noqa: PLC0415 - see XKeyboard

        windows: Any = ctypes
        self._user32 = user32 or windows.windll.user32

    @override
    def query(self, tell: KeyReport) -> None:
        user32 = self._user32
        letters = {code: (user32.MapVirtualKeyW(code, self._FROM_SCAN_CODE),) for code in self._LETTERS}
        keys = {**self._FIXED, **letters}
        tell(frozenset(code for code, several in keys.items() if any(map(self._is_down, several))))

    @override
    def close(self) -> None:
        pass

    def _is_down(self, key: int) -> bool:
        # the lowest bit tells whether the key went down since the last call
        return bool(self._user32.GetAsyncKeyState(key) & 0x8000)


class MacKeyboard(SystemKeyboard):
    """Keyboard of the session on macOS, by CGEventSourceKeyState."""

    _CODES: Final = (
        *(0x0D, 0x00, 0x01, 0x02, 0x5B, 0x56, 0x54, 0x58, 0x31, 0x7E, 0x7B, 0x7D, 0x7C),
        # X, both Shifts, J and L
        *(0x07, 0x38, 0x3C, 0x26, 0x25),
        # those of free axes
        *(0x0F, 0x03, 0x11, 0x05, 0x10, 0x04),
        # V, K, Q and P
        *(0x09, 0x28, 0x0C, 0x23),
    )
    _SESSION: Final = 0

    def __init__(self, core_graphics: Any = None) -> None:
        import ctypes  # noqa: PLC0415 - see XKeyboard

        path = "/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics"
        library = core_graphics or ctypes.CDLL(path)
        self._is_down = library.CGEventSourceKeyState
        self._is_down.argtypes = [ctypes.c_int32, ctypes.c_uint16]
        self._is_down.restype = ctypes.c_bool

    @override
    def query(self, tell: KeyReport) -> None:
        tell(frozenset(code for code in self._CODES if self._is_down(self._SESSION, code)))

    @override
    def close(self) -> None:
        pass
