"""The calls of our own functions on the two ways of the data: python -m tests.tools.call_counts [--list].

In: one ROS 1 message of a plotted topic, from the socket's readiness to the store and the samples of the plot. Out: key
W on the stick of the window, by the pipe to the drive process, to the robot's socket. Both go through the program's own
parts, over loopback; what a plot, a panel or a watchdog does afterwards is not counted.

Counted are functions of `app` and `protocols` and the generated decoders, by `sys.setprofile`: all calls, the different
functions among them, and how many were nested at the end, each called by the one before. Of several messages and
presses the one with the fewest calls counts: the others met something that was due anyway.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import socket
import sys
import tempfile
from asyncio.events import Handle
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, Final, Self, cast
from unittest.mock import patch

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from app.config.profile import Profile
from app.config.run_settings import Settings
from app.connections.ros1.command_sender import RosCommandSender
from app.connections.ros1.connection import open_connection
from app.demo.ros1 import DemoRosRobot
from app.demo.ros1_messages import CMD_VEL, TWIST
from app.demo.simulation import Simulation
from app.drive.control.values import LinkLevel, Stage
from app.drive.inputs.devices import InputDeviceOptions, InputDevices
from app.drive.inputs.gamepad.sdl import PadsUnavailable, Sdl
from app.drive.messages.report import DriveReport, format_report
from app.drive.process.audit_log import AuditLog
from app.drive.process.drive_loop import DriveLoop, DriveOptions
from app.drive.process.watchdog_child import WatchdogChild
from app.drive.robot.robot import DrivenRobot
from app.drive.supervisor.drive_process import DriveTarget
from app.drive.supervisor.drive_supervisor import DriveSupervisor, ShownTime
from app.model.alerts import Alerts
from app.model.schema import FieldPath
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.feeds import SeriesFeed
from app.model.timeseries.series import Series
from app.model.topics import Topic, TopicStore
from app.net.link_thread import LinkThread
from app.net.tasks import TaskPool
from app.program import installation
from app.session.driving import Driving
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.drive.client import BEAT_MS, DriveClient, DriveSelection
from app.ui.drive.stick import DriveStick
from tests.fakes.drive_child import FakeWatchdog
from tests.fakes.ros1_station import FakeMaster, FakeTalker, Station
from tests.fakes.waiting import eventually

ROUNDS: Final = 10
# a machine that is busy holds up some
ATTEMPTS: Final = 50
PATIENCE_S: Final = 1.0

_ROOT: Final = Path(__file__).parents[2]
_OWN: Final = (f"{_ROOT / 'app'}{os.sep}", f"{_ROOT / 'protocols'}{os.sep}", "<generated for ")
# a comprehension is a frame of its own, up to Python 3.11
_NO_FUNCTIONS: Final = frozenset({"<module>", "<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})
_FLOAT_HEADER: Final = {
    "callerid": "/talker",
    "md5sum": "fdb28210bfa9d7c91146260178d9a584",
    "type": "std_msgs/Float64",
    "message_definition": "float64 data\n",
}
_FLOAT_FRAME: Final = bytes.fromhex("08000000 000000000000f83f")
_TURN: Final = Handle._run.__code__


@dataclass(frozen=True, slots=True)
class Call:
    """A call of one of our functions; `depth` counts those of ours that are under way, itself included."""

    code: CodeType
    depth: int

    def __str__(self) -> str:
        path = self.code.co_filename.removeprefix(f"{_ROOT}{os.sep}")
        return f"{'  ' * self.depth}{path}:{self.code.co_firstlineno} {self.code.co_qualname}"


@dataclass(frozen=True, slots=True)
class Chain:
    """The calls of our own functions from a beginning to an end.

    Attributes:
        calls: in order.
        depth: the number of our functions that are under way at the end.
    """

    calls: tuple[Call, ...]
    depth: int

    @property
    def functions(self) -> frozenset[CodeType]:
        """The different functions that are called."""
        return frozenset(call.code for call in self.calls)

    def split_before(self, function: Callable[..., object]) -> tuple[Chain, Chain]:
        """Divide before the first call of a function. Raises StopIteration where it is not called."""
        at = next(at for at, call in enumerate(self.calls) if call.code is _code_of(function))
        outside = self.calls[at].depth - 1
        return Chain(self.calls[:at], outside), Chain(self.calls[at:], self.depth - outside)


@dataclass(slots=True)
class Turn:
    """The calls of one turn of the event loop: of our functions, and of those that read, write and use sockets."""

    calls: list[Call] = field(default_factory=list)
    # each with the number of our calls before it, and of those that are under way
    system: list[tuple[str, int, int]] = field(default_factory=list)

    def before(self, *names: str) -> Chain | None:
        """The calls before the first call of one of these functions of the system; None where there is none."""
        found = next((call for call in self.system if call[0] in names), None)
        return None if found is None else Chain(tuple(self.calls[: found[1]]), found[2])

    def through(self, *functions: Callable[..., object]) -> Chain | None:
        """The calls until all of these functions were called; None where they were not."""
        left = {_code_of(function) for function in functions}
        for count, call in enumerate(self.calls, 1):
            left.discard(call.code)
            if not left:
                return Chain(tuple(self.calls[:count]), call.depth)
        return None


class CallRecorder:
    """Records the calls of the thread that enters it, for as long as it is entered.

    Attributes:
        turns: of the event loop, the one in which it was entered first.
    """

    def __init__(self) -> None:
        self.turns = [Turn()]

    def __enter__(self) -> Self:
        sys.setprofile(self._record)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _record(self, frame: FrameType, event: str, argument: Any) -> None:
        turn = self.turns[-1]
        if event == "call":
            if frame.f_code is _TURN:
                self.turns.append(Turn())
            elif _is_own(frame.f_code):
                turn.calls.append(Call(frame.f_code, _depth(frame)))
        elif event == "c_call" and (
            argument in {os.read, os.write} or isinstance(getattr(argument, "__self__", None), socket.socket)
        ):
            turn.system.append((argument.__name__, len(turn.calls), _depth(frame)))


def _code_of(function: Callable[..., object]) -> CodeType:
    return cast("FunctionType", function).__code__


def _is_own(code: CodeType) -> bool:
    return code.co_filename.startswith(_OWN) and code.co_name not in _NO_FUNCTIONS


def _depth(frame: FrameType | None) -> int:
    depth = 0
    while frame is not None and frame.f_code is not _TURN:
        depth += _is_own(frame.f_code)
        frame = frame.f_back
    return depth


def _fewest(chains: list[Chain]) -> Chain:
    return min(chains, key=lambda chain: len(chain.calls))


# in


async def count_message() -> Chain:
    """Count for one message of ROS 1, a number of which is plotted, from the socket's readiness to the samples."""
    async with FakeMaster() as master, FakeTalker("/number", type_name="std_msgs/Float64") as talker:
        talker.header, talker.frames = _FLOAT_HEADER, [_FLOAT_FRAME]
        talker.register(master)
        station = Station(master.uri)
        station.want("/number")
        station.connection.start()
        try:
            await station.get("/number")
            path = FieldPath.parse("data")
            feed = SeriesFeed(SeriesBudget())
            feed.set_fields((path,))
            station.connection.set_sinks("/number", (feed,))
            # the first message after this makes the reader of the field
            chains = [await _message(talker, feed.series(path)) for _ in range(ROUNDS + 1)]
        finally:
            await station.connection.close()
    return _fewest(chains)


