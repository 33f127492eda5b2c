from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from app.demo.nrp_json import NAMES, JsonEngine
from app.demo.nrp_packs import ANTENNA, CAMERA, LINK, MODEL, WHEELS
from app.demo.serve import DemoServer
from app.demo.simulation import Simulation
from app.net.errors import LinkError
from app.wording.connections import LinkWording
from tests.fakes.nrp_station import NrpStation
from tests.fakes.waiting import eventually
from tests.tools.sentences import says


class Client:
    """Posts to the demo's engine."""

    def __init__(self, session: aiohttp.ClientSession, base: str) -> None:
        self._session = session
        self._base = base

    async def post(self, path: str, body: bytes) -> tuple[int, bytes]:
        """The status and the body of the answer."""
        async with self._session.post(self._base + path, data=body) as response:
            return response.status, await response.read()

    async def read(self, *names: str) -> dict[str, Any]:
        """The answer to a question for DataPacks."""
        status, body = await self.post("/get_datapacks", json.dumps(dict.fromkeys(names)).encode())
        assert status == 200
        answer: dict[str, Any] = json.loads(body)
        return answer

    async def command(self, **joints: dict[str, Any]) -> int:
        """Command the wheels by the names `left` and `right`; the status."""
        names = {"left": WHEELS[0], "right": WHEELS[1], "nose": "rover::nose", "body": LINK}
        body = {names[key]: {"engine_name": "demo", "type": "", "data": data} for key, data in joints.items()}
        return (await self.post("/set_datapacks", json.dumps(body).encode()))[0]


@pytest.fixture
async def client(demo: DemoServer) -> AsyncIterator[Client]:
    async with aiohttp.ClientSession() as session:
        yield Client(session, demo.json_engine.uri.partition("?")[0].replace("nrp+json", "http"))


async def test_all_that_its_address_names_is_read(demo: DemoServer) -> None:
    station = NrpStation(demo.json_engine.uri)
    station.connection.start()
    station.want(*NAMES)
    for name in NAMES:
        await station.get(name)

    assert {name: station.topic(name).info.type_name for name in NAMES} == {
        LINK: "Link",
        **dict.fromkeys((*WHEELS, ANTENNA), "Joint"),
        CAMERA: "Camera",
    }
    assert station.newest(CAMERA)["image_width"] == 160
    await station.connection.close()


async def test_what_it_has_not_is_null_and_a_rotation_lacks_its_w(client: Client) -> None:
    answer = await client.read(LINK, "rover::nose")

    assert answer["rover::nose"] is None
    assert answer[LINK]["data"]["rot"] == [0.0, 0.0, 0.0]
    assert answer[LINK]["engine_name"] == "demo"


async def test_without_a_new_frame_there_is_no_data(demo: DemoServer, client: Client) -> None:
    await eventually(lambda: demo.simulation.ticks > 10)
    demo.simulation.paused = True
    frame, nothing = await client.read(CAMERA), await client.read(CAMERA)

    assert len(frame[CAMERA]["data"]["image_data"]) == 160 * 120 * 3
    assert "data" not in nothing[CAMERA]


async def test_velocities_of_the_wheels_drive_the_rover_and_null_leaves_them_alone(
    demo: DemoServer, client: Client
) -> None:
    wish = {"position": None, "velocity": 4.0, "effort": None}
    assert await client.command(left=wish, right=wish) == 200
    await eventually(lambda: demo.simulation.rover.velocity.linear == pytest.approx(0.4))
    nothing = dict.fromkeys(wish)
    await client.command(left=nothing, right={}, nose={"velocity": 1.0}, body={"velocity": 1.0})
    ticks = demo.simulation.ticks
    await eventually(lambda: demo.simulation.ticks > ticks + 5)

    assert demo.simulation.rover.velocity.linear == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/get_datapacks", b"{", 400),
        ("/get_datapacks", b"[]", 400),
        ("/get_datapacks", b"[" * 100_000, 400),
        ("/set_datapacks", b'{"rover::left_wheel_hinge": {"data": {"velocity": "fast"}}}', 400),
        ("/set_datapacks", b'{"rover::left_wheel_hinge": {"data": {"velocity": 1e999}}}', 200),
        ("/set_datapacks", b'{"rover::left_wheel_hinge": 7}', 200),
        ("/run_loop", b'{"time_step": 1}', 404),
        ("/initialize", b"{}", 404),
        ("/reset", b"{}", 404),
        ("/shutdown", b"{}", 404),
    ],
)
async def test_what_is_no_question_or_command_is_refused(
    demo: DemoServer, client: Client, path: str, body: bytes, status: int
) -> None:
    assert (await client.post(path, body))[0] == status
    assert demo.simulation.rover.command.linear == 0.0


async def test_it_has_no_models(client: Client) -> None:
    assert await client.read(MODEL) == {MODEL: None}


async def test_a_port_that_is_taken_is_said(demo: DemoServer) -> None:
    other = JsonEngine(Simulation())

    with pytest.raises(LinkError, check=says(LinkWording.PORT_IN_USE)):
        await other.start(int(demo.json_engine.uri.partition("?")[0].rpartition(":")[2]))
    await other.close()


async def test_started_again_at_its_port_it_is_read_again_within_three_seconds(demo: DemoServer) -> None:
    station = NrpStation(demo.json_engine.uri)
    station.connection.start()
    station.want(LINK)
    await station.get(LINK)
    demo.simulation.drive(0.2, 0.0)
    port = int(demo.json_engine.uri.partition("?")[0].rpartition(":")[2])
    await demo.json_engine.close()
    await station.reach("lost")
    before = station.topic(LINK).messages
    await demo.json_engine.start(port)
    async with asyncio.timeout(3.0):
        await station.get(LINK, before + 1)
    await station.connection.close()
