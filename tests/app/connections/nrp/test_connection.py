"""A whole connection to engines of both wires: what it reads and asks, and what bad engines do to it."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import grpc
import pytest

from app.config.run_settings import Settings
from app.connections.nrp import base_connection
from app.connections.nrp import connection as connection_module
from app.model.messages.values import Pose, RawImage, Twist
from app.model.schema import Role
from app.model.topics import TopicKey
from app.net.errors import LinkError
from app.net.tasks import TaskPool
from app.wording.connections import LinkWording, NrpWording
from protocols.errors import LocalProtocolError
from protocols.nrp import poll_schedule
from protocols.sentence import code_of
from tests.app.connections.nrp.conftest import Engine, MakeStation
from tests.fakes.nrp_engine import HOST, GrpcEngine, JsonEngine, camera, joint, link
from tests.fakes.nrp_station import NrpStation
from tests.fakes.ports import free_port
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says, tells

ROOT = Path(__file__).parents[4]
READING = {"/EngineGrpc.EngineGrpcService/getDataPacks", "/get_datapacks"}
IMAGE = bytes(range(24))


# what is read


async def test_names_are_listed_with_their_types(engine: Engine, make_station: MakeStation) -> None:
    engine.packs = {"rover::chassis": link(), "rover::hinge": joint()}
    station = make_station(engine, "?packs=rover::chassis,rover::hinge,rover::head::camera,lost")

    infos = await station.connection.list_topics(TIMEOUT_S)

    assert [(info.name, info.type_name, info.publishers) for info in infos] == [
        ("rover::chassis", "Link", 1),
        ("rover::hinge", "Joint", 1),
        ("rover::head::camera", "Camera", None),
        ("lost", "", 0),
    ]
    assert station.state == "connected"
    assert station.connection.sends_only_changes
    assert "gazebo" in station.connection.description


async def test_long_name_of_an_engine_is_cut(json_engine: JsonEngine, make_station: MakeStation) -> None:
    name = "x\n" + "y" * 100_000
    pack = {"engine_name": name, "data": {"position": 0.0, "velocity": 0.0, "effort": 0.0}}
    json_engine.bodies[("a",)] = json.dumps({"a": pack}).encode()
    station = make_station(json_engine, "?packs=a")
    await station.connection.list_topics(TIMEOUT_S)

    description = station.connection.description
    assert "engine x" in description
    assert description.isprintable()
    assert len(description) < 200


async def test_engine_of_which_nothing_is_named_is_said_to_need_names(
    engine: Engine, make_station: MakeStation
) -> None:
    engine.packs = {"a": joint(1.0)}
    station = make_station(engine)
    await station.reach("connected")

    with pytest.raises(LocalProtocolError, check=says(NrpWording.NO_PACK_NAMED)):
        await station.connection.list_topics(TIMEOUT_S)
    alert = station.alert("names")
    assert alert is not None
    assert tells(alert.tip, NrpWording.NO_PACK_NAMED_TIP)

    station.want("a")
    assert station.alert("names") is None


async def test_names_may_be_added_and_taken_away(engine: Engine, make_station: MakeStation) -> None:
    engine.packs = {"a": joint(1.0), "b": joint(2.0)}
    station = make_station(engine, "?packs=a,lost")
    connection = station.connection
    assert (connection.id, connection.named) == (engine.uri, ("a", "lost"))
    assert connection.address == f"{engine.uri}?packs=a,lost"
    await connection.list_topics(TIMEOUT_S)
    assert station.alert("pack lost") is not None

    connection.set_named(connection.check_named(["a", " b ", "b"]))

    assert connection.address == f"{engine.uri}?packs=a,b"
    assert station.alert("pack lost") is None
    await eventually(lambda: station.topic("b").info.publishers == 1, "the new name")
    assert station.connection.named == ("a", "b")
    for names in (["a,b"], [""], [f"n{number}" for number in range(300)]):
        with pytest.raises(LocalProtocolError):
            connection.check_named(names)


async def test_what_is_said_of_names_is_in_the_list(engine: Engine, make_station: MakeStation) -> None:
    engine.packs = {"a": joint(1.0)}
    station = make_station(engine, "?packs=a,lost,rover::head::camera")
    a, lost, eye = await station.connection.list_topics(TIMEOUT_S)

    assert all(info.on_change for info in (a, lost, eye))
    assert (a.fault, a.cost, eye.fault, lost.cost) == ("", "", "", "")
    assert "lost" in lost.fault or "no DataPack" in lost.fault
    assert eye.cost == NrpWording.FRAME_COST()


async def test_names_have_rates_of_their_own(engine: Engine, make_station: MakeStation) -> None:
    engine.packs = {"a": joint(1.0), "b": joint(2.0)}
    station = make_station(engine, "?packs=a,b&rate=50")
    connection = station.connection
    rate = connection.poll_rate_of("a")
    assert (rate.rate_hz, rate.default_hz, rate.lowest_hz, rate.highest_hz) == (50.0, 50.0, 1.0, 200.0)
    connection.set_poll_rate("a", 1.0)
    assert connection.poll_rate_of("a").rate_hz == 1.0
    assert connection.poll_rate_of("b").rate_hz == 50.0
    station.want("a", "b")

    await eventually(lambda: engine.count("b") >= 10, "ten questions for one name")
    assert engine.count("a", "b") * 4 < engine.count("b")

    connection.set_poll_rate("a", None)
    assert connection.poll_rate_of("a").rate_hz == 50.0
    for bad in (0.0, 0.5, 201.0, float("nan"), float("inf")):
        with pytest.raises(LocalProtocolError):
            connection.set_poll_rate("a", bad)
    with pytest.raises(LocalProtocolError):
        connection.set_poll_rate("", 5.0)


async def test_link_has_the_same_fields_and_units_on_both_wires(engine: Engine, make_station: MakeStation) -> None:
    engine.packs = {"rover": link(1.5, 0.6, 0.8, 0.5)}
    station = make_station(engine)
    station.want("rover")
    await station.get("rover")

    values = station.newest("rover")
    values.pop("rotation_w_rebuilt", None)
    assert values == {
        "position": [1.5, 2.0, 0.25],
        "rotation": pytest.approx([0.0, 0.0, 0.6, 0.8], abs=1e-6),
        "linear_velocity": [0.5, 0.0, 0.0],
        "angular_velocity": [0.0, 0.0, 0.5],
    }
    message = station.topic("rover").newest
    assert message is not None
    assert message.schema is not None
    pose = message.schema.read(Role.POSE, message.payload)
    assert isinstance(pose, Pose)
    assert pose.transform.translation_m == (1.5, 2.0, 0.25)
    assert isinstance(message.schema.read(Role.TWIST, message.payload), Twist)


async def test_only_json_rebuilds_the_w_of_a_rotation(engine: Engine, make_station: MakeStation) -> None:
    engine.packs = {"rover": link()}
    station = make_station(engine)
    station.want("rover")
    await station.get("rover")

    assert ("rotation_w_rebuilt" in station.newest("rover")) is isinstance(engine, JsonEngine)


async def test_joint_at_rest_has_its_zeros(engine: Engine, make_station: MakeStation) -> None:
    engine.packs = {"rover::hinge": joint()}
    station = make_station(engine)
    station.want("rover::hinge")
    await station.get("rover::hinge")

    assert station.newest("rover::hinge") == {"position": 0.0, "velocity": 0.0, "effort": 0.0}


async def test_unknown_name_is_shown_with_the_words_of_the_engine_and_fails_no_other(
    engine: Engine, make_station: MakeStation
) -> None:
    engine.packs = {"rover::hinge": joint()}
    station = make_station(engine, "?packs=lost")
    station.want("rover::hinge", "lost", "gone")
    await station.get("rover::hinge")
    await eventually(lambda: station.alert("pack gone") and station.alert("pack lost"))

    alert = station.alert("pack lost")
    assert alert is not None
    words = {"nrp+grpc": "DataPack lost is not registered in engine gazebo", "nrp+json": "null"}[engine.scheme]
    assert words in alert.text
    assert tells(alert.tip, NrpWording.ASKED_AGAIN_TIP, interval_s=5.0)
    engine.packs["rover::hinge"] = joint(0.5)
    await station.get("rover::hinge", 2)
    assert station.state == "connected"


async def test_name_that_appears_later_is_found(
    engine: Engine, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(poll_schedule, "ASK_AGAIN_S", 0.1)
    station = make_station(engine)
    station.want("late")
    await eventually(lambda: station.alert("pack late"))

    engine.packs["late"] = joint(1.0)

    await station.get("late")
    assert station.alert("pack late") is None
    assert station.topic("late").info.publishers == 1


async def test_good_names_go_together(engine: Engine, make_station: MakeStation) -> None:
    engine.packs = {"a": joint(), "b": joint()}
    station = make_station(engine, "?rate=100")
    station.want("a", "lost", "b")

    await eventually(lambda: engine.count("a", "b") >= 3)

    assert engine.count("lost") == 1
    assert all(len(names) <= 1 or "lost" not in names for _, names in engine.calls)


async def test_what_nobody_wants_is_asked_for_once(engine: Engine, make_station: MakeStation) -> None:
    engine.packs = {"a": joint(), "b": joint()}
    station = make_station(engine, "?packs=a,b&rate=100")
    await station.connection.list_topics(TIMEOUT_S)
    station.want("a")
    await eventually(lambda: engine.count("a") >= 10)

    assert engine.count("b") == 1
    assert station.topic("b").messages == 0
    assert station.topic("a").live
    assert not station.topic("b").live


async def test_camera_is_listed_and_its_frames_are_left_to_the_simulation_until_it_is_wanted(
    engine: Engine, make_station: MakeStation
) -> None:
    eye = "rover::head::camera"
    engine.packs = {eye: camera(4, 2, 3, IMAGE), "rover::hinge": joint()}
    station = make_station(engine, f"?packs={eye},rover::hinge&rate=100")
    station.want("rover::hinge")
    await eventually(lambda: engine.count("rover::hinge") >= 10)

    assert engine.packs[eye] is not None
    assert station.alert("cameras") is None
    schema = station.topic(eye).schema
    assert schema is not None
    assert schema.roles() == {Role.IMAGE}

    station.want("rover::hinge", eye)
    await station.get(eye)
    message = station.topic(eye).newest
    assert message is not None
    picture = schema.read(Role.IMAGE, message.payload)
    assert isinstance(picture, RawImage)
    assert (picture.width, picture.height, bytes(picture.pixels)) == (4, 2, IMAGE)
    alert = station.alert("cameras")
    assert alert is not None
    assert tells(alert.text, NrpWording.FRAMES_TAKEN_AWAY, packs="rover::head::camera")

    station.want("rover::hinge")
    assert station.alert("cameras") is None


async def test_answers_without_data_and_identical_ones_are_no_messages(
    engine: Engine, make_station: MakeStation
) -> None:
    engine.packs = {"a": joint(1.0)}
    station = make_station(engine, "?rate=200")
    station.want("a")
    await station.get("a")
    engine.packs["a"] = None
    await eventually(lambda: engine.count("a") >= 20)

    assert station.topic("a").messages == 1


async def test_sinks_get_every_message(engine: Engine, make_station: MakeStation) -> None:
    engine.packs = {"a": joint(1.0)}
    station = make_station(engine)
    heard: list[int] = []
    station.connection.set_sinks("a", [lambda delivery: heard.append(delivery.payloads.count)])
    station.want("a")
    await eventually(lambda: heard)

    station.connection.set_sinks("a", [])
    engine.packs["a"] = joint(2.0)
    await station.get("a", 2)
    assert heard == [1]


async def test_fault_of_one_pack_is_said_and_spoils_no_other(
    grpc_engine: GrpcEngine, make_station: MakeStation
) -> None:
    grpc_engine.packs = {"good": joint(1.0)}
    grpc_engine.raw = {"bad": ("type.googleapis.com/Dump.String", b"")}
    station = make_station(grpc_engine)
    station.want("good", "bad")
    await station.get("good")
    await eventually(lambda: station.alert("pack bad"))

    alert = station.alert("pack bad")
    assert alert is not None
    assert "Dump.String" in alert.text

    grpc_engine.raw.clear()
    grpc_engine.packs["bad"] = joint(2.0)
    await station.get("bad")
    assert station.alert("pack bad") is None


@pytest.mark.parametrize(
    "status", [grpc.StatusCode.UNKNOWN, grpc.StatusCode.INTERNAL, grpc.StatusCode.INVALID_ARGUMENT]
)
async def test_grpc_engine_that_fails_over_one_name_is_read_on(
    grpc_engine: GrpcEngine, make_station: MakeStation, status: grpc.StatusCode
) -> None:
    grpc_engine.packs = {"good": joint(1.0)}
    grpc_engine.aborts = {"bad": status}
    station = make_station(grpc_engine)
    station.want("bad", "good")
    await station.get("good")

    alert = station.alert("pack bad")
    assert alert is not None
    assert "the physics exploded" in alert.text
    assert station.state == "connected"


async def test_json_engine_that_fails_over_one_name_is_read_on(
    json_engine: JsonEngine, make_station: MakeStation
) -> None:
    json_engine.packs = {"good": joint(1.0)}
    json_engine.broken = {"bad"}
    json_engine.bodies[("odd",)] = b"no json"
    json_engine.bodies[("other",)] = b'{"something": null}'
    station = make_station(json_engine)
    station.want("bad", "odd", "other", "good")
    await station.get("good")

    said = {"bad": "HTTP status 500", "odd": "not JSON", "other": "not requested"}
    for name, words in said.items():
        alert = station.alert(f"pack {name}")
        assert alert is not None
        assert words in alert.text
    assert station.state == "connected"


async def test_names_that_cannot_be_are_refused(engine: Engine, make_station: MakeStation) -> None:
    station = make_station(engine)
    with pytest.raises(LocalProtocolError):
        station.connection.check_topic("a,b")
    station.want("a,b")
    assert station.alert("name a,b") is not None
    station.want()
    assert station.alert("name a,b") is None


async def test_only_calls_that_read_are_ever_made(engine: Engine, make_station: MakeStation) -> None:
    engine.packs = {"a": joint(1.0), "m::l::camera": camera(4, 2, 3, IMAGE)}
    station = make_station(engine, "?packs=lost&rate=100")
    station.want("a", "m::l::camera", "gone")
    await station.get("m::l::camera")
    await asyncio.to_thread(engine.restart)
    engine.packs["m::l::camera"] = camera(4, 2, 3, IMAGE)
    await station.get("m::l::camera", 2)
    await station.connection.close()

    assert {method for method, _ in engine.calls} <= READING


def test_no_call_that_steps_resets_or_ends_an_experiment_is_in_the_program() -> None:
    words = (
        "runLoopStep",
        "run_loop",
        "EngineGrpcService/initialize",
        "EngineGrpcService/reset",
        "/shutdown",
        "/reset",
    )
    found = [
        f"{path}: {word}"
        for folder in ("app/connections/nrp", "protocols/nrp", "protos/nrp")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".pyi", ".proto"}
        for word in words
        if word in path.read_text(encoding="utf-8")
    ]

    assert found == []


# how the engine is


async def test_engine_that_stands_still_is_said_to_be_paused_and_is_not_stale(
    engine: Engine, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base_connection, "STILL_S", 0.1)
    engine.packs = {"a": joint(1.0)}
    station = make_station(engine, "?rate=100")
    station.want("a")
    await eventually(lambda: tells(station.connection.status.reason, NrpWording.STANDS_STILL))

    assert station.state == "connected"
    assert station.connection.condition is not None
    assert "paused" in station.connection.condition.activity

    # other values, as if it went on: from then on they change faster than they are looked at
    monkeypatch.setattr(base_connection, "STILL_S", 60.0)
    await eventually(lambda: not tells(station.connection.status.reason, NrpWording.STANDS_STILL))
    assert station.connection.condition.activity == ""


async def test_engine_that_takes_long_is_stale_until_it_answers(
    engine: Engine, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "STALE_S", 0.1)
    engine.packs = {"a": joint(1.0)}
    station = make_station(engine)
    station.want("a")
    await station.get("a")

    engine.hold.set()
    await station.reach("stale")
    assert tells(station.connection.status.reason, NrpWording.STALE)
    engine.hold.clear()

    await station.reach("connected")


async def test_slow_engine_is_asked_one_thing_at_a_time(engine: Engine, make_station: MakeStation) -> None:
    engine.packs = {"a": joint(1.0)}
    engine.delay_s = 0.1
    station = make_station(engine, "?rate=200")
    station.want("a")
    await station.get("a")
    engine.calls.clear()
    began = time.monotonic()
    await eventually(lambda: len(engine.calls) >= 5)

    assert time.monotonic() - began >= 0.39
    assert station.state == "connected"


async def test_engine_that_hangs_is_lost_and_tried_again(
    engine: Engine, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "ANSWER_TIMEOUT_S", 0.2)
    engine.packs = {"a": joint(1.0)}
    station = make_station(engine)
    station.want("a")
    await station.get("a")

    engine.hold.set()
    await station.reach("lost")
    assert code_of(station.connection.status.reason) in SILENT
    engine.hold.clear()
    monkeypatch.setattr(connection_module, "ANSWER_TIMEOUT_S", 10.0)

    await station.reach("connected")


async def test_engine_that_was_started_again_is_resumed_within_three_seconds(
    engine: Engine, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    engine.packs = {"a": joint(1.0)}
    station = make_station(engine)
    station.want("a")
    await station.get("a")

    await asyncio.to_thread(engine.stop)
    await station.reach("lost")
    await asyncio.sleep(3.0)
    await asyncio.to_thread(engine.start)
    began = time.monotonic()
    await station.get("a", 2)

    assert time.monotonic() - began < 3.0
    assert station.state == "connected"


async def test_nothing_that_listens_is_said_and_tried_again(make_station: MakeStation, engine: Engine) -> None:
    port = free_port()
    station = make_station(f"{engine.scheme}://{HOST}:{port}?packs=a")
    await eventually(lambda: station.connection.status.failed)

    assert station.state == "connecting"
    assert tells(station.connection.status.reason, LinkWording.NOTHING_LISTENS, host=HOST, port=port)
    with pytest.raises(LinkError, check=says(LinkWording.NOTHING_LISTENS, port=port)):
        await station.connection.list_topics(0.05)

    engine.packs = {"a": joint(1.0)}
    await asyncio.to_thread(engine.stop)
    engine.port = port
    await asyncio.to_thread(engine.start)
    await station.reach("connected")


async def test_name_of_a_host_that_does_not_exist_is_said(make_station: MakeStation, engine: Engine) -> None:
    station = make_station(f"{engine.scheme}://no-such-host.invalid")
    await eventually(lambda: station.connection.status.failed)

    assert tells(station.connection.status.reason, LinkWording.NAME_UNRESOLVED, host="no-such-host.invalid")


# what listens is no engine


@contextmanager
def listener(answer: bytes, *, ends: bool) -> Iterator[int]:
    """A port that says this to whoever says something, and hangs up or not."""
    with socket.create_server((HOST, 0)) as server:
        links: list[socket.socket] = []

        def serve() -> None:
            while True:
                try:
                    taken, _ = server.accept()
                    links.append(taken)
                    if answer:
                        taken.recv(65536)
                        taken.sendall(answer)
                    if ends:
                        taken.close()
                except OSError:
                    return

        thread = threading.Thread(target=serve)
        thread.start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
        for taken in tuple(links):
            taken.close()
        thread.join()
        # one may have been taken since
        for taken in links:
            taken.close()


# a far side that says nothing may have taken the link or not
SILENT = {LinkWording.NO_ANSWER_IN_TIME, LinkWording.NO_ANSWER_ON_OPEN_LINK}
HTML = b"<html><body>It works!</body></html>"
PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 35\r\n\r\n" + HTML
ALERT = b"\x15\x03\x01\x00\x02\x02\x46"


@pytest.mark.parametrize("answer", [PAGE, ALERT, b"", b"SSH-2.0-OpenSSH_9.2\r\n"], ids=["http/1", "tls", "none", "ssh"])
async def test_port_that_does_not_speak_grpc_is_refused_in_words(make_station: MakeStation, answer: bytes) -> None:
    with listener(answer, ends=True) as port:
        station = make_station(f"nrp+grpc://{HOST}:{port}?packs=a")
        await station.reach("refused")

        assert tells(station.connection.status.reason, NrpWording.NO_GRPC)
        assert tells(station.connection.status.tip, NrpWording.NO_ENGINE_TIP)
        await station.connection.close()


async def test_port_that_takes_links_and_says_nothing_is_no_grpc(make_station: MakeStation) -> None:
    with listener(b"", ends=False) as port:
        station = make_station(f"nrp+grpc://{HOST}:{port}", settings=Settings(connect_timeout_s=0.3))
        await station.reach("refused")

        assert tells(station.connection.status.reason, NrpWording.NO_GRPC)
        await station.connection.close()


@pytest.mark.parametrize("answer", [ALERT, b"SSH-2.0-OpenSSH_9.2\r\n"], ids=["tls", "ssh"])
async def test_port_that_does_not_speak_http_is_refused_in_words(make_station: MakeStation, answer: bytes) -> None:
    with listener(answer, ends=True) as port:
        station = make_station(f"nrp+json://{HOST}:{port}?packs=a")
        await station.reach("refused")

        assert tells(station.connection.status.reason, LinkWording.NO_HTTP)
        await station.connection.close()


async def test_page_is_no_answer_of_an_engine(json_engine: JsonEngine, make_station: MakeStation) -> None:
    json_engine.answer = (200, "text/html", HTML)
    station = make_station(json_engine)
    await station.reach("refused")

    assert "not JSON: it begins with “<html>" in station.connection.status.reason


@pytest.mark.parametrize("status", [302, 400, 404, 500])
async def test_status_that_is_no_answer_is_said(
    json_engine: JsonEngine, make_station: MakeStation, status: int
) -> None:
    json_engine.answer = (status, "text/plain", b"")
    station = make_station(json_engine)
    await station.reach("refused")

    assert tells(station.connection.status.reason, LinkWording.HTTP_STATUS, status=status)


async def test_grpc_server_that_is_no_engine_is_refused(grpc_engine: GrpcEngine, make_station: MakeStation) -> None:
    grpc_engine.unimplemented = True
    station = make_station(grpc_engine, "?packs=a")
    await station.reach("refused")

    assert tells(station.connection.status.reason, NrpWording.NO_ENGINE)


async def test_answer_that_is_no_answer_is_refused(grpc_engine: GrpcEngine, make_station: MakeStation) -> None:
    grpc_engine.answer = lambda _: b"\xff\xff\xff"
    station = make_station(grpc_engine, "?packs=a")
    await station.reach("refused")
    assert "EngineGrpc.GetDataPacksReply" in station.connection.status.reason

    grpc_engine.answer = None
    await station.reach("connected")


class Way:
    """A link on the way to an engine, on which as many bytes of its answers pass as are left; None for all."""

    def __init__(self, *, ends: bool) -> None:
        self.port = 0
        self.left: int | None = None
        self._ends = ends

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, answers: bool) -> None:
        try:
            while data := await reader.read(4096):
                passed = data
                if answers and self.left is not None:
                    passed = data[: self.left]
                    self.left -= len(passed)
                writer.write(passed)
                if self._ends and len(passed) < len(data):
                    break
        finally:
            writer.transport.abort()


@asynccontextmanager
async def cut_off(port: int, *, ends: bool) -> AsyncIterator[Way]:
    """A way to a port; what is beyond its limit is swallowed, or ends the link."""
    way, tasks = Way(ends=ends), TaskPool("way")

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(HOST, port)
        tasks.spawn(way.carry(far_reader, writer, answers=True), "answers")
        await way.carry(reader, far_writer, answers=False)

    server = await asyncio.start_server(meet, HOST, 0)
    way.port = server.sockets[0].getsockname()[1]
    try:
        yield way
    finally:
        server.close()
        await tasks.cancel()


async def test_engine_that_stops_in_the_middle_of_an_answer_is_lost(
    json_engine: JsonEngine, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "ANSWER_TIMEOUT_S", 0.2)
    json_engine.packs = {"a": joint(1.0)}
    station = make_station(json_engine)
    station.want("a")
    await station.get("a")

    json_engine.cut_at = 10
    await station.reach("lost")
    assert code_of(station.connection.status.reason) in SILENT

    json_engine.cut_at = None
    await station.reach("connected")


@pytest.mark.parametrize("ends", [False, True], ids=["hangs", "breaks"])
async def test_grpc_answer_that_stops_in_the_middle_of_its_bytes_is_lost_and_the_engine_found_again(
    grpc_engine: GrpcEngine, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch, *, ends: bool
) -> None:
    monkeypatch.setattr(connection_module, "ANSWER_TIMEOUT_S", 0.5)
    side = 512
    grpc_engine.packs = {"a": joint(1.0), "eye": camera(side, side, 1, bytes(side * side))}
    async with cut_off(grpc_engine.port, ends=ends) as way:
        station = make_station(f"nrp+grpc://{HOST}:{way.port}")
        station.want("a")
        await station.get("a")
        way.left = side * side // 2
        station.want("a", "eye")
        await station.reach("lost")
        assert station.store.get(TopicKey(station.connection.id, "eye")) is None or not station.topic("eye").messages

        way.left = None
        grpc_engine.packs["eye"] = camera(side, side, 1, bytes(side * side))
        await station.reach("connected")
        await station.get("eye")
        await station.connection.close()


# how much it may be


async def test_grpc_answer_above_the_limit_fails_its_own_name_alone(
    grpc_engine: GrpcEngine, make_station: MakeStation
) -> None:
    size = 1024 * 1024
    grpc_engine.packs = {"a": joint(1.0), "m::l::big": camera(1024, 1025, 1, bytes(1024 * 1025))}
    station = make_station(grpc_engine, settings=Settings(frame_limit_bytes=size))
    station.want("a", "m::l::big")
    await station.get("a")
    await eventually(lambda: station.alert("pack m::l::big"))

    alert = station.alert("pack m::l::big")
    assert alert is not None
    assert tells(alert.text, LinkWording.ANSWER_TOO_LONG, limit_bytes=1_048_576)
    assert station.state == "connected"


async def test_json_answer_above_the_limit_fails_its_own_name_alone(
    json_engine: JsonEngine, make_station: MakeStation
) -> None:
    json_engine.packs = {"a": joint(1.0), "m::l::big": camera(100, 100, 1, bytes(10_000))}
    station = make_station(json_engine, settings=Settings(frame_limit_bytes=10_000))
    station.want("a", "m::l::big")
    await station.get("a")
    await eventually(lambda: station.alert("pack m::l::big"))

    assert station.state == "connected"


async def test_answer_above_the_limit_to_a_question_for_nothing_is_none_of_an_engine(
    json_engine: JsonEngine, make_station: MakeStation
) -> None:
    json_engine.packs = {"a": joint(1.0)}
    json_engine.bodies[()] = b"{}" + b" " * 10_000
    station = make_station(json_engine, settings=Settings(frame_limit_bytes=10_000))
    await station.reach("refused")

    assert tells(station.connection.status.reason, LinkWording.ANSWER_TOO_LONG, limit_bytes=10_000)

    station.want("a")
    await station.get("a")
    assert station.state == "connected"


async def test_picture_of_sixty_megabytes_is_read_over_grpc(grpc_engine: GrpcEngine, make_station: MakeStation) -> None:
    width, height = 5000, 4000
    grpc_engine.packs = {"m::l::eye": camera(width, height, 3, bytes(width * height * 3))}
    station = make_station(grpc_engine)
    station.want("m::l::eye")
    await station.get("m::l::eye")

    assert station.newest("m::l::eye")["image_data"].nbytes == 60_000_000


@pytest.mark.parametrize("kind", ["junk", "picture"])
async def test_sixty_four_megabytes_of_json_hold_up_nobody(
    json_engine: JsonEngine, make_station: MakeStation, kind: str
) -> None:
    numbers = b"1," * (31 * 1024 * 1024) + b"1"
    name = b"image_data" if kind == "picture" else b"numbers"
    body = b'{"a": {"data": {"image_width": 1, "image_height": 1, "image_depth": 1, "%s": [%s]}}}' % (name, numbers)
    station = make_station(json_engine)
    await station.reach("connected")
    json_engine.bodies[("a",)] = body
    loop = asyncio.get_running_loop()
    began = last = loop.time()
    longest_s = 0.0
    station.want("a")

    words = "not 1 x 1 x 1" if kind == "picture" else "besides images"

    def is_over() -> bool:
        alert = station.alert("pack a")
        return alert is not None and words in alert.text

    while not is_over():
        await asyncio.sleep(0.005)
        longest_s, last = max(longest_s, loop.time() - last), loop.time()

    assert station.state == "connected"
    # the loop has many turns while digits are read
    assert kind == "junk" or longest_s < (last - began) / 3


async def test_library_that_is_missing_is_said_until_it_is_there(
    engine: Engine, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    # None there is how Python is told that a module can't be imported
    monkeypatch.setitem(sys.modules, f"app.connections.nrp.{engine.scheme.removeprefix('nrp+')}_link", None)
    station = make_station(engine)
    await eventually(lambda: station.connection.status.failed)

    assert station.state == "connecting"
    assert tells(station.connection.status.reason, NrpWording.LIBRARY_MISSING)
    assert tells(station.connection.status.tip, NrpWording.LIBRARY_MISSING_TIP)
    with pytest.raises(LinkError, check=says(NrpWording.LIBRARY_MISSING)):
        await station.connection.list_topics(0.05)

    monkeypatch.undo()
    await station.reach("connected")


# what it costs those who have no engine


def test_neither_grpc_nor_http_is_loaded_before_the_first_connection() -> None:
    code = (
        "import sys, app.session.session, app.connections.nrp\n"
        "print([name for name in ('grpc', 'aiohttp') if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT)

    assert said.stdout.strip() == "[]"


def test_connection_over_json_loads_no_grpc() -> None:
    code = "import sys, app.connections.nrp.json_link; print('grpc' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT)

    assert said.stdout.strip() == "False"


async def test_connection_that_is_closed_while_a_question_is_under_way_asks_nothing_more(
    engine: Engine, make_station: MakeStation
) -> None:
    engine.packs = {"a": joint(1.0)}
    station: NrpStation = make_station(engine, "?rate=200")
    station.want("a")
    await station.get("a")
    engine.hold.set()
    await eventually(engine.holds_one.is_set)
    asked = len(engine.calls)

    await station.connection.close()
    engine.hold.clear()
    await asyncio.sleep(0.1)

    assert len(engine.calls) == asked
    assert station.state == "closed"


async def test_types_are_known_without_asking(engine: Engine, make_station: MakeStation) -> None:
    connection = make_station(engine).connection

    assert connection.schema_of("Joint") is not None
    assert connection.schema_of("Laser") is None
    assert connection.can_publish
