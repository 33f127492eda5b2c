"""The demo robot used by Gazebo's own tool, as if it were gzserver."""

from __future__ import annotations

import json
import math
import re
import signal
import time
from collections.abc import Callable, Iterator

import pytest

from tests.peers.gazebo_server import GazeboServer, Rate, require_gazebo, start_teledeck, teledeck

pytestmark = pytest.mark.timeout(180)

IMU = "/gazebo/default/rover/chassis/imu/imu"
SCAN = "/gazebo/default/rover/chassis/laser/scan"
IMAGE = "/gazebo/default/rover/chassis/camera/image"
POSES = "/gazebo/default/pose/info"
STATS = "/gazebo/default/world_stats"
VEL_CMD = "/gazebo/default/rover/vel_cmd"

START_TIMEOUT_S = 60.0


@pytest.fixture
def demo() -> Iterator[GazeboServer]:
    """The demo robot, seen as a server that Gazebo's tool can be run against."""
    require_gazebo()
    process = start_teledeck("demo", "--serve", "--json", "--seed", "1")
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stdout, process.stderr:
        uri = json.loads(process.stdout.readline())["gazebo"]
        server = GazeboServer(int(uri.rpartition(":")[2]))
        _wait_for(lambda: VEL_CMD in server.ask_gz("topic", "-l"), "its topics")
        yield server
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
        assert process.stderr.read() == ""


def _wait_for(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + START_TIMEOUT_S
    while not condition():
        assert time.monotonic() < deadline, what


def _drive(demo: GazeboServer, linear: float, yaw: float = 0.0) -> None:
    turn = f"x: 0 y: 0 z: {math.sin(yaw / 2)} w: {math.cos(yaw / 2)}"
    demo.gz("topic", "-p", VEL_CMD, "-m", f"position {{x: {linear} y: 0 z: 0}} orientation {{{turn}}}", timeout_s=60)


def _place(demo: GazeboServer) -> tuple[float, float, float]:
    """Where `gz model` sees the rover: x, y and yaw."""
    x, y, _, _, _, yaw = (float(number) for number in demo.ask_gz("model", "-m", "rover", "-p").split())
    return x, y, yaw


def _sim_time_s(demo: GazeboServer) -> float:
    message = json.loads(teledeck("echo", demo.uri, STATS, "-n", "1", "--json"))["value"]
    return float(message["sim_time"]["sec"] + message["sim_time"]["nsec"] / 1e9)


def test_list_shows_every_topic_that_we_list(demo: GazeboServer) -> None:
    theirs = set(demo.ask_gz("topic", "-l").split())
    ours = {json.loads(line)["topic"] for line in teledeck("topics", demo.uri, "--json").splitlines()}

    assert theirs == ours
    assert theirs >= {IMU, SCAN, IMAGE, POSES, STATS, VEL_CMD}


def test_info_shows_type_publisher_and_subscriber(demo: GazeboServer) -> None:
    imu, command = demo.ask_gz("topic", "-i", IMU), demo.ask_gz("topic", "-i", VEL_CMD)

    assert re.search(r"Type: gazebo\.msgs\.IMU\s+Publishers:\s+127\.0\.0\.1:\d+\s+Subscribers:\s*$", imu)
    assert re.search(r"Type: gazebo\.msgs\.Pose\s+Publishers:\s+Subscribers:\s+127\.0\.0\.1:\d+\s*$", command)


def test_echo_shows_a_standing_robot_that_feels_gravity(demo: GazeboServer) -> None:
    text = demo.ask_gz("topic", "-e", IMU, "-d", "1")
    felt = [float(z) for z in re.findall(r"linear_acceleration \{\s+x: \S+\s+y: \S+\s+z: (\S+)", text)]

    assert len(felt) > 50
    assert sum(felt) / len(felt) == pytest.approx(9.8, abs=0.05)


def test_echo_of_a_scan_has_all_its_rays(demo: GazeboServer) -> None:
    text = demo.ask_gz("topic", "-e", SCAN, "-d", "1")
    [whole, *_] = re.findall(r"count: 360.*?(?=\ntime \{|\Z)", text, flags=re.DOTALL)
    ranges = [float(value) for value in re.findall(r"\n  ranges: (\S+)", whole)]

    assert len(ranges) == 360
    assert 1.5 < ranges[180] < 8


@pytest.mark.parametrize(("topic", "rate_hz"), [(IMU, 100), (POSES, 60), (IMAGE, 15)])
def test_hz_measures_the_rate_of_the_sensor(demo: GazeboServer, topic: str, rate_hz: float) -> None:
    theirs = Rate(demo, topic)
    began_s = time.monotonic()
    time.sleep(4)

    assert theirs.between(began_s, time.monotonic()) == pytest.approx(rate_hz, rel=0.25)


def test_bandwidth_is_measured(demo: GazeboServer) -> None:
    text = demo.ask_gz("topic", "-b", IMAGE, "-d", "3")

    sizes = [float(size) for size in re.findall(r"Mean\[([\d.]+) KB\]", text)]
    assert sizes == pytest.approx([160 * 120 * 3 / 1024] * len(sizes), rel=0.01)
    assert sizes


def test_publishing_drives_the_rover_until_it_is_told_to_stand(demo: GazeboServer) -> None:
    assert _place(demo) == (0, 0, 0)
    _drive(demo, 0.4, 0.2)
    _wait_for(lambda: _place(demo)[0] > 0.3, "the drive")
    assert _place(demo)[2] > 0.1
    _drive(demo, 0.0)

    _wait_for(lambda: _place(demo) == _place(demo), "the stand")


def test_the_tool_never_waits_in_vain(demo: GazeboServer) -> None:
    """An answer that came too early used to leave it waiting in one run of five."""
    for _ in range(15):
        _drive(demo, 0.0)


def test_a_world_is_paused_stepped_and_reset_by_gz(demo: GazeboServer) -> None:
    demo.gz("world", "-p", "1")
    _wait_for(lambda: _sim_time_s(demo) == _sim_time_s(demo), "the pause")
    before = _sim_time_s(demo)
    demo.gz("world", "-m", "50")
    _wait_for(lambda: _sim_time_s(demo) == pytest.approx(before + 0.5), "the steps")
    demo.gz("world", "-p", "0")
    began_s = time.monotonic()
    demo.gz("world", "-r")

    # without a reset it would be ahead by the time before the pause, however slow the tools are
    _wait_for(lambda: _sim_time_s(demo) < time.monotonic() - began_s, "the new beginning")
