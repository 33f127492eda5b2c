"""The window's end of driving in a process of its own, without the window: it connects, arms, and drives ahead.

    python -m tests.fakes.drive_window URI [OTHER URI]

Lines on standard input are what happens: `arm`, `hold`, `release`, `stop`, `clear`, a number of seconds (its own
thread stands still), `leave`, `other` (the other robot is chosen), `unwatched` (arm without a watchdog), `busy` (the
thread of the links is, from now on, for 0.2 s at a time), `record` (the black box begins), `past` (views show what is
now, held), `play` (what was a moment ago, and go on). Now is painted with each beat while views show it. Standard
output says how things stand, as often as the window's thread beats.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from app.config.profile import Profile
from app.config.profile_folder import load_profile
from app.drive.control.values import DriveSource, Stick, WatchdogReadiness
from app.net.link_thread import LinkThread
from app.session.session import Session
from tests.fakes.command import ROOT
from tests.fakes.driven_robot import TOPICS, DrivenRobot, clock, go_first, wheeled_profile
from tests.fakes.driving import ATTEMPTS, STOOD_STILL
from tests.fakes.waiting import eventually

BEAT_S = 0.05
BUSY_S = 0.2
# the black box has something to play from then on, and what is played
KEPT_S, BACK_S = 3.5, 2.5
PROFILE = "TELEDECK_TEST_PROFILE"
# 0.3 m/s by the usual profile
AHEAD = Stick(1.0, 0.0)


class DriveWindow:
    """Such a process.

    Attributes:
        state: what it said last.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.state: dict[str, Any] = {}
        self.reader = asyncio.get_running_loop().create_task(self._read(), name="drive window")

    async def _read(self) -> None:
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            self.state = json.loads(line)

    @property
    def pid(self) -> int:
        """Of the drive process."""
        return int(self.state["pid"])

    def do(self, what: str) -> float:
        """Have something happen; when it was asked for."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{what}\n".encode())
        return clock()

    async def reach(self, stage: str) -> None:
        """Wait for a stage of the controller."""
        await eventually(lambda: self.state.get("stage") == stage, f"{stage}, not {self.state}")

    async def arm(self) -> None:
        """Wait for the robot and the watchdog, and arm."""
        await self._ready()
        await self._armed_by("arm")

    async def _ready(self) -> None:
        await eventually(
            lambda: self.state.get("ready") and self.state["subscribers"] and self.state["link"] == "GOOD",
            f"a robot to arm for, not {self.state}",
        )

    async def look_back(self, how: str) -> None:
        """Wait for the robot, and have views show the past: `past` or `play`."""
        if how == "play":
            self.do("record")
            await asyncio.sleep(KEPT_S)
        await self._ready()
        self.do(how)
        shown = {"past": "held", "play": "playing"}[how]
        await eventually(lambda: self.state["shows"] == shown, f"the past, not {self.state}")

    async def arm_unwatched(self) -> None:
        """Arm though the watchdog is missing."""
        await self._armed_by("unwatched")

    async def _armed_by(self, act: str) -> None:
        # an act that can not be written in time is withdrawn
        for _ in range(ATTEMPTS):
            self.do(act)
            with contextlib.suppress(AssertionError):
                await eventually(lambda: self.state.get("stage") == "armed", timeout_s=2)
                return
        raise AssertionError(f"not armed: {self.state}")

    async def drive(self, robot: DrivenRobot) -> None:
        """Arm, and drive until the robot has the whole velocity.

        A window whose thread stood still for 200 ms meanwhile has to let go, and to arm where that disarmed.
        """

        def moves() -> bool:
            return bool(robot.commands) and abs(robot.commands[-1].v - 0.3) < 1e-6

        for _ in range(ATTEMPTS):
            await self.arm()
            self.do("hold")
            await eventually(
                lambda: moves() or self._must_begin_anew, f"motion, not {self.state}, {robot.commands[-3:]}"
            )
            if moves():
                return
            assert self.state["reason"].lower() in STOOD_STILL, self.state
            self.do("release")
            await eventually(lambda: not self.state["waiting_for"], "nothing that is held")
        raise AssertionError(f"no motion: {self.state}, {robot.commands[-3:]}")

    @property
    def _must_begin_anew(self) -> bool:
        # nothing will ever move by what is held now
        return self.state["stage"] != "armed" or bool(self.state["waiting_for"])


@asynccontextmanager
async def drive_window(uri: str, home: Path, *more: str, prefix: Sequence[str] = ()) -> AsyncIterator[DriveWindow]:
    """One that ends with the block, and its drive process too; by way of a command that goes before its own."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GAZEBO", "QT_"))}
    if uri.startswith("nrp"):
        clean |= {PROFILE: str(wheeled_profile(home))}
    process = await asyncio.create_subprocess_exec(
        *(*prefix, sys.executable, "-m", "tests.fakes.drive_window", uri, *more),
        cwd=ROOT,
        env=clean | {"XDG_STATE_HOME": str(home), "XDG_CONFIG_HOME": str(home)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        preexec_fn=go_first,
    )
    window = DriveWindow(process)
    try:
        yield window
    finally:
        pid = window.state.get("pid")
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGCONT)
            process.kill()
        await process.wait()
        await window.reader
        if pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
                os.kill(pid, signal.SIGKILL)
        assert process.stdin is not None
        process.stdin.close()


