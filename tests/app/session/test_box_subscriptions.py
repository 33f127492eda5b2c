"""What the black box subscribes to by itself, and what it never does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from app.config.profile import Profile
from app.config.profile_folder import save_profile
from app.config.run_settings import Settings
from app.connections.ros1.connection import Ros1Connection, open_connection
from app.model.status import ConnectionState
from app.model.topics import PollRate, Topic, TopicInfo, TopicKey
from app.net.link_thread import LinkThread
from app.session.box_subscriptions import MAX_BYTES_S, MAX_HZ, MAX_OF_KIND, MAX_TOPICS, BoxSubscriptions
from app.session.connections import OpenConnections
from app.session.topics import BOX_OWNER, Topics
from app.wording.record import RecordWording
from tests.app.record.test_tap import SCHEMA, batch
from tests.fakes.opened_connection import settled
from tests.tools.sentences import tells

USUAL = {
    "/cmd_vel": "geometry_msgs/Twist",
    "/odom": "nav_msgs/Odometry",
    "/tf": "tf2_msgs/TFMessage",
    "/tf_static": "tf2_msgs/TFMessage",
    "/battery": "sensor_msgs/BatteryState",
    "/diagnostics": "diagnostic_msgs/DiagnosticArray",
    "/rosout_agg": "rosgraph_msgs/Log",
    "/move_base/status": "actionlib_msgs/GoalStatusArray",
}
SENSORS = {
    "/camera": "sensor_msgs/Image",
    "/camera/compressed": "sensor_msgs/CompressedImage",
    "/scan": "sensor_msgs/LaserScan",
    "/points": "sensor_msgs/PointCloud2",
}
OTHERS = {"/map": "nav_msgs/OccupancyGrid", "/words": "std_msgs/String", "/unknown": ""}


class Robot:
    """A robot of ROS 1 that is never dialled: a test says what it has."""

    def __init__(self, link: LinkThread, monkeypatch: pytest.MonkeyPatch) -> None:
        self.link = link
        self.connections = OpenConnections(link)
        self.topics = Topics(link, self.connections)
        self.driven: tuple[str, Profile | None] = ("", None)
        self.profile = ""
        self.box = BoxSubscriptions(self.connections, self.topics, lambda: self.driven, lambda _: self.profile)
        self.wanted: Mapping[str, bool] = {}
        self.now_s = 0.0
        monkeypatch.setattr(Ros1Connection, "start", lambda _: None)
        monkeypatch.setattr(Ros1Connection, "set_wanted", lambda _, names: setattr(self, "wanted", names))
        store, alerts = self.connections.store, self.connections.alerts
        self.connection = open_connection("ros1://robot:11311", store, alerts, Settings(), {}, lambda: None)
        self.connection.log_topic = "/rosout_agg"
        self.connections.add(self.connection)

    @property
    def uri(self) -> str:
        """The address."""
        return self.connection.id

    def has(self, topics: Mapping[str, str], **facts: object) -> None:
        """Let the robot list topics."""
        infos = [TopicInfo(name, kind, 1, 1, **facts) for name, kind in topics.items()]  # type: ignore[arg-type]
        self.connections.store.update(self.uri, infos)

    def topic(self, name: str) -> Topic:
        """A topic."""
        topic = self.connections.store.get(TopicKey(self.uri, name))
        assert topic is not None
        return topic

    async def chosen(self, state: ConnectionState = ConnectionState.CONNECTED) -> set[str]:
        """Let a second pass; returns what is subscribed to then."""
        await settled(self.link)
        self.connection.set_status(state, state.value)
        self.now_s += 1.0
        await self.look()
        return set(self.wanted)

    async def look(self) -> None:
        """Look now."""

        async def look() -> None:
            self.box.look(self.now_s)

        await self.link.run(look())
        await settled(self.link)


@pytest.fixture
def robot(monkeypatch: pytest.MonkeyPatch) -> Iterator[Robot]:
    """A robot that is listed."""
    link = LinkThread()
    link.start()
    yield Robot(link, monkeypatch)
    link.stop()


async def test_of_what_a_robot_has_commands_and_what_tells_of_it_are_subscribed_to_and_no_sensor(robot: Robot) -> None:
    robot.has(USUAL | SENSORS | OTHERS)
    assert await robot.chosen() == set(USUAL)
    # the last message from before, too
    assert robot.wanted["/tf_static"] is True


async def test_in_a_simulated_world_poses_stand_for_transforms(robot: Robot) -> None:
    robot.has({"/pose": "geometry_msgs/PoseStamped", "/world": "std_msgs/String"})
    assert await robot.chosen() == set()
    robot.connection.world_topic = "/world"
    robot.has({"/pose": "geometry_msgs/PoseStamped", "/world": "std_msgs/String", "/more": "std_msgs/String"})
    assert await robot.chosen() == {"/pose", "/world"}


async def test_a_topic_whose_type_only_its_messages_show_is_left_to_views(robot: Robot) -> None:
    robot.has({"/status": "JSON text"})
    robot.topic("/status").schema = robot.connection.schema_of("nav_msgs/Odometry")
    assert await robot.chosen() == set()


async def test_a_topic_that_comes_later_is_found_within_a_second_and_one_that_is_gone_is_left(robot: Robot) -> None:
    robot.has({"/odom": USUAL["/odom"]})
    assert await robot.chosen() == {"/odom"}
    robot.has({"/tf": USUAL["/tf"]})
    assert await robot.chosen() == {"/tf"}


@pytest.mark.parametrize("state", [ConnectionState.REFUSED, ConnectionState.CONNECTING])
async def test_a_robot_that_is_not_there_is_not_subscribed_to(robot: Robot, state: ConnectionState) -> None:
    robot.has(USUAL)
    assert await robot.chosen() == set(USUAL)
    assert await robot.chosen(ConnectionState.STALE) == set(USUAL)
    assert await robot.chosen(state) == set()


async def test_of_a_robot_that_is_lost_all_stays_that_was_subscribed_to(robot: Robot) -> None:
    robot.has(USUAL)
    assert await robot.chosen(ConnectionState.LOST) == set()
    assert await robot.chosen() == set(USUAL)
    assert await robot.chosen(ConnectionState.LOST) == set(USUAL)


async def test_a_profile_names_more_topics_or_says_that_the_usual_ones_are_not_recorded(robot: Robot) -> None:
    robot.has(USUAL | OTHERS)
    robot.driven = (robot.uri, Profile(record_topics=("/words", "/nowhere")))
    assert await robot.chosen() == {*USUAL, "/words"}
    robot.driven = (robot.uri, Profile(record_usual=False))
    assert await robot.chosen() == set()
    # who drives no more has it still
    robot.driven = ("", None)
    assert await robot.chosen() == set()


async def test_the_profile_by_which_a_robot_would_be_driven_holds_from_the_beginning_on(
    robot: Robot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    save_profile(Profile("Lifter", record_usual=False, record_topics=("/words",)))
    save_profile(Profile("Rover", record_topics=("/map",)))
    robot.profile = "Lifter"
    robot.has(USUAL | OTHERS)
    subscribed = [await robot.chosen()]
    while not subscribed[-1]:
        subscribed.append(await robot.chosen())
    # it has never been that of robots without a profile
    assert subscribed[-1] == {"/words"}
    assert set.union(*subscribed[:-1]) == set()
    # another one was chosen, which is not there any more, and then one that is
    robot.profile = "gone"
    assert [await robot.chosen() for _ in range(3)] == 3 * [{"/words"}]
    robot.profile = "Rover"
    while await robot.chosen() == {"/words"}:
        pass
    assert robot.wanted.keys() == {*USUAL, "/map"}
    robot.driven = (robot.uri, Profile(record_usual=False))
    assert await robot.chosen() == set()


async def test_what_a_profile_has_for_driving_is_recorded_too(robot: Robot) -> None:
    robot.has({"/words": "std_msgs/String", "/lift": "std_msgs/Float64"})
    robot.driven = (robot.uri, Profile(topic="/lift", estop_topic="/words"))
    assert await robot.chosen() == {"/lift", "/words"}


@pytest.mark.parametrize("name", SENSORS)
@pytest.mark.expects_log("the type of a sensor")
async def test_a_sensor_is_refused_by_its_type_and_that_is_told_once(
    robot: Robot, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    robot.has(SENSORS | {"/words": "std_msgs/String"})
    robot.driven = (robot.uri, Profile(record_topics=(name, "/words")))
    assert await robot.chosen() == {"/words"}
    robot.has(SENSORS | {"/words": "std_msgs/String", "/more": "std_msgs/String"})
    assert await robot.chosen() == {"/words"}
    assert [record.message.split()[0] for record in caplog.records if record.levelname == "WARNING"] == [name]
    (why,) = robot.box.unrecorded()[robot.uri].values()
    assert tells(why, RecordWording.SENSOR_ALONE, type_name=SENSORS[name])


async def test_what_is_to_be_recorded_and_can_not_be_read_is_told_as_long_as_that_is_so(robot: Robot) -> None:
    robot.has(USUAL | OTHERS)
    robot.topic("/words").unread = "no view asks for it"
    await robot.chosen()
    assert robot.box.unrecorded() == {}
    robot.topic("/odom").unread = "nothing listens there"
    assert robot.box.unrecorded() == {robot.uri: {"/odom": "nothing listens there"}}
    robot.topic("/odom").unread = ""
    assert robot.box.unrecorded() == {}


async def test_the_number_of_topics_has_a_bound(robot: Robot) -> None:
    robot.has({f"/{kind}{number}": USUAL[f"/{kind}"] for kind in ("odom", "battery") for number in range(20)})
    assert len(await robot.chosen()) == 2 * MAX_OF_KIND
    kinds = ("odom", "battery", "tf", "cmd_vel", "diagnostics")
    robot.has({f"/{kind}{number}": USUAL[f"/{kind}"] for kind in kinds for number in range(20)})
    assert len(await robot.chosen()) == MAX_TOPICS


async def test_topics_that_there_is_no_room_for_are_told_once_in_the_log_and_as_long_as_that_is_so(
    robot: Robot, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    names = {f"/words{number:02}": "std_msgs/String" for number in range(MAX_TOPICS + 2)}
    robot.has(names)
    robot.driven = (robot.uri, Profile(record_topics=tuple(names), record_usual=False))
    assert len(await robot.chosen()) == MAX_TOPICS
    told = robot.box.unrecorded()[robot.uri]
    assert sorted(told) == sorted(names)[MAX_TOPICS:]
    assert all(tells(why, RecordWording.TOO_MANY_TOPICS, most=MAX_TOPICS) for why in told.values())
    robot.has({**names, "/more": "std_msgs/String"})
    await robot.chosen()
    logged = [record.message.split()[0] for record in caplog.records if "is recorded only while" in record.message]
    assert sorted(logged) == sorted(told)
    robot.has({name: names[name] for name in sorted(names)[:MAX_TOPICS]})
    await robot.chosen()
    assert robot.box.unrecorded() == {}


async def test_a_topic_that_floods_is_left_to_views(robot: Robot) -> None:
    robot.has(USUAL)
    await robot.chosen()
    robot.topic("/tf").bandwidth_bytes_s = MAX_BYTES_S + 1.0
    assert await robot.chosen() == {*USUAL} - {"/tf"}
    robot.topic("/odom").rate_hz = MAX_HZ
    robot.topic("/battery").rate_hz = MAX_HZ + 1.0
    assert await robot.chosen() == {*USUAL} - {"/tf", "/battery"}
    # it may have been a burst
    for name in ("/tf", "/battery"):
        robot.topic(name).reset_rate()
    robot.now_s += 300.0
    assert await robot.chosen() == {*USUAL}


async def test_what_is_asked_for_or_costs_something_or_was_named_by_hand_is_left_to_views(
    robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot.has(USUAL, cost="it renders an image")
    assert await robot.chosen() == set()
    robot.has(USUAL)
    monkeypatch.setattr(robot.connection, "poll_rate_of", lambda _: PollRate(1.0, 1.0, 0.1, 10.0))
    assert await robot.chosen() == set()
    monkeypatch.setattr(robot.connection, "poll_rate_of", lambda _: None)
    robot.connection.named = ("/odom",)
    robot.has(USUAL | {"/odom2": USUAL["/odom"]})
    assert await robot.chosen() == set()


async def test_it_is_known_what_the_black_box_alone_wants_and_no_sign_of_life(robot: Robot) -> None:
    robot.has(USUAL)
    await robot.chosen()
    topic, connection = robot.topic("/odom"), robot.connection

    def is_recorded_only() -> bool:
        return topic.recorded_only

    assert is_recorded_only()
    connection.deliver(topic, batch(b"1"), SCHEMA, 7.0)
    assert (connection._data_at, topic.messages) == (0.0, 1)
    robot.topics.set_subscriptions("plot", {topic.key})
    await settled(robot.link)
    assert not is_recorded_only()
    connection.deliver(topic, batch(b"1"), SCHEMA, 8.0)
    assert connection._data_at == 8.0
    robot.topics.set_subscriptions("plot", ())
    await settled(robot.link)
    assert is_recorded_only()


async def test_a_recording_is_not_subscribed_to(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ros1Connection, "is_recorded", False)
    robot.has(USUAL)
    assert await robot.chosen() == set()


async def test_at_the_end_nothing_is_wanted_and_the_next_look_begins_anew(robot: Robot) -> None:
    robot.has(USUAL)
    await robot.chosen()
    robot.box.end()
    await settled(robot.link)
    assert set(robot.wanted) == set()
    await robot.look()
    assert set(robot.wanted) == set(USUAL)


async def test_nothing_is_done_while_nothing_changes(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    robot.has(USUAL)
    await robot.chosen()
    await robot.chosen()
    told: list[str] = []
    monkeypatch.setattr(robot.topics, "set_subscriptions", lambda owner, _: told.append(owner))
    await robot.chosen()
    assert told == []
    robot.has(OTHERS)
    await robot.chosen()
    assert told == [BOX_OWNER]
