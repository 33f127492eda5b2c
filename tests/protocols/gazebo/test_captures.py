"""Our cores, and the fake server of our tests, against what a real gzserver 11.1 said."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import Any

import pytest
from google.protobuf import message_factory
from hypothesis import given, settings

from protocols.gazebo import packets
from protocols.gazebo.master import (
    GazeboMasterGreeted,
    MasterEvent,
    MasterSession,
    NamespacesListed,
    PublisherAdded,
    PublisherOffered,
    PublisherRemoved,
    PublishersListed,
    PublisherWithdrawn,
    TopicInfoAnswered,
    TopicsListed,
)
from protocols.gazebo.message_types import schema_for
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import GazeboTopicInfo, PublisherRecord, SubscriberRecord
from protocols.gazebo.topic_links import GazeboInboundTopicLink
from protocols.protobuf.schema import ProtobufSchema
from protos.gazebo import registry
from protos.gazebo import transport_pb2 as pb
from tests.fakes.gazebo import FakeMaster, FakePublisher, read_packets
from tests.protocols import feeding, oracle
from tests.protocols.gazebo import captures

IDENTITY = GazeboEndpoint("127.0.0.1", 45454)
SERVER_PORT = 38751
WAYS = [feeding.feed_whole, feeding.feed_bytes, feeding.feed_kilobytes]

CMD = PublisherRecord("/gazebo/default/fixture/cmd", "gazebo.msgs.Pose", "127.0.0.1", 45669)
VEL_CMD = PublisherRecord("/gazebo/default/rover/vel_cmd", "gazebo.msgs.Pose", "127.0.0.1", 45669)

# in the order of the recording
ROUNDS = [
    ("/gazebo/default/world_stats", "gazebo.msgs.WorldStatistics"),
    ("/gazebo/default/pose/info", "gazebo.msgs.PosesStamped"),
    ("/gazebo/default/pose/local/info", "gazebo.msgs.PosesStamped"),
    ("/gazebo/default/rover/chassis/imu/imu", "gazebo.msgs.IMU"),
    ("/gazebo/default/rover/chassis/laser/scan", "gazebo.msgs.LaserScanStamped"),
    ("/gazebo/default/rover/chassis/camera/image", "gazebo.msgs.ImageStamped"),
    ("/gazebo/default/diagnostics", "gazebo.msgs.Diagnostics"),
    ("/gazebo/default/physics/contacts", "gazebo.msgs.Contacts"),
]

DATA = [
    ("data_world_stats", *ROUNDS[0]),
    ("data_pose_info", *ROUNDS[1]),
    ("data_pose_local_info", *ROUNDS[2]),
    ("data_rover_chassis_imu_imu", *ROUNDS[3]),
    ("data_rover_chassis_laser_scan", *ROUNDS[4]),
    ("data_rover_chassis_camera_image", *ROUNDS[5]),
    ("data_diagnostics", *ROUNDS[6]),
    ("data_physics_contacts", *ROUNDS[7]),
]


def server_record(topic: str, msg_type: str) -> PublisherRecord:
    return PublisherRecord(topic, msg_type, "127.0.0.1", SERVER_PORT)


def listed_publishers(body: bytes) -> tuple[PublisherRecord, ...]:
    return tuple(
        PublisherRecord(record.topic, record.msg_type, record.host, record.port)
        for record in pb.Publishers.FromString(body).publisher
    )


def greeting(data: bytes) -> GazeboMasterGreeted:
    return GazeboMasterGreeted("gazebo 11.1", ("default", "/gazebo"), listed_publishers(captures.packets(data)[2][1]))


def subscribe_conversation() -> list[MasterEvent]:
    data = captures.stream("master_subscribe.server")
    bodies = dict(captures.packets(data))
    vel_cmd = SubscriberRecord(VEL_CMD.topic, VEL_CMD.msg_type, "127.0.0.1", SERVER_PORT)
    return [
        greeting(data),
        TopicsListed(tuple(pb.GzString_V.FromString(bodies["topic_list"]).data)),
        PublishersListed(listed_publishers(bodies["publisher_list"])),
        TopicInfoAnswered(VEL_CMD.topic, GazeboTopicInfo("gazebo.msgs.Pose", (), (vel_cmd,))),
        NamespacesListed(("default", "/gazebo")),
        *(PublisherOffered(server_record(*each)) for each in ROUNDS),
    ]


def converse(name: str, feed: feeding.Feed) -> MasterSession:
    """A session that has got the server's side of a recording, with the requests of that recording asked in between."""
    data = captures.stream(f"{name}.server")
    session = MasterSession(IDENTITY, 0.0)
    length = captures.greeting_length(data)
    feed(session, data[:length], 0.1)
    if name == "master_subscribe":
        # get_topics is asked by the session itself
        session.ask_publishers(0.2)
        session.ask_topic_info(VEL_CMD.topic, 0.2)
        session.ask_namespaces(0.2)
    feed(session, data[length:], 0.3)
    return session


