"""The watchdog of a drive process, found as the system shows it."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path


def watchdogs_of(pid: int) -> list[int]:
    """Processes that a drive process has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
            if int(parent) == pid and state != "Z":
                found.append(int(stat.parent.name))
    return found


def send_to(pids: list[int], number: signal.Signals) -> None:
    """A signal to each that is there."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
