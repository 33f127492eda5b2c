"""A whole connection to a broker: what it reads, what it says of an engine, and what bad ones do to it."""

from __future__ import annotations

import asyncio
import json
import struct
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from app.config.run_settings import Settings
from app.connections.nrp import base_connection, mqtt_connection, mqtt_link
from app.connections.nrp import publisher as publisher_module
from app.model.doctor import DoctorCheck
from app.model.schema import Role
from app.model.status import ConnectionState
from app.net.errors import LinkError
from app.wording.connections import LinkWording, NrpWording
from app.wording.doctor import NrpDoctorWording
from protocols.errors import LocalProtocolError
from protocols.nrp.wording import NrpWireWording
from protocols.sentence import code_of
from tests.fakes.nrp_broker import FAILURE, NOT_AUTHORIZED, PUBLISH, Broker, pack_message, publication
from tests.fakes.nrp_engine import HOST, block, camera, joint, link
from tests.fakes.nrp_station import BrokerStation
from tests.fakes.ports import free_port
from tests.fakes.station import stations
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says, tells

ROOT = Path(__file__).parents[4]
MakeStation = Callable[..., BrokerStation]
HINGE = "rover::hinge"
EYE = "rover::head::camera"


@pytest.fixture(autouse=True)
def impatience_with_brokers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mqtt_connection, "ASSESS_INTERVAL_S", 0.02)
    monkeypatch.setattr(mqtt_connection, "GATHER_S", 0.1)


@pytest.fixture
async def broker() -> AsyncIterator[Broker]:
    async with Broker() as broker:
        yield broker


@pytest.fixture
async def make_station() -> AsyncIterator[MakeStation]:
    async with stations(BrokerStation) as make:
        yield make


async def reading(make_station: MakeStation, broker: Broker, path: str = "/gazebo") -> BrokerStation:
    """A station whose connection reads."""
    station = make_station(broker.uri + path)
    await eventually(lambda: broker.links == 1, str(station.connection.status))
    await station.reach("connected")
    return station


def hinge(position: float = 0.5) -> bytes:
    return pack_message(HINGE, joint(position))


# what is read


async def test_topics_appear_as_they_come(broker: Broker, make_station: MakeStation) -> None:
    station = await reading(make_station, broker)
    assert broker.filters == ["gazebo/get/#"]

    broker.publish(f"gazebo/get/{HINGE}", hinge())
    broker.publish("gazebo/get/rover", pack_message("rover", link()))
    broker.publish(f"gazebo/get/{EYE}", pack_message(EYE, camera(2, 1, 3, b"abcdef")))
    infos = await station.connection.list_topics(TIMEOUT_S)

    assert [(info.name, info.type_name, info.publishers) for info in infos] == [
        (HINGE, "Joint", 1),
        ("rover", "Link", 1),
        (EYE, "Camera", 1),
    ]
    assert [topic.key.topic for topic in station.store.topics] == [HINGE, "rover", EYE]


async def test_what_is_wanted_is_delivered_and_nothing_else(broker: Broker, make_station: MakeStation) -> None:
    station = await reading(make_station, broker)
    station.want(HINGE, EYE)

    for position in range(3):
        broker.publish(f"gazebo/get/{HINGE}", hinge(float(position)))
        broker.publish("gazebo/get/rover", pack_message("rover", link()))
    broker.publish(f"gazebo/get/{EYE}", pack_message(EYE, camera(2, 1, 3, b"abcdef")))
    await station.get(HINGE, 3)
    await station.get(EYE)

    assert station.newest(HINGE) == {"position": 2.0, "velocity": 0.0, "effort": 0.0}
    assert station.topic("rover").messages == 0
    schema = station.topic(EYE).schema
    assert schema is not None
    assert Role.IMAGE in schema.roles()
    # they come by themselves: nothing is taken from the simulation
    assert station.alerts.current == ()


