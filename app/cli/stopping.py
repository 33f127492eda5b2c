"""Requests to end a command, by Ctrl-C or other signals. Imports next to nothing, so that it can listen early."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from app.drive.process.end_signals import end_signals

# time for the current step after the first signal: a line of output that nobody reads would never end
PATIENCE_S = 1.0


class Stopped(Exception):  # noqa: N818 - not an error
    """The operator or the system asked the command to end."""


class StopRequest:
    """Turns Ctrl-C, SIGTERM and the like into Stopped, raised by `check`: between lines of output, not within one.

    A second signal, or `PATIENCE_S` without a call of `check`, raises it at once.
    """

    def __init__(self) -> None:
        self._requested = False
        # while true, nothing is raised
        self._deaf = False
        self._once = False

    def check(self) -> None:
        """Raise Stopped if a signal has come."""
        if self._requested:
            self._raise()

    @contextmanager
    def ending_with(self, end: Callable[[], None]) -> Iterator[None]:
        """Call `end` at the end of the context, whatever happens, and however many signals come while it runs.

        `end` has to be bounded in time. Main thread only.
        """
        self._once = True
        try:
            yield
        finally:
            # Python handles signals at calls: none can come between the one that raised, and this
            self._deaf = True
            _set_alarm(0.0)
            try:
                end()
            finally:
                self._once = self._deaf = False

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Handle signals within the context."""
        self._requested = False
        before = {number: signal.signal(number, self._on_signal) for number in end_signals()}
        try:
            yield
        finally:
            _set_alarm(0.0)
            for number, handler in before.items():
                signal.signal(number, handler)

    def _on_signal(self, _signal: int, _frame: FrameType | None) -> None:
        if self._requested:
            self._raise()
            return
        self._requested = True
        if not self._deaf:
            _set_alarm(PATIENCE_S)

    def _raise(self) -> None:
        _set_alarm(0.0)
        if not self._deaf:
            self._deaf = self._once
            raise Stopped


def _set_alarm(seconds: float) -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


STOP = StopRequest()
