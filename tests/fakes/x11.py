"""What a window manager does and these tests need: find a window by its title, ask it to close, move the focus."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

_CLIENT_MESSAGE = 33
_REVERT_TO_PARENT = 2


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
    """A connection to the X server of $DISPLAY. Close it."""

    def __init__(self) -> None:
        self._x = x = ctypes.CDLL("libX11.so.6")
        x.XOpenDisplay.restype = ctypes.c_void_p
        x.XDefaultRootWindow.restype = x.XInternAtom.restype = ctypes.c_ulong
        display = x.XOpenDisplay(None)
        assert display, "there is no X server: run this under xvfb-run"
        self._display = ctypes.c_void_p(display)
        x.XSetErrorHandler(_ERROR_HANDLER)

    def close(self) -> None:
        """End the connection."""
        self._x.XCloseDisplay(self._display)

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