async def test_nothing_is_ever_published(broker: Broker, make_station: MakeStation) -> None:
    station = await reading(make_station, broker)
    station.want(HINGE)
    broker.publish(f"gazebo/get/{HINGE}", hinge())
    await station.get(HINGE)
    await station.connection.close()

    assert PUBLISH not in broker.received


async def test_engine_over_json_is_seen_like_one_over_grpc(broker: Broker, make_station: MakeStation) -> None:
    station = await reading(make_station, broker)
    station.want("rover", HINGE)

    data = {"pos": [1.0, 2.0, 0.25], "rot": [0.0, 0.0, 0.6], "lin_vel": [0.5, 0, 0], "ang_vel": [0, 0, 0.5]}
    broker.publish("gazebo/get/rover", json.dumps({"engine_name": "gazebo", "data": data}).encode())
    broker.publish(f"gazebo/get/{HINGE}", json.dumps({"data": {"position": 0.5, "velocity": 0, "effort": 0}}).encode())
    await station.get("rover")
    await station.get(HINGE)

    assert station.newest("rover")["rotation"] == pytest.approx([0, 0, 0.6, 0.8])
    assert station.newest("rover")["rotation_w_rebuilt"]
    assert station.newest(HINGE)["position"] == 0.5


async def test_all_engines_of_a_broker_are_read_where_none_is_named(broker: Broker, make_station: MakeStation) -> None:
    station = await reading(make_station, broker, "")
    station.want("b/rover")

    broker.publish(f"a/get/{HINGE}", hinge())
    broker.publish("b/get/rover", pack_message("rover", link(3.0)))
    await station.get("b/rover")

    assert station.newest("b/rover")["position"][0] == 3.0
    assert [topic.key.topic for topic in station.store.topics] == ["b/rover", f"a/{HINGE}"]


async def test_stream_of_a_data_transfer_engine_is_read(broker: Broker, make_station: MakeStation) -> None:
    stream = "lab/nrp_simulation/7/data"
    station = await reading(make_station, broker, f"/{stream}")
    station.want("rover")

    broker.publish(stream, b'[{"topic": "rover", "type": ""}]')
    broker.publish(f"{stream}/rover", b"reset")
    broker.publish(f"{stream}/rover", pack_message("rover", link(3.0)))
    await station.get("rover")

    assert broker.filters == [f"{stream}/#"]
    assert station.alerts.current == ()


async def test_large_picture_in_json_is_read_beside_the_loop_and_the_newest_wins(
    broker: Broker, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mqtt_connection, "LONG_BYTES", 100)
    station = await reading(make_station, broker)
    station.want(EYE)

    for shade in range(20):
        value = {"image_height": 8, "image_width": 8, "image_depth": 3, "image_data": [shade] * 192}
        broker.publish(f"gazebo/get/{EYE}", json.dumps({"data": value}).encode())
    await eventually(lambda: station.topic(EYE).messages + station.topic(EYE).dropped == 20)

    assert station.newest(EYE)["image_data"] == bytes([19]) * 192


# messages from before


async def test_kept_message_comes_when_that_is_wanted(broker: Broker, make_station: MakeStation) -> None:
    broker.retained = {f"gazebo/get/{HINGE}": hinge(0.25), "gazebo/get/other": hinge()}
    station = await reading(make_station, broker)
    await eventually(lambda: len(station.store.topics) == 2)

    # nobody says that an engine is there
    assert tells(station.connection.status.reason, NrpWording.NOTHING_CAME, who="gazebo")
    station.connection.set_wanted({HINGE: True, "other": False})
    await station.get(HINGE)
    assert station.newest(HINGE)["position"] == 0.25
    assert station.topic("other").messages == 0


