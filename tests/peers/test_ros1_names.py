"""Names that rospy registers with a warning, and rosmaster and rostopic take: from real robots, and worse."""

from __future__ import annotations

import json

import pytest

from tests.peers.gazebo_server import start_teledeck, teledeck
from tests.peers.ros1_compare import keys_of, plain
from tests.peers.ros1_server import Ros1

pytestmark = pytest.mark.timeout(180)

NAMES = ("/robot-1/odom2", "/dot.name", "/\u00fcn\u00ef/\u4e2d", "/pct%20x", "/camera-left/image_raw")
TYPE = "std_msgs/Header"


@pytest.mark.parametrize("topic", NAMES)
def test_what_rospy_publishes_and_rostopic_prints_is_listed_printed_and_measured(ros1: Ros1, topic: str) -> None:
    ros1.talker("rospy", topic, TYPE, 20)

    infos = [json.loads(line) for line in teledeck("topics", ros1.uri, "--json").splitlines()]
    assert (topic, TYPE, 1) in [(info["topic"], info["type"], info["publishers"]) for info in infos]
    lines = teledeck("echo", ros1.uri, topic, "-n", "3", "--json").splitlines()
    values = keys_of([plain(json.loads(line)["value"]) for line in lines])
    assert values == keys_of(ros1.values(TYPE, ros1.samples(TYPE, 3)))
    assert json.loads(teledeck("hz", ros1.uri, topic, "--seconds", "2", "--json"))["rate_hz"] > 10


@pytest.mark.parametrize("topic", NAMES)
def test_what_is_published_by_such_a_name_reaches_rospy(ros1: Ros1, topic: str) -> None:
    # the master never forgets a type
    topic = f"{topic}-2"
    listener = ros1.listener("rospy", topic, "std_msgs/String")

    teledeck("pub", ros1.uri, topic, "std_msgs/String", '{"data": "hello"}')

    assert bytes.fromhex(listener.next_message()["hex"])[4:] == b"hello"


@pytest.mark.parametrize("command", [("echo",), ("hz",), ("pub", "std_msgs/String", "{}")])
def test_what_rosmaster_refuses_is_an_error_in_its_words(ros1: Ros1, command: tuple[str, ...]) -> None:
    name, *rest = command
    process = start_teledeck(name, ros1.uri, "/a b", *rest)
    out, error = process.communicate(timeout=60)

    assert (process.returncode, out) == (2, "")
    assert "refuses register" in error
    assert "illegal chars" in error
    assert "nobody subscribed" not in error


def test_parameters_and_services_of_any_name_are_read_and_called(ros1: Ros1) -> None:
    teledeck("param", ros1.uri, "set", "/robot-1/a b.c%20", "7")
    assert json.loads(teledeck("param", ros1.uri, "get", "/robot-1/a b.c%20", "--json"))["value"] == 7

    ros1.rospy("named_service", "/robot-1/re.set")
    ros1.run("rosservice", "list")
    assert json.loads(teledeck("call", ros1.uri, "/robot-1/re.set", "--json"))["value"] == {}
