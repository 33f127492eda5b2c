"""The demo robot on real sockets, by our own connection."""

from __future__ import annotations

import math
import socket
import struct

import pytest

from app.config.run_settings import Settings
from app.demo.gazebo import ANSWER_DELAY_S, MAX_ANSWERS, DemoGazeboRobot
from app.demo.gazebo_messages import RESPONSE, VEL_CMD, WORLD_CONTROL
from app.demo.serve import DemoServer
from app.demo.simulation import Simulation
from app.model.messages.values import RawImage
from app.model.schema import Role
from app.net.errors import LinkError
from app.wording.connections import LinkWording
from protocols.gazebo import packets
from protocols.gazebo.packets import SubscriberRecord
from protos.gazebo import transport_pb2 as requests
from tests.fakes.gazebo_station import Station
from tests.fakes.ports import free_ports
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says

IMU = "/gazebo/default/rover/chassis/imu/imu"
SCAN = "/gazebo/default/rover/chassis/laser/scan"
IMAGE = "/gazebo/default/rover/chassis/camera/image"
POSES = "/gazebo/default/pose/info"
STATS = "/gazebo/default/world_stats"
MODEL = "/gazebo/default/model/info"


def _go(linear: float, yaw: float = 0.0) -> dict[str, object]:
    return {
        "position": {"x": linear, "y": 0.0, "z": 0.0},
        "orientation": {"x": 0.0, "y": 0.0, "z": math.sin(yaw / 2), "w": math.cos(yaw / 2)},
    }


async def test_all_topics_are_listed_with_their_types_and_counts(station: Station, demo: DemoServer) -> None:
    infos = {info.name: info for info in await station.connection.list_topics(TIMEOUT_S)}

    assert infos.keys() >= {IMU, SCAN, IMAGE, POSES, STATS, MODEL, VEL_CMD, WORLD_CONTROL}
    assert infos[IMU].type_name == "gazebo.msgs.IMU"
    assert (infos[IMU].publishers, infos[IMU].subscribers) == (1, 0)
    assert infos[VEL_CMD].type_name == "gazebo.msgs.Pose"
    assert (infos[VEL_CMD].publishers, infos[VEL_CMD].subscribers) == (0, 1)
    assert not demo.gazebo.subscribed


async def test_every_topic_sends_something_that_can_be_read(station: Station) -> None:
    # an answer comes only to who asks
    names = [info.name for info in await station.connection.list_topics(TIMEOUT_S) if info.publishers]
    names.remove(RESPONSE)
    station.want(*names)

    await eventually(lambda: all(station.messages(name) for name in names), "a message of each topic")
    for name in names:
        topic = station.topic(name)
        assert topic.newest is not None
        assert topic.schema is not None
        assert topic.schema.decode(topic.newest.payload)


async def test_rates_are_those_of_the_sensors(station: Station, demo: DemoServer) -> None:
    names = {IMU: 100, POSES: 60, SCAN: 10, IMAGE: 15}
    station.want(*names, latched=False)
    await eventually(lambda: all(station.messages(name) for name in names))
    ticks, before = demo.simulation.ticks, {name: station.messages(name) for name in names}
    await eventually(lambda: demo.simulation.ticks - ticks > 100)

    def keep_pace() -> bool:
        seconds = (demo.simulation.ticks - ticks) / 100
        return all(
            station.messages(name) - before[name] == pytest.approx(rate_hz * seconds, abs=0.1 * rate_hz + 2)
            for name, rate_hz in names.items()
        )

    # what was sent a moment ago may be on its way
    await eventually(keep_pace)


async def test_the_picture_is_one(station: Station) -> None:
    station.want(IMAGE)
    await eventually(lambda: station.messages(IMAGE))
    topic = station.topic(IMAGE)
    assert topic.schema is not None
    assert topic.newest is not None
    picture = topic.schema.read(Role.IMAGE, topic.newest.payload)

    assert isinstance(picture, RawImage)
    assert (picture.width, picture.height) == (160, 120)


