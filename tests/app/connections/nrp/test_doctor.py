from __future__ import annotations

import pytest

from app.connections.nrp import doctor
from app.model.doctor import DoctorCheck
from app.wording.connections import LinkWording, NrpWording
from app.wording.doctor import NrpDoctorWording
from protocols.sentence import code_of
from tests.app.connections.nrp.conftest import Engine, MakeStation
from tests.fakes.nrp_broker import Broker, pack_message
from tests.fakes.nrp_engine import HOST, GrpcEngine, JsonEngine, camera, joint
from tests.fakes.nrp_station import NrpStation
from tests.fakes.ports import free_port, free_ports
from tests.fakes.waiting import eventually
from tests.tools.sentences import tells

EYE = "rover::head::camera"


@pytest.fixture(autouse=True)
def no_broker_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "BROKER_PORT", free_port())
    monkeypatch.setattr(doctor, "LISTEN_S", 0.1)


async def findings_of(station: NrpStation) -> list[DoctorCheck]:
    """What is found, but for the health service: only one of both wires has that."""
    findings: list[DoctorCheck] = []
    await station.connection.run_doctor(findings.append)
    return [finding for finding in findings if finding.check != "health"]


async def test_engine_latency_and_each_name_are_reported(engine: Engine, make_station: MakeStation) -> None:
    engine.packs = {"a": joint(1.0), "quiet": None, EYE: camera(2, 1, 3, b"abcdef")}

    findings = await findings_of(make_station(engine, f"?packs=a,quiet,{EYE},lost"))

    assert [(finding.check, finding.ok) for finding in findings if finding.check != "latency"] == [
        ("engine", True),
        ("packs", True),
        ("packs", True),
        ("packs", None),
        ("packs", False),
    ]
    texts = [finding.text for finding in findings]
    assert tells(texts[0], NrpDoctorWording.ENGINE_ANSWERS)
    assert tells(texts[0], NrpWording.ENGINE, engine="gazebo")
    assert tells(texts[1], NrpDoctorWording.PACE)
    assert tells(texts[2], NrpDoctorWording.PACK_TYPE, pack="a", type_name="Joint")
    assert tells(texts[3], NrpDoctorWording.NOTHING_NEW, pack="quiet")
    assert tells(texts[4], NrpDoctorWording.CAMERA, pack=EYE)
    assert code_of(texts[5]) in {NrpDoctorWording.PACK_FAULT, NrpDoctorWording.PACK_UNKNOWN}
    assert engine.packs[EYE] is not None


async def test_slow_engine_is_said_to_bound_the_rate(engine: Engine, make_station: MakeStation) -> None:
    engine.delay_s = 1.2 * doctor.SLOW_S

    findings = await findings_of(make_station(engine))

    assert [(finding.check, finding.ok) for finding in findings] == [
        ("engine", True),
        ("latency", None),
        ("packs", None),
    ]
    assert tells(findings[1].tip, NrpDoctorWording.PACE_SLOW_TIP)
    assert tells(findings[2].tip, NrpWording.NO_PACK_NAMED_TIP)


async def test_engine_that_is_not_there_is_one_fault(
    make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "TIMEOUT_S", 0.05)
    port = free_port()
    station = make_station(f"nrp+json://{HOST}:{port}?packs=a")
    await eventually(lambda: station.connection.status.failed)

    findings = await findings_of(station)

    assert [(finding.check, finding.ok) for finding in findings] == [("engine", False)]
    assert tells(findings[0].text, LinkWording.NOTHING_LISTENS, host=HOST, port=port)


@pytest.mark.parametrize(
    ("health", "ok", "word"),
    [(b"\x08\x01", True, "SERVING"), (b"\x08\x02", False, "NOT_SERVING"), (None, None, "UNIMPLEMENTED")],
)
async def test_health_service_is_asked_and_its_word_told(
    grpc_engine: GrpcEngine, make_station: MakeStation, health: bytes | None, *, ok: bool | None, word: str
) -> None:
    grpc_engine.health = health
    findings: list[DoctorCheck] = []
    await make_station(grpc_engine).connection.run_doctor(findings.append)

    (finding,) = [finding for finding in findings if finding.check == "health"]
    assert finding.ok is ok
    code = NrpDoctorWording.NO_HEALTH if ok is None else NrpDoctorWording.HEALTH
    assert tells(finding.text, code, word=word)


async def test_server_that_is_no_engine_is_told_with_its_health(
    grpc_engine: GrpcEngine, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "TIMEOUT_S", 0.5)
    grpc_engine.unimplemented = True
    findings: list[DoctorCheck] = []
    await make_station(grpc_engine, "?packs=a").connection.run_doctor(findings.append)

    assert [(finding.check, finding.ok) for finding in findings] == [("engine", False), ("health", True)]
    assert tells(findings[0].text, NrpWording.NO_ENGINE)


@pytest.mark.parametrize("is_busy", [False, True])
async def test_engine_over_json_that_moved_to_another_port_is_found(
    make_station: MakeStation, monkeypatch: pytest.MonkeyPatch, *, is_busy: bool
) -> None:
    monkeypatch.setattr(doctor, "TIMEOUT_S", 0.5)
    port = free_ports(4)
    before, engine = JsonEngine(), JsonEngine({"a": joint(1.0)})
    before.port, engine.port = port, port + 3
    with engine:
        if is_busy:
            before.start()
        try:
            findings = await findings_of(make_station(f"nrp+json://{HOST}:{port}?packs=a"))
        finally:
            before.stop()

    (finding,) = [finding for finding in findings if finding.check == "ports"]
    assert tells(finding.text, NrpDoctorWording.OTHER_ENGINES, addresses=f"nrp+json://{HOST}:{port + 3}")
    assert {path for path, names in engine.calls} == {"/get_datapacks"}
    assert not any(names for _, names in engine.calls)


async def test_broker_that_the_engine_publishes_to_is_recommended(
    engine: Engine, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.packs = {"a": joint(1.0)}
    async with Broker() as broker:
        monkeypatch.setattr(doctor, "BROKER_PORT", broker.port)
        broker.retained = {"gazebo/get/a": pack_message("a", joint(1.0))}
        quiet = await findings_of(make_station(engine, "?packs=a"))
        assert (quiet[-1].check, quiet[-1].ok) == ("broker", None)
        assert tells(quiet[-1].text, NrpDoctorWording.BROKER_UNUSED, who="gazebo")

        broker.greets_with = {"gazebo/get/a": pack_message("a", joint(1.0))}
        named = await findings_of(make_station(engine, "?packs=a"))
        assert (named[-1].check, named[-1].ok) == ("broker", True)
        way = f"nrp+mqtt://{HOST}:{broker.port}/gazebo"
        assert tells(named[-1].text, NrpDoctorWording.PUBLISHES, ways=way)
        assert broker.filters[-1] == "gazebo/get/#"

        unnamed = await findings_of(make_station(engine))
        assert broker.filters[-1] == "+/get/#"
        assert tells(unnamed[-1].text, NrpDoctorWording.PUBLISHES, ways=way)
