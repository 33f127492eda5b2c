"""The drive process as the window starts it: lines in, the state out."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.fakes.command import ROOT
from tests.fakes.driven_robot import DrivenRobot, clock, go_first, wheeled_profile
from tests.fakes.waiting import eventually

PERIOD_S = 0.02
ATTEMPTS = 10
# why it stops on a machine that does
STOOD_STILL = {"late", "lease", "link_silent", "interface_silent", "interface_gone"}
# as little as a pipe can hold: full within a second
PIPE_BYTES = 4096


class Driving:
    """A running `teledeck drive`, fed with lines.

    Attributes:
        state: the newest line of output.
        states: all of them.
    """

    def __init__(self, process: asyncio.subprocess.Process, *, reads: bool) -> None:
        self.process = process
        self.states: list[dict[str, Any]] = []
        self._line = b""
        self._feeding: asyncio.Task[None] | None = None
        self.reader = asyncio.get_running_loop().create_task(self._read(), name="driving") if reads else None

    async def _read(self) -> None:
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            self.states.append(json.loads(line))

    @property
    def state(self) -> dict[str, Any]:
        return self.states[-1] if self.states else {}

    def reason(self) -> str | None:
        """Why it last stopped."""
        reason = self.state.get("reason")
        return None if reason is None else str(reason["name"])

    def write(self, data: bytes) -> None:
        """Bytes into the pipe, at once."""
        assert self.process.stdin is not None
        # one that has ended reads no more
        if not self.process.stdin.is_closing():
            self.process.stdin.write(data)

    def say(self, **line: Any) -> float:
        """A line; when it was written."""
        self.write(json.dumps(line).encode() + b"\n")
        return clock()

    def feed(self, make: Callable[[], dict[str, Any]] | None) -> None:
        """Write such a line every 20 ms from now on; None for no more."""
        if self._feeding is not None:
            self._feeding.cancel()
            self._feeding = None
        if make is not None:
            self._feeding = asyncio.get_running_loop().create_task(self._feed(make), name="feed")

    async def _feed(self, make: Callable[[], dict[str, Any]]) -> None:
        while True:
            self.say(**make())
            await asyncio.sleep(PERIOD_S)

    async def reach(self, state: str, what: str = "") -> None:
        """Wait for a state."""
        await eventually(lambda: self.state.get("state") == state, f"{what or state}, not {self.state}")

    async def arm(self) -> None:
        """Wait for the robot, and arm."""
        try:
            await eventually(
                lambda: (
                    self.state.get("subscribers")
                    and self.state.get("link") == "good"
                    and self.state.get("watchdog") == "ready"
                ),
                # a Gazebo master that many have left may keep a newcomer waiting
                timeout_s=60,
            )
        except AssertionError:
            raise AssertionError(f"no robot to arm for: {self.state}") from None
        for _ in range(ATTEMPTS):
            self.say(arm=True)
            with contextlib.suppress(AssertionError):
                await eventually(lambda: self.state.get("state") == "armed", timeout_s=2)
                return
        raise AssertionError(f"not armed: {self.state}")

    async def drive(
        self,
        robot: DrivenRobot,
        v: float = 0.3,
        w: float = 0.0,
        *,
        reaches: float | None = None,
        **more: Callable[[], Any],
    ) -> None:
        """Arm, and drive until the robot has the whole velocity, or `reaches` of it; `more` belongs into every line."""

        def moves() -> bool:
            return bool(robot.commands) and abs(robot.commands[-1].v - (v if reaches is None else reaches)) < 1e-6

        await self.hold_until(
            moves, lambda: {"v": v, "w": w, "hold": True} | {key: make() for key, make in more.items()}
        )

    async def hold_until(self, moves: Callable[[], object], make: Callable[[], dict[str, Any]]) -> None:
        """Arm, and hold what such lines ask for until it `moves`, or goes on to.

        On a machine that stood still meanwhile whoever holds has to let go, and to arm where that disarmed.
        """
        for _ in range(ATTEMPTS):
            await self.arm()
            self.feed(make)
            await eventually(lambda: moves() or self._must_begin_anew, f"motion, not {self.state}")
            if moves():
                return
            assert self.reason() in STOOD_STILL, self.state
            await self.let_go()
        raise AssertionError(f"no motion: {self.state}")

    async def let_go(self) -> None:
        """Hold nothing, and say so until that is heard: who was late throws away what waited."""
        self.feed(lambda: {"v": 0, "w": 0, "hold": False})
        await eventually(lambda: not self.state["waiting_for"], "nothing that is held")
        self.feed(None)

    @property
    def _must_begin_anew(self) -> bool:
        # nothing will ever move by what is held now
        return self.state["state"] != "armed" or bool(self.state["waiting_for"])

    def send_signal(self, number: signal.Signals) -> float:
        """A signal; when it was sent."""
        now = clock()
        self.process.send_signal(number)
        return now

    async def end(self) -> int:
        """End of input; the exit code."""
        self.feed(None)
        assert self.process.stdin is not None
        self.process.stdin.close()
        return await self.exit()

    async def exit(self) -> int:
        """Wait for its end; the exit code."""
        async with asyncio.timeout(60):
            return await self.process.wait()


@asynccontextmanager
async def driving(
    uri: str,
    home: Path,
    *arguments: str,
    reads: bool = True,
    prefix: Sequence[str] = (),
    program: Sequence[str] = (sys.executable, "-m", "app"),
    root: Path = ROOT,
) -> AsyncIterator[Driving]:
    """`teledeck drive` that ends with the block, by way of a command that goes before it where there is one.

    With `reads` unset, nobody ever reads what it says. `program` is started in `root`.
    """
    if uri.startswith("nrp") and "--profile" not in arguments:
        arguments += ("--profile", str(wheeled_profile(home)))
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GAZEBO", "QT_"))}
    read_end, write_end = -1, subprocess.PIPE
    if not reads:
        read_end, write_end = os.pipe()
        fcntl.fcntl(write_end, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    process = await asyncio.create_subprocess_exec(
        *(*prefix, *program, "drive", uri, *arguments),
        cwd=root,
        # what it starts is sought there, too
        env=clean | {"PYTHONPATH": str(root), "XDG_STATE_HOME": str(home), "XDG_CONFIG_HOME": str(home)},
        stdin=subprocess.PIPE,
        stdout=write_end,
        preexec_fn=go_first,
    )
    if not reads:
        os.close(write_end)
    driving = Driving(process, reads=reads)
    if "--supervised" in arguments:
        # as every window does
        driving.say(past=0)
    try:
        yield driving
    finally:
        driving.feed(None)
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGCONT)
            process.kill()
        await process.wait()
        if driving.reader is not None:
            await driving.reader
        assert process.stdin is not None
        process.stdin.close()
        if not reads:
            os.close(read_end)
