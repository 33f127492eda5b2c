"""What engines publish to a real broker, by its own tools, as the commands and a connection show it."""

from __future__ import annotations

import asyncio
import itertools
import json
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from app.config.run_settings import Settings
from app.wording.connections import NrpWording
from tests.fakes.command import Command, run_command
from tests.fakes.nrp_broker import pack_message
from tests.fakes.nrp_engine import HOST, camera, joint, link
from tests.fakes.nrp_station import BrokerStation
from tests.fakes.waiting import eventually
from tests.peers.mosquitto import Mosquitto, program
from tests.tools.sentences import shows, tells

HINGE = "rover::left_hinge"
EYE = "rover::head::camera"
PACKS = {
    f"gazebo/get/{HINGE}": pack_message(HINGE, joint(0.5, 0.0, -2.0)),
    "gazebo/get/rover": pack_message("rover", link(1.5, 0.6, 0.8)),
    f"gazebo/get/{EYE}": pack_message(EYE, camera(2, 1, 3, b"abcdef")),
    "python/get/arm::wrist": json.dumps({"data": {"position": 0.25, "velocity": 0, "effort": 0}}).encode(),
}


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    broker = Mosquitto(tmp_path)
    broker.start()
    yield broker
    broker.stop()


@asynccontextmanager
async def publishing(broker: Mosquitto) -> AsyncIterator[None]:
    """Engines that publish one DataPack after the other, all the time."""

    async def publish() -> None:
        for topic, payload in itertools.cycle(PACKS.items()):
            await asyncio.to_thread(broker.publish, topic, payload)

    task = asyncio.get_running_loop().create_task(publish())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def reading(broker: Mosquitto, path: str, *names: str) -> AsyncIterator[BrokerStation]:
    """A connection that reads."""
    station = BrokerStation(f"{broker.uri}/{path}", Settings())
    station.connection.start()
    station.want(*names)
    try:
        await station.reach("connected")
        yield station
    finally:
        await station.connection.close()


async def test_topics_are_those_that_are_published(broker: Mosquitto) -> None:
    async with publishing(broker):
        outcome = await run_command("topics", f"{broker.uri}/gazebo", "--json")

    assert outcome.code == 0, outcome.err
    assert sorted((line["topic"], line["type"]) for line in outcome.lines) == [
        ("rover", "Link"),
        (EYE, "Camera"),
        (HINGE, "Joint"),
    ]


async def test_echo_prints_what_engines_over_grpc_and_json_publish(broker: Mosquitto) -> None:
    async with publishing(broker):
        outcome = await run_command("echo", f"{broker.uri}/gazebo", HINGE, "--json", "-n", "1")
        over_json = await run_command("echo", broker.uri, "python/arm::wrist", "--json", "-n", "2")

    assert outcome.code == 0, outcome.err
    assert outcome.lines[0]["value"] == {"position": 0.5, "velocity": 0.0, "effort": -2.0}
    assert [line["value"]["position"] for line in over_json.lines] == [0.25, 0.25]


async def test_hz_counts_what_comes(broker: Mosquitto) -> None:
    async with publishing(broker):
        outcome = await run_command("hz", f"{broker.uri}/gazebo", "rover", "--seconds", "1", "--json")

    assert outcome.code == 0, outcome.err
    assert outcome.lines[0]["rate_hz"] > 1


async def test_doctor_tells_what_is_published(broker: Mosquitto) -> None:
    async with publishing(broker):
        outcome = await run_command("doctor", broker.uri)

    assert outcome.code == 0, outcome.out + outcome.err
    assert f"“gazebo/{EYE}” is a Camera" in outcome.out
    assert "gazebo, python" in outcome.out


async def test_doctor_tells_that_nothing_is_published(broker: Mosquitto) -> None:
    outcome = await run_command("doctor", f"{broker.uri}/gazebo")

    assert outcome.code == 1
    assert shows(outcome.out, NrpWording.NOTHING_CAME, who="gazebo")


async def test_broker_that_is_started_again_is_read_within_3_s(broker: Mosquitto) -> None:
    async with reading(broker, "gazebo", "rover") as station:
        broker.publish("gazebo/get/rover", PACKS["gazebo/get/rover"])
        await station.get("rover")

        broker.stop()
        await station.reach("lost")
        await asyncio.sleep(1.0)
        began = time.monotonic()
        broker.start()
        await station.reach("connected")
        took_s = time.monotonic() - began
        broker.publish("gazebo/get/rover", PACKS["gazebo/get/rover"])
        await station.get("rover", 2)

    assert took_s < 3.0