async def test_kept_message_is_forgotten_when_a_newer_one_comes(broker: Broker, make_station: MakeStation) -> None:
    broker.retained = {f"gazebo/get/{HINGE}": hinge(0.25)}
    station = await reading(make_station, broker)
    await eventually(lambda: station.store.topics)
    broker.publish(f"gazebo/get/{HINGE}", hinge(0.5))
    broker.publish("gazebo/get/last", hinge())
    await eventually(lambda: len(station.store.topics) == 2)

    station.want(HINGE)
    broker.publish("gazebo/get/later", hinge())
    await eventually(lambda: len(station.store.topics) == 3)

    assert station.topic(HINGE).messages == 0


# commands


async def test_joint_is_commanded_by_its_topic_and_brought_to_a_stand(
    broker: Broker, make_station: MakeStation
) -> None:
    broker.greets_with = {f"gazebo/get/{HINGE}": hinge()}
    station = make_station(broker.uri + "/gazebo")
    connection = station.connection
    publisher = await connection.advertise(HINGE, "Joint", TIMEOUT_S)
    assert publisher.subscribers == ("gazebo",)
    publisher.set_final_message(publisher.encode({"velocity": 0.0}))
    publisher.publish({"velocity": 1.5})
    assert await publisher.drain(TIMEOUT_S)
    assert await publisher.close()

    nan = struct.pack("<f", float("nan"))
    moving, *zeros = broker.published
    assert moving == (
        f"gazebo/set/{HINGE}",
        block(1, block(1, HINGE.encode()) + block(2, b"Joint") + block(3, b"gazebo"))
        + block(
            2,
            block(1, b"type.googleapis.com/Gazebo.Joint")
            + block(2, b"\x0d" + nan + b"\x15" + struct.pack("<f", 1.5) + b"\x1d" + nan),
        ),
    )
    assert len(zeros) == 5
    assert all(b"\x0d" + nan + b"\x1d" + nan in payload for _, payload in zeros)


async def test_engine_of_many_is_commanded_by_its_name(broker: Broker, make_station: MakeStation) -> None:
    broker.greets_with = {f"b/get/{HINGE}": hinge()}
    station = make_station(broker.uri)
    publisher = await station.connection.advertise(f"b/{HINGE}", "Joint", TIMEOUT_S)
    publisher.publish({"position": 0.5})
    assert await publisher.close()

    assert [topic for topic, _ in broker.published] == [f"b/set/{HINGE}"]


@pytest.mark.parametrize(
    ("path", "name", "kind", "reason"),
    [
        ("/gazebo", "rover", "Joint", NrpWording.NO_SUCH_JOINT(engine="gazebo", topic="rover")),
        ("/gazebo", "lost", "Joint", NrpWording.NO_SUCH_JOINT(engine="gazebo", topic="lost")),
        ("/gazebo", "rover::text", "Joint", NrpWording.ENGINE_TAKES_NO_JSON(engine="gazebo")),
        ("/gazebo", HINGE, "Link", NrpWording.TYPE_NOT_TAKEN(type_name="Link")),
        # the protocol refuses the name
        ("/gazebo", "a/+", "Joint", NrpWireWording.NOT_COMMANDABLE(pack="a/+")),
        ("", HINGE, "Joint", NrpWireWording.NOT_COMMANDABLE(pack=HINGE)),
        ("/nrp_simulation/7/data", HINGE, "Joint", NrpWireWording.NOT_COMMANDABLE(pack=HINGE)),
    ],
)
async def test_what_cannot_be_commanded_is_told(
    broker: Broker, make_station: MakeStation, path: str, name: str, kind: str, reason: str
) -> None:
    broker.greets_with = {
        f"gazebo/get/{HINGE}": hinge(),
        "gazebo/get/rover": pack_message("rover", link()),
        "gazebo/get/rover::text": json.dumps({"data": {"position": 0, "velocity": 0, "effort": 0}}).encode(),
    }
    station = make_station(broker.uri + path)

    with pytest.raises(LocalProtocolError) as caught:
        await station.connection.advertise(name, kind, TIMEOUT_S)
    assert caught.value.reason == reason
    assert code_of(caught.value.reason) is code_of(reason)
    assert broker.published == []


