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


def end_watchdogs() -> None:
    """End those that this test has left: one whose robot is gone sends zeros for a minute, before all else."""
    test = os.environ["PYTEST_CURRENT_TEST"].rpartition(" ")[0]
    for process in Path("/proc").glob("[0-9]*"):
        # of a process that has just ended there is nothing to read
        with contextlib.suppress(OSError):
            command, environ = ((process / name).read_bytes().split(b"\0") for name in ("cmdline", "environ"))
            started_in = next((each for each in environ if each.startswith(b"PYTEST_CURRENT_TEST=")), b"")
            if b"--watchdog" in command and started_in.partition(b"=")[2].rpartition(b" ")[0] == os.fsencode(test):
                send_to([int(process.name)], signal.SIGKILL)
