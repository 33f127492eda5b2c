"""Publishing to a real gzserver: what it obeys, what its own tools see, what it forgets and is told again."""

from __future__ import annotations

import contextlib
import itertools
import json
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from typing import Self

import pytest

from app.wording.connections import GazeboWording
from protocols.gazebo.packets import encode_packet
from protos.gazebo.transport_pb2 import GzString
from tests.fakes.ports import free_port
from tests.peers.gazebo_server import GazeboServer, Lines, running_gazebo, start_teledeck, teledeck
from tests.tools.sentences import shows

pytestmark = pytest.mark.timeout(240)

CMD = "/gazebo/default/rover/vel_cmd"
TEXT = "/gazebo/default/hello"
STATS = "/gazebo/default/world_stats"


@pytest.fixture(scope="module")
def gazebo() -> Iterator[GazeboServer]:
    """A server of this file's own: its rover is moved."""
    with running_gazebo() as server:
        yield server


def pose(speed: float) -> str:
    return json.dumps({"position": {"x": speed, "y": 0, "z": 0}, "orientation": {"x": 0, "y": 0, "z": 0, "w": 1}})


def position(gazebo: GazeboServer) -> float:
    """Where the rover is on its way, in metres."""
    return float(gazebo.ask_gz("model", "-m", "rover", "-p").split()[0])


def publishers(gazebo: GazeboServer, topic: str) -> list[str]:
    """The addresses of publishers, as Gazebo's own tool lists them."""
    for _ in range(20):
        # now and then the tool itself is thrown out by the master, and says nothing
        if CMD not in (topics := gazebo.list_topics()):
            continue
        if topic not in topics:
            return []
        lines = gazebo.ask_gz("topic", "-i", topic).splitlines()
        if "Publishers:" in lines:
            rest = lines[lines.index("Publishers:") + 1 :]
            return [line.strip() for line in itertools.takewhile(lambda line: line.startswith("\t"), rest)]
    pytest.fail("the server is gone")


def eventually(condition: Callable[[], object], timeout_s: float = 60.0) -> None:
    deadline = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def still(gazebo: GazeboServer) -> bool:
    before = position(gazebo)
    time.sleep(1.0)
    return abs(position(gazebo) - before) < 0.02


def drive(gazebo: GazeboServer, *options: str, speed: float = 0.4) -> subprocess.Popen[str]:
    return start_teledeck("pub", gazebo.uri, "~/rover/vel_cmd", "gazebo.msgs.Pose", pose(speed), *options)


def test_the_rover_goes_where_it_is_sent_and_stands_when_pub_has_ended(gazebo: GazeboServer) -> None:
    before = position(gazebo)
    out, error = drive(gazebo, "--rate", "20", "-n", "50").communicate(timeout=60)

    assert (out, error) == ("", "")
    # 50 commands at 20 Hz; a machine that is too busy simulates more slowly than the clock
    assert 0.3 < position(gazebo) - before < 1.3 * 0.4 * 2.5
    assert still(gazebo)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_rover_stands_when_pub_is_stopped(gazebo: GazeboServer, number: signal.Signals) -> None:
    before = position(gazebo)
    command = drive(gazebo, "--rate", "20", speed=-0.4)
    eventually(lambda: position(gazebo) < before - 0.2)
    command.send_signal(number)
    command.communicate(timeout=60)

    assert command.returncode == 0
    assert still(gazebo)


def test_kept_the_rover_goes_on_until_it_is_told_otherwise(gazebo: GazeboServer) -> None:
    drive(gazebo, "--keep", speed=0.2).communicate(timeout=60)
    assert not still(gazebo)

    drive(gazebo, speed=0.0).communicate(timeout=60)
    assert still(gazebo)


def test_gazebos_own_tool_lists_us_as_publisher_until_we_end(gazebo: GazeboServer) -> None:
    before = publishers(gazebo, CMD)
    port = free_port()
    command = drive(gazebo, "--rate", "10", "--publisher-port", str(port), speed=0.0)
    # its coming may cost us our link to the master for a moment
    eventually(lambda: f"127.0.0.1:{port}" in publishers(gazebo, CMD))
    command.send_signal(signal.SIGINT)
    command.communicate(timeout=60)

    assert publishers(gazebo, CMD) == before


