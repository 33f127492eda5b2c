"""`teledeck pub`: what is published, when it is refused, and how it ends."""

from __future__ import annotations

import asyncio
import signal
import struct
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.cli import pub
from app.connections import publishing
from app.connections.base import Message
from app.drive.process.end_signals import end_signals
from app.model.topics import TopicKey
from app.session.commands import Commands
from app.session.publisher import PublisherHandle
from app.wording.commands import CommandWording
from app.wording.config import SettingsWording
from app.wording.connections import GazeboWording, LinkWording
from protocols.gazebo.wording import GazeboWireWording
from protocols.protobuf.wording import ProtobufWording
from protocols.sentence import Catalogue
from protocols.wording import FieldWording, ProtocolWording
from protos.gazebo import basics_pb2 as basics
from protos.gazebo import transport_pb2 as transport
from tests.app.cli.conftest import PATIENCE_S
from tests.fakes.command import Command, Outcome, run_command
from tests.fakes.gazebo_robot import Robot
from tests.fakes.gazebo_server import GazeboServer
from tests.fakes.ports import free_port
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import shows

Call = Callable[..., Awaitable[Outcome]]

CMD = "/gazebo/default/rover/vel_cmd"
POSE = "gazebo.msgs.Pose"
CONTROL = "gazebo.msgs.WorldControl"
GO = '{"position": {"x": 0.5, "y": 0, "z": 0}, "orientation": {"x": 0, "y": 0, "z": 0, "w": 1}}'
ZEROS = [0.0] * 5


MakeRobot = Callable[[str, str], Robot]


@pytest.fixture
async def make_robot(server: GazeboServer) -> AsyncIterator[MakeRobot]:
    """Makes robots that subscribe to a topic."""
    robots: list[Robot] = []

    def make(topic: str, msg_type: str) -> Robot:
        robots.append(Robot(server, topic, msg_type))
        return robots[-1]

    yield make
    for robot in robots:
        await robot.leave()


@pytest.fixture
async def robot(make_robot: MakeRobot) -> Robot:
    """A robot that obeys, and remembers every speed that it was given."""
    return make_robot(CMD, POSE)


class Pace:
    """The clock of a command that publishes, and what that sleeps by: each message has time to come to the robot.

    Attributes:
        now: in seconds.
        sent: when each message was published.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self.sent: list[float] = []
        self._robot: Robot | None = None

    def keep(self, robot: Robot) -> None:
        """Wait for this one, unless it has left."""
        self._robot = robot

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        deadline = time.monotonic() + TIMEOUT_S
        while (robot := self._robot) and robot.listens and len(robot.received) < len(self.sent):
            assert time.monotonic() < deadline, f"{len(robot.received)} of {len(self.sent)} came"
            time.sleep(0.002)
        self.now += seconds


@pytest.fixture
def pace(monkeypatch: pytest.MonkeyPatch) -> Pace:
    pace = Pace()
    publish = PublisherHandle.publish

    def noted(handle: PublisherHandle, value: Message) -> None:
        pace.sent.append(pace.now)
        publish(handle, value)

    monkeypatch.setattr(pub, "monotonic", pace.monotonic)
    monkeypatch.setattr(pub, "time", SimpleNamespace(sleep=pace.sleep))
    monkeypatch.setattr(PublisherHandle, "publish", noted)
    return pace


@pytest.fixture
def reached(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of a command is that for subscribers alone: the robot is reached within it on any machine."""
    advertise = Commands.advertise

    async def patient(
        commands: Commands, key: TopicKey, type_name: str, _timeout_s: float, **more: bool
    ) -> PublisherHandle:
        return await advertise(commands, key, type_name, PATIENCE_S, **more)

    monkeypatch.setattr(Commands, "advertise", patient)


def speeds(robot: Robot) -> list[float]:
    return [basics.Pose.FromString(payload).position.x for payload in robot.received]


