"""One link over JSON to an engine of http.server."""

from __future__ import annotations

import threading
from collections.abc import Collection

import pytest

from app.config.run_settings import Settings
from app.connections.nrp import json_link
from app.connections.nrp.json_link import open_link
from app.net.errors import LinkError, LinkRefusedError, WrongServerError
from app.wording.connections import LinkWording
from protocols.errors import EngineError, FrameTooLargeError, UnknownPackError
from protocols.nrp.json_wire import decode_answer
from protocols.nrp.packs import DataPack, EngineAnswer, PackType
from protocols.nrp.wording import NrpWireWording
from tests.fakes.nrp_engine import HOST, JsonEngine, camera, joint
from tests.fakes.ports import free_port
from tests.tools.sentences import says, tells

TIMEOUT_S = 10.0


async def ask(port: int, *names: str, timeout_s: float = TIMEOUT_S, settings: Settings | None = None) -> EngineAnswer:
    link = await open_link(HOST, port, settings or Settings())
    try:
        return await link.ask(names, timeout_s)
    finally:
        await link.close()


async def test_names_are_answered_together_the_unknown_ones_too(json_engine: JsonEngine) -> None:
    json_engine.packs = {"a": joint(1.0), "b": None}

    answer = await ask(json_engine.port, "a", "b", "lost")

    assert answer["a"] == DataPack(PackType.JOINT, b"\x0d\x00\x00\x80\x3f", engine="gazebo")
    assert answer["b"] is None
    assert isinstance(answer["lost"], UnknownPackError)
    assert json_engine.calls == [("/get_datapacks", ("a", "b", "lost"))]


async def test_question_for_nothing_is_answered(json_engine: JsonEngine) -> None:
    assert await ask(json_engine.port) == {}


async def test_long_answer_is_read_in_another_thread(json_engine: JsonEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    pixels = bytes(300 * 300)
    json_engine.packs = {"a": joint(1.0), "eye": camera(300, 300, 1, pixels)}
    threads = []

    def watched(body: bytes, asked: Collection[str]) -> EngineAnswer:
        threads.append(threading.current_thread() is threading.main_thread())
        return decode_answer(body, asked)

    monkeypatch.setattr(json_link, "decode_answer", watched)
    await ask(json_engine.port, "a")
    answer = await ask(json_engine.port, "eye")

    assert threads == [True, False]
    assert isinstance(answer["eye"], DataPack)
    assert answer["eye"].type is PackType.CAMERA


async def test_what_goes_wrong_is_told_apart(json_engine: JsonEngine) -> None:
    with pytest.raises(LinkRefusedError, check=says(LinkWording.NOTHING_LISTENS)):
        await ask(free_port(), "a")
    json_engine.hold.set()
    with pytest.raises(LinkError) as caught:
        await ask(json_engine.port, "a", timeout_s=0.1)
    # a machine that is busy may need all of the time to make the link
    silences = (LinkWording.NO_ANSWER_IN_TIME, LinkWording.NO_ANSWER_ON_OPEN_LINK)
    assert any(tells(caught.value.reason, silence, timeout_s=0.1) for silence in silences)
    json_engine.hold.clear()
    json_engine.answer = (500, "text/plain", b"")
    with pytest.raises(WrongServerError, check=says(LinkWording.HTTP_STATUS, status=500)):
        await ask(json_engine.port, "a")
    json_engine.answer = (200, "text/html", b"<html>")
    with pytest.raises(EngineError, check=says(NrpWireWording.NO_JSON)):
        await ask(json_engine.port, "a")
    json_engine.answer = (200, "application/json", bytes(5000))
    with pytest.raises(FrameTooLargeError, check=says(LinkWording.ANSWER_TOO_LONG, limit_bytes=4000)):
        await ask(json_engine.port, "a", settings=Settings(frame_limit_bytes=4000))