def test_a_subscriber_that_came_first_gets_what_a_later_publisher_sends(gazebo: GazeboServer) -> None:
    def say(text: str, *options: str) -> subprocess.Popen[str]:
        message = json.dumps({"data": text})
        return start_teledeck("pub", gazebo.uri, TEXT, "gazebo.msgs.GzString", message, "--timeout", "30", *options)

    # the tool subscribes only to what somebody publishes already
    first = say("first", "--rate", "5", "-n", "30")
    eventually(lambda: TEXT in gazebo.list_topics())
    subscriber = gazebo.start_gz("topic", "-e", TEXT, "-d", "8")
    time.sleep(3)
    second = say("second")
    heard, _ = subscriber.communicate(timeout=60)
    for command in (first, second):
        command.communicate(timeout=60)
        assert command.returncode == 0

    assert heard.count('data: "first"') > 10
    assert heard.count('data: "second"') == 1


def test_who_comes_later_gets_the_last_message(gazebo: GazeboServer) -> None:
    message = json.dumps({"data": "only once"})
    # one subscriber has to be there, or nothing is published
    early = Lines(start_teledeck("echo", gazebo.uri, TEXT, "--json"))
    command = start_teledeck(
        "pub", gazebo.uri, TEXT, "gazebo.msgs.GzString", message, "--timeout", "30", "--rate", "0.05"
    )
    assert json.loads(early.next(30)[1])["value"] == {"data": "only once"}

    late = json.loads(teledeck("echo", gazebo.uri, TEXT, "-n", "1", "--json"))

    assert late["value"] == {"data": "only once"}
    assert time.time_ns() - late["received_ns"] < 20e9
    early.stop()
    command.send_signal(signal.SIGINT)
    command.communicate(timeout=60)


def test_while_others_come_and_go_the_rover_obeys_and_the_master_knows_us_in_the_end(gazebo: GazeboServer) -> None:
    port = free_port()
    before = position(gazebo)
    command = drive(gazebo, "--rate", "20", "--publisher-port", str(port), speed=-0.2)
    for _ in range(10):
        gazebo.list_topics()
    eventually(lambda: position(gazebo) < before - 0.5)
    eventually(lambda: f"127.0.0.1:{port}" in publishers(gazebo, CMD))
    command.send_signal(signal.SIGINT)
    command.communicate(timeout=60)

    assert command.returncode == 0
    assert still(gazebo)


def test_another_type_is_refused_and_the_server_never_hears_of_it(gazebo: GazeboServer) -> None:
    nothing = {"x": 0, "y": 0, "z": 0}
    for topic, type_name, message in (
        (CMD, "gazebo.msgs.Twist", {"linear": nothing, "angular": nothing}),
        ("~/world_stats", "gazebo.msgs.Int", {"data": 1}),
    ):
        command = start_teledeck("pub", gazebo.uri, topic, type_name, json.dumps(message))
        _, error = command.communicate(timeout=60)

        assert command.returncode == 2
        full = topic.replace("~", "/gazebo/default")
        assert shows(error, GazeboWording.TYPE_DIFFERS, topic=full, type_name=type_name)
    assert "Type: gazebo.msgs.Pose" in gazebo.ask_gz("topic", "-i", CMD)


def test_the_world_is_paused_stepped_and_reset(gazebo: GazeboServer) -> None:
    def control(message: object) -> None:
        teledeck("pub", gazebo.uri, "~/world_control", "gazebo.msgs.WorldControl", json.dumps(message))

    def stats() -> dict[str, int]:
        line = teledeck("echo", gazebo.uri, "~/world_stats", "-n", "1", "--json")
        value: dict[str, int] = json.loads(line)["value"]
        return value

    control({"pause": True})
    eventually(lambda: stats()["paused"])
    before = stats()["iterations"]
    control({"multi_step": 100})
    eventually(lambda: stats()["iterations"] == before + 100)
    control({"reset": {"all": True}})
    eventually(lambda: stats()["iterations"] < 100)
    control({"pause": False})
    eventually(lambda: not stats()["paused"])


