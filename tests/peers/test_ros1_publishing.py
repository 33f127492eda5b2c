"""What we publish, heard by rospy, roscpp and rostopic."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
from collections.abc import Iterator

import pytest

from tests.peers.gazebo_server import start_teledeck, teledeck
from tests.peers.ros1_compare import TYPES, keys_of, topic_of
from tests.peers.ros1_server import SOURCES, Node, Ros1, wait_for

pytestmark = pytest.mark.timeout(180)

KINDS = ("rospy", "roscpp")
EVERYTHING = "teledeck_test_msgs/Everything"
MESSAGES = ("--msg-path", str(SOURCES))


def echo_one(ros1: Ros1, topic: str) -> str:
    """One message as Teledeck prints it, with its bytes."""
    line = json.loads(teledeck("echo", ros1.uri, topic, "-n", "1", "--json", "--bytes"))
    return json.dumps(line["value"])


@pytest.fixture(scope="module")
def hearing(talking: Ros1) -> Iterator[list[Node]]:
    """Nodes of both libraries that hear every type, beside those that publish it."""
    with talking.nodes_until_then():
        names = [name for msg_type in TYPES for name in (topic_of("heard", msg_type), msg_type)]
        yield [talking.listener(kind, *names) for kind in KINDS]


@pytest.mark.parametrize("msg_type", TYPES)
def test_what_echo_shows_is_heard_to_the_last_bit_when_it_is_published(
    talking: Ros1, hearing: list[Node], msg_type: str
) -> None:
    message = echo_one(talking, topic_of("roscpp", msg_type))
    topic = topic_of("heard", msg_type)

    teledeck("pub", talking.uri, topic, msg_type, message, *MESSAGES, "-n", "20", "--rate", "20")

    # roscpp counts in a header's seq, which stands first
    start = 8 if "header" in json.loads(message) else 0
    wanted = {sample[start:] for sample in talking.samples(msg_type, 3)}
    for listener in hearing:
        heard = listener.next_message(topic=topic)
        assert heard["hex"][start:] in wanted
        assert heard["callerid"].startswith("/teledeck_")
    assert talking.publishers(topic) == []


def test_rostopic_prints_what_we_publish(ros1: Ros1) -> None:
    [value] = ros1.values(EVERYTHING, ros1.samples(EVERYTHING))
    process = start_teledeck("pub", ros1.uri, "/shown", EVERYTHING, json.dumps(value), *MESSAGES, "--rate", "10")

    wait_for(lambda: bool(ros1.publishers("/shown")), "our registration")
    shown = ros1.echo("/shown", 1)

    assert keys_of(shown) == keys_of([value])
    end(process)


def test_fields_that_are_left_out_are_zero_or_empty(ros1: Ros1) -> None:
    listener = ros1.listener("roscpp", "/sparse", EVERYTHING)

    teledeck("pub", ros1.uri, "/sparse", EVERYTHING, '{"an_int16": -7}', *MESSAGES, "-n", "20", "--rate", "20")

    [value] = ros1.values(EVERYTHING, [listener.next_message()["hex"]])
    assert value["an_int16"] == -7
    assert value["a_string"] == ""
    assert value["fixed_part"] == 2 * [{"name": "", "pair": [0, 0], "values": []}]
    assert value["any_uint8"] == []


def test_one_message_is_not_lost_on_a_subscriber_that_was_there_first(ros1: Ros1) -> None:
    listeners = [ros1.listener(kind, "/once", "std_msgs/String") for kind in KINDS]

    teledeck("pub", ros1.uri, "/once", "std_msgs/String", '{"data": "hello"}')

    for listener in listeners[:1]:
        assert bytes.fromhex(listener.next_message()["hex"])[4:] == b"hello"


@pytest.mark.parametrize("kind", KINDS)
def test_a_subscriber_that_comes_later_hears_us(ros1: Ros1, kind: str) -> None:
    process = start_teledeck("pub", ros1.uri, "/late", "std_msgs/Float64", '{"data": 1.5}', "--rate", "20")
    wait_for(lambda: bool(ros1.publishers("/late")), "our registration")

    listener = ros1.listener(kind, "/late", "std_msgs/Float64")

    assert listener.next_message()["hex"] == "000000000000f83f"
    end(process)


def test_a_rate_is_kept_as_rostopic_measures_it(ros1: Ros1) -> None:
    process = start_teledeck("pub", ros1.uri, "/paced", "std_msgs/Float64", '{"data": 1.5}', "--rate", "50")
    wait_for(lambda: bool(ros1.publishers("/paced")), "our registration")
    measured = ros1.start_tool("rostopic", "hz", "/paced")
    time.sleep(6)
    measured.stop()
    end(process)

    averages = re.findall(r"average rate: ([\d.]+)", "".join(measured.all_lines()))
    assert float(averages[-1]) == pytest.approx(50, rel=0.2)


def test_a_publication_of_ours_is_shown_by_rosnode_and_rostopic(ros1: Ros1) -> None:
    listener = ros1.listener("roscpp", "/watched", "std_msgs/String")
    process = start_teledeck("pub", ros1.uri, "/watched", "std_msgs/String", '{"data": "x"}', "--rate", "20")
    listener.next_message()
    [name] = ros1.publishers("/watched")

    info = ros1.run("rosnode", "info", name)
    topic = ros1.run("rostopic", "info", "/watched")
    end(process)

    assert re.search(r"Publications: \n( \* .*\n)* \* /watched \[std_msgs/String\]", info)
    assert re.search(
        rf"topic: /watched\n    \* to: {listener.name}\n    \* direction: outbound.*\n    \* transport: TCPROS", info
    )
    assert "Type: std_msgs/String" in topic
    assert f" * {name} (http://127.0.0.1:" in topic


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_motion_ends_with_zeros_and_with_nothing_registered(ros1: Ros1, number: signal.Signals) -> None:
    # one that was killed is known to the master for ever
    before = set(ros1.nodes())
    listener = ros1.listener("roscpp", "/cmd_vel", "geometry_msgs/Twist")
    process = start_teledeck(
        "pub", ros1.uri, "/cmd_vel", "geometry_msgs/Twist", '{"linear": {"x": 0.5}}', "--rate", "20"
    )
    first = listener.next_message()["hex"]
    assert first == "000000000000e03f" + 80 * "0"

    process.send_signal(number)
    process.wait(timeout=60)

    wait_for(lambda: ros1.publishers("/cmd_vel") == [], "our leaving")
    heard: list[str] = []
    while not heard or heard[-1] != 96 * "0":
        heard.append(listener.next_message(5)["hex"])
    time.sleep(0.5)
    assert {json.loads(line)["hex"] for line in listener.all_lines()} <= {96 * "0"}
    assert not [name for name in set(ros1.nodes()) - before if name.startswith("/teledeck_")]


def test_another_type_than_the_topics_is_refused_before_anybody_hears_of_it(ros1: Ros1) -> None:
    ros1.talker("roscpp", "/typed", "std_msgs/String", 20)
    process = start_teledeck("pub", ros1.uri, "/typed", "std_msgs/Float64", '{"data": 1.5}')
    out, error = process.communicate(timeout=60)

    assert process.returncode == 2
    assert not out
    assert "std_msgs/String" in error
    assert ros1.run("rostopic", "type", "/typed").strip() == "std_msgs/String"


def test_a_subscriber_with_another_definition_is_refused_by_its_md5(ros1: Ros1) -> None:
    """It hears nothing, and says so itself."""
    listener = ros1.listener("roscpp", "/clash", "std_msgs/Float64")
    process = start_teledeck(
        "pub", ros1.uri, "/clash", "std_msgs/String", '{"data": "x"}', "--rate", "20", "--force", "--timeout", "4"
    )
    _, error = process.communicate(timeout=60)

    assert process.returncode == 1
    assert "teledeck: " in error
    assert listener.all_lines() == []


def test_a_message_that_does_not_fit_its_type_is_refused_by_the_fields_name(ros1: Ros1) -> None:
    process = start_teledeck("pub", ros1.uri, "/wrong", "geometry_msgs/Twist", '{"linear": {"x": "fast"}}')
    out, error = process.communicate(timeout=60)

    assert process.returncode == 2
    assert not out
    assert "linear.x" in error
    assert ros1.publishers("/wrong") == []


def end(process: subprocess.Popen[str]) -> None:
    """End a command as an operator does."""
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