CONVERSATIONS: dict[str, Callable[[], list[MasterEvent]]] = {
    "master_subscribe": subscribe_conversation,
    "master_late_publisher_subscriber": lambda: [
        greeting(captures.stream("master_late_publisher_subscriber.server")),
        PublisherAdded(CMD),
        PublisherOffered(CMD),
        PublisherAdded(VEL_CMD),
        PublisherRemoved(CMD),
        PublisherWithdrawn(CMD),
        PublisherRemoved(VEL_CMD),
    ],
    "master_advertise": lambda: [
        greeting(captures.stream("master_advertise.server")),
        PublisherAdded(CMD),
        PublisherAdded(VEL_CMD),
        PublisherRemoved(CMD),
        PublisherRemoved(VEL_CMD),
    ],
}


@pytest.mark.parametrize("feed", WAYS)
@pytest.mark.parametrize("name", CONVERSATIONS)
def test_a_recorded_master_gives_exactly_the_events_of_the_conversation(name: str, feed: feeding.Feed) -> None:
    assert feeding.events(converse(name, feed)) == CONVERSATIONS[name]()


@pytest.mark.parametrize("name", CONVERSATIONS)
@given(sizes=feeding.READS)
@settings(max_examples=25, deadline=None)
def test_ragged_reads_change_no_event(name: str, sizes: list[int]) -> None:
    session = converse(name, functools.partial(feeding.feed_in_place, sizes=sizes))

    assert feeding.events(session) == CONVERSATIONS[name]()


def test_the_recorded_greeting_holds_what_the_server_had() -> None:
    event = feeding.events(converse("master_subscribe", feeding.feed_whole))[0]

    assert isinstance(event, GazeboMasterGreeted)
    assert len(event.publishers) == 23
    assert event.publishers[0] == server_record("/gazebo/default/pose/local/info", "gazebo.msgs.PosesStamped")
    assert {record.endpoint for record in event.publishers} == {GazeboEndpoint("127.0.0.1", SERVER_PORT)}


def test_all_42_recorded_topics_are_listed() -> None:
    (topics,) = (event for event in converse_events() if isinstance(event, TopicsListed))

    assert len(topics.topics) == 42
    assert topics.topics[0] == "/gazebo/default/atmosphere"
    assert {topic for topic, _ in ROUNDS} < set(topics.topics)


def converse_events() -> list[MasterEvent]:
    return feeding.events(converse("master_subscribe", feeding.feed_whole))


def without_identity(sent: list[tuple[str, bytes]]) -> list[tuple[Any, ...]]:
    """Packets but for request numbers, and the latching that a master does not heed when a subscription ends."""
    shown: list[tuple[Any, ...]] = []
    for packet_type, body in sent:
        if packet_type == "request":
            request = pb.Request.FromString(body)
            shown.append((packet_type, request.request, request.data))
        else:
            record = pb.Subscribe.FromString(body)
            latching = record.latching if packet_type == "subscribe" else None
            shown.append((packet_type, record.topic, record.msg_type, record.host, record.port, latching))
    return shown


