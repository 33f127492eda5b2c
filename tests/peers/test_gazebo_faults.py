"""What goes wrong with real servers: they end, come back, refuse, stop answering, and start to publish late."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable

import pytest

from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.net.link_thread import LinkThread
from app.net.tcp import CoreLink
from app.session.session import Session
from protocols.errors import GazeboRejectedError, ProtocolError
from protocols.gazebo.master import MasterSession
from protocols.gazebo.names import GazeboEndpoint
from tests.peers.gazebo_server import GazeboServer, Lines, running_gazebo, start_teledeck

pytestmark = pytest.mark.timeout(240)

IMU = "/gazebo/default/rover/chassis/imu/imu"
STATS = "/gazebo/default/world_stats"

LATE_MODEL = """<?xml version="1.0"?><sdf version="1.6"><model name="late"><static>true</static><link name="body">
<sensor name="imu" type="imu"><always_on>1</always_on><update_rate>50</update_rate></sensor></link></model></sdf>"""


def test_a_restarted_server_is_read_again_as_soon_as_a_new_subscriber_could(own_gazebo: GazeboServer) -> None:
    lines = Lines(start_teledeck("echo", own_gazebo.uri, STATS, "--json"))
    lines.next(60)

    own_gazebo.kill()
    time.sleep(3)
    killed = time.monotonic()
    own_gazebo.launch()
    # gz does not survive a restart: a fresh one is started until one gets data
    while "sim_time" not in own_gazebo.gz("topic", "-e", STATS, "-d", "1"):
        assert time.monotonic() - killed < 60
    other_had_data = time.monotonic()

    ours = lines.first_after(killed, 60)
    _, errors = lines.stop()
    assert ours <= other_had_data + 5
    assert "is lost" in errors
    assert "is back" in errors


def test_a_topic_that_is_first_advertised_after_we_subscribed_arrives(own_gazebo: GazeboServer) -> None:
    lines = Lines(start_teledeck("echo", own_gazebo.uri, "~/late/body/imu/imu", "--json"))
    time.sleep(2)

    subprocess.run(
        [
            "bash",
            os.environ.get("GAZEBO_ROOT_SCRIPT") or "tests/peers/gazebo-root.sh",
            "gz",
            "model",
            "-s",
            "-m",
            "late",
        ],
        env=os.environ | {"GZ_PORT": str(own_gazebo.port)},
        input=LATE_MODEL,
        text=True,
        check=True,
        capture_output=True,
        timeout=60,
    )

    _, line = lines.next(15)
    lines.stop()
    message = json.loads(line)
    assert message["topic"] == "/gazebo/default/late/body/imu/imu"
    assert message["value"]["entity_name"] == "late::body"


def test_a_server_that_stops_answering_is_shown_as_stale_and_recovers(own_gazebo: GazeboServer) -> None:
    link = LinkThread()
    link.start()
    session = Session(link)
    connection = session.links.connect(own_gazebo.uri)
    session.topics.set_subscriptions("test", {TopicKey(connection, IMU)})
    try:
        _until(lambda: _messages(session, connection) > 10)
        own_gazebo.send_signal(signal.SIGSTOP)
        _until(lambda: _state(session, connection) in {ConnectionState.STALE, ConnectionState.LOST})
        own_gazebo.send_signal(signal.SIGCONT)
        _until(lambda: _state(session, connection) is ConnectionState.CONNECTED)
        seen = _messages(session, connection)
        _until(lambda: _messages(session, connection) > seen + 10)
    finally:
        link.submit(session.close()).result(10)
        link.stop()


def _messages(session: Session, connection: str) -> int:
    topic = session.topics.topic(TopicKey(connection, IMU))
    return topic.messages if topic is not None else 0


def _state(session: Session, connection: str) -> ConnectionState | None:
    status = session.links.status(connection)
    return status.state if status is not None else None


def _until(condition: Callable[[], bool], timeout_s: float = 60) -> None:
    deadline = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_an_address_that_is_not_on_the_white_list_is_told_so() -> None:
    with running_gazebo({"GAZEBO_IP_WHITE_LIST": "10.11.12.13"}) as server:
        error = asyncio.run(_greeting_error(server.port))

    assert isinstance(error, GazeboRejectedError)
    assert "GAZEBO_IP_WHITE_LIST" in error.tip


async def _greeting_error(port: int) -> ProtocolError:
    ended: asyncio.Future[ProtocolError] = asyncio.get_running_loop().create_future()
    link = CoreLink(
        lambda local, _peer, now: MasterSession(GazeboEndpoint(*local), now),
        lambda _event, _now: None,
        ended.set_result,
        ("127.0.0.1", port),
    )
    loop = asyncio.get_running_loop()
    # from 127.0.0.1 Gazebo admits everybody, whatever the list says
    await loop.create_connection(lambda: link, "127.0.0.1", port, local_addr=("127.0.0.2", 0))
    return await asyncio.wait_for(ended, 10)
