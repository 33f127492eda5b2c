"""The demo robot met by BWBot's own sample client: what it does with a robot, it does with ours."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from protocols.galileo.packets import FRAGMENT_SIZE, INDEX_SIZE, Opcode
from tests.peers.galileo_sample import extract, require_sample, sample_client
from tests.peers.gazebo_server import start_teledeck

pytestmark = pytest.mark.timeout(180)

TOKEN = "sesame"  # noqa: S105 - no secret


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """The folder with the client."""
    require_sample()
    extract(tmp_path)
    return tmp_path


@contextmanager
def served(*arguments: str) -> Iterator[int]:
    """The port of a demo robot."""
    process = start_teledeck("demo", "--serve", "--json", *arguments)
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stdout, process.stderr:
        uri = json.loads(process.stdout.readline())["galileo"]
        yield int(uri.removeprefix("galileo://127.0.0.1:").partition("/")[0])
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == 0
        assert process.stderr.read() == ""


@pytest.fixture
def port() -> Iterator[int]:
    """Of a demo robot that lets every token in."""
    with served() as port:
        yield port


def twist(linear_m_s: float, angular_rad_s: float) -> str:
    return json.dumps(
        {"linear": {"x": linear_m_s, "y": 0, "z": 0}, "angular": {"x": 0, "y": 0, "z": angular_rad_s}},
    )


def test_it_connects_and_reads_how_the_robot_is(sample: Path, port: int) -> None:
    with sample_client(sample, port, "galileo/status") as client:
        client.wait_for("open")
        status = json.loads(client.wait_for("text")["text"])

    assert 9 < status["power"] < 13
    assert status["chargeStatus"] == 0
    assert not [event for event in client.events if event["event"] == "close"]


def test_pings_and_pongs_keep_a_session_without_data_for_longer_than_either_waits(sample: Path, port: int) -> None:
    with sample_client(sample, port, "cmd_vel") as client:
        client.wait_for("open")
        # both sides take ten seconds of silence for the end
        with pytest.raises(pytest.fail.Exception, match="close"):
            client.wait_for("close", timeout_s=11.0)
        client.tell(frames=True)
        told = client.wait_for("frames")
    counts = told["counts"]

    assert told["connected"]
    # at 10 Hz each, on a machine that may be busy
    assert counts[str(int(Opcode.PING))] > 20
    assert counts[str(int(Opcode.PONG))] > 20


def test_it_drives_the_rover_and_stops_it(sample: Path, port: int) -> None:
    with sample_client(sample, port, "cmd_vel") as commands, sample_client(sample, port, "galileo/status") as status:
        commands.wait_for("open")
        status.wait_for("open")
        commands.tell(text=twist(0.3, 0.4))
        moving = status.wait_for_status("currentSpeedX", 0.3)
        commands.tell(text=twist(0.0, 0.0))
        status.wait_for_status("currentSpeedX", 0.0)
        standing = status.wait_for_status("currentSpeedTheta", 0.0)

    assert (moving["controlSpeedX"], moving["controlSpeedTheta"]) == (0.3, 0.4)
    assert (standing["controlSpeedX"], standing["controlSpeedTheta"]) == (0.0, 0.0)
    assert (standing["currentPosX"], standing["currentPosY"]) != (0.0, 0.0)


def test_pictures_come_in_parts_whose_index_it_takes_for_data(sample: Path, port: int) -> None:
    with sample_client(sample, port, "camera") as client:
        client.wait_for("open")
        sizes = [client.wait_for("bytes")["size"] for _ in range(60)]

    # an index, then at most as much as a fragment holds
    assert max(sizes) == INDEX_SIZE + FRAGMENT_SIZE
    # the rests of some pictures
    assert len([size for size in sizes if size < max(sizes)]) > 1


def test_stopped_it_says_so_and_the_robot_serves_the_next(sample: Path, port: int) -> None:
    with sample_client(sample, port, "galileo/status", may_complain=True) as first:
        first.wait_for("open")
        first.wait_for("text")
        first.tell(stop=True)
        first.wait_for("close")
    with sample_client(sample, port, "galileo/status") as second:
        second.wait_for("open")
        second.wait_for("text")


def test_the_end_of_the_robot_reaches_it(sample: Path) -> None:
    with ExitStack() as stack:
        robot = ExitStack()
        client = stack.enter_context(sample_client(sample, robot.enter_context(served()), "galileo/status"))
        with robot:
            client.wait_for("open")
        client.wait_for("close")


def test_only_the_right_token_is_let_in(sample: Path) -> None:
    with served("--galileo-token", TOKEN) as port:
        with sample_client(sample, port, "galileo/status", "wrong") as wrong:
            wrong.wait_for("close")
        with sample_client(sample, port, "galileo/status", TOKEN) as right:
            right.wait_for("open")
            right.wait_for("text")

    assert [event["event"] for event in wrong.events] == ["close"]
