"""The demo robot in a process of its own, with a note of every command and of when it came.

    python -m tests.fakes.driven_robot gazebo|ros1|galileo|nrp+grpc|nrp+json [ADDRESS]

The first line of output is the robot's address. Then there is a line for each command, as it is read from the socket:
its time by the clock that all processes of a machine share, and both velocities. Words on standard input are faults:
`reset` breaks the links of commands, `master` ends the master, `again` starts it anew, `deaf` has the base move on at
the speed that it has, whatever it is told, and `hears` has it obey what it is told from then on; `stalls` has it stand
instead. `pressed` is its own E-stop, which it tells of by its state, or its status (Galileo), and by which it stands,
`freed` releases that. A number has it obey so many seconds late. Engines of NRP-core
are those of `nrp_engine`; `restart` ends one and begins it anew, and a number is how many seconds each of its steps
takes from then on.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from app.demo import gazebo, ros1, ros1_master
from app.demo.galileo import DemoGalileoRobot
from app.demo.galileo_messages import GalileoMessages, parse_twist
from app.demo.gazebo import DemoGazeboRobot
from app.demo.ros1 import DemoRosRobot
from app.demo.simulation import TICK_S, Simulation
from app.net.tcp import CoreLink, connect
from protocols.frames import FrameBatch
from protocols.gazebo.master import MasterSession
from protocols.gazebo.message_types import message_types
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
from tests.fakes import nrp_engine
from tests.fakes.command import ROOT
from tests.fakes.nrp_engine import GrpcEngine, JsonEngine, Set, joint
from tests.fakes.turns import NICE
from tests.fakes.waiting import eventually

LEFT, RIGHT = "rover::left_wheel_hinge", "rover::right_wheel_hinge"
WHEELS: Final[dict[str, Any]] = {"left_joints": [LEFT], "right_joints": [RIGHT], "wheel_radius_m": 0.1, "track_m": 0.5}
ENGINES = {"nrp+grpc": GrpcEngine, "nrp+json": JsonEngine}
_WHEELS_TOPIC = f"{LEFT},{RIGHT}"
TOPICS = {
    "gazebo": "~/rover/vel_cmd",
    "ros1": "/cmd_vel",
    "galileo": "cmd_vel",
    "nrp+grpc": _WHEELS_TOPIC,
    "nrp+json": _WHEELS_TOPIC,
}
# what the demo robot tells of its own E-stop, by the beginning of its address
ESTOPS = {
    "ros1": {"estop_topic": "/state", "estop_when": "EMERGENCY"},
    "gazebo": {"estop_topic": "~/rover/state", "estop_when": "emergency"},
    "galileo": {"estop_topic": "galileo/status", "estop_field": "busyStatus", "estop_when": "bit 2"},
}


def clock() -> float:
    """Seconds by the clock that driving goes by."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def go_first(*, alone: bool = False) -> None:
    """Run before whatever else keeps the machine busy, where that is allowed; with `alone` without what it starts."""
    with contextlib.suppress(OSError, AttributeError):
        # not in real time: whoever loads a program there keeps the others from a processor for 100 ms, and for 50 ms of
        # each such second none has a turn: robots would be disarmed for what the tests alone do to them
        policy = os.SCHED_OTHER | (os.SCHED_RESET_ON_FORK if alone else 0)
        os.sched_setscheduler(0, policy, os.sched_param(0))
        os.setpriority(os.PRIO_PROCESS, 0, NICE)


def go_like_others() -> None:
    """End what `go_first` has begun."""
    with contextlib.suppress(OSError, AttributeError):
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        os.setpriority(os.PRIO_PROCESS, 0, 0)


@dataclass(frozen=True, slots=True)
class Came:
    """A command: when it was read, and what it was."""

    at: float
    v: float
    w: float

    @property
    def is_zero(self) -> bool:
        return self.v == 0.0 and self.w == 0.0


