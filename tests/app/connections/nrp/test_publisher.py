"""Commands to one joint of engines of both wires."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from app.connections.nrp import publisher as publisher_module
from app.net.errors import LinkError
from app.wording.connections import NrpWording
from protocols.errors import EncodeError, LocalProtocolError, UnknownPackError
from tests.app.connections.nrp.conftest import Engine, MakeStation
from tests.fakes.nrp_engine import GrpcEngine, JsonEngine, camera, joint, link
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says

ROOT = Path(__file__).parents[4]
JOINT = "rover::hinge"
SETTING = {"/EngineGrpc.EngineGrpcService/setDataPacks", "/set_datapacks"}
READING = {"/EngineGrpc.EngineGrpcService/getDataPacks", "/get_datapacks"}


@pytest.fixture
def engine(engine: Engine) -> Engine:
    """One that has what is commanded here."""
    engine.packs = {JOINT: joint(), "rover": link(), "rover::head::eye": camera(2, 2, 1, bytes(4))}
    return engine


async def test_a_joint_is_commanded_without_a_subscriber(engine: Engine, make_station: MakeStation) -> None:
    connection = make_station(engine).connection
    publisher = await connection.advertise(JOINT, "Joint", TIMEOUT_S)
    assert publisher.subscribers == ("gazebo",)

    publisher.publish({"velocity": 1.5})

    assert await publisher.wait_for_subscriber(TIMEOUT_S)
    assert await publisher.drain(TIMEOUT_S)
    assert [each.values for each in engine.sets] == [{JOINT: {"position": None, "velocity": 1.5, "effort": None}}]
    assert await publisher.close()
    assert len(engine.sets) == 1


async def test_last_words_are_said_five_times_and_known_to_have_arrived(
    engine: Engine, make_station: MakeStation
) -> None:
    connection = make_station(engine).connection
    publisher = await connection.advertise(JOINT, "Joint", TIMEOUT_S)
    rest = connection.stop_message_for(JOINT, "Joint", {"velocity": 1.5})
    assert rest is not None
    publisher.set_final_message(publisher.encode(rest))
    publisher.publish({"velocity": 1.5})
    assert await publisher.drain(TIMEOUT_S)

    assert await publisher.close()

    assert [each.velocity(JOINT) for each in engine.sets if each.velocity(JOINT) != 1.5] == [0.0] * 5
    assert engine.sets[-1].velocity(JOINT) == 0.0


async def test_a_stop_that_no_engine_answers_is_not_called_delivered(
    engine: Engine, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher_module, "FINAL_TIMEOUT_S", 0.5)
    publisher = await make_station(engine).connection.advertise(JOINT, "Joint", TIMEOUT_S)
    publisher.set_final_message(publisher.encode({"velocity": 0.0}))
    publisher.publish({"velocity": 1.5})
    assert await publisher.drain(TIMEOUT_S)
    engine.hold.set()

    arrived = await publisher.close()

    engine.hold.clear()
    assert not arrived


async def test_one_motion_is_under_way_at_a_time_and_of_those_that_wait_the_newest_goes(
    engine: Engine, make_station: MakeStation
) -> None:
    publisher = await make_station(engine).connection.advertise(JOINT, "Joint", TIMEOUT_S)
    engine.delay_s = 0.03

    for number in range(1, 6):
        publisher.publish({"position": number})

    assert await publisher.drain(TIMEOUT_S)
    assert [each.values[JOINT]["position"] for each in engine.sets] == [1.0, 5.0]
    assert publisher.dropped == 3


async def test_a_zero_waits_for_nothing_and_takes_the_place_of_what_waits(
    engine: Engine, make_station: MakeStation
) -> None:
    publisher = await make_station(engine).connection.advertise(JOINT, "Joint", TIMEOUT_S)
    engine.hold.set()
    publisher.publish({"velocity": 1.0})
    publisher.publish({"velocity": 2.0})
    await eventually(lambda: sum(path in SETTING for path, _ in engine.calls) == 1)

    publisher.publish({"velocity": 0.0})

    await eventually(lambda: sum(path in SETTING for path, _ in engine.calls) == 2)
    engine.hold.clear()
    # whichever of the two it took first, a zero that began after the motion was answered is the last
    assert await publisher.drain(TIMEOUT_S)
    velocities = [each.velocity(JOINT) for each in engine.sets]
    assert 2.0 not in velocities
    assert velocities[-1] == 0.0
    assert velocities.count(0.0) == 2


@pytest.mark.parametrize("name", ["rover", "rover::head::eye"])
async def test_what_is_no_joint_is_refused_before_anything_is_sent(
    engine: Engine, make_station: MakeStation, name: str
) -> None:
    with pytest.raises(LocalProtocolError, check=says(NrpWording.NO_JOINT, pack=name)):
        await make_station(engine).connection.advertise(name, "Joint", TIMEOUT_S)
    assert not engine.sets


async def test_an_unknown_joint_is_refused_in_the_words_of_the_engine(
    engine: Engine, make_station: MakeStation
) -> None:
    with pytest.raises(UnknownPackError, match=r"not registered|null"):
        await make_station(engine).connection.advertise("rover::lost", "Joint", TIMEOUT_S)
    assert not engine.sets


async def test_an_engine_that_does_not_answer_is_told(engine: Engine, make_station: MakeStation) -> None:
    engine.hold.set()
    with pytest.raises(LinkError):
        await make_station(engine).connection.advertise(JOINT, "Joint", 0.2)


async def test_only_joints_take_commands_and_one_quantity_at_a_time(engine: Engine, make_station: MakeStation) -> None:
    connection = make_station(engine).connection
    with pytest.raises(LocalProtocolError, check=says(NrpWording.TYPE_NOT_TAKEN, type_name="Link")):
        await connection.advertise("rover", "Link", TIMEOUT_S)
    with pytest.raises(LocalProtocolError, check=says(NrpWording.TYPE_NOT_TAKEN, type_name="Camera")):
        connection.encode("Camera", {})
    with pytest.raises(EncodeError):
        connection.encode("Joint", {"velocity": 1.0, "effort": 1.0})
    assert connection.encode("Joint", {"velocity": 1.0})
    assert connection.may_move(JOINT, "Joint")
    assert not connection.may_move("rover", "Link")
    assert connection.stop_message_for(JOINT, "Joint", {"position": 1.0}) is None


async def test_an_engine_that_was_started_again_is_commanded_again_and_gets_nothing_from_before(
    engine: Engine, make_station: MakeStation
) -> None:
    station = make_station(engine)
    publisher = await station.connection.advertise(JOINT, "Joint", TIMEOUT_S)
    publisher.publish({"velocity": 1.0})
    assert await publisher.drain(TIMEOUT_S)
    await asyncio.to_thread(engine.restart)
    engine.sets.clear()

    publisher.publish({"velocity": 2.0})

    await eventually(lambda: not publisher.subscribers or engine.sets, "a link that is known to be gone")
    assert not engine.sets
    assert await publisher.wait_for_subscriber(TIMEOUT_S)
    publisher.publish({"velocity": 3.0})
    await eventually(lambda: engine.sets, "a command")
    assert [each.velocity(JOINT) for each in engine.sets] == [3.0]


async def test_nothing_is_called_but_what_reads_and_what_commands(engine: Engine, make_station: MakeStation) -> None:
    publisher = await make_station(engine, f"?packs=rover,{JOINT}").connection.advertise(JOINT, "Joint", TIMEOUT_S)
    publisher.set_final_message(publisher.encode({"velocity": 0.0}))
    publisher.publish({"velocity": 1.5})
    await publisher.close()

    assert {path for path, _ in engine.calls} <= READING | SETTING
    for path in [*(ROOT / "app").rglob("*.py"), *(ROOT / "protocols").rglob("*.py"), *(ROOT / "protos").rglob("*")]:
        if path.suffix not in {".py", ".proto", ".pyi"} or path.parts[-2:-1] == ("demo",):
            continue
        text = path.read_text(encoding="utf-8")
        for forbidden in ("runLoopStep", "/run_loop", '"/reset"', '"/initialize"', "EngineGrpcServiceStub"):
            assert forbidden not in text, path


async def test_a_command_that_the_engine_refuses_is_told_and_not_delivered(
    grpc_engine: GrpcEngine, make_station: MakeStation
) -> None:
    grpc_engine.packs = {JOINT: joint()}
    station = make_station(grpc_engine)
    publisher = await station.connection.advertise(JOINT, "Joint", TIMEOUT_S)
    del grpc_engine.packs[JOINT]

    publisher.publish({"position": 1.0})

    await eventually(lambda: any("not registered" in alert.text for alert in station.alerts.current))
    assert not await publisher.drain(TIMEOUT_S)
    assert publisher.dropped == 1


async def test_an_engine_that_hangs_up_after_each_answer_takes_no_commands(
    json_engine: JsonEngine, make_station: MakeStation
) -> None:
    json_engine.packs = {JOINT: joint()}
    json_engine.hangs_up = True
    with pytest.raises(LinkError, check=says(NrpWording.HANGS_UP)):
        await make_station(json_engine).connection.advertise(JOINT, "Joint", TIMEOUT_S)
    assert json_engine.sets == []
