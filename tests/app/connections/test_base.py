"""The part that the connections of all protocols share."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from typing import ClassVar

import pytest

from app.config.run_settings import Settings
from app.connections.base import Connection
from app.model.alerts import Alerts
from app.model.doctor import DoctorCheck
from app.model.status import ConnectionState
from app.model.topics import Delivery, TopicInfo, TopicKey, TopicStore
from app.wording.connections import ConnectionWording
from protocols.errors import LocalProtocolError
from protocols.protobuf.schema import RawProtobufSchema
from tests.fakes.deliveries import SCHEMA, FakeBatch
from tests.fakes.waiting import TIMEOUT_S
from tests.tools.sentences import says


class Base(Connection):
    """A connection that counts its changes."""

    def __init__(self) -> None:
        self.changes = 0
        super().__init__("x://robot", TopicStore(), Alerts(), Settings(), self._count)

    def _count(self) -> None:
        self.changes += 1

    def start(self) -> None:
        raise NotImplementedError

    def _topic_of(self, name: str) -> str:
        return name

    def _subscribe(self) -> None:
        raise NotImplementedError

    def resolve(self, name: str) -> str:
        raise NotImplementedError

    async def list_topics(self, timeout_s: float) -> tuple[TopicInfo, ...]:
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError


def test_the_log_says_once_that_a_robot_is_connected(caplog: pytest.LogCaptureFixture) -> None:
    base = Base()
    with caplog.at_level(logging.INFO):
        base.set_status(ConnectionState.CONNECTED, "ROS 1")
        base.set_status(ConnectionState.CONNECTED, "ROS 1 noetic")
        base.set_status(ConnectionState.CONNECTED, "nothing comes", "Look.")
        base.set_status(ConnectionState.LOST, "gone", failed=True)
        base.set_status(ConnectionState.CONNECTED, "ROS 1 noetic")

    words = ("connected: ROS 1", "connected: nothing comes", "lost: gone", "connected: ROS 1 noetic")
    assert caplog.messages == [f"x://robot: {each}" for each in words]


def test_it_begins_as_connecting() -> None:
    status = Base().status

    assert status.state is ConnectionState.CONNECTING
    assert not status.failed
    assert abs(status.since_ns - time.time_ns()) < 10e9


def test_the_time_of_a_state_is_kept_while_only_its_words_change() -> None:
    base = Base()
    base.set_status(ConnectionState.LOST, "gone", "Look.", failed=True)
    since_ns = base.status.since_ns
    base.set_status(ConnectionState.LOST, "still gone")
    assert base.status.since_ns == since_ns
    assert base.status.reason == "still gone"

    base.set_status(ConnectionState.CONNECTED, "here")
    assert base.status.since_ns > since_ns
    assert base.changes == 3


def test_a_status_that_is_the_same_is_no_change() -> None:
    base = Base()
    base.set_status(ConnectionState.LOST, "gone")
    before = base.status
    base.set_status(ConnectionState.LOST, "gone")

    assert base.status is before
    assert base.changes == 1


def test_the_log_says_why_a_state_is_so_and_of_a_closed_connection_that_alone(
    caplog: pytest.LogCaptureFixture,
) -> None:
    base = Base()
    with caplog.at_level(logging.INFO):
        base.set_status(ConnectionState.LOST, "gone", failed=True)
        base.set_status(ConnectionState.CLOSED, "Closed")

    assert caplog.messages == [f"{base.id}: lost: gone", f"{base.id}: closed"]


@pytest.mark.expects_log("a receiver of /t failed")
def test_messages_reach_the_store_and_every_sink_though_one_raises() -> None:
    base = Base()
    topic = TopicStore().get_or_create(TopicKey("x://robot", "/t"))
    batch = FakeBatch([b"ab", b"cde"])
    taken: list[Delivery] = []

    def broken(_delivery: Delivery) -> None:
        raise RuntimeError("broken on purpose")

    base.set_sinks("/t", [broken, taken.append])
    base.deliver(topic, batch, SCHEMA, 3.5)

    assert (topic.messages, topic.nbytes) == (2, 5)
    assert topic.newest is not None
    assert taken == [Delivery(batch, SCHEMA, 3.5, topic.newest.received_ns)]


def test_a_topic_is_read_by_the_schema_of_the_messages_that_came_last() -> None:
    base = Base()
    topic = TopicStore().get_or_create(TopicKey("x://robot", "/t"))
    other = RawProtobufSchema("test.Other")
    taken: list[Delivery] = []
    for schema in (SCHEMA, other):
        base.set_sinks("/t", [taken.append])
        base.deliver(topic, FakeBatch([b"ab"]), schema, 3.5)

    assert topic.schema is other
    assert [delivery.schema for delivery in taken] == [SCHEMA, other]


async def test_what_does_not_say_otherwise_only_reads() -> None:
    base = Base()

    assert not base.can_publish
    assert base.stop_message_for("/a", "Pose", {}) is None
    with pytest.raises(LocalProtocolError, check=says(ConnectionWording.ONLY_READS, connection="x://robot")):
        base.encode("Pose", {})
    with pytest.raises(LocalProtocolError, check=says(ConnectionWording.ONLY_READS, topic="/a")):
        await base.advertise("/a", "Pose", TIMEOUT_S)


async def test_the_examination_of_what_has_none_of_its_own_is_its_state() -> None:
    base, findings = Base(), list[DoctorCheck]()
    waiting = ConnectionWording.FIRST_ATTEMPT()
    await base.run_doctor(findings.append)
    base.set_status(ConnectionState.CONNECTED, "Robot 1")
    await base.run_doctor(findings.append)

    assert findings == [DoctorCheck("connection", False, waiting), DoctorCheck("connection", True, "Robot 1")]


def test_the_same_topics_are_not_subscribed_to_again() -> None:
    class Subscribing(Base):
        subscribed: ClassVar[list[Mapping[str, bool]]] = []

        def _subscribe(self) -> None:
            self.subscribed.append(self._wanted.names)

    connection = Subscribing()
    for names in ({"/a": False}, {"/a": False}, {"/a": True}, {}, {}):
        connection.set_wanted(names)

    assert connection.subscribed == [{"/a": False}, {"/a": True}, {}]
