"""A terminal on Linux, macOS and their like, taken over for its keys and given back whatever happens."""

from __future__ import annotations

import atexit
import contextlib
import os
import select
import time
from collections.abc import Callable
from typing import Any, Final

from typing_extensions import override

from app.drive.inputs.terminal.protocol import (
    LAST_QUESTION,
    FocusChange,
    KeyEvent,
    KeyReporting,
    Terminal,
    TerminalProtocol,
    TerminalUnavailable,
)
from app.wording.drive import DriveWording

try:
    import termios
except ImportError:  # Windows
    termios = None  # type: ignore[assignment]

# the bytes that are read at a time, and how often in one poll: a terminal's own buffer holds as many
_CHUNK: Final = 4096
_MOST_CHUNKS: Final = 4

# the bytes that a terminal may leave unread; beyond that it counts as gone
_MOST_UNSENT: Final = 1024

# the time to wait for the terminal's last answers, lest they end up in the shell
_GOODBYE_S: Final = 0.2


class PosixTerminal(Terminal):
    """The controlling terminal, or the one at `path`. Raises TerminalUnavailable.

    It is taken over by the first `read`, when the caller is ready. It is opened anew, so that settings of this
    descriptor hold for no other one.
    """

    def __init__(self, path: str = "/dev/tty") -> None:
        if termios is None:
            raise TerminalUnavailable(DriveWording.NO_SUCH_TERMINALS())
        try:
            self._fd = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            raise TerminalUnavailable(
                DriveWording.NO_TERMINAL(error=error.strerror or str(error)), DriveWording.START_IN_TERMINAL()
            ) from error
        if not os.isatty(self._fd):
            os.close(self._fd)
            raise TerminalUnavailable(DriveWording.NOT_A_TERMINAL(path=path), DriveWording.START_IN_TERMINAL())
        self._saved: list[Any] | None = None
        self._protocol: TerminalProtocol | None = None
        self._unsent = b""
        self._here = False
        self._anew = False
        self._gone = False

    @property
    @override
    def key_reporting(self) -> KeyReporting:
        return KeyReporting.ASKED if self._protocol is None else self._protocol.key_reporting

    @property
    @override
    def is_there(self) -> bool:
        # it was not hung up, and we are in its foreground
        return self._here and not self._gone

    @override
    def read(self, now: float) -> list[KeyEvent | FocusChange]:
        self._here = not self._gone and self._in_foreground() and self._entered(now)
        if not self._here or self._protocol is None:
            return []
        found = self._protocol.receive_data(b"", now)
        for _ in range(_MOST_CHUNKS):
            data = self._chunk()
            if not data:
                break
            found += self._protocol.receive_data(data, now)
        self._write(self._protocol.data_to_send())
        return found

    @override
    def alive_at(self, now: float, *, held: bool) -> float:
        return now if self._protocol is None else self._protocol.alive_at(now, held=held)

    @override
    def leave(self) -> None:
        # waits a moment for the last answers
        saved, self._saved = self._saved, None
        protocol, self._protocol = self._protocol, None
        atexit.unregister(self.leave)
        self._unsent = b""
        self._here = self._anew = False
        if saved is None or protocol is None or self._gone:
            return
        with contextlib.suppress(OSError, termios.error):
            # in the background the terminal is another program's by now, and touching it would stop us
            if self._in_foreground():
                self._write(protocol.goodbye() + LAST_QUESTION)
                self._wait_for_goodbye()
                termios.tcsetattr(self._fd, termios.TCSANOW, saved)

    @override
    def retake(self) -> None:
        # the settings from before the first `read` are kept
        self._anew = True

    @override
    def close(self) -> None:
        if self._fd >= 0:
            self.leave()
            os.close(self._fd)
            self._fd = -1
            self._gone = True

    def _entered(self, now: float) -> bool:
        """Take the terminal over, if that was not done yet; return whether it is ours."""
        if self._saved is not None and not self._anew:
            return True
        try:
            saved = termios.tcgetattr(self._fd) if self._saved is None else self._saved
            termios.tcsetattr(self._fd, termios.TCSANOW, _raw(saved))
            # keys that were typed before were not meant for us
            termios.tcflush(self._fd, termios.TCIFLUSH)
        except (OSError, termios.error):
            self._gone = True
            return False
        if self._saved is None:
            atexit.register(self.leave)
        before, self._protocol = self._protocol, TerminalProtocol(now)
        self._unsent = b"" if before is None else before.goodbye()
        self._saved, self._anew = saved, False
        return True

    def _in_foreground(self) -> bool:
        try:
            return os.tcgetpgrp(self._fd) == os.getpgrp()
        except OSError:
            # this is not the terminal of our session: no other job control is in the way
            return True

    def _chunk(self) -> bytes:
        try:
            data = os.read(self._fd, _CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            self._gone = True
            return b""
        if not data and self._is_hung_up():
            self._gone = True
        return data

    def _is_hung_up(self) -> bool:
        # without a minimum of bytes to wait for, nothing to read looks like the end
        poll = select.poll()
        poll.register(self._fd, select.POLLIN)
        return any(events & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, events in poll.poll(0))

    def _write(self, data: bytes) -> None:
        self._unsent += data
        if not self._unsent:
            return
        try:
            self._unsent = self._unsent[os.write(self._fd, self._unsent) :]
        except BlockingIOError:
            pass
        except OSError:
            self._gone = True
        if len(self._unsent) > _MOST_UNSENT:
            self._gone = True

    def _wait_for_goodbye(self, clock: Callable[[], float] = time.monotonic) -> None:
        until = clock() + _GOODBYE_S
        poll = select.poll()
        poll.register(self._fd, select.POLLIN)
        heard = b""
        while (left := until - clock()) > 0 and not heard.endswith(b"c"):
            if not poll.poll(left * 1000):
                return
            data = self._chunk()
            if not data:
                return
            heard += data


def _raw(saved: list[Any]) -> list[Any]:
    """Return settings that give keys at once, unchanged and not as signals; output stays as it was."""
    iflag, oflag, cflag, lflag, ispeed, ospeed, chars = saved
    iflag &= ~(termios.BRKINT | termios.ICRNL | termios.INLCR | termios.INPCK | termios.ISTRIP | termios.IXON)
    lflag &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG)
    chars = list(chars)
    chars[termios.VMIN] = 0
    chars[termios.VTIME] = 0
    return [iflag, oflag, cflag, lflag, ispeed, ospeed, chars]
