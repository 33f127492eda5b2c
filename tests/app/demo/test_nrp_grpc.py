from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest
from grpc import aio

from app.demo.nrp_grpc import NAMES, GrpcEngine
from app.demo.nrp_packs import ANTENNA, CAMERA, LINK, MODEL, WHEELS
from app.demo.serve import DemoServer
from app.demo.simulation import Simulation
from app.model.doctor import DoctorCheck
from app.net.errors import LinkError
from app.wording.connections import LinkWording
from protos.nrp import engine_grpc_pb2 as calls
from protos.nrp import gazebo_packs_pb2 as packs
from tests.fakes.nrp_station import NrpStation
from tests.fakes.waiting import eventually
from tests.tools.sentences import says


class Client:
    """Calls the demo's engine."""

    def __init__(self, port: int) -> None:
        self._channel: aio.Channel | None = aio.insecure_channel(f"127.0.0.1:{port}")

    async def close(self) -> None:
        """Let go of the channel, too: grpc's thread lives as long as one."""
        channel, self._channel = self._channel, None
        if channel is not None:
            await channel.close()

    async def call(self, method: str, request: Any, reply: Any) -> Any:
        """What a call of the engine answers."""
        assert self._channel is not None
        ask = self._channel.unary_unary(f"/EngineGrpc.EngineGrpcService/{method}")
        return reply.FromString(await ask(request.SerializeToString()))

    async def read(self, *names: str) -> Any:
        """The DataPacks of these names."""
        request = calls.GetDataPacksRequest(datapackIds=[{"dataPackName": name} for name in names])
        return (await self.call("getDataPacks", request, calls.GetDataPacksReply)).dataPacks

    async def command(self, *joints: tuple[str, Any]) -> None:
        """Command joints in one call."""
        request = calls.SetDataPacksRequest()
        for name, joint in joints:
            message = request.dataPacks.add()
            message.dataPackId.dataPackName = name
            message.data.Pack(joint)
        await self.call("setDataPacks", request, calls.SetDataPacksReply)


@pytest.fixture
async def client(demo: DemoServer) -> AsyncIterator[Client]:
    client = Client(demo.grpc_engine.port)
    yield client
    await client.close()


async def test_all_that_its_address_names_is_read(demo: DemoServer) -> None:
    station = NrpStation(demo.grpc_engine.uri)
    station.connection.start()
    station.want(*NAMES)
    for name in NAMES:
        await station.get(name)

    assert {name: station.topic(name).info.type_name for name in NAMES} == {
        MODEL: "Model",
        LINK: "Link",
        **dict.fromkeys((*WHEELS, ANTENNA), "Joint"),
        CAMERA: "Camera",
    }
    assert "demo" in station.connection.description
    assert station.newest(CAMERA)["image_width"] == 160
    await station.connection.close()


async def test_an_unknown_name_fails_the_whole_call(client: Client) -> None:
    with pytest.raises(aio.AioRpcError) as refused:
        await client.read(LINK, "rover::nose")
    assert (refused.value.code(), refused.value.details()) == (
        grpc.StatusCode.CANCELLED,
        "DataPack rover::nose is not registered in engine demo",
    )

    with pytest.raises(aio.AioRpcError) as refused:
        await client.command(("rover::nose", packs.Joint()))
    assert refused.value.code() is grpc.StatusCode.CANCELLED


async def test_without_a_new_frame_the_camera_is_answered_without_data(demo: DemoServer, client: Client) -> None:
    await eventually(lambda: demo.simulation.ticks > 10)
    demo.simulation.paused = True
    [frame], [nothing] = await client.read(CAMERA), await client.read(CAMERA)

    assert frame.data.type_url == "type.googleapis.com/Gazebo.Camera"
    assert not nothing.HasField("data")
    assert nothing.dataPackId.dataPackName == CAMERA


async def test_velocities_of_the_wheels_drive_the_rover_and_nan_leaves_them_alone(
    demo: DemoServer, client: Client
) -> None:
    await client.command(*((name, packs.Joint(position=math.nan, velocity=4.0, effort=math.nan)) for name in WHEELS))
    await eventually(lambda: demo.simulation.rover.velocity.linear == pytest.approx(0.4))
    await client.command(
        *((name, packs.Joint(position=math.nan, velocity=math.nan, effort=math.nan)) for name in WHEELS)
    )
    ticks = demo.simulation.ticks
    await eventually(lambda: demo.simulation.ticks > ticks + 5)

    assert demo.simulation.rover.velocity.linear == pytest.approx(0.4)


async def test_a_number_that_was_left_out_is_a_zero_that_is_obeyed(demo: DemoServer, client: Client) -> None:
    await client.command(*((name, packs.Joint(velocity=4.0)) for name in WHEELS))
    ticks = demo.simulation.ticks
    await eventually(lambda: demo.simulation.ticks > ticks + 10)

    assert demo.simulation.rover.velocity.linear == 0.0


async def test_what_is_no_joint_obeys_nothing_and_bytes_that_are_none_are_refused(
    demo: DemoServer, client: Client
) -> None:
    await client.command((MODEL, packs.Model(position=[1.0, 1.0, 0.0])), (WHEELS[0], packs.Model()))
    assert demo.simulation.rover.pose.x == 0.0

    request = calls.SetDataPacksRequest()
    message = request.dataPacks.add()
    message.dataPackId.dataPackName = WHEELS[0]
    message.data.type_url, message.data.value = "type.googleapis.com/Gazebo.Joint", b"\x0d\x00"
    with pytest.raises(aio.AioRpcError):
        await client.call("setDataPacks", request, calls.SetDataPacksReply)


@pytest.mark.parametrize("method", ["initialize", "reset", "shutdown", "runLoopStep"])
async def test_calls_that_step_or_end_an_experiment_are_not_there(client: Client, method: str) -> None:
    with pytest.raises(aio.AioRpcError) as refused:
        await client.call(method, calls.GetDataPacksRequest(), calls.GetDataPacksReply)

    assert refused.value.code() is grpc.StatusCode.UNIMPLEMENTED


async def test_its_health_service_says_that_it_serves(demo: DemoServer) -> None:
    station = NrpStation(demo.grpc_engine.uri)
    station.connection.start()
    findings: list[DoctorCheck] = []
    await station.connection.run_doctor(findings.append)
    await station.connection.close()

    assert [(finding.check, finding.ok) for finding in findings][:2] == [("engine", True), ("health", True)]


async def test_a_port_that_is_taken_is_said(demo: DemoServer) -> None:
    other = GrpcEngine(Simulation())

    with pytest.raises(LinkError, check=says(LinkWording.PORT_IN_USE)):
        await other.start(demo.grpc_engine.port)
    await other.close()


async def test_started_again_at_its_port_it_is_read_again_within_three_seconds(demo: DemoServer) -> None:
    station = NrpStation(demo.grpc_engine.uri)
    station.connection.start()
    station.want(LINK)
    await station.get(LINK)
    demo.simulation.drive(0.2, 0.0)
    port = demo.grpc_engine.port
    await demo.grpc_engine.close()
    await station.reach("lost")
    before = station.topic(LINK).messages
    await demo.grpc_engine.start(port)
    async with asyncio.timeout(3.0):
        await station.get(LINK, before + 1)
    await station.connection.close()