# in the process


async def _run(*uris: str) -> None:
    link = LinkThread()
    link.start()
    session = Session(link)
    names = [session.links.connect(uri) for uri in uris]
    for name in names:
        session.commands.allow(name, allowed=True)
    loop = asyncio.get_running_loop()
    ended = loop.create_future()
    handle = session.driving.handle
    waiting: set[asyncio.Task[None]] = set()

    acts: dict[str, Callable[[], object]] = {
        "arm": handle.arm,
        "unwatched": lambda: handle.arm(unwatched=True),
        "hold": lambda: handle.move(DriveSource.SCREEN, AHEAD),
        "release": lambda: handle.move(DriveSource.SCREEN, None),
        "stop": handle.stop,
        "clear": handle.clear,
        "busy": lambda: link.call(_be_busy, link),
        "past": session.deck.hold,
        "record": session.black_box.start,
        "play": lambda: _play(session),
        "leave": lambda: waiting.add(loop.create_task(session.driving.leave())),
        "other": lambda: waiting.add(loop.create_task(_drive(session, names[-1]))),
    }

    def do() -> None:
        words = os.read(0, 1024).decode().split()
        if not words:
            loop.remove_reader(0)
            ended.set_result(None)
        for word in words:
            if word in acts:
                acts[word]()
            else:
                # not a coroutine's sleep: the thread stands still
                time.sleep(float(word))

    await _drive(session, names[0])
    loop.add_reader(0, do)
    while not ended.done():
        handle.beat()
        if not session.deck.is_past:
            session.deck.note_painted(session.deck.changes)
        state, looks = handle.state, session.deck.state
        report, child = state.report, handle._child
        told = {
            "t": clock(),
            "phase": state.phase.name,
            "stage": state.stage.value,
            "moving": state.may_be_moving,
            "shows": "now" if looks is None else "playing" if looks.is_playing else "held",
            "refused": session.deck.refusals,
            "left": state.watchdogs.left_robots,
            "target": state.target.uri if state.target is not None else "",
            "latched": state.latched,
            "ready": report is not None and report.watchdog is WatchdogReadiness.READY,
            "names": sorted(state.watchdogs.names),
            "reason": report.reason.name if report is not None and report.reason is not None else "",
            "subscribers": report.subscribers if report is not None else 0,
            "others": report.others_advertising if report is not None else (),
            "refusal": report.refusal.name if report is not None and report.refusal is not None else "",
            "watchdog": report.watchdog.value if report is not None else "",
            "link": report.level.name if report is not None else "",
            "sent": [report.sent.linear_m_s, report.sent_number] if report is not None and report.sent else None,
            "waiting_for": [source.name for source in report.waiting_for] if report is not None else [],
            "held": [source.name for source in handle._sticks],
            "pid": child.pid if child is not None else 0,  # type: ignore[attr-defined]
        }
        os.write(1, json.dumps(told).encode() + b"\n")
        await asyncio.sleep(BEAT_S)
    await session.black_box.close()
    await session.close()
    link.stop()


def _play(session: Session) -> None:
    session.deck.move(-round(BACK_S * 1e9))
    session.deck.play()


def _be_busy(link: LinkThread) -> None:
    """On the loop of the links: nothing else has more than a moment there, ever again."""
    time.sleep(BUSY_S)
    link.loop.call_later(0.001, _be_busy, link)


async def _drive(session: Session, name: str) -> None:
    path = os.environ.get(PROFILE)
    profile = load_profile(path) if path else Profile()
    await session.driving.drive(name, TOPICS[name.partition(":")[0]], "", profile)


if __name__ == "__main__":
    asyncio.run(_run(*sys.argv[1:]))
