"""The watchdogs of drive processes, found as the system shows them."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path
from typing import Final

# the environment variable with the process of the tests that have started a program
STARTED_BY: Final = "TELEDECK_STARTED_BY_TESTS"


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


def end_watchdogs() -> None:
    """End the watchdogs that tests have left: one whose robot is gone sends zeros for a minute, before all else.

    Those are told by `STARTED_BY` in their environment.
    """
    mine = f"{STARTED_BY}={os.getpid()}".encode()
    for process in Path("/proc").glob("[0-9]*"):
        # of a process that has just ended there is nothing to read
        with contextlib.suppress(OSError):
            is_one = b"--watchdog" in (process / "cmdline").read_bytes().split(b"\0")
            if is_one and mine in (process / "environ").read_bytes().split(b"\0"):
                send_to([int(process.name)], signal.SIGKILL)
