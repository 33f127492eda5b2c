"""Terminals for tests: one without a device, and the far end of a real pseudo-terminal."""

from __future__ import annotations

import array
import contextlib
import fcntl
import os
import pty
import re
import select
import termios
import threading

from typing_extensions import override

from app.drive.inputs.terminal.protocol import FocusChange, KeyEvent, KeyReporting, Terminal

_PUSH = re.compile(rb"\x1b\[>(\d+)u")
_ASKED = re.compile(rb"\x1b\[>(\d+)u|\x1b\[<u|\x1b\[\?u|\x1b\[c|\x1b\[\?(1004|2004)([hl])")


class ScriptedTerminal(Terminal):
    """Hands out what a test puts in.

    Attributes:
        waiting: what the next `read` hands out.
        alive: what `alive_at` says, None for now.
    """

    key_reporting = KeyReporting.RELEASES
    is_there = True

    def __init__(self, keys: KeyReporting = KeyReporting.RELEASES) -> None:
        self.key_reporting = keys
        self.waiting: list[KeyEvent | FocusChange] = []
        self.alive: float | None = None
        self.calls: list[str] = []

    @override
    def read(self, now: float) -> list[KeyEvent | FocusChange]:
        found, self.waiting = self.waiting, []
        return found

    @override
    def alive_at(self, now: float, *, held: bool) -> float:
        return self.alive if self.alive is not None and held else now

    @override
    def leave(self) -> None:
        self.calls.append("leave")

    @override
    def retake(self) -> None:
        self.calls.append("retake")

    @override
    def close(self) -> None:
        self.calls.append("close")


class FarEnd:
    """The far end of a pseudo-terminal: what a terminal's window is. With kitty's keyboard protocol, or without.

    Attributes:
        path: of the near end.
        stack: the flags of kitty's protocol, as they were pushed; None for a terminal that does not know it.
        modes: what else is switched on.
        seen: all that was written to it.
        silent: it answers nothing, as one whose network is gone.
    """

    def __init__(self, *, kitty: bool = True, silent: bool = False) -> None:
        self.fd, self.near = pty.openpty()
        self.path = os.ttyname(self.near)
        self.stack: list[int] | None = [0] if kitty else None
        self.modes: set[str] = set()
        self.seen = b""
        self.silent = silent
        self._open: tuple[int, ...] = (self.fd, self.near)
        self._rest = b""
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="far end")
        self._thread.start()

    def type(self, data: bytes) -> None:
        """Press keys. The system has them a moment later."""
        os.write(self.fd, data)

    def waiting(self) -> int:
        """How many bytes could be read at the near end."""
        count = array.array("i", (0,))
        fcntl.ioctl(self.near, termios.FIONREAD, count)
        return count[0]

    def attributes(self) -> list[object]:
        """How the terminal is set, but for its speed."""
        return termios.tcgetattr(self.near)[:4]

    def is_raw(self) -> bool:
        """Whether keys are handed out at once and unseen."""
        return not termios.tcgetattr(self.near)[3] & (termios.ICANON | termios.ECHO)

    def is_as_found(self) -> bool:
        """Whether nothing is switched on."""
        return not self.is_raw() and not self.modes and (self.stack is None or self.stack == [0])

    def pause(self) -> None:
        """Take nothing from now on, as a window that hangs."""
        self._ended = True
        self._thread.join()

    def resume(self) -> None:
        """Go on."""
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="far end")
        self._thread.start()

    def hang_up(self) -> None:
        """Close the window. Whoever still has the near end is told."""
        self.pause()
        for fd in self._open:
            with contextlib.suppress(OSError):
                os.close(fd)
        self._open = ()

    def close(self) -> None:
        """End this."""
        self.hang_up()

    def _run(self) -> None:
        while not self._ended:
            if not select.select([self.fd], [], [], 0.01)[0]:
                continue
            try:
                data = os.read(self.fd, 4096)
            except OSError:
                return
            self.seen += data
            self._answer(data)

    def _answer(self, data: bytes) -> None:
        self._rest += data
        end = 0
        for match in _ASKED.finditer(self._rest):
            end = match.end()
            self._obey(match)
        # what may be the beginning of one
        self._rest = self._rest[max(end, len(self._rest) - 16) :]

    def _obey(self, match: re.Match[bytes]) -> None:
        text = match[0]
        answer = b""
        if text == b"\x1b[c":
            answer = b"\x1b[?62;22c"
        elif match[2]:
            (self.modes.add if match[3] == b"h" else self.modes.discard)(match[2].decode())
        elif self.stack is not None:
            if push := _PUSH.fullmatch(text):
                self.stack.append(int(push[1]))
            elif text == b"\x1b[<u":
                self.stack = self.stack[:-1] or [0]
            else:
                answer = b"\x1b[?%du" % self.stack[-1]
        if answer and not self.silent:
            os.write(self.fd, answer)