async def test_stop_that_the_broker_does_not_confirm_is_said_to_be_unknown(
    broker: Broker, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher_module, "MQTT_FINAL_TIMEOUT_S", 0.3)
    broker.greets_with = {f"gazebo/get/{HINGE}": hinge()}
    broker.confirms = False
    station = make_station(broker.uri + "/gazebo")
    publisher = await station.connection.advertise(HINGE, "Joint", TIMEOUT_S)
    publisher.set_final_message(publisher.encode({"velocity": 0.0}))
    publisher.publish({"velocity": 1.5})

    assert not await publisher.close()


async def test_stop_is_said_on_the_next_link_when_one_breaks(broker: Broker, make_station: MakeStation) -> None:
    broker.greets_with = {f"gazebo/get/{HINGE}": hinge()}
    station = make_station(broker.uri + "/gazebo")
    publisher = await station.connection.advertise(HINGE, "Joint", TIMEOUT_S)
    publisher.set_final_message(publisher.encode({"velocity": 0.0}))
    publisher.publish({"velocity": 1.5})
    await publisher.drain(TIMEOUT_S)
    await broker.stop()
    await station.reach("lost")
    publisher.publish({"velocity": 2.0})
    closing = asyncio.get_running_loop().create_task(station.connection.close())
    await asyncio.sleep(0.1)
    broker.published.clear()
    await broker.start()
    await closing

    # the motion of before is not among them
    assert len(broker.published) == 5
    assert len({payload for _, payload in broker.published}) == 1
    assert await publisher.close()


# what is said of the engine


async def test_broker_without_the_engine_is_said_to_be_so(broker: Broker, make_station: MakeStation) -> None:
    station = await reading(make_station, broker)

    assert tells(station.connection.status.reason, NrpWording.NOTHING_CAME, who="gazebo")
    assert tells(station.connection.status.tip, NrpWording.NOTHING_CAME_TIP)
    with pytest.raises(LinkError, check=says(NrpWording.NOTHING_CAME, who="gazebo")):
        await station.connection.list_topics(0.05)