async def _message(talker: FakeTalker, series: Series) -> Chain:
    written = series.written
    with CallRecorder() as recorder:
        talker.send(_FLOAT_FRAME)
        await eventually(lambda: series.written > written, "a sample")
    ways = [turn.through(Topic.receive, Series.append) for turn in recorder.turns if turn.before("recv_into")]
    (way,) = filter(None, ways)
    return way


# out


@dataclass(frozen=True, slots=True)
class KeyChains:
    """The way of a key: in the window, in the drive process, and in its connection to the robot."""

    window: Chain
    process: Chain
    connection: Chain

    @property
    def ncalls(self) -> int:
        """The number of calls in all parts."""
        return sum(len(part.calls) for part in (self.window, self.process, self.connection))


class _PipedLoop:
    """A drive process that is none: its loop runs here, between the two pipes that the window has of a process.

    The window's part of it is the program's own, and so is all else: a robot that is driven over loopback.
    """

    pid = 0

    def __init__(self, uri: str, folder: Path) -> None:
        input_fd, window_out = os.pipe()
        window_in, output_fd = os.pipe()
        # both are closed by the window
        self.stdin, self.stdout = os.fdopen(window_out, "wb", 0), os.fdopen(window_in, "rb", 0)
        self._input_fd, self._output_fd = input_fd, output_fd
        self._log = AuditLog(folder)
        store = TopicStore()
        connection = open_connection(uri, store, Alerts(), Settings(), {}, lambda: None)
        desk = InputDevices(InputDeviceOptions(), Profile(), None, _no_pads)
        self.loop = DriveLoop(
            DriveOptions(supervised=True, input_fd=input_fd),
            Profile(),
            lambda failed: DrivenRobot(connection, store, "ros1", Profile(), CMD_VEL, TWIST, failed),
            desk,
            self._tell,
            cast("WatchdogChild", FakeWatchdog()),
            self._log,
        )

    async def run(self) -> None:
        """Drive until the window closes its pipe."""
        try:
            await self.loop.run()
        finally:
            self._log.close()
            os.close(self._input_fd)
            os.close(self._output_fd)

    def wait(self) -> int:
        """Return the exit code."""
        return 0

    def kill(self) -> None:
        """End at once, as a process would."""

    def _tell(self, told: DriveReport) -> None:
        os.write(self._output_fd, format_report(told))