class DrivenRobot:
    """Such a process, and what it noted.

    Attributes:
        uri: the robot's address.
        commands: all that came.
    """

    def __init__(self, process: asyncio.subprocess.Process, uri: str) -> None:
        self.uri = uri
        self.commands: list[Came] = []
        self.process = process
        self.reader = asyncio.get_running_loop().create_task(self._read(), name="driven robot")

    async def _read(self) -> None:
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            self.commands.append(Came(*json.loads(line)))

    @property
    def moves(self) -> bool:
        """Whether the last command was a motion."""
        return bool(self.commands) and not self.commands[-1].is_zero

    def since(self, moment: float) -> list[Came]:
        """What came after a moment."""
        return [came for came in self.commands if came.at > moment]

    def first_zero(self, moment: float) -> Came | None:
        """The first zero after a moment that no motion followed at once."""
        return next((came for came in self.since(moment) if came.is_zero), None)

    def from_zero(self, moment: float) -> list[Came]:
        """The first zero after a moment, and what came after it; what is read at once comes in its order."""
        came = self.since(moment)
        first = next((number for number, command in enumerate(came) if command.is_zero), len(came))
        return came[first:]

    async def zero_after(self, moment: float) -> float:
        """How long after a moment the first zero came."""
        await eventually(lambda: self.first_zero(moment) is not None, "a zero")
        zero = self.first_zero(moment)
        assert zero is not None
        return zero.at - moment

    async def quiet(self, seconds: float = 0.4) -> None:
        """Wait until nothing has come for a while."""
        await eventually(lambda: not self.commands or clock() - self.commands[-1].at > seconds, "silence")

    def do(self, fault: str) -> None:
        """Have a fault happen."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{fault}\n".encode())

    def send_signal(self, number: signal.Signals) -> None:
        """SIGSTOP and SIGCONT: the robot hangs."""
        self.process.send_signal(number)


@asynccontextmanager
async def driven_robot(protocol: str, host: str = "", prefix: Sequence[str] = ()) -> AsyncIterator[DrivenRobot]:
    """A robot that ends with the block; at another address, by way of a command that goes before its own."""
    arguments = (protocol, host) if host else (protocol,)
    async with started("tests.fakes.driven_robot", *arguments, prefix=prefix) as robot:
        yield robot


@asynccontextmanager
async def started(module: str, *arguments: str, prefix: Sequence[str] = ()) -> AsyncIterator[DrivenRobot]:
    """A program that says an address and then notes commands, and ends with the block."""
    process = await asyncio.create_subprocess_exec(
        *(*prefix, sys.executable, "-m", module),
        *arguments,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        preexec_fn=go_first,
    )
    assert process.stdout is not None
    async with asyncio.timeout(60):
        uri = (await process.stdout.readline()).decode().strip()
    robot = DrivenRobot(process, uri)
    try:
        yield robot
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGCONT)
            process.kill()
        await process.wait()
        await robot.reader
        assert process.stdin is not None
        process.stdin.close()


# in the process


def _note(at: float, v: float, w: float) -> None:
    os.write(1, (json.dumps([at, v, w]) + "\n").encode())


_LINKS: list[CoreLink[Any]] = []


def _recording(payload_of: Callable[[bytes], tuple[float, float]], topic_part: str) -> Callable[..., Any]:
    """What dials publishers of commands, with a note of every frame that comes: the robot obeys only the newest."""

    async def dial(host: str, port: int, make_core: Any, take: Any, *rest: Any) -> Any:
        def taken(event: Any, now: float) -> None:
            if isinstance(event, FrameBatch) and topic_part in getattr(link_of[0].core, "topic", topic_part):
                at = clock()
                for payload in event:
                    _note(at, *payload_of(bytes(payload)))
            take(event, now)

        link_of: list[Any] = []

        def made(*arguments: Any) -> Any:
            core = make_core(*arguments)
            link_of.append(_Holder(core))
            return core

        link = await connect(host, port, made, taken, *rest)
        # a master of Gazebo is dialled by the same name
        if not isinstance(link.core, MasterSession):
            _LINKS.append(link)
        return link

    return dial


@dataclass
class _Holder:
    core: Any


def _read_pose(payload: bytes) -> tuple[float, float]:
    schema = message_types(()).schema("gazebo.msgs.Pose", {})
    pose = schema.decode(payload)
    orientation = pose["orientation"]
    return pose["position"]["x"], 2 * math.atan2(orientation["z"], orientation["w"])


def _read_twist(payload: bytes) -> tuple[float, float]:
    message = find_message("geometry_msgs/Twist")
    assert message is not None
    twist = Ros1Schema(message).decode(payload)
    return twist["linear"]["x"], twist["angular"]["z"]


class _NotedGalileo(DemoGalileoRobot):
    def _obey(self, payload: bytes) -> None:
        at, velocity = clock(), parse_twist(payload)
        if velocity is not None:
            _note(at, velocity.linear, velocity.angular)
        super()._obey(payload)


def _listen_at(host: str) -> None:
    """Robots of the demo are there for their own machine, unless a test has two."""
    for module in (gazebo, ros1, ros1_master):
        setattr(module, "HOST", host)  # noqa: B010 - a constant


def note_commands() -> None:
    """Have every command noted that comes by links which this program makes from now on."""
    setattr(gazebo, "connect", _recording(_read_pose, "vel_cmd"))  # noqa: B010 - no name that it exports
    setattr(ros1, "connect", _recording(_read_twist, ""))  # noqa: B010 - the same


def wheeled_profile(folder: Path) -> Path:
    """A profile by which an engine's robot is driven."""
    path = folder / "wheels.teledeck-profile.json"
    path.write_text(json.dumps({"name": "wheels", "wheels": WHEELS}))
    return path


