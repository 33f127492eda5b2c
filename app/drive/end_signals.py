"""The signals that end a program which does not know them, so that whoever moves a robot has to.

Those of a fault of its own are left out, and SIGKILL, which nobody can hear. Imports next to nothing: it is asked for
before anything else is there.
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
    """Those that this system has; without SIGHUP where it is ignored, as nohup has it to outlive the terminal."""
    known = (getattr(signal, name, None) for name in _NAMES)
    return tuple(
        number
        for number in known
        if number is not None and not (number.name == "SIGHUP" and signal.getsignal(number) is signal.SIG_IGN)
    )