def test_the_same_commands_make_the_same_packets_as_the_recorded_client_sent() -> None:
    session = converse("master_subscribe", feeding.feed_whole)
    for topic, msg_type in ROUNDS:
        session.subscribe(topic, msg_type, 1.0)
        session.unsubscribe(topic, msg_type, 1.5)

    sent = read_packets(b"".join(session.data_to_send(2.0)))

    assert without_identity(sent) == without_identity(captures.packets(captures.stream("master_subscribe.client")))


def link_to(topic: str, msg_type: str) -> GazeboInboundTopicLink:
    return GazeboInboundTopicLink(server_record(topic, msg_type), IDENTITY, 0.0)


@pytest.mark.parametrize("feed", WAYS)
@pytest.mark.parametrize(("name", "topic", "msg_type"), DATA)
def test_a_recorded_publisher_gives_exactly_its_messages(
    name: str, topic: str, msg_type: str, feed: feeding.Feed
) -> None:
    data = captures.stream(f"{name}.server")
    link = link_to(topic, msg_type)

    feed(link, data, 1.0)

    assert [bytes(payload) for batch in feeding.events(link) for payload in batch] == captures.frames(data)
    assert link.next_deadline() is None


@given(sizes=feeding.READS)
@settings(max_examples=25, deadline=None)
def test_ragged_reads_change_no_message(sizes: list[int]) -> None:
    for name, topic, msg_type in DATA:
        data = captures.stream(f"{name}.server")
        link = link_to(topic, msg_type)
        feeding.feed_in_place(link, data, 1.0, sizes)

        assert [bytes(payload) for batch in feeding.events(link) for payload in batch] == captures.frames(data)


@pytest.mark.parametrize(("name", "topic", "msg_type"), DATA)
def test_our_sub_packet_is_that_of_the_recorded_client(name: str, topic: str, msg_type: str) -> None:
    (sent,) = read_packets(b"".join(link_to(topic, msg_type).data_to_send(0.0)))

    assert [sent] == captures.packets(captures.stream(f"{name}.client"))


def test_the_sub_packet_that_gzserver_sends_to_a_publisher_is_read() -> None:
    ((packet_type, body),) = read_packets(captures.stream("incoming_sub_0.server"))

    assert packet_type == "sub"
    assert packets.parse_subscriber(body, packet_type) == SubscriberRecord(
        VEL_CMD.topic, "gazebo.msgs.Pose", "127.0.0.1", 41656
    )


@pytest.mark.parametrize(("name", "topic", "msg_type"), DATA)
def test_recorded_messages_decode_as_the_library_parses_them(name: str, topic: str, msg_type: str) -> None:
    del topic
    schema = schema_for(msg_type, {})
    descriptor = registry.load_all().FindMessageTypeByName(msg_type)
    message_class = message_factory.GetMessageClass(descriptor)

    assert isinstance(schema, ProtobufSchema)
    for payload in captures.frames(captures.stream(f"{name}.server")):
        decoded = schema.decode(payload)

        parsed = oracle.as_dict(message_class.FromString(payload))

        assert oracle.differences(descriptor, decoded, parsed) == []
        assert list(decoded) == [field.name for field in descriptor.fields if field.name in decoded]


def decoded(name: str, msg_type: str) -> list[dict[str, Any]]:
    schema = schema_for(f"gazebo.msgs.{msg_type}", {})
    return [schema.decode(payload) for payload in captures.frames(captures.stream(f"{name}.server"))]


def test_recorded_world_statistics_hold_the_time_of_the_simulation() -> None:
    first, *others = decoded("data_world_stats", "WorldStatistics")

    assert first["sim_time"] == {"sec": 15, "nsec": 236_000_000}
    assert first["iterations"] == 15236
    assert first["paused"] is False
    assert [message["iterations"] for message in others] == sorted(message["iterations"] for message in others)