def test_the_doctor_finds_all_well_and_the_server_is_none_the_worse(gazebo: GazeboServer) -> None:
    findings = [json.loads(line) for line in teledeck("doctor", gazebo.uri, "--json").splitlines()]

    assert [finding["ok"] for finding in findings] == [True] * 7
    assert findings[-1]["check"] == "way back"
    assert publishers(gazebo, "/gazebo/default/log/control") == []
    assert teledeck("echo", gazebo.uri, "~/world_stats", "-n", "2", "--json").count("\n") == 2


class Guest:
    """A client of the master that advertises and subscribes to nothing, and comes back when it is thrown out."""

    def __init__(self, gazebo: GazeboServer) -> None:
        self._gazebo = gazebo
        self._link = self._dial()

    def _dial(self) -> socket.socket:
        link = socket.create_connection(("127.0.0.1", self._gazebo.port), timeout=10)
        time.sleep(0.3)
        # one that closes with something unread is not seen to leave
        with contextlib.suppress(OSError):
            link.recv(1 << 20)
        return link

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def register(self, namespace: str) -> None:
        """Have the master tell a name to all of its clients."""
        packet = encode_packet("register_topic_namespace", GzString(data=namespace).SerializeToString(), 1.0)
        for _ in range(5):
            with contextlib.suppress(OSError):
                self._link.sendall(packet)
                return
            self.leave()
            self._link = self._dial()
        pytest.fail("the master throws everybody out")

    def leave(self) -> None:
        self._link.close()


@contextlib.contextmanager
def guests_come_and_go(gazebo: GazeboServer) -> Iterator[None]:
    ended = threading.Event()

    def loop() -> None:
        while not ended.is_set():
            with contextlib.suppress(OSError), Guest(gazebo):
                pass
            ended.wait(0.3)

    thread = threading.Thread(target=loop)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def test_those_who_end_while_others_come_and_go_leave_nothing_behind(gazebo: GazeboServer) -> None:
    """Whose link is lost when it ends has to make sure by another that the master forgets it."""
    message = json.dumps({"data": "x"})
    before = publishers(gazebo, TEXT)
    hearer = start_teledeck("echo", gazebo.uri, TEXT)
    with guests_come_and_go(gazebo):
        for _ in range(4):
            several = [
                start_teledeck("pub", gazebo.uri, TEXT, "gazebo.msgs.GzString", message, "-n", count, "--timeout", "30")
                for count in ("3", "9", "15")
            ]
            for command in several:
                _, error = command.communicate(timeout=60)
                assert hearer.poll() is None, hearer.communicate()
                assert command.returncode == 0, error
    hearer.send_signal(signal.SIGINT)
    hearer.communicate(timeout=60)

    assert publishers(gazebo, TEXT) == before


def test_when_the_slot_of_our_link_is_given_away_the_server_lives_on(own_gazebo: GazeboServer) -> None:
    """A packet on a link that has records and lost its slot makes gzserver abort at the next broadcast."""
    # one that leaves while its link is made takes the number of the next with it
    time.sleep(1)
    with Guest(own_gazebo) as other, Guest(own_gazebo) as leaver:
        hearer = Lines(start_teledeck("echo", own_gazebo.uri, STATS, "--field", "iterations"))
        hearer.next(30)
        leaver.leave()
        time.sleep(0.5)
        with Guest(own_gazebo):
            pass
        # a watchdog would ask within two seconds, and find out three later
        for number in range(40):
            other.register(f"broadcast{number}")
            time.sleep(0.15)

    moment = time.monotonic()
    assert hearer.first_after(moment + 1, 30)
    assert any(CMD in own_gazebo.list_topics() for _ in range(5))
    hearer.stop()
