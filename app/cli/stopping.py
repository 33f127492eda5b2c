"""How a command is asked to end, by Ctrl-C or by the system. Imports next to nothing, so that it can listen early."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

# how long what is under way may take after the first signal: a line of output that nobody reads is under way for ever
PATIENCE_S = 1.0


class Stopped(Exception):  # noqa: N818 - not an error
    """The operator or the system asked the command to end."""


class Stop:
    """Turns Ctrl-C, SIGTERM and SIGHUP into Stopped, raised by `check`: between two lines of output, not within one.

    A second signal, or none of our own code running for `PATIENCE_S`, raises it at once.
    """

    def __init__(self) -> None:
        self._requested = False

    def check(self) -> None:
        """Raises Stopped if that was asked for."""
        if self._requested:
            _set_alarm(0.0)
            raise Stopped

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Listen to signals while this lasts."""
        self._requested = False
        before = {}
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM"):
            number = getattr(signal, name, None)
            # started by nohup, a command outlives its terminal
            if number is not None and not (name == "SIGHUP" and signal.getsignal(number) is signal.SIG_IGN):
                before[number] = signal.signal(number, self._on_signal)
        try:
            yield
        finally:
            _set_alarm(0.0)
            for number, handler in before.items():
                signal.signal(number, handler)

    def _on_signal(self, _signal: int, _frame: FrameType | None) -> None:
        if self._requested:
            raise Stopped
        self._requested = True
        _set_alarm(PATIENCE_S)


def _set_alarm(seconds: float) -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


STOP = Stop()