def test_a_recorded_scan_holds_all_rays() -> None:
    for message in decoded("data_rover_chassis_laser_scan", "LaserScanStamped"):
        scan = message["scan"]

        assert scan["count"] == 360
        assert len(scan["ranges"]) == len(scan["intensities"]) == 360
        assert scan["frame"] == "rover::chassis"
        assert all(value == float("inf") or 0.1 < value < 30 for value in scan["ranges"])


def test_a_recorded_picture_holds_its_pixels() -> None:
    (message,) = decoded("data_rover_chassis_camera_image", "ImageStamped")
    image = message["image"]

    assert (image["width"], image["height"], image["pixel_format"], image["step"]) == (160, 120, 3, 480)
    assert len(image["data"]) == 160 * 120 * 3


def test_recorded_imu_messages_are_about_ten_milliseconds_apart() -> None:
    schema = schema_for("gazebo.msgs.IMU", {})
    stamps = [
        schema.stamp_ns(payload) for payload in captures.frames(captures.stream("data_rover_chassis_imu_imu.server"))
    ]

    assert stamps[0] == 17_399_000_000
    assert all(
        abs((after or 0) - (before or 0) - 10_000_000) <= 1_000_000 for before, after in itertools.pairwise(stamps)
    )


def test_recorded_drive_commands_are_three_times_half_a_metre_per_second_and_then_zero() -> None:
    commands = captures.frames(captures.stream("incoming_sub_0.client"))
    schema = schema_for("gazebo.msgs.Pose", {})

    assert [schema.decode(payload)["position"]["x"] for payload in commands] == [0.5, 0.5, 0.5, 0.0]


# the fake, held to the same recordings


def fake_gzserver(recording: str) -> FakeMaster:
    """A fake master that knows what the recorded one knew: gzserver's own publishers and subscribers."""
    bodies = dict(captures.packets(captures.stream("master_subscribe.server")))
    data = captures.stream(f"{recording}.server")
    master = FakeMaster(publishers=greeting(data).publishers)
    gzserver = master.accept()
    gzserver.data_to_send()
    published = {record.topic for record in master.publishers}
    for topic in pb.GzString_V.FromString(bodies["topic_list"]).data:
        if topic not in published:
            gzserver.subscriptions.append(SubscriberRecord(topic, "gazebo.msgs.Pose", "127.0.0.1", SERVER_PORT))
    return master


def test_the_fake_master_answers_as_the_recorded_one() -> None:
    client = fake_gzserver("master_subscribe").accept()

    answers = client.receive(captures.stream("master_subscribe.client"))

    assert read_packets(answers) == captures.packets(captures.stream("master_subscribe.server"))


def test_the_fake_master_tells_of_publishers_as_the_recorded_one() -> None:
    master = fake_gzserver("master_late_publisher_subscriber")
    subscriber, advertiser = master.accept(), master.accept()
    told = subscriber.receive(captures.stream("master_late_publisher_subscriber.client"))
    answers = advertiser.receive(captures.stream("master_advertise.client"))
    told += subscriber.data_to_send()

    assert read_packets(told) == captures.packets(captures.stream("master_late_publisher_subscriber.server"))
    assert read_packets(answers) == captures.packets(captures.stream("master_advertise.server"))


def test_the_fake_publisher_latches_as_the_recorded_one() -> None:
    payload = captures.frames(captures.stream("data_pose_info.server"))[0]
    publisher = FakePublisher({"/gazebo/default/pose/info": payload})
    link = publisher.accept()

    latched = link.receive(captures.stream("data_pose_info.client"))
    publisher.publish("/gazebo/default/pose/info", b"next")
    publisher.publish("/gazebo/default/other", b"not this")

    assert latched == captures.stream("data_pose_info.server")[: len(latched)]
    assert link.data_to_send() == b"00000004next"