def _no_pads() -> Sdl:
    raise PadsUnavailable("pads are not looked for", "")


class _Driving(Driving):
    """The session's part of driving."""

    def __init__(self, handle: DriveSupervisor, uri: str) -> None:
        self.handle = handle
        self._uri = uri

    @override
    async def drive(self, connection_id: str, topic: str, type_name: str, profile: Profile) -> bool:
        del connection_id, profile
        await self.handle.start(DriveTarget(self._uri, topic, type_name))
        return True

    @override
    async def leave(self, connection_id: str | None = None) -> None:
        del connection_id
        await self.handle.close()


async def count_key() -> KeyChains:
    """Count for key W on the stick of a window that drives a robot of ROS 1, from the key's event to the socket."""
    simulation = Simulation()
    robot = DemoRosRobot(simulation)
    # in a thread of its own, whose calls are not recorded
    thread = LinkThread("robot")
    thread.start()
    await thread.run(robot.start())
    tasks = TaskPool("call counts")
    try:
        with tempfile.TemporaryDirectory() as folder:
            return await _drive(robot.uri, simulation, Path(folder), tasks)
    finally:
        await tasks.cancel()
        await thread.run(robot.close())
        thread.stop()


async def _drive(uri: str, simulation: Simulation, folder: Path, tasks: TaskPool) -> KeyChains:
    handle = DriveSupervisor(log=folder / "errors.log")
    handle.shown = ShownTime()
    driving = _Driving(handle, uri)
    client = DriveClient(lambda: driving, tasks.spawn)
    process = _PipedLoop(uri, folder)
    ends = tasks.spawn(process.run(), "drive loop")
    stick = DriveStick(_themes())
    stick.moved.connect(client.move)
    # one that nobody sees takes no keys
    stick.show()
    with patch.object(installation, "start_process", lambda *_: process):
        client.select(DriveSelection(uri, CMD_VEL, TWIST, Profile()))
        await eventually(lambda: client.state is not None and client.state.report is not None, "a report")
    beats = tasks.spawn(_beat(client), "beats")
    try:
        presses: list[KeyChains] = []
        for _ in range(ATTEMPTS):
            await eventually(lambda: _is_ready(_report(client), simulation), "a robot that stands and is reached")
            with contextlib.suppress(AssertionError):
                presses.append(await _press(stick, simulation, client))
            if len(presses) == ROUNDS:
                break
    finally:
        beats.cancel()
        await handle.close()
        await ends
        client.close()
        # to close the last window would end the loop of Qt, which a test goes on with
        stick.hide()
        stick.deleteLater()
    return min(presses, key=lambda press: press.ncalls)


