"""A world's state and the commands to it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from app.connections import publishing
from app.connections.gazebo import publisher as publisher_module
from app.connections.gazebo.world import (
    CONTROL_TOPIC,
    CONTROL_TYPE,
    STATISTICS_TYPE,
    control_message,
    read_statistics,
)
from app.model.schema import DecodeError
from app.model.world import WorldAction, WorldCommand, WorldState
from app.net.errors import LinkError
from app.wording.connections import GazeboWording
from protocols.gazebo.message_types import GAZEBO_TYPES
from protocols.gazebo.packets import SubscriberRecord, encode_frame, encode_subscription
from protocols.sentence import code_of
from protos.gazebo import world_pb2
from tests.fakes.gazebo_server import GazeboServer
from tests.fakes.gazebo_station import Station
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says

CONTROL = "/gazebo/default/world_control"


def statistics(**fields: Any) -> bytes:
    zero = {"sec": 0, "nsec": 0}
    whole = {"sim_time": zero, "pause_time": zero, "real_time": zero, "paused": False, "iterations": 0} | fields
    return GAZEBO_TYPES.encode(STATISTICS_TYPE, whole, 0)


def test_statistics_are_a_state() -> None:
    payload = statistics(sim_time={"sec": 3, "nsec": 5}, real_time={"sec": 4, "nsec": 0}, paused=True, iterations=3000)

    assert read_statistics(payload) == WorldState(True, 3_000_000_005, 4_000_000_000, 3000)


@pytest.mark.parametrize("payload", [b"\xff", b"", b"\x28\x01"])
def test_what_is_no_state_says_so(payload: bytes) -> None:
    with pytest.raises(DecodeError) as caught:
        read_statistics(payload)
    assert code_of(caught.value.reason) in {GazeboWording.STATISTICS_INVALID, GazeboWording.STATISTICS_WITHOUT_TIME}


@pytest.mark.parametrize(
    ("action", "fields"),
    [
        (WorldAction.PAUSE, {"pause": True}),
        (WorldAction.RESUME, {"pause": False}),
        (WorldAction.STEP, {"multi_step": 7}),
        (WorldAction.RESET_ALL, {"reset": {"all": True}}),
        (WorldAction.RESET_TIME, {"reset": {"all": False, "time_only": True}}),
        (WorldAction.RESET_MODELS, {"reset": {"all": False, "model_only": True}}),
    ],
)
def test_a_command_is_these_fields_and_no_other(action: WorldAction, fields: Mapping[str, Any]) -> None:
    message = control_message(WorldCommand(action, 7))
    sent = world_pb2.WorldControl.FromString(GAZEBO_TYPES.encode(CONTROL_TYPE, message, 0))

    assert message == fields
    assert {field.name for field, _ in sent.ListFields()} == fields.keys()


def test_a_reset_of_all_says_so_on_the_wire() -> None:
    payload = GAZEBO_TYPES.encode(CONTROL_TYPE, control_message(WorldCommand(WorldAction.RESET_ALL)), 0)

    assert world_pb2.WorldControl.FromString(payload).reset.HasField("all")


@pytest.fixture(autouse=True)
def quick_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "DRAIN_TIMEOUT_S", TIMEOUT_S)
    monkeypatch.setattr(publisher_module, "READ_TIME_S", 0.01)


async def _subscribe(server: GazeboServer, *, latching: bool) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    await eventually(lambda: any(known.topic == CONTROL for known in server.master.publishers))
    port = next(known.port for known in server.master.publishers if known.topic == CONTROL)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    record = SubscriberRecord(CONTROL, CONTROL_TYPE, "127.0.0.1", writer.get_extra_info("sockname")[1], latching)
    writer.write(encode_subscription("sub", record, 0.0))
    return reader, writer


def _frame(command: WorldCommand) -> bytes:
    return encode_frame(GAZEBO_TYPES.encode(CONTROL_TYPE, control_message(command), 0))


async def test_commands_arrive_in_order_and_no_newcomer_hears_the_last_one(
    station: Station, server: GazeboServer
) -> None:
    pause, step = WorldCommand(WorldAction.PAUSE), WorldCommand(WorldAction.STEP, 3)
    first = asyncio.create_task(station.connection.control_world(pause, TIMEOUT_S))  # noqa: TID251 - awaited below
    second = asyncio.create_task(station.connection.control_world(step, TIMEOUT_S))  # noqa: TID251 - awaited below
    reader, writer = await _subscribe(server, latching=True)
    await asyncio.gather(first, second)
    expected = _frame(pause) + _frame(step)
    assert await reader.readexactly(len(expected)) == expected

    late_reader, late_writer = await _subscribe(server, latching=True)
    publisher = station.connection._world._publisher
    await eventually(lambda: publisher is not None and len(publisher.subscribers) == 2)
    await station.connection.control_world(pause, TIMEOUT_S)
    assert await late_reader.readexactly(len(_frame(pause))) == _frame(pause)
    for each in (writer, late_writer):
        each.close()
        await each.wait_closed()


async def test_a_simulator_that_does_not_listen_is_told_of_and_the_command_is_not_kept(
    station: Station, server: GazeboServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait = publishing.TopicPublisher.wait_for_subscriber

    async def wait_a_moment(publisher: publishing.TopicPublisher, timeout_s: float) -> bool:
        assert timeout_s == TIMEOUT_S
        return await wait(publisher, 0.1)

    with monkeypatch.context() as patch:
        patch.setattr(publishing.TopicPublisher, "wait_for_subscriber", wait_a_moment)
        with pytest.raises(LinkError, check=says(GazeboWording.WORLD_NOT_SUBSCRIBED, topic=CONTROL)):
            await station.connection.control_world(WorldCommand(WorldAction.RESET_ALL), TIMEOUT_S)

    reader, writer = await _subscribe(server, latching=True)
    step = WorldCommand(WorldAction.STEP)
    await station.connection.control_world(step, TIMEOUT_S)
    assert await reader.readexactly(len(_frame(step))) == _frame(step)
    writer.close()
    await writer.wait_closed()


def test_its_state_is_read_where_gazebo_says_it(station: Station) -> None:
    assert station.connection.resolve(station.connection.world_topic) == "/gazebo/default/world_stats"
    assert CONTROL_TOPIC.startswith("~/")
