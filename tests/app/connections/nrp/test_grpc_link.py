"""One link over gRPC to an engine of grpcio's own."""

from __future__ import annotations

import grpc
import pytest

from app.config.run_settings import Settings
from app.connections.nrp.engine_link import EngineLinkUse
from app.connections.nrp.grpc_link import open_link
from app.net.errors import LinkError, LinkRefusedError, NoAnswerError, WrongServerError
from app.wording.connections import LinkWording, NrpWording
from protocols.errors import EngineError, FrameTooLargeError, UnknownPackError
from protocols.nrp.joint_commands import encode_command
from protocols.nrp.packs import DataPack, PackType
from protocols.nrp.wording import NrpWireWording
from tests.fakes.nrp_engine import HOST, GrpcEngine, joint
from tests.fakes.ports import free_port
from tests.tools.sentences import says

TIMEOUT_S = 10.0


async def ask(port: int, *names: str, timeout_s: float = TIMEOUT_S, settings: Settings | None = None) -> object:
    link = await open_link(HOST, port, settings or Settings())
    try:
        return await link.ask(names, timeout_s)
    finally:
        await link.close()


async def test_known_names_are_answered_together(grpc_engine: GrpcEngine) -> None:
    grpc_engine.packs = {"a": joint(1.0), "b": None}

    answer = await ask(grpc_engine.port, "a", "b")

    assert answer == {"a": DataPack(PackType.JOINT, b"\x0d\x00\x00\x80\x3f", engine="gazebo"), "b": None}
    assert grpc_engine.calls == [("/EngineGrpc.EngineGrpcService/getDataPacks", ("a", "b"))]


async def test_unknown_name_is_told_in_the_words_of_the_engine(grpc_engine: GrpcEngine) -> None:
    with pytest.raises(UnknownPackError, match=r"^DataPack lost is not registered in engine gazebo$"):
        await ask(grpc_engine.port, "lost")


async def test_words_of_an_engine_are_one_line_of_bearable_length(grpc_engine: GrpcEngine) -> None:
    with pytest.raises(UnknownPackError) as caught:
        await ask(grpc_engine.port, "x\ny" + "z" * 1000)

    assert caught.value.reason.isprintable()
    assert len(caught.value.reason) < 500


async def test_port_without_listener_is_told_from_a_listener_without_grpc(grpc_engine: GrpcEngine) -> None:
    with pytest.raises(LinkRefusedError, check=says(LinkWording.NOTHING_LISTENS)):
        await ask(free_port(), "a")
    grpc_engine.unimplemented = True
    with pytest.raises(WrongServerError, check=says(NrpWording.NO_ENGINE)):
        await ask(grpc_engine.port, "a")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (grpc.StatusCode.INTERNAL, "Received RST_STREAM with error code 2"),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, "Received RST_STREAM with error code 11"),
        (grpc.StatusCode.UNKNOWN, "Stream removed"),
    ],
)
async def test_a_call_that_was_broken_off_is_no_answer_of_the_engine(
    grpc_engine: GrpcEngine, code: grpc.StatusCode, words: str
) -> None:
    grpc_engine.packs = {"a": joint()}
    link = await open_link(HOST, grpc_engine.port, Settings(), EngineLinkUse.MOTIONS)
    await link.ask(("a",), TIMEOUT_S)

    async def broken_off(*_: object, **__: object) -> bytes:
        raise grpc.aio.AioRpcError(code, grpc.aio.Metadata(), grpc.aio.Metadata(), words)

    link._set = broken_off
    with pytest.raises(LinkError):
        await link.command({"a": encode_command({"velocity": 1.0})}, "gazebo", TIMEOUT_S)
    await link.close()


async def test_answer_that_does_not_come_is_given_up(grpc_engine: GrpcEngine) -> None:
    grpc_engine.hold.set()
    with pytest.raises(NoAnswerError, check=says(LinkWording.NO_ANSWER_ON_OPEN_LINK, timeout_s=0.1)):
        await ask(grpc_engine.port, timeout_s=0.1)


async def test_answer_above_the_limit_is_not_taken(grpc_engine: GrpcEngine) -> None:
    grpc_engine.answer = lambda _: bytes(5000)
    with pytest.raises(FrameTooLargeError, check=says(LinkWording.ANSWER_TOO_LONG, limit_bytes=4000)):
        await ask(grpc_engine.port, "a", settings=Settings(frame_limit_bytes=4000))


async def test_answer_that_is_none_is_refused(grpc_engine: GrpcEngine) -> None:
    grpc_engine.answer = lambda _: b"\xff"
    with pytest.raises(EngineError, check=says(NrpWireWording.ANSWER_INVALID)):
        await ask(grpc_engine.port, "a")


@pytest.mark.expects_log("the physics exploded")
async def test_engine_that_fails_says_why(grpc_engine: GrpcEngine) -> None:
    def fail(_: tuple[str, ...]) -> bytes:
        raise ValueError("the physics exploded")

    grpc_engine.answer = fail
    with pytest.raises(EngineError, match="the physics exploded"):
        await ask(grpc_engine.port, "a")


async def test_host_that_cannot_be_resolved_is_told() -> None:
    with pytest.raises(LinkError, check=says(LinkWording.NAME_UNRESOLVED, host="no-such-host.invalid")):
        await open_link("no-such-host.invalid", 9004, Settings())


async def test_proxy_of_the_environment_is_not_used(grpc_engine: GrpcEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", f"http://{HOST}:{free_port()}")
    monkeypatch.setenv("grpc_proxy", f"http://{HOST}:{free_port()}")

    assert await ask(grpc_engine.port) == {}
