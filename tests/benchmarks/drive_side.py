"""Who drives, in a process of its own: with the window under its load, or with nothing but a session.

python -m tests.benchmarks.drive_side URI [MASTER_PORT]

With the port of a load there is the whole window: tree, inspector, six plots. Says `ready` when it drives, then obeys
its standard input; each line is answered by when something was asked for, by why it last stopped, and by the shares of
a core that the drive process and its watchdog took, and how often a second the first of them wakes up:

    pad SECONDS      the virtual pad's stick moves (`drive_pad`)
    stalls SECONDS   the same, while the interface's thread stands still for 150 ms again and again
    keys SECONDS     a set-point of keys goes through the handle
    rest SECONDS     nothing: it is armed, and nobody drives
    disarmed SECONDS the same, disarmed; armed again afterwards
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import random
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

import qasync

from app.config.profile import Profile
from app.drive.control.values import DriveSource, Stage, Stick
from app.drive.supervisor.drive_supervisor import DriveSupervisor
from app.main import SWITCH_INTERVAL_S, make_application
from app.net.link_thread import LinkThread
from app.program import installation
from app.session.session import Session
from tests.benchmarks.drive_pad import INTERVAL_S, SOCKET
from tests.benchmarks.views_load import number_at
from tests.benchmarks.views_window import LoadedWindow, opened
from tests.fakes.driven_robot import TOPICS, WHEELS, clock
from tests.fakes.waiting import eventually

BEAT_S: Final = 0.05
STALL_S: Final = 0.15
# between two of them, so that a stall begins anywhere in what the drive process does
BETWEEN_STALLS_S: Final = (0.06, 0.3)
# 0.2 and 0.24 m/s by the usual profile
KEYS: Final = (Stick(0.79, radial=False), Stick(0.88, radial=False))
_SETTLE_S: Final = 1.0
_HZ: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Taken:
    """What a drive process has taken by some time, by Linux' account of it.

    Attributes:
        drive_s, watchdog_s: seconds of processor time.
        wakes: how often a thread of the drive process had waited for something.
    """

    drive_s: float
    watchdog_s: float
    wakes: int
    at_s: float

    def shares(self, before: Taken) -> dict[str, float]:
        """What each took of a core since then, and wakes a second."""
        took_s = self.at_s - before.at_s
        return {
            "share": (self.drive_s - before.drive_s) / took_s,
            "watchdog": (self.watchdog_s - before.watchdog_s) / took_s,
            "wakes": (self.wakes - before.wakes) / took_s,
        }


def _processor_s(pid: int) -> float:
    return sum(map(int, Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[11:13])) / _HZ


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text("ascii").split()]


def _wakes(pid: int) -> int:
    statuses = (task.joinpath("status").read_text("ascii") for task in Path(f"/proc/{pid}/task").iterdir())
    return sum(int(status.partition("\nvoluntary_ctxt_switches:")[2].split()[0]) for status in statuses)


class Driver:
    """Driver of one robot who obeys the lines of the benchmark. Make it on the interface's loop.

    Attributes:
        handle: of the drive process.
    """

    def __init__(self, session: Session, server: socket.socket) -> None:
        self.handle: DriveSupervisor = session.driving.handle
        self._session = session
        self._server = server
        self._pad: IO[str] | None = None
        self._loop = asyncio.get_running_loop()
        self._beating: asyncio.TimerHandle | None = None
        self._stalling: asyncio.TimerHandle | None = None

    async def arm(self, uri: str) -> None:
        """Connect, start the drive process, and arm."""
        name = self._session.links.connect(uri)
        self._session.commands.allow(name, allowed=True)
        profile = Profile.from_json({"wheels": WHEELS}) if name.startswith("nrp") else Profile()
        await self._session.driving.drive(name, TOPICS[name.partition(":")[0]], "", profile)
        self._beat()
        connection, _ = await self._loop.run_in_executor(None, self._server.accept)
        self._pad = connection.makefile("rw", encoding="utf-8")
        await eventually(lambda: (report := self.handle.state.report) is not None and report.subscribers)
        await self.move_pad("wiggle")
        await self._arm()

    async def _arm(self) -> None:
        for _ in range(10):
            self.handle.arm()
            with contextlib.suppress(AssertionError):
                await eventually(lambda: self.handle.state.stage is Stage.ARMED, timeout_s=2)
                return
        raise RuntimeError(f"not armed: {self.handle.state}")

    async def obey(self, line: str) -> list[float]:
        """Do what a line says; the moments of what is measured."""
        word, _, rest = line.partition(" ")
        if word == "rest":
            await asyncio.sleep(float(rest))
            return []
        if word == "disarmed":
            self.handle.disarm()
            await asyncio.sleep(float(rest))
            await self._arm()
            return []
        if word == "keys":
            return await self._move_keys(float(rest))
        await self.move_pad("push")
        await asyncio.sleep(_SETTLE_S)
        if word == "stalls":
            self._stalling = self._loop.call_later(BETWEEN_STALLS_S[0], self._stall)
        moments = await self.move_pad(f"span {rest}")
        if self._stalling is not None:
            self._stalling.cancel()
        await self.move_pad("leave")
        await asyncio.sleep(_SETTLE_S)
        return moments

    def taken(self) -> Taken:
        """All that the processes have taken so far."""
        pid = getattr(self.handle._child, "pid")  # noqa: B009 - of the real child, which fakes need not have
        return Taken(_processor_s(pid), sum(map(_processor_s, _children(pid))), _wakes(pid), clock())

    def reason(self) -> str:
        """Why it last stopped, in words."""
        report = self.handle.state.report
        return report.reason.text if report is not None and report.reason is not None else ""

    async def close(self) -> None:
        """Zeros, and the end of the drive process."""
        await self._session.driving.leave()
        if self._beating is not None:
            self._beating.cancel()

    async def move_pad(self, line: str) -> list[float]:
        """Have the pad moved, and wait for that; nothing of this thread's."""
        moments: list[float] = json.loads(await self._loop.run_in_executor(None, self._ask, line))
        return moments

    def _ask(self, line: str) -> str:
        assert self._pad is not None
        self._pad.write(f"{line}\n")
        self._pad.flush()
        return self._pad.readline()

    def _beat(self) -> None:
        self.handle.beat()
        self._beating = self._loop.call_later(BEAT_S, self._beat)

    def _stall(self) -> None:
        """Stand still, again and again; a beat before each, for its silence is to be that of the stall."""
        self.handle.beat()
        time.sleep(STALL_S)
        self.handle.beat()
        self._stalling = self._loop.call_later(random.uniform(*BETWEEN_STALLS_S), self._stall)

    async def _move_keys(self, seconds: float) -> list[float]:
        moments: list[float] = []
        self.handle.move(DriveSource.KEYBOARD, KEYS[0])
        await asyncio.sleep(_SETTLE_S)
        ends_at = clock() + seconds
        while clock() < ends_at:
            await asyncio.sleep(random.uniform(*INTERVAL_S))
            moments.append(clock())
            self.handle.move(DriveSource.KEYBOARD, KEYS[len(moments) % 2])
        self.handle.move(DriveSource.KEYBOARD, None)
        await asyncio.sleep(_SETTLE_S)
        return moments