def _velocity_of(came: Set) -> tuple[float, float]:
    """The velocity that the robot has by the velocities of its wheels; what was not commanded is none."""
    left, right = (came.velocity(joint) for joint in (LEFT, RIGHT))
    assert left is not None
    assert right is not None
    return (left + right) / 2 * WHEELS["wheel_radius_m"], (right - left) * WHEELS["wheel_radius_m"] / WHEELS["track_m"]


def _serve_engine(protocol: str, host: str) -> None:
    if host:
        setattr(nrp_engine, "HOST", host)  # noqa: B010 - a constant
    engine = ENGINES[protocol]({LEFT: joint(), RIGHT: joint()})
    engine.noted = lambda came: _note(came.at, *_velocity_of(came))
    with engine:
        os.write(1, f"{engine.uri}\n".encode())
        while words := os.read(0, 1024).decode().split():
            for word in words:
                if word in {"deaf", "hears"}:
                    engine.deaf = word == "deaf"
                elif word == "restart":
                    engine.restart()
                else:
                    engine.step_s = float(word)


async def _serve(protocol: str, host: str) -> None:
    if host:
        _listen_at(host)
    simulation = Simulation()
    base = _FaultyBase(simulation)
    robot: Any
    if protocol == "gazebo":
        robot = DemoGazeboRobot(simulation)
    elif protocol == "ros1":
        robot = DemoRosRobot(simulation)
    else:
        robot = _NotedGalileo(simulation)
    note_commands()
    await robot.start()
    os.write(1, f"{robot.uri}\n".encode())
    loop = asyncio.get_running_loop()
    ended = loop.create_future()
    port = robot.port if protocol == "galileo" else int(robot.uri.rpartition(":")[2])

    faults: set[asyncio.Task[None]] = set()

    def fault() -> None:
        words = os.read(0, 1024).decode().split()
        if not words:
            ended.set_result(None)
            loop.remove_reader(0)
        for word in words:
            if base.takes(word):
                continue
            task = loop.create_task(_fault(protocol, robot, word, port))
            faults.add(task)
            task.add_done_callback(faults.discard)

    loop.add_reader(0, fault)
    before = loop.time()
    while not ended.done():
        await asyncio.sleep(TICK_S)
        if simulation.step(TICK_S):
            robot.on_tick()
        now = loop.time()
        robot.publish_pending(*((now - before,) if protocol == "gazebo" else ()))
        before = now


class _FaultyBase:
    """The base of a robot, which obeys as faults have it."""

    def __init__(self, simulation: Simulation) -> None:
        self._obey = simulation.drive
        self._hears, self._pressed, self._delay_s = True, False, 0.0
        setattr(simulation, "drive", self._drive)  # noqa: B010 - a method of it
        activity, status = Simulation.activity, GalileoMessages.status

        def told_activity(one: Simulation) -> str:
            return "EMERGENCY" if self._pressed else str(activity.__get__(one))

        def told_status(one: GalileoMessages) -> str:
            return status(one).replace('"busyStatus":0', f'"busyStatus":{5 * self._pressed}')

        setattr(Simulation, "activity", property(told_activity))  # noqa: B010 - what all robots tell
        setattr(GalileoMessages, "status", told_status)  # noqa: B010 - the same

    def takes(self, word: str) -> bool:
        """Take a word on standard input; return whether it is one for the base."""
        if word in {"deaf", "hears", "stalls"}:
            self._hears = word == "hears"
        elif word in {"pressed", "freed"}:
            self._pressed = word == "pressed"
        elif word.replace(".", "").isdigit():
            self._delay_s = float(word)
        else:
            return False
        if word in {"stalls", "pressed"}:
            self._obey(0.0, 0.0)
        return True

    def _drive(self, linear_m_s: float, angular_rad_s: float) -> None:
        if self._delay_s:
            asyncio.get_running_loop().call_later(self._delay_s, self._move, linear_m_s, angular_rad_s)
        else:
            self._move(linear_m_s, angular_rad_s)

    def _move(self, linear_m_s: float, angular_rad_s: float) -> None:
        if self._hears and not self._pressed:
            self._obey(linear_m_s, angular_rad_s)


async def _fault(protocol: str, robot: Any, word: str, port: int) -> None:
    if word == "reset":
        links, _LINKS[:] = _LINKS[:], []
        for link in links:
            if link._transport is not None:
                # the far side gets a reset, and nothing before it
                link._transport.get_extra_info("socket").setsockopt(1, 13, b"\1\0\0\0\0\0\0\0")
                link._transport.abort()
    elif word == "master":
        robot.master.close() if protocol == "gazebo" else await robot.master.close()
    elif word == "again":
        await robot.master.start(port)


if __name__ == "__main__" and sys.argv[1] in ENGINES:
    _serve_engine(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
elif __name__ == "__main__":
    asyncio.run(_serve(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""))