async def test_engine_that_falls_silent_is_stale_until_it_publishes_again(
    broker: Broker, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    station = await reading(make_station, broker)
    broker.publish(f"gazebo/get/{HINGE}", hinge())
    await eventually(lambda: station.connection.status.reason == NrpWording.ENGINE(engine="gazebo", wire="MQTT"))

    monkeypatch.setattr(base_connection, "STILL_S", 0.1)
    await station.reach("stale")
    assert tells(station.connection.status.reason, NrpWording.NOTHING_COMES, who="gazebo")

    broker.publish(f"gazebo/get/{HINGE}", hinge())
    await station.reach("connected")


async def test_broker_that_is_started_again_is_read_again(broker: Broker, make_station: MakeStation) -> None:
    station = await reading(make_station, broker)
    station.want(HINGE)
    broker.publish(f"gazebo/get/{HINGE}", hinge())
    await station.get(HINGE)

    await broker.stop()
    await station.reach("lost")
    await asyncio.sleep(0.1)
    await broker.start()
    await eventually(lambda: broker.links == 1)
    broker.publish(f"gazebo/get/{HINGE}", hinge(0.75))
    await station.get(HINGE, 2)

    assert station.newest(HINGE)["position"] == 0.75


async def test_broker_that_is_cut_off_is_missed(
    broker: Broker, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mqtt_link, "KEEPALIVE_S", 1)
    broker.answers_pings = False
    station = await reading(make_station, broker)
    await station.reach("lost")

    assert station.connection.status.reason


# brokers and publishers that are bad


async def test_publisher_of_rubbish_spoils_no_other(broker: Broker, make_station: MakeStation) -> None:
    station = await reading(make_station, broker)
    station.want("bad", HINGE)

    broker.publish("gazebo/get/bad", b"\xff\xfe rubbish")
    broker.publish("gazebo/get/a,b", hinge())
    broker.publish("gazebo/get/" + "x" * 5000, hinge())
    broker.publish(f"gazebo/get/{HINGE}", hinge())
    await station.get(HINGE)

    alert = station.alert("pack bad")
    assert alert is not None
    assert "neither JSON nor" in alert.text
    assert station.alert("strange") is not None
    assert station.topic("bad").messages == 0

    broker.publish("gazebo/get/bad", hinge())
    await station.get("bad")
    assert station.alert("pack bad") is None
    await eventually(lambda: station.connection.quality is not None)
    assert station.connection.quality is not None
    assert station.connection.quality.counts.strange == 2


async def test_topics_are_bounded_and_those_left_out_are_told(
    broker: Broker, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mqtt_connection, "MAX_TOPICS", 3)
    station = await reading(make_station, broker)
    for index in range(10):
        broker.publish(f"gazebo/get/{index}", hinge())
    await eventually(lambda: station.connection.quality is not None)

    assert len(station.store.topics) == 3
    assert station.alert("packs") is not None
    assert station.connection.quality is not None
    assert station.connection.quality.counts.dropped == 7


async def test_message_that_is_too_long_is_not_taken_into_memory(broker: Broker, make_station: MakeStation) -> None:
    station = make_station(broker.uri + "/gazebo", settings=Settings(frame_limit_bytes=64 * 1024))
    await eventually(lambda: broker.links == 1)

    broker.send(publication(b"gazebo/get/big", b"x" * 300_000)[:2000])
    await station.reach("refused")

    assert tells(station.connection.status.reason, NrpWording.MESSAGE_TOO_LONG, limit_bytes=64 * 1024)
    await eventually(lambda: broker.links == 1)


async def test_name_that_no_pack_can_have_is_told_when_it_is_wanted(broker: Broker, make_station: MakeStation) -> None:
    station = await reading(make_station, broker)
    station.want("a,b")
    assert station.alert("name a,b") is not None

    station.want("fine")
    assert station.alert("name a,b") is None
    assert station.topic("fine").live
    station.want()
    assert not station.store.topics


@pytest.mark.parametrize(
    ("sent", "state"),
    [
        # TLS says that it does not understand
        (b"\x15\x03\x01\x00\x02\x02\x46", "refused"),
        (b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", "refused"),
        (b"\x20", "refused"),
        (b"\x20\xff\xff\xff\xff\xff", "refused"),
        (b"\x20\xff\xff\xff\x7f" + b"x" * 100, "refused"),
        (b"\x20\x00", "refused"),
        (b"\x00" * 64, "refused"),
    ],
)
async def test_what_is_no_broker_is_refused(broker: Broker, make_station: MakeStation, sent: bytes, state: str) -> None:
    broker.greeting = sent
    station = make_station(broker.uri + "/gazebo")

    await eventually(lambda: station.connection.status.failed)
    assert station.state == state, station.connection.status
    broker.greeting = b""
    await station.reach("connected")


@pytest.mark.parametrize(
    "sent",
    [
        publication(b"gazebo/get/\xff\xfe", hinge()),
        publication(b"gazebo/get/#", hinge()),
        b"\x30\x02\x00\xff",
        b"\xf0\x00",
        b"\x90\x03\x00\x99\x00",
    ],
)
async def test_broker_that_breaks_the_rules_later_is_left_and_tried_again(
    broker: Broker, make_station: MakeStation, sent: bytes
) -> None:
    station = await reading(make_station, broker)
    station.want(HINGE)
    broker.send(sent)
    await asyncio.sleep(0.1)
    await eventually(lambda: broker.links == 1)
    broker.publish(f"gazebo/get/{HINGE}", hinge())

    await station.get(HINGE)


async def test_broker_that_asks_for_a_password_says_so(broker: Broker, make_station: MakeStation) -> None:
    broker.connack = NOT_AUTHORIZED
    station = make_station(broker.uri + "/gazebo")

    await station.reach("refused")
    assert tells(station.connection.status.reason, NrpWording.TURNED_AWAY, reason="Not authorized")
    assert tells(station.connection.status.tip, NrpWording.BROKER_UNFIT_TIP)


async def test_broker_that_lets_nobody_read_says_so(broker: Broker, make_station: MakeStation) -> None:
    broker.suback = FAILURE
    station = make_station(broker.uri + "/gazebo")

    await station.reach("refused")
    assert tells(station.connection.status.reason, NrpWording.TOPICS_FORBIDDEN, topics="gazebo/get/#")


async def test_broker_that_hangs_is_said_to_be_silent(broker: Broker, make_station: MakeStation) -> None:
    broker.connack = None
    station = make_station(broker.uri + "/gazebo", settings=Settings(connect_timeout_s=0.1))

    await eventually(lambda: station.connection.status.failed)
    assert tells(station.connection.status.reason, NrpWording.NO_GREETING, timeout_s=0.1)
    assert station.state == "connecting"


async def test_broker_that_is_not_there_is_told(make_station: MakeStation) -> None:
    port = free_port()
    station = make_station(f"nrp+mqtt://{HOST}:{port}/gazebo")

    await eventually(lambda: station.connection.status.failed)
    assert tells(station.connection.status.reason, LinkWording.NOTHING_LISTENS, host=HOST, port=port)


async def test_connection_can_be_closed_whatever_it_is_doing(broker: Broker, make_station: MakeStation) -> None:
    for pause_s in (0.0, 0.001, 0.003, 0.006, 0.01, 0.03, 0.1):
        station = make_station(broker.uri + "/gazebo")
        await asyncio.sleep(pause_s)
        await station.connection.close()
        assert station.connection.status.state is ConnectionState.CLOSED
    await eventually(lambda: broker.links == 0)


# what the doctor says


async def findings_of(station: BrokerStation) -> list[DoctorCheck]:
    findings: list[DoctorCheck] = []
    await station.connection.run_doctor(findings.append)
    return findings


async def test_doctor_tells_broker_engine_and_each_pack(broker: Broker, make_station: MakeStation) -> None:
    station = await reading(make_station, broker)
    broker.publish(f"gazebo/get/{HINGE}", hinge())
    broker.publish("gazebo/get/bad", b"rubbish")

    findings = await findings_of(station)

    assert [(finding.check, finding.ok) for finding in findings] == [
        ("broker", True),
        ("engine", True),
        ("packs", True),
        ("packs", False),
    ]
    assert tells(findings[2].text, NrpDoctorWording.PACK_TYPE, pack=HINGE, type_name="Joint")


async def test_doctor_names_the_engines_that_publish(broker: Broker, make_station: MakeStation) -> None:
    station = await reading(make_station, broker, "")
    for engine in ("b", "a"):
        broker.publish(f"{engine}/get/{HINGE}", hinge())

    assert tells((await findings_of(station))[1].text, NrpDoctorWording.ENGINES, names="a, b")


# what it costs those who have no broker


def test_library_is_loaded_with_the_first_connection_alone() -> None:
    code = (
        "import sys, app.session.session, app.connections.nrp\n"
        "print([name for name in ('aiomqtt', 'paho', 'grpc', 'aiohttp') if name in sys.modules])\n"
        "import app.connections.nrp.mqtt_link\n"
        "print([name for name in ('aiomqtt', 'paho', 'grpc', 'aiohttp') if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT)

    assert said.stdout.splitlines() == ["[]", "['aiomqtt', 'paho']"]


async def test_library_that_is_missing_is_said(
    broker: Broker, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "app.connections.nrp.mqtt_link", None)
    station = make_station(broker.uri + "/gazebo")

    await eventually(lambda: station.connection.status.failed)
    assert tells(station.connection.status.reason, NrpWording.LIBRARY_MISSING, wire="MQTT")