@asynccontextmanager
async def _session(master_port: int | None) -> AsyncIterator[Session]:
    if master_port is not None:
        async with opened(f"gazebo://127.0.0.1:{master_port}", number_at(), make=LoadedWindow) as window:
            yield window._session
        return
    link = LinkThread()
    link.start()
    session = Session(link)
    yield session
    await session.close()
    link.stop()


async def _run(uri: str, master_port: int | None) -> None:
    loop = asyncio.get_running_loop()
    with tempfile.TemporaryDirectory() as home, socket.socket(socket.AF_UNIX) as server:
        os.environ[SOCKET] = f"{home}/pad"
        os.environ["XDG_STATE_HOME"] = os.environ["XDG_CONFIG_HOME"] = home
        server.bind(os.environ[SOCKET])
        server.listen()
        async with _session(master_port) as session:
            driver = Driver(session, server)
            await driver.arm(uri)
            # as the program does
            gc.freeze()
            _say("ready")
            while line := await loop.run_in_executor(None, sys.stdin.readline):
                before = driver.taken()
                moments = await driver.obey(line.strip())
                shares = driver.taken().shares(before)
                _say(json.dumps({"moments": moments, "reason": driver.reason(), **shares}))
            await driver.close()


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> None:
    """Until the standard input ends."""
    with_pad = [sys.executable, "-m", "tests.benchmarks.drive_pad"]
    setattr(installation, "command_line", lambda: with_pad)  # noqa: B010 - a function
    uri, *port = sys.argv[1:]
    if port:
        app = make_application()
        sys.setswitchinterval(SWITCH_INTERVAL_S)
        with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
            runner.run(_run(uri, int(port[0])))
    else:
        asyncio.run(_run(uri, None))
    sys.stdout.flush()
    # what a window leaves behind is not looked at
    os._exit(0)


if __name__ == "__main__":
    main()
