"""When this machine stood still: somebody who has nothing to do but to look at the clock, before all others.

    python -m tests.fakes.stalls PROCESSOR

Each moment in which a processor did not even get to that is a line: when it began, and how long it took.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from typing import Final

from tests.fakes.command import ROOT

# what is promised within 60 ms takes 2 ms where nothing is in the way
NOTICED_S: Final = 0.02
LOOK_S: Final = 0.004
# before those that are measured
PRIORITY: Final = 50


def clock() -> float:
    """Seconds by the clock that driving goes by."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


@dataclass(frozen=True, slots=True)
class Stall:
    """A processor stood still from a moment on, for so long."""

    at: float
    seconds: float


class Witness:
    """Looks on at every processor until this program ends."""

    def __init__(self) -> None:
        self._seen: list[Stall] = []
        self._processes = [
            subprocess.Popen(
                [sys.executable, "-m", "tests.fakes.stalls", str(number)],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            for number in sorted(os.sched_getaffinity(0))
        ]
        self._readers = [
            threading.Thread(target=self._read, args=(process,), daemon=True) for process in self._processes
        ]
        for reader in self._readers:
            reader.start()
        atexit.register(self.close)

    def between(self, begin: float, end: float) -> list[Stall]:
        """What was seen in a time."""
        return [stall for stall in self._seen if stall.at <= end and stall.at + stall.seconds >= begin]

    def close(self) -> None:
        """Look on no more. Can be called twice."""
        for process in self._processes:
            process.kill()
        for reader in self._readers:
            reader.join()
        for process in self._processes:
            process.wait()
            for stream in (process.stdin, process.stdout):
                assert stream is not None
                stream.close()
        self._processes, self._readers = [], []

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self._seen.append(Stall(*json.loads(line)))


def _look_on(number: int) -> None:
    os.sched_setaffinity(0, {number})
    with contextlib.suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(PRIORITY))
    looked_at = clock()
    while True:
        time.sleep(LOOK_S)
        now = clock()
        if now - looked_at - LOOK_S > NOTICED_S:
            os.write(1, json.dumps([looked_at, now - looked_at]).encode() + b"\n")
        looked_at = now


if __name__ == "__main__":
    _look_on(int(sys.argv[1]))
