"""The commands on an engine of NRP-core, as other programs call them."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator

import pytest

from app.wording.commands import CommandWording
from app.wording.connections import LinkWording
from protocols.nrp.wording import NrpWireWording
from tests.fakes.command import run_command
from tests.fakes.nrp_engine import HOST, GrpcEngine, JsonEngine, camera, joint, link
from tests.fakes.ports import free_port
from tests.tools.sentences import shows

EYE = "rover::head::camera"


@pytest.fixture(params=["grpc", "json"])
def engine(request: pytest.FixtureRequest) -> Iterator[GrpcEngine | JsonEngine]:
    """One of each wire in turn."""
    engine: GrpcEngine | JsonEngine = GrpcEngine() if request.param == "grpc" else JsonEngine()
    engine.packs = {
        "rover": link(1.5, 0.6, 0.8),
        "rover::hinge": joint(0.5, 0.0, -2.0),
        EYE: camera(2, 1, 3, b"abcdef"),
    }
    with engine:
        yield engine


async def test_topics_are_the_names_of_the_address(engine: GrpcEngine | JsonEngine) -> None:
    outcome = await run_command("topics", f"{engine.uri}?packs=rover::hinge,{EYE},lost", "--json")

    assert outcome.code == 0
    assert outcome.lines == [
        {"topic": "rover::hinge", "type": "Joint", "publishers": 1, "subscribers": None},
        {"topic": EYE, "type": "Camera", "publishers": None, "subscribers": None},
        {"topic": "lost", "type": "", "publishers": 0, "subscribers": None},
    ]
    # no frame was taken
    assert engine.packs[EYE] is not None


async def test_echo_prints_a_pack_that_the_address_does_not_name(engine: GrpcEngine | JsonEngine) -> None:
    outcome = await run_command("echo", engine.uri, "rover::hinge", "--json", "-n", "1")

    assert outcome.code == 0
    (line,) = outcome.lines
    assert line["topic"] == "rover::hinge"
    assert line["value"] == {"position": 0.5, "velocity": 0.0, "effort": -2.0}


async def test_echo_of_a_camera_reads_it(engine: GrpcEngine | JsonEngine) -> None:
    outcome = await run_command("echo", engine.uri, EYE, "-n", "1")

    assert outcome.code == 0
    assert "image_width: 2" in outcome.out
    assert engine.packs[EYE] is None


async def test_hz_counts_what_changes(engine: GrpcEngine | JsonEngine) -> None:
    async def move() -> None:
        for position in itertools.count():
            engine.packs["rover::hinge"] = joint(float(position))
            await asyncio.sleep(0.005)

    async with asyncio.TaskGroup() as tasks:
        moving = tasks.create_task(move())
        outcome = await run_command("hz", f"{engine.uri}?rate=50", "rover::hinge", "--seconds", "1", "--json")
        moving.cancel()

    assert outcome.code == 0
    # no faster than it is asked for; a busy machine may be slower
    assert 5 < outcome.lines[0]["rate_hz"] < 55


async def test_unknown_name_is_told_in_the_words_of_the_engine(engine: GrpcEngine | JsonEngine) -> None:
    outcome = await run_command("echo", engine.uri, "lost", "--timeout", "3")

    assert outcome.code == 1
    assert shows(outcome.err, CommandWording.NO_MESSAGE, topic="lost")
    words = "DataPack lost is not registered" if isinstance(engine, GrpcEngine) else NrpWireWording.NO_SUCH_PACK()
    assert words in outcome.err


async def test_engine_that_is_not_there_is_told(engine: GrpcEngine | JsonEngine) -> None:
    port = free_port()
    outcome = await run_command("topics", f"{engine.scheme}://{HOST}:{port}?packs=rover")

    assert outcome.code == 1
    assert LinkWording.NOTHING_LISTENS(host=HOST, port=port) in outcome.err


async def test_address_that_cannot_be_is_told(engine: GrpcEngine | JsonEngine) -> None:
    for query, reason in (("?rate=0", "rate=0"), ("?pack=a", "“pack”")):
        outcome = await run_command("topics", engine.uri + query)
        assert outcome.code == 2
        assert reason in outcome.err
