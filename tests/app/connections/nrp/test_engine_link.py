"""Links for commands to engines of both wires: impatient, and where they may move a robot never made anew unasked."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
from pathlib import Path

import pytest

from app.config.run_settings import Settings
from app.connections.nrp import grpc_link, json_link
from app.connections.nrp.engine_link import GIVEN_UP_S, EngineLink, EngineLinkUse
from app.net.errors import LinkError
from app.wording.connections import LinkWording
from protocols.errors import UnknownPackError
from protocols.nrp.joint_commands import encode_command
from tests.app.connections.nrp.conftest import Engine
from tests.fakes.nrp_engine import HOST, GrpcEngine, JsonEngine, joint
from tests.fakes.waiting import TIMEOUT_S
from tests.tools.sentences import says

COMMAND = {"a": encode_command({"velocity": 1.5})}
ZERO = {"a": encode_command({"velocity": 0.0})}


async def opened(engine: Engine, use: EngineLinkUse) -> EngineLink:
    if isinstance(engine, GrpcEngine):
        return await grpc_link.open_link(HOST, engine.port, Settings(), use)
    return await json_link.open_link(HOST, engine.port, Settings(), use)


def patience_with(port: int) -> list[int]:
    """That of TCP on the links of this process to a port, in milliseconds."""
    found = []
    for path in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            number = os.dup(int(path.name))
            try:
                link = socket.socket(fileno=number)
            except OSError:
                os.close(number)
                continue
            with link:
                if link.family != socket.AF_UNIX and link.getpeername()[1] == port:
                    found.append(link.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT))
    return found


async def test_command_is_carried_out_when_the_call_is_answered(engine: Engine) -> None:
    engine.packs = {"a": joint(0.5, 0.0, 2.0)}
    link = await opened(engine, EngineLinkUse.MOTIONS)

    await link.command(COMMAND, "gazebo", TIMEOUT_S)

    assert [each.values for each in engine.sets] == [{"a": {"position": None, "velocity": 1.5, "effort": None}}]
    assert engine.packs["a"] == joint(0.5, 1.5, 2.0)
    await link.close()


async def test_unknown_joint_fails_over_grpc_and_is_ignored_over_json(engine: Engine) -> None:
    link = await opened(engine, EngineLinkUse.MOTIONS)
    if isinstance(engine, GrpcEngine):
        with pytest.raises(UnknownPackError, match="a is not registered"):
            await link.command(COMMAND, "", TIMEOUT_S)
    else:
        await link.command(COMMAND, "", TIMEOUT_S)
    assert [each.values for each in engine.sets if each.values] == []
    await link.close()


async def test_what_may_move_a_robot_never_reaches_an_engine_that_was_started_again(engine: Engine) -> None:
    engine.packs = {"a": joint()}
    link = await opened(engine, EngineLinkUse.MOTIONS)
    await link.command(COMMAND, "", TIMEOUT_S)
    await asyncio.to_thread(engine.restart)
    engine.sets.clear()

    for _ in range(3):
        with pytest.raises(LinkError):
            await link.command(COMMAND, "", TIMEOUT_S)

    assert engine.sets == []
    await link.close()


async def test_a_zero_reaches_it_by_the_same_link(engine: Engine) -> None:
    engine.packs = {"a": joint()}
    link = await opened(engine, EngineLinkUse.ZEROS)
    await link.command(ZERO, "", TIMEOUT_S)
    await asyncio.to_thread(engine.restart)
    engine.sets.clear()
    async with asyncio.timeout(TIMEOUT_S):
        while not engine.sets:
            with contextlib.suppress(LinkError):
                await link.command(ZERO, "", TIMEOUT_S)
            await asyncio.sleep(0.05)
    assert engine.sets[0].values == {"a": {"position": None, "velocity": 0.0, "effort": None}}
    await link.close()


@pytest.mark.skipif(sys.platform != "linux", reason="Linux can be told how long to go on")
@pytest.mark.parametrize("use", [EngineLinkUse.MOTIONS, EngineLinkUse.ZEROS])
async def test_the_system_goes_on_for_a_second_to_send_a_command_that_nobody_confirms(
    engine: Engine, use: EngineLinkUse
) -> None:
    engine.packs = {"a": joint()}
    link = await opened(engine, use)
    await link.command(ZERO, "", TIMEOUT_S)

    assert patience_with(engine.port) == [GIVEN_UP_S * 1000]
    await link.close()


async def test_answer_of_another_kind_of_server_is_none_to_a_command(json_engine: JsonEngine) -> None:
    json_engine.answer = (500, "text/plain", b"")
    link = await opened(json_engine, EngineLinkUse.MOTIONS)
    with pytest.raises(LinkError, check=says(LinkWording.HTTP_STATUS, status=500)):
        await link.command(COMMAND, "", TIMEOUT_S)
    await link.close()