def state_of(command: Command) -> str:
    """The state of the process, as the system tells it: T for stopped."""
    return Path(f"/proc/{command.process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]


def others(server: GazeboServer) -> list[str]:
    return [record.topic for record in server.master.publishers]


class TestPublishing:
    async def test_one_message_is_published_and_has_arrived_before_it_ends(
        self, server: GazeboServer, call: Call, make_robot: MakeRobot
    ) -> None:
        robot = make_robot("/gazebo/default/text", "gazebo.msgs.GzString")
        outcome = await call("pub", server.uri, "~/text", "gazebo.msgs.GzString", '{"data": "hello"}')

        assert outcome == Outcome(0, "", "")
        await eventually(lambda: robot.received == [transport.GzString(data="hello").SerializeToString()])
        await eventually(lambda: others(server) == [])

    async def test_so_many_are_published_at_the_rate(
        self, server: GazeboServer, call: Call, make_robot: MakeRobot, pace: Pace
    ) -> None:
        robot = make_robot("/gazebo/default/text", "gazebo.msgs.GzString")
        outcome = await call(
            "pub", server.uri, "~/text", "gazebo.msgs.GzString", '{"data": "x"}', "-n", "5", "--rate", "40"
        )
        await eventually(lambda: len(robot.received) == 5)

        assert outcome.code == 0
        assert pace.sent == pytest.approx([0, 0.025, 0.05, 0.075, 0.1])

    async def test_the_stamp_of_every_message_is_its_own(
        self, server: GazeboServer, call: Call, make_robot: MakeRobot
    ) -> None:
        robot = make_robot("/gazebo/default/pose", "gazebo.msgs.PosesStamped")
        await call("pub", server.uri, "~/pose", "gazebo.msgs.PosesStamped", "{}", "-n", "2", "--rate", "50")
        await eventually(lambda: len(robot.received) == 2)

        assert robot.received[0] != robot.received[1]

    async def test_the_message_can_come_from_a_file_and_from_the_input(
        self, server: GazeboServer, call: Call, make_robot: MakeRobot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        robot = make_robot("/gazebo/default/text", "gazebo.msgs.GzString")
        file = tmp_path / "message.json"
        file.write_text('{"data": "file"}', encoding="utf-8")
        assert (await call("pub", server.uri, "~/text", "gazebo.msgs.GzString", f"@{file}")).code == 0
        with file.open(encoding="utf-8") as stream:
            monkeypatch.setattr("sys.stdin", stream)
            assert (await call("pub", server.uri, "~/text", "gazebo.msgs.GzString", "-")).code == 0

        await eventually(lambda: len(robot.received) == 2)

    async def test_types_of_ones_own_are_written_and_read(
        self, server: GazeboServer, call: Call, make_robot: MakeRobot, tmp_path: Path
    ) -> None:
        (tmp_path / "grip.proto").write_text("package my; message Grip { required double force = 1; }", "utf-8")
        robot = make_robot("/gazebo/default/grip", "my.Grip")
        options = ["--proto-path", str(tmp_path)]
        outcome = await call("pub", server.uri, "~/grip", "my.Grip", '{"force": 2}', *options)
        await eventually(lambda: robot.received == [b"\x09" + struct.pack("<d", 2.0)])
        assert outcome == Outcome(0, "", "")

        process = await server.process()
        process.advertise("/gazebo/default/state", "my.Grip")
        process.core.last["/gazebo/default/state"] = robot.received[0]
        (line,) = (await call("echo", server.uri, "~/state", "-n", "1", "--json", *options)).lines
        assert line["value"] == {"force": 2.0}

    async def test_it_listens_where_it_is_told_to(self, server: GazeboServer, robot: Robot, call: Call) -> None:
        port = free_port()
        await call("pub", server.uri, CMD, POSE, GO, "--publisher-port", str(port))

        assert {record.port for record in robot.offered} == {port}


class TestMotion:
    async def test_a_motion_ends_with_zeros(self, server: GazeboServer, robot: Robot, call: Call) -> None:
        outcome = await call("pub", server.uri, "~/rover/vel_cmd", POSE, GO, "-n", "3", "--rate", "50")
        await eventually(lambda: others(server) == [])

        assert outcome == Outcome(0, "", "")
        await eventually(lambda: len(robot.received) >= 8)
        assert speeds(robot) == [0.5, 0.5, 0.5, *ZEROS]
        orientation = basics.Pose.FromString(robot.received[-1]).orientation
        assert (orientation.x, orientation.y, orientation.z, orientation.w) == (0, 0, 0, 1)

    async def test_kept_it_ends_as_it_is(self, server: GazeboServer, robot: Robot, call: Call) -> None:
        outcome = await call("pub", server.uri, "~/rover/vel_cmd", POSE, GO, "--keep")
        await eventually(lambda: others(server) == [])

        assert outcome == Outcome(0, "", "")
        await eventually(lambda: robot.received)
        assert speeds(robot) == [0.5]

    @pytest.mark.parametrize("number", end_signals())
    async def test_stopped_it_ends_with_zeros_too(
        self, server: GazeboServer, robot: Robot, number: signal.Signals
    ) -> None:
        command = await Command.start("pub", server.uri, "~/rover/vel_cmd", POSE, GO, "--rate", "50")
        await eventually(lambda: len(robot.received) > 5, timeout_s=60)
        outcome = await command.end(number)
        await eventually(lambda: others(server) == [])

        assert outcome == Outcome(0, "", "")
        await eventually(lambda: speeds(robot).count(0.0) >= len(ZEROS))
        assert speeds(robot)[:5] == [0.5] * 5
        assert speeds(robot)[-6:] == [0.5, *ZEROS]

    async def test_stopped_before_the_last_it_says_so_and_ends_with_zeros(
        self, server: GazeboServer, robot: Robot
    ) -> None:
        command = await Command.start("pub", server.uri, "~/rover/vel_cmd", POSE, GO, "--rate", "50", "-n", "5000")
        await eventually(lambda: len(robot.received) > 5, timeout_s=60)
        outcome = await command.end(signal.SIGINT)

        assert outcome.code == 1
        assert CommandWording.STOPPED() in outcome.err
        await eventually(lambda: speeds(robot).count(0.0) >= len(ZEROS))
        assert speeds(robot)[-6:] == [0.5, *ZEROS]

    async def test_however_often_it_is_stopped_all_zeros_come(self, server: GazeboServer, robot: Robot) -> None:
        command = await Command.start("pub", server.uri, "~/rover/vel_cmd", POSE, GO, "--rate", "50")
        await eventually(lambda: len(robot.received) > 5, timeout_s=60)
        for _ in range(5):
            command.process.send_signal(signal.SIGINT)
            await asyncio.sleep(0.03)
        outcome = await command.end()

        assert outcome == Outcome(0, "", "")
        await eventually(lambda: speeds(robot).count(0.0) >= len(ZEROS))
        assert speeds(robot)[-6:] == [0.5, *ZEROS]

    async def test_suspended_it_has_sent_zeros_and_does_not_go_on(self, server: GazeboServer, robot: Robot) -> None:
        command = await Command.start("pub", server.uri, "~/rover/vel_cmd", POSE, GO, "--rate", "50")
        await eventually(lambda: len(robot.received) > 5, timeout_s=60)
        command.process.send_signal(signal.SIGTSTP)
        await eventually(lambda: state_of(command) == "T")
        await eventually(lambda: speeds(robot).count(0.0) >= len(ZEROS))
        outcome = await command.end(signal.SIGCONT)

        assert speeds(robot)[-6:] == [0.5, *ZEROS]
        assert outcome.code == 1
        assert outcome.err == f"teledeck: {CommandWording.SUSPENDED()}. {CommandWording.START_AGAIN()}\n"

    async def test_frozen_it_does_not_go_on_either(self, server: GazeboServer, robot: Robot) -> None:
        command = await Command.start("pub", server.uri, "~/rover/vel_cmd", POSE, GO, "--rate", "10")
        await eventually(lambda: len(robot.received) > 5, timeout_s=60)
        command.process.send_signal(signal.SIGSTOP)
        await eventually(lambda: state_of(command) == "T")
        outcome = await command.end(signal.SIGCONT)

        await eventually(lambda: speeds(robot).count(0.0) >= len(ZEROS))
        assert speeds(robot)[-6:] == [0.5, *ZEROS]
        assert outcome.code == 1

    async def test_suspended_before_anything_moves_it_waits_on(self, server: GazeboServer, robot: Robot) -> None:
        robot.listens = False
        command = await Command.start(
            "pub", server.uri, "~/rover/vel_cmd", POSE, GO, "--rate", "50", "--timeout", "600"
        )
        await eventually(lambda: robot.offered, timeout_s=60)
        command.process.send_signal(signal.SIGTSTP)
        await eventually(lambda: state_of(command) == "T")
        command.process.send_signal(signal.SIGCONT)
        await eventually(lambda: state_of(command) != "T")
        outcome = await command.end(signal.SIGINT)

        assert robot.received == []
        assert outcome.code == 0

    async def test_when_the_zeros_can_not_be_delivered_it_says_that_the_robot_may_move(
        self, server: GazeboServer, robot: Robot, call: Call, monkeypatch: pytest.MonkeyPatch, pace: Pace
    ) -> None:
        monkeypatch.setattr(publishing, "FINAL_TIMEOUT_S", 0.05)
        robot.leaves_after = 2
        # it is gone before the third
        pace.keep(robot)
        outcome = await call("pub", server.uri, "~/rover/vel_cmd", POSE, GO, "-n", "5", "--rate", "50")

        assert outcome.code == 1
        assert shows(outcome.err, CommandWording.NOT_DELIVERED, what=CommandWording.THE_STOP())
        assert CommandWording.MAY_BE_MOVING() in outcome.err

    async def test_without_a_motion_before_it_there_are_no_zeros(
        self, server: GazeboServer, call: Call, robot: Robot
    ) -> None:
        robot.listens = False
        outcome = await call("pub", server.uri, "~/rover/vel_cmd", POSE, GO, "--timeout", "0.2")

        assert outcome.code == 1
        assert robot.received == []


class TestRefusal:
    @pytest.mark.parametrize(
        ("topic", "type_name", "message", "code", "values"),
        [
            (CMD, POSE, "{", CommandWording.NOT_JSON, {"what": CommandWording.THE_MESSAGE()}),
            (CMD, POSE, "[1]", CommandWording.NO_OBJECT, {"what": CommandWording.THE_MESSAGE()}),
            (CMD, POSE, "[" * 100_000, CommandWording.TOO_DEEP, {"what": CommandWording.THE_MESSAGE()}),
            (CMD, POSE, "@/no/such/file", CommandWording.NOT_READ, {"name": "/no/such/file"}),
            (CMD, POSE, '{"position": {"x": 1, "y": 0}}', ProtobufWording.REQUIRED, {"field": "position.z"}),
            (CMD, POSE, '{"postion": {}}', FieldWording.UNKNOWN, {"nearest": "position"}),
            (CMD, "Pose", GO, GazeboWireWording.TYPE_NEAREST_TIP, {"nearest": POSE}),
            ("~/world_control", CONTROL, "{}", GazeboWireWording.EMPTY, {"type_name": CONTROL}),
            ("~/rover/vel\ncmd", POSE, GO, ProtocolWording.NAME_CHARACTER, {"number": 0x0A}),
            (CMD, POSE, GO.replace("0.5", "NaN"), CommandWording.NOT_FINITE, {"field": "position.x"}),
            (CMD, POSE, GO.replace('"w": 1', '"w": -Infinity'), CommandWording.NOT_FINITE, {"field": "orientation.w"}),
            (CMD, POSE, GO.replace("0.5", '"nan"'), CommandWording.NOT_FINITE, {"field": "position.x"}),
            (CMD, POSE, GO.replace("0.5", "1e999"), CommandWording.TOO_LARGE, {"text": "1e999"}),
        ],
    )
    async def test_what_can_not_be_sent_is_wrong_usage_whether_the_robot_is_there_or_not(
        self, call: Call, topic: str, type_name: str, message: str, code: Catalogue, values: dict[str, object]
    ) -> None:
        outcome = await call("pub", "gazebo://127.0.0.1:1", topic, type_name, message)

        assert outcome.code == 2
        assert shows(outcome.err, code, **values)
        assert outcome.err.count("\n") == 1

    async def test_files_that_can_not_be_read_are_wrong_usage_with_file_and_line(
        self, call: Call, tmp_path: Path
    ) -> None:
        (tmp_path / "bad.proto").write_text("message M {\n required int32 x 1; }", "utf-8")
        missing = tmp_path / "no"
        for folder, told in ((tmp_path, "bad.proto:2: "), (missing, SettingsWording.NO_FOLDER(folder=missing))):
            outcome = await call("pub", "gazebo://127.0.0.1:1", CMD, POSE, GO, "--proto-path", str(folder))

            assert outcome.code == 2
            assert told in outcome.err

    async def test_a_motion_that_could_not_be_ended_is_refused(
        self, server: GazeboServer, robot: Robot, call: Call, tmp_path: Path
    ) -> None:
        own = 'syntax = "proto2"; package gazebo.msgs; message Pose { required int32 q = 1; }'
        (tmp_path / "own.proto").write_text(own, "utf-8")
        outcome = await call("pub", server.uri, CMD, POSE, '{"q": 1}', "--proto-path", str(tmp_path))

        assert outcome.code == 2
        assert CommandWording.NO_STOP_MESSAGE(reason="") in outcome.err
        assert robot.received == []

    async def test_an_own_name_that_can_not_be_used_is_told(
        self, server: GazeboServer, robot: Robot, call: Call, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        del robot
        monkeypatch.setenv("GAZEBO_IP", "nonsense")
        outcome = await call("pub", server.uri, CMD, POSE, GO)

        assert outcome.code == 0
        assert "nonsense" in outcome.err

    async def test_a_conflicting_type_is_wrong_usage_and_not_sent(
        self, server: GazeboServer, robot: Robot, call: Call
    ) -> None:
        message = '{"linear": {"x": 0, "y": 0, "z": 0}, "angular": {"x": 0, "y": 0, "z": 0}}'
        outcome = await call("pub", server.uri, CMD, "gazebo.msgs.Twist", message)

        assert outcome.code == 2
        assert shows(outcome.err, GazeboWording.TYPE_DIFFERS, known_type=POSE, type_name="gazebo.msgs.Twist")
        assert server.packets("advertise") == []
        assert robot.offered == []

    async def test_a_server_that_is_not_there_is_not_reached(self, call: Call) -> None:
        outcome = await call("pub", "gazebo://127.0.0.1:1", CMD, POSE, GO)

        assert outcome.code == 1
        assert LinkWording.NOTHING_LISTENS(host="127.0.0.1", port=1) in outcome.err

    @pytest.mark.usefixtures("reached")
    async def test_without_a_subscriber_it_ends_and_names_the_nearest_topic(
        self, server: GazeboServer, robot: Robot, call: Call
    ) -> None:
        outcome = await call("pub", server.uri, "~/rover/vel_cm", POSE, GO, "--timeout", "0.2")
        await eventually(lambda: others(server) == [])

        assert outcome.code == 1
        assert CommandWording.NOBODY_SUBSCRIBED(topic="/gazebo/default/rover/vel_cm", waited_s=0.2) in outcome.err
        assert CommandWording.DID_YOU_MEAN(name=CMD) in outcome.err
        assert robot.received == []

    @pytest.mark.usefixtures("reached")
    async def test_a_subscriber_that_does_not_come_is_said_to_be_there(
        self, server: GazeboServer, robot: Robot, call: Call
    ) -> None:
        robot.listens = False
        outcome = await call("pub", server.uri, CMD, POSE, GO, "--timeout", "0.2")

        assert outcome.code == 1
        assert CommandWording.SUBSCRIBERS_OUT_OF_REACH() in outcome.err


async def test_it_runs_as_a_program(server: GazeboServer, robot: Robot) -> None:
    outcome = await run_command("pub", server.uri, "~/rover/vel_cmd", POSE, GO)

    assert outcome == Outcome(0, "", "")
    await eventually(lambda: len(robot.received) >= 6)
    assert speeds(robot) == [0.5, *ZEROS]