async def test_what_nobody_looks_at_is_not_rendered(
    station: Station, demo: DemoServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = 0
    render = demo.simulation.camera_image

    def picture() -> bytes:
        nonlocal rendered
        rendered += 1
        return render()

    monkeypatch.setattr(demo.simulation, "camera_image", picture)
    station.want(IMU)
    await eventually(lambda: station.messages(IMU) > 30)
    assert rendered == 0
    station.want(IMAGE)
    await eventually(lambda: rendered)
    station.want()
    await eventually(lambda: IMAGE not in demo.gazebo.subscribed)
    until_now = rendered
    ticks = demo.simulation.ticks
    await eventually(lambda: demo.simulation.ticks > ticks + 20)

    assert rendered == until_now


async def test_who_comes_late_still_gets_what_was_sent_once(station: Station) -> None:
    station.want(MODEL)

    await eventually(lambda: station.messages(MODEL) == 1)


async def test_it_drives_as_it_is_told_and_stands_when_told(station: Station, demo: DemoServer) -> None:
    publisher = await station.connection.advertise(VEL_CMD, "gazebo.msgs.Pose", TIMEOUT_S)
    assert await publisher.wait_for_subscriber(TIMEOUT_S)
    publisher.publish(_go(0.5, 0.3))
    await eventually(lambda: demo.simulation.rover.pose.x > 0.05 and demo.simulation.rover.pose.yaw > 0.01)
    publisher.publish(_go(0.0))

    await eventually(lambda: demo.simulation.rover.velocity.linear == 0)


async def test_like_gzserver_it_keeps_the_last_command_when_the_commander_has_gone(
    station: Station, demo: DemoServer
) -> None:
    publisher = await station.connection.advertise(VEL_CMD, "gazebo.msgs.Pose", TIMEOUT_S)
    assert await publisher.wait_for_subscriber(TIMEOUT_S)
    publisher.publish(_go(0.4))
    await eventually(lambda: demo.simulation.rover.command.linear == 0.4)
    await station.connection.close()
    before = demo.simulation.rover.pose.x

    await eventually(lambda: demo.simulation.rover.pose.x > before + 0.1)


async def test_the_world_stands_still_steps_and_goes_on(station: Station, demo: DemoServer) -> None:
    station.want(STATS)
    publisher = await station.connection.advertise(WORLD_CONTROL, "gazebo.msgs.WorldControl", TIMEOUT_S)
    assert await publisher.wait_for_subscriber(TIMEOUT_S)
    publisher.publish({"pause": True})
    await eventually(lambda: demo.simulation.paused)
    ticks = demo.simulation.ticks
    told = station.messages(STATS)
    await eventually(lambda: station.messages(STATS) > told + 1, "statistics in the pause")
    assert demo.simulation.ticks == ticks
    publisher.publish({"multi_step": 7})
    await eventually(lambda: demo.simulation.ticks == ticks + 7)
    publisher.publish({"pause": False})

    await eventually(lambda: demo.simulation.ticks > ticks + 20)


async def test_the_world_begins_anew(station: Station, demo: DemoServer) -> None:
    publisher = await station.connection.advertise(WORLD_CONTROL, "gazebo.msgs.WorldControl", TIMEOUT_S)
    assert await publisher.wait_for_subscriber(TIMEOUT_S)
    demo.simulation.drive(0.5, 0.0)
    await eventually(lambda: demo.simulation.rover.pose.x > 0.05)
    # so that its beginning lasts
    publisher.publish({"pause": True})
    await eventually(lambda: demo.simulation.paused)
    publisher.publish({"reset": {"all": True}})

    await eventually(lambda: demo.simulation.rover.pose.x == 0 and demo.simulation.time_s == 0)


async def test_a_client_that_breaks_off_harms_nobody(station: Station, demo: DemoServer) -> None:
    master = demo.gazebo.master.endpoint
    for data in (b"", b"GET / HTTP/1.1\r\n\r\n", b"ffffffff", b"00000002\xff\xff"):
        with socket.create_connection((master.host, master.port)) as hostile:
            hostile.sendall(data)
            # a reset, not a goodbye
            hostile.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    station.want(IMU)

    await eventually(lambda: station.messages(IMU) > 5)
    assert station.state == "connected"


async def test_a_subscriber_that_does_not_read_harms_nobody(station: Station, demo: DemoServer) -> None:
    with socket.socket() as silent:
        silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        silent.connect(("127.0.0.1", demo.gazebo.publishing_port))
        record = SubscriberRecord(IMAGE, "gazebo.msgs.ImageStamped", "127.0.0.1", 1)
        silent.sendall(packets.encode_subscription("sub", record, 0.0))
        await eventually(lambda: IMAGE in demo.gazebo.subscribed)
        station.want(IMU, IMAGE)

        await eventually(lambda: station.messages(IMU) > 5 and station.messages(IMAGE) > 5)


async def test_fixed_ports_are_the_base_and_the_next_one() -> None:
    base = free_ports(2)
    robot = DemoGazeboRobot(Simulation())
    await robot.start(base)

    assert robot.uri == f"gazebo://127.0.0.1:{base}"
    assert robot.publishing_port == base + 1
    await robot.close()


@pytest.mark.parametrize("offset", [0, 1])
async def test_a_port_that_is_taken_leaves_nothing_behind(offset: int) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        robot = DemoGazeboRobot(Simulation())
        with pytest.raises(LinkError, check=says(LinkWording.PORT_IN_USE)):
            await robot.start(taken.getsockname()[1] - offset)
        await robot.close()


async def _hear_answers(robot: DemoGazeboRobot) -> Station:
    await robot.start()
    station = Station(robot.uri, Settings())
    station.connection.start()
    await station.reach("connected")
    station.want(RESPONSE)
    await eventually(lambda: RESPONSE in robot.subscribed)
    return station


def _ask(robot: DemoGazeboRobot, number: int) -> None:
    robot.commands.request(requests.Request(id=number, request="entity_info", data="rover").SerializeToString())


def _last_answer(station: Station) -> int:
    newest = station.topic(RESPONSE).newest
    assert newest is not None
    return requests.Response.FromString(bytes(newest.payload)).id


async def test_a_question_is_answered_no_sooner_than_gzserver_answers_it() -> None:
    robot = DemoGazeboRobot(Simulation())
    station = await _hear_answers(robot)
    _ask(robot, 1)
    robot.publish_pending(ANSWER_DELAY_S / 2)
    _ask(robot, 2)
    robot.publish_pending(ANSWER_DELAY_S / 2)
    await eventually(lambda: station.messages(RESPONSE))
    first = _last_answer(station)
    robot.publish_pending(ANSWER_DELAY_S / 2)
    await eventually(lambda: station.messages(RESPONSE) == 2)

    assert (first, _last_answer(station)) == (1, 2)
    await station.connection.close()
    await robot.close()


async def test_who_asks_too_much_at_once_is_answered_in_part() -> None:
    robot = DemoGazeboRobot(Simulation())
    station = await _hear_answers(robot)
    for number in range(MAX_ANSWERS + 5):
        _ask(robot, number)
    robot.publish_pending(ANSWER_DELAY_S)
    _ask(robot, 1000)
    robot.publish_pending(ANSWER_DELAY_S)
    await eventually(lambda: station.messages(RESPONSE) and _last_answer(station) == 1000)

    assert station.messages(RESPONSE) == MAX_ANSWERS + 1
    await station.connection.close()
    await robot.close()
