from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator

import pytest

from app.config.run_settings import Settings
from app.connections.nrp.mqtt_link import MqttLink, open_link
from app.net.errors import LinkError, NoAnswerError, WrongServerError
from app.wording.connections import LinkWording, NrpWording
from protocols.errors import FrameTooLargeError, ProtocolError
from protocols.sentence import code_of
from tests.fakes.nrp_broker import DISCONNECT, FAILURE, Broker, publication
from tests.fakes.nrp_engine import HOST
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says

Taken = list[tuple[str, bytes, bool]]


@pytest.fixture
async def broker() -> AsyncIterator[Broker]:
    async with Broker() as broker:
        yield broker


async def opened(broker: Broker, taken: Taken, settings: Settings | None = None) -> MqttLink:
    """A link that reads all."""

    def take(topic: str, payload: bytes, retained: bool) -> None:  # noqa: FBT001 - as it is called
        taken.append((topic, payload, retained))

    link = await open_link(HOST, broker.port, settings or Settings(), take)
    try:
        await link.subscribe("#")
    except ProtocolError:
        await link.close()
        raise
    return link


async def test_messages_are_handed_over_in_their_order(broker: Broker) -> None:
    taken: Taken = []
    broker.retained = {"old": b"0"}
    link = await opened(broker, taken)
    for index in range(100):
        broker.publish(f"a/{index}", b"x" * index)
    await eventually(lambda: len(taken) == 101)

    assert taken[0] == ("old", b"0", True)
    assert taken[1:] == [(f"a/{index}", b"x" * index, False) for index in range(100)]
    await link.close()


async def test_long_message_is_put_together(broker: Broker) -> None:
    taken: Taken = []
    link = await opened(broker, taken)
    broker.publish("a", b"x" * 3_000_000)
    await eventually(lambda: taken)

    assert taken == [("a", b"x" * 3_000_000, False)]
    await link.close()


async def test_broker_is_told_that_the_link_ends(broker: Broker) -> None:
    link = await opened(broker, [])
    await link.close()
    await eventually(lambda: not broker.links)

    assert broker.received[-1] == DISCONNECT


async def test_link_that_was_closed_leaves_no_task_behind(broker: Broker) -> None:
    before = len(asyncio.all_tasks())
    link = await opened(broker, [])
    await link.close()
    await eventually(lambda: not broker.links)
    await eventually(lambda: len(asyncio.all_tasks()) == before)


async def test_opening_can_be_given_up_at_any_time(broker: Broker) -> None:
    broker.connack = None
    before = len(asyncio.all_tasks())
    for pause_s in (0.0, 0.0005, 0.001, 0.002, 0.004, 0.01):
        opening = asyncio.get_running_loop().create_task(open_link(HOST, broker.port, Settings(), print))
        await asyncio.sleep(pause_s)
        opening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await opening
    await eventually(lambda: len(asyncio.all_tasks()) == before, str(asyncio.all_tasks()))


async def test_end_of_the_broker_ends_the_wait_for_it(broker: Broker) -> None:
    link = await opened(broker, [])
    await broker.stop()

    with pytest.raises(LinkError, check=says(NrpWording.BROKER_CLOSED_LINK)):
        await link.wait_for_end()
    await link.close()


async def test_broker_that_ends_while_it_is_asked_is_told(broker: Broker) -> None:
    link = await opened(broker, [])
    await broker.stop()

    with pytest.raises(ProtocolError):
        await link.subscribe("more")
    await link.close()


async def test_message_is_published_when_the_broker_says_so(broker: Broker) -> None:
    link = await opened(broker, [])
    await link.publish("a/set/x", b"1", TIMEOUT_S)
    await link.publish("a/get/x", b"2", TIMEOUT_S, is_confirmed=False)
    await eventually(lambda: len(broker.published) == 2)

    broker.confirms = False
    with pytest.raises(NoAnswerError, check=says(NrpWording.NOT_CONFIRMED)):
        await link.publish("a/set/x", b"3", 0.05)
    await link.close()
    assert broker.published == [("a/set/x", b"1"), ("a/get/x", b"2"), ("a/set/x", b"3")]


async def test_end_of_the_broker_ends_the_wait_for_its_word_at_once(broker: Broker) -> None:
    broker.confirms = False
    link = await opened(broker, [])
    publishing = asyncio.get_running_loop().create_task(link.publish("a/set/x", b"1", 10 * TIMEOUT_S))
    await eventually(lambda: broker.published)
    await broker.stop()

    with pytest.raises(LinkError, check=says(NrpWording.BROKER_CLOSED_LINK)):
        await asyncio.wait_for(publishing, TIMEOUT_S)
    with pytest.raises(LinkError):
        await link.publish("a/set/x", b"2", TIMEOUT_S)
    await link.close()


async def test_subscription_that_is_refused_is_told(broker: Broker) -> None:
    broker.suback = FAILURE

    with pytest.raises(WrongServerError, check=says(NrpWording.TOPICS_FORBIDDEN, topics="#")):
        await opened(broker, [])


@pytest.mark.parametrize("size", [1_000, 150_000], ids=["its head alone came", "it came at once"])
async def test_message_over_the_limit_ends_the_link_before_it_is_there(broker: Broker, size: int) -> None:
    taken: Taken = []
    link = await opened(broker, taken, Settings(frame_limit_bytes=1024))
    broker.send(publication(b"a", b"x" * 149_990)[:size])

    with pytest.raises(FrameTooLargeError, check=says(NrpWording.MESSAGE_TOO_LONG, limit_bytes=1024)):
        await link.wait_for_end()
    await link.close()
    assert taken == []


async def test_name_that_cannot_be_resolved_is_told() -> None:
    with pytest.raises(LinkError) as caught:
        await open_link("no..name", 1883, Settings(), print)
    assert code_of(caught.value.reason) in {LinkWording.HOST_INVALID, LinkWording.NAME_UNRESOLVED}


@pytest.mark.parametrize("seed", range(8))
async def test_random_bytes_end_in_an_error_in_words_or_in_nothing(broker: Broker, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(10):
        link = await opened(broker, [], Settings(connect_timeout_s=1.0))
        for _ in range(20):
            size = rng.randrange(1, 40)
            kind = bytes((rng.randrange(256),)) if rng.random() < 0.5 else bytes((0x30, size))
            broker.send(kind + rng.randbytes(size))
            await asyncio.sleep(0)
        await broker.stop()
        with pytest.raises(ProtocolError):
            await asyncio.wait_for(link.wait_for_end(), 5.0)
        await link.close()
        await broker.start()


@pytest.mark.parametrize("seed", range(8))
async def test_random_greeting_is_refused(broker: Broker, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(10):
        broker.greeting = bytes((rng.choice((0x20, 0x30, rng.randrange(256))),)) + rng.randbytes(rng.randrange(30))
        with pytest.raises(ProtocolError):
            await opened(broker, [], Settings(connect_timeout_s=1.0))
