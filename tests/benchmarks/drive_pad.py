"""`teledeck drive` with a virtual pad that is moved by a thread of its own, at any time between two looks at it.

python -m tests.benchmarks.drive_pad drive URI [OPTION ...]

A line on the pipe that moves the pad wakes the drive process up, which a real pad does not: that is looked at every
10 ms. So who moves it here is a thread, which notes when it did, by the clock of all processes. It listens on the
socket that the environment names, for `wiggle`, `push`, `span SECONDS` and `leave`; each is answered by a list of
moments.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import socket
import sys
import threading
import time
from pathlib import Path
from typing import Any, Final

from app.__main__ import main
from app.drive.inputs import devices
from app.drive.inputs.gamepad.sdl import VirtualPad
from tests.fakes.driven_robot import clock

SOCKET: Final = "TELEDECK_BENCHMARK_PAD"
# apart enough that every move is seen, near enough that the ramp from one to the other is over before the next
POSITIONS: Final = (-0.6, -0.7)
# not in step with anything
INTERVAL_S: Final = (0.09, 0.15)
_SETTLE_S: Final = 0.3

_pads: list[VirtualPad] = []


class _ThreadsPad(VirtualPad):
    """One that this module's thread can move."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        _pads.append(self)


def _move(line: str) -> list[float]:
    """Do what a line says; the moments of what is measured."""
    (pad,) = _pads
    word, _, rest = line.partition(" ")
    moments: list[float] = []
    if word == "wiggle":
        for position in (0.5, 0.0):
            for axis in ("leftx", "lefty"):
                pad.axis(axis, position)
            time.sleep(_SETTLE_S)
    elif word == "push":
        pad.button("leftshoulder")
        pad.axis("lefty", POSITIONS[0])
    elif word == "span":
        ends_at, turn = clock() + float(rest), 0
        while clock() < ends_at:
            time.sleep(random.uniform(*INTERVAL_S))
            turn += 1
            moments.append(clock())
            pad.axis("lefty", POSITIONS[turn % 2])
    elif word == "leave":
        pad.axis("lefty", 0.0)
        pad.button("leftshoulder", pressed=False)
    return moments


def _serve() -> None:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(os.environ[SOCKET])
        with connection.makefile("rw", encoding="utf-8") as file:
            for line in file:
                file.write(json.dumps(_move(line.strip())) + "\n")
                file.flush()


def _go_as_first_as_the_window() -> None:
    """Linux may group processes by session, and the window starts this one in another, that would come after its."""
    with contextlib.suppress(OSError, IndexError):
        nice = Path(f"/proc/{os.getppid()}/autogroup").read_text(encoding="ascii").split()[-1]
        Path("/proc/self/autogroup").write_text(nice, encoding="ascii")


if __name__ == "__main__":
    _go_as_first_as_the_window()
    setattr(devices, "VirtualPad", _ThreadsPad)  # noqa: B010 - no name that it exports
    threading.Thread(target=_serve, name="pad", daemon=True).start()
    sys.exit(main([*sys.argv[1:], "--virtual-pad"]))
