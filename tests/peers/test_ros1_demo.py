"""The demo robot used by the tools and the libraries of ROS 1, as if it were a robot with a roscore."""

from __future__ import annotations

import contextlib
import json
import re
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.peers.gazebo_server import start_teledeck, teledeck
from tests.peers.ros1_compare import plain
from tests.peers.ros1_server import Ros1, wait_for

pytestmark = pytest.mark.timeout(180)

TYPES = {
    "/imu": "sensor_msgs/Imu",
    "/odom": "nav_msgs/Odometry",
    "/tf": "tf2_msgs/TFMessage",
    "/tf_static": "tf2_msgs/TFMessage",
    "/scan": "sensor_msgs/LaserScan",
    "/camera/image_raw": "sensor_msgs/Image",
    "/camera/image_raw/compressed": "sensor_msgs/CompressedImage",
    "/map": "nav_msgs/OccupancyGrid",
    "/joint_states": "sensor_msgs/JointState",
    "/battery": "sensor_msgs/BatteryState",
    "/state": "std_msgs/String",
    "/rosout": "rosgraph_msgs/Log",
}


@contextlib.contextmanager
def running_demo(nodes: Path) -> Iterator[Ros1]:
    """The demo robot, seen as a roscore with a robot."""
    process = start_teledeck("demo", "--serve", "--json", "--seed", "1")
    assert process.stdout is not None
    assert process.stderr is not None
    uri = json.loads(process.stdout.readline())["ros1"]
    graph = Ros1(nodes, int(uri.rpartition(":")[2]))
    try:
        yield graph
    finally:
        graph.close()
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=60) == 0
    assert process.stderr.read() == ""


@pytest.fixture
def demo(ros1_nodes: Path) -> Iterator[Ros1]:
    """A demo robot of one's own."""
    with running_demo(ros1_nodes) as graph:
        yield graph


def velocity(demo: Ros1) -> dict[str, Any]:
    """What the wheels measure, as rostopic prints it."""
    [odometry] = demo.echo("/odom", 1)
    twist: dict[str, Any] = odometry["twist"]["twist"]
    return twist


def test_rostopic_lists_every_topic_with_its_type(demo: Ros1) -> None:
    told = demo.run("rostopic", "list", "-v")
    published, subscribed = told.split("Subscribed topics:")

    assert dict(re.findall(r" \* (\S+) \[(\S+)\] 1 publisher", published)) == TYPES
    assert " * /cmd_vel [geometry_msgs/Twist] 1 subscriber" in subscribed


def test_rostopic_reads_every_topic(demo: Ros1) -> None:
    topics = [topic for topic in TYPES if topic != "/rosout"]
    with ThreadPoolExecutor(3) as pool:
        messages = dict(zip(topics, pool.map(lambda topic: demo.echo(topic, 1)[0], topics), strict=True))

    for topic, message in messages.items():
        shown = demo.run("rosmsg", "show", TYPES[topic])
        assert list(message) == re.findall(r"^\S+ (\w+)$", shown, flags=re.MULTILINE)


def test_a_latched_map_is_the_same_for_rostopic_and_teledeck(demo: Ros1) -> None:
    [theirs] = demo.echo("/map", 1)
    ours = json.loads(teledeck("echo", demo.uri, "/map", "-n", "1", "--json", "--bytes"))["value"]

    assert plain(ours) == theirs
    assert set(theirs["data"]) == {-1, 0, 100}


def test_rostopic_measures_the_rates_of_the_sensors(demo: Ros1) -> None:
    rates_hz = {"/imu": 100, "/odom": 50, "/scan": 10, "/camera/image_raw": 15}
    tools = {topic: demo.start_tool("rostopic", "hz", topic) for topic in rates_hz}
    for topic, tool in tools.items():
        rates: list[float] = []
        while len(rates) < 4:
            rates += [float(rate) for rate in re.findall(r"average rate: ([\d.]+)", tool.next_line()[1])]
        assert rates[-1] == pytest.approx(rates_hz[topic], rel=0.1)


@pytest.mark.parametrize("kind", ["rospy", "roscpp"])
def test_nodes_of_both_libraries_take_our_definitions_for_theirs(demo: Ros1, kind: str) -> None:
    topics = ["/imu", "/odom", "/scan", "/camera/image_raw", "/camera/image_raw/compressed", "/map", "/tf"]
    listener = demo.listener(kind, *(name for topic in topics for name in (topic, TYPES[topic])))

    heard: dict[str, dict[str, Any]] = {}
    while len(heard) < len(topics):
        message = listener.next_message()
        heard.setdefault(message["topic"], message)

    assert {message["callerid"] for message in heard.values()} == {"/rover"}
    for topic in topics[:-1]:
        [value] = demo.values(TYPES[topic], [heard[topic]["hex"]])
        assert value["header"]["stamp"]["secs"] > 1_700_000_000


