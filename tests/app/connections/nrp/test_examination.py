from __future__ import annotations

import pytest

from app.connections.nrp import examination
from app.model.finding import Finding
from tests.app.connections.nrp.conftest import Engine, MakeStation
from tests.fakes.nrp_engine import HOST, camera, joint
from tests.fakes.nrp_station import NrpStation
from tests.fakes.ports import free_port
from tests.fakes.waiting import eventually

EYE = "rover::head::camera"


async def findings_of(station: NrpStation) -> list[Finding]:
    findings: list[Finding] = []
    await station.connection.examine(findings.append)
    return findings


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
    assert "gazebo" in texts[0]
    assert "ms" in texts[1]
    assert texts[2:5] == [
        "“a” is a Joint",
        "“quiet” is known, and nothing is new of it",
        f"“{EYE}” may be a camera, and was not read: reading takes the frame away from the simulation",
    ]
    assert texts[5].startswith("“lost”: ")
    assert engine.packs[EYE] is not None


async def test_slow_engine_is_said_to_bound_the_rate(engine: Engine, make_station: MakeStation) -> None:
    engine.delay_s = 2 * examination.SLOW_S

    findings = await findings_of(make_station(engine))

    assert [(finding.check, finding.ok) for finding in findings] == [
        ("engine", True),
        ("latency", None),
        ("packs", None),
    ]
    assert "step" in findings[1].tip
    assert "?packs=" in findings[2].tip


async def test_engine_that_is_not_there_is_one_fault(
    make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examination, "TIMEOUT_S", 0.05)
    port = free_port()
    station = make_station(f"nrp+json://{HOST}:{port}?packs=a")
    await eventually(lambda: station.connection.status.failed)

    findings = await findings_of(station)

    assert [(finding.check, finding.ok, finding.text) for finding in findings] == [
        ("engine", False, f"nothing listens on {HOST}:{port}")
    ]
