"""The way by which a robot in an engine is driven, on both wires."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from app.connections.base import CommandSender
from app.connections.nrp import command_sender as helm_module
from app.connections.nrp.command_sender import encode_joints, parse_joint_names
from app.drive.control.gates import THRESHOLDS_S
from app.wording.connections import NrpWording
from protocols.errors import EncodeError, LocalProtocolError, UnknownPackError
from tests.app.connections.nrp.conftest import Engine, MakeStation
from tests.fakes.nrp_engine import joint, link
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says

LEFT, RIGHT = "rover::left", "rover::right"
TOPIC = f"{LEFT},{RIGHT}"
SETTING = {"/EngineGrpc.EngineGrpcService/setDataPacks", "/set_datapacks"}


def rolling(left: float, right: float | None = None) -> Mapping[str, Any]:
    return {LEFT: {"velocity": left}, RIGHT: {"velocity": left if right is None else right}}


ZERO = rolling(0.0)


@pytest.fixture
def engine(engine: Engine) -> Engine:
    """One that has the wheels."""
    engine.packs = {LEFT: joint(), RIGHT: joint(), "rover": link()}
    return engine


async def helm_of(engine: Engine, make_station: MakeStation, *, silent: bool = False, node: str = "") -> CommandSender:
    connection = make_station(engine).connection
    return await connection.open_command_sender(TOPIC, "Joint", TIMEOUT_S, still=ZERO, silent=silent, node=node)


async def arrived(helm: CommandSender, number: int) -> None:
    await eventually(lambda: helm.state().arrived == number, f"{number}, not {helm.state()}")


def test_a_joint_is_named_once() -> None:
    assert parse_joint_names(f"{LEFT}, {RIGHT}") == (LEFT, RIGHT)
    for topic in ("", "a,", "a,a", "a,b\nc"):
        with pytest.raises(LocalProtocolError):
            parse_joint_names(topic)


@pytest.mark.parametrize(
    "command", [{}, {LEFT: {"velocity": 1.0}}, {**ZERO, "c": {"velocity": 0.0}}, {LEFT: {}, RIGHT: {}}]
)
def test_commands_name_all_joints_and_no_others(command: Mapping[str, Any]) -> None:
    with pytest.raises(EncodeError):
        encode_joints((LEFT, RIGHT), command)


async def test_the_engine_is_the_receiver_and_what_it_answers_has_arrived(
    engine: Engine, make_station: MakeStation
) -> None:
    helm = await helm_of(engine, make_station)
    assert (helm.topic, helm.type_name, helm.state().receivers) == (TOPIC, "Joint", ("gazebo",))
    assert engine.sets == []

    helm.send(rolling(1.0, 2.0), 1, moves=True)
    await arrived(helm, 1)
    helm.send(ZERO, 2, moves=False)
    await arrived(helm, 2)

    assert [(each.velocity(LEFT), each.velocity(RIGHT)) for each in engine.sets] == [(1.0, 2.0), (0.0, 0.0)]
    assert not helm.has_lost_receiver
    await helm.close()
    # it stands: there is nothing to say at the end
    assert len(engine.sets) == 2


async def test_how_the_joints_turn_is_told_with_each_answer(engine: Engine, make_station: MakeStation) -> None:
    helm = await helm_of(engine, make_station)
    engine.packs[LEFT] = joint(0.0, -3.0)

    await eventually(lambda: helm.state().joints == {LEFT: -3.0, RIGHT: 0.0})

    assert helm.state().joints_s < 1.0
    await helm.close()


async def test_an_engine_that_hangs_is_seen_by_the_age_of_its_answers_and_goes_on_by_the_same_way(
    engine: Engine, make_station: MakeStation
) -> None:
    helm = await helm_of(engine, make_station)
    await eventually(lambda: (helm.state().probe_age_s or 9.0) < 0.15)
    epoch = helm.state().epoch
    engine.hold.set()

    await eventually(lambda: (helm.state().probe_age_s or 0.0) > THRESHOLDS_S[-1])

    engine.hold.clear()
    await eventually(lambda: (helm.state().probe_age_s or 9.0) < 0.15)
    assert helm.state().receivers
    assert helm.state().epoch == epoch
    await helm.close()


async def test_a_way_of_zeros_that_hangs_is_seen_too(
    engine: Engine, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    helm = await helm_of(engine, make_station)
    await eventually(lambda: (helm.state().probe_age_s or 9.0) < 0.15)

    async def hang(_: float) -> None:
        await asyncio.sleep(TIMEOUT_S)

    monkeypatch.setattr(helm._commander, "probe_zero_link", hang)  # type: ignore[attr-defined]

    await eventually(lambda: (helm.state().probe_age_s or 0.0) > THRESHOLDS_S[-1])
    await helm.close()


async def test_a_zero_waits_for_no_motion_that_hangs_and_proves_nothing_before_that_was_answered(
    engine: Engine, make_station: MakeStation
) -> None:
    helm = await helm_of(engine, make_station)
    engine.hold.set()
    helm.send(rolling(1.0), 1, moves=True)
    helm.send(rolling(2.0), 2, moves=True)
    await eventually(lambda: sum(path in SETTING for path, _ in engine.calls) == 1)

    helm.send(ZERO, 3, moves=False)

    await eventually(lambda: sum(path in SETTING for path, _ in engine.calls) == 2)
    assert (helm.state().arrived, helm.state().unacknowledged) == (0, 2)
    engine.hold.clear()
    await arrived(helm, 3)
    velocities = [each.velocity(LEFT) for each in engine.sets]
    assert (velocities[-1], velocities.count(1.0), velocities.count(2.0)) == (0.0, 1, 0)
    await helm.close()


async def test_an_engine_that_was_started_again_is_another_one_and_hears_zero_first(
    engine: Engine, make_station: MakeStation
) -> None:
    helm = await helm_of(engine, make_station)
    helm.send(rolling(1.0), 1, moves=True)
    await arrived(helm, 1)
    epoch = helm.state().epoch
    await asyncio.to_thread(engine.stop)
    await eventually(lambda: not helm.state().receivers)
    assert (helm.has_lost_receiver, helm.state().missed) == (True, ("gazebo",))
    engine.sets.clear()

    # neither is sent later, and the second is owed
    helm.send(rolling(2.0), 2, moves=True)
    helm.send(ZERO, 3, moves=False)
    await asyncio.to_thread(engine.start)

    await eventually(lambda: helm.state().receivers, "the engine")
    assert helm.state().epoch > epoch
    await eventually(lambda: engine.sets, "a zero")
    assert {each.velocity(LEFT) for each in engine.sets} == {0.0}
    # it had answered the motion, so the first zero proves the stop
    await arrived(helm, 3)
    assert not helm.has_lost_receiver
    await helm.close()


async def test_a_joint_that_is_gone_is_the_end_of_the_way(engine: Engine, make_station: MakeStation) -> None:
    helm = await helm_of(engine, make_station)
    del engine.packs[LEFT]

    await eventually(lambda: not helm.state().receivers)

    engine.packs[LEFT] = joint()
    await eventually(lambda: helm.state().receivers)
    await helm.close()


async def test_what_is_no_joint_can_not_be_driven(engine: Engine, make_station: MakeStation) -> None:
    connection = make_station(engine).connection
    with pytest.raises(UnknownPackError, match=r"not registered|null"):
        await connection.open_command_sender("lost", "Joint", TIMEOUT_S, still={"lost": {"velocity": 0.0}})
    with pytest.raises(LocalProtocolError, check=says(NrpWording.NO_JOINT, pack="rover")):
        await connection.open_command_sender("rover", "Joint", TIMEOUT_S, still={"rover": {"velocity": 0.0}})
    with pytest.raises(LocalProtocolError):
        await connection.open_command_sender(TOPIC, "Link", TIMEOUT_S, still=ZERO)
    assert engine.sets == []


async def test_only_an_engine_that_is_named_counts(engine: Engine, make_station: MakeStation) -> None:
    helm = await helm_of(engine, make_station, node="another")
    assert (helm.state().receivers, helm.state().onlookers) == ((), ("gazebo",))
    await helm.close()
    helm = await helm_of(engine, make_station, node="gazebo")
    assert helm.state().receivers == ("gazebo",)
    await helm.close()


async def test_what_moves_is_never_sent_as_a_zero(engine: Engine, make_station: MakeStation) -> None:
    helm = await helm_of(engine, make_station)
    for command in (rolling(1.0), {LEFT: {"position": 0.0}, RIGHT: {"velocity": 0.0}}):
        with pytest.raises(EncodeError):
            helm.send(command, 1, moves=False)
    await helm.close()
    assert engine.sets == []


async def test_who_ends_while_it_moves_has_it_stand_still(engine: Engine, make_station: MakeStation) -> None:
    helm = await helm_of(engine, make_station)
    helm.send(rolling(1.0), 1, moves=True)
    await arrived(helm, 1)

    await helm.close()

    assert [each.velocity(LEFT) for each in engine.sets] == [1.0, *[0.0] * 5]


async def test_who_stands_by_asks_nothing_and_proves_a_stop_when_nothing_can_come_late(
    engine: Engine, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(helm_module, "END_S", 0.1)
    helm = await helm_of(engine, make_station, silent=True)
    await eventually(lambda: helm.state().receivers)
    asked = [names for _, names in engine.calls if names]
    assert asked == [(LEFT, RIGHT)]
    assert helm.state().probe_age_s is None
    await asyncio.sleep(0.3)
    assert [names for _, names in engine.calls if names] == asked

    helm.send(ZERO, 1, moves=False)

    await eventually(lambda: engine.sets)
    assert helm.state().arrived == 0
    for number in range(2, 100):
        await asyncio.sleep(0.05)
        helm.send(ZERO, number, moves=False)
        if helm.state().arrived:
            break
    assert 3.0 <= engine.sets[-1].at - engine.sets[0].at < 3.5
    helm.send(rolling(1.0), 101, moves=True)
    await asyncio.sleep(0.1)
    assert {each.velocity(LEFT) for each in engine.sets} == {0.0}
    await helm.close()


async def test_nobody_waits_for_an_engine_that_was_given_up(engine: Engine, make_station: MakeStation) -> None:
    helm = await helm_of(engine, make_station)
    helm.send(rolling(1.0), 1, moves=True)
    await arrived(helm, 1)
    await asyncio.to_thread(engine.stop)
    await eventually(lambda: helm.has_lost_receiver)

    helm.give_up_lost()

    assert not helm.has_lost_receiver
    await helm.close()
