"""Where the rover of a real gzserver is, as the server itself tells it, by its own clock.

One client looks on for as long as it is needed: each that comes can cost another one its link to the master. Time is
that of the simulation, for a machine that is busy lets it pass more slowly, and the rover rolls on for as long.
"""

from __future__ import annotations

import contextlib
import math
import os
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import pytest

from tests.fakes.turns import go_ahead
from tests.peers.gazebo_server import SCRIPT, GazeboServer

TOPIC: Final = "~/pose/info"
# one that has lost its own link before it has subscribed hears nothing
HEARD_S: Final = 10.0
TRIES: Final = 5


@dataclass(frozen=True, slots=True)
class Seen:
    """A place, and when it was there."""

    sim_s: float
    x_m: float
    y_m: float

    def way_m(self, other: Seen) -> float:
        return math.hypot(self.x_m - other.x_m, self.y_m - other.y_m)


class Track:
    """The positions of the rover that were seen until now, and the client that sees them."""

    def __init__(self, gazebo: GazeboServer) -> None:
        self.seen: list[Seen] = []
        self._gazebo = gazebo
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None

    def begin(self) -> None:
        """Look on; what was seen of a server of before is forgotten."""
        for _ in range(TRIES):
            self.end()
            self.seen = []
            # gz writes into a pipe by the block, but these lines are wanted when they come
            self._process = subprocess.Popen(
                ["stdbuf", "-oL", "bash", SCRIPT, "gz", "topic", "-e", TOPIC],
                env=os.environ | {"GZ_PORT": str(self._gazebo.port)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                start_new_session=True,
            )
            # what it tells late looks like a rover that goes on
            go_ahead(self._process.pid)
            self._reader = threading.Thread(target=self._read, args=(self._process,), daemon=True)
            self._reader.start()
            deadline = time.monotonic() + HEARD_S
            while not self.seen and time.monotonic() < deadline:
                time.sleep(0.05)
            if self.seen:
                return
        pytest.fail("nothing says where the rover is")

    def end(self) -> None:
        """Look on no more."""
        process, self._process = self._process, None
        if process is None or self._reader is None:
            return
        process.kill()
        self._reader.join()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()

    @property
    def now(self) -> Seen:
        """The newest."""
        return self.seen[-1]

    def since(self, sim_s: float) -> list[Seen]:
        """What was seen from then on, by the clock of the simulation."""
        return [seen for seen in self.seen if seen.sim_s >= sim_s]

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        with contextlib.suppress(ValueError):
            for seen in _places(line.strip() for line in process.stdout):
                self.seen.append(seen)


def _places(lines: Iterator[str]) -> Iterator[Seen]:
    """The rover's places out of the text of messages, each with the time that stands before all poses of one."""
    sec = nsec = 0
    x_m: float | None = None
    is_rover = False
    for line in lines:
        key, _, value = line.partition(": ")
        if key == "sec":
            sec, nsec = int(value), 0
        elif key == "nsec":
            nsec = int(value)
        elif key == "name":
            is_rover, x_m = value == '"rover"', None
        elif is_rover and key == "x":
            x_m = float(value)
        elif is_rover and key == "y" and x_m is not None:
            yield Seen(sec + nsec / 1e9, x_m, float(value))
            is_rover = False


@contextlib.contextmanager
def tracked(gazebo: GazeboServer) -> Iterator[Track]:
    """Look on for the block."""
    track = Track(gazebo)
    try:
        track.begin()
        yield track
    finally:
        track.end()
