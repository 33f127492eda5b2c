"""The commands against a real gzserver, side by side with Gazebo's own tool."""

from __future__ import annotations

import contextlib
import json
import math
import re
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from google.protobuf import message_factory, text_format

from protocols.gazebo.message_types import schema_for
from protos.gazebo import registry
from tests.peers.gazebo_server import GazeboServer, Lines, Rate, start_teledeck, teledeck

pytestmark = pytest.mark.timeout(180)

IMU = "/gazebo/default/rover/chassis/imu/imu"
SCAN = "/gazebo/default/rover/chassis/laser/scan"
IMAGE = "/gazebo/default/rover/chassis/camera/image"
POSES = "/gazebo/default/pose/info"
STATS = "/gazebo/default/world_stats"


def test_topics_lists_all_that_gz_lists_with_the_same_types(gazebo: GazeboServer) -> None:
    wanted = set(gazebo.ask_gz("topic", "-l").split())

    infos = [json.loads(line) for line in teledeck("topics", gazebo.uri, "--json").splitlines()]

    assert {info["topic"] for info in infos} == wanted
    assert len(wanted) >= 40
    for info in infos:
        assert set(info) == {"topic", "type", "publishers", "subscribers"}
        assert info["publishers"] + info["subscribers"] > 0
    types = {info["topic"]: info["type"] for info in infos}
    for topic in (IMU, SCAN, IMAGE, POSES, STATS, "/gazebo/default/rover/vel_cmd", "/gazebo/server/control"):
        assert f"Type: {types[topic]}\n" in gazebo.ask_gz("topic", "-i", topic)
    assert all(name.startswith("gazebo.msgs.") for name in types.values())


@pytest.mark.parametrize("topic", [IMU, SCAN, POSES, STATS])
def test_echo_shows_what_gz_shows_to_the_last_bit(gazebo: GazeboServer, topic: str) -> None:
    lines = Lines(start_teledeck("echo", gazebo.uri, topic, "--json"))
    theirs = _parse_gz(gazebo.ask_gz("topic", "-e", topic, "-d", "5"), topic)
    printed, errors = lines.stop()
    messages = [json.loads(line) for line in printed]

    ours = {message["stamp_ns"]: message["value"] for message in messages}
    common = ours.keys() & theirs.keys()
    assert len(common) >= 10
    for stamp_ns in common:
        assert ours[stamp_ns] == theirs[stamp_ns]
    assert not errors


def _parse_gz(text: str, topic: str) -> dict[int | None, Any]:
    """Messages by stamp, from the text format that gz prints."""
    type_name = {IMU: "IMU", SCAN: "LaserScanStamped", POSES: "PosesStamped", STATS: "WorldStatistics"}[topic]
    descriptor = registry.load_all().FindMessageTypeByName(f"gazebo.msgs.{type_name}")
    schema = schema_for(descriptor.full_name, {})
    messages = {}
    for block in re.split(r"\n\n+", text):
        message = message_factory.GetMessageClass(descriptor)()
        # the last block may be cut off where gz was stopped
        with contextlib.suppress(text_format.ParseError):
            text_format.Parse(block, message)
            payload = message.SerializePartialToString()
            decoded = json.loads(json.dumps(_finite(schema.decode(payload))))
            messages[schema.stamp_ns(payload)] = decoded
    return messages


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def test_echo_shows_a_picture_by_its_size_and_in_full_if_asked(gazebo: GazeboServer) -> None:
    short = json.loads(teledeck("echo", gazebo.uri, IMAGE, "-n", "1", "--json"))
    full = json.loads(teledeck("echo", gazebo.uri, "~/rover/chassis/camera/image", "-n", "1", "--json", "--bytes"))

    assert short["topic"] == full["topic"] == IMAGE
    assert short["value"]["image"]["data"] == {"bytes": 160 * 120 * 3}
    assert full["value"]["image"]["data"]["bytes"] == 160 * 120 * 3
    assert len(full["value"]["image"]["data"]["base64"]) == 160 * 120 * 4


def test_echo_of_a_field_gives_that_field_alone(gazebo: GazeboServer) -> None:
    message = json.loads(teledeck("echo", gazebo.uri, SCAN, "-n", "1", "--json", "--field", "scan.ranges[0]"))

    assert set(message) == {"topic", "received_ns", "stamp_ns", "value"}
    assert isinstance(message["value"], float) or message["value"] == "inf"
    assert abs(message["received_ns"] - time.time_ns()) < 60e9


@contextlib.contextmanager
def _others_come_and_go(gazebo: GazeboServer) -> Iterator[None]:
    """`gz topic -l` in a loop, and a second teledeck."""
    ended = threading.Event()

    def loop() -> None:
        while not ended.is_set():
            gazebo.ask_gz("topic", "-l", tries=1)
            subprocess.run(["sleep", "0.3"], check=False)

    def second() -> None:
        while not ended.is_set():
            other = start_teledeck("echo", gazebo.uri, STATS)
            ended.wait(2.5)
            other.terminate()
            other.communicate(timeout=60)

    threads = [threading.Thread(target=loop), threading.Thread(target=second)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join()


@pytest.mark.parametrize("disturbed", [False, True], ids=["alone", "while others come and go"])
def test_hz_agrees_with_gz(gazebo: GazeboServer, disturbed: bool) -> None:  # noqa: FBT001 - a parameter of the test
    topics = (IMU, SCAN, IMAGE, POSES)
    theirs = {topic: Rate(gazebo, topic) for topic in topics}
    with _others_come_and_go(gazebo) if disturbed else contextlib.nullcontext():
        ours = {topic: start_teledeck("hz", gazebo.uri, topic, "--seconds", "10", "--json") for topic in topics}
        with ThreadPoolExecutor() as pool:
            results = dict(zip(topics, pool.map(_result, ours.values()), strict=True))

    for topic, (our_rate, ended_s) in results.items():
        # of the same ten seconds, but for the little that the command takes to end
        assert our_rate["rate_hz"] == pytest.approx(theirs[topic].between(ended_s - 10, ended_s), rel=0.05), topic
        assert our_rate["min_s"] <= 1 / our_rate["rate_hz"] <= our_rate["max_s"]


def _result(process: subprocess.Popen[str]) -> tuple[dict[str, Any], float]:
    """What `hz` says, and when it said so."""
    out, error = process.communicate(timeout=120)
    ended_s = time.monotonic()
    assert process.returncode == 0, error
    return json.loads(out), ended_s


def test_bandwidth_is_that_of_the_payloads(gazebo: GazeboServer) -> None:
    result = json.loads(teledeck("hz", gazebo.uri, IMAGE, "--seconds", "4", "--json"))

    message = json.loads(teledeck("echo", gazebo.uri, IMAGE, "-n", "1", "--json", "--bytes"))
    nbytes = message["value"]["image"]["data"]["bytes"]
    assert result["bandwidth_bytes_s"] == pytest.approx(result["rate_hz"] * (nbytes + 30), rel=0.01)
