"""What a window manager, keyboard, mouse and other programs do to a window of ours, in a program of their own.

Windows are found by their title, asked to close, and given the focus; keys and buttons go down and up (XTEST), the
former by their places, and keys are taken away.
"""

from __future__ import annotations

import contextlib
import ctypes
import subprocess
from collections.abc import Iterator

from tests.fakes.turns import go_ahead

_CLIENT_MESSAGE = 33
_REVERT_TO_PARENT = 2
_ASYNCHRONOUS = 1

# places of keys, as X servers number them
W, A, S, D, PAD_8, SPACE = 25, 38, 39, 40, 80, 65
K, Q, P, ESCAPE = 45, 24, 33, 9
LEFT, SHIFT, CONTROL, ALT, ALT_GR, CAPS_LOCK, NUM_LOCK = 113, 50, 37, 64, 108, 66, 77


@contextlib.contextmanager
def own_server() -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """An X server with nobody else on it, and its name, as $DISPLAY has it."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1366x768x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) as server:
        go_ahead(server.pid)
        assert server.stdout is not None
        number = server.stdout.readline().decode().strip()
        assert number, "Xvfb did not start"
        try:
            yield server, f":{number}"
        finally:
            server.kill()


class _ClientMessage(ctypes.Structure):
    """XClientMessageEvent, padded to the size of an XEvent."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("pad", ctypes.c_long * 24),
    )


def _ignore_error(display: int, event: int) -> int:
    """A window may go while we look at it; by default Xlib ends the process then."""
    del display, event
    return 0


_ERROR_HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(_ignore_error)


class Screen:
    """A connection to an X server, that of $DISPLAY unless it is named. Close it."""

    def __init__(self, name: str | None = None) -> None:
        self._x = x = ctypes.CDLL("libX11.so.6")
        x.XOpenDisplay.restype = ctypes.c_void_p
        x.XDefaultRootWindow.restype = x.XInternAtom.restype = ctypes.c_ulong
        display = x.XOpenDisplay(name.encode() if name else None)
        assert display, "there is no X server: run this under xvfb-run"
        x.XDisplayString.restype = ctypes.c_char_p
        self._display = ctypes.c_void_p(display)
        self._test = ctypes.CDLL("libXtst.so.6")
        self._down: list[int] = []
        x.XSetErrorHandler(_ERROR_HANDLER)

    def close(self) -> None:
        """Let go of all keys and of the mouse, and end the connection."""
        self.release(*reversed(self._down))
        self.release_mouse()
        self._x.XCloseDisplay(self._display)

    @property
    def name(self) -> str:
        """Of the server, as $DISPLAY has it."""
        name: bytes = self._x.XDisplayString(self._display)
        return name.decode()

    def find(self, title: str) -> int | None:
        """The window with this title."""
        root = self._x.XDefaultRootWindow(self._display)
        return next((window for window in self._below(root) if self._title(window) == title), None)

    def ask_to_close(self, window: int) -> None:
        """What a click on the cross of a frame does."""
        protocols = self._x.XInternAtom(self._display, b"WM_PROTOCOLS", 0)
        delete = self._x.XInternAtom(self._display, b"WM_DELETE_WINDOW", 0)
        event = _ClientMessage(type=_CLIENT_MESSAGE, window=window, message_type=protocols, format=32)
        event.data[0] = delete
        self._x.XSendEvent(self._display, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(event))
        self._x.XSync(self._display, 0)

    def take_focus(self) -> None:
        """As another program does whose window is clicked on."""
        root = ctypes.c_ulong(self._x.XDefaultRootWindow(self._display))
        self._x.XCreateSimpleWindow.restype = ctypes.c_ulong
        window = self._x.XCreateSimpleWindow(self._display, root, 5, 5, 50, 50, 0, ctypes.c_ulong(0), ctypes.c_ulong(0))
        self._x.XMapWindow(self._display, ctypes.c_ulong(window))
        # only what is seen can have it
        self._x.XSync(self._display, 0)
        self.give_focus(window)

    def give_focus(self, window: int) -> None:
        """As a window manager does when a window is clicked on."""
        self._x.XSetInputFocus(self._display, ctypes.c_ulong(window), _REVERT_TO_PARENT, ctypes.c_ulong(0))
        self._x.XSync(self._display, 0)

    def set_layout(self, layout: str, variant: str = "", option: str = "") -> None:
        """As the settings of a desktop do; it has no other option then."""
        chosen = ["-layout", layout, "-variant", variant, "-option", "", "-option", option]
        subprocess.run(["setxkbmap", "-display", self.name, *chosen], check=True)

    def press(self, *places: int) -> None:
        """One after the other."""
        for place in places:
            self._key(place, down=True)
            self._down.append(place)

    def release(self, *places: int) -> None:
        """One after the other."""
        for place in places:
            self._key(place, down=False)
            self._down.remove(place)

    def click(self, *places: int) -> None:
        """All down, and up again in the reverse order."""
        self.press(*places)
        self.release(*reversed(places))

    @contextlib.contextmanager
    def grabbed(self) -> Iterator[None]:
        """Meanwhile all keys are this program's, as those of a desktop's hot keys are."""
        root = ctypes.c_ulong(self._x.XDefaultRootWindow(self._display))
        mode = _ASYNCHRONOUS
        assert not self._x.XGrabKeyboard(self._display, root, 0, mode, mode, ctypes.c_ulong(0)), "taken by another"
        yield
        self._x.XUngrabKeyboard(self._display, ctypes.c_ulong(0))
        self._x.XSync(self._display, 0)

    def move_mouse(self, x: int, y: int) -> None:
        """As a hand does."""
        self._test.XTestFakeMotionEvent(self._display, -1, x, y, ctypes.c_ulong(0))
        self._x.XSync(self._display, 0)

    def press_mouse(self, button: int = 1) -> None:
        """A button of the mouse goes down, and stays so."""
        self._turn_button(button, down=True)

    def release_mouse(self, button: int = 1) -> None:
        """It comes up."""
        self._turn_button(button, down=False)

    def _turn_button(self, button: int, *, down: bool) -> None:
        self._test.XTestFakeButtonEvent(self._display, ctypes.c_uint(button), int(down), ctypes.c_ulong(0))
        self._x.XSync(self._display, 0)

    def _key(self, place: int, *, down: bool) -> None:
        self._test.XTestFakeKeyEvent(self._display, place, int(down), ctypes.c_ulong(0))
        self._x.XSync(self._display, 0)

    def _below(self, window: int) -> Iterator[int]:
        root, parent, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_uint()
        children = ctypes.POINTER(ctypes.c_ulong)()
        known = self._x.XQueryTree(
            *(self._display, ctypes.c_ulong(window), ctypes.byref(root), ctypes.byref(parent)),
            *(ctypes.byref(children), ctypes.byref(count)),
        )
        if not known or not count.value:
            return
        found = [children[i] for i in range(count.value)]
        self._x.XFree(children)
        for child in found:
            yield child
            yield from self._below(child)

    def _title(self, window: int) -> str:
        name = ctypes.c_char_p()
        if not self._x.XFetchName(self._display, ctypes.c_ulong(window), ctypes.byref(name)) or name.value is None:
            return ""
        title = name.value.decode("latin-1")
        self._x.XFree(name)
        return title