async def test_message_that_the_broker_kept_is_shown(broker: Mosquitto) -> None:
    broker.publish("gazebo/get/rover", PACKS["gazebo/get/rover"], "-r")
    async with reading(broker, "gazebo", "rover") as station:
        await station.get("rover")

        assert station.newest("rover")["position"] == [1.5, 2.0, 0.25]
        assert tells(station.connection.status.reason, NrpWording.NOTHING_CAME, who="gazebo")


async def test_broker_that_wants_a_password_turns_us_away(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path, "allow_anonymous false")
    broker.start()
    try:
        station = BrokerStation(f"{broker.uri}/gazebo")
        station.connection.start()
        await station.reach("refused")
        assert "Not authorized" in station.connection.status.reason
        await station.connection.close()
    finally:
        broker.stop()


async def test_long_pictures_and_messages_over_the_limit(broker: Mosquitto) -> None:
    picture = bytes(1920 * 1080 * 3)
    async with reading(broker, "gazebo", EYE) as station:
        broker.publish(f"gazebo/get/{EYE}", pack_message(EYE, camera(1920, 1080, 3, picture)))
        await station.get(EYE)
        assert station.newest(EYE)["image_data"] == picture

        broker.publish("gazebo/get/monster", bytes(65 * 1024 * 1024))
        await station.reach("refused")
        assert tells(station.connection.status.reason, NrpWording.MESSAGE_TOO_LONG)
        await station.reach("connected")


async def test_goodbye_is_said(broker: Mosquitto) -> None:
    async with reading(broker, "gazebo"):
        pass
    await eventually(lambda: "disconnected." in broker.log, broker.log)

    assert f"{HOST}" in broker.log
    assert "protocol error" not in broker.log


async def test_command_to_a_joint_arrives_at_who_subscribes_to_it(broker: Mosquitto) -> None:
    options = (
        "-h",
        HOST,
        "-p",
        str(broker.port),
        "-t",
        "gazebo/set/#",
        "-F",
        "%t %x",
        "-q",
        "1",
        "-C",
        "6",
        "-W",
        "60",
    )
    listener = await asyncio.create_subprocess_exec(program("mosquitto_sub"), *options, stdout=asyncio.subprocess.PIPE)
    await eventually(lambda: "gazebo/set/#" in broker.log)
    async with publishing(broker):
        outcome = await run_command("pub", f"{broker.uri}/gazebo", HINGE, "Joint", '{"velocity": 1.5}', "-n", "1")
    heard, _ = await listener.communicate()

    assert outcome.code == 0, outcome.err
    moving, *zeros = heard.decode().splitlines()
    assert moving.startswith(f"gazebo/set/{HINGE} ")
    # NaN, 1.5, NaN; then NaN, nothing, NaN
    assert "0d0000c07f150000c03f1d0000c07f" in moving
    assert len(zeros) == 5
    assert all("0d0000c07f1d0000c07f" in zero for zero in zeros)


async def test_demo_robot_is_read_and_commanded_by_a_broker(broker: Mosquitto) -> None:
    demo = await Command.start("demo", "--serve", "--json", "--broker", f"{HOST}:{broker.port}")
    try:
        uris = json.loads(await demo.line())
        topics = await run_command("topics", uris["nrp+mqtt"], "--json")
        pub = await run_command("pub", uris["nrp+mqtt"], "rover::antenna_hinge", "Joint", '{"position": 1.0}')
        await asyncio.sleep(1.5)
        turned = await run_command("echo", uris["nrp+mqtt"], "rover::antenna_hinge", "--json", "-n", "1")
        pose = await run_command("echo", uris["nrp+mqtt"], "rover::chassis", "--json", "-n", "1")
        same = await run_command("echo", uris["nrp+grpc"], "rover::chassis", "--json", "-n", "1")
    finally:
        await demo.end(signal.SIGTERM)

    assert len(topics.lines) == 6
    assert pub.code == 0, pub.err
    assert turned.lines[0]["value"]["position"] == pytest.approx(1.0, abs=0.05)
    assert pose.lines[0]["value"]["position"] == pytest.approx(same.lines[0]["value"]["position"], abs=1e-6)