async def _press(stick: DriveStick, simulation: Simulation, client: DriveClient) -> KeyChains:
    """Press the key until the robot moves. Raises AssertionError if it does not, as where a busy machine was late."""
    if _report(client).stage is not Stage.ARMED:
        client.arm()
    await eventually(lambda: _report(client).stage is Stage.ARMED, "armed", PATIENCE_S)
    try:
        with CallRecorder() as recorder:
            QTest.keyPress(stick, Qt.Key.Key_W)
            window = recorder.turns[-1].before("write")
            await eventually(lambda: simulation.rover.command.linear > 0.0, "motion", PATIENCE_S)
    finally:
        QTest.keyRelease(stick, Qt.Key.Key_W)
    ways = [turn.before("send", "sendmsg") for turn in recorder.turns if turn.before("read")]
    way = next(filter(None, ways), None)
    assert window is not None
    assert way is not None, "the command went out later"
    return KeyChains(window, *way.split_before(RosCommandSender.prepare))


def _is_ready(report: DriveReport, simulation: Simulation) -> bool:
    """Whether the robot is there and stands, and the next press of a key would move it."""
    stands = simulation.rover.command.linear == 0.0 and report.driver is None and not report.owed
    return stands and report.subscribers > 0 and report.level is LinkLevel.GOOD and not report.waiting_for


async def _beat(client: DriveClient) -> None:
    while True:
        client.beat()
        await asyncio.sleep(BEAT_MS / 1000)


def _report(client: DriveClient) -> DriveReport:
    assert client.state is not None
    assert client.state.report is not None
    return client.state.report


def _themes() -> Themes:
    application = QApplication.instance() or QApplication(["call counts"])
    assert isinstance(application, QApplication)
    return Themes(application, Preferences())


# told


def table(message: Chain, key: KeyChains) -> str:
    """The figures, as a table of Markdown."""
    whole = Chain(
        (*key.window.calls, *key.process.calls, *key.connection.calls),
        key.window.depth + key.process.depth + key.connection.depth,
    )
    rows = {
        "a ROS 1 message: socket to store and samples": message,
        "key W: in the window, to the pipe": key.window,
        "key W: in the drive process, to its command sender": key.process,
        "key W: in the connection, to the socket": key.connection,
        "key W: all the way": whole,
    }
    lines = [f"| {way} | {len(c.calls)} | {len(c.functions)} | {c.depth} |" for way, c in rows.items()]
    return "\n".join(["| way | calls | functions | nested |", "|---|---|---|---|", *lines])


def main() -> None:
    """Print the table, and with --list each call."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--list", action="store_true", help="print the calls, in order")
    listed = parser.parse_args().list
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    message, key = asyncio.run(count_message()), asyncio.run(count_key())
    print(table(message, key))  # noqa: T201 - what the command is for
    if listed:
        for chain in (message, key.window, key.process, key.connection):
            print("", *chain.calls, sep="\n")  # noqa: T201 - see above


if __name__ == "__main__":
    main()
