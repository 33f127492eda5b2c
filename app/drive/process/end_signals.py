"""The signals that end a program which does not handle them: a program that moves a robot has to.

The signals of a program's own faults are left out, and so is SIGKILL, which can't be handled. This module imports next
to nothing: it is needed before anything else is loaded.
"""

from __future__ import annotations

import signal
from typing import Final

# SIGQUIT is Ctrl-\ at a terminal, SIGBREAK Ctrl-Break at one of Windows
_NAMES: Final = (
    *("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK"),
    *("SIGUSR1", "SIGUSR2", "SIGALRM", "SIGVTALRM", "SIGXCPU"),
)


def end_signals() -> tuple[signal.Signals, ...]:
    """Return the signals that this system has; without SIGHUP where it is ignored, as by nohup."""
    known = (getattr(signal, name, None) for name in _NAMES)
    return tuple(
        number
        for number in known
        if number is not None and not (number.name == "SIGHUP" and signal.getsignal(number) is signal.SIG_IGN)
    )
