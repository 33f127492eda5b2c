"""The robot that is driven, by a connection and a helm that a test plays."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from typing import Any

import pytest

from app.config.profile import Profile, Wheels
from app.config.run_settings import Settings
from app.connections.base import CommandSenderState
from app.drive.control.values import ZERO, EstopState, OutgoingCommand, Velocity
from app.drive.robot import robot as robot_module
from app.drive.robot.robot import DrivenRobot, open_connection, scheme_of
from app.drive.robot.targets import DRIVEN_SCHEMES, TargetError
from app.model.messages.values import HOLD
from app.model.status import ConnectionState, ConnectionStatus
from app.model.topics import Sink, TopicInfo, TopicStore
from app.net.errors import LinkError
from app.wording.drive import DriveWording
from protocols.errors import LocalProtocolError
from tests.fakes.waiting import eventually
from tests.tools.sentences import tells

TWIST = "geometry_msgs/Twist"
WHEELED = Profile(wheels=Wheels(("l",), ("r",), wheel_radius_m=0.1, track_m=0.5))
HOLDING = Profile(joint="arm", joint_effort=4.0, joint_on_stop="hold")


class FakeHelm:
    def __init__(self, topic: str, type_name: str, node: str) -> None:
        self.topic, self.type_name, self.node = topic, type_name, node
        self.now = CommandSenderState(receivers=("/base",), epoch=1)
        self.commands: list[Mapping[str, Any]] = []
        self.sent: list[tuple[float, int, bool]] = []
        self.has_lost_receiver = False
        self.renewals = 0
        self.closed = False

    def state(self) -> CommandSenderState:
        return self.now

    def prepare_parts(self, command: Mapping[str, Any], number: int, moving: Collection[str]) -> Callable[[], None]:
        return lambda: self.send(command, number, moves=bool(moving))

    def send(self, command: Mapping[str, Any], number: int, *, moves: bool) -> None:
        self.commands.append(command)
        self.sent.append((command["linear"]["x"] if "linear" in command else 0.0, number, moves))

    def give_up_lost(self) -> None:
        self.has_lost_receiver = False

    async def reconnect(self) -> None:
        self.renewals += 1
        raise LinkError("no port is free")

    async def close(self) -> None:
        self.closed = True


class FakeConnection:
    id = "ros1://robot"

    def __init__(self) -> None:
        self.status = ConnectionStatus(ConnectionState.CONNECTED, "ROS 1")
        self.failures: list[Exception] = []
        self.wanted: dict[str, bool] = {}
        self.sinks: dict[str, tuple[Sink, ...]] = {}
        self.helms: list[FakeHelm] = []
        self.closed = False

    def start(self) -> None:
        pass

    def resolve(self, name: str) -> str:
        return name

    def set_wanted(self, names: Mapping[str, bool]) -> None:
        self.wanted = dict(names)

    def set_sinks(self, name: str, sinks: Collection[Sink]) -> None:
        self.sinks[name] = tuple(sinks)

    def senders_of(self, topic: str) -> Mapping[str, bool] | None:
        del topic
        return None

    async def list_topics(self, timeout_s: float) -> Sequence[TopicInfo]:
        del timeout_s
        return [TopicInfo("/cmd_vel", TWIST, 0, 1), TopicInfo("/other", TWIST, 0, 1)]

    async def open_command_sender(
        self,
        name: str,
        type_name: str,
        timeout_s: float,
        *,
        still: Mapping[str, Any],
        node: str = "",
        silent: bool = False,
    ) -> FakeHelm:
        del timeout_s
        self.silent = silent
        if self.failures:
            raise self.failures.pop(0)
        assert "linear" not in still or still["linear"]["x"] == 0.0
        self.helms.append(FakeHelm(name, type_name, node))
        return self.helms[-1]

    async def close(self) -> None:
        self.closed = True


@pytest.fixture
def connection() -> FakeConnection:
    return FakeConnection()


@pytest.fixture
def failed() -> list[Exception]:
    return []


@pytest.fixture
async def robot(
    connection: FakeConnection, failed: list[Exception], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[DrivenRobot]:
    monkeypatch.setattr(robot_module, "RETRY_S", 0.01)
    monkeypatch.setattr(robot_module, "FIRST_RENEWAL_S", 0.01)
    anything: Any = connection
    robot = DrivenRobot(anything, TopicStore(), "ros1", Profile(node="base"), "", "", failed.append)
    yield robot
    await robot.close()
    assert connection.closed


async def test_a_silent_one_opens_a_silent_helm_and_looks_for_no_odometry(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    anything: Any = connection
    robot = DrivenRobot(anything, TopicStore(), "ros1", Profile(), "", "", failed.append, silent=True)
    assert robot.own_name == ""

    helm = await opened(robot, connection)

    helm.now = CommandSenderState(own_name="/teledeck_1")
    robot.link()
    assert (connection.silent, robot.own_name) == (True, "/teledeck_1")
    assert [task.get_name() for task in robot._tasks._tasks if "odometry" in task.get_name()] == []
    await robot.close()


async def opened(robot: DrivenRobot, connection: FakeConnection) -> FakeHelm:
    robot.start()
    await eventually(lambda: robot.topic)
    return connection.helms[-1]


async def test_nothing_is_known_before_there_is_a_helm(robot: DrivenRobot) -> None:
    assert not robot.link().connected
    robot.send(OutgoingCommand(ZERO, 1, urgent=True))


async def test_commands_go_as_the_target_has_them(robot: DrivenRobot, connection: FakeConnection) -> None:
    helm = await opened(robot, connection)

    robot.send(OutgoingCommand(Velocity(0.2, 0.0), 1))
    robot.send(OutgoingCommand(ZERO, 2, urgent=True))

    assert helm.sent == [(0.2, 1, True), (0.0, 2, False)]
    assert (helm.topic, helm.type_name, helm.node) == ("/cmd_vel", TWIST, "base")


async def test_a_robot_that_can_t_be_asked_yet_is_asked_again(robot: DrivenRobot, connection: FakeConnection) -> None:
    connection.failures = [LinkError("busy"), LinkError("busy")]

    await opened(robot, connection)

    assert len(connection.helms) == 1


async def test_what_can_never_be_is_said(
    robot: DrivenRobot, connection: FakeConnection, failed: list[Exception]
) -> None:
    connection.failures = [LocalProtocolError("it is another type")]

    robot.start()

    await eventually(lambda: failed)
    assert isinstance(failed[0], LocalProtocolError)


async def test_another_link_is_another_epoch(robot: DrivenRobot, connection: FakeConnection) -> None:
    helm = await opened(robot, connection)
    before = robot.link().epoch
    assert robot.link().epoch == before

    helm.now = CommandSenderState(receivers=("/base",), epoch=2)

    assert robot.link().epoch != before


async def test_commands_can_be_written_while_somebody_takes_them_whatever_the_master_does(
    robot: DrivenRobot, connection: FakeConnection
) -> None:
    helm = await opened(robot, connection)
    connection.status = ConnectionStatus(ConnectionState.LOST, "the master is gone", failed=True)

    assert robot.link().connected
    assert robot.failure is not None
    helm.now = CommandSenderState()
    assert not robot.link().connected


async def test_who_is_gone_is_called_again_and_again(
    robot: DrivenRobot, connection: FakeConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robot_module, "OWED_RENEWAL_S", 0.01)
    helm = await opened(robot, connection)
    robot.link()
    helm.now = CommandSenderState(epoch=2, missed=("/base",))

    await eventually(lambda: (robot.link(), helm.renewals >= 2)[1])

    robot.give_up()
    helm.now = CommandSenderState(receivers=("/base",), epoch=3)
    robot.link()
    # what was begun before that is under way
    await asyncio.sleep(0.01)
    count = helm.renewals
    for _ in range(10):
        robot.link()
        await asyncio.sleep(0.01)
    assert helm.renewals == count


async def test_another_topic_is_another_way_after_the_first_has_ended(
    robot: DrivenRobot, connection: FakeConnection
) -> None:
    helm = await opened(robot, connection)
    before = robot.link().epoch

    robot.use_profile(Profile(topic="/other"))

    assert not robot.link().connected
    await eventually(lambda: robot.topic == "/other")
    assert helm.closed
    assert robot.link().epoch != before


async def test_the_zero_of_the_topic_that_is_left_arrives_before_another_way_begins(
    robot: DrivenRobot, connection: FakeConnection
) -> None:
    helm = await opened(robot, connection)
    robot.send(OutgoingCommand(Velocity(0.2, 0.0), 1))
    robot.send(OutgoingCommand(ZERO, 2, urgent=True))
    helm.has_lost_receiver = True

    robot.use_profile(Profile(topic="/other"))

    await eventually(lambda: helm.sent.count((0.0, 2, False)) > 3)
    await eventually(lambda: helm.renewals)
    assert not helm.closed
    # and whatever else is chosen meanwhile
    robot.use_profile(Profile(topic="/third"))
    count = len(helm.sent)
    await eventually(lambda: len(helm.sent) > count)
    assert len(connection.helms) == 1

    helm.now = CommandSenderState(arrived=2)

    await eventually(lambda: robot.topic == "/third")
    assert len(connection.helms) == 2


async def test_the_operator_can_say_that_the_robot_that_is_left_stands(
    robot: DrivenRobot, connection: FakeConnection
) -> None:
    helm = await opened(robot, connection)
    robot.send(OutgoingCommand(ZERO, 2, urgent=True))
    robot.use_profile(Profile(topic="/other"))
    await eventually(lambda: len(helm.sent) > 2)

    robot.give_up()

    await eventually(lambda: robot.topic == "/other")
    assert helm.closed


async def test_the_end_does_not_forget_the_topic_that_is_left(robot: DrivenRobot, connection: FakeConnection) -> None:
    helm = await opened(robot, connection)
    robot.send(OutgoingCommand(ZERO, 2, urgent=True))
    robot.use_profile(Profile(topic="/other"))
    await eventually(lambda: len(helm.sent) > 2)

    await robot.close()

    assert helm.closed


@pytest.mark.expects_log("can't be driven yet: The robot did not list its topics within 0.01 s")
async def test_a_step_that_never_ends_is_begun_again_and_told(
    robot: DrivenRobot, connection: FakeConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robot_module, "STEP_TIMEOUT_S", 0.01)
    asked = 0

    async def hang(timeout_s: float) -> Sequence[TopicInfo]:
        nonlocal asked
        asked += 1
        # once for its odometry
        if asked <= robot_module.TOLD_AFTER + 1:
            await asyncio.sleep(30 * timeout_s)
        return [TopicInfo("/cmd_vel", TWIST, 0, 1)]

    monkeypatch.setattr(connection, "list_topics", hang)
    robot.start()

    await eventually(lambda: robot.failure is not None and tells(robot.failure.reason, DriveWording.NO_TOPICS_TOLD))

    await eventually(lambda: robot.topic)
    assert robot.failure is None


async def test_another_speed_is_the_same_way(robot: DrivenRobot, connection: FakeConnection) -> None:
    helm = await opened(robot, connection)

    robot.use_profile(Profile(node="base", linear_sign=-1))
    robot.send(OutgoingCommand(Velocity(0.2, 0.0), 1))

    assert helm.sent == [(-0.2, 1, True)]


def test_an_address_that_can_t_be_driven_is_refused() -> None:
    with pytest.raises(TargetError):
        open_connection("file:recording.mcap", TopicStore(), Settings())
    assert scheme_of(" ROS1://robot ") == "ros1"


@pytest.mark.parametrize("scheme", DRIVEN_SCHEMES)
def test_a_robot_that_may_be_owed_a_stop_is_tried_as_often_before_it_was_ever_reached(scheme: str) -> None:
    path = "/galileo/status" if scheme == "galileo" else ""
    attempts = open_connection(f"{scheme}://127.0.0.1:9{path}", TopicStore(), Settings()).attempts
    for _ in range(100):
        attempts.failed(0.5)
    assert attempts.wait_s(0.5) == 0.5


async def hold(robot: DrivenRobot, connection: FakeConnection) -> FakeHelm:
    """Have the profile `HOLDING` used; the way by it."""
    await opened(robot, connection)
    robot.use_profile(HOLDING)
    await eventually(lambda: robot.topic == "arm")
    return connection.helms[-1]


class TestARobotInAnEngine:
    @pytest.fixture
    @staticmethod
    async def robot(connection: FakeConnection) -> AsyncIterator[DrivenRobot]:
        def failed(error: Exception) -> None:
            connection.failures.append(error)

        robot = DrivenRobot(connection, TopicStore(), "nrp+grpc", WHEELED, "", "", failed)  # type: ignore[arg-type]
        yield robot
        await robot.close()

    async def test_is_driven_by_the_joints_of_its_profile_whatever_topics_there_are(
        self, robot: DrivenRobot, connection: FakeConnection
    ) -> None:
        robot.start()
        await eventually(lambda: connection.helms)

        assert (robot.topic, robot.type_name) == ("l,r", "Joint")

    async def test_says_how_it_moves_by_its_wheels_as_long_as_that_is_fresh(
        self, robot: DrivenRobot, connection: FakeConnection
    ) -> None:
        robot.start()
        await eventually(lambda: connection.helms)
        helm = connection.helms[0]
        assert robot.link().measured is None

        helm.now = CommandSenderState(receivers=("gazebo",), epoch=1, joints={"l": 1.0, "r": 3.0}, joints_s=0.1)
        link = robot.link()
        assert link.measured is not None
        assert (link.measured.linear_m_s, link.measured.angular_rad_s) == pytest.approx((0.2, 0.4))
        assert link.measured_s == 0.1

        helm.now = CommandSenderState(receivers=("gazebo",), epoch=1, joints={"l": 1.0, "r": 3.0}, joints_s=0.6)
        assert robot.link().measured is None
        helm.now = CommandSenderState(receivers=("gazebo",), epoch=1, joints={"l": 1.0, "r": math.inf}, joints_s=0.1)
        assert robot.link().measured is None

    async def test_has_another_way_by_other_wheels_and_the_same_by_another_radius(
        self, robot: DrivenRobot, connection: FakeConnection
    ) -> None:
        robot.start()
        await eventually(lambda: connection.helms)

        robot.use_profile(Profile(wheels=Wheels(("l",), ("r",), wheel_radius_m=0.2)))
        assert not connection.helms[0].closed
        robot.use_profile(Profile(wheels=Wheels(("l2",), ("r",))))

        await eventually(lambda: len(connection.helms) == 2)
        assert robot.topic == "l2,r"

    async def test_holds_a_joint_that_is_asked_to_move_a_way_that_it_can_not(
        self, robot: DrivenRobot, connection: FakeConnection
    ) -> None:
        helm = await hold(robot, connection)

        robot.send(OutgoingCommand(Velocity(0.2, 0.0), 1))
        robot.send(OutgoingCommand(Velocity(0.2, 0.8), 2))

        assert helm.commands == [{"arm": {HOLD: True}}, {"arm": {"effort": 4.0}}]
        assert [moves for _, _, moves in helm.sent] == [False, True]

    async def test_has_another_way_where_its_joint_is_to_stand_otherwise(
        self, robot: DrivenRobot, connection: FakeConnection
    ) -> None:
        helm = await hold(robot, connection)

        robot.use_profile(Profile(joint="arm", joint_effort=2.0, joint_on_stop="hold"))
        assert robot.topic == "arm"
        robot.use_profile(Profile(joint="arm", joint_effort=2.0, joint_on_stop="zero"))

        # a way knows from its beginning how the robot is left at its end
        await eventually(lambda: robot.topic == "arm")
        assert helm.closed
        assert connection.helms[-1] is not helm

    async def test_can_not_be_driven_by_a_profile_without_wheels(self, connection: FakeConnection) -> None:
        robot = DrivenRobot(connection, TopicStore(), "nrp+json", Profile(), "l,r", "", connection.failures.append)  # type: ignore[arg-type]
        robot.start()
        await eventually(lambda: connection.failures)
        assert isinstance(connection.failures[0], TargetError)
        await robot.close()


def test_a_connection_to_an_engine_is_opened_by_the_protocol_of_its_scheme() -> None:
    connection = open_connection("nrp+json://127.0.0.1:9?packs=a,eye", TopicStore(), Settings())

    assert connection.id == "nrp+json://127.0.0.1:9"
    # nothing is read that is not driven by
    assert connection.named == ()


async def test_its_own_estop_is_in_the_link_also_before_there_is_a_way_of_commands(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    anything: Any = connection
    robot = DrivenRobot(anything, TopicStore(), "ros1", Profile(estop_topic="/e_stop"), "", "", failed.append)
    assert robot.link().estop is EstopState.UNHEARD
    robot.start()
    assert connection.wanted == {"/e_stop": True}
    assert set(connection.sinks) == {"/e_stop"}
    robot.use_profile(Profile(estop_topic="/other"))
    assert connection.wanted == {"/other": True}
    robot.use_profile(Profile())
    assert connection.wanted == {}
    assert robot.link().estop is EstopState.NONE
    await robot.close()


async def test_a_silent_one_does_not_listen_for_its_estop(connection: FakeConnection, failed: list[Exception]) -> None:
    anything: Any = connection
    named = Profile(estop_topic="/e_stop")
    robot = DrivenRobot(anything, TopicStore(), "ros1", named, "", "", failed.append, silent=True)
    robot.use_profile(Profile(estop_topic="/other"))
    robot.start()
    assert (connection.wanted, connection.sinks) == ({}, {})
    assert robot.link().estop is EstopState.NONE
    await robot.close()
