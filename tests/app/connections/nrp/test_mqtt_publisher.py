from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from app.connections.nrp import publisher as publisher_module
from app.connections.nrp.publisher import MQTT_MAX_ZEROS, MqttPublisher
from app.net.errors import LinkError
from app.net.tasks import TaskPool
from protocols.nrp.joint_commands import decode_command
from tests.fakes.waiting import TIMEOUT_S, eventually


class Way:
    """A broker as a publisher has it.

    Attributes:
        taken: the commands that it got, in their order.
        confirms: set while it confirms.
        fails: whether there is no link.
    """

    def __init__(self) -> None:
        self.taken: list[tuple[str, float]] = []
        self.confirms = asyncio.Event()
        self.confirms.set()
        self.fails = False

    async def send(self, payload: bytes, timeout_s: float) -> None:
        del timeout_s
        if self.fails:
            raise LinkError("there is no link")
        self.taken.append(decode_command(payload))
        await self.confirms.wait()


@pytest.fixture
def way() -> Way:
    return Way()


@pytest.fixture
async def publisher(way: Way) -> AsyncIterator[MqttPublisher]:
    tasks = TaskPool("test")
    yield MqttPublisher("hinge", "gazebo", way.send, lambda: not way.fails, tasks, lambda _: None)
    await tasks.cancel()


async def test_motions_go_one_after_the_other_and_the_newest_of_those_that_wait(
    way: Way, publisher: MqttPublisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher_module, "MQTT_WAITS_S", TIMEOUT_S)
    way.confirms.clear()
    publisher.publish({"velocity": 1.0})
    await eventually(lambda: way.taken)
    publisher.publish({"velocity": 2.0})
    publisher.publish({"velocity": 3.0})
    way.confirms.set()

    assert await publisher.drain(TIMEOUT_S)
    assert way.taken == [("velocity", 1.0), ("velocity", 3.0)]
    assert publisher.dropped == 1


async def test_motion_that_waited_too_long_is_not_sent(
    way: Way, publisher: MqttPublisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher_module, "MQTT_WAITS_S", 0.01)
    way.confirms.clear()
    publisher.publish({"velocity": 1.0})
    await eventually(lambda: way.taken)
    publisher.publish({"velocity": 2.0})
    await asyncio.sleep(0.05)
    way.confirms.set()

    assert not await publisher.drain(TIMEOUT_S)
    assert way.taken == [("velocity", 1.0)]


async def test_zero_waits_for_no_motion_and_takes_the_place_of_those_that_wait(
    way: Way, publisher: MqttPublisher
) -> None:
    way.confirms.clear()
    publisher.publish({"velocity": 1.0})
    await eventually(lambda: way.taken)
    publisher.publish({"velocity": 2.0})
    publisher.publish({"velocity": 0.0})
    await eventually(lambda: len(way.taken) == 2)
    way.confirms.set()

    assert await publisher.drain(TIMEOUT_S)
    assert way.taken == [("velocity", 1.0), ("velocity", 0.0)]


async def test_zeros_do_not_pile_up(way: Way, publisher: MqttPublisher) -> None:
    way.confirms.clear()
    for _ in range(3):
        for _ in range(MQTT_MAX_ZEROS):
            publisher.publish({"effort": 0.0})
        await asyncio.sleep(0.01)

    assert len(way.taken) == MQTT_MAX_ZEROS
    assert publisher.dropped == 2 * MQTT_MAX_ZEROS
    way.confirms.set()


async def test_last_words_are_said_until_they_are_confirmed(way: Way, publisher: MqttPublisher) -> None:
    way.fails = True
    publisher.set_final_message(publisher.encode({"velocity": 0.0}))
    closing = asyncio.get_running_loop().create_task(publisher.close())
    await asyncio.sleep(0.1)
    assert not closing.done()
    way.fails = False

    assert await closing
    assert way.taken == [("velocity", 0.0)] * 5


async def test_engine_is_the_one_subscriber_while_it_is_heard(way: Way, publisher: MqttPublisher) -> None:
    assert list(publisher.subscribers) == ["gazebo"]
    assert await publisher.wait_for_subscriber(TIMEOUT_S)
    way.fails = True
    assert not list(publisher.subscribers)
    assert not await publisher.wait_for_subscriber(0.02)