@pytest.mark.parametrize("kind", ["rospy", "roscpp"])
def test_commands_of_both_libraries_are_obeyed_until_they_say_stop(demo: Ros1, kind: str) -> None:
    """A talker's samples go fast ahead, fast back, and slowly ahead."""
    talker = demo.talker(kind, "/cmd_vel", "geometry_msgs/Twist", 5)
    wait_for(lambda: abs(velocity(demo)["linear"]["x"]) > 0.1, "a movement")
    talker.stop()
    demo.run("rostopic", "pub", "-1", "/cmd_vel", "geometry_msgs/Twist", "{}", timeout_s=60)

    wait_for(lambda: velocity(demo)["linear"]["x"] == 0, "the end of it", 10)


def test_rostopic_drives_and_is_told_so_by_the_log(demo: Ros1) -> None:
    log = demo.start_tool("rostopic", "echo", "/rosout/msg")
    wait_for(lambda: any("rostopic" in name for name in demo.subscribers("/rosout")), "the log's reader")
    demo.run("rostopic", "pub", "-1", "/cmd_vel", "geometry_msgs/Twist", "{linear: {x: 0.4}}", timeout_s=60)

    wait_for(lambda: velocity(demo)["linear"]["x"] > 0.3, "a movement", 10)
    assert "Following /cmd_vel" in log.next_line(10)[1]


def test_rosnode_knows_the_node_and_reaches_it(demo: Ros1) -> None:
    listener = demo.listener("roscpp", "/imu", TYPES["/imu"])
    listener.next_message()

    info = demo.run("rosnode", "info", "/rover")

    assert demo.run("rosnode", "ping", "-c", "1", "/rover").count("xmlrpc reply from http://127.0.0.1:") == 1
    for topic, msg_type in TYPES.items():
        assert f" * {topic} [{msg_type}]" in info
    assert "Services: \n * /reset\n * /set_wander\n" in info
    assert re.search(rf"topic: /imu\n    \* to: {listener.name}\n    \* direction: outbound \(\d+ - .*\n", info)
    assert "Pid: " in info
    assert "/rover" in demo.run("rosnode", "list").split()


def test_rosservice_calls_what_it_lists(demo: Ros1) -> None:
    assert demo.run("rosservice", "list").split() == ["/reset", "/set_wander"]
    assert demo.run("rosservice", "type", "/set_wander").strip() == "std_srvs/SetBool"
    assert demo.run("rosservice", "info", "/reset").startswith("Node: /rover\nURI: rosrpc://127.0.0.1:")

    told = demo.run("rosservice", "call", "/set_wander", "true")
    wait_for(lambda: velocity(demo)["linear"]["x"] > 0.1, "the wandering", 10)
    demo.run("rosservice", "call", "/set_wander", "false")
    demo.run("rosservice", "call", "/reset")

    assert "success: True" in told
    [odometry] = demo.echo("/odom", 1)
    assert odometry["pose"]["pose"]["position"]["x"] == pytest.approx(0, abs=0.01)


def test_rosparam_lists_sets_and_deletes(demo: Ros1) -> None:
    assert "/rover/max_speed" in demo.run("rosparam", "list").split()
    assert demo.run("rosparam", "get", "/rover/frames").split("\n")[:3] == ["- map", "- odom", "- base_link"]

    demo.run("rosparam", "set", "/deep/er", "{a: 1, b: [x, 2.5]}")
    assert json.loads(teledeck("param", demo.uri, "get", "/deep", "--json"))["value"] == {
        "er": {"a": 1, "b": ["x", 2.5]}
    }
    demo.run("rosparam", "delete", "/deep")

    assert "/deep/er/a" not in demo.run("rosparam", "list").split()


def test_those_who_have_ended_are_forgotten(demo: Ros1) -> None:
    demo.echo("/imu", 1)
    demo.listener("rospy", "/imu", TYPES["/imu"]).stop()
    demo.listener("roscpp", "/imu", TYPES["/imu"]).stop()

    assert demo.nodes() == {"/rover"}


def test_nodes_talk_to_each_other_by_our_master(demo: Ros1) -> None:
    """In every order, and with parameters: it is a master like any other."""
    listener = demo.listener("rospy", "/chat", "std_msgs/String")
    first = demo.talker("roscpp", "/chat", "std_msgs/String", 20)
    assert listener.next_message()["callerid"] == first.name
    second = demo.talker("rospy", "/chat", "std_msgs/String", 20)
    late = demo.listener("roscpp", "/chat", "std_msgs/String")

    heard: set[str] = set()
    while len(heard) < 2:
        heard.add(late.next_message()["callerid"])
    assert heard == {first.name, second.name}


def test_rosbag_records_the_robot(demo: Ros1, tmp_path: Path) -> None:
    bag = tmp_path / "drive.bag"
    demo.run("rosbag", "record", "-O", str(bag), "--duration", "2", "/imu", "/tf", "/map", timeout_s=60)

    info = demo.run("rosbag", "info", str(bag))

    assert re.search(r"/imu +\d{2,3} msgs +: sensor_msgs/Imu", info)
    assert re.search(r"/map +1 msg +: nav_msgs/OccupancyGrid", info)
