"""Suspension of the program by Ctrl-Z and its like, as an input source: the robot stands still before the program does.

A program that is stopped sends nothing, and a robot without a time-out of its own would go on with its last command. So
the system's signal is caught, zeros go out first, and then the program stops.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

from typing_extensions import override

from app.drive.control.input_source import InputSource, SourceInputs
from app.drive.control.values import Outcome, Reason

# the zeros of a stop take a quarter of a second; the operator is not kept waiting longer for a robot that does not stop
MAX_WAIT_S: Final = 0.5


class Suspension(InputSource):
    """The input source of the system's signals to stop and to go on. There is at most one.

    Where the system has no such signals, and on any thread but the main one, which alone gets them, it does nothing.

    Attributes:
        tell_watchdog: called before the program stops, so that the watchdog does not take it for dead.
    """

    name = "system"

    def __init__(self) -> None:
        self.tell_watchdog: Callable[[], None] = _nothing
        self.leave: Callable[[], None] = _nothing
        self.enter: Callable[[], None] = _nothing
        self._asked = False
        self._since: float | None = None
        self._woken = False
        self._before: dict[int, Any] = {}
        if threading.current_thread() is not threading.main_thread():
            return
        for name, handler in (("SIGTSTP", self._on_stop), ("SIGCONT", self._on_continue)):
            number = getattr(signal, name, None)
            # under a shell without job control nothing could ever continue us
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, handler)

    def attach(self, leave: Callable[[], None], enter: Callable[[], None]) -> None:
        """Have `leave` called before the program stops, and `enter` when it goes on, however it was stopped."""
        self.leave, self.enter = leave, enter

    def request(self) -> None:
        """Stop the program, as the system would: for a terminal whose Ctrl-Z is read as a key."""
        self._asked = True

    @override
    def poll(self, now: float) -> SourceInputs:
        # nothing drives while this waits, and after it
        if self._woken:
            self._woken = False
            self.enter()
            return SourceInputs(reasons=(Reason.BY_OPERATOR,))
        if self._asked and self._since is None:
            self._since = now
        return SourceInputs(reasons=(Reason.BY_OPERATOR,)) if self._since is not None else SourceInputs()

    @override
    def handle_outcome(self, outcome: Outcome, now: float) -> None:
        # the program stops as soon as the zeros are out, and the robot stands as far as that is known
        if self._since is None:
            return
        stands = outcome.command.is_zero and outcome.quiet and not (outcome.owed or outcome.slowing)
        if stands or not 0.0 <= now - self._since < MAX_WAIT_S:
            self._asked, self._since = False, None
            self._stop()

    @override
    def close(self) -> None:
        before, self._before = self._before, {}
        for number, handler in before.items():
            signal.signal(number, handler)

    def _stop(self) -> None:
        number = getattr(signal, "SIGTSTP", None)
        if number not in self._before:
            return
        self.leave()
        self.tell_watchdog()
        handler = signal.signal(number, signal.SIG_DFL)
        # the whole job, as the terminal does it: the process that started us may wait for us in the same job
        os.kill(0, number)
        # here the program goes on, at once where nothing could continue it
        signal.signal(number, handler)
        self._woken = True

    def _on_stop(self, _number: int, _frame: FrameType | None) -> None:
        self._asked = True

    def _on_continue(self, _number: int, _frame: FrameType | None) -> None:
        # stopped by a signal that can't be caught: the terminal is as another program left it
        self._woken = True


def _nothing() -> None:
    pass
