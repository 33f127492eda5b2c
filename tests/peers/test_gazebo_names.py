"""A real gzserver whose world, models and sensors are called as nobody would call them who writes programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.driving import driving
from tests.fakes.waiting import eventually
from tests.peers.gazebo_server import WORLD, GazeboServer, running_gazebo, teledeck
from tests.peers.gazebo_track import tracked

pytestmark = pytest.mark.timeout(240)

LAB = "/gazebo/my lab"
CONE_IMU = f"{LAB}/Construction Cone/the link/imu/imu"
# a sensor without a topic of its own publishes on the empty name, a tag for radio on that of nobody
CONE = """<model name="Construction Cone"><static>true</static><pose>0 5 0 0 0 0</pose><link name="the link">
<sensor name="imu" type="imu"><always_on>1</always_on><update_rate>50</update_rate></sensor>
<sensor name="altimeter" type="altimeter"><always_on>1</always_on><update_rate>20</update_rate><altimeter/></sensor>
<sensor name="tag" type="rfidtag"><always_on>1</always_on><update_rate>20</update_rate></sensor>
</link></model></world>"""


@pytest.fixture(scope="module")
def gazebo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GazeboServer]:
    text = WORLD.read_text("utf-8").replace('<world name="default">', '<world name="my lab">')
    assert "my lab" in text
    # within the root that the server sees as its own
    world = tmp_path_factory.mktemp("worlds") / "my lab.world"
    world.write_text(text.replace("</world>", CONE), "utf-8")
    with running_gazebo(world=Path(world)) as server:
        yield server


def is_paused(gazebo: GazeboServer) -> bool:
    """What the world says of itself; the first message may be from before."""
    line = teledeck("echo", gazebo.uri, "~/world_stats", "-n", "5", "--json").splitlines()[-1]
    return bool(json.loads(line)["value"]["paused"])


@pytest.mark.parametrize(
    "topic", [f"{LAB}/world_stats", "~/world_stats", CONE_IMU, "~/Construction Cone/the link/imu/imu"]
)
def test_a_topic_with_spaces_in_its_name_is_printed(gazebo: GazeboServer, topic: str) -> None:
    (line,) = teledeck("echo", gazebo.uri, topic, "-n", "1", "--json").splitlines()

    assert json.loads(line)["topic"] == topic.replace("~", LAB)


def test_all_that_gz_lists_is_listed_and_what_it_publishes_without_a_name_is_printed(gazebo: GazeboServer) -> None:
    infos = [json.loads(line) for line in teledeck("topics", gazebo.uri, "--json").splitlines()]
    names = {info["topic"] for info in infos}
    assert names == set(gazebo.ask_gz("topic", "-l").splitlines()) | {""}
    assert {"", CONE_IMU, f"{LAB}/rover/vel_cmd"} <= names

    (line,) = teledeck("echo", gazebo.uri, "", "-n", "1", "--json").splitlines()
    assert json.loads(line)["topic"] == ""
    assert "(empty name)" in teledeck("topics", gazebo.uri)


def test_a_rate_of_a_topic_without_a_name_is_measured(gazebo: GazeboServer) -> None:
    result = json.loads(teledeck("hz", gazebo.uri, "", "--seconds", "3", "--json"))

    assert result["rate_hz"] > 5


def test_a_message_to_a_world_with_a_space_in_its_name_arrives(gazebo: GazeboServer) -> None:
    teledeck("pub", gazebo.uri, "~/world_control", "gazebo.msgs.WorldControl", '{"pause": true}')
    assert is_paused(gazebo)

    teledeck("pub", gazebo.uri, f"{LAB}/world_control", "gazebo.msgs.WorldControl", '{"pause": false}')
    assert not is_paused(gazebo)


async def test_a_rover_in_such_a_world_is_driven(gazebo: GazeboServer, tmp_path: Path) -> None:
    with tracked(gazebo) as track:
        before = track.now
        async with driving(gazebo.uri, tmp_path) as drive:
            await drive.arm()
            drive.feed(lambda: {"v": 0.3, "w": 0.0, "hold": True})
            await eventually(lambda: track.now.way_m(before) > 0.05, f"motion, not {drive.state}")


def test_the_doctor_finds_nothing_wrong(gazebo: GazeboServer) -> None:
    findings = [json.loads(line) for line in teledeck("doctor", gazebo.uri, "--json").splitlines()]

    assert [finding["text"] for finding in findings if not finding["ok"]] == []
    assert findings[-1]["check"] == "way back"
    assert "world “my lab”" in "".join(finding["text"] for finding in findings)
