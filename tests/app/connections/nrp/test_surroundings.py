from __future__ import annotations

import importlib
from typing import Any

import pytest

from app.config.run_settings import Settings
from app.connections.nrp import doctor
from app.connections.nrp.doctor import ANSWERS, EngineHostProbe
from protocols.nrp.uri import parse_nrp_uri
from tests.app.connections.nrp.conftest import Engine
from tests.fakes.nrp_broker import NOT_AUTHORIZED, Broker, pack_message
from tests.fakes.nrp_engine import HOST, GrpcEngine, JsonEngine, joint
from tests.fakes.ports import free_port

MESSAGE = pack_message("a", joint(1.0))


async def library(name: str) -> Any:
    return importlib.import_module(name)


def around(uri: str) -> EngineHostProbe:
    parsed, settings = parse_nrp_uri(uri), Settings(connect_timeout_s=0.5)

    async def open_link() -> Any:
        module = await library(doctor.GRPC_LINK if "grpc" in uri else doctor.JSON_LINK)
        return await module.open_link(parsed.host, parsed.port, settings)

    return EngineHostProbe(parsed, settings, open_link, library)


@pytest.fixture(autouse=True)
def haste(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LISTEN_S", 0.1)
    monkeypatch.setattr(doctor, "PROBE_TIMEOUT_S", 0.5)


async def test_pace_is_taken_of_questions_for_nothing(engine: Engine) -> None:
    engine.delay_s = 0.005
    took = await around(engine.uri).latencies_s()

    assert len(took) == ANSWERS
    assert took == sorted(took)
    assert took[0] >= 0.005
    assert {names for _, names in engine.calls} == {()}


async def test_very_slow_engine_is_asked_less(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_PACE_LASTS_S", 0.1)
    engine.delay_s = 0.2

    assert len(await around(engine.uri).latencies_s()) == 1


async def test_nothing_is_known_of_an_engine_that_is_not_there() -> None:
    for scheme in ("nrp+grpc", "nrp+json"):
        nowhere = around(f"{scheme}://{HOST}:{free_port()}")
        assert await nowhere.latencies_s() == []
        assert not await nowhere.health()


async def test_health_is_asked_of_engines_over_grpc_alone(grpc_engine: GrpcEngine, json_engine: JsonEngine) -> None:
    assert await around(grpc_engine.uri).health() == "SERVING"
    grpc_engine.health = b"\xff"
    assert not await around(grpc_engine.uri).health()
    assert not await around(json_engine.uri).health()
    assert json_engine.calls == []


async def test_only_what_answers_like_an_engine_is_another(json_engine: JsonEngine) -> None:
    before = around(f"nrp+json://{HOST}:{json_engine.port - 1}")
    assert await before.other_engines() == [json_engine.uri]

    json_engine.answer = (200, "text/html", b"<html>")
    assert await before.other_engines() == []
    assert await around(f"nrp+json://{HOST}:65535").other_engines() == []
    assert await around(f"nrp+grpc://{HOST}:{json_engine.port - 1}").other_engines() == []


async def test_publishers_are_those_that_are_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Broker() as broker:
        monkeypatch.setattr(doctor, "BROKER_PORT", broker.port)
        broker.greets_with = {"a/get/x": MESSAGE, "b/get/x": MESSAGE, "b/get/y": MESSAGE}
        broker.retained = {"old/get/x": MESSAGE}

        assert await around(f"nrp+grpc://{HOST}").publishers("") == ["a", "b"]
        assert broker.filters == ["+/get/#"]
        for odd in ("a/b", "#", "x" * 5000):
            await around(f"nrp+grpc://{HOST}").publishers(odd)
        assert set(broker.filters) == {"+/get/#"}


async def test_broker_that_lets_nobody_in_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "BROKER_PORT", free_port())
    assert await around(f"nrp+grpc://{HOST}").publishers("a") is None
    async with Broker() as broker:
        monkeypatch.setattr(doctor, "BROKER_PORT", broker.port)
        broker.connack = NOT_AUTHORIZED
        assert await around(f"nrp+grpc://{HOST}").publishers("a") is None
